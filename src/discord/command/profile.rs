//! `/profile`.

use play::player;
use poise::serenity_prelude as serenity;

use super::begin;
use super::kind::Kind;
use crate::discord::{Ask, Context, Outcome, view};

/// Shows someone's results.
#[poise::command(slash_command, ephemeral, install_context = "Guild", interaction_context = "Guild")]
pub(super) async fn profile(
    context: Context<'_>,
    user: Option<serenity::User>,
    game: Option<Kind>,
) -> Outcome {
    let ask = Ask::of(context).await;
    ask.see().await?;
    let seen = user.as_ref().map_or_else(|| ask.seen.clone(), begin::seen);
    let mut profile = player::profile(&ask.bot.play, seen.id, game.map(|Kind(kind)| kind)).await?;
    // What Discord says now is newer than what was last seen.
    profile.name = seen.name;
    ask.answer(view::profile::post(ask.locale, &profile, ask.player).private()).await?;
    Ok(())
}
