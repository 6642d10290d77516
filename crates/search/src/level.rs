//! Levels of strength.

use std::fmt;
use std::str::FromStr;

/// How well a computer plays, from 1 to 8.
///
/// A level is a number of positions looked at for each move. The lowest ones are blind as well: they judge positions by a
/// little more or less than they are worth, and overlook some of the replies and wins that lie behind their move,
/// always the same ones for a seed. No level overlooks its own win on the move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// What a level is made of.
pub(crate) struct Strength {
    /// Positions looked at for a move.
    pub(crate) nodes: u64,
    /// The largest number by which an evaluation is off.
    pub(crate) noise: i32,
    /// Of a thousand moves behind the own one, how many are overlooked.
    pub(crate) blindness: u64,
}

impl Level {
    /// The number of levels.
    pub const COUNT: u8 = 8;
    /// A friendly beginner.
    pub const LOWEST: Level = Level(1);
    /// Full strength.
    pub const HIGHEST: Level = Level(Level::COUNT);

    /// The level of this number, or `None` unless it is from 1 to [`Level::COUNT`].
    pub const fn new(number: u8) -> Option<Level> {
        if number >= 1 && number <= Level::COUNT { Some(Level(number)) } else { None }
    }

    /// Every level, the lowest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=Level::COUNT).map(Level)
    }

    /// The number, from 1 to [`Level::COUNT`].
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Positions looked at for a move.
    pub const fn nodes(self) -> u64 {
        self.strength().nodes
    }

    pub(crate) const fn strength(self) -> Strength {
        let (nodes, noise, blindness) = match self.0 {
            1 => (1_200, 50, 300),
            2 => (2_400, 40, 100),
            3 => (5_000, 10, 25),
            4 => (12_000, 0, 0),
            5 => (35_000, 0, 0),
            6 => (110_000, 0, 0),
            7 => (400_000, 0, 0),
            _ => (1_500_000, 0, 0),
        };
        Strength { nodes, noise, blindness }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl FromStr for Level {
    type Err = NoSuchLevel;

    fn from_str(text: &str) -> Result<Level, NoSuchLevel> {
        text.parse().ok().and_then(Level::new).ok_or_else(|| NoSuchLevel(text.to_owned()))
    }
}

/// The text is no level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchLevel(String);

impl fmt::Display for NoSuchLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a level is a number from 1 to {}, not {}", Level::COUNT, self.0)
    }
}

impl std::error::Error for NoSuchLevel {}
