//! Lobbies. Whoever joins, leaves or starts one holds its lock.

use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;

use crate::{ChannelId, Error, GameId, LobbyId, MessageId, PlayerId, ServerId};

/// A lobby's row, with who sits there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lobby {
    /// Its number.
    pub id: LobbyId,
    /// The slug of the kind of game.
    pub kind: String,
    /// Where.
    pub server: ServerId,
    /// In which channel.
    pub channel: ChannelId,
    /// The message that shows it.
    pub message: Option<MessageId>,
    /// The host.
    pub host: PlayerId,
    /// The number of seats.
    pub players: u8,
    /// Whether the game counts.
    pub rated: bool,
    /// Who sits there, in the order of joining.
    pub seated: Vec<PlayerId>,
    /// Where it stands.
    pub state: State,
    /// When nobody can join it any more.
    pub expires_at: OffsetDateTime,
    /// The finished game whose rematch it is.
    pub rematch_of: Option<GameId>,
    /// The game it became.
    pub game: Option<GameId>,
}

/// Where a lobby stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum State {
    /// People may join and leave.
    Open,
    /// It became a game.
    Started,
    /// Its host left.
    Closed,
    /// It was not started in time.
    Expired,
}

/// A lobby to be opened.
#[derive(Clone, Debug)]
pub struct New<'a> {
    /// The slug of the kind of game.
    pub kind: &'a str,
    /// Where; known to the database.
    pub server: ServerId,
    /// In which channel.
    pub channel: ChannelId,
    /// The host, known to the database, who sits in it from the start.
    pub host: PlayerId,
    /// The number of seats.
    pub players: u8,
    /// Whether the game counts.
    pub rated: bool,
    /// Now.
    pub at: OffsetDateTime,
    /// When nobody can join it any more.
    pub expires_at: OffsetDateTime,
    /// The finished game whose rematch it is.
    pub rematch_of: Option<GameId>,
}

/// Opens a lobby in which the host sits.
///
/// # Errors
/// [`Error::RematchLobbyOpen`] when there is one for the same rematch, or when the database fails.
pub async fn insert(connection: &mut PgConnection, new: &New<'_>) -> Result<LobbyId, Error> {
    let id = sqlx::query_scalar!(
        r#"insert into lobby (kind, server_id, channel_id, host_id, players, rated, created_at, expires_at, rematch_of)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
           returning id as "id: LobbyId""#,
        new.kind,
        new.server as ServerId,
        new.channel as ChannelId,
        new.host as PlayerId,
        i16::from(new.players),
        new.rated,
        new.at,
        new.expires_at,
        new.rematch_of as Option<GameId>
    )
    .fetch_one(&mut *connection)
    .await?;
    join(connection, id, new.host, new.at).await?;
    Ok(id)
}

/// The open lobbies of a host, the oldest first.
///
/// # Errors
/// When the database fails.
pub async fn open_of(
    executor: impl PgExecutor<'_>,
    host: PlayerId,
    now: OffsetDateTime,
) -> Result<Vec<LobbyId>, Error> {
    Ok(sqlx::query_scalar!(
        r#"select id as "id: LobbyId" from lobby where host_id = $1 and state = 'open' and expires_at > $2 order by id"#,
        host as PlayerId,
        now
    )
    .fetch_all(executor)
    .await?)
}

/// A lobby as it stands.
///
/// # Errors
/// When the database fails.
pub async fn find(executor: impl PgExecutor<'_>, id: LobbyId) -> Result<Option<Lobby>, Error> {
    let row = sqlx::query_as!(
        Row,
        r#"select lobby.id as "id: LobbyId", kind, server_id as "server: ServerId", channel_id as "channel: ChannelId",
                  message_id as "message: MessageId", host_id as "host: PlayerId", players, rated,
                  array(select player_id from lobby_seat where lobby_id = lobby.id order by place) as "seated!: Vec<PlayerId>",
                  state as "state: State", expires_at, rematch_of as "rematch_of: GameId", game_id as "game: GameId"
           from lobby where id = $1"#,
        id as LobbyId
    )
    .fetch_optional(executor)
    .await?;
    Ok(row.map(Lobby::from))
}

