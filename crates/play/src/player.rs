//! People.

use store::PlayerId;
use store::player::Sighting;
use store::standing::{Finished, Results};
use time::OffsetDateTime;

use crate::challenge::kind as read_kind;
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
    /// The kind of game that was asked for; `None`: all of them.
    pub kind: Option<GameKind>,
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
    /// Whether it was won; `None`: it was drawn.
    pub won: Option<bool>,
    /// The rating before and after it, if it was rated.
    pub rating: Option<(f64, f64)>,
    /// When it ended.
    pub at: OffsetDateTime,
}

/// The last finished games that a profile shows.
const RECENT: u32 = 5;

/// Notes that people were seen (one statement for all of them).
///
/// # Errors
/// When the database fails.
pub async fn see(context: &Context, people: &[Seen]) -> Result<(), Error> {
    let sightings: Vec<Sighting<'_>> = people
        .iter()
        .map(|seen| Sighting { id: seen.id, name: &seen.name, locale: seen.locale.as_deref(), bot: seen.bot })
        .collect();
    Ok(store::player::see(&context.pool, &sightings, context.clock.now()).await?)
}

/// Notes that Discord knows an account no more.
///
/// # Errors
/// When the database fails.
pub async fn deleted(context: &Context, player: PlayerId) -> Result<(), Error> {
    Ok(store::player::set_deleted(&context.pool, player, true).await?)
}

/// A person's profile, in one kind of game or in all; of someone who never played, an empty one, and of someone never seen, one without a name.
///
/// # Errors
/// When the database fails.
pub async fn profile(context: &Context, player: PlayerId, kind: Option<GameKind>) -> Result<Profile, Error> {
    let known = store::player::find(&context.pool, player).await?;
    let results = store::standing::results(&context.pool, player, context.clock.now()).await?;
    let running = store::game::running_counts(&context.pool, &[player]).await?;
    let slug = kind.map(GameKind::slug);
    let recent = store::standing::finished(&context.pool, player, slug, RECENT).await?;
    let asked = |results: &Results| slug.is_none_or(|slug| results.kind == slug);
    Ok(Profile {
        id: player,
        name: known.map(|known| known.name).unwrap_or_default(),
        kind,
        standings: results.into_iter().filter(asked).map(ProfileStanding::read).collect::<Result<_, _>>()?,
        running: running.first().map_or(0, |(_, games)| *games),
        recent: recent.into_iter().map(RecentGame::read).collect::<Result<_, _>>()?,
    })
}

impl ProfileStanding {
    fn read(Results { kind: slug, standing, best }: Results) -> Result<ProfileStanding, Error> {
        Ok(ProfileStanding {
            kind: read_kind(slug)?,
            rating: standing.rating,
            deviation: standing.deviation,
            provisional: standing.rank.is_none(),
            rank: standing.rank,
            wins: standing.wins,
            draws: standing.draws,
            losses: standing.losses,
            best,
        })
    }
}

impl RecentGame {
    fn read(finished: Finished) -> Result<RecentGame, Error> {
        Ok(RecentGame {
            id: finished.id,
            kind: read_kind(finished.kind)?,
            opponents: finished.opponents,
            won: finished.won,
            rating: finished.before.zip(finished.after),
            at: finished.at,
        })
    }
}
