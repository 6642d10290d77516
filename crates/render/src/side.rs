//! Who sits where, and how the board is turned for them.

use game::Seat;
use xima::Square;

/// One side of a picture. The order is clockwise from the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    /// At the bottom, where the viewer sits.
    Bottom,
    /// On the left.
    Left,
    /// At the top.
    Top,
    /// On the right.
    Right,
}

/// How far the board is turned: as many quarter turns as put the viewer's side at the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Turn(u8);

impl Turn {
    /// Every turn; its place is [`Turn::index`].
    #[cfg(test)]
    pub const ALL: [Turn; 4] = [Turn(0), Turn(1), Turn(2), Turn(3)];

    /// The turn that shows the board from a seat. Two players face each other; more sit clockwise, red in the south.
    pub fn of(players: u8, from: Seat) -> Turn {
        Turn(quarters(players, from))
    }

    /// The quarter turns, 0 to 3.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The side of the picture at which a seat sits.
    pub fn side(self, players: u8, seat: Seat) -> Side {
        match (quarters(players, seat) + 4 - self.0) % 4 {
            0 => Side::Bottom,
            1 => Side::Left,
            2 => Side::Top,
            _ => Side::Right,
        }
    }

    /// The place of a square in the picture: squares from the left, squares from the top.
    pub fn place(self, square: Square) -> (u8, u8) {
        let (column, row) = (square.column(), square.row());
        let last = Square::SIDE - 1;
        match self.0 {
            0 => (column, last - row),
            1 => (last - row, last - column),
            2 => (last - column, row),
            _ => (row, column),
        }
    }

    /// The square at a place: the inverse of [`Turn::place`].
    pub fn square(self, (left, top): (u8, u8)) -> Square {
        let last = Square::SIDE - 1;
        let (column, row) = match self.0 {
            0 => (left, last - top),
            1 => (last - top, last - left),
            2 => (last - left, top),
            _ => (top, left),
        };
        Square::new(column, row).expect("places are those of squares")
    }

    /// What is written along the bottom and the top, from the left: letters, or numbers when the board lies on its side.
    pub fn across(self, left: u8) -> String {
        written(self.square((left, 0)), self.0.is_multiple_of(2))
    }

    /// What is written up the sides, from the top.
    pub fn down(self, top: u8) -> String {
        written(self.square((0, top)), !self.0.is_multiple_of(2))
    }
}

/// The quarter turns, clockwise from the south, at which a seat sits.
fn quarters(players: u8, seat: Seat) -> u8 {
    let place = i16::from(seat).to_le_bytes()[0];
    if players == 2 { place * 2 % 4 } else { place }
}

/// The column's letter or the row's number.
fn written(square: Square, column: bool) -> String {
    if column { char::from(b'A' + square.column()).to_string() } else { (square.row() + 1).to_string() }
}

#[cfg(test)]
mod tests;
