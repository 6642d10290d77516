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
