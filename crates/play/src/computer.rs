//! Computer opponents: who they are, the games that people play against them, and the games in which they are to move.
//!
//! A computer is a player like any other: rows of `player` are kept for it, so that seats, records and lists know nothing of
//! it. It takes up every challenge at once. Its moves are found by [`think`](crate::HostedGame::think) and made by
//! [`turn::play`](crate::turn::play), as everybody's. How its level is rated is told in `finish`.

use rating::Rating;
use search::Level;
use store::challenge::State as Stored;
use store::{ChannelId, Connection, GameId, PlayerId, ServerId};
use time::Duration;

use crate::challenge::{Challenge, ChallengeState, ColourWish, NOT_FINISHED, NOT_YOURS, OPEN_FOR};
use crate::game::{self, NewGame};
use crate::transaction::{begin as open, end};
use crate::{Context, Error, Game, GameKind, Phrase, Refused};

/// A computer as a player: its level, and which of those of this level in a game it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Computer {
    level: Level,
    place: u8,
}

/// A game against computers that is to begin.
#[derive(Clone, Debug)]
pub struct NewComputerGame {
    /// The kind of game.
    pub kind: GameKind,
    /// Where.
    pub server: ServerId,
    /// In which channel.
    pub channel: ChannelId,
    /// Who plays against the computers.
    pub player: PlayerId,
    /// How well they play.
    pub level: Level,
    /// The person's colour; by lot it may be any of the game's.
    pub colour: ColourWish,
    /// The number of seats: all but one are the computers'.
    pub players: u8,
    /// Whether the game counts for the person. For the level it does in any case.
    pub rated: bool,
}

/// The level of a computer where nobody says which: it overlooks nothing near, and does not look far.
pub const USUAL: Level = Level::new(4).expect("there are eight");

/// The computers of one level that a game may have.
const PLACES: u8 = 3;
/// What their ids begin from: `migrations/0009_computer.sql` has them. Every id of Discord's own is above 4,194,304.
const FIRST_ID: u64 = 1_000_000;
/// How long a computer waits with its move for the post of the move before.
const PATIENCE: Duration = Duration::seconds(30);

impl Computer {
    /// Every computer.
    pub fn all() -> impl Iterator<Item = Computer> {
        Level::all().flat_map(Computer::of_level)
    }

    /// The ids of all of them.
    pub(crate) fn ids() -> Vec<PlayerId> {
        Computer::all().map(Computer::id).collect()
    }

    /// The computer with this id; `None` of a person.
    pub fn of(player: PlayerId) -> Option<Computer> {
        Computer::all().find(|computer| computer.id() == player)
    }

    /// Its id.
    pub const fn id(self) -> PlayerId {
        PlayerId::new(FIRST_ID + 10 * self.level.number() as u64 + self.place as u64)
    }

    /// How well it plays.
    pub const fn level(self) -> Level {
        self.level
    }

    /// What it is called.
    pub fn name(self) -> Phrase {
        Phrase::new("computer-name")
            .with("level", i64::from(self.level.number()))
            .with("place", i64::from(self.place))
    }

    /// The id under which the rating of its level is kept: that of the level's first computer, which sits in every game with
    /// others of the level.
    pub(crate) const fn rated_as(self) -> PlayerId {
        Computer { place: 1, ..self }.id()
    }

    /// The rating of its level before the first game: the usual level begins where people do, and others 100 points below or
    /// above for each level between. That is a guess, as uncertain as everybody's first rating, and no more is made of it than to
    /// keep the weak levels from being easy prey, and the strong ones from robbing those who meet them first.
    pub(crate) fn start(self) -> Rating {
        let steps = f64::from(self.level.number()) - f64::from(USUAL.number());
        let [rating, deviation, volatility] =
            [Rating::START.rating() + 100.0 * steps, Rating::START.deviation(), Rating::START.volatility()];
        Rating::new(rating, deviation, volatility).expect("seven levels are 700 points at most")
    }

    fn of_level(level: Level) -> impl Iterator<Item = Computer> {
        (1..=PLACES).map(move |place| Computer { level, place })
    }
}

