//! What the search thinks of games that are over. An analysis is made once and never changes.

use sqlx::PgExecutor;
use time::OffsetDateTime;

use crate::{Error, GameId};

/// What the search thinks of one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// What it is worth to the player to move, in the search's units.
    pub score: i32,
    /// The long form of the best move.
    pub mv: String,
}

/// The analysis of a game: its positions by the number of plies before them. `None` when there is none yet.
///
/// # Errors
/// When the database fails.
pub async fn find(executor: impl PgExecutor<'_>, game: GameId) -> Result<Option<Vec<Thought>>, Error> {
    let row = sqlx::query!("select scores, best from analysis where game_id = $1", game as GameId)
        .fetch_optional(executor)
        .await?;
    Ok(row.map(|row| row.scores.into_iter().zip(row.best).map(|(score, mv)| Thought { score, mv }).collect()))
}

/// Writes the analysis of a game, unless there is one already: the first stays.
///
/// # Errors
/// When the database fails.
pub async fn insert(
    executor: impl PgExecutor<'_>,
    game: GameId,
    thoughts: &[Thought],
    now: OffsetDateTime,
) -> Result<(), Error> {
    let scores: Vec<i32> = thoughts.iter().map(|thought| thought.score).collect();
    let best: Vec<String> = thoughts.iter().map(|thought| thought.mv.clone()).collect();
    sqlx::query!(
        "insert into analysis (game_id, scores, best, made_at) values ($1, $2, $3, $4)
         on conflict on constraint analysis_pkey do nothing",
        game as GameId,
        &scores,
        &best,
        now
    )
    .execute(executor)
    .await?;
    Ok(())
}
