//! What people do with the games: challenges, lobbies, turns, deadlines, standings.
//!
//! The use cases of the bot without Discord: plain requests in, plain values out. What is said to people is a
//! [`Phrase`] (a message id and its arguments); the words live in the bot's Fluent files.

pub mod analysis;
pub mod challenge;
mod clock;
pub mod computer;
mod context;
mod error;
mod finish;
mod foreign;
pub mod game;
pub mod hint;
mod hosted;
mod kind;
pub mod lobby;
pub mod outbox;
mod phrase;
pub mod player;
mod replayed;
pub mod settings;
pub mod standing;
mod transaction;
pub mod turn;

pub use clock::Clock;
pub use computer::Computer;
pub use context::Context;
pub use error::{Error, Refused};
pub use foreign::is_invisible;
pub use game::{Board, Game, Player, State, Summary};
pub use hosted::{BrokenRecord, Choice, HostedGame, Offer, Ply, Thought, Viewing};
pub use kind::{GameKind, NoSuchGame};
pub use phrase::{Argument, Phrase};
