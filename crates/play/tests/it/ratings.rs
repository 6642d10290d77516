//! Ratings as games change them.

use play::game::{RatingChange, State};
use play::{Context, turn};
use store::{GameId, PlayerId};
use time::Duration;

use crate::world::{World, before_the_summit, create};

#[track_caller]
fn changes(state: &State) -> Vec<f64> {
    match state {
        State::Finished { ratings, .. } => {
            ratings.iter().map(|RatingChange { before, after, .. }| after - before).collect()
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn the_winner_beats_each_other_seat() {
    let world = World::new().await;
    for players in 2..=4 {
        let (id, _) = world.game_after(players, &before_the_summit(players)).await;
        let game = world.play(id, "TOP").await.game;
        let changes = changes(&game.state);
        assert!(changes[0] > 0.0, "{changes:?}");
        assert!(changes[1..].iter().all(|change| *change < 0.0), "{changes:?}");
        assert!(
            changes[1..].windows(2).all(|pair| (pair[0] - pair[1]).abs() < 1e-9),
            "the losers alike: {changes:?}"
        );
        assert_eq!(world.load(id).await.state, game.state, "what is stored is what was told");
        assert!(
            matches!(&game.state, State::Finished { ratings, .. } if ratings.iter().all(|change| change.provisional))
        );
    }
}

#[tokio::test]
async fn a_second_game_goes_on_from_the_first() {
    let world = World::new().await;
    let seats = world.people(2).await;
    let first = lose(&world.context, world.game(&seats).await, seats[1]).await;
    let second = lose(&world.context, world.game(&[seats[1], seats[0]]).await, seats[1]).await;
    let (State::Finished { ratings: first, .. }, State::Finished { ratings: second, .. }) = (first, second)
    else {
        panic!("both were finished")
    };
    assert!((first[0].after - second[1].before).abs() < 1e-9);
    assert!(second[1].after > second[1].before);
}

#[tokio::test]
async fn an_unrated_game_changes_no_rating() {
    let world = World::new().await;
    let seats = world.people(2).await;
    let mut new = world.new_game(&seats);
    new.rated = false;
    let id = create(&world.context, new).await.expect("created");
    let state = lose(&world.context, id, seats[0]).await;
    assert!(
        matches!(&state, State::Finished { ratings, unrated: None, .. } if ratings.is_empty()),
        "{state:?}"
    );
    assert_eq!((world.rated(id).await, world.load(id).await.state), (0, state));
}

#[tokio::test]
async fn the_eleventh_game_of_a_pair_within_a_day_is_unrated() {
    let world = World::new().await;
    let seats = world.people(3).await;
    let pair = &seats[..2];
    // A third person does not make it a game of other people.
    let (begun, of_three) = (world.game(pair).await, world.game(&seats).await);
    for _ in 0..10 {
        let state = lose(&world.context, world.game(pair).await, seats[0]).await;
        assert!(matches!(state, State::Finished { unrated: None, .. }), "{state:?}");
        world.context.clock.advance(Duration::HOUR);
    }
    let unrated = |state: &State| matches!(state, State::Finished { unrated: Some("too-many-games"), ratings, .. } if ratings.is_empty());
    // Those that have begun learn it at their end.
    let state = lose(&world.context, begun, seats[0]).await;
    assert!(unrated(&state), "{state:?}");
    assert_eq!(world.load(begun).await.state, state);
    let id = of_three;
    let moves = before_the_summit(3);
    for text in moves.iter().chain(&["TOP"]) {
        world.play(id, text).await;
    }
    assert!(unrated(&world.load(id).await.state));
    // Those that begin now are unrated from the start.
    for people in [pair, &seats] {
        let id = world.game(people).await;
        assert!(!world.load(id).await.rated);
        turn::end_by_moderator(&world.context, id, None).await.expect("it runs");
    }
    // With anyone else the game counts, and with the same one as soon as the first of the ten is a day old.
    let other = lose(&world.context, world.game(&seats[1..]).await, seats[1]).await;
    assert!(matches!(other, State::Finished { unrated: None, .. }), "{other:?}");
    world.context.clock.advance(Duration::hours(14));
    let later = lose(&world.context, world.game(pair).await, seats[0]).await;
    assert!(matches!(later, State::Finished { unrated: None, .. }), "{later:?}");
    world.assert_sound().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_of_the_same_people_end_together_and_ten_count() {
    let world = World::new().await;
    let seats = world.people(4).await;
    let processes = [world.another_process(), world.another_process()];
    let mut games = Vec::new();
    for turned in 0..20 {
        let mut seats = seats.clone();
        seats.rotate_left(turned % 4);
        let id = world.game(&seats).await;
        for text in before_the_summit(4) {
            world.play(id, text).await;
        }
        games.push((id, seats[0]));
    }
    let ends: Vec<_> = (games.iter().copied().zip(processes.iter().cycle()))
        .map(|((id, player), context)| {
            let context = context.clone();
            tokio::spawn(async move { turn::play(&context, id, player, None, "TOP", None).await })
        })
        .collect();
    let mut rated = 0;
    for end in ends {
        let game = end.await.expect("no panic").expect("no deadlock").game;
        rated += usize::from(matches!(game.state, State::Finished { unrated: None, .. }));
    }
    assert_eq!(rated, 10);
    let ratings = store::game::ratings(&world.context.pool, "xima", &seats).await.expect("read");
    let mut newest = Vec::new();
    for (id, _) in games {
        newest.extend(store::game::changes(&world.context.pool, id).await.expect("read"));
    }
    assert_eq!((ratings.len(), newest.len()), (4, 40));
    for rating in ratings {
        // Each change begins where another ended: none was computed from an old rating and none is lost.
        let own: Vec<_> = newest.iter().filter(|change| change.player == rating.player).collect();
        let mut at = 1500.0;
        for _ in 0..own.len() {
            let next =
                own.iter().find(|change| f64::abs(change.before - at) < 1e-9).expect("a chain of changes");
            at = next.after;
        }
        assert!((at - rating.rating).abs() < 1e-9);
    }
}

/// Plays a move for each seat and has one resign; returns how the game stands.
async fn lose(context: &Context, id: GameId, loser: PlayerId) -> State {
    let game = play::game::load(context, id).await.expect("loaded");
    for (seat, text) in game.seats.iter().zip(["-A1", "-C1", "-E1", "-G1"]) {
        turn::play(context, id, seat.id, None, text, None).await.expect("played");
    }
    turn::resign(context, id, loser, None).await.expect("resigned").game.state
}
