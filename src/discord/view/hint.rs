//! A hint, for the eyes of who asked.

use game::Seat;
use play::Viewing;
use play::hint::{Hint, Outlook};
use render::Theme;
use store::PlayerId;

use super::game::{heading, picture, press, to_board};
use crate::discord::component::GamePress;
use crate::discord::post::{Post, Style};
use crate::discord::{Bot, Error};
use crate::i18n::Locale;
use crate::tr;

/// The advised move in words and on the board as it stands, what it promises, and a button that plays it.
///
/// # Errors
/// When the picture cannot be drawn.
pub async fn post(
    bot: &Bot,
    locale: Locale,
    theme: Theme,
    hint: &Hint,
    reader: PlayerId,
) -> Result<Post, Error> {
    let Hint { game, choice, .. } = hint;
    let advice = tr!(locale, "hint-advice", notation = &choice.short, words = &choice.words);
    let text = [heading(locale, game), format!("{advice} {}", outlook(locale, hint))].join("\n");
    let from = game.seat_of(reader).unwrap_or(Seat::FIRST);
    let viewing = Viewing { theme, advised: Some(choice.long.clone()), ..Viewing::plan(from) };
    let play = press(locale, game, GamePress::FollowHint, Style::Primary);
    Ok(Post::text(text)
        .file(picture(bot, locale, game, &viewing, "hint.png").await?)
        .buttons([play].into_iter().chain(to_board(locale, game)))
        .private())
}

fn outlook(locale: Locale, hint: &Hint) -> String {
    let (outlook, moves) = match hint.outlook {
        Outlook::Win(moves) => ("win", moves),
        Outlook::Loss(moves) => ("loss", moves),
        Outlook::FarAhead => ("far-ahead", 0),
        Outlook::Ahead => ("ahead", 0),
        Outlook::SlightlyAhead => ("slightly-ahead", 0),
        Outlook::Even => ("even", 0),
        Outlook::SlightlyBehind => ("slightly-behind", 0),
        Outlook::Behind => ("behind", 0),
        Outlook::FarBehind => ("far-behind", 0),
    };
    let playing = hint.game.seats.iter().filter(|player| hint.game.hosted.is_active(player.seat)).count();
    tr!(locale, "hint-outlook", outlook = outlook, moves = moves, players = playing)
}
