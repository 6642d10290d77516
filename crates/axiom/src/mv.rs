//! Moves (§2).

use std::cmp::Ordering;
use std::fmt::{self, Write as _};

use arrayvec::ArrayString;

use crate::{Cell, Face, Faces};

/// What a player does in one turn (§2).
///
/// `Display` writes the form of §6 without blanks, which names exactly one move in any position; the order is that of
/// these forms' bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// A cube is lifted and put into another cell, turned at will (§4).
    Cube {
        /// Where it stood.
        from: Cell,
        /// Where it goes.
        to: Cell,
        /// Its domes in the new orientation.
        domes: Faces,
    },
    /// A sceptre goes along a line (§3).
    Sceptre {
        /// The cube it stood on.
        from: Cell,
        /// The cube it goes to.
        to: Cell,
        /// The face of that cube on which it ends.
        face: Face,
    },
}

/// Two letters, two cells of up to 28 characters, six faces: even what is no legal move has its place in the order.
const LONGEST: usize = 2 * (1 + 28) + 6 * 2;

impl Move {
    /// The cell of the piece that moves.
    pub const fn from(self) -> Cell {
        match self {
            Move::Cube { from, .. } | Move::Sceptre { from, .. } => from,
        }
    }

    /// The cell where it ends: of a sceptre, the cell of the cube it stands on.
    pub const fn to(self) -> Cell {
        match self {
            Move::Cube { to, .. } | Move::Sceptre { to, .. } => to,
        }
    }

    fn text(self) -> ArrayString<LONGEST> {
        let mut text = ArrayString::new();
        write!(text, "{self}").expect("two cells and six faces fit");
        text
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Cube { from, to, domes } => write!(f, "C{from}C{to}{domes}"),
            Move::Sceptre { from, to, face } => write!(f, "S{from}S{to}{face}"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Ord for Move {
    fn cmp(&self, other: &Move) -> Ordering {
        self.text().as_bytes().cmp(other.text().as_bytes())
    }
}

impl PartialOrd for Move {
    fn partial_cmp(&self, other: &Move) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests;
