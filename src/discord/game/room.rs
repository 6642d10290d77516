//! A game's thread: opened, found again, and shown to the players.

use std::time::Duration;

use play::Game;
use store::ChannelId;

use super::public_look;
use crate::discord::send::{Deadline, PATIENCE, Trouble};
use crate::discord::{Bot, Error, view};

/// How often a thread is asked for whose opening has not been answered.
const ATTEMPTS: u32 = 3;
/// The pause between two of them.
const PAUSE: Duration = Duration::from_secs(1);

/// Gives a game a thread of its own, if the server wants that and the bot may. `again` says that it may have got one before.
pub(super) async fn with_room(bot: &Bot, mut game: Game, again: bool) -> Result<Game, Error> {
    if game.channel != game.parent_channel || !play::settings::load(&bot.play, game.server).await?.threads {
        return Ok(game);
    }
    let (locale, _) = public_look(bot, &game).await?;
    let name = view::game::room(locale, &game);
    match room(bot, &game, &name, again).await {
        Ok(thread) => {
            play::game::set_channel(&bot.play, game.id, thread).await?;
            game.channel = thread;
        }
        Err(trouble) => tracing::info!(game = %game.id, %trouble, "a game gets no thread"),
    }
    Ok(game)
}

/// Opens a game's thread, or finds the one that an attempt opened whose answer was lost.
async fn room(bot: &Bot, game: &Game, name: &str, again: bool) -> Result<ChannelId, Trouble> {
    let deadline = Deadline::within(PATIENCE);
    let mut attempts = 0;
    let mut perhaps_there = again;
    loop {
        if perhaps_there && let Some(thread) = thread_named(bot, game, name, deadline).await? {
            return Ok(thread);
        }
        attempts += 1;
        match bot.rest.open_thread(game.channel, name, deadline).await {
            Err(trouble) if trouble.is_uncertain() && attempts < ATTEMPTS => perhaps_there = true,
            done => return done,
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// The bot's own thread of this name in a game's channel. The name bears the game's number.
async fn thread_named(
    bot: &Bot,
    game: &Game,
    name: &str,
    deadline: Deadline,
) -> Result<Option<ChannelId>, Trouble> {
    let (own, parent) = (bot.user().map(|user| user.to_string()), game.channel.to_string());
    let threads = bot.rest.threads(game.server, deadline).await?;
    let found = threads.iter().find(|thread| {
        thread["name"] == name
            && thread["parent_id"] == *parent
            && own.as_deref().is_none_or(|own| thread["owner_id"] == own)
    });
    Ok(found.and_then(|thread| thread["id"].as_str()?.parse().ok()))
}

/// Takes a game's players into its thread, so that all of them have it in their list. Whoever the opening notifies is in it
/// by that. Best effort: who is not taken in comes in with their first turn.
pub(super) async fn gather(bot: &Bot, game: &Game, channel: ChannelId) {
    if channel == game.parent_channel {
        return;
    }
    let notified = game.to_move().map(|player| player.id);
    let people = game.seats.iter().filter(|player| player.computer().is_none());
    for player in people.filter(|player| Some(player.id) != notified) {
        if let Err(trouble) = bot.rest.take_into(channel, player.id, Deadline::within(PATIENCE)).await {
            tracing::debug!(game = %game.id, player = %player.id, %trouble, "a player is not taken into a thread");
        }
    }
}
