//! Alt texts: the position can be rebuilt from them, and they fit.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use expect_test::expect;
use play::{GameKind, HostedGame};

use crate::language::English;
use crate::record::games;

/// Discord's bound.
const LIMIT: usize = 1024;

#[test]
fn every_position_of_the_games_is_rebuilt_from_its_description() {
    let english = English::new();
    let mut longest = 0;
    for (line, recorded) in games() {
        let mut game = HostedGame::start(GameKind::Xima, recorded.players).expect("two to four play");
        for (ply, text) in recorded.moves.iter().enumerate() {
            let case = format!("games.jsonl:{line}, ply {ply}");
            let (words, letters) = described(&english, &game);
            assert_eq!(rebuilt(&words), game.position_text(), "{case}: {words}");
            assert_eq!(rebuilt(&letters), game.position_text(), "{case}: {letters}");
            longest = longest.max(words.chars().count());
            game.play(text).expect("recorded moves are legal");
        }
        let (words, letters) = described(&english, &game);
        assert_eq!(rebuilt(&words), game.position_text(), "games.jsonl:{line}, at the end: {words}");
        assert_eq!(rebuilt(&letters), game.position_text(), "games.jsonl:{line}, at the end: {letters}");
    }
    assert!(longest <= LIMIT, "the longest has {longest} characters");
}

#[test]
fn the_fullest_positions_fit() {
    let english = English::new();
    // Four players' forty blocks, each on a square of its own with the longest name, and longest colours everywhere.
    let rows = "yyyyyyyyyYbbb/bbbbbbBrrrrrr/rrrR1gggggggg/gG11/13/13/13/13/13/13/13/13/13";
    let full = HostedGame::from_text(GameKind::Xima, &format!("{rows} y r0b0y0g0 79")).expect("a position");
    let (words, _) = described(&english, &full);
    assert!(words.chars().count() <= LIMIT, "{}: {words}", words.chars().count());
    assert_eq!(rebuilt(&words), full.position_text());
    // A block on every square but the summit, as material added time and again would allow: in letters.
    let mut rows = Vec::new();
    for row in (1..=13).rev() {
        let squares: Vec<&str> =
            ('A'..='M').map(|column| if (column, row) == ('G', 7) { "1" } else { "y" }).collect();
        rows.push(squares.concat());
    }
    let rows = rows.join("/").replacen("yyyy", "RBYG", 1);
    let overfull =
        HostedGame::from_text(GameKind::Xima, &format!("{rows} y r22b22y22g22 79")).expect("a position");
    let (words, letters) = described(&english, &overfull);
    assert!(words.chars().count() > LIMIT, "or the short form would not be needed");
    assert!(letters.chars().count() <= LIMIT, "{}: {letters}", letters.chars().count());
    assert_eq!(rebuilt(&letters), overfull.position_text());
}

#[test]
fn a_description_reads_well() {
    let english = English::new();
    let mut game = HostedGame::start(GameKind::Xima, 2).expect("two play");
    expect!["XIMA, move 1, red to move. Columns, bottom to top: none. Reserve: red 9 and special; blue 9 and special. Turns without progress: 0."]
        .assert_eq(&english.say(&game.description()));
    for text in ["-G2", "=A1", "-G4", "-A3", "-G6", "-A5"] {
        game.play(text).expect("legal");
    }
    expect!["XIMA, move 7, red to move. Last: blue entered a block at A5. Columns, bottom to top: A1 blue-special; G2 red; A3 blue; G4 red; A5 blue; G6 red. Reserve: red 6 and special; blue 7. Turns without progress: 0."]
        .assert_eq(&english.say(&game.description()));
    expect!["XIMA, move 7, red to move. Columns, bottom to top, by first letters (capitals are specials): A1B G2r A3b G4r A5b G6r. Reserve: red 6 and special; blue 7. Turns without progress: 0."]
        .assert_eq(&english.say(&game.short_description()));
    game.play("TOP").expect("legal");
    expect!["XIMA, move 7, red has won. Last: red entered the special at G7, the summit. Columns, bottom to top: A1 blue-special; G2 red; A3 blue; G4 red; A5 blue; G6 red; G7 red-special. Reserve: red 6; blue 7. Turns without progress: 0."]
        .assert_eq(&english.say(&game.description()));
    let mut game = HostedGame::from_text(
        GameKind::Xima,
        "13/13/13/13/13/13/13/13/13/13/13/rb11/(yR)5G6 r r3b8+y0x-g9 4",
    )
    .expect("a position");
    expect!["XIMA, move 1, red to move. Columns, bottom to top: A1 yellow red-special; G1 green-special; A2 red; B2 blue. Reserve: red 3; blue 8 and special; yellow 0, out; green 9. Turns without progress: 4."]
        .assert_eq(&english.say(&game.description()));
    game.leave(game.turn().expect("red moves"), game::Leaving::Resigned).expect("red may resign");
    expect!["XIMA, move 1, blue to move. Last: red resigned. Columns, bottom to top: A1 yellow red-special; G1 green-special; A2 red; B2 blue. Reserve: red 0, out; blue 8 and special; yellow 0, out; green 9. Turns without progress: 4."]
        .assert_eq(&english.say(&game.description()));
    assert_eq!(rebuilt(&english.say(&game.description())), game.position_text());
    // What was captured is not on the board any more.
    let text = "13/13/13/13/13/13/13/13/13/13/13/13/(rr)(br)11 r r6+b8+ 0";
    let mut game = HostedGame::from_text(GameKind::Xima, text).expect("a position");
    let capture = game.choices().into_iter().find(|choice| choice.weight > 0).expect("red captures");
    game.play(&capture.long).expect("legal");
    expect!["XIMA, move 2, blue to move. Last: red moved A1 → B1, onto red and blue, capturing one blue block. Columns, bottom to top: A1 red; B1 red red. Reserve: red 6 and special; blue 8 and special. Turns without progress: 0."].assert_eq(&english.say(&game.description()));
    assert_eq!(rebuilt(&english.say(&game.description())), game.position_text());
    // Broken off, as by a moderator: nobody is to move.
    let mut game = HostedGame::start(GameKind::Xima, 2).expect("two play");
    game.play("-G2").expect("legal");
    game.break_off();
    expect!["XIMA, move 1, ended without a winner. Last: red entered a block at G2. Columns, bottom to top: G2 red. Reserve: red 8 and special; blue 9 and special. Turns without progress: 0."]
        .assert_eq(&english.say(&game.description()));
}

