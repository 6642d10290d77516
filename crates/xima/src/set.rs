//! Sets of squares.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Sub};

use crate::{Direction, Square};

/// A set of squares, sixteen bits a row.
///
/// `|` is union, `&` intersection, `-` difference, `!` the squares not in the set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SquareSet {
    /// Bit `column` of `row`. The three bits and three rows beyond the board are always 0.
    rows: [u16; 16],
}

/// The thirteen bits of a row.
const ROW: u16 = (1 << Square::SIDE) - 1;

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet { rows: [0; 16] };
    /// All 169 squares.
    pub const FULL: SquareSet = {
        let mut rows = [ROW; 16];
        (rows[13], rows[14], rows[15]) = (0, 0, 0);
        SquareSet { rows }
    };

    /// The squares along the edges of the board.
    pub(crate) const EDGE: SquareSet = {
        let mut rows = [1 | 1 << (Square::SIDE - 1); 16];
        (rows[0], rows[12]) = (ROW, ROW);
        (rows[13], rows[14], rows[15]) = (0, 0, 0);
        SquareSet { rows }
    };

    /// Whether the square is in the set.
    pub const fn contains(&self, square: Square) -> bool {
        self.has_cell(square.cell())
    }

    /// Puts the square in, or takes it out.
    pub const fn set(&mut self, square: Square, present: bool) {
        self.set_cell(square.cell(), present);
    }

    /// Puts the square in.
    pub const fn insert(&mut self, square: Square) {
        self.set(square, true);
    }

    /// Takes the square out.
    pub const fn remove(&mut self, square: Square) {
        self.set(square, false);
    }

    /// The number of squares in the set.
    pub fn len(&self) -> u32 {
        self.words().map(u64::count_ones).iter().sum()
    }

    /// Whether no square is in the set.
    pub fn is_empty(&self) -> bool {
        *self == SquareSet::EMPTY
    }

    /// The squares of the set, in order.
    pub fn iter(&self) -> impl Iterator<Item = Square> + use<> {
        (0..4).zip(self.words()).flat_map(|(word, mut bits)| {
            std::iter::from_fn(move || {
                let bit = u8::try_from(bits.trailing_zeros()).ok().filter(|_| bits != 0)?;
                bits &= bits.wrapping_sub(1);
                Some(Square::of_cell(word << 6 | bit))
            })
        })
    }

    /// The rows four by four: the bits of a word are cells one after another.
    fn words(&self) -> [u64; 4] {
        let word =
            |first: usize| (0..4).fold(0, |word, row| word | u64::from(self.rows[first + row]) << (16 * row));
        [word(0), word(4), word(8), word(12)]
    }

    /// Every square one step further in the direction; squares that step off the board are lost.
    #[must_use]
    pub fn step(&self, direction: Direction) -> SquareSet {
        let (columns, rows) = direction.offset();
        let mut stepped = SquareSet::EMPTY;
        for (row, word) in (0i16..).zip(&mut stepped.rows[..usize::from(Square::SIDE)]) {
            let source = usize::try_from(row - rows).map_or(0, |source| self.rows[source]);
            *word = ROW
                & match columns {
                    1 => source << 1,
                    -1 => source >> 1,
                    _ => source,
                };
        }
        stepped
    }

    /// The columns of a 0-based row, `A` in the lowest bit.
    pub(crate) const fn row(&self, row: usize) -> u16 {
        self.rows[row]
    }

    /// Joins columns to a 0-based row.
    pub(crate) const fn join_row(&mut self, row: usize, columns: u16) {
        self.rows[row] |= columns & ROW;
    }

    /// Puts the cell in, or takes it out; a cell off the board can only be taken out.
    pub(crate) const fn set_cell(&mut self, cell: u8, present: bool) {
        let (row, column) = ((cell >> 4) as usize, cell & 15);
        self.rows[row] = self.rows[row] & !(1 << column) | (present as u16) << column;
    }

    /// Whether the cell is a square of the set; false off the board.
    pub(crate) const fn has_cell(&self, cell: u8) -> bool {
        self.rows[(cell >> 4) as usize] >> (cell & 15) & 1 == 1
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;

    fn bitor(mut self, other: SquareSet) -> SquareSet {
        self |= other;
        self
    }
}

impl BitOrAssign for SquareSet {
    fn bitor_assign(&mut self, other: SquareSet) {
        self.rows.iter_mut().zip(other.rows).for_each(|(row, other)| *row |= other);
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;

    fn bitand(mut self, other: SquareSet) -> SquareSet {
        self.rows.iter_mut().zip(other.rows).for_each(|(row, other)| *row &= other);
        self
    }
}

impl Sub for SquareSet {
    type Output = SquareSet;

    fn sub(mut self, other: SquareSet) -> SquareSet {
        self.rows.iter_mut().zip(other.rows).for_each(|(row, other)| *row &= !other);
        self
    }
}

impl Not for SquareSet {
    type Output = SquareSet;

    fn not(self) -> SquareSet {
        SquareSet::FULL - self
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests;
