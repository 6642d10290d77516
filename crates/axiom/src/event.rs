//! What happens by itself, and why games end (§3, §5).

use crate::board::Cube;

/// Something that happened by itself with a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// The cube that a sceptre left was taken out of the game (§3, after the move).
    Eliminated(Cube),
}

/// Why a game ended (§5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The winner's sceptre met one of the opponent's on a cube.
    Contact,
    /// The loser put both own sceptres on one cube.
    OwnPair,
    /// The player to move had no legal move, and lost.
    NoMoves,
    /// The same position with the same player to move occurred for the third time: a draw.
    Repetition,
    /// The players have agreed on a draw.
    Agreement,
    /// The opponent resigned.
    Resigned,
    /// The opponent's time ran out.
    Time,
}
