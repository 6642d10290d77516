//! Challenges: to one person, or open to anyone; and rematches.

use store::challenge::{Colour, State as Stored};
use store::{ChallengeId, ChannelId, Connection, GameId, MessageId, PlayerId, ServerId};
use time::{Duration, OffsetDateTime};

use crate::game::{self, RUNNING_GAMES, State};
use crate::transaction::{begin, end};
use crate::{Context, Error, Game, GameKind, Refused};

/// The colour a challenger asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColourWish {
    /// The first seat.
    First,
    /// The second seat.
    Second,
    /// Drawn when the challenge is accepted.
    Random,
}

/// A challenge to be made.
#[derive(Clone, Debug)]
pub struct NewChallenge {
    /// The kind of game.
    pub kind: GameKind,
    /// Where.
    pub server: ServerId,
    /// In which channel.
    pub channel: ChannelId,
    /// Who.
    pub challenger: PlayerId,
    /// Whom; `None`: anyone.
    pub opponent: Option<PlayerId>,
    /// Whether the opponent is a bot.
    pub opponent_is_bot: bool,
    /// The challenger's colour.
    pub colour: ColourWish,
    /// Whether the game counts.
    pub rated: bool,
}

/// A challenge as it stands.
#[derive(Clone, Debug)]
pub struct Challenge {
    /// Its number.
    pub id: ChallengeId,
    /// The kind of game.
    pub kind: GameKind,
    /// Where.
    pub server: ServerId,
    /// In which channel.
    pub channel: ChannelId,
    /// The message that shows it.
    pub message: Option<MessageId>,
    /// Who.
    pub challenger: PlayerId,
    /// Whom.
    pub opponent: Option<PlayerId>,
    /// The challenger's colour.
    pub colour: ColourWish,
    /// Whether the game counts.
    pub rated: bool,
    /// Where it stands.
    pub state: ChallengeState,
    /// When it expires.
    pub expires_at: OffsetDateTime,
    /// The finished game whose rematch it asks for.
    pub rematch_of: Option<GameId>,
}

/// Where a challenge stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChallengeState {
    /// Waiting.
    Open,
    /// Accepted; the game it became.
    Accepted(GameId),
    /// Declined by the opponent.
    Declined,
    /// Withdrawn by the challenger.
    Withdrawn,
    /// Nobody answered in 24 hours.
    Expired,
}

/// How long a challenge stays open.
pub const OPEN_FOR: Duration = Duration::hours(24);
/// Challenges that one person may have open.
pub const OPEN_CHALLENGES: u32 = 5;

/// Makes a challenge that expires after 24 hours. All players must be known (`player::see`).
///
/// # Errors
/// Refused, the first of: `Yourself`, `Bot`, `ChallengedAlready` (the other way round), `AlreadyChallenged`, `TooManyChallenges`,
/// `TooManyGames` (the challenger's or the opponent's).
pub async fn create(context: &Context, new: NewChallenge) -> Result<Challenge, Error> {
    let mut transaction = begin(context).await?;
    let made = create_within(context, &mut transaction, &new, None).await;
    end(transaction, made).await
}

/// Records the message that shows a challenge, so that it can be edited when it expires.
///
/// # Errors
/// When the database fails.
pub async fn set_message(context: &Context, id: ChallengeId, message: MessageId) -> Result<(), Error> {
    Ok(store::challenge::set_message(&context.pool, id, message).await?)
}

/// The challenge as it stands.
///
/// # Errors
/// Refused as `ChallengeClosed` when there is none, or when the database fails.
pub async fn load(context: &Context, id: ChallengeId) -> Result<Challenge, Error> {
    Challenge::read(store::challenge::find(&context.pool, id).await?.ok_or_else(gone)?)
}

/// The challenge that became a game; `None` of a game that came about otherwise.
///
/// # Errors
/// When the database fails.
pub async fn of_game(context: &Context, game: GameId) -> Result<Option<Challenge>, Error> {
    store::challenge::of_game(&context.pool, game).await?.map(Challenge::read).transpose()
}

/// A person's open challenges, the oldest first, at most [`OPEN_CHALLENGES`].
///
/// # Errors
/// When the database fails.
pub async fn open_of(context: &Context, challenger: PlayerId) -> Result<Vec<Challenge>, Error> {
    let open = store::challenge::open_of(&context.pool, challenger).await?;
    let now = context.clock.now();
    open.into_iter().filter(|challenge| challenge.expires_at > now).map(Challenge::read).collect()
}

