//! Position text (§7): reading with validation, and writing.

use std::fmt;
use std::str::FromStr;

use game::{BySeat, Seat};

use crate::board::Board;
use crate::position::Status;
use crate::{Block, Colour, Kind, Position, Reason, Reserve, SpecialState, Square};

/// The tallest column that is read. Rules set no bound; this one is far above what play can build and keeps heights in
/// a byte.
const TALLEST: usize = 200;

/// Why a position text is refused (§7).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TextError {
    /// There are not four parts, `ROWS TURN RESERVES QUIET`, with blanks between.
    Parts(usize),
    /// There are not 13 rows.
    Rows(usize),
    /// A row has not 13 squares.
    Squares {
        /// The 1-based row.
        row: u8,
    },
    /// A row holds something that is no number of empty squares, block or column.
    Row {
        /// The 1-based row.
        row: u8,
        /// What is wrong in it.
        text: String,
    },
    /// A column is taller than 200 blocks.
    TooTall(Square),
    /// The part that says whose turn it is, is no colour's letter.
    Turn(String),
    /// The reserves are not those of 2 to 4 players in turn order.
    Reserves(String),
    /// QUIET is not a number.
    Quiet(String),
    /// A block's colour does not play.
    NotPlaying {
        /// Whose block it is.
        colour: Colour,
        /// Where it stands.
        square: Square,
    },
    /// The player to move does not play or is out.
    TurnOut(Colour),
    /// A player's special is neither on the board nor marked as being elsewhere.
    SpecialMissing(Colour),
    /// A player's special is on the board more than once.
    SpecialTwice(Colour),
    /// A player's special is on the board and marked as being elsewhere.
    SpecialElsewhere(Colour),
    /// A player who is out has a reserve.
    OutWithReserve(Colour),
    /// Something else than a winner's special stands on the summit.
    Summit,
}

impl FromStr for Position {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Position, TextError> {
        let parts: Vec<&str> = text.split(' ').filter(|part| !part.is_empty()).collect();
        let [rows, turn, reserves, quiet] = parts[..] else { return Err(TextError::Parts(parts.len())) };
        let columns = read_rows(rows)?;
        let turn = read_turn(turn)?;
        let (players, reserves) = read_reserves(reserves)?;
        let quiet = read_number(quiet).ok_or_else(|| TextError::Quiet(quiet.to_owned()))?;
        assemble(&columns, Status::new(players, turn, reserves, quiet))
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..Square::SIDE).rev() {
            write_row(self, row, f)?;
            f.write_str(if row == 0 { " " } else { "/" })?;
        }
        write!(f, "{} ", Colour::of(self.status.turn).letter())?;
        for seat in Seat::first(self.status.players) {
            let Reserve { common, special, out } = self.reserve(seat);
            let special = match special {
                SpecialState::InReserve => "+",
                SpecialState::OnBoard => "",
                SpecialState::Captured => "x",
            };
            write!(f, "{}{common}{special}{}", Colour::of(seat).letter(), if out { "-" } else { "" })?;
        }
        write!(f, " {}", self.quiet())
    }
}

/// Places the blocks and checks that the whole makes sense.
fn assemble(columns: &[(Square, Vec<Block>)], mut status: Status) -> Result<Position, TextError> {
    let mut specials = BySeat::<u8>::default();
    let mut board = Board::empty();
    for (square, column) in columns {
        for block in column {
            let seat = block.colour.seat();
            if seat.index() >= usize::from(status.players) {
                return Err(TextError::NotPlaying { colour: block.colour, square: *square });
            }
            if block.kind == Kind::Special {
                specials[seat] += 1;
                if specials[seat] > 1 {
                    return Err(TextError::SpecialTwice(block.colour));
                }
            }
            board.push(*square, *block);
        }
    }
    for seat in Seat::first(status.players) {
        let colour = Colour::of(seat);
        let Reserve { common, special, out } = status.reserves[seat];
        match (special == SpecialState::OnBoard, specials[seat]) {
            (true, 0) => return Err(TextError::SpecialMissing(colour)),
            (false, 1) => return Err(TextError::SpecialElsewhere(colour)),
            _ => {}
        }
        if out && (common > 0 || special == SpecialState::InReserve) {
            return Err(TextError::OutWithReserve(colour));
        }
    }
    if status.reserves[status.turn].out {
        return Err(TextError::TurnOut(Colour::of(status.turn)));
    }
    let winner = Block { colour: Colour::of(status.turn), kind: Kind::Special };
    match board.column(Square::SUMMIT) {
        [] => {}
        [block] if *block == winner => status.ended = Some((status.turn, Reason::Summit)),
        _ => return Err(TextError::Summit),
    }
    let mut position = Position::assemble(board, status);
    // The text does not say why the others are out; having run out of blocks is what the rules themselves bring about.
    if position.status.ended.is_none() {
        position.end_if_alone(Reason::NoResources);
    }
    Ok(position)
}

/// The columns that are not empty.
fn read_rows(text: &str) -> Result<Vec<(Square, Vec<Block>)>, TextError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != usize::from(Square::SIDE) {
        return Err(TextError::Rows(rows.len()));
    }
    let mut columns = Vec::new();
    for (row, text) in (0..Square::SIDE).rev().zip(rows) {
        read_row(row, text, &mut columns)?;
    }
    Ok(columns)
}

