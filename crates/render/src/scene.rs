//! What is on a picture, as plain values.

use std::collections::BTreeMap;

use game::{BySeat, Position as _, Seat};
use xima::{Block, Move, Position, Reserve, Square};

/// What is to be drawn, by kind of game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scene {
    /// A board of XIMA.
    Xima(XimaScene),
}

/// A board of XIMA with its reserves and marks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct XimaScene {
    /// Seats that play, 2 to 4; their colours and places follow (§2).
    pub players: u8,
    /// The columns of blocks, bottom first.
    pub columns: BTreeMap<Square, Vec<Block>>,
    /// What each seat holds beside the board.
    pub reserves: BySeat<Reserve>,
    /// The seat to move; `None` once the game is over.
    pub to_move: Option<Seat>,
    /// The seat that has won.
    pub winner: Option<Seat>,
    /// The move that led here.
    pub last: Option<Move>,
    /// The square whose top block has been chosen.
    pub selected: Option<Square>,
    /// The squares where a move may end.
    pub targets: Vec<Square>,
}

impl XimaScene {
    /// A position without marks; the last move, the choice and its targets are set by whoever knows them.
    pub fn of(position: &Position) -> XimaScene {
        let columns = Square::all().map(|square| (square, position.column(square).to_vec()));
        let outcome = position.outcome();
        XimaScene {
            players: position.players(),
            columns: columns.filter(|(_, column)| !column.is_empty()).collect(),
            reserves: BySeat::from_fn(|seat| position.reserve(seat)),
            to_move: outcome.is_none().then(|| position.turn()),
            winner: outcome.and_then(|(outcome, _)| outcome.winner()),
            last: None,
            selected: None,
            targets: Vec::new(),
        }
    }
}
