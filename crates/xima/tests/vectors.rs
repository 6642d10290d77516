//! The test vectors that come with the rules page: every line of every file holds.

use std::collections::BTreeMap;
use std::fmt::Debug;

use game::{Played, Position as _, Seat};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use xima::{Addition, Block, Cause, Colour, Event, Move, Position, Reason, Refusal};

/// The files with their SHA-256: data that was changed is no longer what the rules page was checked with.
const FILES: [(&str, &str, &str); 8] = [
    (
        "movegen.jsonl",
        include_str!("data/movegen.jsonl"),
        "234fe2b18976c473de5f56f45ddf6fe81613cf771f88f0d67d5cf0b306d26fce",
    ),
    (
        "movegen_edge.jsonl",
        include_str!("data/movegen_edge.jsonl"),
        "1ed62c4cff0c7556cebcaa708a3b0ec191412fcbd16ac9721589141eb7cf8c0a",
    ),
    (
        "apply.jsonl",
        include_str!("data/apply.jsonl"),
        "ec99ea16d4fe77f864dfd516a211cca1a28478d73f4e1b516d2ac940abb7bb44",
    ),
    (
        "turnstart.jsonl",
        include_str!("data/turnstart.jsonl"),
        "fca2af6d8415c70cf7c51fcbca3c1a49b8c7915384bbc4e916d34641b4ba002e",
    ),
    (
        "repetition.jsonl",
        include_str!("data/repetition.jsonl"),
        "7cb6cee1fc95075cc7a13f4d74df5c3a4141070422b6e25e5342cf3731089e6d",
    ),
    (
        "games.jsonl",
        include_str!("data/games.jsonl"),
        "6c1f60eaf109489a1006eee6af8338880ba833a015e847ae4e7b861cf0ad77aa",
    ),
    (
        "book.jsonl",
        include_str!("data/book.jsonl"),
        "e056e590c14a9e0086ac4dbb091c3661f7ec0ff6c9f570ef0f0c1b4b0bf741e5",
    ),
    (
        "notation.jsonl",
        include_str!("data/notation.jsonl"),
        "e0f9a6fe87d59fe608e0a684de704c2e576c47bf8ec1c38687f39019f4075d88",
    ),
];

/// Reads a file, holding it to its SHA-256, and checks each line. Every line that fails is named.
#[track_caller]
fn each_line<T: for<'a> Deserialize<'a>>(name: &str, lines: usize, check: impl Fn(&T) -> Result<(), String>) {
    let (_, text, expected) = FILES.iter().find(|(file, ..)| *file == name).expect("the file is listed");
    let actual = format!("{:x}", Sha256::digest(text));
    assert_eq!(actual, *expected, "SHA-256 of {name}");
    assert_eq!(text.lines().count(), lines, "lines of {name}");
    let failures: Vec<String> = (1..)
        .zip(text.lines())
        .filter_map(|(number, line)| {
            let case = serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}:{number}: {error}"));
            check(&case).err().map(|failure| format!("{name}:{number}: {failure}"))
        })
        .collect();
    assert!(failures.is_empty(), "{} of {lines} lines fail\n{}", failures.len(), failures.join("\n"));
}

fn same<T: PartialEq + Debug>(what: &str, actual: &T, expected: &T) -> Result<(), String> {
    if actual == expected { Ok(()) } else { Err(format!("{what}: {actual:?}, expected {expected:?}")) }
}

fn position(text: &str) -> Result<Position, String> {
    let position: Position = text.parse().map_err(|error| format!("{text:?}: {error}"))?;
    same("text", &position.to_string().as_str(), &text)?;
    Ok(position)
}

fn read(position: &Position, text: &str) -> Result<Move, String> {
    position.read_move(text).map_err(|refusal| format!("{text:?} in {position}: {refusal}"))
}

fn play(position: &Position, text: &str) -> Result<Played<Position>, String> {
    let mv = read(position, text)?;
    position.play(mv).map_err(|refusal| format!("{text:?} in {position}: {refusal}"))
}

fn texts<T: ToString>(items: &[T]) -> Vec<String> {
    items.iter().map(T::to_string).collect()
}

