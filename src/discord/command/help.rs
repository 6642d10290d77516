//! `/help`.

use crate::discord::{Ask, Context, Outcome, view};

/// Says what the bot can do.
#[poise::command(slash_command, ephemeral, install_context = "Guild", interaction_context = "Guild")]
pub(super) async fn help(context: Context<'_>) -> Outcome {
    let ask = Ask::of(context).await;
    ask.answer(view::help::post(ask.locale).private()).await?;
    Ok(())
}
