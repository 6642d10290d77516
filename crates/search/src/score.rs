//! What a position is worth.

use std::fmt;

/// What a position is worth to a player: the evaluation, about 100 for a block or a cube, or a win or loss that is
/// certain within so many plies. Larger is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i32);

/// The score of a game that is won already; every ply up to the win costs one.
pub(crate) const WIN: i32 = 30_000;
/// Scores from here on are certain wins.
pub(crate) const CERTAIN: i32 = WIN - 1_000;
/// No evaluation is larger.
pub(crate) const LARGEST: i32 = 20_000;

impl Score {
    pub(crate) const fn new(value: i32) -> Score {
        Score(value)
    }

    /// The plain number.
    pub const fn value(self) -> i32 {
        self.0
    }

    /// The number of plies up to a certain win, the winning one included.
    pub const fn win_in(self) -> Option<u32> {
        if self.0 > CERTAIN { Some((WIN - self.0).unsigned_abs()) } else { None }
    }

    /// The number of plies up to a certain loss.
    pub const fn loss_in(self) -> Option<u32> {
        if self.0 < -CERTAIN { Some((WIN + self.0).unsigned_abs()) } else { None }
    }
}

impl fmt::Display for Score {
    /// As engines write it: `cp` and a number, or `mate` and the number of own moves up to the win, negative up to a loss.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.win_in(), self.loss_in()) {
            (Some(plies), _) => write!(f, "mate {}", plies.div_ceil(2)),
            (None, Some(plies)) => write!(f, "mate -{}", plies.div_ceil(2)),
            (None, None) => write!(f, "cp {}", self.0),
        }
    }
}
