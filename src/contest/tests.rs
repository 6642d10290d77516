use serde_json::Value;

use super::*;

#[track_caller]
fn matched(kind: GameKind, a: &str, b: &str, games: u32, budget: Budget) -> (String, Value) {
    part(kind, a, b, 1, games, budget)
}

fn part(kind: GameKind, a: &str, b: &str, first: u32, games: u32, budget: Budget) -> (String, Value) {
    let contest = Contest { a: player(a), b: player(b), first, games, seed: 1, budget };
    let mut output = Vec::new();
    run(&mut output, kind, &contest).expect("writing does not fail");
    let output = String::from_utf8(output).expect("text");
    let last = serde_json::from_str(output.lines().last().expect("there are lines")).expect("JSON");
    (output, last)
}

fn player(text: &str) -> Player {
    text.parse().expect("a player")
}

#[test]
fn a_match_is_counted() {
    for kind in [GameKind::Xima, GameKind::Axiom] {
        let (output, last) = matched(kind, "level:2", "random", 4, Budget::Nodes(300));
        let number = |name: &str| last[name].as_u64().expect("a number");
        assert_eq!(number("wins") + number("draws") + number("losses"), 4, "{output}");
        assert_eq!(output.lines().filter(|line| line.contains(" begins, ")).count(), 4, "{output}");
        assert_eq!(output.lines().filter(|line| line.contains(": A begins, ")).count(), 2, "{output}");
        assert!(output.contains("level:2 against random: "), "{output}");
        assert!(
            last["elo"].is_number() && last["slowest_ms"].as_f64().is_some_and(|time| time > 0.0),
            "{output}"
        );
    }
}

#[test]
fn a_match_of_the_same_players_and_seed_is_the_same() {
    let games = |first, games| {
        let (output, _) = part(GameKind::Axiom, "level:1", "greedy", first, games, Budget::Own);
        // The number and the moves, without the standing between them.
        let game = |line: &str| {
            let (number, rest) = line.split_once(" (")?;
            Some((number.to_owned(), rest.split_once("): ")?.1.to_owned()))
        };
        output.lines().filter(|line| line.contains(" begins, ")).filter_map(game).collect::<Vec<_>>()
    };
    let whole = games(1, 6);
    assert_eq!(whole.len(), 6);
    assert_eq!(games(1, 6), whole);
    assert_eq!([games(1, 3), games(4, 3)].concat(), whole);
}

#[test]
fn a_monte_carlo_player_tells_its_playouts() {
    let budget = budget(None, Some(1));
    assert_eq!(budget, Budget::Time(Duration::from_millis(1)));
    let (output, _) = matched(GameKind::Axiom, "level:1", "mcts:2", 2, budget);
    assert!(output.contains(" playouts/s"), "{output}");
}

#[test]
fn a_monte_carlo_player_thinks_a_multiple_of_the_others_time_on_either_side() {
    // If its own time were multiplied, it would soon think for hours.
    for (a, b) in [("mcts:10", "level:1"), ("level:1", "mcts:10")] {
        let (output, _) = matched(GameKind::Axiom, a, b, 1, Budget::Nodes(50));
        assert!(output.contains(" playouts/s"), "{output}");
    }
}

#[test]
fn a_match_of_two_monte_carlo_players_ends_with_a_limit_of_time() {
    let contest =
        |budget| Contest { a: player("mcts:2"), b: player("mcts:3"), first: 1, games: 1, seed: 1, budget };
    assert!(!contest(Budget::Own).ends() && !contest(Budget::Nodes(1)).ends());
    assert!(contest(Budget::Time(Duration::from_millis(1))).ends());
}

#[test]
fn a_match_ends_when_nobody_reads_it() {
    let mut nowhere = [0; 0];
    let budget = Budget::Nodes(100);
    let contest =
        Contest { a: player("level:1"), b: player("random"), first: 1, games: u32::MAX, seed: 1, budget };
    let error = run(&mut nowhere[..], GameKind::Axiom, &contest).expect_err("nothing can be written");
    assert_eq!(error.kind(), io::ErrorKind::WriteZero);
}

#[test]
fn players_are_written_as_they_are_read() {
    for text in ["level:1", "level:8", "random", "greedy", "mcts:10"] {
        assert_eq!(player(text).to_string(), text);
    }
    for text in ["level:0", "level:9", "level", "mcts:0", "mcts", "Random", ""] {
        assert!(text.parse::<Player>().is_err(), "{text}");
    }
}
