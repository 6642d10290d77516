use proptest::prelude::*;
use time::macros::datetime;

use super::*;

const NOW: OffsetDateTime = datetime!(2026-01-01 12:00 UTC);

fn rated(rating: f64, deviation: f64) -> Rated {
    Rated { rating: Rating::new(rating, deviation, 0.06).unwrap(), at: Some(NOW) }
}

#[track_caller]
fn check_close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} is not {expected} ± {tolerance}");
}

/// The ratings after a game in which everyone holds one seat.
fn after_game(before: &[Rated], winner: Option<usize>, now: OffsetDateTime) -> Vec<Rating> {
    super::after_game(before, &(0..before.len()).collect::<Vec<_>>(), winner, now)
}

/// The example of Glickman's paper: one player, three opponents, with its published end result.
#[test]
fn glickmans_example() {
    let opponent = |rating, deviation| Glicko2Rating { rating, deviation, volatility: 0.06 };
    let results = [
        (opponent(1400.0, 30.0), Outcomes::WIN),
        (opponent(1550.0, 100.0), Outcomes::LOSS),
        (opponent(1700.0, 300.0), Outcomes::LOSS),
    ];
    let after = glicko2_rating_period(&opponent(1500.0, 200.0), &results, &CONFIG);
    check_close(after.rating, 1464.06, 0.01);
    check_close(after.deviation, 151.52, 0.01);
    check_close(after.volatility, 0.05999, 0.00001);
}

#[test]
fn two_beginners() {
    let after = after_game(&[Rated::NEW, Rated::NEW], Some(0), NOW);
    check_close(after[0].rating(), 1662.0, 0.5);
    check_close(after[1].rating(), 1338.0, 0.5);
    check_close(after[0].deviation(), 290.0, 0.5);
    assert!(after[0].is_provisional());
}

#[test]
fn a_draw_of_equals_moves_nothing_but_the_deviation() {
    for players in 2..=4 {
        let before = vec![rated(1700.0, 200.0); players];
        for after in after_game(&before, None, NOW) {
            check_close(after.rating(), 1700.0, 1e-9);
            assert!(after.deviation() < 200.0);
        }
    }
}

#[test]
fn the_losers_of_a_game_for_four_do_not_play_each_other() {
    let before = [rated(1500.0, 80.0), rated(1900.0, 80.0), rated(1500.0, 80.0), rated(1100.0, 80.0)];
    let after = after_game(&before, Some(0), NOW);
    // Each loser is rated as after a game for two against the winner.
    for loser in 1..4 {
        assert_eq!(after[loser], after_game(&[before[0], before[loser]], Some(0), NOW)[1]);
    }
    // Three victories are worth more than each of them.
    for loser in 1..4 {
        assert!(after[0].rating() > after_game(&[before[0], before[loser]], Some(0), NOW)[0].rating());
    }
}

#[test]
fn several_seats_of_one_player_are_rated_together() {
    let [one, other] = [rated(1500.0, 80.0), rated(1600.0, 80.0)];
    let against_three = |winner| super::after_game(&[one, other], &[1, 0, 1, 1], winner, NOW);
    let alone = |winner| after_game(&[one, other], winner, NOW);
    // One loss against whichever of the three has won.
    for seat in [0, 2, 3] {
        assert_eq!(against_three(Some(seat)), alone(Some(1)), "seat {seat}");
    }
    // Three victories, as in a game for four; and for the other player three losses.
    let won = against_three(Some(1));
    assert_eq!(won[0], after_game(&[one, other, other, other], Some(0), NOW)[0]);
    assert!(won[1].rating() < alone(Some(0))[1].rating(), "{won:?}");
    let drawn = against_three(None);
    assert!(drawn[0].deviation() < alone(None)[0].deviation() && drawn[1].rating() < 1600.0, "{drawn:?}");
    // Where all are equally strong, what one in four games brings weighs as much as what the others take.
    let equal = [one, one];
    let lost = super::after_game(&equal, &[0, 1, 1, 1], Some(1), NOW)[1].rating() - 1500.0;
    let won = 1500.0 - super::after_game(&equal, &[0, 1, 1, 1], Some(0), NOW)[1].rating();
    check_close(won / lost, 3.0, 0.5);
}

#[test]
fn a_year_without_a_game_makes_a_settled_rating_provisional() {
    let settled = rated(1500.0, 60.0);
    let days = |days| settled.shown(NOW + Duration::days(days));
    assert_eq!(days(0), settled.rating);
    check_close(days(365).deviation(), 110.0, 0.01);
    assert!(!days(364).is_provisional());
    assert!(days(366).is_provisional());
    check_close(days(100_000).deviation(), 350.0, 1e-9);
}

