//! What people read: moves, events and refusals, each held to the list of phrases that translations are checked against.

use std::collections::{BTreeMap, BTreeSet};

use expect_test::expect;
use play::{Argument, GameKind, HostedGame, Offer, Phrase};
use serde::Deserialize;

use crate::language::English;
use crate::record::games;

#[derive(Deserialize)]
struct Notation {
    position: String,
    moves: Vec<String>,
    input: String,
    refused: Option<String>,
}

fn notation() -> impl Iterator<Item = Notation> {
    let lines = include_str!("../../../xima/tests/data/notation.jsonl").lines();
    lines.map(|line| serde_json::from_str(line).expect("the vectors are JSON"))
}

/// Positions from the vectors whose moves bring the rare events about.
fn rare() -> Vec<(String, String)> {
    #[derive(Deserialize)]
    struct Applied {
        position: String,
        r#move: String,
    }
    let files = [
        include_str!("../../../xima/tests/data/apply.jsonl"),
        include_str!("../../../xima/tests/data/turnstart.jsonl"),
    ];
    let lines = files.into_iter().flat_map(str::lines);
    let read = |line| -> Applied { serde_json::from_str(line).expect("the vectors are JSON") };
    lines.map(read).map(|applied| (applied.position, applied.r#move)).collect()
}

/// Every phrase that came up, with every phrase inside it.
fn note(phrase: &Phrase, seen: &mut BTreeMap<&'static str, BTreeSet<&'static str>>) {
    seen.entry(phrase.id).or_default().extend(phrase.arguments.iter().map(|(name, _)| *name));
    for (_, argument) in &phrase.arguments {
        match argument {
            Argument::Phrase(inner) => note(inner, seen),
            Argument::List(phrases) | Argument::Sequence(phrases) => {
                for inner in phrases {
                    note(inner, seen);
                }
            }
            Argument::Text(_) | Argument::Number(_) | Argument::Player(_) => {}
        }
    }
}

#[test]
fn all_that_is_said_is_on_the_list_and_can_be_said() {
    let english = English::new();
    let mut seen = BTreeMap::new();
    let mut say = |phrase: &Phrase| {
        note(phrase, &mut seen);
        english.say(phrase)
    };
    for (_, recorded) in games() {
        let mut game = HostedGame::start(GameKind::Xima, recorded.players).expect("two to four play");
        for text in &recorded.moves {
            for choice in game.choices() {
                let name = format!("{}: {}", choice.short, say(&choice.words));
                assert!(name.chars().count() <= 100, "{name}");
            }
            for offer in game.offers("", 25) {
                if let Offer::Group { words, .. } = offer {
                    assert!(say(&words).chars().count() <= 100, "{words:?}");
                }
            }
            let ply = game.play(text).expect("recorded moves are legal").clone();
            say(&ply.words);
            ply.events.iter().for_each(|event| drop(say(event)));
            say(&game.description());
            say(&game.short_description());
        }
    }
    for (position, mv) in rare() {
        let mut game = HostedGame::from_text(GameKind::Xima, &position).expect("the vectors are positions");
        for choice in game.choices() {
            let name = format!("{}: {}", choice.short, say(&choice.words));
            assert!(name.chars().count() <= 100, "{name}");
        }
        let ply = game.play(&mv).expect("the vectors are legal").clone();
        say(&ply.words);
        ply.events.iter().for_each(|event| drop(say(event)));
        say(&game.description());
    }
    for (number, notation) in notation().enumerate() {
        let mut game =
            HostedGame::from_text(GameKind::Xima, &notation.position).expect("the vectors are positions");
        for text in &notation.moves {
            game.play(text).expect("the vectors are legal");
        }
        let refused = game.read(&notation.input).err();
        if let Some(phrase) = &refused {
            say(phrase);
        }
        // A dash or an arrow between two squares is read here, and is no form of the rules page.
        let slug = refused.map(|phrase| phrase.id.trim_start_matches("xima-refused-").to_owned());
        assert_eq!(slug, notation.refused, "notation.jsonl:{}: {:?}", number + 1, notation.input);
    }
    for leaving in [game::Leaving::Resigned, game::Leaving::Time] {
        let mut game = HostedGame::start(GameKind::Xima, 3).expect("three play");
        let seat = game.turn().expect("someone moves");
        say(&game.leave(seat, leaving).expect("they may leave").words.clone());
        say(&game.description());
        game.break_off();
        say(&game.description());
    }
    let listed: BTreeMap<&str, BTreeSet<&str>> =
        GameKind::Xima.phrases().iter().map(|(id, names)| (*id, names.iter().copied().collect())).collect();
    for (id, names) in &seen {
        assert_eq!(
            listed.get(id),
            Some(names),
            "the list of phrases lacks {id}, or has it with other arguments"
        );
    }
    // Dice come with a later issue; of a finished game nothing is read.
    let unseen: Vec<&str> = listed.keys().copied().filter(|id| !seen.contains_key(id)).collect();
    expect![[r#"["xima-refused-game-over", "xima-refused-wrong-steps"]"#]].assert_eq(&format!("{unseen:?}"));
}

#[test]
fn every_listed_phrase_has_its_words() {
    let english = English::new();
    for kind in GameKind::ALL {
        for (id, names) in kind.phrases() {
            assert!(id.starts_with(kind.slug()), "{id}");
            let arguments = names.iter().map(|name| (*name, Argument::Number(2))).collect();
            assert!(!english.say(&Phrase { id, arguments }).is_empty(), "{id}");
        }
    }
}

#[track_caller]
fn check_choice(position: &str, text: &str, expected: &str) {
    let game = HostedGame::from_text(GameKind::Xima, position).expect("a position");
    let choice = game.read(text).unwrap_or_else(|refusal| panic!("{}", English::new().say(&refusal)));
    assert_eq!(format!("{}: {}", choice.short, English::new().say(&choice.words)), expected);
}

#[test]
fn a_choice_says_where_the_block_goes_and_what_it_does() {
    let start = "13/13/13/13/13/13/13/13/13/13/13/13/13 r r9+b9+ 0";
    check_choice(start, "-g2", "-G2: enters at G2");
    check_choice(start, "=d1", "=D1: the special enters at D1");
    check_choice("13/13/13/13/13/13/13/13/13/13/13/13/r12 r r8+b9+ 0", "c1", "C1: A1 → C1");
    check_choice("13/13/13/13/13/13/13/13/13/13/13/13/r1b10 r r8+b8+ 0", "c1", "C1: A1 → C1, onto blue");
    check_choice(
        "13/13/13/13/13/13/13/13/13/13/13/13/(br)(rb)11 r r7+b7+ 0",
        "b1",
        "xB1: A1 → B1, captures blue",
    );
}

#[track_caller]
fn check_ply(position: &str, text: &str, expected: &[&str]) {
    let english = English::new();
    let mut game = HostedGame::from_text(GameKind::Xima, position).expect("a position");
    let ply = game.play(text).unwrap_or_else(|refusal| panic!("{}", english.say(&refusal)));
    let said: Vec<String> =
        std::iter::once(&ply.words).chain(&ply.events).map(|phrase| english.say(phrase)).collect();
    assert_eq!(said, expected);
}

#[test]
fn a_ply_says_what_was_done_and_what_came_of_it() {
    let start = "13/13/13/13/13/13/13/13/13/13/13/13/13 r r9+b9+ 0";
    check_ply(start, "-G2", &["entered a block at G2"]);
    check_ply(start, "=G2", &["entered the special at G2"]);
    check_ply(
        "13/13/13/13/13/13/13/13/13/13/13/13/(bbr)(rbB)11 r r7+b6 0",
        "B1",
        &["moved A1 → B1, onto red and blue"],
    );
    check_ply(
        "13/13/13/13/13/13/13/13/13/13/13/13/(br)(rB)11 r r7+b8 0",
        "B1",
        &[
            "moved A1 → B1, onto red and blue",
            "Captured on B1: the blue special. A captured special returns to its player’s reserve when a common block of theirs ends a move on G7.",
        ],
    );
}

#[track_caller]
fn check_refusal(position: &str, text: &str, expected: &str) {
    let game = HostedGame::from_text(GameKind::Xima, position).expect("a position");
    let phrase = game.read(text).expect_err("to be refused");
    assert_eq!(English::new().say(&phrase), expected);
}

#[test]
fn a_refusal_says_why_and_what_could_be_played() {
    let start = "13/13/13/13/13/13/13/13/13/13/13/13/13 r r9+b9+ 0";
    check_refusal(
        start,
        "hello `@everyone`",
        "`hello @everyone` is not a move. Write where a block goes, or from where to where; `-` enters a block, and `=` is your special. Legal now: `-G13` (enters at G13) and `=G13` (the special enters at G13).",
    );
    // What turns the line around, or is not seen, is named.
    check_refusal(
        start,
        "\u{202e}G2\u{200b}",
        "`⟨U+202E⟩G2⟨U+200B⟩` is not a move. Write where a block goes, or from where to where; `-` enters a block, and `=` is your special. Legal now: `-G13` (enters at G13) and `=G13` (the special enters at G13).",
    );
    // The square of the straightest way is named.
    check_refusal(
        start,
        "=D7",
        "C7 is too high to step onto, by one block. Legal would be `=B7` (the special enters at B7).",
    );
    check_refusal(
        "13/13/13/13/13/13/13/13/13/13/13/13/(Rb)12 r r9b8+ 0",
        "TOP",
        "Your special on A1 is under another block and cannot move.",
    );
    check_refusal(
        start,
        "-G7",
        "G3 is too high to step onto, by one block. Legal would be `-B7` (enters at B7).",
    );
    check_refusal(
        "13/13/13/13/13/13/13/6r6/13/6r6/13/6r6/13 r r6+b9+ 0",
        "-G7",
        "Only a special may end on the summit, G7. Legal would be `TOP` (the special enters at G7, wins).",
    );
    check_refusal(
        "13/13/13/13/13/13/13/13/13/13/13/13/r3r8 r r7+b9+ 0",
        "C1",
        "Several of your blocks can be meant: `A1C1` and `E1C1`.",
    );
}
