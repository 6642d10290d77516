//! How long a search may go on.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::Level;

/// Where a search ends; whichever comes first. Without any limit it goes on until the flag is set or all is certain.
#[derive(Clone, Copy, Default, Debug)]
pub struct Limits<'a> {
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// Plies of the last iteration.
    pub depth: Option<u32>,
    /// Time from the start of the search.
    pub time: Option<Duration>,
    /// Set by somebody else to end the search soon.
    pub stop: Option<&'a AtomicBool>,
    /// Whether to end when a good part of the positions or the time is used up and the same move has been best for a while.
    pub early: bool,
}

impl Limits<'_> {
    /// What a computer of a level may spend on a move.
    pub fn of(level: Level) -> Self {
        Limits { early: true, ..Limits::nodes(level.nodes()) }
    }

    /// So many positions and no other limit.
    pub fn nodes(nodes: u64) -> Self {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// So many plies and no other limit.
    pub fn depth(depth: u32) -> Self {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// So much time and no other limit.
    pub fn time(time: Duration) -> Self {
        Limits { time: Some(time), ..Limits::default() }
    }
}
