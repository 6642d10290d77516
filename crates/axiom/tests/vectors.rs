//! The worked examples, positions and games of `docs/rules/axiom.md`, held line by line.
#![expect(clippy::unwrap_used, reason = "a malformed line of the data should stop the test")]

use std::collections::BTreeSet;

use axiom::{Move, Position, Reason};
use game::{Outcome, Position as _};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

const EXAMPLES: &str = include_str!("data/examples.jsonl");
const POSITIONS: &str = include_str!("data/positions.jsonl");
const GAMES: &str = include_str!("data/games.jsonl");

#[test]
fn the_data_is_the_published_one() {
    for (name, data, expected) in [
        ("examples.jsonl", EXAMPLES, "8b4b21402e7303dd7646a54b0d6d1757a817cee1b81151b1db825cfad7cf9890"),
        ("positions.jsonl", POSITIONS, "80db028bc26107ab6078eaa84ddee83d86f10efd8350a5beaf6c5f64a141ef23"),
        ("games.jsonl", GAMES, "23794df2d41f1c80d518752eb7ae854942f6e207e5a349fab97f2627de939f74"),
    ] {
        assert_eq!(hash(data), expected, "{name} was changed");
    }
}

#[test]
fn perft_of_the_start() {
    let start = Position::start(2).unwrap();
    for (depth, nodes) in [(1, 32), (2, 992), (3, 68_010), (4, 5_118_671)] {
        assert_eq!(start.perft(depth), nodes, "depth {depth}");
    }
    assert_eq!(game::perft(&start, 3), 68_010, "played out move by move");
}

#[test]
fn examples() {
    for (number, line) in lines(EXAMPLES) {
        let at = format!("examples.jsonl:{number}");
        let position = read(&line, &at);
        if let Some(count) = line["legal_count"].as_u64() {
            assert_eq!(position.count_legal_moves(), count, "{at}: number of legal moves");
        }
        let legal = texts(&position);
        for case in line["moves"].as_array().unwrap() {
            let text = case["move"].as_str().unwrap();
            let read = position.read_move(text);
            assert_eq!(read.is_ok(), case["legal"].as_bool().unwrap(), "{at}: {text}: {read:?}");
            assert_eq!(legal.contains(&spaceless(text)), read.is_ok(), "{at}: {text} among the legal moves");
            let Ok(mv) = read else { continue };
            let played = position.play(mv).unwrap().position;
            assert_eq!(played.to_string(), case["after"].as_str().unwrap(), "{at}: after {text}");
            check_result(&played, &case["result"], &format!("{at}: {text}"));
        }
    }
}

#[test]
fn positions() {
    for (number, line) in lines(POSITIONS) {
        let at = format!("positions.jsonl:{number}");
        let position = read(&line, &at);
        assert_eq!(
            position.count_legal_moves(),
            line["count"].as_u64().unwrap(),
            "{at}: number of legal moves"
        );
        let legal = position.legal_moves();
        assert_eq!(legal.len() as u64, line["count"].as_u64().unwrap(), "{at}: list of legal moves");
        let blanks: BTreeSet<String> = legal.iter().copied().map(with_blanks).collect();
        let sceptres: Vec<&String> = blanks.iter().filter(|text| text.starts_with('S')).collect();
        let expected: Vec<&str> =
            line["sceptre_moves"].as_array().unwrap().iter().map(|v| v.as_str().unwrap()).collect();
        assert_eq!(sceptres, expected, "{at}: sceptre moves");
        let joined = blanks.into_iter().collect::<Vec<_>>().join("\n");
        assert_eq!(hash(&joined), line["sha256"].as_str().unwrap(), "{at}: all legal moves");
    }
}

#[test]
fn games() {
    for (number, line) in lines(GAMES) {
        let at = format!("games.jsonl:{number}");
        let mut position = Position::start(2).unwrap();
        for (ply, text) in line["moves"].as_array().unwrap().iter().enumerate() {
            let mv = position
                .read_move(text.as_str().unwrap())
                .unwrap_or_else(|error| panic!("{at}: ply {ply}: {error}"));
            position = position.play(mv).unwrap().position;
        }
        assert_eq!(position.to_string(), line["final"].as_str().unwrap(), "{at}: final position");
        check_result(&position, &line["result"], &at);
    }
}

#[track_caller]
fn check_result(position: &Position, expected: &Value, at: &str) {
    let found = position.outcome().map(|(outcome, reason)| {
        let winner = match outcome {
            Outcome::Win(seat) if seat.index() == 0 => "black",
            Outcome::Win(_) => "white",
            Outcome::Draw => "draw",
        };
        let reason = match reason {
            Reason::Contact => "contact",
            Reason::OwnPair => "own pair",
            Reason::NoMoves => "no moves",
            Reason::Repetition => "repetition",
            Reason::Agreement => "agreement",
            Reason::Resigned | Reason::Time => "left",
        };
        (winner, reason)
    });
    let expected = expected
        .as_object()
        .map(|result| (result["winner"].as_str().unwrap_or("draw"), result["reason"].as_str().unwrap()));
    assert_eq!(found, expected, "{at}: result");
}

fn lines(data: &str) -> impl Iterator<Item = (usize, Value)> {
    data.lines().enumerate().map(|(index, line)| (index + 1, serde_json::from_str(line).unwrap()))
}

fn read(line: &Value, at: &str) -> Position {
    let text = line["position"].as_str().unwrap();
    let position: Position = text.parse().unwrap_or_else(|error| panic!("{at}: {error}"));
    assert_eq!(position.to_string(), text, "{at}: text");
    position
}

fn texts(position: &Position) -> Vec<String> {
    position.legal_moves().iter().map(ToString::to_string).collect()
}

fn spaceless(text: &str) -> String {
    text.replace(' ', "")
}

/// The form with blanks, over which the hashes were made.
fn with_blanks(mv: Move) -> String {
    match mv {
        Move::Cube { from, to, domes } => {
            let domes: Vec<String> = domes.iter().map(|face| face.to_string()).collect();
            format!("C{from} C{to}{}", domes.join(" "))
        }
        Move::Sceptre { from, to, face } => format!("S{from} S{to}{face}"),
    }
}

fn hash(text: &str) -> String {
    Sha256::digest(text).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}
