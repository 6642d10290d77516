//! Deadlines and reminders: once, whoever looks and whenever.

use play::game::State;
use play::outbox::{self, What};
use play::{Refused, turn};
use time::Duration;

use crate::world::{DEADLINE, World, refused};

#[tokio::test]
async fn a_deadline_ends_the_game_once_however_many_look() {
    let world = World::new().await;
    let mut games = Vec::new();
    for _ in 0..20 {
        games.push(world.game_after(2, &["-A1", "-B1", "-C1"]).await.0);
    }
    world.context.clock.advance(DEADLINE - Duration::SECOND);
    assert_eq!(turn::expire(&world.context, 100).await.expect("asked"), 0, "a second is left");
    world.context.clock.advance(Duration::SECOND);
    let jobs: Vec<_> = (0..4)
        .map(|_| {
            let context = world.another_process();
            tokio::spawn(async move { turn::expire(&context, 100).await.expect("the database answers") })
        })
        .collect();
    let mut ended = 0;
    for job in jobs {
        ended += job.await.expect("no panic");
    }
    assert_eq!(ended, games.len());
    for id in games {
        let game = world.load(id).await;
        let State::Finished { outcome, reason, .. } = &game.state else { panic!("{:?}", game.state) };
        assert_eq!((outcome.winner(), reason.as_str()), (Some(game.seats[0].seat), "time"));
        assert_eq!(world.rated(id).await, 2);
        let owed = outbox::of(&world.context, id, 4, What::Final)
            .await
            .expect("asked")
            .expect("the end is to be told");
        assert_eq!(owed.interaction, None);
    }
    let told = outbox::take(&world.context, 100).await.expect("asked");
    let ends = told.iter().filter(|owed| owed.what == What::Final).count();
    assert_eq!((told.len(), ends), (20, 20), "at once: nobody but a worker is there to tell it");
    world.assert_sound().await;
}

#[tokio::test]
async fn a_move_after_the_deadline_is_refused_before_any_job_has_looked() {
    let world = World::new().await;
    let (id, seats) = world.game_after(2, &["-A1", "-B1"]).await;
    let deadline = world.context.clock.now() + DEADLINE;
    world.context.clock.advance(DEADLINE);
    let late = refused(turn::play(&world.context, id, seats[0], Some(2), "-C1", None).await);
    assert!(matches!(late, Refused::TimeIsUp(at) if at == deadline), "{late:?}");
    for seat in &seats {
        let late = refused(turn::resign(&world.context, id, *seat, None).await);
        assert!(matches!(late, Refused::TimeIsUp(at) if at == deadline), "{late:?}");
    }
    assert_eq!(turn::expire(&world.context, 10).await.expect("asked"), 1);
}

#[tokio::test]
async fn of_three_players_the_slow_one_loses_the_seat_and_the_others_go_on() {
    let world = World::new().await;
    let (id, seats) = world.game_after(3, &["-A1", "-B1", "-C1"]).await;
    world.context.clock.advance(DEADLINE + Duration::HOUR);
    assert_eq!(turn::expire(&world.context, 10).await.expect("asked"), 1);
    assert_eq!(turn::expire(&world.context, 10).await.expect("asked"), 0, "the next one has their own time");
    let game = world.load(id).await;
    let State::Running { turn, deadline } = game.state else { panic!("{:?}", game.state) };
    assert_eq!((game.seat_of(seats[1]), deadline), (Some(turn), world.context.clock.now() + DEADLINE));
    assert!(!game.hosted.is_active(game.seats[0].seat));
    assert!(
        outbox::of(&world.context, id, 4, What::Turn).await.expect("asked").is_some(),
        "the next is told"
    );
    world.context.clock.advance(DEADLINE);
    assert_eq!(turn::expire(&world.context, 10).await.expect("asked"), 1);
    let game = world.load(id).await;
    assert!(
        matches!(&game.state, State::Finished { outcome, reason, .. }
            if outcome.winner() == game.seat_of(seats[2]) && reason == "time"),
        "{:?}",
        game.state
    );
    world.assert_sound().await;
}

#[tokio::test]
async fn a_turn_is_reminded_of_once_at_half() {
    let world = World::new().await;
    let (id, _) = world.game_after(2, &["-A1"]).await;
    let remind = async || turn::remind(&world.context, 10).await.expect("the database answers");
    world.context.clock.advance(DEADLINE / 2 - Duration::SECOND);
    assert_eq!(remind().await, 0);
    world.context.clock.advance(Duration::SECOND);
    let processes = [world.another_process(), world.another_process()];
    let (one, other) = tokio::join!(turn::remind(&processes[0], 10), turn::remind(&processes[1], 10));
    assert_eq!(one.expect("asked") + other.expect("asked"), 1);
    assert_eq!(remind().await, 0);
    assert!(outbox::of(&world.context, id, 1, What::Reminder).await.expect("asked").is_some());
    world.play(id, "-B1").await;
    world.context.clock.advance(DEADLINE / 2);
    assert_eq!(remind().await, 1, "the next turn has its own");
    assert!(outbox::of(&world.context, id, 2, What::Reminder).await.expect("asked").is_some());
}

#[tokio::test]
async fn a_reminder_outlasts_a_resignation_out_of_turn() {
    let world = World::new().await;
    let (id, seats) = world.game_after(3, &["-A1", "-B1", "-C1"]).await;
    world.context.clock.advance(DEADLINE / 2);
    assert_eq!(turn::remind(&world.context, 10).await.expect("asked"), 1);
    turn::resign(&world.context, id, seats[1], None).await.expect("out of turn");
    let taken = async || {
        let owed = outbox::take(&world.context, 10).await.expect("asked");
        owed.into_iter().map(|owed| (owed.ply, owed.what)).collect::<Vec<_>>()
    };
    world.context.clock.advance(Duration::MINUTE);
    assert_eq!(taken().await, [(3, What::Reminder), (4, What::Turn)]);
    world.play(id, "-D1").await;
    world.context.clock.advance(Duration::HOUR);
    assert_eq!(taken().await, [(5, What::Turn)]);
}

#[tokio::test]
async fn what_was_slept_through_is_ended_and_not_reminded_of() {
    let world = World::new().await;
    let (id, _) = world.game_after(2, &["-A1", "-B1"]).await;
    world.context.clock.advance(DEADLINE * 10);
    assert_eq!(turn::remind(&world.context, 10).await.expect("asked"), 0);
    assert_eq!(turn::expire(&world.context, 10).await.expect("asked"), 1);
    assert_eq!(turn::remind(&world.context, 10).await.expect("asked"), 0);
    assert!(matches!(world.load(id).await.state, State::Finished { .. }));
}

#[tokio::test]
async fn an_aborted_game_has_no_deadline() {
    let world = World::new().await;
    let (id, _) = world.game_after(2, &["-A1"]).await;
    turn::end_by_moderator(&world.context, id, None).await.expect("ended");
    world.context.clock.advance(DEADLINE * 2);
    assert_eq!(turn::remind(&world.context, 10).await.expect("asked"), 0);
    assert_eq!(turn::expire(&world.context, 10).await.expect("asked"), 0);
}
