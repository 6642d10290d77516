use serde_json::Value;

use super::*;

#[test]
fn perft_is_measured_from_the_start_and_over_the_book() {
    let last = measured(GameKind::Xima, 3, 4_965_408);
    assert_eq!(last["book"]["depth"], 2);
    assert!(last["book"]["nodes"].as_u64().is_some_and(|nodes| nodes > 5_000_000));
}

#[test]
fn perft_of_axiom_is_measured_from_the_start() {
    measured(GameKind::Axiom, 4, 5_118_671);
}

/// The last line of the measurement, which is of so many sequences of so many plies.
#[track_caller]
fn measured(kind: GameKind, depth: u32, nodes: u64) -> Value {
    let mut output = Vec::new();
    perft(&mut output, kind).expect("writing does not fail");
    let output = String::from_utf8(output).expect("text");
    let last: Value = serde_json::from_str(output.lines().last().expect("there are lines")).expect("JSON");
    assert_eq!(
        (&last["game"], &last["depth"], &last["nodes"]),
        (&kind.slug().into(), &depth.into(), &nodes.into())
    );
    assert!(last["per_second"].as_f64().is_some_and(|rate| rate > 0.0));
    assert!(last.get("load1").is_some() && last.get("seconds").is_some());
    last
}

#[test]
fn the_book_has_four_games_full_of_positions() {
    let positions = book_positions();
    assert_eq!(positions.len(), 225);
    assert!(positions.iter().all(|position| position.outcome().is_none()));
}
