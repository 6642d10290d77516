//! Hints: given once a turn, kept, and the same for all who ask.

use play::challenge::{self, ColourWish, NewChallenge};
use play::hint::{Hint, Outlook, advised, give, given};
use play::{Game, Refused, Thought, game, turn};
use search::{Level, Limits, Score};
use time::Duration;

use crate::assert_refused;
use crate::world::{ANA, BORIS, CHEN, World, challenge_to};

/// A game of ana and boris that does not count.
async fn unrated(world: &World) -> Game {
    let new = NewChallenge { colour: ColourWish::First, rated: false, ..challenge_to(ANA, Some(BORIS)) };
    let made = challenge::create(&world.context, new).await.unwrap();
    challenge::accept(&world.context, made.id, BORIS).await.unwrap().1
}

fn thought(mv: &str) -> Thought {
    Thought { mv: mv.to_owned(), score: Score::default() }
}

#[track_caller]
fn says(hint: &Hint, mv: &str) {
    assert_eq!(hint.choice.long, mv);
    assert_eq!(hint.outlook, Outlook::Even);
}

#[tokio::test]
async fn a_hint_is_kept_for_its_turn() {
    let world = World::new().await;
    let game = unrated(&world).await;
    assert!(given(&world.context, &game, ANA).await.unwrap().is_none());
    says(&give(&world.context, &game, ANA, &thought("-G2")).await.unwrap(), "-G2");
    says(&given(&world.elsewhere, &game, ANA).await.unwrap().expect("it was given"), "-G2");
    assert_eq!(advised(&world.context, game.id, 0).await.unwrap().as_deref(), Some("-G2"));
    assert_eq!(advised(&world.context, game.id, 1).await.unwrap(), None);
    let game = turn::play(&world.context, game.id, ANA, None, "-A1", None).await.unwrap().game;
    assert!(given(&world.context, &game, BORIS).await.unwrap().is_none(), "another turn");
    assert_refused!(given(&world.context, &game, ANA).await, Refused::NotYourTurn(_));
}

#[tokio::test]
async fn of_two_that_are_thought_of_at_once_one_is_given() {
    let world = World::new().await;
    for games in 1..=10 {
        let game = unrated(&world).await;
        let (one, two) = (thought("-G2"), thought("-G12"));
        let (one, two) =
            tokio::join!(give(&world.context, &game, ANA, &one), give(&world.elsewhere, &game, ANA, &two));
        assert_eq!(one.unwrap().choice, two.unwrap().choice);
        assert_eq!(world.count("hint").await, games);
    }
}

#[tokio::test]
async fn a_game_that_has_moved_on_has_no_use_for_it() {
    let world = World::new().await;
    let game = unrated(&world).await;
    turn::play(&world.context, game.id, ANA, None, "-A1", None).await.unwrap();
    let late = give(&world.context, &game, ANA, &thought("-G2")).await;
    assert_refused!(late, Refused::Stale(now) if now.hosted.ply() == 1);
}

#[tokio::test]
async fn who_may_not_ask_is_told_why() {
    let world = World::new().await;
    let rated = world.game(ANA, BORIS).await;
    for player in [ANA, BORIS] {
        assert_refused!(given(&world.context, &rated, player).await, Refused::RatedHint);
        assert_refused!(give(&world.context, &rated, player, &thought("-G2")).await, Refused::RatedHint);
    }
    let game = unrated(&world).await;
    assert_refused!(given(&world.context, &game, CHEN).await, Refused::NotInGame(_));
    assert_refused!(given(&world.context, &game, BORIS).await, Refused::NotYourTurn(_));
    let late = {
        world.advance(Duration::seconds(i64::from(game.deadline_s)));
        given(&world.context, &game, ANA).await
    };
    assert_refused!(late, Refused::TimeIsUp(_));
    turn::expire(&world.context, 10).await.unwrap();
    let over = game::load(&world.context, game.id).await.unwrap();
    assert_refused!(given(&world.context, &over, ANA).await, Refused::GameOver(_));
    assert_eq!(world.count("hint").await, 0);
}

/// What is stored of a certain end is read as it was found.
#[tokio::test]
async fn a_certain_end_is_kept_too() {
    let world = World::new().await;
    let game = unrated(&world).await;
    let mut now = game.clone();
    for (player, mv) in [(ANA, "-G2"), (BORIS, "-G4"), (ANA, "-G6")] {
        now = turn::play(&world.context, game.id, player, None, mv, None).await.unwrap().game;
    }
    let found = now.hosted.think(&Limits::nodes(1_000), Level::HIGHEST, 1).expect("there are moves");
    let hint = give(&world.context, &now, BORIS, &found).await.unwrap();
    assert_eq!((hint.choice.short.as_str(), hint.outlook), ("TOP", Outlook::Win(1)));
    let kept = given(&world.elsewhere, &now, BORIS).await.unwrap().expect("it was given");
    assert_eq!((kept.choice, kept.outlook), (hint.choice, Outlook::Win(1)));
}
