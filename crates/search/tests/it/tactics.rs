//! Positions with one right answer, each proved by a solver that tries every move and every reply, then put to the search.
//!
//! Each line of the data files is `KIND | MOVES | POSITION | ANSWERS`; `examples/tactics.rs` found them.

use std::collections::BTreeMap;

use search::{Level, Limits, Searchable, Table, search};
use sha2::{Digest as _, Sha256};

use crate::solver::Solver;

/// Positions that the search may look at.
const NODES: u64 = 60_000;
/// Moves that the solver may make for one question.
const LIMIT: u64 = 1_500_000;

const XIMA: &str = include_str!("../data/xima.txt");
const AXIOM: &str = include_str!("../data/axiom.txt");

struct Puzzle<P: Searchable> {
    line: usize,
    kind: &'static str,
    moves: u32,
    position: P,
    answers: Vec<P::Move>,
}

fn puzzles<P: Searchable>(data: &'static str) -> Vec<Puzzle<P>> {
    let read = |(line, text): (usize, &'static str)| {
        let parts: Vec<&str> = text.split(" | ").collect();
        let [kind, moves, position, answers] = parts[..] else {
            panic!("line {line} has not four parts: {text}")
        };
        let position = P::from_text(position).unwrap_or_else(|error| panic!("line {line}: {error}"));
        let answer = |text| position.read_move(text).unwrap_or_else(|error| panic!("line {line}: {error}"));
        let answers = answers.split(' ').map(answer).collect();
        Puzzle { line, kind, moves: moves.parse().expect("a number of moves"), position, answers }
    };
    (1..).zip(data.lines()).map(read).collect()
}

/// Proves the positions of a file, puts them to the search, and returns how many there are of each kind.
fn solve<P: Searchable>(data: &'static str) -> BTreeMap<(&'static str, u32), usize> {
    let mut kinds = BTreeMap::new();
    for puzzle in puzzles::<P>(data) {
        let Puzzle { line, kind, moves, position, answers } = puzzle;
        *kinds.entry((kind, moves)).or_default() += 1;
        let report = search(&position, &Limits::nodes(NODES), &Table::new(4), Level::HIGHEST, 1, &mut |_| {})
            .unwrap_or_else(|| panic!("line {line}: no move was found"));
        let found = format!("line {line}, {position}: {} with {}", report.best, report.score);
        match kind {
            // The first moves that win within so many moves; none wins sooner.
            "win" | "rescue" => {
                if moves > 1 {
                    let sooner = Solver::new(LIMIT).winning_moves(&position, moves - 1);
                    assert_eq!(sooner.expect("it is small enough"), [], "line {line} is won sooner");
                }
                let winning = Solver::new(LIMIT).winning_moves(&position, moves).expect("it is small enough");
                assert_eq!(winning, answers, "line {line}");
                assert!(answers.contains(&report.best), "{found}");
                assert_eq!(report.score.win_in(), Some(2 * moves - 1), "{found}");
            }
            // The only moves after which the other does not win at once.
            "defence" => {
                let saving = Solver::new(LIMIT).saving_moves(&position, moves).expect("it is small enough");
                assert_eq!(saving, answers, "line {line}");
                assert!(answers.contains(&report.best), "{found}");
            }
            // Moves that leave the other nothing to move, who wins by it (§4.2 of XIMA); there are better ones.
            "trap" => {
                let saving = Solver::new(LIMIT).saving_moves(&position, 1).expect("it is small enough");
                assert!(
                    !saving.is_empty() && answers.iter().all(|trap| !saving.contains(trap)),
                    "line {line}"
                );
                assert!(!answers.contains(&report.best), "{found}");
            }
            _ => panic!("line {line}: what is {kind}?"),
        }
    }
    kinds
}

#[test]
fn the_data_is_what_was_found() {
    for (name, data, expected) in [
        ("xima.txt", XIMA, "1d2166c849f935974a59cef06c4d358b5210ce33b5c551acbda0854ac7346ec1"),
        ("axiom.txt", AXIOM, "40e67fac7731b22148f099230da708c6daf4d81de8fd0a0f45ce46fcefab83ea"),
    ] {
        let hash =
            Sha256::digest(data).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
        assert_eq!(hash, expected, "{name} was changed");
    }
}

#[test]
fn tactics_of_xima_are_found() {
    let kinds = solve::<xima::Position>(XIMA);
    assert!(kinds.values().sum::<usize>() >= 60, "{kinds:?}");
    let kind = |kind, moves| kinds.get(&(kind, moves)).copied().unwrap_or(0);
    assert!(kind("win", 1) >= 8 && kind("win", 2) >= 12 && kind("win", 3) >= 6, "{kinds:?}");
    assert!(kind("defence", 1) >= 12 && kind("rescue", 2) >= 6 && kind("trap", 1) >= 6, "{kinds:?}");
}

#[test]
fn tactics_of_axiom_are_found() {
    let kinds = solve::<axiom::Position>(AXIOM);
    assert!(kinds.values().sum::<usize>() >= 40, "{kinds:?}");
    let kind = |kind, moves| kinds.get(&(kind, moves)).copied().unwrap_or(0);
    assert!(kind("win", 1) >= 8 && kind("win", 2) >= 8 && kind("win", 3) >= 4, "{kinds:?}");
    assert!(kind("defence", 1) >= 12, "{kinds:?}");
}
