//! Ratings as a game changes them at its end. Whoever rates holds the players' locks ([`crate::player::lock`]).

use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;

use crate::{Error, GameId, PlayerId};

/// A player's rating in one kind of game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Whose.
    pub player: PlayerId,
    /// The rating.
    pub rating: f64,
    /// Its deviation when it was last rated.
    pub deviation: f64,
    /// Its volatility.
    pub volatility: f64,
    /// When it was last rated.
    pub rated_at: OffsetDateTime,
}

/// What a game was for one player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
}

/// A rating to be written: one player's, after one game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rated {
    /// The new rating.
    pub rating: Rating,
    /// The rating before.
    pub before: f64,
    /// The deviation before.
    pub deviation_before: f64,
    /// What the game was for the player.
    pub score: Score,
}

/// What a game did to a player's rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Change {
    /// Whose.
    pub player: PlayerId,
    /// Before the game.
    pub before: f64,
    /// After it.
    pub after: f64,
    /// The deviation after it.
    pub deviation: f64,
}

/// The ratings of some players; those without one are left out.
///
/// # Errors
/// When the database fails.
pub async fn ratings(
    executor: impl PgExecutor<'_>,
    kind: &str,
    players: &[PlayerId],
) -> Result<Vec<Rating>, Error> {
    let rows = sqlx::query_as!(
        Rating,
        r#"select player_id as "player: PlayerId", rating, deviation, volatility, rated_at
           from rating where kind = $1 and player_id = any($2)"#,
        kind,
        players as &[PlayerId]
    )
    .fetch_all(executor)
    .await?;
    Ok(rows)
}

/// Whether anyone of `players` has been rated since a time for `games` games in which the same one of `others` sat as well.
///
/// # Errors
/// When the database fails.
pub async fn pair_has_played(
    executor: impl PgExecutor<'_>,
    players: &[PlayerId],
    others: &[PlayerId],
    since: OffsetDateTime,
    games: u32,
) -> Result<bool, Error> {
    let found = sqlx::query_scalar!(
        r#"select exists (
               select 1
               from rating_change as change
               join seat as other on other.game_id = change.game_id and other.player_id <> change.player_id
               where change.player_id = any($1) and other.player_id = any($2) and change.at > $3
               group by change.player_id, other.player_id
               having count(*) >= $4
           ) as "found!""#,
        players as &[PlayerId],
        others as &[PlayerId],
        since,
        i64::from(games)
    )
    .fetch_one(executor)
    .await?;
    Ok(found)
}

/// Writes the ratings after a game, and the history.
///
/// # Errors
/// [`Error::RatedTwice`] when the game has been rated, or when the database fails.
pub async fn rate(
    connection: &mut PgConnection,
    game: GameId,
    kind: &str,
    rated: &[Rated],
) -> Result<(), Error> {
    for Rated { rating, before, deviation_before, score } in rated {
        sqlx::query!(
            "insert into rating_change (game_id, player_id, kind, before, after, deviation_before, deviation_after, at)
             values ($1, $2, $3, $4, $5, $6, $7, $8)",
            game as GameId,
            rating.player as PlayerId,
            kind,
            before,
            rating.rating,
            deviation_before,
            rating.deviation,
            rating.rated_at
        )
        .execute(&mut *connection)
        .await?;
        sqlx::query!(
            "insert into rating (player_id, kind, rating, deviation, volatility, games, wins, draws, losses, rated_at)
             values ($1, $2, $3, $4, $5, 1, $6, $7, $8, $9)
             on conflict (player_id, kind) do update
             set rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility,
                 games = rating.games + 1, wins = rating.wins + excluded.wins, draws = rating.draws + excluded.draws,
                 losses = rating.losses + excluded.losses, rated_at = excluded.rated_at",
            rating.player as PlayerId,
            kind,
            rating.rating,
            rating.deviation,
            rating.volatility,
            i32::from(*score == Score::Win),
            i32::from(*score == Score::Draw),
            i32::from(*score == Score::Loss),
            rating.rated_at
        )
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// What a game did to the ratings; empty when it was not rated.
///
/// # Errors
/// When the database fails.
pub async fn changes(executor: impl PgExecutor<'_>, game: GameId) -> Result<Vec<Change>, Error> {
    let rows = sqlx::query_as!(
        Change,
        r#"select player_id as "player: PlayerId", before, after, deviation_after as deviation
           from rating_change where game_id = $1"#,
        game as GameId
    )
    .fetch_all(executor)
    .await?;
    Ok(rows)
}
