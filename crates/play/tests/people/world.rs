//! The world of a test: a database, a clock, sixty people and a server.

use std::future::Future;
use std::sync::Arc;

use play::challenge::{ColourWish, NewChallenge};
use play::player::Seen;
use play::{Clock, Context, Error, Game, GameKind, Refused, State, challenge, game, player, turn};
use store::testing::{self, Database};
use store::{ChannelId, PlayerId, ServerId};
use time::macros::datetime;
use time::{Duration, OffsetDateTime};
use tokio::sync::Barrier;

pub const NOW: OffsetDateTime = datetime!(2026-01-01 12:00 UTC);
pub const SERVER: ServerId = ServerId::new(100);
pub const CHANNEL: ChannelId = ChannelId::new(200);
pub const ANA: PlayerId = PlayerId::new(1);
pub const BORIS: PlayerId = PlayerId::new(2);
pub const CHEN: PlayerId = PlayerId::new(3);
pub const DORA: PlayerId = PlayerId::new(4);

pub struct World {
    pub context: Context,
    /// The same database and clock by another pool, as another process has them.
    pub elsewhere: Context,
    pub database: Database,
}

/// Asserts that a use case was refused, and why.
#[macro_export]
macro_rules! assert_refused {
    ($result:expr, $refusal:pat $(if $guard:expr)?) => {
        match $result {
            Err(play::Error::Refused(refusal)) => match *refusal {
                $refusal $(if $guard)? => {}
                other => panic!("refused for another reason: {other:?}"),
            },
            other => panic!("not refused: {other:?}"),
        }
    };
}

impl World {
    pub async fn new() -> World {
        let database = testing::database().await;
        let clock = Clock::manual(NOW);
        let context = Context::new(database.pool().clone(), clock.clone());
        let elsewhere = Context::new(database.another_pool(), clock);
        let people: Vec<Seen> = (1..=60).map(person).collect();
        player::see(&context, &people).await.unwrap();
        World { context, elsewhere, database }
    }

    pub fn advance(&self, by: Duration) {
        self.context.clock.advance(by);
    }

    pub async fn count(&self, from: &'static str) -> u64 {
        self.database.count(from).await
    }

    /// A game of two that has begun.
    pub async fn game(&self, first: PlayerId, second: PlayerId) -> Game {
        let new = NewChallenge { colour: ColourWish::First, ..challenge_to(first, Some(second)) };
        let made = challenge::create(&self.context, new).await.unwrap();
        challenge::accept(&self.context, made.id, second).await.unwrap().1
    }

    /// Ends a running game in favour of a player: each moves once, then the others resign.
    pub async fn win(&self, game: &Game, winner: PlayerId) -> Game {
        let mut game = game.clone();
        for _ in 0..game.hosted.players() {
            let (player, text) = (game.to_move().unwrap().id, game.hosted.choices()[0].long.clone());
            game = turn::play(&self.context, game.id, player, None, &text, None).await.unwrap().game;
        }
        for loser in game.seats.clone().into_iter().filter(|seated| seated.id != winner) {
            game = turn::resign(&self.context, game.id, loser.id, None).await.unwrap().game;
        }
        assert!(matches!(game.state, State::Finished { .. }), "{:?}", game.state);
        game
    }

    /// Runs as many tasks as there are people, at the same moment and in turn here and elsewhere.
    pub async fn at_once<T, F>(
        &self,
        people: impl IntoIterator<Item = PlayerId>,
        act: impl Fn(Context, PlayerId) -> F,
    ) -> Vec<Result<T, Error>>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, Error>> + Send + 'static,
    {
        let people: Vec<PlayerId> = people.into_iter().collect();
        let barrier = Arc::new(Barrier::new(people.len()));
        let contexts = [&self.context, &self.elsewhere].into_iter().cycle();
        let tasks: Vec<_> = (people.into_iter().zip(contexts))
            .map(|(person, context)| {
                let (barrier, act) = (Arc::clone(&barrier), act(context.clone(), person));
                tokio::spawn(async move {
                    barrier.wait().await;
                    act.await
                })
            })
            .collect();
        let mut results = Vec::new();
        for task in tasks {
            results.push(task.await.unwrap());
        }
        results
    }
}

/// The successes; every failure must be a refusal, and is counted.
#[track_caller]
pub fn sort<T: std::fmt::Debug>(results: Vec<Result<T, Error>>) -> (Vec<T>, Vec<Refused>) {
    let (mut done, mut refused) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(value) => done.push(value),
            Err(Error::Refused(refusal)) => refused.push(*refusal),
            Err(fault) => panic!("neither done nor refused: {fault:?}"),
        }
    }
    (done, refused)
}

pub fn person(id: u64) -> Seen {
    Seen { id: PlayerId::new(id), name: format!("p{id}"), locale: None, bot: false }
}

pub fn challenge_to(challenger: PlayerId, opponent: Option<PlayerId>) -> NewChallenge {
    NewChallenge {
        kind: GameKind::Xima,
        server: SERVER,
        channel: CHANNEL,
        challenger,
        opponent,
        opponent_is_bot: false,
        colour: ColourWish::Random,
        rated: true,
    }
}

/// The rated game that a challenge could not be: for four.
pub async fn game_of_four(world: &World) -> Game {
    let mut connection = world.database.acquire().await.unwrap();
    let new = game::NewGame {
        kind: GameKind::Xima,
        server: SERVER,
        channel: CHANNEL,
        seats: vec![ANA, BORIS, CHEN, DORA],
        rated: true,
        rematch_of: None,
    };
    let id = game::create(&world.context, &mut connection, new).await.unwrap();
    game::load(&world.context, id).await.unwrap()
}