/// Accepts: exactly one press wins. The game exists when this returns, its opening is owed in the outbox.
///
/// # Errors
/// Refused, the first of: `ChallengeClosed`, `Yourself` (an open challenge of one's own), `NotYourChallenge`, `TooManyGames`.
pub async fn accept(context: &Context, id: ChallengeId, by: PlayerId) -> Result<(Challenge, Game), Error> {
    let mut transaction = begin(context).await?;
    let accepted = async {
        let challenge = lock(context, &mut transaction, id).await?;
        accept_within(context, &mut transaction, challenge, by).await
    };
    let accepted = accepted.await;
    let (challenge, game) = end(transaction, accepted).await?;
    Ok((challenge, game::load(context, game).await?))
}

/// Declines; the opponent only.
///
/// # Errors
/// Refused, the first of: `ChallengeClosed`, `NotYourChallenge`, and of an open challenge, which nobody can decline,
/// `NotYourWithdrawal`.
pub async fn decline(context: &Context, id: ChallengeId, by: PlayerId) -> Result<Challenge, Error> {
    close(context, id, ChallengeState::Declined, |challenge| match challenge.opponent {
        Some(opponent) if opponent == by => Ok(()),
        Some(opponent) => Err(Refused::NotYourChallenge(opponent)),
        None => Err(Refused::NotYourWithdrawal(challenge.challenger)),
    })
    .await
}

/// Withdraws; the challenger only.
///
/// # Errors
/// Refused, the first of: `ChallengeClosed`, `NotYourWithdrawal`.
pub async fn withdraw(context: &Context, id: ChallengeId, by: PlayerId) -> Result<Challenge, Error> {
    close(context, id, ChallengeState::Withdrawn, |challenge| {
        if challenge.challenger == by {
            Ok(())
        } else {
            Err(Refused::NotYourWithdrawal(challenge.challenger))
        }
    })
    .await
}

/// Expires up to `limit` challenges that are due (`for update skip locked`) and returns them, so that their messages can be edited.
///
/// # Errors
/// When the database fails.
pub async fn expire(context: &Context, limit: u32) -> Result<Vec<Challenge>, Error> {
    let expired = store::challenge::expire(&context.pool, context.clock.now(), limit).await?;
    expired.into_iter().map(Challenge::read).collect()
}

/// A rematch of a finished game for two, asked for by one of its players: a challenge to the other with the colours changed
/// and the same stakes. When the other has asked already, this accepts: the challenge returned is then
/// [`ChallengeState::Accepted`], and the opening of its game is owed in the outbox.
///
/// # Errors
/// Refused, the first of: `NoSuchGame`, `NoRematch`, `RematchBegun`, and what refuses a challenge or its acceptance; `AlreadyChallenged`
/// when the person has asked already.
pub async fn rematch(
    context: &Context,
    game: GameId,
    by: PlayerId,
    channel: ChannelId,
) -> Result<Challenge, Error> {
    let finished = game::load(context, game).await?;
    let asked = match rematch_once(context, &finished, by, channel).await {
        // The other asked in this very moment: now there is something to accept.
        Err(Error::Refused(refused)) if is_same_rematch(&refused, game) => {
            rematch_once(context, &finished, by, channel).await
        }
        asked => asked,
    };
    game::or_rematch(context, game, asked).await
}

fn is_same_rematch(refused: &Refused, game: GameId) -> bool {
    matches!(refused, Refused::ChallengedAlready(back) if back.rematch_of == Some(game))
}

async fn rematch_once(
    context: &Context,
    finished: &Game,
    by: PlayerId,
    channel: ChannelId,
) -> Result<Challenge, Error> {
    let new = rematch_of(finished, by, channel)?;
    let mut transaction = begin(context).await?;
    let done = rematch_within(context, &mut transaction, finished.id, &new).await;
    end(transaction, done).await
}

/// Why there is no rematch: whoever asks did not play.
pub(crate) const NOT_YOURS: &str = "not-yours";
/// Why there is no rematch: the game goes on or was broken off.
pub(crate) const NOT_FINISHED: &str = "not-finished";

/// The challenge that asks for a rematch.
fn rematch_of(finished: &Game, by: PlayerId, channel: ChannelId) -> Result<NewChallenge, Refused> {
    let (State::Finished { .. }, [first, second]) = (&finished.state, &*finished.seats) else {
        return Err(Refused::NoRematch(NOT_FINISHED));
    };
    let (opponent, colour) = if first.id == by {
        (second.id, ColourWish::Second)
    } else if second.id == by {
        (first.id, ColourWish::First)
    } else {
        return Err(Refused::NoRematch(NOT_YOURS));
    };
    Ok(NewChallenge {
        kind: finished.hosted.kind(),
        server: finished.server,
        channel,
        challenger: by,
        opponent: Some(opponent),
        opponent_is_bot: false,
        colour,
        rated: finished.rated,
    })
}

