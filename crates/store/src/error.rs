//! What the database can answer instead of a result.

use sqlx::migrate::MigrateError;

/// A failed query, by its meaning where the schema names it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A challenge to the same person is open already (`challenge_one_open`).
    #[error("a challenge to this person is open already")]
    ChallengeOpen,
    /// A challenge to a rematch of this game is open already (`challenge_one_rematch`).
    #[error("a challenge to this rematch is open already")]
    RematchChallengeOpen,
    /// A lobby for a rematch of this game is open already (`lobby_one_rematch`).
    #[error("a lobby for this rematch is open already")]
    RematchLobbyOpen,
    /// Challenger and opponent are the same person (`challenge_not_self`).
    #[error("a challenge to oneself")]
    ChallengeToOneself,
    /// The player sits in the lobby already (`lobby_seat_pkey`).
    #[error("the player sits in this lobby already")]
    LobbyJoinedTwice,
    /// The lobby's place is taken (`lobby_seat_place_once`).
    #[error("the place in this lobby is taken")]
    LobbyPlaceTaken,
    /// The player sits in the game already (`seat_player_once`).
    #[error("the player sits in this game already")]
    SeatedTwice,
    /// The ply is in the record already (`move_pkey`).
    #[error("the ply has been played")]
    PlyPlayed,
    /// The finished game has its rematch already (`game_one_rematch`).
    #[error("the game has its rematch already")]
    RematchExists,
    /// The game has been rated already (`rating_change_pkey`).
    #[error("the game has been rated already")]
    RatedTwice,
    /// The post is owed already (`outbox_once`).
    #[error("the post is owed already")]
    OwedTwice,
    /// The server cannot be reached, or it refuses to let us in.
    #[error("the database at {place} cannot be reached: {reason}")]
    Unreachable {
        /// Host and port, or the socket's folder; never a password.
        place: String,
        /// The first cause, in words.
        reason: String,
    },
    /// The address is no PostgreSQL address.
    #[error("DATABASE_URL is no PostgreSQL address: {0}")]
    Address(String),
    /// The schema cannot be brought up to date.
    #[error("the database cannot be migrated")]
    Migrate(#[source] MigrateError),
    /// A stored game, challenge or lobby is of a kind that this version does not host.
    #[error("no game is called {0:?}, which the database names")]
    UnknownKind(String),
    /// Everything else.
    #[error("the database failed")]
    Database(#[source] sqlx::Error),
}

impl Error {
    /// Whether it may pass by itself: the connection broke, none was free, or the server is busy with itself or with others. Nothing
    /// then speaks against what was asked; whether it was done is not always known.
    pub fn is_passing(&self) -> bool {
        match self {
            Error::Unreachable { .. } => true,
            Error::Database(error) => is_passing(error),
            _ => false,
        }
    }
}

fn is_passing(error: &sqlx::Error) -> bool {
    use sqlx::Error::{Database, Io, PoolTimedOut, Tls, WorkerCrashed};
    // By class: connections, rollbacks, resources, locks that were not to be had, the operator's doing.
    let classes = ["08", "40", "53", "55", "57"];
    match error {
        Io(_) | Tls(_) | PoolTimedOut | WorkerCrashed => true,
        Database(error) => {
            // A transaction that was left idle ends with its connection.
            error
                .code()
                .is_some_and(|code| code == "25P03" || classes.iter().any(|class| code.starts_with(class)))
        }
        _ => false,
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Error {
        let constraint = error.as_database_error().and_then(|error| error.constraint());
        match constraint {
            Some("challenge_one_open") => Error::ChallengeOpen,
            Some("challenge_one_rematch") => Error::RematchChallengeOpen,
            Some("lobby_one_rematch") => Error::RematchLobbyOpen,
            Some("challenge_not_self") => Error::ChallengeToOneself,
            Some("lobby_seat_pkey") => Error::LobbyJoinedTwice,
            Some("lobby_seat_place_once") => Error::LobbyPlaceTaken,
            Some("seat_player_once") => Error::SeatedTwice,
            Some("move_pkey") => Error::PlyPlayed,
            Some("game_one_rematch") => Error::RematchExists,
            Some("rating_change_pkey") => Error::RatedTwice,
            Some("outbox_once") => Error::OwedTwice,
            _ => Error::Database(error),
        }
    }
}
