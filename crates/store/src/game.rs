//! Games, their seats and their records.
//!
//! A change of a running game begins with [`lock`] (or [`lock_overdue`]); everything read after it in the same transaction
//! is as it will stay until the commit. [`record`] is a statement of its own on purpose: a subquery beside `for update` would
//! still see the moves as they were before the wait for the lock. The locked row itself is the newest. The seats are read with
//! it: who sits where never changes.

mod change;
mod list;
mod rated;

use game::Seat;
use sqlx::PgExecutor;
use time::OffsetDateTime;

use crate::{ChannelId, Error, GameId, MessageId, PlayerId, ServerId};

pub use change::{
    Advance, End, Lapsed, New, Played, advance, append, end, insert, owe_reminders, posted, put_out,
    running_counts, set_board, set_channel, set_home, set_homeless,
};
pub use list::{
    awaiting, finished_near, finished_of, newest_in_thread, overdue, page, running_in_channel,
    running_in_server, running_of,
};
pub use rated::{Change, Rated, Rating, Score, changes, pair_has_played, rate, ratings};

/// A game's row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Its number.
    pub id: GameId,
    /// The slug of its kind.
    pub kind: String,
    /// The number of seats.
    pub players: u8,
    /// The server it is played in.
    pub server: ServerId,
    /// The channel it was opened in, or that it found when it had lost that.
    pub parent_channel: ChannelId,
    /// Where it is played.
    pub channel: ChannelId,
    /// Whether its channel cannot be posted to any more.
    pub homeless: bool,
    /// Whether it was begun as a rated game.
    pub rated: bool,
    /// Where it stands.
    pub state: State,
    /// The number of plies in its record.
    pub ply: u32,
    /// The seat to move, while running.
    pub turn: Option<Seat>,
    /// The cached position text.
    pub position: String,
    /// The seat that won.
    pub winner: Option<Seat>,
    /// Why it ended.
    pub reason: Option<String>,
    /// Seconds a move may take.
    pub deadline_s: u32,
    /// When the running turn's time runs out.
    pub deadline_at: Option<OffsetDateTime>,
    /// The newest board message.
    pub board: Option<Board>,
    /// When it began.
    pub created_at: OffsetDateTime,
    /// When it ended.
    pub ended_at: Option<OffsetDateTime>,
    /// Who sits where, in seat order.
    pub seats: Vec<Seated>,
}

/// Whether a game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum State {
    /// It goes on.
    Running,
    /// It was played to an end.
    Finished,
    /// It ended without a result.
    Aborted,
}

/// A message that shows a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// Where it stands.
    pub channel: ChannelId,
    /// The message.
    pub message: MessageId,
    /// The ply it shows.
    pub ply: u32,
}

/// A seat of a game and who sits there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seated {
    /// The seat.
    pub seat: Seat,
    /// Who sits there.
    pub player: PlayerId,
    /// The display name last seen.
    pub name: String,
    /// The language of their private texts.
    pub locale: String,
}

/// A row of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// Who moved, resigned or lost on time.
    pub seat: Seat,
    /// Long form, `resigns` or `time`.
    pub text: String,
}

/// Locks a game against every other change until the transaction ends, and reads its row as it stands under the lock; `None` when
/// there is no such game.
///
/// # Errors
/// When the database fails, or another transaction holds the lock for too long.
pub async fn lock(executor: impl PgExecutor<'_>, id: GameId) -> Result<Option<Game>, Error> {
    #[cfg(feature = "testing")]
    if crate::testing::without_row_locks() {
        return find(executor, id).await;
    }
    let row = select!("where id = $1 for update", id as GameId).fetch_optional(executor).await?;
    row.map(Row::read).transpose()
}

/// As [`lock`], of a running game that is [`overdue`]; `None` when it is none, or someone else is changing it now.
///
/// # Errors
/// When the database fails.
pub async fn lock_overdue(
    executor: impl PgExecutor<'_>,
    id: GameId,
    timeless: &[PlayerId],
    now: OffsetDateTime,
) -> Result<Option<Game>, Error> {
    let row = select!(
        "where id = $1 and state = 'running' and deadline_at <= $2
               and not exists (
                   select 1 from seat
                   where seat.game_id = game.id and seat.seat = game.turn and seat.player_id = any($3)
               )
         for update skip locked",
        id as GameId,
        now,
        timeless as &[PlayerId]
    )
    .fetch_optional(executor)
    .await?;
    row.map(Row::read).transpose()
}