#[test]
fn idle_time_counts_beyond_the_period_of_the_game_itself() {
    let opponent = rated(1500.0, 60.0);
    let idle = |days| Rated { at: Some(NOW - Duration::days(days)), ..rated(1500.0, 60.0) };
    let after = |days| after_game(&[idle(days), opponent], Some(0), NOW)[0];
    // A period is 365 / 78.24 = 4.67 days.
    assert_eq!(after(4), after(0));
    assert!(after(5).deviation() > after(4).deviation());
    assert!(after(300).rating() > after(30).rating());
}

#[track_caller]
fn check_bounds(numbers: (f64, f64, f64), expected: &str) {
    assert_eq!(Rating::new(numbers.0, numbers.1, numbers.2).unwrap_err().to_string(), expected);
}

#[test]
fn numbers_out_of_bounds_are_refused() {
    check_bounds((99.9, 350.0, 0.06), "no rating is 99.9");
    check_bounds((f64::NAN, 350.0, 0.06), "no rating is NaN");
    check_bounds((1500.0, 351.0, 0.06), "no deviation is 351");
    check_bounds((1500.0, 350.0, f64::INFINITY), "no volatility is inf");
    assert_eq!(Rating::new(1500.0, 350.0, 0.06), Ok(Rating::START));
}

fn any_rated() -> impl Strategy<Value = Rated> {
    (100.0..=4000.0, 30.0..=350.0, 0.01..=0.1, 0..2000i64).prop_map(
        |(rating, deviation, volatility, days)| Rated {
            rating: Rating::new(rating, deviation, volatility).unwrap(),
            at: Some(NOW - Duration::days(days)),
        },
    )
}

proptest! {
    #[test]
    fn the_winner_never_loses_and_the_losers_never_gain(before in prop::collection::vec(any_rated(), 2..=4)) {
        let after = after_game(&before, Some(0), NOW);
        prop_assert!(after[0].rating() >= before[0].rating.rating());
        for (after, before) in after.iter().zip(&before).skip(1) {
            prop_assert!(after.rating() <= before.rating.rating());
        }
    }

    #[test]
    fn what_comes_out_can_be_stored(before in prop::collection::vec(any_rated(), 2..=4), winner in 0..5usize) {
        let winner = (winner < before.len()).then_some(winner);
        for after in after_game(&before, winner, NOW) {
            prop_assert_eq!(Rating::new(after.rating(), after.deviation(), after.volatility()), Ok(after));
        }
    }

    #[test]
    fn seats_do_not_matter(before in prop::collection::vec(any_rated(), 2..=4), winner in 0..4usize, by in 0..4usize) {
        let players = before.len();
        let (winner, by) = (winner % players, by % players);
        let mut rotated = before.clone();
        rotated.rotate_left(by);
        let mut after = after_game(&before, Some(winner), NOW);
        after.rotate_left(by);
        let other = after_game(&rotated, Some((winner + players - by) % players), NOW);
        for (after, other) in after.iter().zip(other) {
            // Sums over the opponents are taken in another order.
            prop_assert!((after.rating() - other.rating()).abs() < 1e-6);
            prop_assert!((after.deviation() - other.deviation()).abs() < 1e-6);
        }
    }

    #[test]
    fn equals_win_and_lose_alike(player in any_rated()) {
        let after = after_game(&[player, player], Some(0), NOW);
        let before = player.rating.rating();
        let (won, lost) = (after[0].rating() - before, before - after[1].rating());
        // Unless a bound was met.
        if after.iter().all(|after| (Rating::RATINGS.0 + 1.0..Rating::RATINGS.1 - 1.0).contains(&after.rating())) {
            prop_assert!((won - lost).abs() < 1e-6, "{} won, {} lost", won, lost);
        }
        prop_assert!((after[0].deviation() - after[1].deviation()).abs() < 1e-9);
    }

    #[test]
    fn nothing_gets_surer_by_waiting(player in any_rated(), days in 0..1000i64, more in 0..1000i64) {
        let at = |days| player.shown(NOW + Duration::days(days));
        prop_assert!(at(days + more).deviation() >= at(days).deviation());
        prop_assert_eq!(Rating { deviation: player.rating.deviation, ..at(days) }, player.rating);
    }

    #[test]
    fn growth_a_second_says_the_same(player in any_rated(), seconds in 0..100_000_000i32) {
        let rating = player.rating;
        let grown = rating.deviation().powi(2) + rating.volatility().powi(2) * GROWTH_A_SECOND * f64::from(seconds);
        let after = rating.after(Duration::seconds(i64::from(seconds))).deviation();
        prop_assert!((after - grown.sqrt().min(Rating::DEVIATIONS.1)).abs() < 1e-6);
    }
}
