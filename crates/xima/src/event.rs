//! What happens by itself, and why games end (§3.3, §3.4, §4).

use game::Seat;

use crate::{Block, Square};

/// Something that happened by itself with a move or at the start of the turn after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Blocks were captured by the arrival on this square, in column order from the bottom (§3.3).
    Captured {
        /// The square on which the move ended.
        square: Square,
        /// The blocks that left the column, never none.
        blocks: Vec<Block>,
    },
    /// The seat's special returned to its reserve in exchange for a common block (§3.4).
    Rescued(Seat),
    /// Every active player got three common blocks in reserve (§4.3 to §4.5).
    Added(Addition),
    /// The seat had neither a block on the board nor one in reserve, and is out (§4.1).
    Out(Seat),
    /// The seat could not move even with added material, and its turn was passed over (§4.5).
    Passed(Seat),
}

/// Why material was added (§4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Addition {
    /// Fewer than three common blocks were left in all (§4.3).
    Insufficient,
    /// Nothing irreversible had happened for 20 turns a player (§4.4).
    NoProgress,
    /// The player to move had no legal move (§4.5).
    Stalled,
}

/// Why a game ended. XIMA knows no draw (§4): the outcome is always a win.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The winner's special ended its move on the summit (§3.4).
    Summit,
    /// The winner was to move with every block dominated and nothing in reserve (§4.2).
    Smothered,
    /// The last opponent had no block left (§4.1).
    NoResources,
    /// The last opponent resigned (§4).
    Resigned,
    /// The last opponent's time ran out (§4).
    Time,
}
