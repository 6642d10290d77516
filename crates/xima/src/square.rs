//! The 169 squares of the board (§1).

use std::fmt;
use std::str::FromStr;

use crate::Direction;

/// A square of the 13 × 13 board (§1). Ordered by row from south to north, then by column from west to east.
///
/// Inside it is a cell of a 16 × 16 grid, row in the high half of the byte: a step off the board lands on a cell
/// that is no square, whatever the direction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Squares along one side of the board.
    pub const SIDE: u8 = 13;
    /// Squares on the board.
    pub const COUNT: usize = 169;
    /// The summit, `G7`.
    pub const SUMMIT: Square = Square(0x66);

    /// The square at a 0-based column (`A` = 0) and row (`1` = 0), or `None` off the board.
    pub const fn new(column: u8, row: u8) -> Option<Square> {
        if column < Square::SIDE && row < Square::SIDE { Some(Square((row << 4) | column)) } else { None }
    }

    /// Every square, in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator + Clone {
        (0..169).map(|index: u8| Square(((index / Square::SIDE) << 4) | (index % Square::SIDE)))
    }

    /// The 0-based place in [`Square::all`], below [`Square::COUNT`].
    pub const fn index(self) -> usize {
        self.row() as usize * Square::SIDE as usize + self.column() as usize
    }

    /// The 0-based column, `A` = 0.
    pub const fn column(self) -> u8 {
        self.0 & 15
    }

    /// The 0-based row, `1` = 0.
    pub const fn row(self) -> u8 {
        self.0 >> 4
    }

    /// The floor, 1 to 4 (§1).
    pub const fn floor(self) -> u8 {
        FLOORS[self.0 as usize]
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

    /// The next square in a direction, or `None` when that is off the board.
    pub const fn next(self, direction: Direction) -> Option<Square> {
        let cell = self.0.wrapping_add(direction.delta());
        if cell & 15 < Square::SIDE && cell >> 4 < Square::SIDE { Some(Square(cell)) } else { None }
    }

    /// The number of king's steps between two squares.
    pub const fn distance(self, other: Square) -> u8 {
        let column = self.column().abs_diff(other.column());
        let row = self.row().abs_diff(other.row());
        if column > row { column } else { row }
    }

    /// The square of the distance between the middles of two squares, in sides of a square.
    pub(crate) const fn distance_squared(self, other: Square) -> u16 {
        let column = self.column().abs_diff(other.column()) as u16;
        let row = self.row().abs_diff(other.row()) as u16;
        column * column + row * row
    }

    /// The direction in which `other` lies on a straight line, or `None` when it lies on none or is the same square.
    pub fn direction_to(self, other: Square) -> Option<Direction> {
        let columns = i16::from(other.column()) - i16::from(self.column());
        let rows = i16::from(other.row()) - i16::from(self.row());
        let straight = columns == 0 || rows == 0 || columns.abs() == rows.abs();
        Direction::ALL
            .into_iter()
            .find(|direction| straight && direction.offset() == (columns.signum(), rows.signum()))
    }

    /// The cell of the 16 × 16 grid.
    pub(crate) const fn cell(self) -> u8 {
        self.0
    }

    /// The square of a cell that is known to be on the board.
    pub(crate) const fn of_cell(cell: u8) -> Square {
        debug_assert!(cell & 15 < Square::SIDE && cell >> 4 < Square::SIDE);
        Square(cell)
    }
}

/// By cell: the floor of its square (§1).
const FLOORS: [u8; 256] = {
    let mut floors = [0; 256];
    let mut cell = 0u8;
    while cell < 13 << 4 {
        floors[cell as usize] = 4 - Square(cell).distance(Square::SUMMIT).div_ceil(2);
        cell += 1;
        if cell & 15 == Square::SIDE {
            cell += 16 - Square::SIDE;
        }
    }
    floors
};

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
        let (&column, row) = text.as_bytes().split_first().ok_or(NotASquare)?;
        let row = match *row {
            [units @ b'1'..=b'9'] => units - b'0',
            [b'1', units @ b'0'..=b'3'] => 10 + units - b'0',
            _ => return Err(NotASquare),
        };
        Square::new(column.wrapping_sub(b'A'), row - 1).ok_or(NotASquare)
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

#[cfg(test)]
mod tests;
