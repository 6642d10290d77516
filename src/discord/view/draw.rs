//! The offer of a draw, and what became of it.

use game::Seat;
use play::Game;
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

/// An offer that stands no more: `how` it was closed is `accepted`, `declined`, `withdrawn` or `void`.
pub fn closed(locale: Locale, game: &Game, by: Seat, how: &str) -> Post {
    let other = game.seats.iter().map(|player| player.seat).find(|seat| *seat != by);
    Post::text(tr!(
        locale,
        "draw-closed",
        game = game.hosted.kind().name(),
        id = game.id.get(),
        how = how,
        player = named(locale, game, by),
        opponent = other.map_or_else(String::new, |seat| named(locale, game, seat))
    ))
}
