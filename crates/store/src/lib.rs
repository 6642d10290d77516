//! All SQL of the project, and the local PostgreSQL server.

mod error;
mod id;

pub use error::Error;
pub use id::{ChallengeId, ChannelId, GameId, LobbyId, MessageId, OutboxId, PlayerId, ServerId};
pub use sqlx::{PgConnection as Connection, PgPool as Pool};
