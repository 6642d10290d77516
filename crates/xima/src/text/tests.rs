#![expect(clippy::needless_raw_string_hashes, reason = "expect_test writes them so")]

use expect_test::{Expect, expect};
use game::Position as _;

use super::*;

/// Compares what each text is refused with.
#[track_caller]
fn refused(texts: &[&str], expected: &Expect) {
    let mut table = Vec::new();
    for text in texts {
        let error = text.parse::<Position>().expect_err(text);
        table.push(format!("{error}\n"));
    }
    expected.assert_eq(&table.concat());
}

/// A position with this row 1, the other rows empty.
fn with_row(row: &str, rest: &str) -> String {
    format!("{}/{row} {rest}", ["13"; 12].join("/"))
}

#[track_caller]
fn refused_rows(rows: &[&str], expected: &Expect) {
    let texts: Vec<String> = rows.iter().map(|row| with_row(row, "r r9+b9+ 0")).collect();
    refused(&texts.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}

#[track_caller]
fn refused_rest(row: &str, rests: &[&str], expected: &Expect) {
    let texts: Vec<String> = rests.iter().map(|rest| with_row(row, rest)).collect();
    refused(&texts.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}

#[test]
fn positions_are_read_and_written() {
    for text in [
        "13/13/13/13/13/13/13/13/13/13/13/13/13 r r9+b9+ 0",
        "5(brrggg)4(gbb)2/13/13/10(bgbbb)2/3r9/5r3r3/13/2b7r2/8(grB)4/2gY6(ryg)2/9(Rggr)3/13/4b7G r r0b0y0g0 17",
        "13/13/13/13/13/13/1b1b1bR6/13/13/13/13/13/13 r r9b6+ 0",
        "rbygrbygrbygr/13/13/13/13/13/13/13/13/13/13/13/13 g r65535+b0x-y0x-g1x 4294967295",
    ] {
        assert_eq!(text.parse::<Position>().unwrap().to_string(), text);
    }
    let spaced = " 13/13/13/13/13/13/13/13/13/13/13/13/(r)12   r  r9+b9+  0 ".parse::<Position>().unwrap();
    assert_eq!(spaced.to_string(), with_row("r12", "r r9+b9+ 0"));
}

#[test]
fn the_parts_are_counted() {
    refused(
        &["", "13", "13/13 r r9+b9+ 0 0", "13/13 r r9+b9+ 0"],
        &expect![[r#"
        a position has four parts, rows, turn, reserves and quiet turns, not 0
        a position has four parts, rows, turn, reserves and quiet turns, not 1
        a position has four parts, rows, turn, reserves and quiet turns, not 5
        a position has 13 rows, not 2
    "#]],
    );
}

#[test]
fn rows_have_thirteen_squares() {
    refused_rows(
        &[
            "12",
            "14",
            "",
            "0r12",
            "r13",
            "13r",
            "99999999999",
            "7r",
            "a12",
            "(r12",
            "()12",
            "r)11",
            "(r(b)12",
            "(1r)12",
            "é12",
            "-1r12",
        ],
        &expect![[r#"
            row 1 has not 13 squares
            row 1 has not 13 squares
            row 1 has not 13 squares
            row 1: "0" is neither empty squares nor blocks
            row 1 has not 13 squares
            row 1 has not 13 squares
            row 1: "99999999999" is neither empty squares nor blocks
            row 1 has not 13 squares
            row 1: "a" is neither empty squares nor blocks
            row 1: "(r12" is neither empty squares nor blocks
            row 1: "()" is neither empty squares nor blocks
            row 1: ")" is neither empty squares nor blocks
            row 1: "(r(b)" is neither empty squares nor blocks
            row 1: "(1r)" is neither empty squares nor blocks
            row 1: "é" is neither empty squares nor blocks
            row 1: "-" is neither empty squares nor blocks
        "#]],
    );
}

#[test]
fn columns_have_a_bound() {
    let column = |height: usize| format!("({})12", "r".repeat(height));
    refused_rows(
        &[&column(201)],
        &expect![[r#"
        the column on A1 is taller than 200 blocks
    "#]],
    );
    let tall: Position = with_row(&column(200), "r r9+b9+ 0").parse().unwrap();
    assert_eq!(tall.surface(Square::new(0, 0).unwrap()), 200);
    assert!(!tall.legal_moves().is_empty());
}

#[test]
fn turn_reserves_and_quiet_are_checked() {
    refused_rest(
        "13",
        &[
            "x r9+b9+ 0",
            "R r9+b9+ 0",
            "rb r9+b9+ 0",
            "r r9+ 0",
            "r b9+r9+ 0",
            "r r9+b9+g9+ 0",
            "r r9+b9+y9+g9+r9+ 0",
            "r r+b9+ 0",
            "r r09+b9+ 0",
            "r r65536+b9+ 0",
            "r r9x+b9+ 0",
            "r r9+b9+ -1",
            "r r9+b9+ 01",
            "r r9+b9+ 4294967296",
            "r r9+b9+ ten",
        ],
        &expect![[r#"
            "x" is not the letter of a colour
            "R" is not the letter of a colour
            "rb" is not the letter of a colour
            "r9+" is not the reserves of 2 to 4 players
            "b9+r9+" is not the reserves of 2 to 4 players
            "r9+b9+g9+" is not the reserves of 2 to 4 players
            "r9+b9+y9+g9+r9+" is not the reserves of 2 to 4 players
            "r+b9+" is not the reserves of 2 to 4 players
            "r09+b9+" is not the reserves of 2 to 4 players
            "r65536+b9+" is not the reserves of 2 to 4 players
            "r9x+b9+" is not the reserves of 2 to 4 players
            "-1" is not a number of quiet turns
            "01" is not a number of quiet turns
            "4294967296" is not a number of quiet turns
            "ten" is not a number of quiet turns
        "#]],
    );
}

#[test]
fn the_whole_makes_sense() {
    refused_rest(
        "yR11",
        &["r r9b9+ 0", "r r9+b9+y9+ 0", "r r9xb9+y9+ 0", "y r9b9+ 0"],
        &expect![[r#"
        the block on A1 is of a colour that does not play, y
        the special of r is on the board and marked as off it
        the special of r is on the board and marked as off it
        the block on A1 is of a colour that does not play, y
    "#]],
    );
    refused_rest(
        "RR11",
        &["r r9b9+ 0", "r r9+b9+ 0"],
        &expect![[r#"
        the special of r is there more than once
        the special of r is there more than once
    "#]],
    );
    refused_rest(
        "13",
        &["r r9b9+ 0", "g r9+b9+ 0", "r r0x-b9+y9+ 0", "r r9+b9x-y9+ 0", "r r9+b0+-y9+ 0"],
        &expect![[r#"
            the special of r is missing
            the player to move, g, does not play
            the player to move, r, does not play
            b is out and cannot have blocks in reserve
            b is out and cannot have blocks in reserve
        "#]],
    );
}

#[test]
fn only_a_winner_stands_on_the_summit() {
    let summit = |column: &str, rest: &str| {
        format!("{}/6{column}6/{} {rest}", ["13"; 6].join("/"), ["13"; 6].join("/"))
    };
    let texts = [
        summit("r", "r r9+b9+ 0"),
        summit("R", "b r9b9+ 0"),
        summit("(rR)", "r r9b9+ 0"),
        summit("(RB)", "r r9b9 0"),
    ];
    refused(
        &texts.iter().map(String::as_str).collect::<Vec<_>>(),
        &expect![[r#"
        only the special of the player to move may stand on G7, having won
        only the special of the player to move may stand on G7, having won
        only the special of the player to move may stand on G7, having won
        only the special of the player to move may stand on G7, having won
    "#]],
    );
    let won: Position = summit("R", "r r9b9+ 3").parse().unwrap();
    assert_eq!(won.outcome(), Some((game::Outcome::Win(Seat::FIRST), Reason::Summit)));
}

#[test]
fn the_last_player_left_has_won() {
    let alone: Position = with_row("13", "b r0x-b9+y0x- 3").parse().unwrap();
    assert_eq!(alone.outcome(), Some((game::Outcome::Win(Seat::ALL[1]), Reason::NoResources)));
    assert_eq!(alone.to_string(), with_row("13", "b r0x-b9+y0x- 3"));
}

#[test]
fn a_position_in_which_nobody_could_move_is_not_playable() {
    // Red's only block is under two, and no edge square is free: stalled, but blue could move.
    let walled =
        "bbbbbbbbbbbbb/b11b/b11b/b11b/b11b/b11b/b11b/b11b/b11b/b11b/b11b/b11b/(rb)bbbbbbbbbbbb r r1xb0+ 0";
    let position: Position = walled.parse().unwrap();
    assert_eq!((position.count_legal_moves(), position.is_playable()), (0, true));
    // With blue out, nobody could.
    let position: Position = walled.replace("r r1xb0+", "r r1xb0x-y1x").parse().unwrap();
    assert_eq!((position.count_legal_moves(), position.is_playable()), (0, false));
    assert!(Position::start(2).unwrap().is_playable());
}
