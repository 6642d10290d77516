//! Lobbies: two to four people gather for a game.

use rand::seq::SliceRandom as _;
use store::lobby::State as Stored;
use store::{ChannelId, Connection, GameId, LobbyId, MessageId, PlayerId, ServerId};
use time::{Duration, OffsetDateTime};

use crate::challenge::{NOT_FINISHED, NOT_YOURS, check_running, kind};
use crate::game::{self, State};
use crate::transaction::{begin, end};
use crate::{Context, Error, Game, GameKind, Refused};

/// A lobby to be opened.
#[derive(Clone, Debug)]
pub struct NewLobby {
    /// The kind of game.
    pub kind: GameKind,
    /// Where.
    pub server: ServerId,
    /// In which channel.
    pub channel: ChannelId,
    /// Who opens it, and sits in it from the start.
    pub host: PlayerId,
    /// The number of seats.
    pub players: u8,
    /// Whether the game counts.
    pub rated: bool,
}

/// A lobby as it stands.
#[derive(Clone, Debug)]
pub struct Lobby {
    /// Its number.
    pub id: LobbyId,
    /// The kind of game.
    pub kind: GameKind,
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
    /// Who sits there, in the order of joining, the host first.
    pub seated: Vec<PlayerId>,
    /// Where it stands.
    pub state: LobbyState,
    /// When it expires.
    pub expires_at: OffsetDateTime,
    /// The finished game whose rematch it is.
    pub rematch_of: Option<GameId>,
}

/// Where a lobby stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LobbyState {
    /// People may join and leave.
    Open,
    /// Started; the game it became.
    Started(GameId),
    /// Its host left.
    Closed,
    /// Two hours went by.
    Expired,
}

/// How long a lobby stays open.
pub const OPEN_FOR: Duration = Duration::hours(2);
/// Lobbies that one person may have open.
pub const OPEN_LOBBIES: u32 = 5;

/// Opens a lobby for two hours. The host must be known (`player::see`).
///
/// # Errors
/// Refused: `WrongPlayers`, `TooManyChallenges`, `TooManyGames`.
pub async fn create(context: &Context, new: NewLobby) -> Result<Lobby, Error> {
    if !new.kind.players().contains(&new.players) {
        return Err(Refused::WrongPlayers(new.kind).into());
    }
    let mut transaction = begin(context).await?;
    let opened = create_within(context, &mut transaction, &new, None).await;
    end(transaction, opened).await
}

/// Records the message that shows a lobby, and where it stands; returns the one that showed it before.
///
/// # Errors
/// When the database fails.
pub async fn set_message(
    context: &Context,
    id: LobbyId,
    channel: ChannelId,
    message: MessageId,
) -> Result<Option<(ChannelId, MessageId)>, Error> {
    Ok(store::lobby::set_message(&context.pool, id, channel, message).await?)
}

/// A person's open lobbies, the oldest first, at most [`OPEN_LOBBIES`].
///
/// # Errors
/// When the database fails.
pub async fn open_of(context: &Context, host: PlayerId) -> Result<Vec<Lobby>, Error> {
    let mut open = Vec::new();
    for id in store::lobby::open_of(&context.pool, host, context.clock.now()).await? {
        open.push(load(context, id).await?);
    }
    Ok(open)
}

/// The lobby as it stands.
///
/// # Errors
/// Refused as `LobbyClosed` when there is none, or when the database fails.
pub async fn load(context: &Context, id: LobbyId) -> Result<Lobby, Error> {
    Lobby::read(store::lobby::find(&context.pool, id).await?.ok_or_else(gone)?)
}

/// The lobby that became a game; `None` of a game that came about otherwise.
///
/// # Errors
/// When the database fails.
pub async fn of_game(context: &Context, game: GameId) -> Result<Option<Lobby>, Error> {
    match store::lobby::of_game(&context.pool, game).await? {
        Some(id) => load(context, id).await.map(Some),
        None => Ok(None),
    }
}

/// Takes a seat.
///
/// # Errors
/// Refused, the first of: `LobbyClosed`, `AlreadyJoined`, `LobbyFull`, `RematchOf`, `TooManyGames`.
pub async fn join(context: &Context, id: LobbyId, by: PlayerId) -> Result<Lobby, Error> {
    let mut transaction = begin(context).await?;
    let joined = join_within(context, &mut transaction, id, by).await;
    end(transaction, joined).await
}

/// Gives the seat up; the host's leaving closes the lobby.
///
/// # Errors
/// Refused, the first of: `LobbyClosed`, `NotJoined`.
pub async fn leave(context: &Context, id: LobbyId, by: PlayerId) -> Result<Lobby, Error> {
    let mut transaction = begin(context).await?;
    let left = leave_within(context, &mut transaction, id, by).await;
    end(transaction, left).await
}

