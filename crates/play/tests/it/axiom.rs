//! Axiom as it is hosted: what people read, what they are offered and what is drawn.

#![expect(clippy::needless_raw_string_hashes, reason = "expect_test writes them so")]

mod games;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use expect_test::{Expect, expect};
use game::{Leaving, Seat};
use play::{Argument, GameKind, HostedGame, Offer, Phrase, Viewing};
use render::{AxiomScene, Scene, Target};
use serde::Deserialize;

use crate::language::English;
use crate::world::Lot;

/// Discord's bounds: entries of a list, characters of an entry, characters of a picture's description.
const OFFERS: usize = 25;
const NAME: usize = 100;
const DESCRIPTION: usize = 1024;

/// Black's two sceptres can meet on (1,0,1); so can Black's and White's on (2,0,1).
const PAIR: &str = "B: C(0,0,1)x+ C(1,0,1)x+ S(0,0,1)z+ S(1,0,1)y- W: C(2,0,1)z+ S(2,0,1)y+ to-move: black";

/// A cube that can go to more cells than a list has entries.
const WIDE: &str = "B: C(0,0,1)x+ C(0,0,2)x+y+ C(0,2,1)x+ C(0,4,1)x- C(2,0,1)x+ C(4,0,1)y+ S(4,0,1)z+ S(2,0,1)z+ W: C(1,0,1)x+ C(3,0,1)x+ C(0,1,1)x+ C(0,3,1)x+ C(2,4,1)x+ C(4,2,1)y+ S(2,4,1)z+ S(4,2,1)z+ to-move: black";

/// The start, the third time after these.
const REPEATED: [&str; 8] = [
    "S(-1,0,2)S(-1,0,2)y-",
    "S(1,1,2)S(1,1,2)y+",
    "S(-1,0,2)S(-1,0,2)z+",
    "S(1,1,2)S(1,1,2)z+",
    "S(-1,0,2)S(-1,0,2)y-",
    "S(1,1,2)S(1,1,2)y+",
    "S(-1,0,2)S(-1,0,2)z+",
    "S(1,1,2)S(1,1,2)z+",
];

#[derive(Deserialize)]
struct Recorded {
    moves: Vec<String>,
    #[serde(rename = "final")]
    last: String,
    result: Option<Ended>,
}

#[derive(Deserialize)]
struct Ended {
    winner: String,
    reason: String,
}

fn recorded() -> impl Iterator<Item = (usize, Recorded)> {
    let lines = include_str!("../../../axiom/tests/data/games.jsonl").lines();
    lines
        .enumerate()
        .map(|(index, line)| (index + 1, serde_json::from_str(line).expect("the vectors are JSON")))
}

