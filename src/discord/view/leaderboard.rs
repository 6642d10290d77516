//! The leaderboards. People appear by the names last seen, as plain text: a page needs no request, and pings nobody.

use play::GameKind;
use play::standing::{Leaderboard, LevelRow, Row, SURE, Scope};

use super::rating;
use crate::discord::component::Id;
use crate::discord::post::{Button, Embed, Post, Style};
use crate::i18n::{Locale, escape};
use crate::tr;

/// A page, with buttons to the pages beside it. `wanted` is the page that was asked for, from 1: of one beyond the last it is said.
pub fn post(locale: Locale, kind: GameKind, scope: Scope, wanted: u32, board: &Leaderboard) -> Post {
    let mut lines: Vec<String> = board.rows.iter().filter_map(|row| ranked(locale, row)).collect();
    if lines.is_empty() {
        lines.push(tr!(locale, "leaderboard-empty", most = rating::deviation(SURE)));
    }
    lines.push(String::new());
    lines.push(own(locale, kind, board.own.as_ref()));
    if wanted > board.pages {
        lines.push(tr!(locale, "leaderboard-beyond", pages = board.pages));
    }
    let embed = Embed::titled(tr!(locale, "leaderboard-title", game = kind.name(), scope = slug(scope)))
        .description(lines.join("\n"));
    let embed = if board.pages > 1 {
        embed.footer(tr!(locale, "leaderboard-page", page = board.page, pages = board.pages))
    } else {
        embed
    };
    Post::card(embed).buttons(pages(locale, kind, scope, board))
}

/// The computer's levels, on the one page that they fill. `wanted` is the page that was asked for.
pub fn levels(locale: Locale, kind: GameKind, scope: Scope, wanted: u32, rows: &[LevelRow]) -> Post {
    let mut lines = vec![tr!(locale, "leaderboard-levels"), String::new()];
    if rows.is_empty() {
        lines.push(tr!(locale, "leaderboard-levels-empty", scope = slug(scope)));
    }
    lines.extend(rows.iter().map(|row| level(locale, row)));
    lines.push(String::new());
    if rows.iter().any(|LevelRow { row, .. }| row.rank.is_none()) {
        lines.push(tr!(locale, "leaderboard-levels-unsure"));
    }
    if wanted > 1 {
        lines.push(tr!(locale, "leaderboard-beyond", pages = 1));
    }
    let title = tr!(locale, "leaderboard-levels-title", game = kind.name(), scope = slug(scope));
    Post::card(Embed::titled(title).description(lines.join("\n")))
}

fn level(locale: Locale, row: &LevelRow) -> String {
    let LevelRow { level, row } = row;
    let Row { games, wins, draws, losses, .. } = *row;
    let (level, rating) = (level.number(), rating::number(row.rating));
    if let Some(rank) = row.rank {
        tr!(
            locale,
            "leaderboard-level",
            rank = rank,
            level = level,
            rating = rating,
            games = games,
            wins = wins,
            draws = draws,
            losses = losses
        )
    } else {
        tr!(
            locale,
            "leaderboard-level-provisional",
            level = level,
            rating = rating,
            deviation = rating::deviation(row.deviation),
            games = games,
            wins = wins,
            draws = draws,
            losses = losses
        )
    }
}

fn slug(scope: Scope) -> &'static str {
    match scope {
        Scope::Server(_) => "server",
        Scope::Everywhere => "everywhere",
    }
}

/// A person's name as the tables show it.
pub fn name(locale: Locale, name: &str, deleted: bool) -> String {
    if deleted { tr!(locale, "name-deleted") } else { escape(name) }
}

fn ranked(locale: Locale, row: &Row) -> Option<String> {
    let name = name(locale, &row.name, row.deleted);
    let rating = rating::number(row.rating);
    Some(tr!(
        locale,
        "leaderboard-row",
        rank = row.rank?,
        name = name,
        rating = rating,
        games = row.games,
        wins = row.wins,
        draws = row.draws
    ))
}

fn own(locale: Locale, kind: GameKind, own: Option<&Row>) -> String {
    let Some(row) = own else { return tr!(locale, "leaderboard-own-none", game = kind.name()) };
    let rating = rating::number(row.rating);
    if let Some(rank) = row.rank {
        let (games, wins, draws) = (row.games, row.wins, row.draws);
        tr!(
            locale,
            "leaderboard-own",
            rank = rank,
            rating = rating,
            games = games,
            wins = wins,
            draws = draws
        )
    } else {
        let (deviation, most) = (rating::deviation(row.deviation), rating::deviation(SURE));
        tr!(locale, "leaderboard-own-provisional", rating = rating, deviation = deviation, most = most)
    }
}

fn pages(locale: Locale, kind: GameKind, scope: Scope, board: &Leaderboard) -> Vec<Button> {
    if board.pages < 2 {
        return Vec::new();
    }
    let to = |page| Id::Leaderboard(kind, scope, page);
    // Page 0 and the page after the last are never asked for: their buttons cannot be pressed.
    vec![
        Button::new(to(board.page.saturating_sub(1)), tr!(locale, "button-previous"), Style::Secondary)
            .disabled(board.page <= 1),
        Button::new(to(board.page.saturating_add(1)), tr!(locale, "button-next"), Style::Secondary)
            .disabled(board.page >= board.pages),
    ]
}
