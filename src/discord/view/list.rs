//! Lists of games.

use play::Summary;
use store::{PlayerId, ServerId};

use super::game::{message_link, name};
use crate::discord::component::{GamePress, Id};
use crate::discord::post::{Button, Embed, Post, Style, limit};
use crate::i18n::{Locale, TimeStyle, timestamp};
use crate::tr;

/// A person's own games and those of the server they ask in. A game of this server that lost its channel can be moved
/// here by its players.
pub fn post(
    locale: Locale,
    (server, reader): (ServerId, PlayerId),
    own: &[Summary],
    here: &[Summary],
) -> Post {
    let others = here.iter().filter(|game| own.iter().all(|mine| mine.id != game.id));
    let mut embed = Embed::titled(tr!(locale, "games-title"));
    let own_lines = own.iter().map(|game| line(locale, reader, true, game)).collect();
    let mine = fitted(locale, own_lines, limit::DESCRIPTION);
    embed = embed.description(if mine.is_empty() { tr!(locale, "games-none") } else { mine });
    let their_lines = others.map(|game| line(locale, reader, false, game)).collect();
    let theirs = fitted(locale, their_lines, limit::FIELD_VALUE);
    if !theirs.is_empty() {
        embed = embed.field(tr!(locale, "games-here"), theirs, false);
    }
    let homeless =
        own.iter().filter(|game| game.homeless && game.server == server).take(limit::BUTTONS).map(|game| {
            let id = Id::Game(game.id, game.ply, GamePress::MoveHere);
            Button::new(id, tr!(locale, "button-move-here", id = game.id.get()), Style::Primary)
        });
    Post::card(embed).buttons(homeless).private()
}

/// The lines one below the other, as many as fit in so many characters; it is said if there are others.
fn fitted(locale: Locale, mut lines: Vec<String>, limit: usize) -> String {
    let all = lines.len();
    loop {
        let rest = (lines.len() < all).then(|| tr!(locale, "games-more"));
        let text = lines.iter().map(String::as_str).chain(rest.as_deref()).collect::<Vec<_>>().join("\n");
        if text.chars().count() <= limit || lines.pop().is_none() {
            return text;
        }
    }
}

/// What is told of a game. Of their `own` games the reader is told whom they play against; a game that they have left is theirs
/// no more.
fn line(locale: Locale, reader: PlayerId, own: bool, game: &Summary) -> String {
    let shown = game.seats.iter().filter(|player| !own || player.id != reader);
    let names: Vec<String> = shown.map(|player| name(locale, player)).collect();
    let turn = game.seats.iter().find(|player| player.seat == game.turn);
    let place = if game.homeless {
        tr!(locale, "games-homeless")
    } else if let Some(board) = &game.board {
        message_link(game.server, board.channel, board.message)
    } else {
        format!("<#{}>", game.channel)
    };
    tr!(
        locale,
        "games-line",
        game = game.kind.name(),
        id = game.id.get(),
        players = locale.list(&names),
        own = if own { "yes" } else { "no" },
        yours = match turn {
            Some(player) if player.id == reader => "yes",
            // Nothing is due.
            Some(player) if player.computer().is_some() => "computer",
            _ => "no",
        },
        turn = turn.map_or_else(String::new, |player| name(locale, player)),
        left = timestamp(game.deadline, TimeStyle::Relative),
        place = place
    )
}