async fn rematch_within(
    context: &Context,
    connection: &mut Connection,
    of: GameId,
    new: &NewChallenge,
) -> Result<Challenge, Error> {
    if let Some(asked) = store::challenge::lock_rematch(&mut *connection, of).await? {
        if asked.expires_at <= context.clock.now() {
            store::challenge::close(&mut *connection, asked.id, Stored::Expired, None).await?;
        } else if asked.challenger == new.challenger {
            return Err(Refused::AlreadyChallenged(new.opponent.unwrap_or(asked.challenger)).into());
        } else {
            return Ok(accept_within(context, connection, Challenge::read(asked)?, new.challenger).await?.0);
        }
    }
    // Who waited for a lock may find the rematch begun: whether it was is asked under the last one.
    let players: Vec<PlayerId> = [new.challenger].into_iter().chain(new.opponent).collect();
    store::player::lock(&mut *connection, &players).await?;
    if store::game::rematch_of(&mut *connection, of).await?.is_some() {
        return Err(store::Error::RematchExists.into());
    }
    create_within(context, connection, new, Some(of)).await
}

async fn create_within(
    context: &Context,
    connection: &mut Connection,
    new: &NewChallenge,
    rematch_of: Option<GameId>,
) -> Result<Challenge, Error> {
    let NewChallenge { challenger, opponent, .. } = *new;
    if opponent == Some(challenger) {
        return Err(Refused::Yourself.into());
    }
    if let Some(opponent) = opponent.filter(|_| new.opponent_is_bot) {
        return Err(Refused::Bot(opponent).into());
    }
    let now = context.clock.now();
    // Whoever counts before adding holds this lock, so that the limits are exact; and of two who challenge each other at once
    // the second sees the first.
    let players: Vec<PlayerId> = [challenger].into_iter().chain(opponent).collect();
    store::player::lock(&mut *connection, &players).await?;
    // Those that no job has looked at yet.
    store::challenge::expire_of(&mut *connection, challenger, now).await?;
    store::server::see(&mut *connection, new.server, None).await?;
    if let Some(opponent) = opponent {
        let back =
            store::challenge::open_between(&mut *connection, opponent, challenger, new.kind.slug(), now);
        if let Some(back) = back.await?.filter(|back| back.server == new.server) {
            return Err(Refused::ChallengedAlready(Box::new(Challenge::read(back)?)).into());
        }
    }
    let open = store::challenge::open_count(&mut *connection, challenger).await?;
    let row = store::challenge::New {
        kind: new.kind.slug(),
        server: new.server,
        channel: new.channel,
        challenger,
        opponent,
        colour: new.colour.into(),
        rated: new.rated,
        at: now,
        expires_at: now + OPEN_FOR,
        rematch_of,
    };
    let id = match store::challenge::insert(&mut *connection, &row).await {
        Err(store::Error::ChallengeOpen) => {
            return Err(Refused::AlreadyChallenged(opponent.unwrap_or(challenger)).into());
        }
        inserted => inserted?,
    };
    if open >= OPEN_CHALLENGES {
        return Err(Refused::TooManyChallenges { limit: OPEN_CHALLENGES }.into());
    }
    check_running(connection, &players).await?;
    Ok(Challenge {
        id,
        kind: new.kind,
        server: new.server,
        channel: new.channel,
        message: None,
        challenger,
        opponent,
        colour: new.colour,
        rated: new.rated,
        state: ChallengeState::Open,
        expires_at: row.expires_at,
        rematch_of,
    })
}

/// Makes a game of an open challenge whose lock is held.
async fn accept_within(
    context: &Context,
    connection: &mut Connection,
    mut challenge: Challenge,
    by: PlayerId,
) -> Result<(Challenge, GameId), Error> {
    if challenge.challenger == by {
        return Err(Refused::Yourself.into());
    }
    if let Some(opponent) = challenge.opponent.filter(|opponent| *opponent != by) {
        return Err(Refused::NotYourChallenge(opponent).into());
    }
    let challenger_begins = match challenge.colour {
        ColourWish::First => true,
        ColourWish::Second => false,
        ColourWish::Random => rand::random(),
    };
    let seats =
        if challenger_begins { vec![challenge.challenger, by] } else { vec![by, challenge.challenger] };
    let new = game::NewGame {
        kind: challenge.kind,
        server: challenge.server,
        channel: challenge.channel,
        seats,
        rated: challenge.rated,
        rematch_of: challenge.rematch_of,
    };
    let game = match game::create(context, connection, new).await {
        Err(Error::Store(store::Error::RematchExists)) => {
            return Err(Refused::ChallengeClosed(ACCEPTED).into());
        }
        created => created?,
    };
    if !store::challenge::close(connection, challenge.id, Stored::Accepted, Some(game)).await? {
        return Err(Refused::ChallengeClosed(ACCEPTED).into());
    }
    challenge.state = ChallengeState::Accepted(game);
    Ok((challenge, game))
}

