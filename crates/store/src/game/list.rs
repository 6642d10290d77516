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

/// The running games of a channel, newest first, at most `limit`.
///
/// # Errors
/// When the database fails.
pub async fn running_in_channel(
    executor: impl PgExecutor<'_>,
    channel: ChannelId,
    limit: u32,
) -> Result<Vec<Game>, Error> {
    let rows = select!(
        "where channel_id = $1 and state = 'running' order by id desc limit $2",
        channel as ChannelId,
        i64::from(limit)
    )
    .fetch_all(executor)
    .await?;
    rows.into_iter().map(Row::read).collect()
}

/// The newest game of a thread, running or over; `None` for a channel that is no game's own.
///
/// # Errors
/// When the database fails.
pub async fn newest_in_thread(
    executor: impl PgExecutor<'_>,
    thread: ChannelId,
) -> Result<Option<Game>, Error> {
    let row = select!(
        "where nullif(channel_id, parent_channel_id) = $1 order by id desc limit 1",
        thread as ChannelId
    )
    .fetch_optional(executor)
    .await?;
    row.map(Row::read).transpose()
}

/// The game of a server, played to an end as [`finished_of`] says, that somebody means in a channel without naming one: the newest
/// of their own that was begun or played there, else the newest that was played there, else the newest of their own.
///
/// Looked at are their own and the newest that was played there, which is meant only where none of their own is nearer.
///
/// # Errors
/// When the database fails.
pub async fn finished_near(
    executor: impl PgExecutor<'_>,
    player: PlayerId,
    server: ServerId,
    channel: ChannelId,
) -> Result<Option<Game>, Error> {
    let row = select!(
        "left join (select game_id from seat where player_id = $1) as own on own.game_id = game.id
         where server_id = $2 and (state = 'finished' or reason = 'computers')
               and id in (
                   select game_id from seat where player_id = $1
                   union all
                   (select there.id from game as there
                    where there.channel_id = $3 and there.server_id = $2
                          and (there.state = 'finished' or there.reason = 'computers')
                    order by there.ended_at desc, there.id desc
                    limit 1)
               )
         order by own.game_id is not null and $3 in (channel_id, parent_channel_id) desc, channel_id = $3 desc,
                  ended_at desc, id desc
         limit 1",
        player as PlayerId,
        server as ServerId,
        channel as ChannelId
    )
    .fetch_optional(executor)
    .await?;
    row.map(Row::read).transpose()
}

/// A person's games of a server that were played to an end, with a result or until only computers were left: those that ended last
/// first.
///
/// # Errors
/// When the database fails.
pub async fn finished_of(
    executor: impl PgExecutor<'_>,
    player: PlayerId,
    server: ServerId,
    limit: u32,
) -> Result<Vec<Game>, Error> {
    let rows = select!(
        "join (select game_id from seat where player_id = $1) as own on own.game_id = game.id
         where server_id = $2 and (state = 'finished' or reason = 'computers')
         order by ended_at desc, id desc
         limit $3",
        player as PlayerId,
        server as ServerId,
        i64::from(limit)
    )
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

/// The running games whose deadline has passed, the longest overdue first; without those where one of the `timeless` is to move.
///
/// # Errors
/// When the database fails.
pub async fn overdue(
    executor: impl PgExecutor<'_>,
    timeless: &[PlayerId],
    now: OffsetDateTime,
    limit: u32,
) -> Result<Vec<GameId>, Error> {
    let ids = sqlx::query_scalar!(
        r#"select id as "id: GameId" from game
           where state = 'running' and deadline_at <= $1
                 and not exists (
                     select 1 from seat
                     where seat.game_id = game.id and seat.seat = game.turn and seat.player_id = any($3)
                 )
           order by deadline_at
           limit $2"#,
        now,
        i64::from(limit),
        timeless as &[PlayerId]
    )
    .fetch_all(executor)
    .await?;
    Ok(ids)
}

/// The running games in which one of these players is to move, those that have waited longest first, with their plies. One
/// whose newest post is still owed is left out, unless it was owed before `patience`: what it tells is seen before the answer.
///
/// # Errors
/// When the database fails.
pub async fn awaiting(
    executor: impl PgExecutor<'_>,
    players: &[PlayerId],
    patience: OffsetDateTime,
    limit: u32,
) -> Result<Vec<(GameId, u32)>, Error> {
    let rows = sqlx::query!(
        r#"select game.id as "id: GameId", game.ply
           from game join seat on seat.game_id = game.id and seat.seat = game.turn
           where game.state = 'running' and seat.player_id = any($1)
                 and not exists (
                     select 1 from outbox
                     where outbox.game_id = game.id and outbox.ply = game.ply and outbox.what in ('opening', 'turn')
                           and outbox.done_at is null and outbox.created_at > $2
                 )
           order by game.turn_started_at, game.id
           limit $3"#,
        players as &[PlayerId],
        patience,
        i64::from(limit)
    )
    .fetch_all(executor)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.ply.unsigned_abs())).collect())
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
