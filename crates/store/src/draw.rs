//! Offers of a draw. Whoever makes or answers one holds its game's lock ([`crate::game::lock`]).

use game::Seat;
use sqlx::PgExecutor;
use time::OffsetDateTime;

use crate::{ChannelId, Error, GameId, MessageId};

/// An offer of a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The game.
    pub game: GameId,
    /// The number of plies when it was made.
    pub ply: u32,
    /// Who offers.
    pub seat: Seat,
    /// Where it stands, unless the game has gone on.
    pub state: State,
    /// The message that shows it, and its channel.
    pub message: Option<(ChannelId, MessageId)>,
    /// When it was made.
    pub created_at: OffsetDateTime,
}

/// Where an offer stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum State {
    /// Waiting.
    Open,
    /// The game is drawn.
    Accepted,
    /// The opponent said no.
    Declined,
    /// Whoever made it took it back.
    Withdrawn,
}

/// The offers that were made in a game at a ply, one a seat at most.
///
/// # Errors
/// When the database fails.
pub async fn at(executor: impl PgExecutor<'_>, game: GameId, ply: u32) -> Result<Vec<Offer>, Error> {
    let rows = sqlx::query!(
        r#"select seat, state as "state: State", channel_id as "channel: ChannelId",
                  message_id as "message: MessageId", created_at
           from draw_offer where game_id = $1 and ply = $2 order by seat"#,
        game as GameId,
        number(ply)
    )
    .fetch_all(executor)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Offer {
                game,
                ply,
                seat: Seat::try_from(row.seat)
                    .map_err(|error| Error::Database(sqlx::Error::Decode(Box::new(error))))?,
                state: row.state,
                message: row.channel.zip(row.message),
                created_at: row.created_at,
            })
        })
        .collect()
}

/// Makes an offer, or makes it anew when nobody has been shown it.
///
/// # Errors
/// When the database fails.
pub async fn insert(
    executor: impl PgExecutor<'_>,
    game: GameId,
    ply: u32,
    seat: Seat,
    now: OffsetDateTime,
) -> Result<(), Error> {
    sqlx::query!(
        "insert into draw_offer (game_id, ply, seat, created_at) values ($1, $2, $3, $4)
         on conflict on constraint draw_offer_pkey do update set created_at = excluded.created_at",
        game as GameId,
        number(ply),
        i16::from(seat),
        now
    )
    .execute(executor)
    .await?;
    Ok(())
}

/// Closes an offer. Returns the message that shows it by now.
///
/// # Errors
/// When the database fails.
pub async fn close(
    executor: impl PgExecutor<'_>,
    game: GameId,
    ply: u32,
    seat: Seat,
    state: State,
) -> Result<Option<(ChannelId, MessageId)>, Error> {
    let row = sqlx::query!(
        r#"update draw_offer set state = $4 where game_id = $1 and ply = $2 and seat = $3
           returning channel_id as "channel: ChannelId", message_id as "message: MessageId""#,
        game as GameId,
        number(ply),
        i16::from(seat),
        state as State
    )
    .fetch_one(executor)
    .await?;
    Ok(row.channel.zip(row.message))
}

/// Deletes an open offer that no message shows.
///
/// # Errors
/// When the database fails.
pub async fn delete_unseen(
    executor: impl PgExecutor<'_>,
    game: GameId,
    ply: u32,
    seat: Seat,
) -> Result<(), Error> {
    sqlx::query!(
        "delete from draw_offer
         where game_id = $1 and ply = $2 and seat = $3 and state = 'open' and message_id is null",
        game as GameId,
        number(ply),
        i16::from(seat)
    )
    .execute(executor)
    .await?;
    Ok(())
}

/// Records the message that shows an offer. `false` when it has been closed meanwhile, or the game has gone on: under the game's lock
/// either whoever moves finds the message, or this finds that somebody has moved.
///
/// # Errors
/// When the database fails.
pub async fn set_message(
    executor: impl PgExecutor<'_>,
    game: GameId,
    ply: u32,
    seat: Seat,
    (channel, message): (ChannelId, MessageId),
) -> Result<bool, Error> {
    let is_open = sqlx::query_scalar!(
        r#"update draw_offer set channel_id = $4, message_id = $5 where game_id = $1 and ply = $2 and seat = $3
           returning state = 'open' and ply = (select game.ply from game where game.id = game_id) as "is_open!""#,
        game as GameId,
        number(ply),
        i16::from(seat),
        channel as ChannelId,
        message as MessageId
    )
    .fetch_one(executor)
    .await?;
    Ok(is_open)
}

/// A ply as the column holds it; it stays far below the bound.
fn number(ply: u32) -> i32 {
    i32::try_from(ply).unwrap_or(i32::MAX)
}