/// The number of the lobby that became a game.
///
/// # Errors
/// When the database fails.
pub async fn of_game(executor: impl PgExecutor<'_>, game: GameId) -> Result<Option<LobbyId>, Error> {
    let id =
        sqlx::query_scalar!(r#"select id as "id: LobbyId" from lobby where game_id = $1"#, game as GameId)
            .fetch_optional(executor)
            .await?;
    Ok(id)
}

/// A lobby as it stands, locked against every other change until the transaction ends.
///
/// # Errors
/// When the database fails, or another transaction holds the lock for too long.
pub async fn lock(connection: &mut PgConnection, id: LobbyId) -> Result<Option<Lobby>, Error> {
    #[cfg(feature = "testing")]
    if crate::testing::without_row_locks() {
        return find(connection, id).await;
    }
    sqlx::query!("select id from lobby where id = $1 for update", id as LobbyId)
        .fetch_optional(&mut *connection)
        .await?;
    // A statement of its own: one beside the lock would see the seats as they were before the wait for it.
    find(connection, id).await
}

/// The open lobby for a rematch of a game.
///
/// # Errors
/// When the database fails.
pub async fn find_rematch(executor: impl PgExecutor<'_>, of: GameId) -> Result<Option<LobbyId>, Error> {
    let id = sqlx::query_scalar!(
        r#"select id as "id: LobbyId" from lobby where rematch_of = $1 and state = 'open'"#,
        of as GameId
    )
    .fetch_optional(executor)
    .await?;
    Ok(id)
}

/// Records the message that shows a lobby, and where it stands; returns the one that showed it before.
///
/// # Errors
/// When the database fails.
pub async fn set_message(
    executor: impl PgExecutor<'_>,
    id: LobbyId,
    channel: ChannelId,
    message: MessageId,
) -> Result<Option<(ChannelId, MessageId)>, Error> {
    let before = sqlx::query!(
        r#"with before as (select id, channel_id, message_id from lobby where id = $1 for update)
           update lobby set channel_id = $2, message_id = $3
           from before where lobby.id = before.id
           returning before.channel_id as "channel!: ChannelId", before.message_id as "message?: MessageId""#,
        id as LobbyId,
        channel as ChannelId,
        message as MessageId
    )
    .fetch_optional(executor)
    .await?;
    Ok(before.and_then(|before| Some((before.channel, before.message?))))
}

/// Seats a person after all others.
///
/// # Errors
/// [`Error::LobbyJoinedTwice`], [`Error::LobbyPlaceTaken`] when the lobby is not locked, or when the database fails.
pub async fn join(
    executor: impl PgExecutor<'_>,
    id: LobbyId,
    player: PlayerId,
    at: OffsetDateTime,
) -> Result<(), Error> {
    sqlx::query!(
        "insert into lobby_seat (lobby_id, player_id, joined_at, place)
         select $1, $2, $3, coalesce(max(place) + 1, 0) from lobby_seat where lobby_id = $1",
        id as LobbyId,
        player as PlayerId,
        at
    )
    .execute(executor)
    .await?;
    Ok(())
}

/// Takes a person's seat away; `false` when there was none.
///
/// # Errors
/// When the database fails.
pub async fn leave(executor: impl PgExecutor<'_>, id: LobbyId, player: PlayerId) -> Result<bool, Error> {
    let left = sqlx::query!(
        "delete from lobby_seat where lobby_id = $1 and player_id = $2",
        id as LobbyId,
        player as PlayerId
    )
    .execute(executor)
    .await?;
    Ok(left.rows_affected() == 1)
}

/// Closes an open lobby; `false` when it was closed before. `game` goes with [`State::Started`], and with nothing else.
///
/// # Errors
/// When the database fails.
pub async fn close(
    executor: impl PgExecutor<'_>,
    id: LobbyId,
    state: State,
    game: Option<GameId>,
) -> Result<bool, Error> {
    let closed = sqlx::query!(
        "update lobby set state = $2, game_id = $3 where id = $1 and state = 'open'",
        id as LobbyId,
        state as State,
        game as Option<GameId>
    )
    .execute(executor)
    .await?;
    Ok(closed.rows_affected() == 1)
}

/// Expires up to `limit` lobbies whose time is over, and returns them. What somebody is changing now is left for later.
///
/// # Errors
/// When the database fails.
pub async fn expire(
    executor: impl PgExecutor<'_>,
    now: OffsetDateTime,
    limit: u32,
) -> Result<Vec<Lobby>, Error> {
    let rows = sqlx::query_as!(
        Row,
        r#"update lobby set state = 'expired'
           where id in (
               select id from lobby
               where state = 'open' and expires_at <= $1
               order by expires_at
               limit $2
               for update skip locked
           )
           returning id as "id: LobbyId", kind, server_id as "server: ServerId", channel_id as "channel: ChannelId",
                     message_id as "message: MessageId", host_id as "host: PlayerId", players, rated,
                     array(select player_id from lobby_seat where lobby_id = lobby.id order by place) as "seated!: Vec<PlayerId>",
                     state as "state: State", expires_at, rematch_of as "rematch_of: GameId", game_id as "game: GameId""#,
        now,
        i64::from(limit)
    )
    .fetch_all(executor)
    .await?;
    Ok(rows.into_iter().map(Lobby::from).collect())
}

/// Expires what is due of a game's rematch, so that it does not stand in the way of a new one.
///
/// # Errors
/// When the database fails.
pub async fn expire_rematch(
    executor: impl PgExecutor<'_>,
    of: GameId,
    now: OffsetDateTime,
) -> Result<(), Error> {
    sqlx::query!(
        "update lobby set state = 'expired'
         where id in (
             select id from lobby
             where rematch_of = $1 and state = 'open' and expires_at <= $2
             for update skip locked
         )",
        of as GameId,
        now
    )
    .execute(executor)
    .await?;
    Ok(())
}

/// [`Lobby`] as the columns have it.
struct Row {
    id: LobbyId,
    kind: String,
    server: ServerId,
    channel: ChannelId,
    message: Option<MessageId>,
    host: PlayerId,
    players: i16,
    rated: bool,
    seated: Vec<PlayerId>,
    state: State,
    expires_at: OffsetDateTime,
    rematch_of: Option<GameId>,
    game: Option<GameId>,
}

impl From<Row> for Lobby {
    fn from(row: Row) -> Lobby {
        Lobby {
            id: row.id,
            kind: row.kind,
            server: row.server,
            channel: row.channel,
            message: row.message,
            host: row.host,
            players: u8::try_from(row.players).expect("held by lobby_players_range"),
            rated: row.rated,
            seated: row.seated,
            state: row.state,
            expires_at: row.expires_at,
            rematch_of: row.rematch_of,
            game: row.game,
        }
    }
}
