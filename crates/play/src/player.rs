//! People.

use store::PlayerId;
use time::OffsetDateTime;

use crate::{Context, Error, GameKind};

/// Who someone is, as an interaction tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// Their id.
    pub id: PlayerId,
    /// Their display name.
    pub name: String,
    /// Their Discord locale, where the interaction tells it.
    pub locale: Option<String>,
    /// Whether it is a bot.
    pub bot: bool,
}

/// What `/profile` shows.
#[derive(Clone, Debug)]
pub struct Profile {
    /// Whose.
    pub id: PlayerId,
    /// The display name last seen.
    pub name: String,
    /// One entry a kind of game played.
    pub standings: Vec<ProfileStanding>,
    /// Running games.
    pub running: u32,
    /// The last finished games, newest first, at most 5.
    pub recent: Vec<RecentGame>,
}

/// A person's results in one kind of game.
#[derive(Clone, Debug)]
pub struct ProfileStanding {
    /// The kind.
    pub kind: GameKind,
    /// Rating, rounded by the view.
    pub rating: f64,
    /// Deviation.
    pub deviation: f64,
    /// Whether it is provisional.
    pub provisional: bool,
    /// Place everywhere, from 1, unless provisional.
    pub rank: Option<u32>,
    /// Rated games won, drawn and lost.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
    /// The highest rating reached.
    pub best: f64,
}

/// A finished game in a profile.
#[derive(Clone, Debug)]
pub struct RecentGame {
    /// The game.
    pub id: store::GameId,
    /// The kind.
    pub kind: GameKind,
    /// The other players' ids.
    pub opponents: Vec<PlayerId>,
    /// Whether it was won.
    pub won: bool,
    /// The change of rating, if rated.
    pub change: Option<f64>,
    /// When it ended.
    pub at: OffsetDateTime,
}

/// Notes that people were seen (one statement for all of them).
pub async fn see(_context: &Context, _people: &[Seen]) -> Result<(), Error> { todo!() }
/// Notes that Discord knows an account no more.
pub async fn deleted(_context: &Context, _player: PlayerId) -> Result<(), Error> { todo!() }
/// A person's profile; of someone who never played, an empty one.
pub async fn profile(_context: &Context, _player: PlayerId) -> Result<Profile, Error> { todo!() }