/// Begins a game against computers at once. It came about by a challenge that they took up. The person must be known
/// (`player::see`). The opening is owed in the outbox.
///
/// # Errors
/// Refused, the first of: `WrongPlayers`, `TooManyGames`.
pub async fn begin(context: &Context, new: NewComputerGame) -> Result<(Challenge, Game), Error> {
    let NewComputerGame { kind, server, channel, player, level, colour, players, rated } = new;
    if !kind.players().contains(&players) {
        return Err(Refused::WrongPlayers(kind).into());
    }
    let others = usize::from(players) - 1;
    let mut seats: Vec<PlayerId> = Computer::of_level(level).take(others).map(Computer::id).collect();
    let own = match colour {
        ColourWish::First => 0,
        ColourWish::Second => 1,
        ColourWish::Random => rand::random_range(0..=others),
    };
    seats.insert(own, player);
    start(context, player, colour, NewGame { kind, server, channel, seats, rated, rematch_of: None }).await
}

/// Begins a rematch at once, for the same stakes: everybody moves up a seat, so that of two the colours are changed.
///
/// # Errors
/// Refused, the first of: `NoSuchGame`, `NoRematch`, `TooManyGames`, `RematchBegun`.
pub async fn rematch(
    context: &Context,
    game: GameId,
    by: PlayerId,
    channel: ChannelId,
) -> Result<(Challenge, Game), Error> {
    let finished = game::load(context, game).await?;
    if !finished.is_played_out() || !finished.has_computers() {
        return Err(Refused::NoRematch(NOT_FINISHED).into());
    }
    if finished.seat_of(by).is_none() {
        return Err(Refused::NoRematch(NOT_YOURS).into());
    }
    let mut seats: Vec<PlayerId> = finished.seats.iter().map(|seated| seated.id).collect();
    seats.rotate_right(1);
    let colour = match seats.iter().position(|player| *player == by) {
        Some(0) => ColourWish::First,
        Some(1) => ColourWish::Second,
        _ => ColourWish::Random,
    };
    let new = NewGame {
        kind: finished.hosted.kind(),
        server: finished.server,
        channel,
        seats,
        rated: finished.rated,
        rematch_of: Some(game),
    };
    let started = start(context, by, colour, new).await;
    game::or_rematch(context, game, started).await
}

/// Up to `limit` games in which a computer is to move, those that have waited longest first, with their plies. They are not
/// locked: what is played with their ply is played once, whoever thinks about it.
///
/// # Errors
/// When the database fails.
pub async fn awaiting(context: &Context, limit: u32) -> Result<Vec<(GameId, u32)>, Error> {
    let patience = context.clock.now() - PATIENCE;
    Ok(store::game::awaiting(&context.pool, &Computer::ids(), patience, limit).await?)
}

async fn start(
    context: &Context,
    player: PlayerId,
    colour: ColourWish,
    new: NewGame,
) -> Result<(Challenge, Game), Error> {
    let mut transaction = open(context).await?;
    let started = start_within(context, &mut transaction, player, colour, new).await;
    let (challenge, game) = end(transaction, started).await?;
    Ok((challenge, game::load(context, game).await?))
}

async fn start_within(
    context: &Context,
    connection: &mut Connection,
    player: PlayerId,
    colour: ColourWish,
    new: NewGame,
) -> Result<(Challenge, GameId), Error> {
    let game = game::create(context, connection, new.clone()).await?;
    let opponent = new.seats.iter().copied().find(|seated| Computer::of(*seated).is_some());
    let at = context.clock.now();
    let row = store::challenge::New {
        kind: new.kind.slug(),
        server: new.server,
        channel: new.channel,
        challenger: player,
        opponent,
        colour: colour.into(),
        rated: new.rated,
        at,
        expires_at: at + OPEN_FOR,
        rematch_of: new.rematch_of,
    };
    let id = store::challenge::insert(&mut *connection, &row).await?;
    store::challenge::close(&mut *connection, id, Stored::Accepted, Some(game)).await?;
    let challenge = Challenge {
        id,
        kind: new.kind,
        server: new.server,
        channel: new.channel,
        message: None,
        challenger: player,
        opponent,
        colour,
        rated: new.rated,
        state: ChallengeState::Accepted(game),
        expires_at: row.expires_at,
        rematch_of: new.rematch_of,
    };
    Ok((challenge, game))
}
