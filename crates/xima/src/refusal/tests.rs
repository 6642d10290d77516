#![expect(clippy::needless_raw_string_hashes, reason = "expect_test writes them so")]

use expect_test::{Expect, expect};
use game::Position as _;

use crate::Position;

/// Compares input, slug and sentence of each refusal.
#[track_caller]
fn check(position: &str, inputs: &[&str], expected: &Expect) {
    check_in(&position.parse().unwrap(), inputs, expected);
}

#[track_caller]
fn check_in(position: &Position, inputs: &[&str], expected: &Expect) {
    let mut table = Vec::new();
    for input in inputs {
        let refusal = position.read_move(input).expect_err(input);
        assert!(refusal.nearest.is_none_or(|mv| position.is_legal(mv)), "{input}");
        table.push(format!("{input} {}: {refusal}\n", refusal.slug()));
    }
    expected.assert_eq(&table.concat());
}

const STAIRS: &str = "13/13/13/13/13/13/1b1b1b7/13/13/13/13/13/r5r6 r r7xb6+ 0";

#[test]
fn syntax_and_the_end_of_the_game_come_first() {
    check(
        "13/13/13/13/13/13/1b1b1bR6/13/13/13/13/13/13 r r9b6+ 0",
        &["-A1", "hello"],
        &expect![[r#"
        -A1 game-over: the game is over
        hello game-over: the game is over
    "#]],
    );
    check(
        STAIRS,
        &["hello", "", "A1A14"],
        &expect![[r#"
        hello syntax: "hello" is not a move in any form of notation
         syntax: "" is not a move in any form of notation
        A1A14 syntax: "A1A14" is not a move in any form of notation
    "#]],
    );
}

#[test]
fn the_special_is_written_with_its_mark() {
    check(
        "13/13/13/13/13/13/5(bR)7/13/13/13/13/13/13 r r0b5x 0",
        &["G7", "F7G7", "FG7", "7G7", "F7A1", "FA1"],
        &expect![[r#"
            G7 needs-equals: the block on F7 is the special, which is written with =; =F7G7 would be possible
            F7G7 needs-equals: the block on F7 is the special, which is written with =; =F7G7 would be possible
            FG7 needs-equals: the block on F7 is the special, which is written with =; =F7G7 would be possible
            7G7 needs-equals: the block on F7 is the special, which is written with =; =F7G7 would be possible
            F7A1 needs-equals: the block on F7 is the special, which is written with =; =F7A2 would be possible
            FA1 needs-equals: the block on F7 is the special, which is written with =; =F7A2 would be possible
        "#]],
    );
    check(
        "13/13/13/13/13/13/13/13/13/13/13/13/r12 r r0+b9+ 0",
        &["C3", "M5"],
        &expect![[r#"
        C3 blocked: C3 is too high by 1; A1B2 would be possible
        M5 needs-equals: only the special in reserve could go there, and it is written with =; =M5 would be possible
    "#]],
    );
}

#[test]
fn what_is_not_there_cannot_move() {
    check(
        STAIRS,
        &["B5C5", "B7B8", "=A1B1", "C2", "KA2"],
        &expect![[r#"
            B5C5 nothing-there: no such block of yours is on B5; -B5 would be possible
            B7B8 nothing-there: no such block of yours is on B7; -B8 would be possible
            =A1B1 nothing-there: no such block of yours is on A1; -B1 would be possible
            C2 nothing-there: no block of yours on the board can be meant; -C2 would be possible
            KA2 nothing-there: no block of yours on the board can be meant; -A2 would be possible
        "#]],
    );
}

#[test]
fn what_is_under_another_cannot_move() {
    check(
        "13/13/13/13/13/13/13/13/13/13/13/13/(rb)1(Rb)9r r r7b8+ 3",
        &["A1B1", "AB1", "=D1", "=C1D1", "=A1B1"],
        &expect![[r#"
            A1B1 dominated: your block on A1 is under another; -B1 would be possible
            AB1 dominated: your block on A1 is under another; -B1 would be possible
            =D1 dominated: your special on C1 is under another block; -D1 would be possible
            =C1D1 dominated: your special on C1 is under another block; -D1 would be possible
            =A1B1 nothing-there: no such block of yours is on A1; -B1 would be possible
        "#]],
    );
}

#[test]
fn what_is_not_in_reserve_cannot_enter() {
    check(
        "13/13/13/13/13/13/13/13/13/13/13/13/r12 r r0xb5+ 0",
        &["-A5", "=A5"],
        &expect![[r#"
        -A5 none-in-reserve: you have no common block in reserve; A1A5 would be possible
        =A5 none-in-reserve: your special is not in reserve; A1A5 would be possible
    "#]],
    );
}

#[test]
fn moves_are_straight() {
    check(
        STAIRS,
        &["A1B3", "A1A1", "AB3"],
        &expect![[r#"
        A1B3 not-in-line: A1 and B3 are not on one straight line; A1A3 would be possible
        A1A1 not-in-line: A1 and A1 are not on one straight line; A1A2 would be possible
        AB3 not-in-line: A1 and B3 are not on one straight line; A1A3 would be possible
    "#]],
    );
}

#[test]
fn entries_begin_and_end_on_empty_squares() {
    check(
        STAIRS,
        &["-A1", "-B7", "-xB7", "-G9", "=G9"],
        &expect![[r#"
            -A1 occupied-entry: an entry to A1 would start or end on a column; G1A1 would be possible
            -B7 occupied-entry: an entry to B7 would start or end on a column; -A7 would be possible
            -xB7 occupied-entry: an entry to B7 would start or end on a column; -A7 would be possible
            -G9 blocked: G11 is too high by 1; -G7 would be possible
            =G9 none-in-reserve: your special is not in reserve
        "#]],
    );
}

#[test]
fn what_comes_first_on_the_path_is_told() {
    check(
        STAIRS,
        &["A1C3", "G1G7", "G7"],
        &expect![[r#"
        A1C3 blocked: C3 is too high by 1; A1B2 would be possible
        G1G7 blocked: G3 is too high by 1; G1G2 would be possible
        G7 blocked: C3 is too high by 1; -G7 would be possible
    "#]],
    );
    check(
        "13/13/13/13/13/13/13/13/13/13/13/13/(rR)(Bb)11 r r0b5 0",
        &["=A1B1", "=A1D1", "=A1C3"],
        &expect![[r#"
            =A1B1 special-barred: the special may not step onto B1, which holds another special; =A1B2 would be possible
            =A1D1 special-barred: the special may not step onto B1, which holds another special; =A1B2 would be possible
            =A1C3 blocked: C3 is too high by 1; =A1B2 would be possible
        "#]],
    );
    // Both too high and barred on one square: barred is named first.
    check(
        "13/13/13/13/13/13/13/13/13/13/13/13/R(Bbb)11 r r0b5 0",
        &["=A1B1"],
        &expect![[r#"
        =A1B1 special-barred: the special may not step onto B1, which holds another special; =A1B2 would be possible
    "#]],
    );
}

#[test]
fn only_the_special_ends_on_the_summit() {
    check(
        "13/13/13/13/13/13/1b1b1(br)7/13/13/13/13/13/13 r r8+b5x 0",
        &["F7G7", "G7", "-G7"],
        &expect![[r#"
            F7G7 summit: only the special may end on the summit; F7G6 would be possible
            G7 summit: only the special may end on the summit; F7G6 would be possible
            -G7 blocked: F7 is too high by 1; -E7 would be possible
        "#]],
    );
}

#[test]
fn of_several_blocks_those_in_line_are_meant() {
    check(
        "13/13/13/13/13/13/13/13/r12/13/13/13/r12 r r7+b9+ 2",
        &["C3", "AC3", "AC4", "C4", "1C3", "5C4"],
        &expect![[r#"
            C3 blocked: C3 is too high by 1; A1B2 would be possible
            AC3 blocked: C3 is too high by 1; A1B2 would be possible
            AC4 not-in-line: A5 and C4 are not on one straight line; A5B4 would be possible
            C4 nothing-there: no block of yours on the board can be meant; A5B4 would be possible
            1C3 blocked: C3 is too high by 1; A1B2 would be possible
            5C4 not-in-line: A5 and C4 are not on one straight line; A5B4 would be possible
        "#]],
    );
}

#[test]
fn repetition_is_told() {
    let mut position: Position = "12b/13/13/13/13/13/13/13/13/13/13/13/r12 r r3xb3x 0".parse().unwrap();
    for text in ["A1B1", "M13L13", "B1A1", "L13M13", "A1B1", "M13L13", "B1A1"] {
        position = position.play(position.read_move(text).unwrap()).unwrap().position;
    }
    check_in(
        &position,
        &["M13", "L13M13", "LM13", "13M13"],
        &expect![[r#"
        M13 repetition: the position would occur for the third time; -M13 would be possible
        L13M13 repetition: the position would occur for the third time; L13M12 would be possible
        LM13 repetition: the position would occur for the third time; -M13 would be possible
        13M13 repetition: the position would occur for the third time; -M13 would be possible
    "#]],
    );
}

#[test]
fn the_number_of_steps_is_told() {
    let position: Position = STAIRS.parse().unwrap();
    let refusal = position.read_move_of_length("A1A5", Some(3)).expect_err("it has four steps");
    expect!["wrong-steps: the move has not 3 steps; A1A4 would be possible"]
        .assert_eq(&format!("{}: {refusal}", refusal.slug()));
    assert_eq!(position.read_move_of_length("A1A5", Some(4)), position.read_move("A1A5"));
    // C1 is entered over lines of one square and of three, and others.
    for steps in 1..=13 {
        let listed = position.legal_moves_of_length(Some(steps)).iter().any(|mv| mv.to_string() == "-C1");
        assert_eq!(position.read_move_of_length("-C1", Some(steps)).is_ok(), listed, "{steps}");
    }
}

#[test]
fn what_can_mean_several_moves_is_told() {
    check(
        "13/13/13/13/13/13/13/13/13/13/13/13/r5r6 r r7+b9+ 2",
        &["D1", "1D1", "xD1"],
        &expect![[r#"
        D1 ambiguous: several blocks can be meant: A1D1 G1D1
        1D1 ambiguous: several blocks can be meant: A1D1 G1D1
        xD1 ambiguous: several blocks can be meant: A1D1 G1D1
    "#]],
    );
}

#[test]
fn a_capture_that_is_none_is_told() {
    check(
        "13/13/13/13/13/13/13/13/13/13/13/13/r5r6 r r7+b9+ 2",
        &["AxD1", "-xA2", "=xA2"],
        &expect![[r#"
        AxD1 no-capture: the move captures nothing; A1D1 would be possible
        -xA2 no-capture: the move captures nothing; -A2 would be possible
        =xA2 no-capture: the move captures nothing; =A2 would be possible
    "#]],
    );
}
