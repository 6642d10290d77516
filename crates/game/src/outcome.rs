//! How a game ends, apart from why.

use crate::Seat;

/// The result of a finished game. Its reason belongs to the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// One seat won; every other seat lost.
    Win(Seat),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// The seat that won, if one did.
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Outcome::Win(seat) => Some(seat),
            Outcome::Draw => None,
        }
    }
}

/// How a player leaves a running game of their own doing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Leaving {
    /// The player resigned.
    Resigned,
    /// The player's time ran out.
    Time,
}
