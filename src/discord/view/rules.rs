//! The rules in short, with a picture.

use game::Seat;
use play::{GameKind, HostedGame, Viewing};
use render::Theme;

use crate::discord::post::{Embed, File, Post};
use crate::i18n::Locale;
use crate::tr;

/// The moves that lead to the example: red can climb from F1 over the block on G2 to the second floor.
const EXAMPLE: [&str; 4] = ["-G2", "-F12", "-F1", "-G12"];

/// The block whose targets the example shows.
const CHOSEN: &str = "F1";

/// The example and how it is to be drawn.
///
/// # Panics
/// Never: a test plays it.
pub fn example(theme: Theme) -> (HostedGame, Viewing) {
    let mut game = GameKind::Xima.start(2).expect("XIMA is played by two");
    for mv in EXAMPLE {
        game.play(mv).expect("the example follows the rules");
    }
    let viewing = Viewing { theme, selected: Some(CHOSEN.to_owned()), ..Viewing::plan(Seat::FIRST) };
    (game, viewing)
}

/// The rules on one card, with the example's picture.
pub fn post(locale: Locale, picture: Vec<u8>) -> Post {
    let file = File::png("rules.png", picture, &tr!(locale, "rules-alt", square = CHOSEN));
    let embed = Embed::titled(tr!(locale, "rules-title", game = GameKind::Xima.name()))
        .description(tr!(locale, "rules-intro"))
        .field(tr!(locale, "rules-moving"), tr!(locale, "rules-moving-text"), false)
        .field(tr!(locale, "rules-entering"), tr!(locale, "rules-entering-text"), false)
        .field(tr!(locale, "rules-capture"), tr!(locale, "rules-capture-text"), false)
        .field(tr!(locale, "rules-rescue"), tr!(locale, "rules-rescue-text"), false)
        .field(tr!(locale, "rules-end"), tr!(locale, "rules-end-text"), false)
        .field(tr!(locale, "rules-writing"), tr!(locale, "rules-writing-text"), false)
        .footer(tr!(locale, "rules-picture", square = CHOSEN))
        .image(file.name.clone());
    Post::card(embed).file(file)
}

#[cfg(test)]
mod tests;
