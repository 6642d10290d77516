//! A database with people and games in it, and a clock that stands still.

use std::sync::atomic::{AtomicU64, Ordering};

use play::game::NewGame;
use play::turn::{self, Turn};
use play::{Clock, Context, Error, Game, GameKind, Refused, game};
use store::player::Sighting;
use store::testing::Database;
use store::{ChannelId, GameId, PlayerId, ServerId};
use time::{Duration, OffsetDateTime};

/// Where all games are played unless a test says otherwise.
pub const SERVER: ServerId = ServerId::new(1);
/// The channel of that server.
pub const CHANNEL: ChannelId = ChannelId::new(10);
/// The time a move may take, unless the server says otherwise.
pub const DEADLINE: Duration = Duration::days(3);
/// When every test begins.
const START: OffsetDateTime = time::macros::datetime!(2026-01-01 12:00 UTC);

/// A test's own world.
pub struct World {
    /// The first process.
    pub context: Context,
    database: Database,
    people: AtomicU64,
}

impl World {
    /// An empty database.
    pub async fn new() -> World {
        let database = store::testing::database().await;
        let context = Context::new(database.pool().clone(), Clock::manual(START));
        World { context, database, people: AtomicU64::new(1) }
    }

    /// Another process of the same bot: a pool of its own, the same clock.
    pub fn another_process(&self) -> Context {
        Context::new(self.database.another_pool(), self.context.clock.clone())
    }

    /// People who have been seen.
    pub async fn people(&self, count: usize) -> Vec<PlayerId> {
        let ids: Vec<PlayerId> =
            (0..count).map(|_| PlayerId::new(self.people.fetch_add(1, Ordering::Relaxed))).collect();
        let sightings: Vec<Sighting<'_>> =
            ids.iter().map(|id| Sighting { id: *id, name: "someone", locale: None, bot: false }).collect();
        store::player::see(&self.context.pool, &sightings, self.context.clock.now())
            .await
            .expect("people are seen");
        ids
    }

    /// A rated game of these people.
    pub async fn game(&self, seats: &[PlayerId]) -> GameId {
        create(&self.context, self.new_game(seats)).await.expect("a game is created")
    }

    /// What [`World::game`] creates.
    #[expect(clippy::unused_self, reason = "reads as the others do")]
    pub fn new_game(&self, seats: &[PlayerId]) -> NewGame {
        NewGame {
            kind: GameKind::Xima,
            server: SERVER,
            channel: CHANNEL,
            seats: seats.to_vec(),
            rated: true,
            rematch_of: None,
        }
    }

    /// A rated game of new people, in which these moves have been made.
    pub async fn game_after(&self, players: usize, moves: &[&str]) -> (GameId, Vec<PlayerId>) {
        let seats = self.people(players).await;
        let id = self.game(&seats).await;
        for text in moves {
            self.play(id, text).await;
        }
        (id, seats)
    }

    /// A rated game of Axiom, which knows draws, in which these moves have been made.
    pub async fn axiom_after(&self, moves: &[&str]) -> (GameId, Vec<PlayerId>) {
        let seats = self.people(2).await;
        let new = NewGame { kind: GameKind::Axiom, ..self.new_game(&seats) };
        let id = create(&self.context, new).await.expect("a game is created");
        for text in moves {
            self.play(id, text).await;
        }
        (id, seats)
    }

    /// Plays for whoever is to move.
    pub async fn play(&self, id: GameId, text: &str) -> Turn {
        let player = self.load(id).await.to_move().expect("the game goes on").id;
        turn::play(&self.context, id, player, None, text, None)
            .await
            .unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// The game as it stands.
    pub async fn load(&self, id: GameId) -> Game {
        game::load(&self.context, id).await.expect("the game is there")
    }

    /// How many rows of the rating history a game has.
    pub async fn rated(&self, id: GameId) -> usize {
        store::game::changes(&self.context.pool, id).await.expect("the history can be read").len()
    }

    /// Asserts that all that is stored follows from the records.
    pub async fn assert_sound(&self) {
        let verification = game::verify(&self.context).await.expect("the database answers");
        assert_eq!(verification.faults, [], "of {} games", verification.games);
    }
}

/// Creates a game in a transaction of its own.
pub async fn create(context: &Context, new: NewGame) -> Result<GameId, Error> {
    let mut transaction = store::begin(&context.pool).await?;
    let id = game::create(context, &mut transaction, new).await?;
    store::commit(transaction).await?;
    Ok(id)
}

/// The refusal of a use case that was to refuse.
#[track_caller]
pub fn refused<T: std::fmt::Debug>(done: Result<T, Error>) -> Refused {
    match done {
        Err(Error::Refused(refused)) => *refused,
        other => panic!("not refused: {other:?}"),
    }
}

/// The opening of a game for `players` after which the first seat can win by `TOP`: a stair on each floor, and the other
/// seats' blocks out of the way.
pub fn before_the_summit(players: usize) -> Vec<&'static str> {
    let stairs = ["-G2", "-G4", "-G6"];
    let others = [["-A1", "-A3", "-A5"], ["-B1", "-B3", "-B5"], ["-M1", "-M3", "-M5"]];
    (0..stairs.len())
        .flat_map(|round| {
            std::iter::once(stairs[round]).chain(others[..players - 1].iter().map(move |seat| seat[round]))
        })
        .collect()
}

/// A small source of numbers that look drawn by lot, the same in every run.
pub struct Lot(pub u64);

impl Lot {
    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % bound
    }
}