/// A game's row as it stands.
///
/// # Errors
/// When the database fails.
pub async fn find(executor: impl PgExecutor<'_>, id: GameId) -> Result<Option<Game>, Error> {
    let row = select!("where id = $1", id as GameId).fetch_optional(executor).await?;
    row.map(Row::read).transpose()
}

/// The rematch of a game, if it was begun.
///
/// # Errors
/// When the database fails.
pub async fn rematch_of(executor: impl PgExecutor<'_>, game: GameId) -> Result<Option<GameId>, Error> {
    let id =
        sqlx::query_scalar!(r#"select id as "id: GameId" from game where rematch_of = $1"#, game as GameId)
            .fetch_optional(executor)
            .await?;
    Ok(id)
}

/// The first `plies` rows of a game's record. A game that is read without its lock is asked for as many as its row said.
///
/// # Errors
/// When the database fails.
pub async fn record(executor: impl PgExecutor<'_>, id: GameId, plies: u32) -> Result<Vec<Move>, Error> {
    let rows = sqlx::query!(
        "select seat, text from move where game_id = $1 and ply < $2 order by ply",
        id as GameId,
        number(plies)
    )
    .fetch_all(executor)
    .await?;
    rows.into_iter().map(|row| Ok(Move { seat: seat(row.seat)?, text: row.text })).collect()
}

/// Selects rows of `game`; the rest of the statement and its arguments follow.
macro_rules! select {
    ($rest:literal $(, $argument:expr)*) => {
        sqlx::query_as!(
            crate::game::Row,
            r#"select id as "id: GameId", kind, players, server_id as "server: ServerId",
                      parent_channel_id as "parent_channel: ChannelId", channel_id as "channel: ChannelId",
                      homeless, rated, state as "state: crate::game::State", ply, turn, position, winner, reason,
                      deadline_s, deadline_at, board_channel_id as "board_channel: ChannelId",
                      board_message_id as "board_message: MessageId", board_ply, created_at, ended_at,
                      array(select (seated.seat, player.id, player.name, player.locale)
                            from seat as seated join player on player.id = seated.player_id
                            where seated.game_id = game.id
                            order by seated.seat) as "seats!: Vec<(i16, PlayerId, String, String)>"
               from game "# + $rest
            $(, $argument)*
        )
    };
}
use select;

/// [`Game`] as the columns are.
struct Row {
    id: GameId,
    kind: String,
    players: i16,
    server: ServerId,
    parent_channel: ChannelId,
    channel: ChannelId,
    homeless: bool,
    rated: bool,
    state: State,
    ply: i32,
    turn: Option<i16>,
    position: String,
    winner: Option<i16>,
    reason: Option<String>,
    deadline_s: i32,
    deadline_at: Option<OffsetDateTime>,
    board_channel: Option<ChannelId>,
    board_message: Option<MessageId>,
    board_ply: Option<i32>,
    created_at: OffsetDateTime,
    ended_at: Option<OffsetDateTime>,
    seats: Vec<(i16, PlayerId, String, String)>,
}

impl Row {
    fn read(self) -> Result<Game, Error> {
        let board = match (self.board_channel, self.board_message, self.board_ply) {
            (Some(channel), Some(message), Some(ply)) => {
                Some(Board { channel, message, ply: ply.unsigned_abs() })
            }
            _ => None,
        };
        Ok(Game {
            id: self.id,
            kind: self.kind,
            players: u8::try_from(self.players).map_err(decode)?,
            server: self.server,
            parent_channel: self.parent_channel,
            channel: self.channel,
            homeless: self.homeless,
            rated: self.rated,
            state: self.state,
            ply: self.ply.unsigned_abs(),
            turn: self.turn.map(seat).transpose()?,
            position: self.position,
            winner: self.winner.map(seat).transpose()?,
            reason: self.reason,
            deadline_s: self.deadline_s.unsigned_abs(),
            deadline_at: self.deadline_at,
            board,
            created_at: self.created_at,
            ended_at: self.ended_at,
            seats: self.seats.into_iter().map(seated).collect::<Result<_, _>>()?,
        })
    }
}

fn seated((number, player, name, locale): (i16, PlayerId, String, String)) -> Result<Seated, Error> {
    Ok(Seated { seat: seat(number)?, player, name, locale })
}

/// A stored seat number.
fn seat(number: i16) -> Result<Seat, Error> {
    Seat::try_from(number).map_err(decode)
}

/// A ply or a number of seconds as the columns hold it; both stay far below the bound.
fn number(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

fn decode(error: impl std::error::Error + Send + Sync + 'static) -> Error {
    Error::Database(sqlx::Error::Decode(Box::new(error)))
}
