//! The 169 squares of the board (§1).

use std::fmt;
use std::str::FromStr;

/// A square of the 13 × 13 board (§1). Ordered by row from south to north, then by column from west to east.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Squares along one side of the board.
    pub const SIDE: u8 = 13;
    /// Squares on the board.
    pub const COUNT: usize = 169;
    /// The summit, `G7`.
    pub const SUMMIT: Square = Square(6 * 13 + 6);

    /// The square at a 0-based column (`A` = 0) and row (`1` = 0), or `None` off the board.
    pub const fn new(column: u8, row: u8) -> Option<Square> {
        if column < Square::SIDE && row < Square::SIDE {
            Some(Square(row * Square::SIDE + column))
        } else {
            None
        }
    }

    /// Every square, in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator + Clone {
        (0..169).map(Square)
    }

    /// The 0-based place in [`Square::all`], below [`Square::COUNT`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The 0-based column, `A` = 0.
    pub const fn column(self) -> u8 {
        self.0 % Square::SIDE
    }

    /// The 0-based row, `1` = 0.
    pub const fn row(self) -> u8 {
        self.0 / Square::SIDE
    }

    /// The floor, 1 to 4 (§1).
    pub const fn floor(self) -> u8 {
        let from_centre = {
            let column = self.column().abs_diff(6);
            let row = self.row().abs_diff(6);
            if column > row { column } else { row }
        };
        4 - from_centre.div_ceil(2)
    }

    /// The height of the bare floor in blocks: 0, 2, 4 or 6 (§1).
    pub const fn height(self) -> u8 {
        2 * (self.floor() - 1)
    }

    /// Whether the square lies on an edge of the board, where blocks enter (§3.2).
    pub const fn is_edge(self) -> bool {
        let (column, row) = (self.column(), self.row());
        column == 0 || row == 0 || column == Square::SIDE - 1 || row == Square::SIDE - 1
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.column()), self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = NotASquare;

    /// Reads `A1` to `M13`, exactly as `Display` writes them.
    fn from_str(text: &str) -> Result<Square, NotASquare> {
        Square::all().find(|square| square.to_string() == text).ok_or(NotASquare)
    }
}

/// The text names no square of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotASquare;

impl fmt::Display for NotASquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a square from A1 to M13")
    }
}

impl std::error::Error for NotASquare {}
