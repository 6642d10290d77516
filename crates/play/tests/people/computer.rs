//! Computers as players: who they are, what begins at once, and where they are to move.

use std::collections::BTreeSet;

use play::challenge::{ChallengeState, ColourWish};
use play::computer::{NewComputerGame, awaiting, begin, rematch};
use play::outbox::{self, What};
use play::{Computer, Game, GameKind, HostedGame, Refused, State, game, turn};
use search::{Level, Limits};
use store::{ChannelId, MessageId, PlayerId};
use time::Duration;

use crate::assert_refused;
use crate::world::{ANA, BORIS, CHANNEL, SERVER, World};

pub fn against(level: u8, players: u8, colour: ColourWish) -> NewComputerGame {
    let level = Level::new(level).expect("there are eight");
    NewComputerGame {
        kind: GameKind::Xima,
        server: SERVER,
        channel: CHANNEL,
        player: ANA,
        level,
        colour,
        players,
        rated: false,
    }
}

/// The levels of those who sit there, 0 for a person.
fn seats(game: &Game) -> Vec<u8> {
    game.seats
        .iter()
        .map(|seated| seated.computer().map_or(0, |computer| computer.level().number()))
        .collect()
}

/// Marks the newest post of a game as posted.
async fn show(world: &World, game: &Game, what: What) {
    let owed =
        outbox::of(&world.context, game.id, game.hosted.ply(), what).await.unwrap().expect("it is owed");
    outbox::posted(&world.context, owed.id, ChannelId::new(1), MessageId::new(1)).await.unwrap();
}

#[tokio::test]
async fn the_database_has_every_computer() {
    let world = World::new().await;
    let ids: BTreeSet<PlayerId> = Computer::all().map(Computer::id).collect();
    assert_eq!(ids.len(), 24, "three of each level");
    for computer in Computer::all() {
        let stored = store::player::find(&world.context.pool, computer.id()).await.unwrap();
        assert!(stored.is_some_and(|stored| stored.bot), "{computer:?}");
        assert_eq!(Computer::of(computer.id()), Some(computer));
        // Discord counts from 2015 on, in milliseconds times 2 to the power of 22.
        assert!(computer.id().get() < 1 << 22, "{computer:?} could be a person");
    }
    for person in [ANA.get(), 1_000_010, 1_000_014, 1_000_091, 1 << 22, u64::MAX] {
        assert_eq!(Computer::of(PlayerId::new(person)), None, "{person}");
    }
}

#[tokio::test]
async fn a_game_begins_at_once_and_unrated() {
    let world = World::new().await;
    for (colour, players, expected) in [
        (ColourWish::First, 2, vec![0, 3]),
        (ColourWish::Second, 2, vec![3, 0]),
        (ColourWish::First, 3, vec![0, 3, 3]),
        (ColourWish::Second, 4, vec![3, 0, 3, 3]),
    ] {
        let (challenge, game) = begin(&world.context, against(3, players, colour)).await.unwrap();
        assert_eq!(seats(&game), expected);
        assert!(!game.rated);
        assert_eq!(challenge.state, ChallengeState::Accepted(game.id));
        let stored = play::challenge::of_game(&world.context, game.id).await.unwrap().expect("it is stored");
        assert_eq!((stored.id, stored.state), (challenge.id, challenge.state));
    }
    for round in 0..16 {
        let (_, game) = begin(&world.context, against(1, 2, ColourWish::Random)).await.unwrap();
        assert_eq!(seats(&game).iter().sum::<u8>(), 1, "round {round}");
    }
    // The computers' games are not counted, and a person's are.
    assert_refused!(
        begin(&world.context, against(1, 2, ColourWish::First)).await,
        Refused::TooManyGames { player: ANA, .. }
    );
    let boris = NewComputerGame { player: BORIS, ..against(1, 2, ColourWish::First) };
    begin(&world.context, boris.clone()).await.unwrap();
    for players in [3, 4] {
        let new = NewComputerGame { kind: GameKind::Axiom, players, ..boris.clone() };
        assert_refused!(begin(&world.context, new).await, Refused::WrongPlayers(GameKind::Axiom));
    }
    for players in [0, 1, 5] {
        let new = NewComputerGame { players, ..boris.clone() };
        assert_refused!(begin(&world.context, new).await, Refused::WrongPlayers(GameKind::Xima));
    }
}

#[tokio::test]
async fn a_turn_waits_until_the_one_before_is_shown() {
    let world = World::new().await;
    let (_, game) = begin(&world.context, against(1, 2, ColourWish::Second)).await.unwrap();
    assert_eq!(awaiting(&world.context, 10).await.unwrap(), [], "nobody has seen the opening");
    show(&world, &game, What::Opening).await;
    assert_eq!(awaiting(&world.context, 10).await.unwrap(), [(game.id, 0)]);
    let computer = game.to_move().unwrap().id;
    let turn = turn::play(&world.context, game.id, computer, Some(0), "-G2", None).await.unwrap();
    assert_eq!(awaiting(&world.context, 10).await.unwrap(), [], "a person is to move");
    // What was thought about before is not played once more.
    assert_refused!(
        turn::play(&world.context, game.id, computer, Some(0), "-G4", None).await,
        Refused::Stale(_)
    );
    show(&world, &turn.game, What::Turn).await;
    turn::play(&world.context, game.id, ANA, None, "-G4", None).await.unwrap();
    assert_eq!(awaiting(&world.context, 10).await.unwrap(), [], "nobody has seen it");
    // Where it cannot be shown, the game goes on all the same.
    world.advance(Duration::seconds(30));
    assert_eq!(awaiting(&world.context, 10).await.unwrap(), [(game.id, 2)]);
    turn::resign(&world.context, game.id, ANA, None).await.unwrap();
    assert_eq!(awaiting(&world.context, 10).await.unwrap(), [], "it is over");
}

