//! Challenges and rematches.

use play::challenge::{
    self, Challenge, ChallengeState, ColourWish, NewChallenge, OPEN_CHALLENGES, OPEN_FOR, accept, create,
    decline, rematch, withdraw,
};
use play::game::RUNNING_GAMES;
use play::{Refused, State, game, turn};
use store::{ChannelId, MessageId, PlayerId};
use time::Duration;

use crate::assert_refused;
use crate::world::{ANA, BORIS, CHANNEL, CHEN, NOW, SERVER, World, challenge_to, game_of_four, sort};

async fn open(world: &World, challenger: PlayerId, opponent: Option<PlayerId>) -> Challenge {
    create(&world.context, challenge_to(challenger, opponent)).await.unwrap()
}

#[tokio::test]
async fn a_challenge_becomes_a_game() {
    let world = World::new().await;
    let made = open(&world, ANA, Some(BORIS)).await;
    assert_eq!((made.state, made.expires_at), (ChallengeState::Open, NOW + OPEN_FOR));
    challenge::set_message(&world.context, made.id, MessageId::new(9)).await.unwrap();
    let (accepted, game) = accept(&world.context, made.id, BORIS).await.unwrap();
    assert_eq!(accepted.state, ChallengeState::Accepted(game.id));
    assert_eq!(accepted.message, Some(MessageId::new(9)));
    assert_eq!(challenge::load(&world.context, made.id).await.unwrap().state, accepted.state);
    assert!(game.rated);
    assert_eq!((game.server, game.channel), (SERVER, CHANNEL));
    assert!(game.seat_of(ANA).is_some() && game.seat_of(BORIS).is_some());
    assert_eq!(world.count("outbox where what = 'opening'").await, 1);
}

#[tokio::test]
async fn the_colour_wished_for_is_given_and_random_gives_both() {
    let world = World::new().await;
    let mut first = 0;
    for (wish, times) in [(ColourWish::First, 1), (ColourWish::Second, 1), (ColourWish::Random, 14)] {
        for _ in 0..times {
            let made = create(&world.context, NewChallenge { colour: wish, ..challenge_to(ANA, None) })
                .await
                .unwrap();
            assert_eq!(challenge::load(&world.context, made.id).await.unwrap().colour, wish);
            let (_, game) = accept(&world.context, made.id, BORIS).await.unwrap();
            let seat = game.seat_of(ANA).unwrap().index();
            match wish {
                ColourWish::First => assert_eq!(seat, 0),
                ColourWish::Second => assert_eq!(seat, 1),
                ColourWish::Random => first += usize::from(seat == 0),
            }
        }
    }
    // Wrong once in 8,192 runs, by the coin.
    assert!((1..14).contains(&first), "{first} of 14");
}

