//! Why a text or a move is refused (§6).

use std::fmt;

use crate::{Kind, Move, Square};

/// Why a text names no move that may be played, and what could be played instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The first reason that applies, in the order of §6.
    pub cause: Cause,
    /// The legal move nearest to what was asked for: of the same block if it has one, else to the same square, else of the
    /// blocks that could be meant, else an entry.
    pub nearest: Option<Move>,
}

/// The reasons of §6, in its precedence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The game is over.
    GameOver,
    /// The text is no form of §6, or names a square that is not on the board.
    Syntax {
        /// The text as it was given.
        text: String,
    },
    /// The block named, or the only one that could go there, is the special, which is written with `=`.
    NeedsEquals {
        /// Where the special stands; `None` in reserve.
        square: Option<Square>,
    },
    /// No block of the player is on top there, or none can be meant.
    NothingThere {
        /// The square named, if one was.
        square: Option<Square>,
    },
    /// The player's block there is under another.
    Dominated {
        /// Where the block is.
        square: Square,
        /// The kind of block that was named.
        kind: Kind,
    },
    /// The player has no such block in reserve.
    NoneInReserve {
        /// The kind of block asked for.
        kind: Kind,
    },
    /// The squares are not on one straight line, or are the same.
    NotInLine {
        /// Where the block stands.
        from: Square,
        /// Where it was to go.
        to: Square,
    },
    /// An entry cannot start or end on a column.
    OccupiedEntry {
        /// The square where the entry was to end.
        square: Square,
    },
    /// The special may not step onto a square that holds another special.
    SpecialBarred {
        /// The square that holds it.
        square: Square,
    },
    /// A square on the way is too high.
    Blocked {
        /// The first square that is too high.
        square: Square,
        /// By how many blocks its surface is too high.
        lacking: u8,
    },
    /// Only the special may end on the summit.
    Summit,
    /// The move has not the number of steps asked for (§5).
    WrongSteps {
        /// The number asked for.
        steps: u8,
    },
    /// The move would make the same position for the third time (§3.5).
    Repetition,
    /// Several blocks can be meant.
    Ambiguous {
        /// The moves that can be meant, sorted; their `Display` is the long form.
        candidates: Vec<Move>,
    },
    /// An `x` was written, and the move captures nothing.
    NoCapture,
}

impl Refusal {
    /// The word of §6 for the reason.
    pub const fn slug(&self) -> &'static str {
        self.cause.slug()
    }
}

impl Cause {
    /// The word of §6 for the reason.
    pub const fn slug(&self) -> &'static str {
        match self {
            Cause::GameOver => "game-over",
            Cause::Syntax { .. } => "syntax",
            Cause::NeedsEquals { .. } => "needs-equals",
            Cause::NothingThere { .. } => "nothing-there",
            Cause::Dominated { .. } => "dominated",
            Cause::NoneInReserve { .. } => "none-in-reserve",
            Cause::NotInLine { .. } => "not-in-line",
            Cause::OccupiedEntry { .. } => "occupied-entry",
            Cause::SpecialBarred { .. } => "special-barred",
            Cause::Blocked { .. } => "blocked",
            Cause::Summit => "summit",
            Cause::WrongSteps { .. } => "wrong-steps",
            Cause::Repetition => "repetition",
            Cause::Ambiguous { .. } => "ambiguous",
            Cause::NoCapture => "no-capture",
        }
    }

    /// Whether the squares are not on one line.
    pub(crate) const fn is_not_in_line(&self) -> bool {
        matches!(self, Cause::NotInLine { .. })
    }

    /// The place in the precedence of §6; what stops a block on its path shares one.
    pub(crate) const fn precedence(&self) -> u8 {
        match self {
            Cause::GameOver => 0,
            Cause::Syntax { .. } => 1,
            Cause::NeedsEquals { .. } => 2,
            Cause::NothingThere { .. } => 3,
            Cause::Dominated { .. } => 4,
            Cause::NoneInReserve { .. } => 5,
            Cause::NotInLine { .. } => 6,
            Cause::OccupiedEntry { .. } => 7,
            Cause::SpecialBarred { .. } | Cause::Blocked { .. } => 8,
            Cause::Summit => 9,
            Cause::WrongSteps { .. } => 10,
            Cause::Repetition => 11,
            Cause::Ambiguous { .. } => 12,
            Cause::NoCapture => 13,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.cause)?;
        match self.nearest {
            Some(mv) => write!(f, "; {mv} would be possible"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::GameOver => write!(f, "the game is over"),
            Cause::Syntax { text } => write!(f, "{text:?} is not a move in any form of notation"),
            Cause::NeedsEquals { square: Some(square) } => {
                write!(f, "the block on {square} is the special, which is written with =")
            }
            Cause::NeedsEquals { square: None } => {
                write!(f, "only the special in reserve could go there, and it is written with =")
            }
            Cause::NothingThere { square: Some(square) } => {
                write!(f, "no such block of yours is on {square}")
            }
            Cause::NothingThere { square: None } => write!(f, "no block of yours on the board can be meant"),
            Cause::Dominated { square, kind: Kind::Common } => {
                write!(f, "your block on {square} is under another")
            }
            Cause::Dominated { square, kind: Kind::Special } => {
                write!(f, "your special on {square} is under another block")
            }
            Cause::NoneInReserve { kind: Kind::Common } => write!(f, "you have no common block in reserve"),
            Cause::NoneInReserve { kind: Kind::Special } => write!(f, "your special is not in reserve"),
            Cause::NotInLine { from, to } => write!(f, "{from} and {to} are not on one straight line"),
            Cause::OccupiedEntry { square } => {
                write!(f, "an entry to {square} would start or end on a column")
            }
            Cause::SpecialBarred { square } => {
                write!(f, "the special may not step onto {square}, which holds another special")
            }
            Cause::Blocked { square, lacking } => write!(f, "{square} is too high by {lacking}"),
            Cause::Summit => write!(f, "only the special may end on the summit"),
            Cause::WrongSteps { steps } => write!(f, "the move has not {steps} steps"),
            Cause::Repetition => write!(f, "the position would occur for the third time"),
            Cause::Ambiguous { candidates } => {
                f.write_str("several blocks can be meant:")?;
                candidates.iter().try_for_each(|mv| write!(f, " {mv}"))
            }
            Cause::NoCapture => write!(f, "the move captures nothing"),
        }
    }
}

impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests;
