//! `/rules`.

use play::game::Aim;
use play::{GameKind, settings};

use super::kind::{Kind, USUAL};
use super::mv;
use crate::discord::{Ask, Context, Outcome, view};

/// Says how the game is played.
#[poise::command(slash_command, ephemeral, install_context = "Guild", interaction_context = "Guild")]
pub(super) async fn rules(context: Context<'_>, game: Option<Kind>) -> Outcome {
    let ask = Ask::of(context).await;
    let kind = match game {
        Some(Kind(kind)) => kind,
        None => played_here(&ask).await,
    };
    let theme = settings::load(&ask.bot.play, ask.server()?).await?.theme;
    let (example, viewing) = view::rules::example(kind, theme);
    let picture = ask.bot.drawing.board(&example, &viewing).await?;
    ask.answer(view::rules::post(ask.locale, kind, picture).private()).await?;
    Ok(())
}

/// The game in this channel, else the only one that the asking person plays, else the usual one.
async fn played_here(ask: &Ask) -> GameKind {
    mv::find(ask, None, Aim::Look).await.map_or(USUAL, |game| game.hosted.kind())
}
