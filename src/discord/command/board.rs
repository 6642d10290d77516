//! `/board` and the Board button: the board from one's own side, in private.

use play::Game;
use play::game::Aim;
use render::View;
use store::GameId;

use super::mv;
use crate::discord::{Ask, Context, Outcome, game, view};
use crate::word;

word! {
    /// How the board is looked at.
    pub enum Way {
        /// From above, for play.
        Plan = "plan",
        /// In space.
        Space = "3d",
    }
}

/// Shows the board.
#[poise::command(slash_command, ephemeral, install_context = "Guild", interaction_context = "Guild")]
pub async fn board(
    context: Context<'_>,
    view: Option<Way>,
    #[rename = "match"]
    #[autocomplete = "mv::matches"]
    named: Option<String>,
) -> Outcome {
    let ask = Ask::of(context).await;
    let game = mv::find(&ask, named.as_deref(), Aim::Look).await?;
    let view = match view {
        Some(Way::Space) => View::Isometric,
        Some(Way::Plan) | None => View::Plan,
    };
    show(&ask, &game, view).await
}

/// The Board button, or a game that was picked from a menu.
///
/// # Errors
/// Refused: no such game.
pub async fn pressed(ask: &Ask, id: GameId) -> Outcome {
    let game = play::game::load(&ask.bot.play, id).await?;
    show(ask, &game, View::Plan).await
}

async fn show(ask: &Ask, game: &Game, view: View) -> Outcome {
    let (_, theme) = game::public_look(&ask.bot, game).await?;
    let post = view::game::private(&ask.bot, ask.locale, theme, game, ask.player, view).await?;
    ask.answer(post).await.map(drop)
}
