use super::*;

#[test]
fn a_score_is_said_in_words() {
    #[track_caller]
    fn check(score: i32, certain: Option<i32>, players: u8, expected: Outlook) {
        assert_eq!(
            Outlook::read(score, certain, players),
            expected,
            "{score}, {certain:?}, {players} players"
        );
    }
    check(0, None, 2, Outlook::Even);
    check(59, None, 2, Outlook::Even);
    check(-59, None, 2, Outlook::Even);
    check(60, None, 2, Outlook::SlightlyAhead);
    check(-60, None, 2, Outlook::SlightlyBehind);
    check(220, None, 2, Outlook::Ahead);
    check(-220, None, 2, Outlook::Behind);
    check(400, None, 2, Outlook::FarAhead);
    check(-19_000, None, 4, Outlook::FarBehind);
    check(29_999, Some(1), 2, Outlook::Win(1));
    check(29_997, Some(3), 2, Outlook::Win(2));
    check(29_995, Some(5), 2, Outlook::Win(3));
    check(29_996, Some(4), 3, Outlook::Win(2));
    check(-29_998, Some(-2), 2, Outlook::Loss(1));
    check(-29_996, Some(-4), 2, Outlook::Loss(2));
    check(-29_997, Some(-3), 4, Outlook::Loss(1));
}

#[test]
fn a_score_that_nothing_was_found_for_is_even() {
    assert_eq!(Outlook::of(Score::default(), 2), Outlook::Even);
}
