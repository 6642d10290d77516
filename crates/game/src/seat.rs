//! Seats: who sits where, in turn order.

use std::fmt;
use std::ops::{Index, IndexMut};

/// A place at the board, counted from 0 in turn order. No game here has more than [`Seat::MAX`] seats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// The largest number of seats of any game.
    pub const MAX: usize = 4;
    /// Every seat in turn order.
    pub const ALL: [Seat; Seat::MAX] = [Seat(0), Seat(1), Seat(2), Seat(3)];
    /// The seat that moves first.
    pub const FIRST: Seat = Seat(0);

    /// The seat with this 0-based index, or `None` from [`Seat::MAX`] on.
    pub const fn new(index: u8) -> Option<Seat> {
        if (index as usize) < Seat::MAX { Some(Seat(index)) } else { None }
    }

    /// The 0-based place in turn order, always below [`Seat::MAX`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seats of a game for `players`, in turn order; at most [`Seat::MAX`] of them.
    pub fn first(players: u8) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        Seat::ALL.into_iter().take(usize::from(players))
    }
}

impl TryFrom<i16> for Seat {
    type Error = NoSuchSeat;

    /// Reads a stored seat number.
    ///
    /// # Errors
    /// When the number is negative or not below [`Seat::MAX`].
    fn try_from(number: i16) -> Result<Seat, NoSuchSeat> {
        u8::try_from(number).ok().and_then(Seat::new).ok_or(NoSuchSeat(number))
    }
}

impl From<Seat> for i16 {
    fn from(seat: Seat) -> i16 {
        i16::from(seat.0)
    }
}

/// A seat number that no game has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoSuchSeat(i16);

impl fmt::Display for NoSuchSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no seat {}", self.0)
    }
}

impl std::error::Error for NoSuchSeat {}

/// One `T` for each of the [`Seat::MAX`] seats; a game with fewer players leaves the rest at their default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BySeat<T>([T; Seat::MAX]);

impl<T> BySeat<T> {
    /// A table made by asking `value` for each seat.
    pub fn from_fn(mut value: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat(Seat::ALL.map(&mut value))
    }

    /// Every seat with its value, in turn order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> + ExactSizeIterator {
        Seat::ALL.into_iter().zip(&self.0)
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

#[cfg(test)]
mod tests;
