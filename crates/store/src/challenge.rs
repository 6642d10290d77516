//! Challenges. Whoever answers one holds its lock; whoever makes one holds the challenger's ([`crate::player::lock`]).

use sqlx::PgExecutor;
use time::OffsetDateTime;

use crate::{ChallengeId, ChannelId, Error, GameId, MessageId, PlayerId, ServerId};

/// A challenge's row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Challenge {
    /// Its number.
    pub id: ChallengeId,
    /// The slug of the kind of game.
    pub kind: String,
    /// Where.
    pub server: ServerId,
    /// In which channel.
    pub channel: ChannelId,
    /// The message that shows it.
    pub message: Option<MessageId>,
    /// Who.
    pub challenger: PlayerId,
    /// Whom; `None`: anyone.
    pub opponent: Option<PlayerId>,
    /// The challenger's colour.
    pub colour: Colour,
    /// Whether the game counts.
    pub rated: bool,
    /// Where it stands.
    pub state: State,
    /// When nobody can answer it any more.
    pub expires_at: OffsetDateTime,
    /// The finished game whose rematch it asks for.
    pub rematch_of: Option<GameId>,
    /// The game it became.
    pub game: Option<GameId>,
}

/// The challenger's colour, named as in a game of red and blue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum Colour {
    /// The first seat.
    Red,
    /// The second seat.
    Blue,
    /// Drawn when it is accepted.
    Random,
}

/// Where a challenge stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum State {
    /// Waiting.
    Open,
    /// It became a game.
    Accepted,
    /// The opponent said no.
    Declined,
    /// The challenger took it back.
    Withdrawn,
    /// Nobody answered in time.
    Expired,
}

/// A challenge to be made.
#[derive(Clone, Debug)]
pub struct New<'a> {
    /// The slug of the kind of game.
    pub kind: &'a str,
    /// Where; known to the database.
    pub server: ServerId,
    /// In which channel.
    pub channel: ChannelId,
    /// Who; known to the database.
    pub challenger: PlayerId,
    /// Whom, known to the database; `None`: anyone.
    pub opponent: Option<PlayerId>,
    /// The challenger's colour.
    pub colour: Colour,
    /// Whether the game counts.
    pub rated: bool,
    /// Now.
    pub at: OffsetDateTime,
    /// When nobody can answer it any more.
    pub expires_at: OffsetDateTime,
    /// The finished game whose rematch it asks for.
    pub rematch_of: Option<GameId>,
}

/// `query_as!` of [`Challenge`] with what follows `from challenge`, or after a change.
macro_rules! select {
    ($before:literal, $after:literal $(, $argument:expr)*) => {
        sqlx::query_as!(
            Challenge,
            $before
                + r#" id as "id: ChallengeId", kind, server_id as "server: ServerId", channel_id as "channel: ChannelId",
                      message_id as "message: MessageId", challenger_id as "challenger: PlayerId",
                      opponent_id as "opponent: PlayerId", colour as "colour: Colour", rated, state as "state: State",
                      expires_at, rematch_of as "rematch_of: GameId", game_id as "game: GameId" "#
                + $after
            $(, $argument)*
        )
    };
}

/// Makes a challenge.
///
/// # Errors
/// [`Error::ChallengeOpen`] when one to the same person is open, [`Error::RematchChallengeOpen`] when one to the same rematch is,
/// [`Error::ChallengeToOneself`], or when the database fails.
pub async fn insert(executor: impl PgExecutor<'_>, new: &New<'_>) -> Result<ChallengeId, Error> {
    let id = sqlx::query_scalar!(
        r#"insert into challenge (kind, server_id, channel_id, challenger_id, opponent_id, colour, rated, created_at,
                                  expires_at, rematch_of)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
           returning id as "id: ChallengeId""#,
        new.kind,
        new.server as ServerId,
        new.channel as ChannelId,
        new.challenger as PlayerId,
        new.opponent as Option<PlayerId>,
        new.colour as Colour,
        new.rated,
        new.at,
        new.expires_at,
        new.rematch_of as Option<GameId>
    )
    .fetch_one(executor)
    .await?;
    Ok(id)
}

/// How many challenges of a person are open.
///
/// # Errors
/// When the database fails.
pub async fn open_count(executor: impl PgExecutor<'_>, challenger: PlayerId) -> Result<u32, Error> {
    let count = sqlx::query_scalar!(
        r#"select count(*) as "count!" from challenge where challenger_id = $1 and state = 'open'"#,
        challenger as PlayerId
    )
    .fetch_one(executor)
    .await?;
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}

/// A challenge as it stands.
///
/// # Errors
/// When the database fails.
pub async fn find(executor: impl PgExecutor<'_>, id: ChallengeId) -> Result<Option<Challenge>, Error> {
    Ok(select!("select", "from challenge where id = $1", id as ChallengeId).fetch_optional(executor).await?)
}