/// Starts the game when all seats are taken; the host only, once. Seats are drawn by lot. The game exists when this returns, its
/// opening is owed in the outbox.
///
/// # Errors
/// Refused, the first of: `LobbyClosed`, `NotHost`, `LobbyNotFull`, `TooManyGames`.
pub async fn start(context: &Context, id: LobbyId, by: PlayerId) -> Result<(Lobby, Game), Error> {
    let mut transaction = begin(context).await?;
    let started = start_within(context, &mut transaction, id, by).await;
    let (lobby, game) = end(transaction, started).await?;
    Ok((lobby, game::load(context, game).await?))
}

/// Expires up to `limit` lobbies that are due (`for update skip locked`) and returns them, so that their messages can be edited.
///
/// # Errors
/// When the database fails.
pub async fn expire(context: &Context, limit: u32) -> Result<Vec<Lobby>, Error> {
    let expired = store::lobby::expire(&context.pool, context.clock.now(), limit).await?;
    expired.into_iter().map(Lobby::read).collect()
}

/// A rematch of a finished game for more than two, asked for by one of its players: a lobby with the same number of seats and
/// the same stakes. When there is one already, this joins it.
///
/// # Errors
/// Refused, the first of: `NoSuchGame`, `NoRematch`, `RematchBegun`, and what refuses the opening of a lobby or the joining.
pub async fn rematch(
    context: &Context,
    game: GameId,
    by: PlayerId,
    channel: ChannelId,
) -> Result<Lobby, Error> {
    let finished = game::load(context, game).await?;
    let asked = match rematch_once(context, &finished, by, channel).await {
        // Another asked in this very moment: now there is a lobby to join.
        Err(Error::Store(store::Error::RematchLobbyOpen)) => {
            rematch_once(context, &finished, by, channel).await
        }
        asked => asked,
    };
    game::or_rematch(context, game, asked).await
}

async fn rematch_once(
    context: &Context,
    finished: &Game,
    by: PlayerId,
    channel: ChannelId,
) -> Result<Lobby, Error> {
    let players = finished.hosted.players();
    if players <= 2 || !matches!(finished.state, State::Finished { .. }) {
        return Err(Refused::NoRematch(NOT_FINISHED).into());
    }
    if finished.seat_of(by).is_none() {
        return Err(Refused::NoRematch(NOT_YOURS).into());
    }
    let new = NewLobby {
        kind: finished.hosted.kind(),
        server: finished.server,
        channel,
        host: by,
        players,
        rated: finished.rated,
    };
    let mut transaction = begin(context).await?;
    let done = rematch_within(context, &mut transaction, finished.id, &new).await;
    end(transaction, done).await
}

async fn rematch_within(
    context: &Context,
    connection: &mut Connection,
    of: GameId,
    new: &NewLobby,
) -> Result<Lobby, Error> {
    store::lobby::expire_rematch(&mut *connection, of, context.clock.now()).await?;
    if let Some(lobby) = store::lobby::find_rematch(&mut *connection, of).await? {
        return join_within(context, connection, lobby, new.host).await;
    }
    // Asked last: a lobby that is not open any more may have started in this very moment.
    if store::game::rematch_of(&mut *connection, of).await?.is_some() {
        return Err(store::Error::RematchExists.into());
    }
    create_within(context, connection, new, Some(of)).await
}

async fn create_within(
    context: &Context,
    connection: &mut Connection,
    new: &NewLobby,
    rematch_of: Option<GameId>,
) -> Result<Lobby, Error> {
    let now = context.clock.now();
    // Whoever counts before adding holds this lock, so that the limits are exact.
    store::player::lock(&mut *connection, &[new.host]).await?;
    if store::lobby::open_of(&mut *connection, new.host, now).await?.len() >= OPEN_LOBBIES as usize {
        return Err(Refused::TooManyChallenges { limit: OPEN_LOBBIES }.into());
    }
    check_running(connection, &[new.host]).await?;
    let row = store::lobby::New {
        kind: new.kind.slug(),
        server: new.server,
        channel: new.channel,
        host: new.host,
        players: new.players,
        rated: new.rated,
        at: now,
        expires_at: now + OPEN_FOR,
        rematch_of,
    };
    store::server::see(&mut *connection, new.server, None).await?;
    let id = store::lobby::insert(connection, &row).await?;
    Ok(Lobby {
        id,
        kind: new.kind,
        server: new.server,
        channel: new.channel,
        message: None,
        host: new.host,
        players: new.players,
        rated: new.rated,
        seated: vec![new.host],
        state: LobbyState::Open,
        expires_at: row.expires_at,
        rematch_of,
    })
}

