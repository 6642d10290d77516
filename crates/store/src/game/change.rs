//! What changes a game's row. Every function that touches a running game's turn expects its lock.

use game::Seat;
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;

use crate::game::{Board, State, number, seat as read_seat};
use crate::{ChannelId, Error, GameId, MessageId, OutboxId, PlayerId, ServerId};

/// A game to be begun.
#[derive(Clone, Debug)]
pub struct New<'a> {
    /// The slug of its kind.
    pub kind: &'a str,
    /// The server it is played in, known to the database or not.
    pub server: ServerId,
    /// The channel it is opened and, until [`set_channel`], played in.
    pub channel: ChannelId,
    /// The players in seat order, all of them known to the database.
    pub seats: &'a [PlayerId],
    /// Whether it counts.
    pub rated: bool,
    /// The first position's text.
    pub position: &'a str,
    /// The seat that begins.
    pub turn: Seat,
    /// Seconds a move may take.
    pub deadline_s: u32,
    /// When the first turn's time runs out.
    pub deadline_at: OffsetDateTime,
    /// When to remind of it.
    pub remind_at: OffsetDateTime,
    /// The finished game that this is the rematch of.
    pub rematch_of: Option<GameId>,
    /// Now.
    pub at: OffsetDateTime,
}

/// The next turn of a running game.
#[derive(Clone, Debug)]
pub struct Advance<'a> {
    /// The number of plies played.
    pub ply: u32,
    /// The seat to move.
    pub turn: Seat,
    /// The position's text.
    pub position: &'a str,
    /// When a new turn began, its deadline and its reminder; `None` when the same turn goes on.
    pub clock: Option<(OffsetDateTime, OffsetDateTime, OffsetDateTime)>,
}

/// The end of a game.
#[derive(Clone, Debug)]
pub struct End<'a> {
    /// The number of plies played.
    pub ply: u32,
    /// The last position's text.
    pub position: &'a str,
    /// Finished or aborted.
    pub state: State,
    /// The seat that won.
    pub winner: Option<Seat>,
    /// Why it ended.
    pub reason: &'a str,
    /// When.
    pub at: OffsetDateTime,
}

/// Begins a game.
///
/// # Errors
/// [`Error::RematchExists`], [`Error::SeatedTwice`], or when the database fails.
pub async fn insert(connection: &mut PgConnection, new: &New<'_>) -> Result<GameId, Error> {
    crate::server::see(&mut *connection, new.server, None).await?;
    let id = sqlx::query_scalar!(
        r#"insert into game (kind, players, server_id, parent_channel_id, channel_id, rated, turn, position,
                             deadline_s, turn_started_at, deadline_at, remind_at, rematch_of, created_at)
           values ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9, $10, $11, $12, $9)
           returning id as "id: GameId""#,
        new.kind,
        i16::try_from(new.seats.len()).unwrap_or(i16::MAX),
        new.server as ServerId,
        new.channel as ChannelId,
        new.rated,
        i16::from(new.turn),
        new.position,
        number(new.deadline_s),
        new.at,
        new.deadline_at,
        new.remind_at,
        new.rematch_of as Option<GameId>
    )
    .fetch_one(&mut *connection)
    .await?;
    sqlx::query!(
        "insert into seat (game_id, seat, player_id)
         select $1, place - 1, player from unnest($2::bigint[]) with ordinality as seated (player, place)",
        id as GameId,
        new.seats as &[PlayerId]
    )
    .execute(connection)
    .await?;
    Ok(id)
}

/// How many running games each of some people still plays in; those with none are left out.
///
/// # Errors
/// When the database fails.
pub async fn running_counts(
    executor: impl PgExecutor<'_>,
    players: &[PlayerId],
) -> Result<Vec<(PlayerId, u32)>, Error> {
    let rows = sqlx::query!(
        r#"select seat.player_id as "player: PlayerId", count(*) as "games!"
           from seat join game on game.id = seat.game_id
           where seat.player_id = any($1) and seat.out_reason is null and game.state = 'running'
           group by seat.player_id
           order by seat.player_id"#,
        players as &[PlayerId]
    )
    .fetch_all(executor)
    .await?;
    Ok(rows.into_iter().map(|row| (row.player, u32::try_from(row.games).unwrap_or(u32::MAX))).collect())
}

