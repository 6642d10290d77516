//! Why a move is refused (§3, §4, §6).

use std::fmt;

use crate::{Cell, Face};

/// Why a text names no move that may be played: the first reason that applies, in this order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The game is over.
    GameOver,
    /// The text has not the form of §6.
    Syntax {
        /// The text as it was given.
        text: String,
    },
    /// A coordinate that no cube can have.
    OutOfBounds {
        /// The text as it was given.
        text: String,
    },
    /// No cube is there.
    NoCube {
        /// The cell named.
        cell: Cell,
    },
    /// The cube is the opponent's (§2).
    NotYours {
        /// The cell named.
        cell: Cell,
    },
    /// No sceptre of the player stands on that cube.
    NoSceptre {
        /// The cell named.
        cell: Cell,
    },
    /// A sceptre stands on the cube, which so cannot be lifted (§4).
    Carries {
        /// The cell named.
        cell: Cell,
    },
    /// A cube is on top of the cube, which so cannot be lifted (§4).
    Covered {
        /// The cell named.
        cell: Cell,
    },
    /// The domes are not those of this cube in any orientation (§1).
    Domes {
        /// How many the cube has.
        domes: u32,
    },
    /// The cube was to stay in its cell, turned or not (rule 1).
    SameCell {
        /// The cell.
        cell: Cell,
    },
    /// A cube fills the cell (rule 1).
    Filled {
        /// The cell.
        cell: Cell,
    },
    /// A sceptre, or its tip, is in the cell (rule 2).
    NearSceptre {
        /// The cell.
        cell: Cell,
        /// The cube the sceptre stands on.
        sceptre: Cell,
    },
    /// Nothing is under the cell (rule 3).
    Unsupported {
        /// The cell.
        cell: Cell,
    },
    /// A dome would press against the table (rule 4) or another dome (rule 5).
    DomeOnDome {
        /// The face.
        face: Face,
    },
    /// The cube would interlock with nothing: with the cube below, or on the table with one at its side (rule 6).
    NoInterlock {
        /// The cell.
        cell: Cell,
    },
    /// The face is a dome (T1).
    Dome {
        /// The cell.
        cell: Cell,
        /// The face.
        face: Face,
    },
    /// The sceptre stands there already (T2).
    SameSquare,
    /// Another sceptre is in the way at the end of the line (T3, T4).
    Taken {
        /// The cube the other sceptre stands on.
        sceptre: Cell,
    },
    /// There is no room for the tip (T5).
    NoRoom,
    /// Another sceptre points into the same gap (T6).
    Facing {
        /// The cube the other sceptre stands on.
        sceptre: Cell,
    },
    /// No line leads there (§3).
    OutOfReach,
}

impl Refusal {
    /// A word for the reason.
    pub const fn slug(&self) -> &'static str {
        match self {
            Refusal::GameOver => "game-over",
            Refusal::Syntax { .. } => "syntax",
            Refusal::OutOfBounds { .. } => "out-of-bounds",
            Refusal::NoCube { .. } => "no-cube",
            Refusal::NotYours { .. } => "not-yours",
            Refusal::NoSceptre { .. } => "no-sceptre",
            Refusal::Carries { .. } => "carries",
            Refusal::Covered { .. } => "covered",
            Refusal::Domes { .. } => "domes",
            Refusal::SameCell { .. } => "same-cell",
            Refusal::Filled { .. } => "filled",
            Refusal::NearSceptre { .. } => "near-sceptre",
            Refusal::Unsupported { .. } => "unsupported",
            Refusal::DomeOnDome { .. } => "dome-on-dome",
            Refusal::NoInterlock { .. } => "no-interlock",
            Refusal::Dome { .. } => "dome",
            Refusal::SameSquare => "same-square",
            Refusal::Taken { .. } => "taken",
            Refusal::NoRoom => "no-room",
            Refusal::Facing { .. } => "facing",
            Refusal::OutOfReach => "out-of-reach",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::GameOver => f.write_str("the game is over"),
            Refusal::Syntax { text } => write!(f, "{text:?} is no move"),
            Refusal::OutOfBounds { text } => write!(f, "{text:?} names a cell that no cube can have"),
            Refusal::NoCube { cell } => write!(f, "no cube is in {cell}"),
            Refusal::NotYours { cell } => write!(f, "the cube in {cell} is the opponent's"),
            Refusal::NoSceptre { cell } => write!(f, "no sceptre of the mover stands on {cell}"),
            Refusal::Carries { cell } => write!(f, "a sceptre stands on {cell}"),
            Refusal::Covered { cell } => write!(f, "a cube is on top of {cell}"),
            Refusal::Domes { domes: 1 } => f.write_str("the cube has one dome"),
            Refusal::Domes { domes } => write!(f, "the cube has {domes} domes, not opposite each other"),
            Refusal::SameCell { cell } => write!(f, "the cube is in {cell} already"),
            Refusal::Filled { cell } => write!(f, "a cube fills {cell}"),
            Refusal::NearSceptre { cell, sceptre } => write!(f, "the sceptre on {sceptre} needs {cell}"),
            Refusal::Unsupported { cell } => write!(f, "nothing is under {cell}"),
            Refusal::DomeOnDome { face } => write!(f, "no room for a dome at {face}"),
            Refusal::NoInterlock { cell } => write!(f, "nothing interlocks in {cell}"),
            Refusal::Dome { cell, face } => write!(f, "{cell}{face} is a dome"),
            Refusal::SameSquare => f.write_str("the sceptre stands there already"),
            Refusal::Taken { sceptre } => write!(f, "the sceptre on {sceptre} is in the way"),
            Refusal::NoRoom => f.write_str("no room for the tip of the sceptre"),
            Refusal::Facing { sceptre } => write!(f, "the sceptre on {sceptre} points into the same gap"),
            Refusal::OutOfReach => f.write_str("no line leads there"),
        }
    }
}

impl std::error::Error for Refusal {}
