//! Moves (§3).

use std::cmp::Ordering;
use std::fmt;

use crate::{Kind, Square};

/// What a player does in one turn (§3): enter a block, or move one that is on top of its column.
///
/// Entries over different lines to the same square are one move (§3.2). `Display` writes the long form (§6), which names
/// exactly one move in any position; the order is that of the long forms' bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    from: Option<Square>,
    to: Square,
    kind: Kind,
}

impl Move {
    /// Entering a block from the reserve.
    pub const fn enter(kind: Kind, to: Square) -> Move {
        Move { from: None, to, kind }
    }

    /// Moving a block on the board.
    pub const fn step(kind: Kind, from: Square, to: Square) -> Move {
        Move { from: Some(from), to, kind }
    }

    /// Where the block stands, or `None` when it enters.
    pub const fn from(self) -> Option<Square> {
        self.from
    }

    /// Where the move ends.
    pub const fn to(self) -> Square {
        self.to
    }

    /// The kind of block that moves.
    pub const fn kind(self) -> Kind {
        self.kind
    }

    /// Whether a block enters from the reserve.
    pub const fn is_entry(self) -> bool {
        self.from.is_none()
    }

    /// The long form as at most seven bytes, padded with 0, so that numbers order as the texts do.
    fn long_form(self) -> u64 {
        let mut bytes = [0; 8];
        let mut at = 0;
        let mut put = |byte: u8| {
            bytes[at] = byte;
            at += 1;
        };
        match (self.kind, self.from) {
            (Kind::Special, _) => put(b'='),
            (Kind::Common, None) => put(b'-'),
            (Kind::Common, Some(_)) => {}
        }
        for square in self.from.into_iter().chain([self.to]) {
            let number = square.row() + 1;
            put(b'A' + square.column());
            if number >= 10 {
                put(b'1');
            }
            put(b'0' + number % 10);
        }
        u64::from_be_bytes(bytes)
    }
}

impl Ord for Move {
    fn cmp(&self, other: &Move) -> Ordering {
        self.long_form().cmp(&other.long_form())
    }
}

impl PartialOrd for Move {
    fn partial_cmp(&self, other: &Move) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.kind, self.from) {
            (Kind::Common, None) => write!(f, "-{}", self.to),
            (Kind::Common, Some(from)) => write!(f, "{from}{}", self.to),
            (Kind::Special, None) => write!(f, "={}", self.to),
            (Kind::Special, Some(from)) => write!(f, "={from}{}", self.to),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests;
