//! The Rematch button below a finished game.

use std::time::Duration;

use play::challenge::{self, ChallengeState};
use play::lobby::{self, LobbyState};
use store::GameId;

use super::challenge::{edit, show_open};
use super::{begin, computer};
use crate::discord::post::Post;
use crate::discord::send::Posted;
use crate::discord::{Ask, Outcome, game, view};
use crate::tr;

/// Asks for a rematch: with two players a challenge to the other, with more a lobby. Whoever asks second agrees. Computers
/// agree at once.
///
/// # Errors
/// Refused: not a player of the game, asked already, or not a channel for games.
pub async fn pressed(ask: &Ask, id: GameId) -> Outcome {
    let play = &ask.bot.play;
    let finished = play::game::load(play, id).await?;
    begin::allowed(ask, None).await?;
    if finished.has_computers() {
        let (challenge, begun) = play::computer::rematch(play, id, ask.player, ask.channel).await?;
        return computer::open(ask, &challenge, &begun).await;
    }
    if finished.seats.len() > 2 {
        return gather(ask, &finished).await;
    }
    let asked = match challenge::rematch(play, id, ask.player, ask.channel).await {
        Err(play::Error::Refused(refused)) => return show_open(ask, *refused).await,
        asked => asked?,
    };
    if let ChallengeState::Accepted(begun) = asked.state {
        let begun = play::game::load(play, begun).await?;
        let accepted = view::challenge::accepted(ask.public, &asked, &begun);
        if let Some(message) = asked.message {
            edit(ask, asked.channel, message, &accepted).await;
        }
        game::open(ask, &begun).await?;
        let channel = play::game::load(play, begun.id).await?.channel;
        let done = tr!(ask.locale, "moved-there", channel = format!("<#{channel}>"));
        return ask.answer(Post::text(done).private()).await.map(drop);
    }
    let deadline = Duration::from_secs(finished.deadline_s.into());
    match ask.answer(view::challenge::open(ask.public, &asked, deadline)).await {
        Ok(Some(posted)) => Ok(challenge::set_message(play, asked.id, posted.message).await?),
        Ok(None) => Ok(()),
        Err(error) => {
            // Perhaps nobody has seen it: it must not stand in the way of the next attempt.
            challenge::withdraw(play, asked.id, ask.player).await?;
            Err(error)
        }
    }
}

/// Takes a seat in the lobby of a rematch. Whoever agrees brings the lobby down to where people are; its earlier message points there.
async fn gather(ask: &Ask, finished: &play::Game) -> Outcome {
    let play = &ask.bot.play;
    let opened = lobby::rematch(play, finished.id, ask.player, ask.channel).await?;
    let post = if opened.taken() == 1 {
        view::lobby::rematch(ask.public, &opened, finished)
    } else {
        view::lobby::post(ask.public, &opened)
    };
    let posted = match ask.answer(post).await {
        Ok(posted) => posted,
        Err(error) => {
            match opened.message {
                // Its earlier message stands, and shows who sits there now.
                Some(message) => {
                    edit(ask, opened.channel, message, &view::lobby::post(ask.public, &opened)).await;
                }
                // Perhaps nobody has seen it: it must not stand in the way of the next attempt.
                None => drop(lobby::leave(play, opened.id, ask.player).await?),
            }
            return Err(error);
        }
    };
    if let Some(Posted { channel, message }) = posted {
        let earlier = lobby::set_message(play, opened.id, channel, message).await?;
        if let Some((before, earlier)) = earlier.filter(|(_, earlier)| *earlier != message) {
            edit(ask, before, earlier, &view::lobby::moved(ask.public, &opened, channel, message)).await;
        }
        // Another may have agreed meanwhile.
        let now = lobby::load(play, opened.id).await?;
        if now.seated != opened.seated && now.state == LobbyState::Open {
            edit(ask, channel, message, &view::lobby::post(ask.public, &now)).await;
        }
    }
    if opened.is_full() {
        ask.follow_up(view::lobby::full(ask.public, &opened)).await?;
    }
    Ok(())
}
