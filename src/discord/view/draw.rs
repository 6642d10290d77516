//! The offer of a draw, and what became of it.

use play::turn::DrawOffer;

use super::game::{named, press};
use crate::discord::component::GamePress;
use crate::discord::post::{Post, Style};
use crate::i18n::Locale;
use crate::tr;

/// An offer that waits for its answer.
pub fn open(locale: Locale, offer: &DrawOffer) -> Post {
    let DrawOffer { game, by, to, .. } = offer;
    let text = tr!(
        locale,
        "draw-offer",
        game = game.hosted.kind().name(),
        id = game.id.get(),
        player = named(locale, game, by.seat),
        opponent = to.id
    );
    Post::text(text)
        .buttons([
            press(locale, game, GamePress::AcceptDraw, Style::Success),
            press(locale, game, GamePress::DeclineDraw, Style::Secondary),
            press(locale, game, GamePress::WithdrawDraw, Style::Secondary),
        ])
        .ping(to.id)
}

/// An offer that was declined.
pub fn declined(locale: Locale, offer: &DrawOffer) -> Post {
    let DrawOffer { game, by, to, .. } = offer;
    Post::text(tr!(
        locale,
        "draw-declined",
        game = game.hosted.kind().name(),
        id = game.id.get(),
        player = named(locale, game, by.seat),
        opponent = named(locale, game, to.seat)
    ))
}

/// An offer that was taken back.
pub fn withdrawn(locale: Locale, offer: &DrawOffer) -> Post {
    let DrawOffer { game, by, .. } = offer;
    Post::text(tr!(
        locale,
        "draw-withdrawn",
        game = game.hosted.kind().name(),
        id = game.id.get(),
        player = named(locale, game, by.seat)
    ))
}
