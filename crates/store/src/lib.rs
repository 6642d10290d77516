//! All SQL of the project, and the local PostgreSQL server.
//!
//! Queries are functions over `impl PgExecutor<'_>`, or over [`&mut Connection`](Connection) where they belong in a
//! transaction. They are written with sqlx's checked macros and compiled against `.sqlx/`, so that no build needs a server.
//! After changing a query or a migration run `.ci/sqlx` (it starts a server of its own, rewrites `.sqlx/` and takes some
//! seconds) and commit the folder with the change; `.ci/sqlx --check` fails when it is stale.
//!
//! The crate knows no rules of a game and nothing of Discord but its numbers: texts of moves and positions are opaque here.

pub mod analysis;
pub mod challenge;
pub mod draw;
mod error;
pub mod game;
pub mod hint;
mod id;
pub mod lobby;
pub mod local;
pub mod outbox;
pub mod player;
mod pool;
pub mod server;
pub mod standing;
#[cfg(feature = "testing")]
pub mod testing;

pub use error::Error;
pub use id::{ChallengeId, ChannelId, GameId, LobbyId, MessageId, OutboxId, PlayerId, ServerId};
pub use pool::{Schema, Transaction, begin, commit, connect, migrate, options, schema, version};
pub use sqlx::postgres::PgConnectOptions;
pub use sqlx::{PgConnection as Connection, PgExecutor, PgPool as Pool};

/// The schema, step by step.
pub static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("../../migrations");
