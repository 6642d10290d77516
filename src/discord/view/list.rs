//! Lists of games.

use play::Summary;
use store::{PlayerId, ServerId};

use super::game::{message_link, name};
use crate::discord::component::{GamePress, Id};
use crate::discord::post::{Button, Embed, Post, Style, clip, limit};
use crate::i18n::{Locale, TimeStyle, timestamp};
use crate::tr;

/// Games shown of each kind of list.
const SHOWN: usize = 12;

/// A person's own games and those of the server they ask in. A game of this server that lost its channel can be moved
/// here by its players.
pub fn post(
    locale: Locale,
    (server, reader): (ServerId, PlayerId),
    own: &[Summary],
    here: &[Summary],
) -> Post {
    let others: Vec<&Summary> =
        here.iter().filter(|game| own.iter().all(|mine| mine.id != game.id)).collect();
    let mut embed = Embed::titled(tr!(locale, "games-title"));
    let mine = lines(locale, reader, true, own.iter());
    embed = embed.description(if mine.is_empty() { tr!(locale, "games-none") } else { mine });
    let theirs = lines(locale, reader, false, others.into_iter());
    if !theirs.is_empty() {
        embed = embed.field(tr!(locale, "games-here"), clip(&theirs, limit::FIELD_VALUE), false);
    }
    let homeless =
        own.iter().filter(|game| game.homeless && game.server == server).take(limit::BUTTONS).map(|game| {
            let id = Id::Game(game.id, game.ply, GamePress::MoveHere);
            Button::new(id, tr!(locale, "button-move-here", id = game.id.get()), Style::Primary)
        });
    Post::card(embed).buttons(homeless).private()
}

/// One line a game, as many as fit in a field. Of their `own` games the reader is told whom they play against; a game that they
/// have left is theirs no more.
fn lines<'a>(
    locale: Locale,
    reader: PlayerId,
    own: bool,
    games: impl Iterator<Item = &'a Summary>,
) -> String {
    let mut text = String::new();
    for game in games.take(SHOWN) {
        let line = line(locale, reader, own, game);
        if text.chars().count() + line.chars().count() >= limit::FIELD_VALUE {
            break;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&line);
    }
    text
}

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
