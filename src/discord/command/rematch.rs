//! The Rematch button below a finished game.

use std::time::Duration;

use play::challenge::{self, ChallengeState};
use play::lobby;
use store::GameId;

use crate::discord::{Ask, Outcome, game, view};

/// Asks for a rematch: with two players a challenge to the other, with more a lobby. Whoever asks second agrees.
///
/// # Errors
/// Refused: not a player of the game, or asked already.
pub async fn pressed(ask: &Ask, id: GameId) -> Outcome {
    let play = &ask.bot.play;
    let finished = play::game::load(play, id).await?;
    game::require(ask)?;
    if finished.seats.len() > 2 {
        let opened = lobby::rematch(play, id, ask.player, ask.channel).await?;
        if let Some(posted) = ask.answer(view::lobby::post(ask.public, &opened)).await? {
            lobby::set_message(play, opened.id, posted.message).await?;
        }
        return Ok(());
    }
    let asked = challenge::rematch(play, id, ask.player, ask.channel).await?;
    if let ChallengeState::Accepted(begun) = asked.state {
        let begun = play::game::load(play, begun).await?;
        ask.answer(view::challenge::accepted(ask.public, &asked, ask.player, &begun)).await?;
        return game::open(ask, &begun).await;
    }
    let deadline = Duration::from_secs(finished.deadline_s.into());
    if let Some(posted) = ask.answer(view::challenge::open(ask.public, &asked, deadline)).await? {
        challenge::set_message(play, asked.id, posted.message).await?;
    }
    Ok(())
}
