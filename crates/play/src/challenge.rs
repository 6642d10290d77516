//! Challenges: to one person, or open to anyone; and rematches.

use store::{ChallengeId, ChannelId, GameId, MessageId, PlayerId, ServerId};
use time::OffsetDateTime;

use crate::{Context, Error, Game, GameKind};

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

/// Makes a challenge that expires after 24 hours. All players must be known (`player::see`).
pub async fn create(_context: &Context, _new: NewChallenge) -> Result<Challenge, Error> { todo!() }
/// Records the message that shows a challenge, so that it can be edited when it expires.
pub async fn set_message(_context: &Context, _id: ChallengeId, _message: MessageId) -> Result<(), Error> { todo!() }
/// The challenge as it stands.
pub async fn load(_context: &Context, _id: ChallengeId) -> Result<Challenge, Error> { todo!() }
/// Accepts: exactly one press wins. The game exists when this returns, its opening is owed in the outbox.
pub async fn accept(_context: &Context, _id: ChallengeId, _by: PlayerId) -> Result<(Challenge, Game), Error> { todo!() }
/// Declines; the opponent only.
pub async fn decline(_context: &Context, _id: ChallengeId, _by: PlayerId) -> Result<Challenge, Error> { todo!() }
/// Withdraws; the challenger only.
pub async fn withdraw(_context: &Context, _id: ChallengeId, _by: PlayerId) -> Result<Challenge, Error> { todo!() }
/// Expires what is due (`for update skip locked`) and returns it, so that its message can be edited.
pub async fn expire(_context: &Context, _limit: u32) -> Result<Vec<Challenge>, Error> { todo!() }
/// A rematch of a finished game asked for by one of its players: with two players a challenge to the other with the colours changed; with more, a lobby is opened
/// (see `lobby::rematch`). Refused when there is one already.
pub async fn rematch(_context: &Context, _game: GameId, _by: PlayerId, _channel: ChannelId) -> Result<Challenge, Error> { todo!() }