/// Adds a row to a game's record. Returns the offer of a draw that has been open until then and is void now, and the message
/// that shows it, if any does.
///
/// # Errors
/// [`Error::PlyPlayed`] when the ply is there already, or when the database fails.
pub async fn append(
    executor: impl PgExecutor<'_>,
    id: GameId,
    ply: u32,
    seat: Seat,
    text: &str,
    at: OffsetDateTime,
) -> Result<Option<(Seat, ChannelId, MessageId)>, Error> {
    let lapsed = sqlx::query!(
        r#"with played as (
               insert into move (game_id, ply, seat, text, played_at) values ($1, $2, $3, $4, $5)
           )
           select seat, channel_id as "channel!: ChannelId", message_id as "message!: MessageId"
           from draw_offer
           where game_id = $1 and ply = $2 and state = 'open' and message_id is not null"#,
        id as GameId,
        number(ply),
        i16::from(seat),
        text,
        at
    )
    .fetch_optional(executor)
    .await?;
    lapsed.map(|lapsed| Ok((read_seat(lapsed.seat)?, lapsed.channel, lapsed.message))).transpose()
}

/// Moves a running game on.
///
/// # Errors
/// When the database fails.
pub async fn advance(executor: impl PgExecutor<'_>, id: GameId, next: &Advance<'_>) -> Result<(), Error> {
    let (started, deadline, remind) = match next.clock {
        Some((started, deadline, remind)) => (Some(started), Some(deadline), Some(remind)),
        None => (None, None, None),
    };
    sqlx::query!(
        "update game
         set ply = $2, turn = $3, position = $4, turn_started_at = coalesce($5, turn_started_at),
             deadline_at = coalesce($6, deadline_at), remind_at = case when $5 is null then remind_at else $7 end
         where id = $1",
        id as GameId,
        number(next.ply),
        i16::from(next.turn),
        next.position,
        started,
        deadline,
        remind
    )
    .execute(executor)
    .await?;
    Ok(())
}

/// Ends a running game.
///
/// # Errors
/// When the database fails.
pub async fn end(executor: impl PgExecutor<'_>, id: GameId, end: &End<'_>) -> Result<(), Error> {
    sqlx::query!(
        "update game
         set ply = $2, position = $3, state = $4, winner = $5, reason = $6, ended_at = $7,
             turn = null, deadline_at = null, remind_at = null
         where id = $1",
        id as GameId,
        number(end.ply),
        end.position,
        end.state as State,
        end.winner.map(i16::from),
        end.reason,
        end.at
    )
    .execute(executor)
    .await?;
    Ok(())
}

/// Records that a seat is out of its game.
///
/// # Errors
/// When the database fails.
pub async fn put_out(
    executor: impl PgExecutor<'_>,
    id: GameId,
    seat: Seat,
    reason: &str,
) -> Result<(), Error> {
    sqlx::query!(
        "update seat set out_reason = $3 where game_id = $1 and seat = $2",
        id as GameId,
        i16::from(seat),
        reason
    )
    .execute(executor)
    .await?;
    Ok(())
}

/// Records where a game is played now, and that it can be posted to.
///
/// # Errors
/// When the database fails.
pub async fn set_channel(executor: impl PgExecutor<'_>, id: GameId, channel: ChannelId) -> Result<(), Error> {
    sqlx::query!(
        "update game set channel_id = $2, homeless = false where id = $1",
        id as GameId,
        channel as ChannelId
    )
    .execute(executor)
    .await?;
    Ok(())
}