/// What the start of the next turn brought about, in the words of the vectors.
fn words(events: &[Event]) -> Vec<String> {
    let word = |event: &Event| match event {
        Event::Captured { .. } | Event::Rescued(_) => None,
        Event::Added(Addition::Insufficient) => Some("added:insufficient".to_owned()),
        Event::Added(Addition::NoProgress) => Some("added:no-progress".to_owned()),
        Event::Added(Addition::Stalled) => Some("added:stalled".to_owned()),
        Event::Out(seat) => Some(format!("out:{}", seat.index())),
        Event::Passed(_) => Some("pass".to_owned()),
    };
    events.iter().filter_map(word).collect()
}

fn captured(events: &[Event]) -> String {
    let blocks = events.iter().find_map(|event| match event {
        Event::Captured { blocks, .. } => Some(blocks),
        _ => None,
    });
    blocks.into_iter().flatten().map(|block| block.letter()).collect()
}

/// The winner's letter and the reason's word.
fn ending(position: &Position) -> (Option<char>, Option<String>) {
    let Some((outcome, reason)) = position.outcome() else { return (None, None) };
    let reason = match reason {
        Reason::Summit => "summit",
        Reason::Smothered => "smothered",
        Reason::NoResources => "no-resources",
        Reason::Resigned => "resigned",
        Reason::Time => "time",
    };
    (outcome.winner().map(|seat| Colour::of(seat).letter()), Some(reason.to_owned()))
}

#[derive(Deserialize)]
struct Generation {
    position: String,
    steps: Option<u8>,
    legal: Vec<String>,
}

fn check_generation(case: &Generation) -> Result<(), String> {
    let position = position(&case.position)?;
    let legal = position.legal_moves_of_length(case.steps);
    same("legal", &texts(&legal), &case.legal)?;
    if case.steps.is_none() {
        same("count", &position.count_legal_moves(), &(legal.len() as u64))?;
    }
    Ok(())
}

#[test]
fn moves_are_generated() {
    each_line("movegen.jsonl", 200, check_generation);
}

#[test]
fn moves_are_generated_in_rare_positions() {
    each_line("movegen_edge.jsonl", 9, check_generation);
}

#[derive(Deserialize)]
struct Application {
    position: String,
    r#move: String,
    short: Option<String>,
    captured: String,
    rescued: bool,
    events: Vec<String>,
    winner: Option<char>,
    reason: Option<String>,
    after: Option<String>,
}

