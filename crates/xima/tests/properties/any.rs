//! Strategies: positions of all kinds, and texts that are nearly or not at all what a parser expects.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use xima::{Position, Square};

const LETTERS: [char; 4] = ['r', 'b', 'y', 'g'];

/// Where a player's special is.
#[derive(Clone, Copy, Debug)]
enum Special {
    InReserve,
    Captured,
    /// On this square, under this share of its column's blocks.
    On(usize, usize),
}

#[derive(Clone, Copy, Debug)]
struct Player {
    common: u16,
    special: Special,
    out: bool,
}

/// A valid position with any number of blocks, in tall columns or wide apart.
pub fn position() -> impl Strategy<Value = Position> {
    position_with(60)
}

/// A valid position with few blocks.
pub fn sparse_position() -> impl Strategy<Value = Position> {
    position_with(8)
}

fn position_with(blocks: usize) -> impl Strategy<Value = Position> {
    // The squares of a corner, so that columns grow, or all of them.
    let square = prop_oneof![0..169usize, (0..3usize, 0..3usize).prop_map(|(column, row)| row * 13 + column)];
    let special = prop_oneof![
        2 => Just(Special::InReserve),
        1 => Just(Special::Captured),
        4 => (square.clone(), 0..6usize).prop_map(|(square, under)| Special::On(square, under)),
    ];
    let player = (prop_oneof![Just(0), 0..10u16, Just(300)], special, prop::bool::weighted(0.1));
    let player = player.prop_map(|(common, special, out)| Player { common, special, out });
    let quiet = prop_oneof![0..10u32, 36..41u32, 56..61u32, 76..100u32];
    (vec(player, 2..=4), vec((square, 0..4usize), 0..=blocks), 0..4usize, quiet)
        .prop_map(|(players, blocks, turn, quiet)| write(players, &blocks, turn, quiet))
        .prop_map(|text| text.parse().unwrap_or_else(|error| panic!("{text}: {error}")))
}

/// The text of a position, put right where the parts contradict each other.
fn write(mut players: Vec<Player>, blocks: &[(usize, usize)], turn: usize, quiet: u32) -> String {
    let turn = turn % players.len();
    players[turn].out = false;
    let mut columns = vec![String::new(); 169];
    for (square, colour) in blocks {
        columns[*square].push(LETTERS[colour % players.len()]);
    }
    let summit = Square::SUMMIT.index();
    let mut reserves = String::new();
    for (seat, player) in players.iter().enumerate() {
        let mut mark = match player.special {
            Special::InReserve if player.out => "x",
            Special::InReserve => "+",
            Special::On(square, under) if square != summit => {
                let column = &mut columns[square];
                column.insert(under.min(column.len()), LETTERS[seat].to_ascii_uppercase());
                ""
            }
            Special::Captured | Special::On(..) => "x",
        }
        .to_owned();
        if player.out {
            mark.push('-');
        }
        let common = if player.out { 0 } else { player.common };
        reserves += &[LETTERS[seat].to_string(), common.to_string(), mark].concat();
    }
    columns[summit].clear();
    format!("{} {} {reserves} {quiet}", rows(&columns), LETTERS[turn])
}

/// The rows of a position text, from the letters on each square.
pub fn rows(columns: &[String]) -> String {
    let rows: Vec<String> = columns.chunks(13).rev().map(write_row).collect();
    rows.join("/")
}

fn write_row(columns: &[String]) -> String {
    let mut row = String::new();
    let mut empty = 0;
    for column in columns {
        if column.is_empty() {
            empty += 1;
            continue;
        }
        if empty > 0 {
            row.push_str(&std::mem::take(&mut empty).to_string());
        }
        row += &if column.len() == 1 { column.clone() } else { ["(", column, ")"].concat() };
    }
    if empty > 0 {
        row.push_str(&empty.to_string());
    }
    row
}

/// A text of any characters, with those that mean something among them.
fn text(meaningful: &'static str, length: usize) -> impl Strategy<Value = String> {
    let letters: Vec<char> = meaningful.chars().collect();
    vec(prop_oneof![9 => select(letters), 1 => any::<char>()], 0..length).prop_map(String::from_iter)
}

/// A position text with a few characters taken out, put in or exchanged, or any text.
pub fn position_text() -> impl Strategy<Value = String> {
    let change = (any::<prop::sample::Index>(), 0..2usize, text("rbygRBYG()/0123456789+x- ", 3));
    let changed = (position(), vec(change, 0..3)).prop_map(|(position, changes)| {
        let mut letters: Vec<char> = position.to_string().chars().collect();
        for (at, taken, put) in changes {
            let at = at.index(letters.len() + 1);
            letters.splice(at..(at + taken).min(letters.len()), put.chars());
        }
        letters.into_iter().collect()
    });
    prop_oneof![3 => changed, 1 => text("rbygRBYG()/0123456789+x- ", 60)]
}

/// Something like a move.
pub fn notation() -> impl Strategy<Value = String> {
    let square = ("[A-Na-m]", 0..15u8).prop_map(|(column, row)| format!("{column}{row}"));
    let form = (
        select(vec!["", "-", "=", "–"]),
        prop_oneof![Just(String::new()), square.clone(), "[A-N]", (0..15u8).prop_map(|row| row.to_string()),],
        select(vec!["", "x", "X", " "]),
        square,
    );
    let form = form.prop_map(|(mark, from, capture, to)| format!("{mark}{from}{capture}{to}"));
    prop_oneof![8 => form, 1 => Just("TOP".to_owned()), 1 => text("ABGM0123xX-=–− topcima", 10)]
}

/// Something like a record.
pub fn record_text() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        6 => notation(),
        2 => (0..6u8).prop_map(|round| format!("{round}.")),
        1 => select(vec!["--", "—", "resigns", "time", "resigns(b)", "time(y)", "resigns(x)", "...", "."]).prop_map(str::to_owned),
    ];
    vec(token, 0..12).prop_map(|tokens| tokens.join(" "))
}
