//! The rules and the notation of XIMA. Sections (§) are those of `docs/rules/xima.md`.

mod block;
mod square;

pub use block::{Block, Colour, Kind};
pub use square::{NotASquare, Square};
