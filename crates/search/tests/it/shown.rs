//! The games that docs/OPPONENTS.md shows.

use game::{Outcome, Seat};
use search::Searchable;

/// What `ximabot match` wrote of ten games: all of them follow the rules and end as it says.
#[track_caller]
fn check<P: Searchable>(output: &str) {
    let games: Vec<_> = output.lines().filter_map(|line| line.split_once("): ")).collect();
    assert_eq!(games.len(), 10);
    for (number, game) in games {
        let (told, moves) = game.split_once(": ").expect("the moves after what is told of them");
        let mut position = P::start(2).expect("two can play it");
        for text in moves.split(' ') {
            let mv = position.read_move(text).unwrap_or_else(|refusal| panic!("{number}: {refusal}"));
            position = position.play(mv).expect("it is legal").position;
        }
        let (first, second) = if told.starts_with('A') { ('A', 'B') } else { ('B', 'A') };
        let ended = match position.outcome() {
            Some((Outcome::Win(Seat::FIRST), _)) => format!("{first} wins"),
            Some((Outcome::Win(_), _)) => format!("{second} wins"),
            Some((Outcome::Draw, _)) | None => "nobody wins".to_owned(),
        };
        let plies = moves.split(' ').count();
        assert_eq!(told, format!("{first} begins, {ended} after {plies} plies"), "{number}");
        assert!(position.outcome().is_some() || plies == 400, "{number}: it was broken off");
    }
}

#[test]
fn the_games_of_xima_end_as_they_are_told() {
    check::<xima::Position>(include_str!("../../../../docs/games/xima.txt"));
}

#[test]
fn the_games_of_axiom_end_as_they_are_told() {
    check::<axiom::Position>(include_str!("../../../../docs/games/axiom.txt"));
}
