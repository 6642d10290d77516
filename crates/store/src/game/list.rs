//! Lists of games.

use sqlx::PgExecutor;
use time::OffsetDateTime;

use crate::game::{Game, Row, select};
use crate::{ChannelId, Error, GameId, MessageId, PlayerId, ServerId};

/// The running games that a person still plays in: those where it is their turn first, then by deadline.
///
/// # Errors
/// When the database fails.
pub async fn running_of(executor: impl PgExecutor<'_>, player: PlayerId) -> Result<Vec<Game>, Error> {
    let rows = select!(
        "join (select game_id, seat from seat where player_id = $1 and out_reason is null) as own on own.game_id = game.id
         where state = 'running'
         order by turn = own.seat desc, deadline_at, id",
        player as PlayerId
    )
    .fetch_all(executor)
    .await?;
    rows.into_iter().map(Row::read).collect()
}

/// The running games of a channel, newest first.
///
/// # Errors
/// When the database fails.
pub async fn running_in_channel(
    executor: impl PgExecutor<'_>,
    channel: ChannelId,
) -> Result<Vec<Game>, Error> {
    let rows = select!("where channel_id = $1 and state = 'running' order by id desc", channel as ChannelId)
        .fetch_all(executor)
        .await?;
    rows.into_iter().map(Row::read).collect()
}

/// The running games of a server, newest first.
///
/// # Errors
/// When the database fails.
pub async fn running_in_server(
    executor: impl PgExecutor<'_>,
    server: ServerId,
    limit: u32,
) -> Result<Vec<Game>, Error> {
    let rows = select!(
        "where server_id = $1 and state = 'running' order by id desc limit $2",
        server as ServerId,
        i64::from(limit)
    )
    .fetch_all(executor)
    .await?;
    rows.into_iter().map(Row::read).collect()
}

/// The running games whose deadline has passed, the longest overdue first.
///
/// # Errors
/// When the database fails.
pub async fn overdue(
    executor: impl PgExecutor<'_>,
    now: OffsetDateTime,
    limit: u32,
) -> Result<Vec<GameId>, Error> {
    let ids = sqlx::query_scalar!(
        r#"select id as "id: GameId" from game
           where state = 'running' and deadline_at <= $1
           order by deadline_at
           limit $2"#,
        now,
        i64::from(limit)
    )
    .fetch_all(executor)
    .await?;
    Ok(ids)
}

/// Games of every state by number, beginning after `after`.
///
/// # Errors
/// When the database fails.
pub async fn page(executor: impl PgExecutor<'_>, after: GameId, limit: u32) -> Result<Vec<Game>, Error> {
    let rows = select!("where id > $1 order by id limit $2", after as GameId, i64::from(limit))
        .fetch_all(executor)
        .await?;
    rows.into_iter().map(Row::read).collect()
}
