//! The outbox: posts that are owed to Discord.

use store::{ChannelId, GameId, MessageId, OutboxId};
use time::OffsetDateTime;

use crate::{Context, Error};

/// What a post tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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

/// A post that is owed.
#[derive(Clone, Debug)]
pub struct Owed {
    /// The row.
    pub id: OutboxId,
    /// The game.
    pub game: GameId,
    /// The ply it tells of.
    pub ply: u32,
    /// What it tells.
    pub what: What,
    /// The token of the interaction that was to post it, and whether as its original answer.
    pub interaction: Option<(String, bool)>,
    /// When it was written.
    pub created_at: OffsetDateTime,
    /// How often it was taken up.
    pub attempts: u32,
}

/// Takes up to `limit` due rows (`for update skip locked`), pushing each row's `due_at` on (10 s, then doubling) so that no other worker takes it meanwhile.
/// Rows whose ply has passed are dropped on the way, except final ones; reminders when their turn has passed.
///
/// # Errors
/// When the database fails.
pub async fn take(context: &Context, limit: u32) -> Result<Vec<Owed>, Error> {
    let now = context.clock.now();
    store::outbox::drop_stale(&context.pool, now).await?;
    let taken = store::outbox::take(&context.pool, now, limit).await?;
    Ok(taken.into_iter().map(Owed::from).collect())
}

/// The row of an opening, so that an interaction can post it itself; `None` once it is done.
///
/// # Errors
/// When the database fails.
pub async fn of(context: &Context, game: GameId, ply: u32, what: What) -> Result<Option<Owed>, Error> {
    Ok(store::outbox::find(&context.pool, game, ply, what.into()).await?.map(Owed::from))
}

/// Marks a row as posted. `false` when it was done already.
///
/// # Errors
/// When the database fails.
pub async fn posted(
    context: &Context,
    id: OutboxId,
    channel: ChannelId,
    message: MessageId,
) -> Result<bool, Error> {
    Ok(store::outbox::posted(&context.pool, id, channel, message, context.clock.now()).await?)
}

/// Drops a row that can never be posted.
///
/// # Errors
/// When the database fails.
pub async fn dropped(context: &Context, id: OutboxId) -> Result<(), Error> {
    Ok(store::outbox::dropped(&context.pool, id, context.clock.now()).await?)
}

/// When the next row falls due.
///
/// # Errors
/// When the database fails.
pub async fn next_due(context: &Context) -> Result<Option<OffsetDateTime>, Error> {
    Ok(store::outbox::next_due(&context.pool).await?)
}

impl From<What> for store::outbox::What {
    fn from(what: What) -> store::outbox::What {
        match what {
            What::Opening => store::outbox::What::Opening,
            What::Turn => store::outbox::What::Turn,
            What::Final => store::outbox::What::Final,
            What::Reminder => store::outbox::What::Reminder,
        }
    }
}

impl From<store::outbox::What> for What {
    fn from(what: store::outbox::What) -> What {
        match what {
            store::outbox::What::Opening => What::Opening,
            store::outbox::What::Turn => What::Turn,
            store::outbox::What::Final => What::Final,
            store::outbox::What::Reminder => What::Reminder,
        }
    }
}

impl From<store::outbox::Owed> for Owed {
    fn from(owed: store::outbox::Owed) -> Owed {
        Owed {
            id: owed.id,
            game: owed.game,
            ply: owed.ply,
            what: owed.what.into(),
            interaction: owed.token.map(|token| (token, owed.original)),
            created_at: owed.created_at,
            attempts: owed.attempts,
        }
    }
}