/// The open challenge of one person to another to a kind of game.
///
/// # Errors
/// When the database fails.
pub async fn open_between(
    executor: impl PgExecutor<'_>,
    challenger: PlayerId,
    opponent: PlayerId,
    kind: &str,
    now: OffsetDateTime,
) -> Result<Option<Challenge>, Error> {
    Ok(select!(
        "select",
        "from challenge
         where challenger_id = $1 and opponent_id = $2 and kind = $3 and state = 'open' and expires_at > $4",
        challenger as PlayerId,
        opponent as PlayerId,
        kind,
        now
    )
    .fetch_optional(executor)
    .await?)
}

/// A person's open challenges, the oldest first.
///
/// # Errors
/// When the database fails.
pub async fn open_of(executor: impl PgExecutor<'_>, challenger: PlayerId) -> Result<Vec<Challenge>, Error> {
    Ok(select!(
        "select",
        "from challenge where challenger_id = $1 and state = 'open' order by id",
        challenger as PlayerId
    )
    .fetch_all(executor)
    .await?)
}

/// A challenge as it stands, locked against every other change until the transaction ends.
///
/// # Errors
/// When the database fails, or another transaction holds the lock for too long.
pub async fn lock(executor: impl PgExecutor<'_>, id: ChallengeId) -> Result<Option<Challenge>, Error> {
    #[cfg(feature = "testing")]
    if crate::testing::without_row_locks() {
        return find(executor, id).await;
    }
    Ok(select!("select", "from challenge where id = $1 for update", id as ChallengeId)
        .fetch_optional(executor)
        .await?)
}

/// The challenge that became a game.
///
/// # Errors
/// When the database fails.
pub async fn of_game(executor: impl PgExecutor<'_>, game: GameId) -> Result<Option<Challenge>, Error> {
    Ok(select!("select", "from challenge where game_id = $1", game as GameId)
        .fetch_optional(executor)
        .await?)
}

/// The open challenge to a rematch of a game, locked until the transaction ends.
///
/// # Errors
/// When the database fails, or another transaction holds the lock for too long.
pub async fn lock_rematch(executor: impl PgExecutor<'_>, of: GameId) -> Result<Option<Challenge>, Error> {
    Ok(select!("select", "from challenge where rematch_of = $1 and state = 'open' for update", of as GameId)
        .fetch_optional(executor)
        .await?)
}

/// Records the message that shows a challenge.
///
/// # Errors
/// When the database fails.
pub async fn set_message(
    executor: impl PgExecutor<'_>,
    id: ChallengeId,
    message: MessageId,
) -> Result<(), Error> {
    sqlx::query!(
        "update challenge set message_id = $2 where id = $1",
        id as ChallengeId,
        message as MessageId
    )
    .execute(executor)
    .await?;
    Ok(())
}

/// Closes an open challenge; `false` when it was closed before. `game` goes with [`State::Accepted`], and with nothing else.
///
/// # Errors
/// When the database fails.
pub async fn close(
    executor: impl PgExecutor<'_>,
    id: ChallengeId,
    state: State,
    game: Option<GameId>,
) -> Result<bool, Error> {
    let closed = sqlx::query!(
        "update challenge set state = $2, game_id = $3 where id = $1 and state = 'open'",
        id as ChallengeId,
        state as State,
        game as Option<GameId>
    )
    .execute(executor)
    .await?;
    Ok(closed.rows_affected() == 1)
}

/// Expires up to `limit` challenges whose time is over, and returns them. What somebody is answering now is left for later.
///
/// # Errors
/// When the database fails.
pub async fn expire(
    executor: impl PgExecutor<'_>,
    now: OffsetDateTime,
    limit: u32,
) -> Result<Vec<Challenge>, Error> {
    Ok(select!(
        "update challenge set state = 'expired'
         where id in (
             select id from challenge
             where state = 'open' and expires_at <= $1
             order by expires_at
             limit $2
             for update skip locked
         )
         returning",
        "",
        now,
        i64::from(limit)
    )
    .fetch_all(executor)
    .await?)
}

/// Expires what is due of one person's challenges, so that they do not stand in the way of a new one.
///
/// # Errors
/// When the database fails.
pub async fn expire_of(
    executor: impl PgExecutor<'_>,
    challenger: PlayerId,
    now: OffsetDateTime,
) -> Result<(), Error> {
    sqlx::query!(
        "update challenge set state = 'expired'
         where id in (
             select id from challenge
             where challenger_id = $1 and state = 'open' and expires_at <= $2
             for update skip locked
         )",
        challenger as PlayerId,
        now
    )
    .execute(executor)
    .await?;
    Ok(())
}
