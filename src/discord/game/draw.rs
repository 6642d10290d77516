//! Offers of a draw: shown where the game is played, answered by their buttons.

use play::Game;
use play::turn::{DrawOffer, DrawOffered, accept_draw as accept, draw_shown, offer_draw as offer};

use super::{into_game, is_over, public_look, settle, show};
use crate::discord::post::Post;
use crate::discord::send::{Deadline, PATIENCE, Posted};
use crate::discord::{Ask, Bot, Error, Outcome, view};
use crate::tr;

/// Offers a draw for the asking person and shows the offer; or the end of the game, if the other has offered a draw too.
///
/// # Errors
/// Refused as [`play::turn::offer_draw`] says, or missing permissions.
pub async fn offer_draw(ask: &Ask, game: &Game) -> Outcome {
    let here = settle(ask, game).await?;
    let origin = here.then(|| ask.origin());
    match offer(&ask.bot.play, game.id, ask.player, origin).await? {
        DrawOffered::Open(made) => show_offer(ask, &made, here).await,
        DrawOffered::Agreed(turn, offered) => {
            show(ask, turn, here).await?;
            if let Some((channel, message)) = offered {
                forget_offer(&ask.bot, Posted { channel, message }).await;
            }
            Ok(())
        }
    }
}

/// Accepts for the asking person the draw that was offered at a ply, and shows the end of the game.
///
/// # Errors
/// Refused as [`play::turn::accept_draw`] says, or missing permissions.
pub async fn accept_draw(ask: &Ask, game: &Game, ply: u32) -> Outcome {
    let here = settle(ask, game).await?;
    let origin = here.then(|| ask.origin());
    let turn = accept(&ask.bot.play, game.id, ask.player, ply, origin).await?;
    show(ask, turn, here).await
}

/// Takes the buttons off the message of an offer that stands no more. Best effort: an old button is refused politely.
pub async fn forget_offer(bot: &Bot, offered: Posted) {
    if let Err(trouble) = bot.rest.take_buttons_off(offered, Deadline::within(PATIENCE)).await {
        tracing::debug!(message = %offered.message, %trouble, "an offer that stands no more keeps its buttons");
    }
}

/// Shows an offer in the game's channel: as the answer, or by the bot's own hand.
async fn show_offer(ask: &Ask, made: &DrawOffer, here: bool) -> Outcome {
    let bot = &ask.bot;
    let game = &made.game;
    let (locale, _) = public_look(bot, game).await?;
    let post = view::draw::open(locale, made);
    tracing::info!(game = %game.id, ply = game.hosted.ply(), player = %ask.player, "a draw is offered");
    let answered = if here {
        // The menu that the game was picked from goes.
        ask.leave_message().await?;
        match ask.answer(post.clone()).await {
            Err(Error::Send(trouble)) if is_over(&trouble) => None,
            answered => answered?,
        }
    } else {
        None
    };
    if let Some(posted) = answered {
        return note(bot, made, posted).await;
    }
    let nonce = format!("{}:{}:d{}", game.id, game.hosted.ply(), made.by.seat.index());
    let posted = into_game(bot, game, &post, &nonce).await?;
    note(bot, made, posted).await?;
    let done = tr!(ask.locale, "moved-there", channel = format!("<#{}>", posted.channel));
    ask.finish(Post::text(done).private()).await
}

/// Notes where an offer is shown. One that was answered before it was noted gives up its own buttons.
async fn note(bot: &Bot, made: &DrawOffer, posted: Posted) -> Outcome {
    if !draw_shown(&bot.play, made, posted.channel, posted.message).await? {
        forget_offer(bot, posted).await;
    }
    Ok(())
}