/// Closes an open challenge without a game, if whoever asks may.
async fn close(
    context: &Context,
    id: ChallengeId,
    state: ChallengeState,
    check: impl FnOnce(&Challenge) -> Result<(), Refused>,
) -> Result<Challenge, Error> {
    let mut transaction = begin(context).await?;
    let closed = async {
        let challenge = lock(context, &mut transaction, id).await?;
        check(&challenge)?;
        if !store::challenge::close(&mut *transaction, id, state.into(), None).await? {
            return Err(gone().into());
        }
        Ok(Challenge { state, ..challenge })
    };
    let closed = closed.await;
    end(transaction, closed).await
}

/// A challenge that can still be answered, locked.
async fn lock(context: &Context, connection: &mut Connection, id: ChallengeId) -> Result<Challenge, Error> {
    let challenge = Challenge::read(store::challenge::lock(connection, id).await?.ok_or_else(gone)?)?;
    match challenge.state {
        ChallengeState::Open if challenge.expires_at > context.clock.now() => Ok(challenge),
        // No job has looked at it yet.
        ChallengeState::Open => Err(Refused::ChallengeClosed(EXPIRED).into()),
        state => Err(Refused::ChallengeClosed(state.slug()).into()),
    }
}

/// There is no such challenge, though none is ever deleted: the button came from another database.
fn gone() -> Refused {
    Refused::ChallengeClosed(EXPIRED)
}

const ACCEPTED: &str = "accepted";
const EXPIRED: &str = "expired";

impl ChallengeState {
    /// Its name where texts select on it.
    pub const fn slug(self) -> &'static str {
        match self {
            ChallengeState::Open => "open",
            ChallengeState::Accepted(_) => ACCEPTED,
            ChallengeState::Declined => "declined",
            ChallengeState::Withdrawn => "withdrawn",
            ChallengeState::Expired => EXPIRED,
        }
    }
}

impl Challenge {
    fn read(row: store::challenge::Challenge) -> Result<Challenge, Error> {
        let state = match (row.state, row.game) {
            (Stored::Accepted, Some(game)) => ChallengeState::Accepted(game),
            // The schema lets no accepted challenge be without its game.
            (Stored::Open | Stored::Accepted, _) => ChallengeState::Open,
            (Stored::Declined, _) => ChallengeState::Declined,
            (Stored::Withdrawn, _) => ChallengeState::Withdrawn,
            (Stored::Expired, _) => ChallengeState::Expired,
        };
        Ok(Challenge {
            id: row.id,
            kind: kind(row.kind)?,
            server: row.server,
            channel: row.channel,
            message: row.message,
            challenger: row.challenger,
            opponent: row.opponent,
            colour: row.colour.into(),
            rated: row.rated,
            state,
            expires_at: row.expires_at,
            rematch_of: row.rematch_of,
        })
    }
}

/// Refuses when somebody has too many running games to be offered another. Only [`game::create`] is exact: it counts under the
/// players' locks.
pub(crate) async fn check_running(connection: &mut Connection, players: &[PlayerId]) -> Result<(), Error> {
    let running = store::game::running_counts(connection, players).await?;
    match running.into_iter().find(|(_, games)| *games >= RUNNING_GAMES) {
        Some((player, _)) => Err(Refused::TooManyGames { player, limit: RUNNING_GAMES }.into()),
        None => Ok(()),
    }
}

/// The kind of a stored challenge or lobby.
pub(crate) fn kind(slug: String) -> Result<GameKind, Error> {
    Ok(slug.parse().map_err(|_| store::Error::UnknownKind(slug))?)
}

impl From<ChallengeState> for Stored {
    fn from(state: ChallengeState) -> Stored {
        match state {
            ChallengeState::Open => Stored::Open,
            ChallengeState::Accepted(_) => Stored::Accepted,
            ChallengeState::Declined => Stored::Declined,
            ChallengeState::Withdrawn => Stored::Withdrawn,
            ChallengeState::Expired => Stored::Expired,
        }
    }
}

impl From<ColourWish> for Colour {
    fn from(wish: ColourWish) -> Colour {
        match wish {
            ColourWish::First => Colour::Red,
            ColourWish::Second => Colour::Blue,
            ColourWish::Random => Colour::Random,
        }
    }
}

impl From<Colour> for ColourWish {
    fn from(colour: Colour) -> ColourWish {
        match colour {
            Colour::Red => ColourWish::First,
            Colour::Blue => ColourWish::Second,
            Colour::Random => ColourWish::Random,
        }
    }
}
