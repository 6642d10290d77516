//! What every hosted game shares: seats, outcomes, the [`Position`] trait and perft.
//!
//! This crate knows no game, no clock, no randomness and no I/O.

mod outcome;
mod perft;
mod position;
mod seat;
#[cfg(feature = "testing")]
pub mod testing;

pub use outcome::{Leaving, Outcome};
pub use perft::{divide, perft};
pub use position::{Played, Position};
pub use seat::{BySeat, Seat};
