//! What can go wrong: refusals that people are told of, and faults that are logged.

use store::PlayerId;
use time::OffsetDateTime;

use crate::challenge::Challenge;
use crate::lobby::Lobby;
use crate::{Game, GameKind, Offer, Phrase, Summary};

/// Why a use case did nothing.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The person is told why, in their language. Nothing changed.
    #[error("refused: {0:?}")]
    Refused(Box<Refused>),
    /// Not the person's fault: logged once, answered with an apology and a reference.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// A stored game does not follow its rules.
    #[error(transparent)]
    Broken(#[from] crate::BrokenRecord),
}

/// A reason that a person can understand.
#[derive(Clone, Debug)]
pub enum Refused {
    /// No such game.
    NoSuchGame,
    /// No running game in this channel, and none of the person's.
    NoGameHere,
    /// Several games could be meant.
    WhichGame(Vec<Summary>),
    /// The person does not play in this game.
    NotInGame(Box<Game>),
    /// It is somebody else's turn.
    NotYourTurn(Box<Game>),
    /// The button belongs to an older position; the game as it stands.
    Stale(Box<Game>),
    /// The game has ended.
    GameOver(Box<Game>),
    /// The person has left the game already.
    AlreadyOut,
    /// The rules refuse the move.
    Move(Phrase),
    /// What was typed is the beginning of several legal moves: choose one.
    Group {
        /// The game.
        game: Box<Game>,
        /// What was typed, in normal form, without the `…` of a group.
        prefix: String,
        /// What begins so, at most 25 entries: moves, and groups of them where they are more. Every move can be reached.
        offers: Vec<Offer>,
    },
    /// One cannot challenge oneself.
    Yourself,
    /// Bots cannot be challenged.
    Bot(PlayerId),
    /// A challenge to the same person is open already.
    AlreadyChallenged(PlayerId),
    /// The person whom one would challenge has challenged one already; that challenge can be accepted.
    ChallengedAlready(Box<Challenge>),
    /// Too many open challenges.
    TooManyChallenges {
        /// The limit, 5.
        limit: u32,
    },
    /// Someone has too many running games.
    TooManyGames {
        /// Who.
        player: PlayerId,
        /// The limit, 20.
        limit: u32,
    },
    /// The challenge is for somebody else.
    NotYourChallenge(PlayerId),
    /// Only the challenger may withdraw.
    NotYourWithdrawal(PlayerId),
    /// The challenge has been answered, withdrawn or has expired: `accepted`, `declined`, `withdrawn`, `expired`.
    ChallengeClosed(&'static str),
    /// The kind of game is not played by so many.
    WrongPlayers(GameKind),
    /// The lobby has started, closed or expired.
    LobbyClosed(&'static str),
    /// All seats are taken.
    LobbyFull,
    /// The person sits in this lobby already.
    AlreadyJoined(Box<Lobby>),
    /// The person does not sit in the lobby.
    NotJoined,
    /// Only the host may do this.
    NotHost(PlayerId),
    /// Not everyone is there yet.
    LobbyNotFull {
        /// Seats taken.
        taken: u8,
        /// Seats in all.
        players: u8,
    },
    /// Games may not be started in this channel.
    ChannelNotAllowed(Vec<store::ChannelId>),
    /// The person did not play in the game (`not-yours`), or it was not played to an end (`not-finished`).
    NoRematch(&'static str),
    /// There is no analysis: the game goes on (`running`), nobody has moved in it (`unmoved`), or no finished game is meant (`none`).
    NoAnalysis(&'static str),
    /// The rematch has begun already: this is it.
    RematchBegun(Box<Game>),
    /// The lobby is for those who played this game.
    RematchOf(store::GameId),
    /// The rules of the game know no draw by agreement.
    NoDraws(GameKind),
    /// A draw cannot be offered until each seat has moved once.
    TooEarlyToDraw,
    /// The person has offered a draw since the last move, and the offer is still `open`, or was `declined` or `withdrawn`.
    DrawOffered(&'static str),
    /// The offer of a draw was `declined` or `withdrawn`, or is `void` since the game has gone on.
    OfferClosed(&'static str),
    /// Only this player may do that with the offer: the offerer withdraws, the other answers.
    NotYourOffer(PlayerId),
    /// The computer declines every draw.
    ComputerDeclines(PlayerId),
    /// The game is rated: nobody is advised in it.
    RatedHint,
    /// The deadline passed at this time.
    TimeIsUp(OffsetDateTime),
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Error {
        Error::Refused(Box::new(refused))
    }
}
