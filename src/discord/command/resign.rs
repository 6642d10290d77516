//! `/resign` and the Resign button: asked once more, then done.

use play::game::Aim;
use play::{Refused, State};
use store::GameId;

use super::mv;
use crate::discord::post::Post;
use crate::discord::{Ask, Context, Outcome, game, view};
use crate::tr;

/// Gives a game up.
#[poise::command(slash_command, ephemeral, install_context = "Guild", interaction_context = "Guild")]
pub async fn resign(
    context: Context<'_>,
    #[rename = "match"]
    #[autocomplete = "mv::matches"]
    named: Option<String>,
) -> Outcome {
    let ask = Ask::of(context).await;
    let game = mv::find(&ask, named.as_deref(), Aim::Play).await?;
    question(&ask, game).await
}

/// The Resign button, or a game that was picked from a menu.
///
/// # Errors
/// Refused: not in the game, or it is over.
pub async fn pressed(ask: &Ask, id: GameId) -> Outcome {
    let game = play::game::load(&ask.bot.play, id).await?;
    question(ask, game).await
}

/// Resigning after all.
///
/// # Errors
/// Refused: not in the game, or it is over.
pub async fn confirmed(ask: &Ask, id: GameId) -> Outcome {
    let found = play::game::load(&ask.bot.play, id).await?;
    game::resign(ask, &found).await
}

/// Playing on.
///
/// # Errors
/// When Discord refuses.
pub async fn kept(ask: &Ask) -> Outcome {
    ask.finish(Post::text(tr!(ask.locale, "resign-kept"))).await
}

async fn question(ask: &Ask, game: play::Game) -> Outcome {
    let Some(seat) = game.seat_of(ask.player) else {
        return Err(Refused::NotInGame(Box::new(game)).into());
    };
    if !matches!(game.state, State::Running { .. }) {
        return Err(Refused::GameOver(Box::new(game)).into());
    }
    if !game.hosted.is_active(seat) {
        return Err(Refused::AlreadyOut.into());
    }
    ask.answer(view::game::resign_question(ask.locale, &game, seat)).await.map(drop)
}
