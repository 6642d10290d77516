//! `/games`: what one plays, and what goes on in this server.

use store::GameId;

use crate::discord::{Ask, Context, Outcome, game, view};

/// Games of this server that are looked at, more than there is room for.
const OF_SERVER: u32 = 25;

/// Lists games.
#[poise::command(slash_command, ephemeral, install_context = "Guild", interaction_context = "Guild")]
pub async fn games(context: Context<'_>) -> Outcome {
    let ask = Ask::of(context).await;
    let own = play::game::of_player(&ask.bot.play, ask.player).await?;
    let server = ask.server()?;
    let here = play::game::of_server(&ask.bot.play, server, OF_SERVER).await?;
    ask.answer(view::list::post(ask.locale, (server, ask.player), &own, &here)).await.map(drop)
}

/// Brings a game that lost its channel into this one.
///
/// # Errors
/// Refused: not the presser's game, or not a channel for games.
pub async fn move_here(ask: &Ask, id: GameId) -> Outcome {
    let found = play::game::load(&ask.bot.play, id).await?;
    game::move_here(ask, &found).await
}
