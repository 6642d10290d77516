//! The message that led to a game, a challenge or a lobby: it shows where the game is played, and how it ended.

use play::Game;
use store::ChannelId;

use super::public_look;
use crate::discord::post::Post;
use crate::discord::send::{Deadline, PATIENCE, Posted};
use crate::discord::{Bot, Error, view};

/// Brings the message that led to a game up to date. The game is played in `channel` now; where that is right below the message, and was
/// to be, there is nothing to tell: a rematch that stays in the thread of the game before was announced elsewhere, and so was a
/// game whose thread is lost. It notifies nobody. Best effort: the game itself tells the same.
pub(super) async fn renew(bot: &Bot, game: &Game, channel: ChannelId) {
    let was_to_be = [game.channel, game.parent_channel] == [channel; 2];
    let game = Game { channel, homeless: false, ..game.clone() };
    let renewed = async {
        let below = |at: Posted| at.channel == channel && was_to_be;
        if let Some((at, post)) = invitation(bot, &game).await?.filter(|(at, _)| !below(*at)) {
            bot.rest.edit(at, &post, Deadline::within(PATIENCE)).await?;
        }
        Ok::<(), Error>(())
    };
    if let Err(error) = renewed.await {
        tracing::info!(game = %game.id, %error, "the message that led to a game is out of date");
    }
}

async fn invitation(bot: &Bot, game: &Game) -> Result<Option<(Posted, Post)>, Error> {
    let (locale, _) = public_look(bot, game).await?;
    let at = |channel, message: Option<_>| message.map(|message| Posted { channel, message });
    if let Some(challenge) = play::challenge::of_game(&bot.play, game.id).await? {
        let at = at(challenge.channel, challenge.message);
        return Ok(at.map(|at| (at, view::challenge::accepted(locale, &challenge, game))));
    }
    let lobby = play::lobby::of_game(&bot.play, game.id).await?;
    Ok(lobby.and_then(|lobby| {
        Some((at(lobby.channel, lobby.message)?, view::lobby::started(locale, &lobby, game)))
    }))
}
