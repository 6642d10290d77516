//! Lobbies: two to four people gather for a game.

use store::{ChannelId, GameId, LobbyId, MessageId, PlayerId, ServerId};
use time::OffsetDateTime;

use crate::{Context, Error, Game, GameKind};

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

/// Opens a lobby for two hours.
pub async fn create(_context: &Context, _new: NewLobby) -> Result<Lobby, Error> { todo!() }
/// Records the message that shows a lobby.
pub async fn set_message(_context: &Context, _id: LobbyId, _message: MessageId) -> Result<(), Error> { todo!() }
/// The lobby as it stands.
pub async fn load(_context: &Context, _id: LobbyId) -> Result<Lobby, Error> { todo!() }
/// Takes a seat.
pub async fn join(_context: &Context, _id: LobbyId, _by: PlayerId) -> Result<Lobby, Error> { todo!() }
/// Gives the seat up; the host's leaving closes the lobby.
pub async fn leave(_context: &Context, _id: LobbyId, _by: PlayerId) -> Result<Lobby, Error> { todo!() }
/// Starts the game when all seats are taken; the host only, once. Seats are drawn by lot.
pub async fn start(_context: &Context, _id: LobbyId, _by: PlayerId) -> Result<(Lobby, Game), Error> { todo!() }
/// Expires what is due and returns it.
pub async fn expire(_context: &Context, _limit: u32) -> Result<Vec<Lobby>, Error> { todo!() }
/// A rematch of a game for more than two: a lobby opened by one of its players, with the same number of seats.
pub async fn rematch(_context: &Context, _game: GameId, _by: PlayerId, _channel: ChannelId) -> Result<Lobby, Error> { todo!() }
