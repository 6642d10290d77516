//! What a search found.

use std::time::Duration;

use crate::{Score, Searchable};

/// What a search found, at its end or after an iteration.
#[derive(Clone, Debug)]
pub struct Report<P: Searchable> {
    /// The best move.
    pub best: P::Move,
    /// What the position is worth to the player to move.
    pub score: Score,
    /// Plies of the last iteration that was finished, or 0.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Time since the start of the search.
    pub time: Duration,
    /// What is expected, from the best move on.
    pub pv: Vec<P::Move>,
}
