//! `/rules`.

use play::settings;

use crate::discord::{Ask, Context, Outcome, view};

/// Says how the game is played.
#[poise::command(slash_command, ephemeral, install_context = "Guild", interaction_context = "Guild")]
pub(super) async fn rules(context: Context<'_>) -> Outcome {
    let ask = Ask::of(context).await;
    let theme = settings::load(&ask.bot.play, ask.server()?).await?.theme;
    let (example, viewing) = view::rules::example(theme);
    let picture = ask.bot.drawing.board(&example, &viewing).await?;
    ask.answer(view::rules::post(ask.locale, picture).private()).await?;
    Ok(())
}
