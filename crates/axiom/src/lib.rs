//! The rules and the notation of Axiom. Sections (§) and rules are those of `docs/rules/axiom.md`.
//!
//! # How the board is represented
//!
//! There is no board: at most twelve cubes and four sceptres stand in space without bounds. So a [`Position`] is the
//! list of them, some 300 bytes that are cheap to copy, to change by one piece and to change back. A [`Cell`] is one
//! number with x in its upper digits, then y, then z, so that the order of cells is that of the numbers and a step in
//! any direction is one addition.
//!
//! Moves depend on what is around each cube. That is drawn up afresh for every position whose moves are asked: each
//! cube tells the cells beside and on top of it that it is there and which of its domes look at them, and a hash index
//! of one byte for each of 1,024 places finds a cell by one multiplication. After that, the
//! orientations that fit into a cell follow from two sets of faces, a table of 64 entries gives their number, and
//! lifting a cube changes only the five cells around it; so cube moves are counted without being listed. The lines of
//! sceptres are walked cell by cell with the same index.
//!
//! An array over all of space cannot exist, one over a window of it would have to follow the cubes and fail where
//! they drift apart, and one that wraps round would take cells far apart for the same. A hash index has no such
//! seams, and drawing it up costs less than half of a count of moves.

mod board;
mod cell;
mod event;
mod face;
mod movegen;
mod mv;
mod notation;
mod position;
mod refusal;
mod scan;
mod site;
mod survey;
mod terrain;
mod text;

pub use board::{Cube, Sceptre};
pub use cell::Cell;
pub use event::{Event, Reason};
pub use face::{Face, Faces};
pub use mv::Move;
pub use position::{Position, Undo};
pub use refusal::Refusal;
pub use survey::{Sight, Survey};
pub use text::TextError;
