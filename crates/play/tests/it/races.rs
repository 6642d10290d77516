//! Real races: two processes with their pools, a barrier, and transactions that meet at the same row.
//!
//! They depend on the row lock: `XIMABOT_TEST_WITHOUT_ROW_LOCK=1 cargo test -p play races` must fail.

use std::sync::Arc;

use game::Outcome;
use play::game::State;
use play::turn::{self, DrawOffer, DrawOffered, Turn};
use play::{Context, Error, Refused};
use store::{ChannelId, GameId, MessageId, PlayerId};
use time::Duration;
use tokio::sync::Barrier;

use crate::world::{DEADLINE, Lot, World, before_the_summit, refused};

/// What happens in a race, each in a task of its own that waits for the others before it begins.
#[derive(Clone, Debug)]
enum Act {
    /// A press of a button of this ply.
    Move(PlayerId, Option<u32>, String),
    Resign(PlayerId),
    OfferDraw(PlayerId),
    /// A press of a button below an offer of this ply.
    AcceptDraw(PlayerId, u32),
    DeclineDraw(PlayerId, u32),
    /// The message that shows an offer stands.
    ShowOffer(Box<DrawOffer>),
    /// The last second passes, and the job looks.
    Expire,
}

/// What came of it.
#[derive(Debug)]
enum Came {
    Turn(Box<Result<Turn, Error>>),
    Offered(Box<Result<DrawOffered, Error>>),
    Declined(Box<Result<DrawOffer, Error>>),
    /// Whether the offer is still open.
    Shown(bool),
    Expired(usize),
}

async fn race(world: &World, processes: &[Context], game: GameId, acts: Vec<Act>) -> Vec<Came> {
    let barrier = Arc::new(Barrier::new(acts.len()));
    let tasks: Vec<_> = (acts.into_iter().zip(processes.iter().cycle()))
        .map(|(act, context)| {
            let (barrier, context, clock) = (barrier.clone(), context.clone(), world.context.clock.clone());
            tokio::spawn(async move {
                barrier.wait().await;
                match act {
                    Act::Move(player, ply, text) => {
                        Came::Turn(Box::new(turn::play(&context, game, player, ply, &text, None).await))
                    }
                    Act::Resign(player) => {
                        Came::Turn(Box::new(turn::resign(&context, game, player, None).await))
                    }
                    Act::OfferDraw(player) => {
                        Came::Offered(Box::new(turn::offer_draw(&context, game, player, None).await))
                    }
                    Act::AcceptDraw(player, ply) => {
                        Came::Turn(Box::new(turn::accept_draw(&context, game, player, ply, None).await))
                    }
                    Act::DeclineDraw(player, ply) => {
                        Came::Declined(Box::new(turn::decline_draw(&context, game, player, ply).await))
                    }
                    Act::ShowOffer(offer) => {
                        let (channel, message) = (ChannelId::new(10), MessageId::new(77));
                        let shown = turn::draw_shown(&context, &offer, channel, message).await;
                        Came::Shown(shown.expect("the database answers"))
                    }
                    Act::Expire => {
                        clock.advance(Duration::SECOND);
                        Came::Expired(turn::expire(&context, 10).await.expect("the database answers"))
                    }
                }
            })
        })
        .collect();
    let mut came = Vec::new();
    for task in tasks {
        came.push(task.await.expect("no panic"));
    }
    came
}

