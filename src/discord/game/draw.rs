//! Offers of a draw: shown where the game is played, answered by their buttons.

use play::Game;
use play::turn::{
    ClosedOffer, DrawOffer, DrawOffered, accept_draw as accept, closed_draw, draw_shown, offer_draw as offer,
    unmake_draw,
};

use super::{into_game, is_lost, is_over, public_look, settle, show};
use crate::discord::post::Post;
use crate::discord::send::{Deadline, PATIENCE, Posted};
use crate::discord::{Ask, Bot, Error, Outcome, view};
use crate::i18n::Locale;
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
        DrawOffered::Agreed(turn) => show(ask, turn, here).await,
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

/// Says on the message of an offer that stands no more what became of it. Best effort: an old button is refused politely.
pub async fn close_offer(bot: &Bot, locale: Locale, game: &Game, closed: &ClosedOffer) {
    let ClosedOffer { by, how, channel, message } = *closed;
    let (at, post) = (Posted { channel, message }, view::draw::closed(locale, game, by, how));
    if let Err(trouble) = bot.rest.edit(at, &post, Deadline::within(PATIENCE)).await {
        tracing::debug!(%message, %trouble, "an offer that stands no more keeps its buttons");
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
        ask.leave_message(tr!(ask.locale, "draw-offered")).await?;
        match ask.answer(post.clone()).await {
            Err(Error::Send(trouble)) if is_over(&trouble) => None,
            Err(error) => return unseen(ask, made, error).await,
            Ok(answered) => answered,
        }
    } else {
        None
    };
    if let Some(posted) = answered {
        return note(bot, locale, made, posted).await;
    }
    let nonce = format!("{}:{}:d{}", game.id, game.hosted.ply(), made.by.seat.index());
    let posted = match into_game(bot, game, &post, &nonce).await {
        Ok(posted) => posted,
        Err(error) => return unseen(ask, made, error).await,
    };
    note(bot, locale, made, posted).await?;
    let done = tr!(ask.locale, "moved-there", channel = format!("<#{}>", posted.channel));
    ask.finish(Post::text(done).private()).await
}

/// Unmakes an offer that Discord refuses to show, so that it stands in nobody's way. One that it may have shown stands.
async fn unseen(ask: &Ask, made: &DrawOffer, error: Error) -> Outcome {
    let Error::Send(trouble) = &error else { return Err(error) };
    if !trouble.is_passing() {
        unmake_draw(&ask.bot.play, made).await?;
    }
    if !is_lost(trouble) {
        return Err(error);
    }
    ask.finish(Post::text(tr!(ask.locale, "draw-unseen")).private()).await
}

/// Notes where an offer is shown. One that was closed before it was noted is told of at once.
async fn note(bot: &Bot, locale: Locale, made: &DrawOffer, Posted { channel, message }: Posted) -> Outcome {
    if draw_shown(&bot.play, made, channel, message).await? {
        return Ok(());
    }
    let ply = made.game.hosted.ply();
    if let Some(closed) = closed_draw(&bot.play, made.game.id, ply, (channel, message)).await? {
        close_offer(bot, locale, &made.game, &closed).await;
    }
    Ok(())
}
