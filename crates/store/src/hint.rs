//! Hints that were given: one a turn, and the same for whoever asks again.

use game::Seat;
use sqlx::PgExecutor;
use time::OffsetDateTime;

use crate::{Error, GameId};

/// A hint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The game.
    pub game: GameId,
    /// The number of plies when it was given.
    pub ply: u32,
    /// Whose turn it was.
    pub seat: Seat,
    /// The move in its long form.
    pub mv: String,
    /// What the position was found to be worth to that player.
    pub score: i32,
    /// The plies up to a certain win, or, negative, up to a certain loss.
    pub certain: Option<i32>,
}

/// The hint that was given in a game at a ply.
///
/// # Errors
/// When the database fails.
pub async fn at(executor: impl PgExecutor<'_>, game: GameId, ply: u32) -> Result<Option<Hint>, Error> {
    let row = sqlx::query!(
        r#"select seat, move as mv, score, certain from hint where game_id = $1 and ply = $2"#,
        game as GameId,
        number(ply)
    )
    .fetch_optional(executor)
    .await?;
    row.map(|row| {
        let seat = Seat::try_from(row.seat)
            .map_err(|error| Error::Database(sqlx::Error::Decode(Box::new(error))))?;
        Ok(Hint { game, ply, seat, mv: row.mv, score: row.score, certain: row.certain })
    })
    .transpose()
}

/// Keeps a hint, unless one was given in this turn already.
///
/// # Errors
/// When the database fails.
pub async fn insert(executor: impl PgExecutor<'_>, hint: &Hint, now: OffsetDateTime) -> Result<(), Error> {
    sqlx::query!(
        "insert into hint (game_id, ply, seat, move, score, certain, created_at)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict on constraint hint_pkey do nothing",
        hint.game as GameId,
        number(hint.ply),
        i16::from(hint.seat),
        hint.mv,
        hint.score,
        hint.certain,
        now
    )
    .execute(executor)
    .await?;
    Ok(())
}

/// Whether a hint was given in a game.
///
/// # Errors
/// When the database fails.
pub async fn was_given(executor: impl PgExecutor<'_>, game: GameId) -> Result<bool, Error> {
    let found = sqlx::query_scalar!(
        r#"select exists (select 1 from hint where game_id = $1) as "found!""#,
        game as GameId
    )
    .fetch_one(executor)
    .await?;
    Ok(found)
}

/// A ply as the column holds it; it stays far below the bound.
fn number(ply: u32) -> i32 {
    i32::try_from(ply).unwrap_or(i32::MAX)
}
