//! What every way into a game shares.

use std::sync::Arc;

use play::player::{self, Seen};
use play::{Game, settings};
use poise::serenity_prelude as serenity;
use store::PlayerId;

use crate::discord::post::Post;
use crate::discord::{Ask, Outcome, Overdue, game};

/// Notes who was seen, and refuses where games may not be started or could not be shown.
///
/// # Errors
/// Refused: a channel that is not allowed; missing permissions.
pub async fn allowed(ask: &Ask, other: Option<&serenity::User>) -> Outcome {
    let play = &ask.bot.play;
    let mut people = vec![ask.seen.clone()];
    people.extend(other.filter(|user| user.id.get() != ask.player.get()).map(seen));
    player::see(play, &people).await?;
    clear(ask).await?;
    settings::check_channel(play, ask.server()?, &ask.public_tag, ask.channel, ask.parent).await?;
    game::require(ask)
}

/// Closes what is overdue, so that it stands in nobody's way; its messages are brought up to date meanwhile.
///
/// # Errors
/// When the database fails.
pub async fn clear(ask: &Ask) -> Outcome {
    let overdue = Overdue::take(&ask.bot).await?;
    if !overdue.is_empty() {
        let bot = Arc::clone(&ask.bot);
        ask.bot.tasks.spawn(async move { overdue.tell(&bot).await });
    }
    Ok(())
}

/// A person that an option names.
pub fn seen(user: &serenity::User) -> Seen {
    Seen {
        id: PlayerId::new(user.id.get()),
        name: user.global_name.clone().unwrap_or_else(|| user.name.clone()),
        locale: None,
        bot: user.bot,
    }
}

/// Takes the buttons off the message that led to a game, and opens the game. The outbox opens it if this does not.
///
/// # Errors
/// When Discord refuses the opening.
pub async fn open(ask: &Ask, message: Post, game: &Game) -> Outcome {
    if let Err(error) = ask.update(message).await {
        tracing::warn!(game = %game.id, %error, "the message that led to a game keeps its buttons");
    }
    game::open(ask, game).await
}
