//! The outbox: what is still to be posted. A row is written with the change it tells of, in the same transaction.

use sqlx::PgExecutor;
use time::OffsetDateTime;

use crate::{ChannelId, Error, GameId, MessageId, OutboxId};

/// A post that is owed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Owed {
    /// The row.
    pub id: OutboxId,
    /// The game.
    pub game: GameId,
    /// The ply it tells of.
    pub ply: u32,
    /// What it tells.
    pub what: What,
    /// The token of the interaction that was to post it.
    pub token: Option<String>,
    /// Whether it was to be that interaction's original answer.
    pub original: bool,
    /// When it was written.
    pub created_at: OffsetDateTime,
    /// How often it was taken up.
    pub attempts: u32,
}

/// What a post tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum What {
    /// A game begins.
    Opening,
    /// A turn was taken.
    Turn,
    /// A game ended.
    Final,
    /// Half the time is gone.
    Reminder,
}

/// A post to be owed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct New<'a> {
    /// The game.
    pub game: GameId,
    /// The ply it tells of.
    pub ply: u32,
    /// What it tells.
    pub what: What,
    /// The token of the interaction that is to post it, and whether as its original answer.
    pub interaction: Option<(&'a str, bool)>,
    /// Now.
    pub at: OffsetDateTime,
    /// When a worker may take it up.
    pub due_at: OffsetDateTime,
}

/// Writes a row.
///
/// # Errors
/// [`Error::OwedTwice`], or when the database fails.
pub async fn owe(executor: impl PgExecutor<'_>, new: &New<'_>) -> Result<OutboxId, Error> {
    let id = sqlx::query_scalar!(
        r#"insert into outbox (game_id, ply, what, interaction_token, original, created_at, due_at)
           values ($1, $2, $3, $4, $5, $6, $7)
           returning id as "id: OutboxId""#,
        new.game as GameId,
        i32::try_from(new.ply).unwrap_or(i32::MAX),
        new.what as What,
        new.interaction.map(|(token, _)| token),
        new.interaction.is_some_and(|(_, original)| original),
        new.at,
        new.due_at
    )
    .fetch_one(executor)
    .await?;
    Ok(id)
}

/// Drops the due rows that tell of a ply that has passed, or of a turn in a game that has ended; a final post never
/// becomes stale, a reminder does with its turn (which may outlast a ply in which another seat resigned). Returns how many.
///
/// # Errors
/// When the database fails.
pub async fn drop_stale(executor: impl PgExecutor<'_>, now: OffsetDateTime) -> Result<u64, Error> {
    let done = sqlx::query!(
        "update outbox set done_at = $1
         where id in (
             select outbox.id from outbox join game on game.id = outbox.game_id
             where outbox.done_at is null and outbox.due_at <= $1 and outbox.what <> 'final'
                   and (game.state <> 'running'
                        or case outbox.what when 'reminder' then game.turn_started_at >= outbox.created_at
                                            else outbox.ply < game.ply end)
             for update of outbox skip locked
         )",
        now
    )
    .execute(executor)
    .await?;
    Ok(done.rows_affected())
}

/// Takes up due rows, the oldest first, and puts them off: by 10 seconds the first time, then by twice as much each time,
/// up to some forty minutes.
///
/// # Errors
/// When the database fails.
pub async fn take(
    executor: impl PgExecutor<'_>,
    now: OffsetDateTime,
    limit: u32,
) -> Result<Vec<Owed>, Error> {
    let rows = sqlx::query!(
        r#"with due as (
               select id from outbox
               where done_at is null and due_at <= $1
               order by due_at, id
               limit $2
               for update skip locked
           )
           update outbox
           set attempts = attempts + 1, due_at = $1 + interval '10 seconds' * (1 << least(attempts, 8))
           from due
           where outbox.id = due.id
           returning outbox.id as "id: OutboxId", game_id as "game: GameId", ply, what as "what: What",
                     interaction_token, original, created_at, attempts"#,
        now,
        i64::from(limit)
    )
    .fetch_all(executor)
    .await?;
    let mut owed: Vec<Owed> = rows
        .into_iter()
        .map(|row| Owed {
            id: row.id,
            game: row.game,
            ply: row.ply.unsigned_abs(),
            what: row.what,
            token: row.interaction_token,
            original: row.original,
            created_at: row.created_at,
            attempts: row.attempts.unsigned_abs(),
        })
        .collect();
    owed.sort_by_key(|owed| owed.id);
    Ok(owed)
}

/// The row of one post, while it is owed.
///
/// # Errors
/// When the database fails.
pub async fn find(
    executor: impl PgExecutor<'_>,
    game: GameId,
    ply: u32,
    what: What,
) -> Result<Option<Owed>, Error> {
    let row = sqlx::query!(
        r#"select id as "id: OutboxId", interaction_token, original, created_at, attempts
           from outbox where game_id = $1 and ply = $2 and what = $3 and done_at is null"#,
        game as GameId,
        i32::try_from(ply).unwrap_or(i32::MAX),
        what as What
    )
    .fetch_optional(executor)
    .await?;
    Ok(row.map(|row| Owed {
        id: row.id,
        game,
        ply,
        what,
        token: row.interaction_token,
        original: row.original,
        created_at: row.created_at,
        attempts: row.attempts.unsigned_abs(),
    }))
}

/// Where the posts of a game stand that told of these plies, by ply.
///
/// # Errors
/// When the database fails.
pub async fn shown(
    executor: impl PgExecutor<'_>,
    game: GameId,
    plies: &[u32],
) -> Result<Vec<(u32, ChannelId, MessageId)>, Error> {
    let plies: Vec<i32> = plies.iter().map(|ply| i32::try_from(*ply).unwrap_or(i32::MAX)).collect();
    let rows = sqlx::query!(
        r#"select ply, channel_id as "channel: ChannelId", message_id as "message: MessageId"
           from outbox where game_id = $1 and ply = any($2) and what <> 'reminder' and message_id is not null
           order by ply, id"#,
        game as GameId,
        &plies
    )
    .fetch_all(executor)
    .await?;
    let shown = rows.into_iter().filter_map(|row| Some((row.ply.unsigned_abs(), row.channel?, row.message?)));
    Ok(shown.collect())
}

/// Marks a row as posted; `false` when it was done already.
///
/// # Errors
/// When the database fails.
pub async fn posted(
    executor: impl PgExecutor<'_>,
    id: OutboxId,
    channel: ChannelId,
    message: MessageId,
    now: OffsetDateTime,
) -> Result<bool, Error> {
    let done = sqlx::query!(
        "update outbox set done_at = $4, channel_id = $2, message_id = $3 where id = $1 and done_at is null",
        id as OutboxId,
        channel as ChannelId,
        message as MessageId,
        now
    )
    .execute(executor)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Drops a row that can never be posted.
///
/// # Errors
/// When the database fails.
pub async fn dropped(executor: impl PgExecutor<'_>, id: OutboxId, now: OffsetDateTime) -> Result<(), Error> {
    sqlx::query!("update outbox set done_at = $2 where id = $1 and done_at is null", id as OutboxId, now)
        .execute(executor)
        .await?;
    Ok(())
}

/// When the next row falls due.
///
/// # Errors
/// When the database fails.
pub async fn next_due(executor: impl PgExecutor<'_>) -> Result<Option<OffsetDateTime>, Error> {
    let due = sqlx::query_scalar!("select min(due_at) from outbox where done_at is null")
        .fetch_one(executor)
        .await?;
    Ok(due)
}
