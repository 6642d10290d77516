//! The rules and the notation of XIMA. Sections (§) are those of `docs/rules/xima.md`.

mod block;
mod board;
mod direction;
mod event;
mod movegen;
mod mv;
mod notation;
mod position;
pub mod record;
mod refusal;
mod set;
mod square;
mod text;
mod zobrist;

pub use block::{Block, Colour, Kind};
pub use direction::Direction;
pub use event::{Addition, Event, Reason};
pub use mv::Move;
pub use position::{Position, Reserve, SpecialState, Undo};
pub use refusal::{Cause, Refusal};
pub use set::SquareSet;
pub use square::{NotASquare, Square};
pub use text::TextError;
