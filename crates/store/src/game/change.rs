//! What changes a game's row. Every function that touches a running game's turn expects its lock.

use game::Seat;
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;

use crate::game::{Board, State, number, seat as read_seat};
use crate::outbox::What;
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

/// A ply to be added to a game's record.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// Its place in the record, from 0.
    pub ply: u32,
    /// Who moved, resigned or lost on time.
    pub seat: Seat,
    /// Long form, `resigns` or `time`.
    pub text: &'a str,
    /// When.
    pub at: OffsetDateTime,
}

/// An offer of a draw that was open until a ply was played, which makes it void.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lapsed {
    /// Who offered.
    pub seat: Seat,
    /// The channel of the message that shows it.
    pub channel: ChannelId,
    /// That message.
    pub message: MessageId,
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

/// Adds a ply to a game's record. Returns the offer of a draw that lapses with it, if a message shows one.
///
/// # Errors
/// [`Error::PlyPlayed`] when the ply is there already, or when the database fails.
pub async fn append(
    executor: impl PgExecutor<'_>,
    id: GameId,
    played: &Played<'_>,
) -> Result<Option<Lapsed>, Error> {
    let lapsed = sqlx::query!(
        r#"with played as (
               insert into move (game_id, ply, seat, text, played_at) values ($1, $2, $3, $4, $5)
           )
           select seat, channel_id as "channel!: ChannelId", message_id as "message!: MessageId"
           from draw_offer
           where game_id = $1 and ply = $2 and state = 'open' and message_id is not null"#,
        id as GameId,
        number(played.ply),
        i16::from(played.seat),
        played.text,
        played.at
    )
    .fetch_optional(executor)
    .await?;
    lapsed
        .map(|row| Ok(Lapsed { seat: read_seat(row.seat)?, channel: row.channel, message: row.message }))
        .transpose()
}

/// Adds a ply to the record of a game that goes on, moves the game on, and owes the post that tells of it. Returns the post's row in
/// the outbox, and as [`append`] does.
///
/// It is one statement because everybody who wants to change the game waits meanwhile, and most of what a turn takes are ways to the server
/// and back. Its parts write to different tables and read nothing of each other's, so that it does not matter in which order
/// PostgreSQL executes them; if one fails, none has happened.
///
/// # Errors
/// [`Error::PlyPlayed`] when the ply is there already, [`Error::OwedTwice`], or when the database fails.
pub async fn advance(
    executor: impl PgExecutor<'_>,
    id: GameId,
    played: &Played<'_>,
    next: &Advance<'_>,
    owed: &crate::outbox::New<'_>,
) -> Result<(OutboxId, Option<Lapsed>), Error> {
    let (started, deadline, remind) = match next.clock {
        Some((started, deadline, remind)) => (Some(started), Some(deadline), Some(remind)),
        None => (None, None, None),
    };
    let row = sqlx::query!(
        r#"with played as (
               insert into move (game_id, ply, seat, text, played_at) values ($1, $2, $3, $4, $5)
           ), advanced as (
               update game
               set ply = $6, turn = $7, position = $8, turn_started_at = coalesce($9, turn_started_at),
                   deadline_at = coalesce($10, deadline_at),
                   remind_at = case when $9 is null then remind_at else $11 end
               where id = $1
           ), owed as (
               insert into outbox (game_id, ply, what, interaction_token, original, created_at, due_at)
               values ($1, $12, $13, $14, $15, $16, $17)
               returning id
           )
           select owed.id as "id: OutboxId", offer.seat as "seat?",
                  offer.channel_id as "channel: ChannelId", offer.message_id as "message: MessageId"
           from owed
           left join draw_offer as offer
               on offer.game_id = $1 and offer.ply = $2 and offer.state = 'open' and offer.message_id is not null"#,
        id as GameId,
        number(played.ply),
        i16::from(played.seat),
        played.text,
        played.at,
        number(next.ply),
        i16::from(next.turn),
        next.position,
        started,
        deadline,
        remind,
        number(owed.ply),
        owed.what as What,
        owed.interaction.map(|(token, _)| token),
        owed.interaction.is_some_and(|(_, original)| original),
        owed.at,
        owed.due_at
    )
    .fetch_one(executor)
    .await?;
    let lapsed = row.seat.zip(row.channel).zip(row.message);
    let lapsed = lapsed.map(|((seat, channel), message)| {
        Ok::<_, Error>(Lapsed { seat: read_seat(seat)?, channel, message })
    });
    Ok((row.id, lapsed.transpose()?))
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

/// Records that a game is played in a thread of its own now, or again in the channel it was opened in, and that it can be
/// posted to.
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

/// Records that a game is played from now on where no thread is its own, as if it had been opened there, and that it can be
/// posted to.
///
/// # Errors
/// When the database fails.
pub async fn set_home(executor: impl PgExecutor<'_>, id: GameId, channel: ChannelId) -> Result<(), Error> {
    sqlx::query!(
        "update game set channel_id = $2, parent_channel_id = $2, homeless = false where id = $1",
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
/// reminded of once; one whose deadline has passed as well is not, and nobody of the `timeless` ever. Returns how many.
///
/// # Errors
/// When the database fails.
pub async fn owe_reminders(
    executor: impl PgExecutor<'_>,
    timeless: &[PlayerId],
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
             returning game.id, game.ply, game.turn, game.deadline_at
         )
         insert into outbox (game_id, ply, what, created_at, due_at)
         select id, ply, 'reminder', $1, $1 from reminded
         where deadline_at > $1
               and not exists (
                   select 1 from seat
                   where seat.game_id = reminded.id and seat.seat = reminded.turn and seat.player_id = any($3)
               )
         on conflict on constraint outbox_once do nothing",
        now,
        i64::from(limit),
        timeless as &[PlayerId]
    )
    .execute(executor)
    .await?;
    Ok(done.rows_affected())
}
