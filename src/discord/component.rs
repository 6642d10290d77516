//! What buttons, menus and forms carry: a typed `custom_id` with a version.
//!
//! Written as words with dots between, `1.move.12.34`, so that a button works after a restart and years later.

use std::fmt;
use std::str::FromStr;

use play::GameKind;
use play::standing::Scope;
use store::{ChallengeId, GameId, LobbyId, ServerId};

/// The version of the way ids are written; ids of another version are refused politely.
const VERSION: &str = "1";

/// What a component does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Id {
    /// A button below a challenge.
    Challenge(ChallengeId, ChallengePress),
    /// A button below a lobby.
    Lobby(LobbyId, LobbyPress),
    /// A button or menu of a game, as it stood at a ply.
    Game(GameId, u32, GamePress),
    /// Plays a move after it was asked about: its place among the game's legal moves at a ply.
    Risk(GameId, u32, u32),
    /// Another page of the leaderboard.
    Leaderboard(GameKind, Scope, u32),
    /// Another choice of what a refused command was for: a menu of games, whose values are game numbers.
    Pick(Pick),
}

/// The buttons below a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChallengePress {
    /// Accept.
    Accept,
    /// Decline.
    Decline,
    /// Withdraw.
    Withdraw,
}

/// The buttons below a lobby.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LobbyPress {
    /// Join.
    Join,
    /// Leave.
    Leave,
    /// Start.
    Start,
}

/// The buttons, menus and forms of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GamePress {
    /// Shows the board from the presser's seat.
    Board,
    /// Opens the form; also the form itself.
    Move,
    /// A menu of moves.
    Group,
    /// Asks whether to resign.
    Resign,
    /// Resigns.
    ConfirmResign,
    /// Keeps playing after all.
    KeepPlaying,
    /// Ends a game of the presser's server without a result.
    End,
    /// Asks for another game.
    Rematch,
    /// Shows the analysis of a game that is over.
    Analyse,
    /// Brings a homeless game into this channel.
    MoveHere,
    /// Accepts the draw that is offered.
    AcceptDraw,
    /// Declines it.
    DeclineDraw,
    /// Takes the offer of a draw back.
    WithdrawDraw,
    /// Does not play the move that was asked about.
    KeepThinking,
    /// Plays the move that was advised at the ply.
    FollowHint,
}

/// What a game is picked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pick {
    /// To show its board.
    Board,
    /// To move in it.
    Move,
    /// To resign it.
    Resign,
    /// To offer a draw in it.
    Draw,
    /// To be advised in it.
    Hint,
}

/// A form with one line to write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Modal {
    /// What sending it does.
    pub id: Id,
    /// Its title.
    pub title: String,
    /// The name of the line, `move`.
    pub field: &'static str,
    /// What stands above the line.
    pub label: String,
    /// What stands in the empty line.
    pub placeholder: String,
}

/// A `custom_id` that this version of the bot did not write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownId(String);

/// A table of the words of an enum.
macro_rules! words {
    ($type:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        impl $type {
            /// Every one of them.
            pub const ALL: &[$type] = &[$($type::$variant),+];

            const fn word(self) -> &'static str {
                match self {
                    $($type::$variant => $word),+
                }
            }

            fn from_word(word: &str) -> Option<$type> {
                $type::ALL.iter().copied().find(|press| press.word() == word)
            }
        }
    };
}

words!(ChallengePress { Accept = "accept", Decline = "decline", Withdraw = "withdraw" });
words!(LobbyPress { Join = "join", Leave = "leave", Start = "start" });
words!(GamePress {
    Board = "board",
    Move = "move",
    Group = "group",
    Resign = "resign",
    ConfirmResign = "confirm",
    KeepPlaying = "keep",
    End = "end",
    Rematch = "rematch",
    Analyse = "analyse",
    MoveHere = "here",
    AcceptDraw = "accept",
    DeclineDraw = "decline",
    WithdrawDraw = "withdraw",
    KeepThinking = "think",
    FollowHint = "hint",
});
words!(Pick { Board = "board", Move = "move", Resign = "resign", Draw = "draw", Hint = "hint" });

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{VERSION}.")?;
        match self {
            Id::Challenge(challenge, press) => write!(f, "challenge.{}.{challenge}", press.word()),
            Id::Lobby(lobby, press) => write!(f, "lobby.{}.{lobby}", press.word()),
            Id::Game(game, ply, press) => write!(f, "game.{}.{game}.{ply}", press.word()),
            Id::Risk(game, ply, place) => write!(f, "risk.{game}.{ply}.{place}"),
            Id::Leaderboard(kind, Scope::Everywhere, page) => write!(f, "top.{kind}.everywhere.{page}"),
            Id::Leaderboard(kind, Scope::Server(server), page) => write!(f, "top.{kind}.{server}.{page}"),
            Id::Pick(pick) => write!(f, "pick.{}", pick.word()),
        }
    }
}

impl FromStr for Id {
    type Err = UnknownId;

    fn from_str(text: &str) -> Result<Id, UnknownId> {
        read(text).ok_or_else(|| UnknownId(text.to_owned()))
    }
}

fn read(text: &str) -> Option<Id> {
    let mut words = text.split('.');
    if words.next()? != VERSION {
        return None;
    }
    let kind = words.next()?;
    let what = words.next()?;
    let id = match kind {
        "challenge" => Id::Challenge(words.next()?.parse().ok()?, ChallengePress::from_word(what)?),
        "lobby" => Id::Lobby(words.next()?.parse().ok()?, LobbyPress::from_word(what)?),
        "game" => {
            Id::Game(words.next()?.parse().ok()?, words.next()?.parse().ok()?, GamePress::from_word(what)?)
        }
        "risk" => Id::Risk(what.parse().ok()?, words.next()?.parse().ok()?, words.next()?.parse().ok()?),
        "top" => {
            let scope = match words.next()? {
                "everywhere" => Scope::Everywhere,
                server => Scope::Server(server.parse::<ServerId>().ok()?),
            };
            Id::Leaderboard(what.parse().ok()?, scope, words.next()?.parse().ok()?)
        }
        "pick" => Id::Pick(Pick::from_word(what)?),
        _ => return None,
    };
    // Numbers have one spelling only, so that an id means what it says.
    (words.next().is_none() && id.to_string() == text).then_some(id)
}

impl fmt::Display for UnknownId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the custom_id {:?} is not known to this version", self.0)
    }
}

impl std::error::Error for UnknownId {}

#[cfg(test)]
mod tests;
