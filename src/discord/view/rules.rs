//! The rules in short, with a picture.

use game::Seat;
use play::{GameKind, HostedGame, Viewing};
use render::Theme;

use crate::discord::post::{Embed, File, Post};
use crate::i18n::Locale;
use crate::tr;

/// An example: the moves that lead to it, and the piece whose targets are shown.
struct Example {
    moves: &'static [&'static str],
    chosen: &'static str,
}

/// Red can climb from F1 over the block on G2 to the second floor.
const XIMA: Example = Example { moves: &["-G2", "-F12", "-F1", "-G12"], chosen: "F1" };

/// From the first position a sceptre runs over the tops, diagonally, and round an edge.
const AXIOM: Example = Example { moves: &[], chosen: "S(-1,0,2)" };

/// What a card says of a game.
struct Text {
    intro: String,
    /// Headings and texts.
    parts: Vec<(String, String)>,
    /// Of the example: what is seen, for those who cannot see it, and what is to be looked at.
    example: (String, String),
}

/// The example and how it is to be drawn.
///
/// # Panics
/// Never: a test plays it.
pub fn example(kind: GameKind, theme: Theme) -> (HostedGame, Viewing) {
    let Example { moves, chosen } = match kind {
        GameKind::Xima => XIMA,
        GameKind::Axiom => AXIOM,
    };
    let mut game = kind.start(2).expect("two can play");
    for mv in moves {
        game.play(mv).expect("the example follows the rules");
    }
    let viewing = Viewing { theme, selected: Some(chosen.to_owned()), ..Viewing::plan(Seat::FIRST) };
    (game, viewing)
}

/// The rules on one card, with the example's picture.
pub fn post(locale: Locale, kind: GameKind, picture: Vec<u8>) -> Post {
    let Text { intro, parts, example: (seen, told) } = match kind {
        GameKind::Xima => xima(locale),
        GameKind::Axiom => axiom(locale),
    };
    let file = File::png("rules.png", picture, &seen);
    let card = Embed::titled(tr!(locale, "rules-title", game = kind.name())).description(intro);
    let card = parts.into_iter().fold(card, |card, (heading, text)| card.field(heading, text, false));
    Post::card(card.footer(told).image(file.name.clone())).file(file)
}

fn xima(locale: Locale) -> Text {
    Text {
        intro: tr!(locale, "rules-xima-intro"),
        parts: vec![
            (tr!(locale, "rules-xima-moving"), tr!(locale, "rules-xima-moving-text")),
            (tr!(locale, "rules-xima-entering"), tr!(locale, "rules-xima-entering-text")),
            (tr!(locale, "rules-xima-capture"), tr!(locale, "rules-xima-capture-text")),
            (tr!(locale, "rules-xima-rescue"), tr!(locale, "rules-xima-rescue-text")),
            (tr!(locale, "rules-xima-end"), tr!(locale, "rules-xima-end-text")),
            (tr!(locale, "rules-xima-writing"), tr!(locale, "rules-xima-writing-text")),
        ],
        example: (
            tr!(locale, "rules-xima-alt", square = XIMA.chosen),
            tr!(locale, "rules-xima-picture", square = XIMA.chosen),
        ),
    }
}

fn axiom(locale: Locale) -> Text {
    let cell = AXIOM.chosen.trim_start_matches('S');
    Text {
        intro: tr!(locale, "rules-axiom-intro"),
        parts: vec![
            (tr!(locale, "rules-axiom-sceptres"), tr!(locale, "rules-axiom-sceptres-text")),
            (tr!(locale, "rules-axiom-cubes"), tr!(locale, "rules-axiom-cubes-text")),
            (tr!(locale, "rules-axiom-out"), tr!(locale, "rules-axiom-out-text")),
            (tr!(locale, "rules-axiom-end"), tr!(locale, "rules-axiom-end-text")),
            (tr!(locale, "rules-axiom-writing"), tr!(locale, "rules-axiom-writing-text")),
        ],
        example: (
            tr!(locale, "rules-axiom-alt", cell = cell),
            tr!(locale, "rules-axiom-picture", cell = cell),
        ),
    }
}

#[cfg(test)]
mod tests;
