#![expect(clippy::needless_raw_string_hashes, reason = "expect_test writes them so")]

use expect_test::{Expect, expect};

use super::*;

/// Reads a record and compares what is written of it, or why it is refused.
#[track_caller]
fn check(start: &str, text: &str, expected: &Expect) {
    let written = match Record::read(start.parse().unwrap(), text) {
        Ok(record) => format!("{record}\n{}\n{:?}", record.position(), record.position().outcome()),
        Err(error) => error.to_string(),
    };
    expected.assert_eq(&written);
}

const START: &str = "13/13/13/13/13/13/13/13/13/13/13/13/13 r r9+b9+ 0";
const FOUR: &str = "13/13/13/13/13/13/13/13/13/13/13/13/13 r r9+b9+y9+g9+ 0";
const WALLED: &str =
    "bbbbbbbbbbbbb/b11b/b11b/b11b/b11b/b11b/b11b/b11b/b3b7b/b11b/b11b/b11b/(rb)bbbbbbbbbbbb b r1xb0+y4+ 5";

#[test]
fn a_game_is_written_as_the_book_does() {
    check(
        START,
        "1. -B1 -J1 2. J1 -B1",
        &expect![[r#"
        1. -B1 -J1 2. J1 -B1
        13/13/13/13/13/13/13/13/13/13/13/13/1b7(br)3 r r8+b7+ 0
        None"#]],
    );
    check(
        START,
        "-b1 –j1 b1j1 -B1",
        &expect![[r#"
        1. -B1 -J1 2. J1 -B1
        13/13/13/13/13/13/13/13/13/13/13/13/1b7(br)3 r r8+b7+ 0
        None"#]],
    );
}

#[test]
fn rounds_are_numbered_right_or_not_at_all() {
    check(START, "1. -B1 2. -J1", &expect![[r#"ply 1: round number "2." is wrong here"#]]);
    check(START, "2. -B1", &expect![[r#"ply 0: round number "2." is wrong here"#]]);
    check(START, "1. -B1 -J1 2. J1 3.", &expect![[r#"ply 3: round number "3." is wrong here"#]]);
    check(
        START,
        "1. -B1 -J1 2.",
        &expect![[r#"
        1. -B1 -J1
        13/13/13/13/13/13/13/13/13/13/13/13/1r7b3 r r8+b8+ 0
        None"#]],
    );
    check(START, "01. -B1", &expect![[r#"ply 0: round number "01." is wrong here"#]]);
}

#[test]
fn moves_are_refused_with_their_reason() {
    check(
        START,
        "1. -B1 -J1 2. C3",
        &expect![[r#"ply 2, "C3": no block of yours on the board can be meant; B1B3 would be possible"#]],
    );
    check(START, "1. -B1 xyz", &expect![[r#"ply 1, "xyz": "xyz" is not a move in any form of notation"#]]);
}

#[test]
fn passed_turns_are_told() {
    check(
        WALLED,
        "1. E6 -- 2. -- E5 -- 3. --",
        &expect![[r#"
            1. E6 -- 2. -- E5 -- 3. --
            bbbbbbbbbbbbb/b11b/b11b/b11b/b11b/b11b/b11b/b11b/b3b7b/b11b/b11b/b11b/(rb)bbbbbbbbbbbb b r13xb12+y16+ 1
            None"#]],
    );
    check(
        WALLED,
        "1. E6 — –−",
        &expect![[r#"
        1. E6 -- 2. --
        bbbbbbbbbbbbb/b11b/b11b/b11b/b11b/b11b/b11b/b3b7b/b11b/b11b/b11b/b11b/(rb)bbbbbbbbbbbb b r7xb6+y10+ 1
        None"#]],
    );
    check(
        WALLED,
        "1. E6 -- E5",
        &expect!["ply 2: turns are passed over when nobody can help it, and only then"],
    );
    check(WALLED, "1. E6", &expect!["ply 1: turns are passed over when nobody can help it, and only then"]);
    check(WALLED, "1. --", &expect!["ply 0: turns are passed over when nobody can help it, and only then"]);
}

#[test]
fn players_leave() {
    check(
        START,
        "1. -B1 resigns",
        &expect![[r#"
            1. -B1 resigns
            13/13/13/13/13/13/13/13/13/13/13/13/1r11 r r8+b0x- 0
            Some((Win(Seat(0)), Resigned))"#]],
    );
    check(
        START,
        "1. time",
        &expect![[r#"
            1. time
            13/13/13/13/13/13/13/13/13/13/13/13/13 b r0x-b9+ 0
            Some((Win(Seat(1)), Time))"#]],
    );
    check(START, "1. -B1 resigns resigns", &expect![[r#"ply 2, "resigns": nobody is there to leave"#]]);
    check(START, "1. resigns -B1", &expect![[r#"ply 1, "-B1": the game is over"#]]);
    // Rounds are counted by the seats that are left.
    check(
        FOUR,
        "1. -B1 resigns -J1 time 2. B2 J2 3. resigns",
        &expect![[r#"
            1. -B1 resigns -J1 time 2. B2 J2 3. resigns
            13/13/13/13/13/13/13/13/13/13/13/1r7y3/13 y r0x-b0x-y8+g0x- 2
            Some((Win(Seat(2)), Resigned))"#]],
    );
    check(
        FOUR,
        "1. -B1 resigns(r) -J1 -K1 time(y) -A5 2. resigns(g)",
        &expect![[r#"
        1. -B1 resigns(r) -J1 -K1 time(y) -A5 resigns(g)
        13/13/13/13/13/13/13/13/g12/13/13/13/1r7by2 b r0x-b8+y0x-g0x- 0
        Some((Win(Seat(1)), Resigned))"#]],
    );
    check(FOUR, "1. resigns(y) resigns(y)", &expect![[r#"ply 1, "resigns(y)": nobody is there to leave"#]]);
}

#[test]
fn the_game_ends_with_the_record() {
    let stairs = "13/13/13/13/13/13/1b1b1b7/13/13/13/13/13/13 r r9+b6+ 0";
    check(
        stairs,
        "1. TOP",
        &expect![[r#"
        1. TOP
        13/13/13/13/13/13/1b1b1bR6/13/13/13/13/13/13 r r9b6+ 0
        Some((Win(Seat(0)), Summit))"#]],
    );
    check(stairs, "1. TOP -A1", &expect![[r#"ply 1, "-A1": the game is over"#]]);
    check(stairs, "1. TOP resigns", &expect![[r#"ply 1, "resigns": nobody is there to leave"#]]);
}

#[test]
fn acts_are_told_in_order() {
    let mut record = Record::new(WALLED.parse().unwrap());
    let mv = record.position().read_move("E6").unwrap();
    let events = record.play(mv).unwrap();
    assert!(events.contains(&Event::Passed(Seat::ALL[2])));
    record.leave(Seat::ALL[2], Leaving::Time).unwrap();
    let acts: Vec<Act> = record.acts().collect();
    assert_eq!(acts, [Act::Move(mv), Act::Passed, Act::Passed, Act::Left(Seat::ALL[2], Leaving::Time)]);
    assert_eq!(record.to_string(), "1. E6 -- 2. -- time(y)");
    assert_eq!(record.start().to_string(), WALLED);
}
