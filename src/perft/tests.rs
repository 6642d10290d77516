use serde_json::Value;

use super::*;

#[track_caller]
fn figures(depth: u32, text: Option<&str>) -> Value {
    figures_of(GameKind::Xima, depth, text)
}

#[track_caller]
fn figures_of(kind: GameKind, depth: u32, text: Option<&str>) -> Value {
    let mut output = Vec::new();
    run(&mut output, kind, depth, text).expect("the position is read");
    let output = String::from_utf8(output).expect("text");
    let line = output.strip_suffix('\n').expect("a line");
    assert!(!line.contains('\n'), "one line");
    serde_json::from_str(line).expect("the line is JSON")
}

#[test]
fn the_start_is_counted() {
    let figures = figures(2, None);
    assert_eq!(figures["game"], "xima");
    assert_eq!(figures["depth"], 2);
    assert_eq!(figures["nodes"], 31_632);
    assert!(figures["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0));
    assert!(figures["per_second"].as_f64().is_some_and(|rate| rate > 0.0));
    assert!(figures.get("load1").is_some());
}

#[test]
fn axiom_is_counted_from_the_start_and_from_a_position() {
    let start = figures_of(GameKind::Axiom, 3, None);
    assert_eq!((&start["game"], &start["nodes"]), (&"axiom".into(), &68_010.into()));
    let climb = "B: C(0,0,1)x+ C(1,0,1)y-z+ S(0,0,1)z+ W: C(1,0,2)y+ S(1,0,1)y+ to-move: black";
    assert_eq!(figures_of(GameKind::Axiom, 1, Some(climb))["nodes"], 7);
}

#[test]
fn a_finished_game_has_no_continuation() {
    let won = "13/13/13/13/13/13/1b1b1bR6/13/13/13/13/13/13 r r9b6+ 0";
    assert_eq!(figures(0, Some(won))["nodes"], 1);
    assert_eq!(figures(1, Some(won))["nodes"], 0);
    assert_eq!(figures(4, Some(won))["nodes"], 0);
}

#[test]
fn a_bad_text_is_refused_in_words() {
    let error = run(Vec::new(), GameKind::Xima, 1, Some("13 r r9+b9+ 0")).expect_err("one row is too few");
    assert_eq!(format!("{error:#}"), "the position text is refused: a position has 13 rows, not 1");
}