fn processes(world: &World) -> [Context; 2] {
    [world.another_process(), world.another_process()]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_presses_one_moves() {
    let world = World::new().await;
    let processes = processes(&world);
    let mut lot = Lot(1);
    let mut rounds = 0;
    while rounds < 1000 {
        let (id, _) = world.game_after(2, &[]).await;
        for _ in 0..50 {
            let game = world.load(id).await;
            let Some(player) = game.to_move().map(|player| player.id) else { break };
            let ply = game.hosted.ply();
            let choices = game.hosted.choices();
            // Half of the rounds are typed: no ply tells that the board is old.
            let button = lot.below(2).eq(&0).then_some(ply);
            let press =
                |lot: &mut Lot| Act::Move(player, button, choices[lot.below(choices.len())].long.clone());
            let acts = vec![press(&mut lot), press(&mut lot)];
            let came = race(&world, &processes, id, acts).await;
            let mut moved = Vec::new();
            for came in came {
                let Came::Turn(came) = came else { unreachable!("nobody waits") };
                match *came {
                    Ok(turn) => moved.push(turn),
                    other => match refused(other) {
                        Refused::Stale(game) if button.is_some() => assert_eq!(game.hosted.ply(), ply + 1),
                        Refused::NotYourTurn(game) if button.is_none() => {
                            assert_eq!(game.hosted.ply(), ply + 1);
                        }
                        Refused::GameOver(_) => {}
                        other => panic!("round {rounds}: {other:?}"),
                    },
                }
            }
            assert_eq!(moved.len(), 1, "round {rounds}");
            let after = world.load(id).await;
            assert_eq!(after.hosted.record(), moved[0].game.hosted.record(), "round {rounds}");
            rounds += 1;
        }
    }
    world.assert_sound().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_and_a_resignation_meet() {
    let world = World::new().await;
    let processes = processes(&world);
    let (mut both, mut one) = (0, 0);
    for round in 0..200 {
        let (id, seats) = world.game_after(2, &["-A1", "-C1"]).await;
        let resigns = seats[round % 2];
        let acts = vec![Act::Move(seats[0], Some(2), "-E1".to_owned()), Act::Resign(resigns)];
        let mut turns = 0;
        for came in race(&world, &processes, id, acts).await {
            let Came::Turn(came) = came else { unreachable!("nobody waits") };
            match *came {
                Ok(_) => turns += 1,
                other => match refused(other) {
                    Refused::GameOver(_) => {}
                    other => panic!("round {round}: {other:?}"),
                },
            }
        }
        let game = world.load(id).await;
        let texts: Vec<&str> = game.hosted.record()[2..].iter().map(|ply| ply.text.as_str()).collect();
        match turns {
            1 => assert_eq!(texts, ["resigns"], "round {round}"),
            _ => assert_eq!(texts, ["-E1", "resigns"], "round {round}"),
        }
        *(if turns == 1 { &mut one } else { &mut both }) += 1;
        let winner = game.seats[(round + 1) % 2].seat;
        assert!(
            matches!(game.state, State::Finished { outcome, .. } if outcome.winner() == Some(winner)),
            "round {round}: {:?}",
            game.state
        );
        assert_eq!(world.rated(id).await, 2, "round {round}");
    }
    assert_eq!(both + one, 200);
    world.assert_sound().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deadline_and_a_move_meet() {
    let world = World::new().await;
    let processes = processes(&world);
    for round in 0..200 {
        let (id, seats) = world.game_after(2, &["-A1", "-C1"]).await;
        world.context.clock.advance(DEADLINE - Duration::SECOND);
        let mut acts = vec![Act::Move(seats[0], Some(2), "-E1".to_owned()), Act::Expire];
        acts.rotate_left(round % 2);
        let (mut moved, mut expired) = (0, 0);
        for came in race(&world, &processes, id, acts).await {
            match came {
                Came::Turn(came) if came.is_ok() => moved += 1,
                Came::Turn(came) => match refused(*came) {
                    Refused::GameOver(_) | Refused::TimeIsUp(_) => {}
                    other => panic!("round {round}: {other:?}"),
                },
                Came::Expired(games) => expired += games,
                other => unreachable!("{other:?}"),
            }
        }
        if moved + expired == 0 {
            // The job passed by while the refused move held the row; it comes again.
            expired += turn::expire(&world.context, 10).await.expect("the database answers");
        }
        assert_eq!(moved + expired, 1, "round {round}: {moved} moved, {expired} expired");
        let game = world.load(id).await;
        let last = game.hosted.record().last().expect("something happened");
        assert_eq!(last.text, if moved == 1 { "-E1" } else { "time" }, "round {round}");
        assert_eq!(world.rated(id).await, if moved == 1 { 0 } else { 2 }, "round {round}");
        if moved == 1 {
            turn::end_by_moderator(&world.context, id, None).await.expect("ended");
        }
    }
    world.assert_sound().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_move_a_resignation_and_the_deadline_meet() {
    let world = World::new().await;
    let processes = processes(&world);
    for round in 0..100 {
        let players = 2 + round % 3;
        let opening = before_the_summit(players);
        let (id, seats) = world.game_after(players, &opening).await;
        let ply = u32::try_from(opening.len()).expect("a short opening");
        world.context.clock.advance(DEADLINE - Duration::SECOND);
        let mut acts = vec![
            Act::Move(seats[0], Some(ply), "TOP".to_owned()),
            Act::Resign(seats[round % players]),
            Act::Expire,
            Act::Expire,
        ];
        acts.rotate_left(round % 4);
        for came in race(&world, &processes, id, acts).await {
            match came {
                Came::Turn(came) if came.is_err() => match refused(*came) {
                    Refused::GameOver(_) | Refused::TimeIsUp(_) | Refused::AlreadyOut => {}
                    // With more than two players the game goes on after a resignation or a loss on time.
                    Refused::Stale(_) if players > 2 => {}
                    other => panic!("round {round}: {other:?}"),
                },
                Came::Turn(_) | Came::Expired(_) => {}
                other => unreachable!("{other:?}"),
            }
        }
        // Whatever came first, time ends the rest; nobody is there any more.
        for _ in 0..players {
            world.context.clock.advance(DEADLINE);
            turn::expire(&world.context, 10).await.expect("the database answers");
        }
        let game = world.load(id).await;
        let State::Finished { ratings, unrated: None, .. } = &game.state else {
            panic!("round {round}: {:?}", game.state)
        };
        assert_eq!(ratings.len(), players, "round {round}");
        assert_eq!(world.rated(id).await, players, "round {round}: one row a player");
        let owed = play::outbox::of(&world.context, id, game.hosted.ply(), play::outbox::What::Final).await;
        assert!(owed.expect("the database answers").is_some(), "round {round}: the end is to be told");
    }
    world.assert_sound().await;
}

/// The first two moves of a game of Axiom, and a third.
const BEGUN: [&str; 2] = ["S(-1,0,2)S(-1,0,2)y-", "S(1,1,2)S(1,1,2)y+"];
const THIRD: &str = "S(-1,0,2)S(-1,0,2)z+";

/// A game of Axiom in which the second player has offered a draw and the first is to move.
async fn offered(world: &World) -> (GameId, Vec<PlayerId>) {
    let (id, seats) = world.axiom_after(&BEGUN).await;
    turn::offer_draw(&world.context, id, seats[1], None).await.expect("it has begun");
    (id, seats)
}

/// Whether the game is drawn, rated once and told of, by its last ply; else that it goes on.
async fn drawn(world: &World, id: GameId, label: &str) -> bool {
    let game = world.load(id).await;
    let drawn = match &game.state {
        State::Finished { outcome: Outcome::Draw, reason, .. } => {
            assert_eq!(reason, "agreement", "{label}");
            true
        }
        State::Running { .. } => false,
        other => panic!("{label}: {other:?}"),
    };
    let agreed = game.hosted.record().iter().filter(|ply| ply.text == "draw").count();
    assert_eq!(agreed, usize::from(drawn), "{label}");
    assert_eq!(world.rated(id).await, if drawn { 2 } else { 0 }, "{label}");
    let owed = play::outbox::of(&world.context, id, game.hosted.ply(), play::outbox::What::Final).await;
    assert_eq!(owed.expect("the database answers").is_some(), drawn, "{label}");
    drawn
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_acceptance_and_a_move_meet() {
    let world = World::new().await;
    let processes = processes(&world);
    for round in 0..200 {
        let label = format!("round {round}");
        let (id, seats) = offered(&world).await;
        let mut acts = vec![Act::Move(seats[0], Some(2), THIRD.to_owned()), Act::AcceptDraw(seats[0], 2)];
        acts.rotate_left(round % 2);
        let mut refusals = Vec::new();
        for came in race(&world, &processes, id, acts).await {
            let Came::Turn(came) = came else { unreachable!("nobody offers") };
            if came.is_err() {
                refusals.push(refused(*came));
            }
        }
        if drawn(&world, id, &label).await {
            assert!(matches!(refusals[..], [Refused::GameOver(_)]), "{label}: {refusals:?}");
        } else {
            assert!(matches!(refusals[..], [Refused::OfferClosed("void")]), "{label}: {refusals:?}");
            turn::end_by_moderator(&world.context, id, None).await.expect("ended");
        }
    }
    world.assert_sound().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_offer_that_is_shown_and_a_move_meet() {
    let world = World::new().await;
    let processes = processes(&world);
    for round in 0..200 {
        let (id, seats) = world.axiom_after(&BEGUN).await;
        let offered = turn::offer_draw(&world.context, id, seats[1], None).await.expect("it has begun");
        let DrawOffered::Open(offer) = offered else { panic!("nobody else has offered") };
        let mut acts = vec![Act::Move(seats[0], Some(2), THIRD.to_owned()), Act::ShowOffer(Box::new(offer))];
        acts.rotate_left(round % 2);
        let (mut by_the_move, mut by_the_message) = (false, false);
        for came in race(&world, &processes, id, acts).await {
            match came {
                Came::Turn(came) => by_the_move = came.expect("it is legal").closed.is_some(),
                Came::Shown(is_open) => by_the_message = !is_open,
                other => unreachable!("{other:?}"),
            }
        }
        assert!(
            by_the_move != by_the_message,
            "round {round}: one of them, {by_the_move}, tells that it is void"
        );
        turn::end_by_moderator(&world.context, id, None).await.expect("ended");
    }
    world.assert_sound().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_acceptances_one_ends_the_game() {
    let world = World::new().await;
    let processes = processes(&world);
    for round in 0..200 {
        let label = format!("round {round}");
        let (id, seats) = offered(&world).await;
        let acts = vec![Act::AcceptDraw(seats[0], 2), Act::AcceptDraw(seats[0], 2)];
        let mut turns = 0;
        for came in race(&world, &processes, id, acts).await {
            let Came::Turn(came) = came else { unreachable!("nobody offers") };
            match *came {
                Ok(_) => turns += 1,
                other => assert!(matches!(refused(other), Refused::GameOver(_)), "{label}"),
            }
        }
        assert_eq!(turns, 1, "{label}");
        assert!(drawn(&world, id, &label).await, "{label}");
    }
    world.assert_sound().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_acceptance_and_a_refusal_of_a_draw_meet() {
    let world = World::new().await;
    let processes = processes(&world);
    for round in 0..200 {
        let label = format!("round {round}");
        let (id, seats) = offered(&world).await;
        let mut acts = vec![Act::AcceptDraw(seats[0], 2), Act::DeclineDraw(seats[0], 2)];
        acts.rotate_left(round % 2);
        let (mut accepted, mut declined) = (0, 0);
        for came in race(&world, &processes, id, acts).await {
            match came {
                Came::Turn(came) if came.is_ok() => accepted += 1,
                Came::Turn(came) => {
                    assert!(matches!(refused(*came), Refused::OfferClosed("declined")), "{label}");
                }
                Came::Declined(came) if came.is_ok() => declined += 1,
                Came::Declined(came) => assert!(matches!(refused(*came), Refused::GameOver(_)), "{label}"),
                other => unreachable!("{other:?}"),
            }
        }
        assert_eq!((accepted + declined, drawn(&world, id, &label).await), (1, accepted == 1), "{label}");
        if declined == 1 {
            turn::end_by_moderator(&world.context, id, None).await.expect("ended");
        }
    }
    world.assert_sound().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_who_offer_at_once_the_second_agrees() {
    let world = World::new().await;
    let processes = processes(&world);
    for round in 0..200 {
        let label = format!("round {round}");
        let (id, seats) = world.axiom_after(&BEGUN).await;
        let (mut open, mut agreed) = (0, 0);
        for came in race(&world, &processes, id, seats.iter().copied().map(Act::OfferDraw).collect()).await {
            match came {
                Came::Offered(came) => match came.expect("both may offer") {
                    DrawOffered::Open(_) => open += 1,
                    DrawOffered::Agreed(_) => agreed += 1,
                },
                other => unreachable!("{other:?}"),
            }
        }
        assert_eq!((open, agreed), (1, 1), "{label}");
        assert!(drawn(&world, id, &label).await, "{label}");
    }
    world.assert_sound().await;
}
