use std::sync::Condvar;

use futures::FutureExt as _;
use play::GameKind;
use search::Table;

use super::*;

#[test]
fn a_queue_shares_the_time() {
    #[track_caller]
    fn check(turns: usize, threads: usize, milliseconds: u64) {
        let expected = Duration::from_millis(milliseconds);
        assert_eq!(share(turns, threads), expected, "{turns} turns on {threads} threads");
    }
    check(0, 1, 2_000);
    check(1, 1, 2_000);
    check(3, 3, 2_000);
    check(4, 3, 1_000);
    check(8, 1, 250);
    check(10, 1, 200);
    check(1_000, 1, 200);
}

#[test]
fn a_turn_is_in_one_hand() {
    let thinking = Thinking::default();
    let held = thinking.take(GameId::new(1), 7).expect("nobody has it");
    assert!(thinking.take(GameId::new(1), 7).is_none(), "it is in hand");
    assert!(thinking.take(GameId::new(2), 7).is_some(), "that of another game is not");
    assert!(thinking.take(GameId::new(1), 8).is_some(), "nor is the next");
    drop(held);
    assert!(thinking.take(GameId::new(1), 7).is_some(), "it was let go");
}

#[tokio::test]
async fn a_turn_that_is_put_aside_takes_no_share_of_the_time() {
    static GIVEN: Mutex<Option<Duration>> = Mutex::new(None);
    fn search(_: &HostedGame, limits: &Limits<'_>, _: Level, _: u64) -> Option<Thought> {
        *GIVEN.lock().expect("nobody panics while holding it") = limits.time;
        None
    }
    let thinking = Thinking { threads: 1, ..Thinking::default() };
    thinking.set_search(search);
    let given = async || {
        thinking.choose(&begun(), Level::HIGHEST, 0).await.expect("it does not panic");
        GIVEN.lock().expect("nobody panics while holding it").expect("a time is given")
    };
    let _thought_about = thinking.take(GameId::new(1), 0).expect("nobody has it");
    let mut broken = thinking.take(GameId::new(2), 0).expect("nobody has it");
    assert_eq!(given().await, LONGEST / 2);
    broken
        .put_aside(async {
            assert_eq!(given().await, LONGEST);
            assert!(thinking.take(GameId::new(2), 0).is_none(), "it is in hand all the same");
        })
        .await;
    assert_eq!(given().await, LONGEST / 2, "it is tried again");
}

#[tokio::test]
async fn who_waits_for_a_turn_gets_it_when_it_is_let_go() {
    let thinking = Thinking::default();
    let held = thinking.take(GameId::new(1), 7).expect("nobody has it");
    let mut waiting = pin!(thinking.take_after(GameId::new(1), 7));
    let mut other = pin!(thinking.take_after(GameId::new(1), 7));
    assert!(futures::poll!(&mut waiting).is_pending() && futures::poll!(&mut other).is_pending());
    drop(thinking.take(GameId::new(2), 7));
    assert!(futures::poll!(&mut waiting).is_pending(), "another turn was let go");
    drop(held);
    let held = waiting.await;
    assert!(futures::poll!(&mut other).is_pending(), "one at a time");
    drop(held);
    other.await;
}

/// A game in which each of two has moved once.
fn begun() -> HostedGame {
    let mut game = GameKind::Xima.start(2).expect("two can play");
    for text in ["-A1", "-B1"] {
        game.play(text).expect("it is legal");
    }
    game
}

#[tokio::test]
async fn a_computer_that_is_to_move_comes_before_the_next_stage_of_an_analysis() {
    static ORDER: Mutex<Vec<&str>> = Mutex::new(Vec::new());
    static BEGUN: Notify = Notify::const_new();
    static GO_ON: (Mutex<bool>, Condvar) = (Mutex::new(false), Condvar::new());

    fn note(what: &'static str) {
        ORDER.lock().expect("nobody panics while holding it").push(what);
    }
    fn judge(stage: &HostedGame, _: &Limits<'_>, memory: &Table) -> Option<Thought> {
        note("stage");
        BEGUN.notify_one();
        let held = GO_ON.0.lock().expect("nobody panics while holding it");
        drop(GO_ON.1.wait_while(held, |go_on| !*go_on));
        stage.judge(&Limits::nodes(1), memory)
    }
    fn search(game: &HostedGame, _: &Limits<'_>, level: Level, seed: u64) -> Option<Thought> {
        note("move");
        game.think(&Limits::nodes(1), level, seed)
    }

    let thinking = Thinking { threads: 1, places: Semaphore::new(1), ..Thinking::default() };
    thinking.set_judge(judge);
    thinking.set_search(search);
    let game = begun();
    let mv = async {
        BEGUN.notified().await;
        let mut mv = pin!(thinking.choose(&game, Level::LOWEST, 1));
        assert!(mv.as_mut().now_or_never().is_none(), "it waits for its place");
        *GO_ON.0.lock().expect("nobody panics while holding it") = true;
        GO_ON.1.notify_all();
        mv.await
    };
    let (thoughts, mv) = tokio::join!(thinking.analyse(&game, || true), mv);
    assert!(mv.expect("it is found").is_some());
    assert_eq!(thoughts.expect("they are found").expect("it was to go on").len(), 3);
    let order = ORDER.lock().expect("nobody panics while holding it");
    assert_eq!(*order, ["stage", "move", "stage", "stage"]);
}

#[tokio::test]
async fn an_analysis_ends_with_the_bot() {
    fn judge(_: &HostedGame, _: &Limits<'_>, _: &Table) -> Option<Thought> {
        panic!("it was not to go on")
    }
    let thinking = Thinking::default();
    thinking.set_judge(judge);
    let thoughts = thinking.analyse(&begun(), || false).await.expect("nothing fails");
    assert_eq!(thoughts, None);
}
