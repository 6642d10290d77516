//! `/draw`, and the buttons below an offer of a draw.

use play::Refused;
use play::game::Aim;
use store::GameId;

use super::mv;
use crate::discord::error::report;
use crate::discord::{Ask, Context, Error, Outcome, game, view};

/// Offers a draw, or accepts the one that is offered.
#[poise::command(slash_command, install_context = "Guild", interaction_context = "Guild")]
pub async fn draw(
    context: Context<'_>,
    #[rename = "match"]
    #[autocomplete = "mv::matches"]
    named: Option<String>,
) -> Outcome {
    let ask = Ask::of(context).await;
    let game = mv::find(&ask, named.as_deref(), Aim::Play).await?;
    game::offer_draw(&ask, &game).await
}

/// A game that was picked from a menu.
///
/// # Errors
/// Refused as [`play::turn::offer_draw`] says.
pub async fn picked(ask: &Ask, id: GameId) -> Outcome {
    let game = play::game::load(&ask.bot.play, id).await?;
    game::offer_draw(ask, &game).await
}

/// Accepting what was offered.
///
/// # Errors
/// Refused as [`play::turn::accept_draw`] says.
pub async fn accepted(ask: &Ask, id: GameId, ply: u32) -> Outcome {
    let game = play::game::load(&ask.bot.play, id).await?;
    mended(ask, id, ply, game::accept_draw(ask, &game, ply).await).await
}

/// Declining what was offered.
///
/// # Errors
/// Refused as [`play::turn::decline_draw`] says.
pub async fn declined(ask: &Ask, id: GameId, ply: u32) -> Outcome {
    let declined = async {
        let offer = play::turn::decline_draw(&ask.bot.play, id, ask.player, ply).await?;
        ask.update(view::draw::closed(ask.public, &offer.game, offer.by.seat, "declined")).await
    };
    mended(ask, id, ply, declined.await).await
}

/// Taking an offer back.
///
/// # Errors
/// Refused as [`play::turn::withdraw_draw`] says.
pub async fn withdrawn(ask: &Ask, id: GameId, ply: u32) -> Outcome {
    let withdrawn = async {
        let offer = play::turn::withdraw_draw(&ask.bot.play, id, ask.player, ply).await?;
        ask.update(view::draw::closed(ask.public, &offer.game, offer.by.seat, "withdrawn")).await
    };
    mended(ask, id, ply, withdrawn.await).await
}

/// Where an offer cannot be answered any more, its message missed that: tells the presser so, then says it there.
async fn mended(ask: &Ask, id: GameId, ply: u32, answered: Outcome) -> Outcome {
    let Err(Error::Play(play::Error::Refused(refused))) = &answered else { return answered };
    let (Refused::OfferClosed(_) | Refused::GameOver(_), Some(message)) = (&**refused, ask.message) else {
        return answered;
    };
    report(ask, Refused::clone(refused).into()).await;
    let context = &ask.bot.play;
    if let Some(closed) = play::turn::closed_draw(context, id, ply, (ask.channel, message)).await? {
        let game = play::game::load(context, id).await?;
        game::close_offer(&ask.bot, ask.public, &game, &closed).await;
    }
    Ok(())
}
