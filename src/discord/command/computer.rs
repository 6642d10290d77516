//! `/play`: a game against the computer, which begins at once.

use play::challenge::Challenge;
use play::computer::{self, NewComputerGame, USUAL};
use play::{Game, Phrase};
use search::Level;

use super::begin;
use super::kind::{Colour, Kind};
use crate::discord::{Ask, Context, Error, Outcome, game, view};

/// Begins a game against computers.
#[poise::command(slash_command, rename = "play", install_context = "Guild", interaction_context = "Guild")]
pub(super) async fn computer(
    context: Context<'_>,
    game: Option<Kind>,
    #[min = 1]
    #[max = 8]
    level: Option<u8>,
    colour: Option<Colour>,
    #[min = 2]
    #[max = 4]
    players: Option<u8>,
    rated: Option<bool>,
) -> Outcome {
    let ask = Ask::of(context).await;
    let level = match level.map(Level::new) {
        None => USUAL,
        Some(Some(level)) => level,
        // Discord holds to what it was told when the command was registered; a server that stands in for it may not.
        Some(None) => return Err(Error::Told(Phrase::new("refused-old-command"))),
    };
    begin::allowed(&ask, None).await?;
    let (kind, colour) = super::kind::with_colour(game, colour)?;
    let (server, channel, player) = (ask.server()?, ask.channel, ask.player);
    let (players, rated) = (players.unwrap_or(2), rated.unwrap_or(false));
    start(&ask, NewComputerGame { kind, server, channel, player, level, colour, players, rated }).await
}

/// Begins a game of the asking person against computers of one level.
///
/// # Errors
/// Refused as [`computer::begin`] says.
pub(super) async fn start(ask: &Ask, new: NewComputerGame) -> Outcome {
    let (challenge, begun) = computer::begin(&ask.bot.play, new).await?;
    open(ask, &challenge, &begun).await
}

/// Says that a game against computers begins, and opens it.
///
/// # Errors
/// When Discord refuses the opening.
pub(super) async fn open(ask: &Ask, challenge: &Challenge, begun: &Game) -> Outcome {
    match ask.answer(view::challenge::accepted(ask.public, challenge, begun)).await {
        Ok(Some(posted)) => {
            play::challenge::set_message(&ask.bot.play, challenge.id, posted.message).await?;
        }
        Ok(None) => {}
        // The game stands.
        Err(error) => tracing::warn!(game = %begun.id, %error, "nobody was told that a game begins"),
    }
    game::open(ask, begun).await
}
