//! `/hint`, and the button below a hint.

use anyhow::Context as _;
use play::game::Aim;
use play::hint::Hint;
use play::{Refused, Summary, Thought};
use poise::serenity_prelude::CreateAutocompleteResponse;
use search::Level;
use store::{GameId, PlayerId};

use super::{OLD_BUTTON, mv};
use crate::discord::{Ask, Context, Error, Outcome, game, view};

/// Shows a good move.
#[poise::command(slash_command, ephemeral, install_context = "Guild", interaction_context = "Guild")]
pub(super) async fn hint(
    context: Context<'_>,
    #[rename = "match"]
    #[autocomplete = "matches"]
    named: Option<String>,
) -> Outcome {
    let ask = Ask::of(context).await;
    let game = meant(&ask, named.as_deref()).await?;
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

/// The game that the command means: of several, one in which there are hints.
async fn meant(ask: &Ask, named: Option<&str>) -> Result<play::Game, play::Error> {
    let games = match mv::find(ask, named, Aim::Play).await {
        Err(play::Error::Refused(refused)) => match *refused {
            Refused::WhichGame(games) => games,
            other => return Err(other.into()),
        },
        found => return found,
    };
    let unrated: Vec<Summary> = games.into_iter().filter(|game| !game.rated).collect();
    match &*unrated {
        [] => Err(Refused::RatedHint.into()),
        [only] => play::game::load(&ask.bot.play, only.id).await,
        _ => Err(Refused::WhichGame(unrated).into()),
    }
}

/// The running games of the asking person in which there are hints, those where it is their turn first.
async fn matches(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let interaction = context.interaction;
    let player = PlayerId::new(interaction.user.id.get());
    let games = play::game::of_player(&context.framework.user_data.play, player).await.unwrap_or_default();
    let unrated: Vec<Summary> = games.into_iter().filter(|game| !game.rated).collect();
    CreateAutocompleteResponse::new().set_choices(mv::fitting(&unrated, &interaction.locale, player, typed))
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
