//! What holds of a search whatever it finds.

use std::sync::atomic::{AtomicBool, Ordering};

use game::{Outcome, Position as _, Seat};
use proptest::prelude::*;
use search::{Level, Limits, Random, Report, Searchable, Table, search};

/// A position after some random moves, of a game that goes on.
fn wandered<P: Searchable>(players: u8, plies: usize, seed: u64) -> P {
    let mut random = Random::new(seed);
    let mut position = P::start(players).expect("so many can play");
    for _ in 0..plies {
        let moves = position.legal_moves();
        let next = position.play(moves[random.below(moves.len())]).expect("a legal move").position;
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}

fn look<P: Searchable>(position: &P, limits: &Limits<'_>, level: Level, seed: u64) -> Report<P> {
    search(position, limits, &Table::new(1), level, seed, &mut |_| {}).expect("there is a move")
}

fn check_determinism<P: Searchable>(players: u8) {
    for seed in 0..4 {
        let position = wandered::<P>(players, 12, seed);
        for level in [Level::LOWEST, Level::HIGHEST] {
            let once = look(&position, &Limits::nodes(4_000), level, seed);
            let again = look(&position, &Limits::nodes(4_000), level, seed);
            assert_eq!(
                (once.best, once.score, once.depth, once.nodes, &once.pv),
                (again.best, again.score, again.depth, again.nodes, &again.pv),
                "{position}"
            );
        }
    }
}

#[test]
fn the_same_seed_and_limit_give_the_same_report() {
    check_determinism::<xima::Position>(2);
    check_determinism::<xima::Position>(3);
    check_determinism::<axiom::Position>(2);
}

fn check_limits<P: Searchable>() {
    let position = wandered::<P>(2, 6, 7);
    let report = look(&position, &Limits::nodes(3_000), Level::HIGHEST, 1);
    assert!(report.nodes <= 3_001, "{} nodes", report.nodes);
    let report = look(&position, &Limits::depth(2), Level::HIGHEST, 1);
    assert_eq!(report.depth, 2);
    // Whoever is stopped before the first iteration is over has a legal move all the same.
    let stop = AtomicBool::new(true);
    let report = look(&position, &Limits { stop: Some(&stop), ..Limits::default() }, Level::HIGHEST, 1);
    assert!(position.is_legal(report.best));
    // Without any limit but the flag, which is set after the second iteration.
    let stop = AtomicBool::new(false);
    let limits = Limits { stop: Some(&stop), ..Limits::default() };
    let mut depths = Vec::new();
    let report = search(&position, &limits, &Table::new(1), Level::HIGHEST, 1, &mut |report: &Report<P>| {
        depths.push(report.depth);
        stop.store(report.depth == 2, Ordering::Relaxed);
    });
    assert_eq!(depths[..2], [1, 2]);
    assert!(report.is_some_and(|report| position.is_legal(report.best)));
}

#[test]
fn limits_and_the_flag_end_a_search() {
    check_limits::<xima::Position>();
    check_limits::<axiom::Position>();
}

#[test]
fn a_finished_game_has_no_best_move() {
    let won = "13/13/13/13/13/13/1b1b1bR6/13/13/13/13/13/13 r r9b6+ 0";
    let won = xima::Position::from_text(won).expect("a position");
    assert!(search(&won, &Limits::depth(1), &Table::new(1), Level::HIGHEST, 1, &mut |_| {}).is_none());
}

#[test]
fn a_table_that_knows_other_games_does_no_harm() {
    let table = Table::new(1);
    for seed in 0..6 {
        let position = wandered::<xima::Position>(2, 10, seed);
        let report = search(&position, &Limits::nodes(2_000), &table, Level::HIGHEST, seed, &mut |_| {});
        assert!(report.is_some_and(|report| position.is_legal(report.best)));
        let position = wandered::<axiom::Position>(2, 10, seed);
        let report = search(&position, &Limits::nodes(2_000), &table, Level::HIGHEST, seed, &mut |_| {});
        assert!(report.is_some_and(|report| position.is_legal(report.best)));
    }
}

#[test]
fn among_three_the_wins_of_the_others_are_prevented() {
    // The stairs on row 7 are there for everyone; only red's special is captured.
    let text = "13/13/13/13/13/13/1b1b1b7/13/13/13/13/13/13 r r9xb6+y9+ 0";
    let position = xima::Position::from_text(text).expect("a position");
    let wins = |position: &xima::Position| {
        let view = position.view();
        Seat::first(3).filter(|seat| xima::Position::wins(&view, *seat)).count()
    };
    assert_eq!(wins(&position), 2);
    let report = look(&position, &Limits::nodes(20_000), Level::HIGHEST, 1);
    let after = position.play(report.best).expect("a legal move").position;
    assert_eq!(wins(&after), 0, "{} with {}", report.best, report.score);
}

/// Every position in which a player could lose at once: how often such a loss is allowed though it could be prevented.
fn oversights<P: Searchable>(level: Level, data: &'static str) -> usize {
    let defences = data.lines().filter_map(|line| line.strip_prefix("defence | 1 | "));
    let overseen = |text: &str| {
        let (text, answers) = text.split_once(" | ").expect("a position and its answers");
        let position = P::from_text(text).expect("a position");
        let best = look(&position, &Limits::nodes(level.nodes()), level, 3).best;
        !answers.split(' ').any(|answer| position.read_move(answer).is_ok_and(|answer| answer == best))
    };
    defences.filter(|text| overseen(text)).count()
}

#[test]
fn only_the_lowest_levels_are_blind() {
    let xima = |level| oversights::<xima::Position>(level, include_str!("../data/xima.txt"));
    let axiom = |level| oversights::<axiom::Position>(level, include_str!("../data/axiom.txt"));
    assert!(xima(Level::LOWEST) > 0, "level 1 of XIMA sees everything");
    assert!(axiom(Level::LOWEST) > 0, "level 1 of Axiom sees everything");
    for level in Level::all().filter(|level| (4..=5).contains(&level.number())) {
        assert_eq!((xima(level), axiom(level)), (0, 0), "level {level} overlooks");
    }
}

#[test]
fn no_level_overlooks_its_own_win() {
    fn check<P: Searchable>(data: &'static str) {
        for text in data.lines().filter_map(|line| line.strip_prefix("win | 1 | ")) {
            let (text, _) = text.split_once(" | ").expect("a position and its answers");
            let position = P::from_text(text).expect("a position");
            for level in Level::all().take(4) {
                let best = look(&position, &Limits::nodes(level.nodes()), level, 3).best;
                let after = position.play(best).expect("a legal move").position;
                let won =
                    after.outcome().is_some_and(|(outcome, _)| outcome == Outcome::Win(position.turn()));
                assert!(won, "level {level} played {best} in {text}");
            }
        }
    }
    check::<xima::Position>(include_str!("../data/xima.txt"));
    check::<axiom::Position>(include_str!("../data/axiom.txt"));
}

/// Plays moves in place and back again, and holds each step to what the rules' own way of playing gives.
fn check_in_place<P: Searchable>(players: u8, plies: usize, seed: u64) {
    let mut random = Random::new(seed);
    let mut position = P::start(players).expect("so many can play");
    let mut undone = Vec::new();
    let mut plain = position.clone();
    for _ in 0..plies {
        let mut moves = position.moves();
        moves.sort_unstable();
        assert_eq!(moves, plain.legal_moves(), "{plain}");
        let Some(mv) = moves.get(random.below(moves.len())).copied() else { break };
        plain = plain.play(mv).expect("a legal move").position;
        let (text, key) = (position.to_string(), position.key());
        undone.push((position.advance(mv), text, key));
        assert_eq!(position.to_string(), plain.to_string());
        let found = position.outcome().map(|(outcome, _)| outcome);
        let ended = plain.outcome().map(|(outcome, _)| outcome);
        // That a player has no move is for the list of moves to tell.
        assert!(found == ended || position.moves().is_empty(), "{plain}: {found:?}, {ended:?}");
        if ended.is_some() {
            break;
        }
        assert_eq!(position.key(), plain.key(), "{plain}");
        let view = position.view();
        if P::wins(&view, position.turn()) {
            let wins = |mv: &P::Move| {
                let after = plain.play(*mv).expect("a legal move").position;
                after.outcome().is_some_and(|(outcome, _)| outcome == Outcome::Win(plain.turn()))
            };
            assert!(plain.legal_moves().iter().any(wins), "{plain}: no move wins");
        }
    }
    while let Some((undo, text, key)) = undone.pop() {
        position.take_back(undo);
        assert_eq!((position.to_string(), position.key()), (text, key));
    }
}

/// A move that the search does not try, as it cannot parry, leaves the other player's win. Returns how many were met.
fn check_parrying<P: Searchable>(position: &P) -> usize {
    let view = position.view();
    let turn = position.turn();
    let threat = Seat::first(2).find(|seat| *seat != turn && P::wins(&view, *seat));
    let Some(other) = threat.filter(|_| !P::wins(&view, turn)) else { return 0 };
    let idle = position.moves().into_iter().filter(|mv| !P::may_parry(&view, other, *mv));
    idle.map(|mv| {
        let after = position.play(mv).expect("a legal move").position;
        assert!(P::wins(&after.view(), other), "{position}: {mv} parries");
    })
    .count()
}

/// A win on the summit or by contact that is there is seen.
fn check_sight<P: Searchable>(position: &P, by_sight: impl Fn(P::Reason) -> bool) {
    let turn = position.turn();
    let wins = |mv: &P::Move| {
        let after = position.play(*mv).expect("a legal move").position;
        after.outcome().is_some_and(|(outcome, reason)| outcome == Outcome::Win(turn) && by_sight(reason))
    };
    assert_eq!(P::wins(&position.view(), turn), position.legal_moves().iter().any(wins), "{position}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_search_plays_by_the_rules(seed: u64, plies in 0usize..60, level in 1u8..=8, players in 2u8..=4) {
        let level = Level::new(level).expect("a level");
        let position = wandered::<xima::Position>(players, plies, seed);
        let report = look(&position, &Limits::nodes(700), level, seed);
        prop_assert!(position.is_legal(report.best));
        check_line(&position, &report);
        let position = wandered::<axiom::Position>(2, plies, seed);
        let report = look(&position, &Limits::nodes(700), level, seed);
        prop_assert!(position.is_legal(report.best));
        check_line(&position, &report);
    }

    #[test]
    fn moves_in_place_are_the_moves_of_the_rules(seed: u64, players in 2u8..=4) {
        check_in_place::<xima::Position>(players, 120, seed);
        check_in_place::<axiom::Position>(2, 120, seed);
    }

    #[test]
    fn a_win_on_the_move_is_seen(seed: u64, plies in 0usize..80, players in 2u8..=4) {
        check_sight(&wandered::<xima::Position>(players, plies, seed), |reason| reason == xima::Reason::Summit);
        check_sight(&wandered::<axiom::Position>(2, plies, seed), |reason| reason == axiom::Reason::Contact);
    }
}

/// The expected line can be played, and begins with the best move.
fn check_line<P: Searchable>(position: &P, report: &Report<P>) {
    assert_eq!(report.pv.first(), Some(&report.best));
    let turn = position.turn();
    let mut position = position.clone();
    for mv in &report.pv {
        position = position.play(*mv).unwrap_or_else(|error| panic!("{position}: {error}")).position;
    }
    if report.score.win_in().is_some_and(|plies| plies as usize == report.pv.len()) {
        let outcome = position.outcome().map(|(outcome, _)| outcome);
        assert_eq!(outcome, Some(Outcome::Win(turn)), "{position}");
    }
}

#[test]
fn what_may_parry_is_not_overlooked() {
    let mut met = 0;
    for seed in 0..8 {
        let mut position = xima::Position::start(2).expect("two can play");
        for _ in 0..150 {
            if position.outcome().is_some() {
                break;
            }
            met += check_parrying(&position);
            let mv = look(&position, &Limits::nodes(200), Level::LOWEST, seed).best;
            position = position.play(mv).expect("it is legal").position;
        }
    }
    assert!(met > 1_000, "{met} moves that parry nothing");
}

/// Where waiting is worth as much as entering, both move to and fro until material is added (§4 of XIMA).
#[test]
fn blocks_are_entered() {
    let mut position = xima::Position::start(2).expect("two can play");
    let table = Table::new(4);
    let mut entries = 0;
    for _ in 0..40 {
        let report = search(&position, &Limits::nodes(3_000), &table, Level::HIGHEST, 1, &mut |_| {});
        let mv = report.expect("the game has hardly begun").best;
        entries += u32::from(mv.is_entry());
        position = position.play(mv).expect("it is legal").position;
    }
    assert!(entries >= 8, "{entries} of 40 moves were entries: {position}");
}
