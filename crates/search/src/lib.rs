//! Computer opponents: a search for the best move of any hosted game, levels of strength, and matches between players.
//!
//! # How a move is found
//!
//! [`search()`] deepens ply by ply over an alpha-beta tree. With two players it is a plain negamax; with three or four
//! it is paranoid: everybody else is taken to play together against the one who thinks. What is known of a game is
//! behind [`Searchable`]: its moves in place, what is promising, what a position is worth, and whose next move would
//! win at once.
//!
//! That last question is asked of every position, leaves included, since both games end by a single move from far
//! away. A player who could win at once has won; one who would lose at once has to answer, and such answers are
//! searched a ply deeper. So a chain of threats is followed well beyond the nominal depth, and an evaluation is never taken
//! of a position in which a win hangs.
//!
//! # Determinism and time
//!
//! On one thread, with a limit of nodes or depth, a search is a function of the position and the moves that led to it, the
//! level, the seed and what the [`Table`] held. The clock is read for nothing but a limit of time: this crate may use
//! [`std::time::Instant`], and knows no other outside.

mod alpha_beta;
mod axiom;
mod contest;
mod level;
mod limits;
mod mcts;
mod player;
mod random;
mod report;
mod score;
mod searchable;
mod table;
mod xima;

pub use alpha_beta::search;
pub use contest::{Contest, Game, Side, Standing, Tally};
pub use level::{Level, NoSuchLevel};
pub use limits::Limits;
pub use player::{Budget, Choice, NoSuchPlayer, Player, Thinker};
pub use random::Random;
pub use report::Report;
pub use score::Score;
pub use searchable::Searchable;
pub use table::Table;
