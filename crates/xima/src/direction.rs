//! The eight directions of a straight line (§3.1).

/// One of the eight directions in which blocks move (§3.1). North is towards row 13, east towards column `M`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// Towards row 13.
    North,
    /// Towards row 13 and column `M`.
    NorthEast,
    /// Towards column `M`.
    East,
    /// Towards row 1 and column `M`.
    SouthEast,
    /// Towards row 1.
    South,
    /// Towards row 1 and column `A`.
    SouthWest,
    /// Towards column `A`.
    West,
    /// Towards row 13 and column `A`.
    NorthWest,
}

impl Direction {
    /// Every direction, clockwise from north.
    pub const ALL: [Direction; 8] = [
        Direction::North,
        Direction::NorthEast,
        Direction::East,
        Direction::SouthEast,
        Direction::South,
        Direction::SouthWest,
        Direction::West,
        Direction::NorthWest,
    ];

    /// The direction back.
    #[must_use]
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 4) % 8]
    }

    /// Columns and rows gained by one step, each −1, 0 or 1.
    pub const fn offset(self) -> (i16, i16) {
        match self {
            Direction::North => (0, 1),
            Direction::NorthEast => (1, 1),
            Direction::East => (1, 0),
            Direction::SouthEast => (1, -1),
            Direction::South => (0, -1),
            Direction::SouthWest => (-1, -1),
            Direction::West => (-1, 0),
            Direction::NorthWest => (-1, 1),
        }
    }

    /// What one step adds to a square's cell, modulo 256.
    pub(crate) const fn delta(self) -> u8 {
        match self {
            Direction::North => 16,
            Direction::NorthEast => 17,
            Direction::East => 1,
            Direction::SouthEast => 16u8.wrapping_neg() + 1,
            Direction::South => 16u8.wrapping_neg(),
            Direction::SouthWest => 17u8.wrapping_neg(),
            Direction::West => 1u8.wrapping_neg(),
            Direction::NorthWest => 15,
        }
    }
}