async fn join_within(
    context: &Context,
    connection: &mut Connection,
    id: LobbyId,
    by: PlayerId,
) -> Result<Lobby, Error> {
    let mut lobby = lock(context, connection, id).await?;
    if lobby.seated.contains(&by) {
        return Err(Refused::AlreadyJoined(Box::new(lobby)).into());
    }
    if lobby.is_full() {
        return Err(Refused::LobbyFull.into());
    }
    if let Some(before) = lobby.rematch_of {
        let game = store::game::find(&mut *connection, before).await?.ok_or(Refused::NoSuchGame)?;
        if game.seats.iter().all(|seated| seated.player != by) {
            return Err(Refused::RematchOf(before).into());
        }
    }
    check_running(connection, &[by]).await?;
    store::lobby::join(connection, id, by, context.clock.now()).await?;
    lobby.seated.push(by);
    Ok(lobby)
}

async fn leave_within(
    context: &Context,
    connection: &mut Connection,
    id: LobbyId,
    by: PlayerId,
) -> Result<Lobby, Error> {
    let mut lobby = lock(context, connection, id).await?;
    if lobby.host == by {
        store::lobby::close(connection, id, Stored::Closed, None).await?;
        lobby.state = LobbyState::Closed;
    } else if store::lobby::leave(connection, id, by).await? {
        lobby.seated.retain(|seated| *seated != by);
    } else {
        return Err(Refused::NotJoined.into());
    }
    Ok(lobby)
}

async fn start_within(
    context: &Context,
    connection: &mut Connection,
    id: LobbyId,
    by: PlayerId,
) -> Result<(Lobby, GameId), Error> {
    let mut lobby = lock(context, connection, id).await?;
    if lobby.host != by {
        return Err(Refused::NotHost(lobby.host).into());
    }
    if !lobby.is_full() {
        return Err(Refused::LobbyNotFull { taken: lobby.taken(), players: lobby.players }.into());
    }
    let mut seats = lobby.seated.clone();
    seats.shuffle(&mut rand::rng());
    let new = game::NewGame {
        kind: lobby.kind,
        server: lobby.server,
        channel: lobby.channel,
        seats,
        rated: lobby.rated,
        rematch_of: lobby.rematch_of,
    };
    let game = match game::create(context, connection, new).await {
        Err(Error::Store(store::Error::RematchExists)) => return Err(Refused::LobbyClosed(STARTED).into()),
        created => created?,
    };
    if !store::lobby::close(connection, id, Stored::Started, Some(game)).await? {
        return Err(Refused::LobbyClosed(STARTED).into());
    }
    lobby.state = LobbyState::Started(game);
    Ok((lobby, game))
}

/// A lobby that is still open, locked.
async fn lock(context: &Context, connection: &mut Connection, id: LobbyId) -> Result<Lobby, Error> {
    let lobby = Lobby::read(store::lobby::lock(connection, id).await?.ok_or_else(gone)?)?;
    match lobby.state {
        LobbyState::Open if lobby.expires_at > context.clock.now() => Ok(lobby),
        // No job has looked at it yet.
        LobbyState::Open => Err(Refused::LobbyClosed(EXPIRED).into()),
        state => Err(Refused::LobbyClosed(state.slug()).into()),
    }
}

/// There is no such lobby, though none is ever deleted: the button came from another database.
fn gone() -> Refused {
    Refused::LobbyClosed(EXPIRED)
}

const STARTED: &str = "started";
const EXPIRED: &str = "expired";

impl LobbyState {
    /// Its name where texts select on it.
    pub const fn slug(self) -> &'static str {
        match self {
            LobbyState::Open => "open",
            LobbyState::Started(_) => STARTED,
            LobbyState::Closed => "closed",
            LobbyState::Expired => EXPIRED,
        }
    }
}

impl Lobby {
    /// The number of seats that are taken.
    pub fn taken(&self) -> u8 {
        u8::try_from(self.seated.len()).unwrap_or(u8::MAX)
    }

    /// Whether all seats are taken.
    pub fn is_full(&self) -> bool {
        self.taken() >= self.players
    }

    fn read(row: store::lobby::Lobby) -> Result<Lobby, Error> {
        let state = match (row.state, row.game) {
            (Stored::Started, Some(game)) => LobbyState::Started(game),
            // The schema lets no started lobby be without its game.
            (Stored::Open | Stored::Started, _) => LobbyState::Open,
            (Stored::Closed, _) => LobbyState::Closed,
            (Stored::Expired, _) => LobbyState::Expired,
        };
        Ok(Lobby {
            id: row.id,
            kind: kind(row.kind)?,
            server: row.server,
            channel: row.channel,
            message: row.message,
            host: row.host,
            players: row.players,
            rated: row.rated,
            seated: row.seated,
            state,
            expires_at: row.expires_at,
            rematch_of: row.rematch_of,
        })
    }
}
