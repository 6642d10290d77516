//! `/analyse` and the Analyse button: the turning points of a game that is over, and its course as a picture.

use std::time::Duration;

use anyhow::Context as _;
use play::analysis::{self, Report};
use play::{Game, Phrase, Refused, Thought};
use poise::serenity_prelude as serenity;
use serenity::CreateAutocompleteResponse;
use store::{GameId, PlayerId, ServerId};

use super::mv;
use crate::discord::{Ask, Context, Error, Outcome, game, view};

/// Finished games that are offered.
const GAMES: u32 = 25;
/// How long an analysis waits for those before it, so that it is still told under the interaction that asked for it.
const QUEUE: Duration = Duration::from_mins(10);

/// Shows where a game turned.
#[poise::command(slash_command, install_context = "Guild", interaction_context = "Guild")]
pub async fn analyse(
    context: Context<'_>,
    #[rename = "match"]
    #[autocomplete = "finished"]
    named: Option<String>,
) -> Outcome {
    let ask = Ask::of(context).await;
    let found =
        analysis::find(&ask.bot.play, ask.player, ask.server()?, ask.channel, named.as_deref()).await?;
    show(&ask, &found).await
}

/// The Analyse button.
///
/// # Errors
/// Refused: the game is none of this server, it goes on, or nobody has moved in it.
pub async fn pressed(ask: &Ask, id: GameId) -> Outcome {
    let found = play::game::load(&ask.bot.play, id).await?;
    if found.server != ask.server()? {
        return Err(Refused::NoSuchGame.into());
    }
    show(ask, &found).await
}

/// Shows the analysis: the first time, when it is made, to everyone; later to whoever asks, since it has been shown.
async fn show(ask: &Ask, game: &Game) -> Outcome {
    analysis::check(game)?;
    game::require(ask)?;
    let play = &ask.bot.play;
    let (thoughts, new) = if let Some(thoughts) = analysis::of(play, game.id).await? {
        (thoughts, false)
    } else {
        ask.think_in_public().await?;
        make(ask, game).await?
    };
    let hosted = game.hosted.clone();
    let report = tokio::task::spawn_blocking(move || Report::of(&hosted, &thoughts)).await;
    let report = report.with_context(|| format!("the analysis of game {} cannot be told", game.id))?;
    let plies: Vec<u32> = report.turning_points.iter().map(|point| point.ply).collect();
    let posts = analysis::posts(play, game.id, &plies).await?;
    let (public, theme) = game::public_look(&ask.bot, game).await?;
    let picture = ask.bot.drawing.chart(view::analysis::chart(game, &report), theme).await?;
    let locale = if new { public } else { ask.locale };
    let post = view::analysis::post(locale, game, &report, &posts, picture);
    ask.answer(if new { post } else { post.private() }).await.map(drop)
}

/// Makes the analysis, unless it is there by the time that it is this game's turn; tells whether it is new.
async fn make(ask: &Ask, game: &Game) -> Result<(Vec<Thought>, bool), Error> {
    let bot = &ask.bot;
    let turn = tokio::time::timeout(QUEUE, bot.thinking.turn_to_analyse()).await;
    let _turn = turn.map_err(|_| Error::Told(Phrase::new("analysis-busy")))??;
    if let Some(thoughts) = analysis::of(&bot.play, game.id).await? {
        return Ok((thoughts, false));
    }
    let thoughts = bot.thinking.analyse(&game.hosted, || !bot.tasks.is_closed()).await;
    let thoughts = thoughts.with_context(|| format!("game {} could not be analysed", game.id))?;
    // The bot stops; nothing is lost: whoever asks again has it made then.
    let thoughts = thoughts.ok_or(Error::Told(Phrase::new("analysis-stopped")))?;
    Ok((analysis::keep(&bot.play, game.id, thoughts).await?, true))
}

/// The asking person's finished games of this server, the newest first.
async fn finished(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let interaction = context.interaction;
    let player = PlayerId::new(interaction.user.id.get());
    let response = CreateAutocompleteResponse::new();
    let Some(server) = interaction.guild_id.map(|server| ServerId::new(server.get())) else {
        return response;
    };
    let play = &context.framework.user_data.play;
    let games = analysis::games_of(play, player, server, GAMES).await.unwrap_or_default();
    response.set_choices(mv::fitting(&games, &interaction.locale, player, typed))
}