#[track_caller]
fn position(text: &str) -> HostedGame {
    HostedGame::from_text(GameKind::Axiom, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn start() -> HostedGame {
    HostedGame::start(GameKind::Axiom, 2).expect("two play")
}

/// The positions of the vectors, of games and of examples.
fn positions() -> Vec<HostedGame> {
    #[derive(Deserialize)]
    struct Line {
        position: String,
    }
    let files = [
        include_str!("../../../axiom/tests/data/positions.jsonl"),
        include_str!("../../../axiom/tests/data/examples.jsonl"),
    ];
    let read = |line| -> Line { serde_json::from_str(line).expect("the vectors are JSON") };
    files.into_iter().flat_map(str::lines).map(|line| position(&read(line).position)).collect()
}

#[test]
fn it_is_played_by_two() {
    assert_eq!(GameKind::Axiom.players(), 2..=2);
    assert!(GameKind::Axiom.start(1).is_none() && GameKind::Axiom.start(3).is_none());
    assert_eq!("axiom".parse(), Ok(GameKind::Axiom));
    assert_eq!(start().kind(), GameKind::Axiom);
}

#[test]
fn every_position_of_the_games_is_rebuilt_from_its_description() {
    let english = English::new();
    let mut longest = 0;
    let mut check = |game: &HostedGame, case: &str| {
        for phrase in [game.description(), game.short_description()] {
            let said = english.say(&phrase);
            assert_eq!(rebuilt(&said), game.position_text(), "{case}: {said}");
            longest = longest.max(said.chars().count());
        }
    };
    for (line, recorded) in recorded() {
        let mut game = start();
        for (ply, text) in recorded.moves.iter().enumerate() {
            check(&game, &format!("games.jsonl:{line}, ply {ply}"));
            game.play(text).expect("recorded moves are legal");
        }
        check(&game, &format!("games.jsonl:{line}, at the end"));
    }
    for game in positions() {
        check(&game, "the vectors");
    }
    // As far away as a structure could ever get.
    let far = start().position_text().replace("(-1,", "(-99999999,").replace("(1,", "(-99999997,");
    check(&position(&far.replace("(0,", "(-99999998,")), "far away");
    assert!(longest <= DESCRIPTION, "the longest has {longest} characters");
}

/// The position text, from an English description alone.
fn rebuilt(description: &str) -> String {
    let section = |rest: &str, from: &str, to: &str| {
        let (_, rest) = rest.split_once(from).unwrap_or_else(|| panic!("no {from:?} in {description}"));
        rest.split_once(to).unwrap_or_else(|| panic!("no {to:?} in {description}")).0.to_owned()
    };
    let state = section(description, "move ", ".");
    let turn = if state.contains(", black to move") || state.contains(", black would move") {
        "black"
    } else if state.contains(", white to move") || state.contains(", white would move") {
        "white"
    } else {
        panic!("nobody's turn: {state}")
    };
    let pieces = |letter: &str, texts: String| {
        texts
            .split(' ')
            .filter(|text| *text != "—")
            .fold(String::new(), |all, text| all + " " + letter + text)
    };
    let player = |name: &str| {
        let rest = description.split_once(name).unwrap_or_else(|| panic!("no {name:?} in {description}")).1;
        pieces("C", section(rest, "domes: ", ";")) + &pieces("S", section(rest, "stand on: ", "."))
    };
    format!("B:{} W:{} to-move: {turn}", player("Black cubes"), player("White cubes"))
}

#[test]
fn a_description_reads_well() {
    let english = English::new();
    let mut game = start();
    game.play("S(-1,0,2) S(-1,0,2)y-").expect("legal");
    expect!["Axiom, move 2, white to move. Last: black moved a sceptre (-1,0,2) → (-1,0,2)y-. Cells are (x,y,z), z is the level; faces are named by where they look. Black cubes with their domes: (-1,0,1)x-z+ (-1,0,2)x+ (0,0,1)x-y- (0,0,2)z- (1,0,1)x-z+ (1,0,2)x+; sceptres with the face they stand on: (-1,0,2)y- (1,0,2)z+. White cubes with their domes: (-1,1,1)x+z+ (-1,1,2)x- (0,1,1)x+y+ (0,1,2)z- (1,1,1)x+z+ (1,1,2)x-; sceptres with the face they stand on: (-1,1,2)z+ (1,1,2)z+."].assert_eq(&english.say(&game.description()));
    game.play("S(-1,1,2) S(-1,0,2)z+").expect("legal");
    expect!["Axiom, move 2, white has won, black would move next. Last: white moved a sceptre (-1,1,2) → (-1,0,2)z+. Cells are (x,y,z), z is the level; faces are named by where they look. Black cubes with their domes: (-1,0,1)x-z+ (-1,0,2)x+ (0,0,1)x-y- (0,0,2)z- (1,0,1)x-z+ (1,0,2)x+; sceptres with the face they stand on: (-1,0,2)y- (1,0,2)z+. White cubes with their domes: (-1,1,1)x+z+ (-1,1,2)x- (0,1,1)x+y+ (0,1,2)z- (1,1,1)x+z+ (1,1,2)x-; sceptres with the face they stand on: (-1,0,2)z+ (1,1,2)z+."].assert_eq(&english.say(&game.description()));
    let mut game = position(PAIR);
    game.leave(Seat::ALL[1], Leaving::Time).expect("white may leave");
    expect!["Axiom, move 0, black has won, black would move next. Last: white ran out of time. Cells are (x,y,z), z is the level; faces are named by where they look. Black cubes with their domes: (0,0,1)x+ (1,0,1)x+; sceptres with the face they stand on: (0,0,1)z+ (1,0,1)y-. White cubes with their domes: (2,0,1)z+; sceptres with the face they stand on: (2,0,1)y+."].assert_eq(&english.say(&game.description()));
}

/// The long forms of the moves that a group leads to: those that begin so, or all that can be chosen from several cells.
fn behind(game: &HostedGame, group: &str) -> BTreeSet<String> {
    let prefix = group.trim_end_matches('…');
    if !prefix.contains('…') {
        let long = game.choices().into_iter().map(|choice| choice.long);
        return long.filter(|long| long.starts_with(prefix)).collect();
    }
    let lead = |offer| match offer {
        Offer::Move(choice) => BTreeSet::from([choice.long]),
        Offer::Group { prefix, .. } => behind(game, &prefix),
    };
    game.offers(group, OFFERS).into_iter().flat_map(lead).collect()
}

/// An offer as it is shown.
fn name(english: &English, offer: &Offer) -> String {
    match offer {
        Offer::Move(choice) => english.say(&choice.words),
        Offer::Group { words, .. } => english.say(words),
    }
}

#[track_caller]
fn check_names(game: &HostedGame, typed: &str, expected: &Expect) {
    let english = English::new();
    let names: Vec<String> = game.offers(typed, OFFERS).iter().map(|offer| name(&english, offer)).collect();
    expected.assert_eq(&names.join("\n"));
}

#[test]
fn every_legal_move_is_reached_by_choosing_groups() {
    let english = English::new();
    for game in positions().into_iter().chain([start(), position(WIDE)]) {
        let legal = game.choices();
        let mut reached = BTreeSet::new();
        let mut open = vec![String::new()];
        while let Some(typed) = open.pop() {
            let case = format!("{typed:?} in {}", game.position_text());
            let offers = game.offers(&typed, OFFERS);
            assert!(offers.len() <= OFFERS, "{case}: {offers:?}");
            let values: BTreeSet<&str> = offers.iter().map(Offer::value).collect();
            assert_eq!(values.len(), offers.len(), "{case}: {offers:?}");
            let names: BTreeSet<String> = offers.iter().map(|offer| name(&english, offer)).collect();
            assert_eq!(names.len(), offers.len(), "{case}: {names:?}");
            assert!(names.iter().all(|name| name.chars().count() <= NAME), "{case}: {names:?}");
            if !typed.is_empty() {
                let submitted = game.several(&typed, OFFERS).unwrap_or_else(|| panic!("{case}: not a group"));
                assert_eq!(submitted.1, offers, "{case}: a group is the same submitted and typed");
            }
            for offer in offers {
                match offer {
                    Offer::Move(choice) => drop(reached.insert(choice.long)),
                    Offer::Group { prefix, moves, .. } => {
                        assert!(prefix.ends_with('…') && prefix.len() > typed.len(), "{case}: {prefix}");
                        // Piece, then cell, then faces.
                        assert!(prefix.ends_with(")…"), "{case}: {prefix}");
                        assert!(
                            moves > 1 && moves == behind(&game, &prefix).len(),
                            "{case}: {prefix}, {moves} moves"
                        );
                        open.push(prefix);
                    }
                }
            }
        }
        let legal: BTreeSet<String> = legal.into_iter().map(|choice| choice.long).collect();
        assert_eq!(reached, legal, "{}", game.position_text());
    }
}

#[test]
fn the_first_list_shows_every_piece() {
    check_names(
        &start(),
        "",
        &expect![[r#"
        cube (0,0,2): 23 moves
        sceptre (-1,0,2): 5 moves
        sceptre (1,0,2): 4 moves"#]],
    );
    check_names(
        &start(),
        "S(-1,0,2)…",
        &expect![[r#"
        sceptre (-1,0,2) → (-1,0,1)y-
        sceptre (-1,0,2) → (-1,0,2)x-
        sceptre (-1,0,2) → (-1,0,2)y-
        sceptre (-1,0,2) → (0,0,2)z+
        sceptre (-1,0,2) → (0,1,2)z+"#]],
    );
    // More moves than a list holds are offered by their cells, more cells by twos.
    check_names(
        &position(WIDE),
        "",
        &expect![[r#"
        cube (0,0,2): 116 moves
        cube (0,2,1): 48 moves
        cube (0,4,1): 47 moves
        sceptre (2,0,1): 4 moves
        sceptre (4,0,1): 3 moves"#]],
    );
    check_names(
        &position(WIDE),
        "C(0,0,2)",
        &expect![[r#"
        cube (0,0,2) → (-1,0,1) to (-1,1,1): 6 moves
        cube (0,0,2) → (-1,2,1) to (-1,3,1): 6 moves
        cube (0,0,2) → (-1,4,1) to (0,-1,1): 8 moves
        cube (0,0,2) → (0,1,2) to (0,2,2): 8 moves
        cube (0,0,2) → (0,3,2) to (0,4,2): 8 moves
        cube (0,0,2) → (0,5,1) to (1,-1,1): 6 moves
        cube (0,0,2) → (1,0,2) to (1,1,1): 9 moves
        cube (0,0,2) → (1,2,1) to (1,3,1): 10 moves
        cube (0,0,2) → (1,4,1) to (2,-1,1): 9 moves
        cube (0,0,2) → (2,1,1) to (2,3,1): 6 moves
        cube (0,0,2) → (2,5,1) to (3,-1,1): 6 moves
        cube (0,0,2) → (3,0,2) to (3,1,1): 7 moves
        cube (0,0,2) → (3,2,1) to (3,4,1): 8 moves
        cube (0,0,2) → (4,-1,1) to (4,1,1): 8 moves
        cube (0,0,2) → (4,3,1) to (5,0,1): 8 moves
        cube (0,0,2) → (5,2,1): 3 moves"#]],
    );
}

#[test]
fn every_legal_move_is_reached_by_typing_it() {
    let mut lot = Lot(3);
    for game in positions().into_iter().step_by(9) {
        for choice in game.choices() {
            let case = format!("{} in {}", choice.long, game.position_text());
            let offers = game.offers(&choice.long, OFFERS);
            assert!(offers.iter().any(|offer| offer.value() == choice.long), "{case}: {offers:?}");
            let cut = 1 + lot.below(choice.long.len() - 1);
            let half = format!(" {} ", choice.long[..cut].to_lowercase());
            let offers = game.offers(&half, OFFERS);
            let leads = |offer: &Offer| match offer {
                Offer::Move(offered) => offered.long == choice.long,
                Offer::Group { prefix, .. } => behind(&game, prefix).contains(&choice.long),
            };
            assert!(offers.len() <= OFFERS && offers.iter().any(leads), "{half:?}, {case}: {offers:?}");
        }
    }
}

#[test]
fn any_text_gets_a_short_list() {
    let mut lot = Lot(11);
    let letters: Vec<char> = "cs()CS0123456789,-+xyz…–−→> .*[`é🟥\u{202e}".chars().collect();
    let positions = positions();
    for _ in 0..3000 {
        let game = &positions[lot.below(positions.len())];
        let typed: String = (0..lot.below(14)).map(|_| letters[lot.below(letters.len())]).collect();
        assert!(game.offers(&typed, OFFERS).len() <= OFFERS, "{typed:?}");
        assert!(game.several(&typed, OFFERS).is_none_or(|(_, offers)| (1..=OFFERS).contains(&offers.len())));
        drop(game.read(&typed));
        let viewing = Viewing { selected: Some(typed), ..Viewing::plan(Seat::FIRST) };
        drop(game.scene(&viewing));
    }
}

#[test]
fn what_people_type_is_understood() {
    let game = start();
    for typed in [
        "C(0,0,2) C(0,1,3)z-",
        "c(0,0,2)c(0,1,3)Z-",
        "C(0,0,2) → C(0,1,3) z-",
        "C(0,0,2) -> C(0,1,3)z−",
        "C(0,0,2)-C(0,1,3)z-",
        " C ( 0 , 0 , 2 ) – C(0,1,3)z- ",
        "c 0,0,2 0,1,3 z-",
        "c0,0,2 → 0,1,3 z-",
        "c(0,0,2)-(0,1,3)z-",
        "C 0 0 2 - C 0 1 3 Z-",
    ] {
        assert_eq!(
            game.read(typed).map(|choice| choice.long).as_deref(),
            Ok("C(0,0,2)C(0,1,3)z-"),
            "{typed}"
        );
        let offers = game.offers(typed, OFFERS);
        assert_eq!(offers.iter().map(Offer::value).collect::<Vec<_>>(), ["C(0,0,2)C(0,1,3)z-"], "{typed}");
    }
    for typed in
        ["s -1,0,2 0,1,2 z+", "S(-1,0,2)z+ S(0,1,2)z+", "S(-1,0,2)z+ -> S(0,1,2)z+", "s(-1,0,2)s(0,1,2)z+"]
    {
        let long = game.read(typed).map(|choice| choice.long);
        assert_eq!(long.as_deref(), Ok("S(-1,0,2)S(0,1,2)z+"), "{typed}");
        assert_eq!(
            game.offers(typed, OFFERS).first().map(Offer::value),
            Some("S(-1,0,2)S(0,1,2)z+"),
            "{typed}"
        );
    }
    // Domes in the other order.
    let mut game = start();
    for text in ["C(0,0,2) C(1,2,1)y-", "C(0,1,2) C(1,2,2)z-"] {
        game.play(text).expect("legal");
    }
    let turned = game.offers("C(0,0,1) C(0,2,1)y+x-", OFFERS);
    assert_eq!(turned.iter().map(Offer::value).collect::<Vec<_>>(), ["C(0,0,1)C(0,2,1)x-y+"]);
    // Without letters: what stands there, and what goes there.
    let count = |typed: &str| start().offers(typed, OFFERS).len();
    assert_eq!((count("(-1,0,2)"), count("-1,0,2")), (count("S(-1,0,2)"), count("S(-1,0,2)")));
    assert!(count("S(-1,0,2)") > 1);
    let there = start().offers("0,1,3", OFFERS);
    assert!(there.iter().all(|offer| offer.value().contains("C(0,1,3)")) && !there.is_empty(), "{there:?}");
    assert_eq!(count("nonsense"), 0);
    // By half: the piece by its first coordinate, or by another.
    assert_eq!((count("c0"), count("c-1"), count("c(0,0")), (23, 0, 23));
    for typed in ["s-1", "S(-1", "s -1 0", "s-1,0,2"] {
        assert_eq!(start().offers(typed, OFFERS), start().offers("S(-1,0,2)…", OFFERS), "{typed}");
    }
    assert_eq!(count("S2"), count("S"));
    assert_eq!(count("c 0,0,2 -2"), 5);
    assert_eq!(start().several("nonsense", OFFERS), None);
    assert_eq!(start().several("C(0,0,2)C(0,1,3)z-", OFFERS), None, "a whole move is no group");
}

#[track_caller]
fn check_choice(position_text: &str, text: &str, expected: &Expect) {
    let choice = position(position_text).read(text).expect("legal");
    let english = English::new();
    let warning = choice.warning.map_or_else(String::new, |warning| format!("\n{}", english.say(&warning)));
    expected.assert_eq(&format!("{}: {}{warning}", choice.short, english.say(&choice.words)));
}

#[test]
fn a_choice_says_what_it_does_and_warns_of_the_own_pair() {
    let start = start().position_text();
    check_choice(
        &start,
        "C(0,0,2) C(0,1,3)z-",
        &expect!["C(0,0,2)C(0,1,3)z-: cube (0,0,2) → (0,1,3), dome z-"],
    );
    check_choice(
        &start,
        "S(-1,0,2) S(0,1,2)z+",
        &expect!["S(-1,0,2)S(0,1,2)z+: sceptre (-1,0,2) → (0,1,2)z+"],
    );
    check_choice(
        PAIR,
        "S(0,0,1) S(1,0,1)z+",
        &expect![[r#"
        S(0,0,1)S(1,0,1)z+: sceptre (0,0,1) → (1,0,1)z+, loses: your own pair
        This move puts both your sceptres on one cube: you would lose at once."#]],
    );
    check_choice(
        PAIR,
        "S(1,0,1) S(2,0,1)y-",
        &expect!["S(1,0,1)S(2,0,1)y-: sceptre (1,0,1) → (2,0,1)y-, wins"],
    );
    let eliminates = "B: C(0,0,1)x+ C(2,0,1)x- S(1,0,1)z+ W: C(1,0,1)y- S(2,0,1)y+ to-move: black";
    check_choice(
        eliminates,
        "S(1,0,1) S(0,0,1)z+",
        &expect!["S(1,0,1)S(0,0,1)z+: sceptre (1,0,1) → (0,0,1)z+, takes (1,0,1) out"],
    );
    for choice in position(PAIR).choices() {
        let joins =
            choice.long.starts_with("S(0,0,1)S(1,0,1)") || choice.long.starts_with("S(1,0,1)S(0,0,1)");
        assert_eq!(choice.warning.is_some(), joins, "{}", choice.long);
    }
}

#[test]
fn what_happens_is_told() {
    let english = English::new();
    let mut game = position("B: C(0,0,1)x+ C(2,0,1)x- S(1,0,1)z+ W: C(1,0,1)y- S(2,0,1)y+ to-move: black");
    let ply = game.play("S(1,0,1) S(0,0,1)z+").expect("legal");
    assert_eq!((ply.seat, ply.next, ply.begins_turn), (Seat::FIRST, Some(Seat::ALL[1]), true));
    expect!["moved a sceptre (1,0,1) → (0,0,1)z+"].assert_eq(&english.say(&ply.words));
    expect!["The white cube (1,0,1), which the sceptre has left, is out of the game."]
        .assert_eq(&ply.events.iter().map(|event| english.say(event)).collect::<Vec<_>>().join(" "));
    let mut start = start();
    let ply = start.play("c(0,0,2) c(0,1,3)z-").expect("legal");
    expect!["moved a cube (0,0,2) → (0,1,3), dome z-"].assert_eq(&english.say(&ply.words));
    assert_eq!((ply.text.as_str(), ply.short.as_str()), ("C(0,0,2)C(0,1,3)z-", "C(0,0,2)C(0,1,3)z-"));
}

/// Texts that are refused, each for another reason.
fn refused() -> Vec<(HostedGame, &'static str)> {
    let start = start().position_text();
    let court =
        "B: C(0,0,1)y+ C(0,1,1)x+ C(1,1,1)x+ S(0,0,1)y- W: C(2,1,1)y- C(2,0,1)z+ S(2,1,1)z+ to-move: black";
    let facing = "B: C(0,0,1)z+ C(0,0,2)y+ C(1,0,1)x- C(2,0,1)x- C(3,0,1)x-z+ C(3,0,2)y+ S(0,0,2)z+ W: C(4,0,1)x- S(3,0,2)x- to-move: black";
    let near =
        "B: C(0,0,1)x+ C(1,0,1)y+z+ C(3,0,1)x- S(0,0,1)x- W: C(1,1,1)z+ C(2,0,1)y- S(1,1,1)y+ to-move: black";
    let texts = [
        (start.as_str(), "hello `there`"),
        (&start, "C(999999999,0,2) C(0,1,3)z-"),
        (&start, "C(5,5,1) C(0,1,3)z-"),
        (&start, "C(0,1,2) C(0,2,1)z-"),
        (&start, "S(0,0,2) S(0,1,2)z+"),
        (&start, "S(-1,1,2) S(0,1,2)z+"),
        (&start, "C(1,0,2) C(0,1,3)z-"),
        (&start, "C(0,0,1) C(0,-1,1)x+ y+"),
        (&start, "C(0,0,2) C(0,1,3)x-z-"),
        (&start, "C(0,0,2) C(0,0,2)x+"),
        (&start, "C(0,0,2) C(0,1,2)x+"),
        (near, "C(3,0,1) C(-1,0,1)x+"),
        (&start, "C(0,0,2) C(0,1,4)z-"),
        (&start, "C(0,0,2) C(0,-1,1)y+"),
        (&start, "C(0,0,2) C(-2,1,1)x-"),
        (&start, "S(-1,0,2) S(-1,0,1)x-"),
        (&start, "S(-1,0,2) S(-1,0,2)z+"),
        (&start, "S(-1,0,2) S(-1,1,2)z+"),
        (court, "S(0,0,1) S(0,0,1)x+"),
        (facing, "S(0,0,2) S(0,0,2)x+"),
        (&start, "S(-1,0,2) S(0,0,1)y-"),
    ];
    texts.into_iter().map(|(text, typed)| (position(text), typed)).collect()
}

#[test]
fn refusals_name_the_cell_and_the_nearest_move() {
    let english = English::new();
    let mut said = String::new();
    for (game, typed) in refused() {
        let refused = game.read(typed).expect_err(typed);
        let reason = refused.id.trim_start_matches("axiom-refused-");
        writeln!(said, "{reason}: {}", english.say(&refused)).expect("texts grow");
    }
    expect![[r#"
        syntax: `hello there` is not a move. Write from which cell to which: a cube with its domes, a sceptre with the face it is to stand on. Legal now: `C(0,0,2)C(-1,-1,1)y+` (cube (0,0,2) → (-1,-1,1), dome y+) and `S(-1,0,2)S(-1,0,1)y-` (sceptre (-1,0,2) → (-1,0,1)y-).
        out-of-bounds: `C(999999999,0,2) C(0,1,3)z-` names a cell that no cube can reach.
        no-cube: There is no cube in (5,5,1).
        not-yours: The cube in (0,1,2) is not yours.
        no-sceptre: None of your sceptres stands so on (0,0,2).
        not-your-sceptre: The sceptre on (-1,1,2) is white’s, not yours.
        carries: The cube in (1,0,2) carries a sceptre and cannot be lifted.
        covered: The cube in (0,0,1) has another on top and cannot be lifted.
        domes: This cube has one dome: name one face. Legal would be `C(0,0,2)C(0,1,3)z-` (cube (0,0,2) → (0,1,3), dome z-).
        same-cell: The cube must leave (0,0,2); turning it there is no move. Legal would be `C(0,0,2)C(0,-1,1)x+` (cube (0,0,2) → (0,-1,1), dome x+).
        filled: There is a cube in (0,1,2) already. Legal would be `C(0,0,2)C(0,1,3)z-` (cube (0,0,2) → (0,1,3), dome z-).
        near-sceptre: The sceptre on (0,0,1) stands or points into (-1,0,1). Legal would be `C(3,0,1)C(0,1,1)x+` (cube (3,0,1) → (0,1,1), dome x+).
        unsupported: There is nothing under (0,1,4) to put a cube on. Legal would be `C(0,0,2)C(0,1,3)z-` (cube (0,0,2) → (0,1,3), dome z-).
        dome-on-dome: A dome at y+ has no room in (0,-1,1): it would press against another dome or the table. Legal would be `C(0,0,2)C(0,-1,1)x+` (cube (0,0,2) → (0,-1,1), dome x+).
        no-interlock: In (-2,1,1) no dome would enter a recess: with the cube below, or on the table with one beside. Legal would be `C(0,0,2)C(-2,1,1)x+` (cube (0,0,2) → (-2,1,1), dome x+).
        dome: (-1,0,1)x- is a dome, and a sceptre cannot stand there. Legal would be `S(-1,0,2)S(-1,0,1)y-` (sceptre (-1,0,2) → (-1,0,1)y-).
        same-square: The sceptre stands on (-1,0,2)z+ already. Legal would be `S(-1,0,2)S(-1,0,2)x-` (sceptre (-1,0,2) → (-1,0,2)x-).
        taken: The sceptre on (-1,1,2) is in the way to (-1,1,2)z+. Legal would be `S(-1,0,2)S(0,1,2)z+` (sceptre (-1,0,2) → (0,1,2)z+).
        no-room: At (0,0,1)x+ there is no room for the tip of the sceptre. Legal would be `S(0,0,1)S(0,0,1)x-` (sceptre (0,0,1) → (0,0,1)x-).
        facing: At (0,0,2)x+ the sceptre would point at the one on (3,0,2). Legal would be `S(0,0,2)S(0,0,2)x-` (sceptre (0,0,2) → (0,0,2)x-).
        out-of-reach: No line of this sceptre leads to (0,0,1)y-. Legal would be `S(-1,0,2)S(-1,0,1)y-` (sceptre (-1,0,2) → (-1,0,1)y-).
    "#]].assert_eq(&said);
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
fn all_that_is_said_is_on_the_list() {
    #[derive(Deserialize)]
    struct Example {
        position: String,
        moves: Vec<Tried>,
    }
    #[derive(Deserialize)]
    struct Tried {
        r#move: String,
        legal: bool,
    }
    let english = English::new();
    let mut seen = BTreeMap::new();
    let mut say = |phrase: &Phrase| {
        note(phrase, &mut seen);
        assert!(!english.say(phrase).is_empty());
    };
    for line in include_str!("../../../axiom/tests/data/examples.jsonl").lines() {
        let example: Example = serde_json::from_str(line).expect("the vectors are JSON");
        let game = position(&example.position);
        for choice in game.choices() {
            say(&choice.words);
            choice.warning.iter().for_each(&mut say);
        }
        for offer in game.offers("", OFFERS) {
            if let Offer::Group { words, .. } = offer {
                say(&words);
            }
        }
        for Tried { r#move: text, legal } in &example.moves {
            let mut game = game.clone();
            match game.play(text).cloned() {
                Ok(ply) => {
                    say(&ply.words);
                    ply.events.iter().for_each(&mut say);
                    say(&game.description());
                }
                Err(refusal) => say(&refusal),
            }
            assert_eq!(game.ply() == 1, *legal, "{text} in {}", example.position);
        }
    }
    for (game, typed) in refused() {
        say(&game.read(typed).expect_err(typed));
    }
    for leaving in [Leaving::Resigned, Leaving::Time] {
        let mut game = start();
        say(&game.leave(Seat::FIRST, leaving).expect("black may leave").words.clone());
        game.break_off();
        say(&game.description());
    }
    let mut drawn = start();
    for text in REPEATED {
        drawn.play(text).expect("legal");
    }
    say(&drawn.description());
    say(&drawn.play(REPEATED[0]).expect_err("the game is over"));
    let listed: BTreeMap<&str, BTreeSet<&str>> =
        GameKind::Axiom.phrases().iter().map(|(id, names)| (*id, names.iter().copied().collect())).collect();
    for (id, names) in &seen {
        assert_eq!(listed.get(id), Some(names), "the list of phrases lacks {id}, or has other arguments");
    }
    let unseen: Vec<&str> = listed.keys().copied().filter(|id| !seen.contains_key(id)).collect();
    assert!(unseen.is_empty(), "never said: {unseen:?}");
}

fn scene(game: &HostedGame, selected: Option<&str>) -> AxiomScene {
    let viewing = Viewing { selected: selected.map(str::to_owned), ..Viewing::plan(Seat::FIRST) };
    match game.scene(&viewing) {
        Scene::Axiom(scene) => scene,
        other @ Scene::Xima(_) => panic!("{other:?}"),
    }
}

#[test]
fn a_chosen_piece_shows_where_it_can_go() {
    let mut game = start();
    let sceptre = scene(&game, Some("S(-1,0,2)…"));
    assert_eq!(sceptre.selected.map(|cell| cell.to_string()).as_deref(), Some("(-1,0,2)"));
    let faces = game.choices().iter().filter(|choice| choice.long.starts_with("S(-1,0,2)")).count();
    assert_eq!(sceptre.targets.len(), faces);
    assert!(sceptre.targets.iter().all(|target| matches!(target, Target::Face(..))));
    let cube = scene(&game, Some("c(0,0,2)c(0,"));
    let cells: BTreeSet<String> = (game.choices().iter())
        .filter_map(|choice| {
            choice.long.strip_prefix("C(0,0,2)C")?.split_inclusive(')').next().map(str::to_owned)
        })
        .collect();
    let marked: Vec<String> = (cube.targets.iter())
        .map(|target| match target {
            Target::Cell(cell) => cell.to_string(),
            Target::Face(..) => panic!("{target:?}"),
        })
        .collect();
    assert_eq!(marked.iter().cloned().collect::<BTreeSet<_>>(), cells);
    assert_eq!(marked.len(), cells.len(), "each once");
    assert_eq!((scene(&game, Some("nonsense")).selected, scene(&game, None).targets), (None, Vec::new()));
    assert_eq!(scene(&game, None).last, None);
    game.play("C(0,0,2) C(0,1,3)z-").expect("legal");
    assert_eq!(scene(&game, None).last.map(|mv| mv.to_string()).as_deref(), Some("C(0,0,2)C(0,1,3)z-"));
    game.leave(Seat::FIRST, Leaving::Resigned).expect("black may leave");
    let last = scene(&game, None);
    assert_eq!((last.to_move, last.winner, last.last.is_some()), (None, Some(Seat::ALL[1]), true));
}

#[test]
fn a_record_is_written_by_rounds() {
    let mut game = start();
    for text in &REPEATED[..3] {
        game.play(text).expect("legal");
    }
    game.leave(Seat::FIRST, Leaving::Resigned).expect("black may leave");
    expect!["1. S(-1,0,2)S(-1,0,2)y- S(1,1,2)S(1,1,2)y+ 2. S(-1,0,2)S(-1,0,2)z+ resigns(b)"]
        .assert_eq(&game.record_text());
    let mut game = start();
    game.leave(Seat::FIRST, Leaving::Time).expect("black may leave");
    expect!["1. time"].assert_eq(&game.record_text());
    let mut game = start();
    for text in &REPEATED[..2] {
        game.play(text).expect("legal");
    }
    game.agree(Seat::ALL[1]).expect("the game goes on");
    expect!["1. S(-1,0,2)S(-1,0,2)y- S(1,1,2)S(1,1,2)y+ 2. draw"].assert_eq(&game.record_text());
}
