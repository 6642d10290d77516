//! `/hint`, and the button below a hint.

use anyhow::Context as _;
use play::Thought;
use play::hint::Hint;
use search::Level;
use store::GameId;

use super::{OLD_BUTTON, mv};
use crate::discord::{Ask, Context, Error, Outcome, game, view};

/// Shows a good move.
#[poise::command(slash_command, ephemeral, install_context = "Guild", interaction_context = "Guild")]
pub(super) async fn hint(
    context: Context<'_>,
    #[rename = "match"]
    #[autocomplete = "mv::matches"]
    named: Option<String>,
) -> Outcome {
    let ask = Ask::of(context).await;
    let game = mv::find(&ask, named.as_deref()).await?;
    show(&ask, &game).await
}

/// A game that was picked from a menu.
///
/// # Errors
/// Refused as [`play::hint::given`] says.
pub(super) async fn picked(ask: &Ask, id: GameId) -> Outcome {
    let game = play::game::load(&ask.bot.play, id).await?;
    show(ask, &game).await
}

/// Plays what was advised at a ply.
///
/// # Errors
/// Refused as [`play::turn::play`] says.
pub(super) async fn followed(ask: &Ask, id: GameId, ply: u32) -> Outcome {
    let game = play::game::load(&ask.bot.play, id).await?;
    match play::hint::advised(&ask.bot.play, id, ply).await? {
        Some(mv) => mv::play(ask, &game, Some(ply), &mv).await,
        None => Err(Error::Told(OLD_BUTTON)),
    }
}

async fn show(ask: &Ask, game: &play::Game) -> Outcome {
    let hint = find(ask, game).await?;
    let (_, theme) = game::public_look(&ask.bot, game).await?;
    let post = view::hint::post(&ask.bot, ask.locale, theme, &hint, ask.player).await?;
    ask.finish(post).await
}

/// The hint of this turn: the one that was given, or a new one.
async fn find(ask: &Ask, game: &play::Game) -> Result<Hint, Error> {
    let context = &ask.bot.play;
    if let Some(hint) = play::hint::given(context, game, ask.player).await? {
        return Ok(hint);
    }
    // Who asks twice at once waits for the first answer.
    let _in_hand = ask.bot.thinking.take_after(game.id, game.hosted.ply()).await;
    if let Some(hint) = play::hint::given(context, game, ask.player).await? {
        return Ok(hint);
    }
    let thought = think(ask, game).await?;
    tracing::info!(game = %game.id, ply = game.hosted.ply(), player = %ask.player, "a hint is given");
    Ok(play::hint::give(context, game, ask.player, &thought).await?)
}

async fn think(ask: &Ask, game: &play::Game) -> Result<Thought, Error> {
    let found = ask.bot.thinking.choose(&game.hosted, Level::HIGHEST, game.id.get()).await;
    let thought = found.context("a search has failed")?.context("a search has found no move")?;
    if game.hosted.read(&thought.mv).is_err() {
        return Err(anyhow::anyhow!("a search has chosen {}, which is no move", thought.mv).into());
    }
    Ok(thought)
}
