//! Cells of space (§1).

use std::fmt;

use crate::Face;

/// A cell of the integer grid (§1), ordered by x, then y, then z. Cells with `z` ≤ 0 lie in the table.
///
/// Space is unbounded in the rules; here a cell's `x` and `y` lie within ±[`Cell::LIMIT`], which no game can reach: a
/// position text beyond it is refused, and a cube is not placed there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u64);

/// Where y and x begin in the packed number, z being at the bottom: so the order of cells is that of numbers, and a
/// step is an addition.
const Y: u32 = 8;
const X: u32 = 36;
/// Added to a coordinate before packing, so that it is never negative.
const BIAS: i64 = 1 << 27;
const Z_BIAS: i64 = 8;

impl Cell {
    /// The largest absolute x or y.
    pub const LIMIT: i32 = 100_000_000;
    /// The highest level a cube can stand on: twelve cubes in one tower.
    pub const TOP: i32 = 12;

    /// The cell at these coordinates, or `None` when x or y is beyond [`Cell::LIMIT`] or z is not from 1 to
    /// [`Cell::TOP`].
    pub const fn new(x: i32, y: i32, z: i32) -> Option<Cell> {
        let within = x >= -Cell::LIMIT && x <= Cell::LIMIT && y >= -Cell::LIMIT && y <= Cell::LIMIT;
        if within && z >= 1 && z <= Cell::TOP { Some(Cell::pack(x as i64, y as i64, z as i64)) } else { None }
    }

    const fn pack(x: i64, y: i64, z: i64) -> Cell {
        Cell((((x + BIAS) << X) | ((y + BIAS) << Y) | (z + Z_BIAS)).cast_unsigned())
    }

    /// West to east.
    pub const fn x(self) -> i32 {
        self.coordinate(X, u64::BITS - X, BIAS)
    }

    /// South to north.
    pub const fn y(self) -> i32 {
        self.coordinate(Y, X - Y, BIAS)
    }

    /// Upwards; 1 is the layer on the table.
    pub const fn z(self) -> i32 {
        self.coordinate(0, Y, Z_BIAS)
    }

    #[expect(clippy::cast_possible_truncation, reason = "a coordinate has 28 binary digits at the most")]
    const fn coordinate(self, from: u32, digits: u32, bias: i64) -> i32 {
        let biased = self.0 >> from & ((1 << digits) - 1);
        (biased.cast_signed() - bias) as i32
    }

    /// The next cell in a direction: `c+f` of §1. It may lie in the table.
    #[must_use]
    pub const fn step(self, face: Face) -> Cell {
        const STEPS: [u64; 6] = [1 << X, u64::MAX << X, 1 << Y, u64::MAX << Y, 1, u64::MAX];
        Cell(self.0.wrapping_add(STEPS[face as usize]))
    }

    /// Whether the cell lies in the table.
    pub const fn is_table(self) -> bool {
        self.z() < 1
    }

    /// Whether a cube may be put here as far as [`Cell::LIMIT`] goes.
    pub(crate) const fn is_within(self) -> bool {
        Cell::new(self.x(), self.y(), self.z()).is_some()
    }

    /// Whether the cell is at the end of space, so that a neighbour lies beyond [`Cell::LIMIT`] or [`Cell::TOP`].
    pub(crate) const fn is_at_edge(self) -> bool {
        const LAST: i32 = Cell::LIMIT - 1;
        const FIRST: i32 = -LAST;
        !(matches!(self.x(), FIRST..=LAST) && matches!(self.y(), FIRST..=LAST) && self.z() < Cell::TOP)
    }

    /// Whether the cell lies on the table.
    pub(crate) const fn is_on_table(self) -> bool {
        self.z() == 1
    }

    /// A number for each cell, in the order of the cells.
    pub(crate) const fn packed(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{},{})", self.x(), self.y(), self.z())
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests;
