//! The Rematch button below a finished game.

use std::time::Duration;

use play::challenge::{self, ChallengeState};
use play::lobby;
use store::GameId;

use super::challenge::edit;
use crate::discord::send::{Deadline, PATIENCE, Posted};
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
        // Whoever agrees brings the lobby down to where people are; its earlier message steps back.
        if let Some(message) = opened.message {
            let earlier = Posted { channel: opened.channel, message };
            if let Err(trouble) = ask.bot.rest.take_buttons_off(earlier, Deadline::within(PATIENCE)).await {
                tracing::debug!(%message, %trouble, "an earlier message of a lobby keeps its buttons");
            }
        }
        if let Some(posted) = ask.answer(view::lobby::post(ask.public, &opened)).await? {
            lobby::set_message(play, opened.id, posted.message).await?;
        }
        return Ok(());
    }
    let asked = challenge::rematch(play, id, ask.player, ask.channel).await?;
    if let ChallengeState::Accepted(begun) = asked.state {
        let begun = play::game::load(play, begun).await?;
        let accepted = view::challenge::accepted(ask.public, &asked, ask.player, &begun);
        if let Some(message) = asked.message {
            edit(ask, asked.channel, message, &accepted).await;
        }
        ask.answer(accepted).await?;
        return game::open(ask, &begun).await;
    }
    let deadline = Duration::from_secs(finished.deadline_s.into());
    if let Some(posted) = ask.answer(view::challenge::open(ask.public, &asked, deadline)).await? {
        challenge::set_message(play, asked.id, posted.message).await?;
    }
    Ok(())
}