#[tokio::test]
async fn what_cannot_be_challenged() {
    let world = World::new().await;
    let context = &world.context;
    assert_refused!(create(context, challenge_to(ANA, Some(ANA))).await, Refused::Yourself);
    let bot = NewChallenge { opponent_is_bot: true, ..challenge_to(ANA, Some(BORIS)) };
    assert_refused!(create(context, bot).await, Refused::Bot(BORIS));
    open(&world, ANA, Some(BORIS)).await;
    assert_refused!(create(context, challenge_to(ANA, Some(BORIS))).await, Refused::AlreadyChallenged(BORIS));
    // The other way round there is one to be accepted.
    assert_refused!(
        create(context, challenge_to(BORIS, Some(ANA))).await,
        Refused::ChallengedAlready(back) if back.challenger == ANA
    );
    assert_eq!(world.count("challenge").await, 1);
    world.advance(OPEN_FOR);
    open(&world, BORIS, Some(ANA)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_who_challenge_each_other_at_once_one_does() {
    let world = World::new().await;
    for _ in 0..20 {
        let results = world
            .at_once([ANA, BORIS], |context, person| async move {
                let other = if person == ANA { BORIS } else { ANA };
                create(&context, challenge_to(person, Some(other))).await
            })
            .await;
        let (done, refused) = sort(results);
        let ([made], [Refused::ChallengedAlready(back)]) = (&*done, &*refused) else {
            panic!("{done:?} and {refused:?}")
        };
        assert_eq!(back.id, made.id);
        withdraw(&world.context, made.id, made.challenger).await.unwrap();
    }
}

#[tokio::test]
async fn five_open_challenges_and_no_more_until_one_is_answered() {
    let world = World::new().await;
    let mut made = Vec::new();
    for _ in 0..OPEN_CHALLENGES {
        made.push(open(&world, ANA, None).await);
    }
    assert_refused!(
        create(&world.context, challenge_to(ANA, Some(BORIS))).await,
        Refused::TooManyChallenges { limit: OPEN_CHALLENGES }
    );
    assert_eq!(world.count("challenge").await, 5);
    let standing = challenge::open_of(&world.context, ANA).await.unwrap();
    assert_eq!(
        standing.iter().map(|open| open.id).collect::<Vec<_>>(),
        made.iter().map(|made| made.id).collect::<Vec<_>>()
    );
    withdraw(&world.context, made[0].id, ANA).await.unwrap();
    open(&world, ANA, Some(BORIS)).await;
    // Those that are due count no more, whether or not the job has come by.
    world.advance(OPEN_FOR);
    assert!(challenge::open_of(&world.context, ANA).await.unwrap().is_empty());
    open(&world, ANA, Some(BORIS)).await;
}

#[tokio::test]
async fn who_may_answer() {
    let world = World::new().await;
    let context = &world.context;
    let made = open(&world, ANA, Some(BORIS)).await;
    assert_refused!(accept(context, made.id, ANA).await, Refused::Yourself);
    assert_refused!(accept(context, made.id, CHEN).await, Refused::NotYourChallenge(BORIS));
    assert_refused!(decline(context, made.id, ANA).await, Refused::NotYourChallenge(BORIS));
    assert_refused!(withdraw(context, made.id, BORIS).await, Refused::NotYourWithdrawal(ANA));
    assert_eq!(challenge::load(context, made.id).await.unwrap().state, ChallengeState::Open);
    assert_eq!(decline(context, made.id, BORIS).await.unwrap().state, ChallengeState::Declined);
    for result in
        [accept(context, made.id, BORIS).await.map(|done| done.0), withdraw(context, made.id, ANA).await]
    {
        assert_refused!(result, Refused::ChallengeClosed("declined"));
    }
    let to_anyone = open(&world, ANA, None).await;
    assert_refused!(decline(context, to_anyone.id, BORIS).await, Refused::NotYourWithdrawal(ANA));
    assert_refused!(accept(context, to_anyone.id, ANA).await, Refused::Yourself);
    accept(context, to_anyone.id, CHEN).await.unwrap();
    assert_refused!(accept(context, to_anyone.id, BORIS).await, Refused::ChallengeClosed("accepted"));
    assert_eq!(world.count("game").await, 1);
}

#[tokio::test]
async fn a_day_later_it_has_expired_once() {
    let world = World::new().await;
    let context = &world.context;
    let made = open(&world, ANA, Some(BORIS)).await;
    world.advance(OPEN_FOR - Duration::SECOND);
    assert!(challenge::expire(context, 10).await.unwrap().is_empty());
    world.advance(Duration::SECOND);
    // Also before the job has come by.
    assert_refused!(accept(context, made.id, BORIS).await, Refused::ChallengeClosed("expired"));
    let expired = challenge::expire(context, 10).await.unwrap();
    assert_eq!(
        expired.iter().map(|one| (one.id, one.state)).collect::<Vec<_>>(),
        [(made.id, ChallengeState::Expired)]
    );
    assert!(challenge::expire(context, 10).await.unwrap().is_empty());
    assert_refused!(withdraw(context, made.id, ANA).await, Refused::ChallengeClosed("expired"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_workers_expire_each_challenge_once() {
    let world = World::new().await;
    for person in 1..=40 {
        open(&world, PlayerId::new(person), None).await;
    }
    world.advance(OPEN_FOR);
    let both = [ANA, BORIS];
    let results =
        world.at_once(both, |context, _| async move { challenge::expire(&context, 100).await }).await;
    let mut expired: Vec<_> = sort(results).0.into_iter().flatten().map(|one| one.id).collect();
    expired.extend(challenge::expire(&world.context, 100).await.unwrap().into_iter().map(|one| one.id));
    let total = expired.len();
    expired.sort_unstable();
    expired.dedup();
    assert_eq!((total, expired.len()), (40, 40));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_who_accept_at_once_one_plays() {
    let world = World::new().await;
    for round in 0..10 {
        let made = open(&world, PlayerId::new(50), None).await;
        let people = (1..=8).map(|person| PlayerId::new(person + 8 * (round % 4)));
        let results = world
            .at_once(people, move |context, person| async move { accept(&context, made.id, person).await })
            .await;
        let (done, refused) = sort(results);
        let [(challenge, game)] = &*done else { panic!("{} accepted", done.len()) };
        assert_eq!(challenge.state, ChallengeState::Accepted(game.id));
        assert!(
            refused.iter().all(|refusal| matches!(refusal, Refused::ChallengeClosed("accepted"))),
            "{refused:?}"
        );
        assert_eq!(world.count("game").await, round + 1);
        assert_eq!(world.count("outbox").await, round + 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn accepting_declining_withdrawing_and_expiring_at_once_end_it_once() {
    let world = World::new().await;
    for round in 0..20 {
        let made = open(&world, ANA, Some(BORIS)).await;
        // In every other round the time is up in the very same moment.
        let overdue = round % 2 == 1;
        if overdue {
            world.advance(OPEN_FOR);
        }
        let games = world.count("game").await;
        let actors = [ANA, BORIS, CHEN, PlayerId::new(4)];
        let results = world
            .at_once(actors, move |context, actor| async move {
                match actor.get() {
                    1 => withdraw(&context, made.id, ANA).await.map(|done| Some(done.state)),
                    2 => accept(&context, made.id, BORIS).await.map(|done| Some(done.0.state)),
                    3 => decline(&context, made.id, BORIS).await.map(|done| Some(done.state)),
                    _ => challenge::expire(&context, 10).await.map(|done| done.first().map(|one| one.state)),
                }
            })
            .await;
        let (done, refused) = sort(results);
        let ends: Vec<ChallengeState> = done.into_iter().flatten().collect();
        let state = challenge::load(&world.context, made.id).await.unwrap().state;
        assert!(refused.iter().all(|refusal| matches!(refusal, Refused::ChallengeClosed(_))), "{refused:?}");
        match (&*ends, overdue) {
            ([end], _) => assert_eq!(*end, state),
            // The job leaves alone what somebody holds at the moment, and comes again.
            ([], true) => assert_eq!(challenge::expire(&world.context, 10).await.unwrap().len(), 1),
            _ => panic!("{ends:?}"),
        }
        let became = u64::from(matches!(state, ChallengeState::Accepted(_)));
        assert_eq!(world.count("game").await, games + became);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_challenges_at_once_stay_within_the_limit() {
    let world = World::new().await;
    let results = world
        .at_once([ANA; 12], |context, ana| async move { create(&context, challenge_to(ana, None)).await })
        .await;
    let (done, refused) = sort(results);
    assert_eq!(done.len(), 5);
    assert!(
        refused.iter().all(|refusal| matches!(refusal, Refused::TooManyChallenges { limit: 5 })),
        "{refused:?}"
    );
    let results = world
        .at_once(
            [CHEN; 6],
            |context, chen| async move { create(&context, challenge_to(chen, Some(BORIS))).await },
        )
        .await;
    let (done, refused) = sort(results);
    assert_eq!(done.len(), 1);
    assert!(
        refused.iter().all(|refusal| matches!(refusal, Refused::AlreadyChallenged(BORIS))),
        "{refused:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn twenty_running_games_and_no_more_also_at_once() {
    let world = World::new().await;
    for opponent in 10..28 {
        world.game(ANA, PlayerId::new(opponent)).await;
    }
    let mut made = Vec::new();
    for challenger in 30..34 {
        made.push(open(&world, PlayerId::new(challenger), Some(ANA)).await.id);
    }
    // Four challenges, and room for two games.
    let to_accept = made.clone();
    let people = (0..4).map(PlayerId::new);
    let results = world
        .at_once(people, move |context, which| {
            let id = to_accept[usize::try_from(which.get()).unwrap()];
            async move { accept(&context, id, ANA).await }
        })
        .await;
    let (done, refused) = sort(results);
    assert_eq!(done.len(), 2);
    assert!(
        refused
            .iter()
            .all(|refusal| matches!(refusal, Refused::TooManyGames { player: ANA, limit: RUNNING_GAMES }))
    );
    assert_eq!(game::of_player(&world.context, ANA).await.unwrap().len(), 20);
    // And then neither she nor others can propose another.
    for (challenger, opponent) in [(ANA, BORIS), (BORIS, ANA)] {
        let result = create(&world.context, challenge_to(challenger, Some(opponent))).await;
        assert_refused!(result, Refused::TooManyGames { player: ANA, .. });
    }
    // What was refused can still be accepted when there is room.
    let one = game::of_player(&world.context, ANA).await.unwrap().remove(0);
    turn::end_by_moderator(&world.context, one.id, None).await.unwrap();
    for id in made {
        if challenge::load(&world.context, id).await.unwrap().state == ChallengeState::Open {
            accept(&world.context, id, ANA).await.unwrap();
            return;
        }
    }
    panic!("two challenges are still open");
}

#[tokio::test]
async fn a_rematch_changes_colours_and_is_begun_when_both_want_it() {
    let world = World::new().await;
    let context = &world.context;
    let game = world.game(ANA, BORIS).await;
    assert_refused!(rematch(context, game.id, ANA, CHANNEL).await, Refused::NoRematch("not-finished"));
    let game = world.win(&game, ANA).await;
    assert_refused!(rematch(context, game.id, CHEN, CHANNEL).await, Refused::NoRematch("not-yours"));
    let asked = rematch(context, game.id, ANA, CHANNEL).await.unwrap();
    assert_eq!((asked.state, asked.opponent), (ChallengeState::Open, Some(BORIS)));
    assert_refused!(rematch(context, game.id, ANA, CHANNEL).await, Refused::AlreadyChallenged(BORIS));
    let accepted = rematch(context, game.id, BORIS, CHANNEL).await.unwrap();
    assert_eq!(accepted.id, asked.id);
    let ChallengeState::Accepted(second) = accepted.state else { panic!("{:?}", accepted.state) };
    let second = game::load(context, second).await.unwrap();
    assert_eq!(second.seat_of(BORIS).unwrap().index(), 0);
    assert_eq!(second.rated, game.rated);
    assert_eq!(second.channel, game.channel);
    assert_refused!(
        rematch(context, game.id, ANA, CHANNEL).await,
        Refused::RematchBegun(begun) if begun.id == second.id
    );
}

/// A rematch is asked for in the thread of the game before, and can have a thread of its own all the same.
#[tokio::test]
async fn a_rematch_begins_where_the_game_before_began() {
    let world = World::new().await;
    let context = &world.context;
    let begun = world.game(ANA, BORIS).await;
    let thread = ChannelId::new(77);
    game::set_channel(context, begun.id, thread).await.unwrap();
    let finished = world.win(&begun, ANA).await;
    let asked = rematch(context, finished.id, ANA, thread).await.unwrap();
    let (_, second) = accept(context, asked.id, BORIS).await.unwrap();
    assert_eq!((asked.channel, second.channel), (thread, CHANNEL));
    // Told where it was asked for: that is where people look.
    assert_eq!(challenge::of_game(context, second.id).await.unwrap().unwrap().id, asked.id);
}

#[tokio::test]
async fn the_rematch_of_a_game_that_was_moved_begins_where_it_was_moved_to() {
    let world = World::new().await;
    let context = &world.context;
    let begun = world.game(ANA, BORIS).await;
    let (thread, home) = (ChannelId::new(77), ChannelId::new(88));
    game::set_channel(context, begun.id, thread).await.unwrap();
    game::set_homeless(context, begun.id).await.unwrap();
    game::set_home(context, begun.id, home).await.unwrap();
    let finished = world.win(&begun, ANA).await;
    let asked = rematch(context, finished.id, ANA, home).await.unwrap();
    let (_, second) = accept(context, asked.id, BORIS).await.unwrap();
    assert_eq!((second.channel, second.parent_channel), (home, home));
}

#[tokio::test]
async fn a_rematch_that_was_declined_or_has_expired_can_be_asked_for_again() {
    let world = World::new().await;
    let context = &world.context;
    let game = world.game(ANA, BORIS).await;
    let game = world.win(&game, ANA).await;
    let asked = rematch(context, game.id, ANA, CHANNEL).await.unwrap();
    decline(context, asked.id, BORIS).await.unwrap();
    let again = rematch(context, game.id, BORIS, CHANNEL).await.unwrap();
    assert_eq!((again.state, again.colour), (ChallengeState::Open, ColourWish::First));
    world.advance(OPEN_FOR);
    let third = rematch(context, game.id, ANA, CHANNEL).await.unwrap();
    assert_eq!(third.state, ChallengeState::Open);
    assert_eq!(challenge::load(context, again.id).await.unwrap().state, ChallengeState::Expired);
    accept(context, third.id, BORIS).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn both_want_the_rematch_in_the_same_moment() {
    let world = World::new().await;
    for _ in 0..10 {
        let game = world.game(ANA, BORIS).await;
        let game = world.win(&game, BORIS).await;
        let id = game.id;
        let results = world
            .at_once([ANA, BORIS], move |context, person| async move {
                rematch(&context, id, person, CHANNEL).await
            })
            .await;
        let (done, refused) = sort(results);
        assert!(refused.is_empty(), "{refused:?}");
        let begun = done.iter().filter(|one| matches!(one.state, ChallengeState::Accepted(_))).count();
        assert_eq!((done.len(), begun), (2, 1));
        assert_eq!(done[0].id, done[1].id);
        let ChallengeState::Accepted(second) =
            challenge::load(&world.context, done[0].id).await.unwrap().state
        else {
            panic!("not accepted")
        };
        turn::end_by_moderator(&world.context, second, None).await.unwrap();
    }
}

/// Double presses: one rematch is begun, and nothing that was asked for stays open.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn both_want_the_rematch_twice_over() {
    let world = World::new().await;
    for _ in 0..10 {
        let game = world.game(ANA, BORIS).await;
        let id = world.win(&game, BORIS).await.id;
        let results = world
            .at_once([ANA, BORIS, BORIS, ANA, BORIS, ANA], move |context, person| async move {
                rematch(&context, id, person, CHANNEL).await
            })
            .await;
        let (done, refused) = sort(results);
        assert!(done.windows(2).all(|two| two[0].id == two[1].id), "one challenge: {done:?}, {refused:?}");
        let state = challenge::load(&world.context, done[0].id).await.unwrap().state;
        let ChallengeState::Accepted(second) = state else { panic!("{state:?}") };
        assert_refused!(
            rematch(&world.context, id, ANA, CHANNEL).await,
            Refused::RematchBegun(begun) if begun.id == second
        );
        turn::end_by_moderator(&world.context, second, None).await.unwrap();
    }
}

#[tokio::test]
async fn games_for_more_than_two_have_no_challenge_as_a_rematch() {
    let world = World::new().await;
    let game = game_of_four(&world).await;
    let game = world.win(&game, ANA).await;
    assert!(matches!(game.state, State::Finished { .. }));
    assert_refused!(rematch(&world.context, game.id, ANA, CHANNEL).await, Refused::NoRematch("not-finished"));
}