fn check_application(case: &Application) -> Result<(), String> {
    let before = position(&case.position)?;
    let mv = read(&before, &case.r#move)?;
    same("long form", &mv.to_string(), &case.r#move)?;
    let short = before.short_form(mv);
    same("short form", &short, case.short.as_ref().unwrap_or(&short))?;
    same("short form read", &read(&before, &short)?, &mv)?;
    let foretold: String = before.captures(mv).into_iter().map(Block::letter).collect();
    same("captures foretold", &foretold, &case.captured)?;
    let Played { position: after, events } = play(&before, &case.r#move)?;
    same("captured", &captured(&events), &case.captured)?;
    same("rescued", &events.contains(&Event::Rescued(before.turn())), &case.rescued)?;
    same("events", &words(&events), &case.events)?;
    same("ending", &ending(&after), &(case.winner, case.reason.clone()))?;
    let text = after.outcome().is_none().then(|| after.to_string());
    same("after", &text, &case.after)?;
    same("before", &before.to_string(), &case.position)
}

#[test]
fn moves_are_played() {
    each_line("apply.jsonl", 300, check_application);
}

#[test]
fn turns_start() {
    each_line("turnstart.jsonl", 39, check_application);
}

#[derive(Deserialize)]
struct Repetition {
    position: String,
    moves: Vec<String>,
    barred: Vec<String>,
    allowed: Vec<String>,
    legal_count: usize,
    events: Vec<(usize, String)>,
    after: String,
}

#[test]
fn repetition_is_barred() {
    each_line("repetition.jsonl", 6, |case: &Repetition| {
        let mut position = position(&case.position)?;
        let mut happened = Vec::new();
        for (ply, text) in case.moves.iter().enumerate() {
            let played = play(&position, text)?;
            happened.extend(words(&played.events).into_iter().map(|word| (ply, word)));
            position = played.position;
        }
        same("events", &happened, &case.events)?;
        same("after", &position.to_string(), &case.after)?;
        let legal = texts(&position.legal_moves());
        same("legal count", &legal.len(), &case.legal_count)?;
        same("counted", &position.count_legal_moves(), &(legal.len() as u64))?;
        for barred in &case.barred {
            same(barred, &legal.contains(barred), &false)?;
            same(
                barred,
                &position.read_move(barred).map_err(|refusal| refusal.cause),
                &Err(Cause::Repetition),
            )?;
        }
        for allowed in &case.allowed {
            same(allowed, &legal.contains(allowed), &true)?;
            same(allowed, &read(&position, allowed)?.to_string(), allowed)?;
        }
        Ok(())
    });
}

#[derive(Deserialize)]
struct Game {
    players: u8,
    moves: Vec<String>,
    #[serde(default)]
    long: Option<Vec<String>>,
    #[serde(default)]
    captured: Option<Vec<String>>,
    legal_counts: Vec<u64>,
    #[serde(default)]
    events: Vec<(usize, String)>,
    winner: Option<char>,
    reason: Option<String>,
    r#final: String,
}

fn check_game(case: &Game) -> Result<(), String> {
    let mut position = Position::start(case.players).ok_or("no such number of players")?;
    let mut happened = Vec::new();
    same("counts", &case.legal_counts.len(), &case.moves.len())?;
    for (ply, text) in case.moves.iter().enumerate() {
        let at = |what: &str| format!("ply {ply}, {text:?}: {what}");
        same(&at("count"), &position.count_legal_moves(), &case.legal_counts[ply])?;
        let mv = read(&position, text)?;
        same(&at("short form"), &position.short_form(mv), text)?;
        if let Some(long) = &case.long {
            same(&at("long form"), &mv.to_string(), &long[ply])?;
        }
        let played = play(&position, text)?;
        if let Some(blocks) = &case.captured {
            same(&at("captured"), &captured(&played.events), &blocks[ply])?;
        }
        happened.extend(words(&played.events).into_iter().map(|word| (ply, word)));
        position = played.position;
    }
    same("events", &happened, &case.events)?;
    same("ending", &ending(&position), &(case.winner, case.reason.clone()))?;
    same("final", &position.to_string(), &case.r#final)
}

#[test]
fn whole_games_are_played() {
    each_line("games.jsonl", 16, check_game);
}

#[test]
fn the_games_of_the_book_are_played() {
    each_line("book.jsonl", 4, check_game);
}

#[derive(Deserialize)]
struct Notation {
    position: String,
    moves: Vec<String>,
    input: String,
    r#move: Option<String>,
    refused: Option<String>,
    square: Option<String>,
    lacking: Option<u8>,
    candidates: Option<Vec<String>>,
}

#[test]
fn notation_is_read_or_refused() {
    each_line("notation.jsonl", 51, |case: &Notation| {
        let mut position = position(&case.position)?;
        for text in &case.moves {
            position = play(&position, text)?.position;
        }
        let refusal = match position.read_move(&case.input) {
            Ok(mv) => return same("move", &Some(mv.to_string()), &case.r#move),
            Err(refusal) => refusal,
        };
        same("refused", &Some(refusal.slug()), &case.refused.as_deref())?;
        let details = details(&refusal);
        for (what, expected) in [
            ("square", case.square.clone()),
            ("lacking", case.lacking.map(|lacking| lacking.to_string())),
            ("candidates", case.candidates.as_ref().map(|candidates| candidates.join(" "))),
        ] {
            if expected.is_some() {
                same(what, &details.get(what).cloned(), &expected)?;
            }
        }
        Ok(())
    });
}

fn details(refusal: &Refusal) -> BTreeMap<&'static str, String> {
    match &refusal.cause {
        Cause::Blocked { square, lacking } => {
            [("square", square.to_string()), ("lacking", lacking.to_string())].into()
        }
        Cause::SpecialBarred { square } => [("square", square.to_string())].into(),
        Cause::Ambiguous { candidates } => [("candidates", texts(candidates).join(" "))].into(),
        _ => BTreeMap::new(),
    }
}

#[test]
fn the_published_counts_hold() {
    let mut position = Position::start(2).unwrap();
    for (mv, expected) in [("-G2", 176), ("-G4", 194), ("-G12", 211)] {
        assert_eq!(position.count_legal_moves(), expected, "before {mv}");
        position = play(&position, mv).unwrap().position;
    }
    assert_eq!(position.count_legal_moves(), 235);
    assert_eq!(position.turn(), Seat::ALL[1]);
}

#[test]
fn perft_holds() {
    let start = Position::start(2).unwrap();
    for (depth, nodes) in (0..).zip([1, 176, 31_632, 4_965_408]) {
        assert_eq!(start.perft(depth), nodes, "depth {depth}");
    }
    assert_eq!(game::perft(&start, 2), 31_632, "played move by move");
}
