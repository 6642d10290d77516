//! The outbox: every post is taken up by one worker at a time, until it stands.

use std::collections::BTreeMap;

use play::outbox::{self, Owed, What};
use play::turn::{self, Origin};
use store::{ChannelId, MessageId, OutboxId};
use time::Duration;

use crate::world::{CHANNEL, DEADLINE, World};

const GRACE: Duration = Duration::seconds(10);

async fn take(world: &World) -> Vec<(u32, What)> {
    let taken = outbox::take(&world.context, 100).await.expect("the database answers");
    taken.into_iter().map(|owed| (owed.ply, owed.what)).collect()
}

#[tokio::test]
async fn an_interaction_has_its_chance_before_a_worker_takes_the_row() {
    let world = World::new().await;
    let (id, seats) = world.game_after(2, &[]).await;
    assert_eq!(
        outbox::next_due(&world.context).await.expect("asked"),
        Some(world.context.clock.now() + GRACE)
    );
    assert_eq!(take(&world).await, []);
    let opening = outbox::of(&world.context, id, 0, What::Opening).await.expect("asked").expect("owed");
    assert!(outbox::posted(&world.context, opening.id, CHANNEL, MessageId::new(1)).await.expect("asked"));
    assert!(
        !outbox::posted(&world.context, opening.id, CHANNEL, MessageId::new(2)).await.expect("asked"),
        "once"
    );
    assert_eq!(
        outbox::of(&world.context, id, 0, What::Opening).await.expect("asked").map(|owed| owed.id),
        None
    );
    assert_eq!(outbox::next_due(&world.context).await.expect("asked"), None);

    let origin = Origin { token: "secret".to_owned(), original: true };
    let played =
        turn::play(&world.context, id, seats[0], Some(0), "-A1", Some(origin)).await.expect("played");
    assert_eq!(take(&world).await, []);
    world.context.clock.advance(GRACE);
    let taken: Vec<Owed> = outbox::take(&world.context, 10).await.expect("asked");
    let [owed] = &taken[..] else { panic!("{taken:?}") };
    assert_eq!(
        (owed.id, owed.game, owed.ply, owed.what, owed.attempts),
        (played.outbox, id, 1, What::Turn, 1)
    );
    assert_eq!(owed.interaction, Some(("secret".to_owned(), true)));
}

#[tokio::test]
async fn a_row_is_put_off_longer_each_time_and_dropped_for_good() {
    let world = World::new().await;
    let (id, _) = world.game_after(2, &[]).await;
    world.context.clock.advance(GRACE);
    for wait in [10, 20, 40, 80, 160] {
        assert_eq!(take(&world).await, [(0, What::Opening)]);
        world.context.clock.advance(Duration::seconds(wait - 1));
        assert_eq!(take(&world).await, [], "{wait} s have not passed");
        world.context.clock.advance(Duration::SECOND);
    }
    let owed = outbox::of(&world.context, id, 0, What::Opening).await.expect("asked").expect("owed");
    assert_eq!(owed.attempts, 5);
    outbox::dropped(&world.context, owed.id).await.expect("dropped");
    assert_eq!(take(&world).await, []);
}

#[tokio::test]
async fn a_row_whose_ply_has_passed_is_dropped_except_a_final_one() {
    let world = World::new().await;
    let (id, seats) = world.game_after(2, &["-A1", "-B1"]).await;
    assert_eq!(take(&world).await, [], "whoever played posts, interaction or not");
    world.context.clock.advance(GRACE);
    assert_eq!(take(&world).await, [(2, What::Turn)], "only the newest turn");
    world.context.clock.advance(DEADLINE / 2);
    turn::remind(&world.context, 10).await.expect("reminded");
    assert_eq!(take(&world).await, [(2, What::Turn), (2, What::Reminder)]);
    turn::resign(&world.context, id, seats[0], None).await.expect("resigned");
    world.context.clock.advance(Duration::DAY);
    assert_eq!(take(&world).await, [(3, What::Final)]);
    // A moderator's end adds no ply: what was owed of the running game at this ply is stale all the same.
    let (id, _) = world.game_after(2, &["-A1"]).await;
    turn::end_by_moderator(&world.context, id, None).await.expect("ended");
    world.context.clock.advance(GRACE);
    assert_eq!(take(&world).await, [(3, What::Final), (1, What::Final)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_workers_share_the_rows() {
    let world = World::new().await;
    let seats = world.people(60).await;
    for pair in seats.chunks(2) {
        for _ in 0..4 {
            world.game(pair).await;
        }
    }
    world.context.clock.advance(GRACE);
    let workers: Vec<_> = (0..2)
        .map(|_| {
            let context = world.another_process();
            tokio::spawn(async move {
                let mut taken = Vec::new();
                loop {
                    match outbox::take(&context, 3).await.expect("the database answers") {
                        rows if rows.is_empty() => return taken,
                        rows => taken.extend(rows.into_iter().map(|owed| owed.id)),
                    }
                }
            })
        })
        .collect();
    let mut times: BTreeMap<OutboxId, u32> = BTreeMap::new();
    for worker in workers {
        for id in worker.await.expect("no panic") {
            *times.entry(id).or_default() += 1;
        }
    }
    assert_eq!(times.len(), 120);
    assert!(times.values().all(|times| *times == 1), "{times:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_posters_one_marks_the_row() {
    let world = World::new().await;
    for _ in 0..50 {
        let (id, _) = world.game_after(2, &[]).await;
        let owed = outbox::of(&world.context, id, 0, What::Opening).await.expect("asked").expect("owed");
        let marks: Vec<_> = [1, 2]
            .map(|message| {
                let context = world.another_process();
                tokio::spawn(async move {
                    outbox::posted(&context, owed.id, ChannelId::new(10), MessageId::new(message))
                        .await
                        .expect("asked")
                })
            })
            .into();
        let mut marked = 0;
        for mark in marks {
            marked += u32::from(mark.await.expect("no panic"));
        }
        assert_eq!(marked, 1);
    }
}
