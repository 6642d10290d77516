//! What is on a picture, as plain values.

use std::collections::BTreeMap;

use axiom::{Cell, Cube, Face, Sceptre};
use game::{BySeat, Position as _, Seat};
use xima::{Block, Move, Position, Reserve, Square};

/// What is to be drawn, by kind of game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scene {
    /// A board of XIMA.
    Xima(XimaScene),
    /// A structure of Axiom.
    Axiom(AxiomScene),
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

/// A structure of Axiom with its marks. Whatever is on it can be drawn, legal or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AxiomScene {
    /// The cubes.
    pub cubes: Vec<Cube>,
    /// The sceptres.
    pub sceptres: Vec<Sceptre>,
    /// The seat to move; `None` once the game is over.
    pub to_move: Option<Seat>,
    /// The seat that has won.
    pub winner: Option<Seat>,
    /// The move that led here.
    pub last: Option<axiom::Move>,
    /// The cell of the piece that has been chosen: the sceptre that stands on this cube, or else the cube.
    pub selected: Option<Cell>,
    /// Where a move may end. The picture numbers them from 1, in this order.
    pub targets: Vec<Target>,
}

/// Where a move of Axiom may end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    /// A cell for a cube.
    Cell(Cell),
    /// A face of the cube in a cell, for a sceptre.
    Face(Cell, Face),
}

impl AxiomScene {
    /// A position without marks; the last move, the choice and its targets are set by whoever knows them.
    pub fn of(position: &axiom::Position) -> AxiomScene {
        let outcome = position.outcome();
        AxiomScene {
            cubes: position.cubes(),
            sceptres: position.sceptres(),
            to_move: outcome.is_none().then(|| position.turn()),
            winner: outcome.and_then(|(outcome, _)| outcome.winner()),
            last: None,
            selected: None,
            targets: Vec::new(),
        }
    }
}