fn read_row(row: u8, text: &str, columns: &mut Vec<(Square, Vec<Block>)>) -> Result<(), TextError> {
    let wrong = |text: &str| TextError::Row { row: row + 1, text: text.to_owned() };
    let too_long = TextError::Squares { row: row + 1 };
    let mut rest = text;
    let mut column = 0u8;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '0'..='9' => rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len()),
            '(' => rest.find(')').ok_or_else(|| wrong(rest))? + 1,
            _ => first.len_utf8(),
        };
        let (item, after) = rest.split_at(length);
        rest = after;
        if first.is_ascii_digit() {
            let empty = read_number(item).filter(|empty| *empty > 0).ok_or_else(|| wrong(item))?;
            column = u8::try_from(empty)
                .ok()
                .and_then(|empty| column.checked_add(empty))
                .ok_or(too_long.clone())?;
            continue;
        }
        let letters = item.strip_prefix('(').and_then(|item| item.strip_suffix(')')).unwrap_or(item);
        let blocks: Option<Vec<Block>> = letters.chars().map(Block::of_letter).collect();
        let blocks = blocks.filter(|blocks| !blocks.is_empty()).ok_or_else(|| wrong(item))?;
        let square = Square::new(column, row).ok_or(too_long.clone())?;
        if blocks.len() > TALLEST {
            return Err(TextError::TooTall(square));
        }
        columns.push((square, blocks));
        column += 1;
    }
    if column == Square::SIDE { Ok(()) } else { Err(too_long) }
}

fn read_turn(text: &str) -> Result<Seat, TextError> {
    let mut letters = text.chars();
    Colour::ALL
        .into_iter()
        .find(|colour| Some(colour.letter()) == letters.clone().next())
        .filter(|_| letters.by_ref().count() == 1)
        .map(Colour::seat)
        .ok_or_else(|| TextError::Turn(text.to_owned()))
}

/// The number of players and what each has.
fn read_reserves(text: &str) -> Result<(u8, BySeat<Reserve>), TextError> {
    let wrong = || TextError::Reserves(text.to_owned());
    let mut reserves = BySeat::from_fn(|_| Reserve::NOBODY);
    let mut players = 0;
    let mut rest = text;
    for seat in Seat::ALL {
        let Some(after) = rest.strip_prefix(Colour::of(seat).letter()) else { break };
        let digits = after.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(after.len());
        let (common, after) = after.split_at(digits);
        let common = read_number(common).and_then(|common| u16::try_from(common).ok()).ok_or_else(wrong)?;
        let (special, after) = match after.as_bytes() {
            [b'+', ..] => (SpecialState::InReserve, &after[1..]),
            [b'x', ..] => (SpecialState::Captured, &after[1..]),
            _ => (SpecialState::OnBoard, after),
        };
        let (out, after) = match after.strip_prefix('-') {
            Some(after) => (true, after),
            None => (false, after),
        };
        reserves[seat] = Reserve { common, special, out };
        players += 1;
        rest = after;
    }
    if rest.is_empty() && players >= 2 { Ok((players, reserves)) } else { Err(wrong()) }
}

/// A number as it is written: digits without a leading zero.
fn read_number(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    plain.then(|| text.parse().ok()).flatten()
}

fn write_row(position: &Position, row: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut empty = 0;
    for square in (0..Square::SIDE).filter_map(|column| Square::new(column, row)) {
        let column = position.column(square);
        if column.is_empty() {
            empty += 1;
            continue;
        }
        if empty > 0 {
            write!(f, "{empty}")?;
            empty = 0;
        }
        let (open, close) = if column.len() > 1 { ("(", ")") } else { ("", "") };
        f.write_str(open)?;
        column.iter().try_for_each(|block| write!(f, "{}", block.letter()))?;
        f.write_str(close)?;
    }
    if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextError::Parts(parts) => {
                write!(f, "a position has four parts, rows, turn, reserves and quiet turns, not {parts}")
            }
            TextError::Rows(rows) => write!(f, "a position has 13 rows, not {rows}"),
            TextError::Squares { row } => write!(f, "row {row} has not 13 squares"),
            TextError::Row { row, text } => {
                write!(f, "row {row}: {text:?} is neither empty squares nor blocks")
            }
            TextError::TooTall(square) => write!(f, "the column on {square} is taller than {TALLEST} blocks"),
            TextError::Turn(text) => write!(f, "{text:?} is not the letter of a colour"),
            TextError::Reserves(text) => write!(f, "{text:?} is not the reserves of 2 to 4 players"),
            TextError::Quiet(text) => write!(f, "{text:?} is not a number of quiet turns"),
            TextError::NotPlaying { colour, square } => {
                write!(f, "the block on {square} is of a colour that does not play, {}", colour.letter())
            }
            TextError::TurnOut(colour) => write!(f, "the player to move, {}, does not play", colour.letter()),
            TextError::SpecialMissing(colour) => write!(f, "the special of {} is missing", colour.letter()),
            TextError::SpecialTwice(colour) => {
                write!(f, "the special of {} is there more than once", colour.letter())
            }
            TextError::SpecialElsewhere(colour) => {
                write!(f, "the special of {} is on the board and marked as off it", colour.letter())
            }
            TextError::OutWithReserve(colour) => {
                write!(f, "{} is out and cannot have blocks in reserve", colour.letter())
            }
            TextError::Summit => {
                write!(f, "only the special of the player to move may stand on G7, having won")
            }
        }
    }
}

impl std::error::Error for TextError {}

#[cfg(test)]
mod tests;