#[tokio::test]
async fn a_computer_has_all_the_time_in_the_world() {
    let world = World::new().await;
    let due = async || {
        let reminded = turn::remind(&world.context, 10).await.unwrap();
        (reminded, turn::expire(&world.context, 10).await.unwrap())
    };
    let (_, game) = begin(&world.context, against(1, 3, ColourWish::Second)).await.unwrap();
    let computer = game.to_move().unwrap().id;
    world.advance(Duration::days(2));
    assert_eq!(due().await, (0, 0), "nobody is reminded");
    world.advance(Duration::days(30));
    assert_eq!(due().await, (0, 0), "nobody loses on time");
    let moved = turn::play(&world.context, game.id, computer, Some(0), "-G2", None).await.unwrap();
    assert_eq!(moved.game.to_move().unwrap().id, ANA);
    world.advance(Duration::days(2));
    assert_eq!(due().await, (1, 0), "a person is reminded");
    turn::play(&world.context, game.id, ANA, None, "-A1", None).await.unwrap();
    // While the next computer is late a person can go.
    world.advance(Duration::days(30));
    let turn = turn::resign(&world.context, game.id, ANA, None).await.unwrap();
    assert!(matches!(turn.game.state, State::Aborted { .. }), "{:?}", turn.game.state);

    let (_, game) = begin(&world.context, against(1, 2, ColourWish::First)).await.unwrap();
    world.advance(Duration::days(4));
    assert_eq!(due().await, (0, 1), "a person loses on time");
    let last = game::load(&world.context, game.id).await.unwrap();
    assert_eq!(last.hosted.record().last().unwrap().text, "time");
}

#[tokio::test]
async fn a_rematch_begins_at_once_with_other_seats() {
    let world = World::new().await;
    let (_, game) = begin(&world.context, against(2, 2, ColourWish::First)).await.unwrap();
    assert_refused!(rematch(&world.context, game.id, ANA, CHANNEL).await, Refused::NoRematch(_));
    let finished = world.win(&game, ANA).await;
    assert!(matches!(&finished.state, State::Finished { ratings, .. } if ratings.is_empty()));
    assert_refused!(rematch(&world.context, game.id, BORIS, CHANNEL).await, Refused::NoRematch(_));
    let (_, again) = rematch(&world.context, game.id, ANA, CHANNEL).await.unwrap();
    assert_eq!((seats(&again), again.rated), (vec![2, 0], false));
    let begun = again.id;
    assert_refused!(
        rematch(&world.context, game.id, ANA, CHANNEL).await,
        Refused::RematchBegun(again) if again.id == begun
    );
}

#[tokio::test]
async fn a_rematch_has_the_same_stakes() {
    let world = World::new().await;
    let rated = NewComputerGame { rated: true, ..against(2, 2, ColourWish::First) };
    let (challenge, game) = begin(&world.context, rated).await.unwrap();
    assert!(challenge.rated && game.rated);
    world.win(&game, ANA).await;
    let (challenge, again) = rematch(&world.context, game.id, ANA, CHANNEL).await.unwrap();
    assert!(challenge.rated && again.rated);
}

#[tokio::test]
async fn computers_do_not_play_on_among_themselves() {
    let world = World::new().await;
    for way in ["resigned", "time"] {
        let (_, begun) = begin(&world.context, against(1, 4, ColourWish::First)).await.unwrap();
        for _ in 0..4 {
            let now = game::load(&world.context, begun.id).await.unwrap();
            let (player, text) = (now.to_move().unwrap().id, now.hosted.choices()[0].long.clone());
            turn::play(&world.context, begun.id, player, None, &text, None).await.unwrap();
        }
        if way == "resigned" {
            turn::resign(&world.context, begun.id, ANA, None).await.unwrap();
        } else {
            world.advance(Duration::days(4));
            turn::expire(&world.context, 10).await.unwrap();
        }
        let after = game::load(&world.context, begun.id).await.unwrap();
        assert!(matches!(&after.state, State::Aborted { reason, .. } if reason == "computers"), "{after:?}");
        let owed = outbox::of(&world.context, begun.id, 5, What::Final).await.unwrap();
        assert!(owed.is_some(), "{way}: its end is to be told");
    }
    assert_eq!(game::verify(&world.context).await.unwrap().faults, []);
}

#[test]
fn it_thinks_of_a_legal_move() {
    for kind in GameKind::ALL {
        for players in kind.players() {
            let mut game = HostedGame::start(kind, players).expect("so many play");
            for ply in 0..8 {
                let Some(thought) = game.think(&Limits::nodes(200), Level::LOWEST, 7) else { break };
                let again = game.think(&Limits::nodes(200), Level::LOWEST, 7);
                assert_eq!(Some(&thought), again.as_ref(), "a seed");
                let played = game.play(&thought.mv).map(|played| played.text.clone());
                assert_eq!(played, Ok(thought.mv), "{kind} for {players}, ply {ply}: the long form");
            }
            game.break_off();
            assert_eq!(game.think(&Limits::nodes(200), Level::LOWEST, 7), None, "it is over");
        }
    }
}
