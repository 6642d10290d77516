//! The kinds of game.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use render::View;

use crate::HostedGame;

/// A kind of game that the bot can host. A further game is one more arm here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameKind {
    /// XIMA, the pyramid game.
    Xima,
    /// Axiom, the game of cubes and sceptres.
    Axiom,
}

impl GameKind {
    /// Every kind.
    pub const ALL: [GameKind; 2] = [GameKind::Xima, GameKind::Axiom];

    /// The kinds that people are offered, the usual one first.
    pub const OFFERED: [GameKind; 2] = [GameKind::Xima, GameKind::Axiom];

    /// The name in the database, in Fluent ids and as an option's value.
    pub const fn slug(self) -> &'static str {
        match self {
            GameKind::Xima => "xima",
            GameKind::Axiom => "axiom",
        }
    }

    /// The game's proper name, the same in every language.
    pub const fn name(self) -> &'static str {
        match self {
            GameKind::Xima => "XIMA",
            GameKind::Axiom => "Axiom",
        }
    }

    /// The numbers of players the game can be played by.
    pub fn players(self) -> RangeInclusive<u8> {
        match self {
            GameKind::Xima => <xima::Position as game::Position>::PLAYERS,
            GameKind::Axiom => <axiom::Position as game::Position>::PLAYERS,
        }
    }

    /// The colours' slugs in seat order, as Fluent selects on them.
    pub const fn colours(self) -> &'static [&'static str] {
        match self {
            GameKind::Xima => &["red", "blue", "yellow", "green"],
            GameKind::Axiom => &["black", "white"],
        }
    }

    /// The colours' slugs in a game for two, whoever moves first before the other.
    pub const fn pair(self) -> [&'static str; 2] {
        let colours = self.colours();
        [colours[0], colours[1]]
    }

    /// The pictures of a board with the names of their files: the first is for play, the others are shown beside it when a
    /// game opens and when it ends.
    pub const fn pictures(self) -> &'static [(View, &'static str)] {
        match self {
            GameKind::Xima => &[(View::Plan, "board.png"), (View::Isometric, "pyramid.png")],
            GameKind::Axiom => &[(View::Plan, "structure.png")],
        }
    }

    /// Every phrase of the game's own with its arguments: what a language's Fluent files must hold.
    pub const fn phrases(self) -> &'static [(&'static str, &'static [&'static str])] {
        match self {
            GameKind::Xima => crate::hosted::XIMA_PHRASES,
            GameKind::Axiom => crate::hosted::AXIOM_PHRASES,
        }
    }

    /// A new game for `players`, or `None` when the kind is not played by so many.
    pub fn start(self, players: u8) -> Option<HostedGame> {
        HostedGame::start(self, players)
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.slug())
    }
}

/// No game has this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no game is called {0:?}")]
pub struct NoSuchGame(String);

impl FromStr for GameKind {
    type Err = NoSuchGame;

    fn from_str(text: &str) -> Result<GameKind, NoSuchGame> {
        GameKind::ALL.into_iter().find(|kind| kind.slug() == text).ok_or_else(|| NoSuchGame(text.to_owned()))
    }
}