fn described(english: &English, game: &HostedGame) -> (String, String) {
    (english.say(&game.description()), english.say(&game.short_description()))
}

/// The position text, from an English description alone.
fn rebuilt(description: &str) -> String {
    let section = |from: &str, to: &str| {
        let (_, rest) =
            description.split_once(from).unwrap_or_else(|| panic!("no {from:?} in {description}"));
        rest.split_once(to).unwrap_or_else(|| panic!("no {to:?} in {description}")).0
    };
    let state = section("move ", ".").split_once(", ").expect("a move number").1;
    let turn = letter(state.split(' ').next().expect("a colour"));

    let mut columns: BTreeMap<&str, String> = BTreeMap::new();
    if description.contains("by first letters") {
        for column in section("specials): ", ". Reserve").split(' ').filter(|column| *column != "—") {
            let blocks =
                column[1..].find(|character: char| character.is_ascii_alphabetic()).expect("blocks") + 1;
            columns.insert(&column[..blocks], column[blocks..].to_owned());
        }
    } else {
        for column in section("bottom to top: ", ". Reserve").split("; ").filter(|column| *column != "none") {
            let (square, blocks) = column.split_once(' ').expect("a square and blocks");
            let blocks = blocks.split(' ').map(|block| match block.strip_suffix("-special") {
                Some(colour) => letter(colour).to_uppercase(),
                None => letter(block).to_owned(),
            });
            columns.insert(square, blocks.collect());
        }
    }
    let mut text = String::new();
    for row in (1..=13).rev() {
        let mut empty = 0;
        for column in 'A'..='M' {
            match columns.remove(format!("{column}{row}").as_str()) {
                None => empty += 1,
                Some(blocks) => {
                    if empty > 0 {
                        write!(text, "{empty}").expect("texts grow");
                        empty = 0;
                    }
                    let single = blocks.len() == 1;
                    write!(text, "{}", if single { blocks } else { format!("({blocks})") })
                        .expect("texts grow");
                }
            }
        }
        if empty > 0 {
            write!(text, "{empty}").expect("texts grow");
        }
        text += if row > 1 { "/" } else { " " };
    }
    assert!(columns.is_empty(), "squares off the board: {columns:?}");
    text += turn;
    let specials: Vec<&str> =
        ["R", "B", "Y", "G"].into_iter().filter(|letter| text.contains(letter)).collect();
    text += " ";
    for reserve in section("Reserve: ", ". Turns").split("; ") {
        let (colour, rest) = reserve.split_once(' ').expect("a colour and a number");
        let (rest, out) = rest.strip_suffix(", out").map_or((rest, ""), |rest| (rest, "-"));
        let (common, special) = match rest {
            rest if rest.ends_with(" and special") => (rest.trim_end_matches(" and special"), "+"),
            rest if rest.ends_with(", special captured") => {
                (rest.trim_end_matches(", special captured"), "x")
            }
            // The special of somebody who is out is on the board or gone.
            rest if !out.is_empty() && !specials.contains(&&*letter(colour).to_uppercase()) => (rest, "x"),
            rest => (rest, ""),
        };
        write!(text, "{}{common}{special}{out}", letter(colour)).expect("texts grow");
    }
    write!(text, " {}", section("progress: ", ".")).expect("texts grow");
    text
}

#[track_caller]
fn letter(colour: &str) -> &str {
    match colour {
        "red" | "blue" | "yellow" | "green" => &colour[..1],
        other => panic!("{other:?} is no colour"),
    }
}
