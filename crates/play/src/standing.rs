//! Standings: the leaderboard of people, and that of the computer's levels.

use search::Level;
use store::standing::{Question, Standing};
use store::{PlayerId, ServerId};

use crate::{Computer, Context, Error, GameKind};

/// Whose ratings are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// People who have played in this server.
    Server(ServerId),
    /// Everyone.
    Everywhere,
}

/// A page of the leaderboard.
#[derive(Clone, Debug)]
pub struct Leaderboard {
    /// The page shown, from 1; never beyond the last.
    pub page: u32,
    /// The number of pages, at least 1.
    pub pages: u32,
    /// The rows of the page, by rank.
    pub rows: Vec<Row>,
    /// The asker's own row, also when it is on another page or not ranked yet.
    pub own: Option<Row>,
}

/// A player's place.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// From 1, contiguous; `None` while provisional.
    pub rank: Option<u32>,
    /// Who.
    pub player: PlayerId,
    /// The display name last seen.
    pub name: String,
    /// The account is gone: show a placeholder.
    pub deleted: bool,
    /// Rating.
    pub rating: f64,
    /// Deviation.
    pub deviation: f64,
    /// Rated games.
    pub games: u32,
    /// Won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
}

/// The place of a level of the computer.
#[derive(Clone, PartialEq, Debug)]
pub struct LevelRow {
    /// The level.
    pub level: Level,
    /// Its place, and what it has done in games against people that counted for it.
    pub row: Row,
}

/// The deviation up to which a rating has a place.
pub const SURE: f64 = rating::PROVISIONAL_ABOVE;
/// Rows a page.
pub const PAGE: u32 = 10;

/// A page of the leaderboard of people and the asker's own place, read in one statement.
///
/// # Errors
/// When the database fails.
pub async fn leaderboard(
    context: &Context,
    kind: GameKind,
    scope: Scope,
    page: u32,
    asker: PlayerId,
) -> Result<Leaderboard, Error> {
    let question = Question {
        kind: kind.slug(),
        server: scope.server(),
        page,
        size: PAGE,
        asker,
        now: context.clock.now(),
    };
    let page = store::standing::page(&context.pool, &question).await?;
    Ok(Leaderboard {
        page: page.page,
        pages: page.pages,
        rows: page.rows.into_iter().map(Row::from).collect(),
        own: page.own.map(Row::from),
    })
}

/// The leaderboard of the computer's levels: those that have been rated, by rank and then by rating; with a server as scope those
/// of them that somebody has played there. A page has room for all of them.
///
/// # Errors
/// When the database fails.
pub async fn levels(context: &Context, kind: GameKind, scope: Scope) -> Result<Vec<LevelRow>, Error> {
    const { assert!(Level::COUNT as u32 <= PAGE, "the levels fit a page") };
    let now = context.clock.now();
    let standings = store::standing::computers(&context.pool, kind.slug(), scope.server(), now).await?;
    let (sure, unsure): (Vec<Standing>, Vec<Standing>) =
        standings.into_iter().partition(|standing| standing.deviation <= SURE);
    let ranked = (1..).map(Some).zip(sure).chain(unsure.into_iter().map(|standing| (None, standing)));
    let rows = ranked.filter_map(|(rank, standing)| {
        let level = Computer::of(standing.player)?.level();
        Some(LevelRow { level, row: Row { rank, ..Row::from(standing) } })
    });
    Ok(rows.collect())
}

impl Scope {
    fn server(self) -> Option<ServerId> {
        match self {
            Scope::Server(server) => Some(server),
            Scope::Everywhere => None,
        }
    }
}

impl From<Standing> for Row {
    fn from(standing: Standing) -> Row {
        Row {
            rank: standing.rank,
            player: standing.player,
            name: standing.name,
            deleted: standing.deleted,
            rating: standing.rating,
            deviation: standing.deviation,
            games: standing.games,
            wins: standing.wins,
            draws: standing.draws,
            losses: standing.losses,
        }
    }
}