/// Records that a game's channel cannot be posted to any more.
///
/// # Errors
/// When the database fails.
pub async fn set_homeless(executor: impl PgExecutor<'_>, id: GameId) -> Result<(), Error> {
    sqlx::query!("update game set homeless = true where id = $1", id as GameId).execute(executor).await?;
    Ok(())
}

/// Records the newest board message, unless one of a newer ply is recorded; returns the message it replaces.
///
/// # Errors
/// When the database fails.
pub async fn set_board(
    executor: impl PgExecutor<'_>,
    id: GameId,
    board: Board,
) -> Result<Option<Board>, Error> {
    let old = sqlx::query!(
        r#"with old as (
               select id, board_channel_id, board_message_id, board_ply from game where id = $1 for update
           )
           update game
           set board_channel_id = $2, board_message_id = $3, board_ply = $4
           from old
           where game.id = old.id and (old.board_ply is null or old.board_ply <= $4)
           returning old.board_channel_id as "channel: ChannelId", old.board_message_id as "message: MessageId",
                     old.board_ply as ply"#,
        id as GameId,
        board.channel as ChannelId,
        board.message as MessageId,
        number(board.ply)
    )
    .fetch_optional(executor)
    .await?;
    Ok(old.and_then(|old| replaced(board, (old.channel, old.message, old.ply))))
}

/// Marks an outbox row as posted and does as [`set_board`] does, in one statement: the game's next turn waits for its lock.
///
/// # Errors
/// When the database fails.
pub async fn posted(
    executor: impl PgExecutor<'_>,
    id: GameId,
    owed: OutboxId,
    board: Board,
    now: OffsetDateTime,
) -> Result<Option<Board>, Error> {
    let old = sqlx::query!(
        r#"with done as (
               update outbox set done_at = $6, channel_id = $2, message_id = $3 where id = $5 and done_at is null
           ), old as (
               select id, board_channel_id, board_message_id, board_ply from game where id = $1 for update
           )
           update game
           set board_channel_id = $2, board_message_id = $3, board_ply = $4
           from old
           where game.id = old.id and (old.board_ply is null or old.board_ply <= $4)
           returning old.board_channel_id as "channel: ChannelId", old.board_message_id as "message: MessageId",
                     old.board_ply as ply"#,
        id as GameId,
        board.channel as ChannelId,
        board.message as MessageId,
        number(board.ply),
        owed as OutboxId,
        now
    )
    .fetch_optional(executor)
    .await?;
    Ok(old.and_then(|old| replaced(board, (old.channel, old.message, old.ply))))
}

/// The board that was the newest before, if it is another message.
fn replaced(
    board: Board,
    (channel, message, ply): (Option<ChannelId>, Option<MessageId>, Option<i32>),
) -> Option<Board> {
    let before = Board { channel: channel?, message: message?, ply: ply?.unsigned_abs() };
    (before.message != board.message).then_some(before)
}

/// Writes the reminders that are due to the outbox, for at most `limit` games that nobody is changing now. A turn is
/// reminded of once; one whose deadline has passed as well is not. Returns how many.
///
/// # Errors
/// When the database fails.
pub async fn owe_reminders(
    executor: impl PgExecutor<'_>,
    now: OffsetDateTime,
    limit: u32,
) -> Result<u64, Error> {
    let done = sqlx::query!(
        "with due as (
             select id from game
             where state = 'running' and remind_at <= $1
             order by remind_at
             limit $2
             for update skip locked
         ), reminded as (
             update game set remind_at = null from due where game.id = due.id
             returning game.id, game.ply, game.deadline_at
         )
         insert into outbox (game_id, ply, what, created_at, due_at)
         select id, ply, 'reminder', $1, $1 from reminded where deadline_at > $1
         on conflict on constraint outbox_once do nothing",
        now,
        i64::from(limit)
    )
    .execute(executor)
    .await?;
    Ok(done.rows_affected())
}
