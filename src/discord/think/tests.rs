use super::*;

#[test]
fn a_queue_shares_the_time() {
    #[track_caller]
    fn check(games: usize, threads: usize, milliseconds: u64) {
        let expected = Duration::from_millis(milliseconds);
        assert_eq!(share(games, threads), expected, "{games} games on {threads} threads");
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
fn a_game_is_in_one_hand() {
    let thinking = Thinking::default();
    let held = thinking.take(GameId::new(1)).expect("nobody has it");
    assert!(thinking.take(GameId::new(1)).is_none(), "it is in hand");
    assert!(thinking.take(GameId::new(2)).is_some(), "another one is not");
    drop(held);
    assert!(thinking.take(GameId::new(1)).is_some(), "it was let go");
}
