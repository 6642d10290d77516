#![expect(clippy::needless_raw_string_hashes, reason = "expect_test writes them so")]

use std::sync::{Arc, Mutex};

use expect_test::{Expect, expect};

use super::*;

const START: &str = "13/13/13/13/13/13/13/13/13/13/13/13/13 r r9+b9+ 0";

/// Sends lines and compares all that is answered.
#[track_caller]
fn check(input: &str, expected: &Expect) {
    check_game(GameKind::Xima, input, expected);
}

#[track_caller]
fn check_game(kind: GameKind, input: &str, expected: &Expect) {
    let mut output = Vec::new();
    run(input.as_bytes(), &mut output, kind).expect("neither reading nor writing fails");
    expected.assert_eq(&String::from_utf8(output).expect("answers are UTF-8"));
}

#[test]
fn a_session_begins() {
    check(
        "ugi\nisready\nuginewgame\nquery fen\nstop\n",
        &expect![[r#"
            id name ximabot 0.1.0
            id author the authors of ximabot
            option name players type spin default 2 min 2 max 4
            option name hash type spin default 64 min 1 max 4096
            option name threads type spin default 1 min 1 max 64
            option name level type spin default 8 min 1 max 8
            option name seed type spin default 0 min 0 max 18446744073709551615
            ugiok
            readyok
            response 13/13/13/13/13/13/13/13/13/13/13/13/13 r r9+b9+ 0
        "#]],
    );
}

#[test]
fn nothing_but_quit_and_the_end_of_input_ends_it() {
    check(
        "isready\nquit\nisready\n",
        &expect![[r#"
        readyok
    "#]],
    );
    check(
        "isready",
        &expect![[r#"
        readyok
    "#]],
    );
    check("", &expect![[r#""#]]);
    check(
        "\n \t\r\nisready\r\n",
        &expect![[r#"
        readyok
    "#]],
    );
}

#[test]
fn the_number_of_players_serves_startpos_only() {
    check(
        &format!(
            "setoption name players value 3\nquery players\nposition startpos\nquery players\nposition fen {START}\nquery players\n\
             setoption name players value 4\nuginewgame\nquery fen\nquery p1turn\n"
        ),
        &expect![[r#"
            response 2
            response 3
            response 2
            response 13/13/13/13/13/13/13/13/13/13/13/13/13 r r9+b9+y9+g9+ 0
            response true
        "#]],
    );
    check(
        "setoption name players value 5\nsetoption name players value two\nsetoption name hash value 1\nsetoption\n\
         position startpos\nquery players\n",
        &expect![[r#"
            info string error the number of players is 2 to 4, not 5
            info string error the number of players is 2 to 4, not two
            info string error an option is set so: setoption name NAME value N
            response 2
        "#]],
    );
}

#[test]
fn positions_are_set() {
    check(
        "position startpos moves -G2 -g4 –G12 G12\nquery fen\nquery p1turn\n\
         position   fen  13/13/13/13/13/13/1b1b1b7/13/13/13/13/13/13   r  r9+b6+   0\nquery fen\n\
         position fen 13/13/13/13/13/13/1b1b1b7/13/13/13/13/13/13 r r9+b6+ 0 moves TOP\nquery fen\nquery gameover\nquery result\n\
         query p1turn\nquery legal\nquery islegal -A1\ngo perft 1\ngo perft 0\n",
        &expect![[r#"
            info string error move 4, G12: G5 is too high by 1; G4F4 would be possible
            response 13/13/13/13/13/13/13/13/13/13/13/13/13 r r9+b9+ 0
            response true
            response 13/13/13/13/13/13/1b1b1b7/13/13/13/13/13/13 r r9+b6+ 0
            response 13/13/13/13/13/13/1b1b1bR6/13/13/13/13/13/13 r r9b6+ 0
            response true
            response p1win
            response false
            response
            response false
            nodes 0
            nodes 1
        "#]],
    );
}

#[test]
fn a_bad_position_leaves_the_earlier_one_whole() {
    check(
        "position startpos moves -G2 -G4\nposition fen nonsense\nposition fen\nposition\nposition startpos -G2\n\
         position startpos moves -G2 =G7 -A1\nposition fen 13/13 r r9+b9+ 0 moves -A1\nquery fen\n",
        &expect![[r#"
            info string error a position has four parts, rows, turn, reserves and quiet turns, not 1
            info string error a position has four parts, rows, turn, reserves and quiet turns, not 0
            info string error a position is startpos or fen TEXT, then moves …
            info string error expected moves, not -G2
            info string error move 2, =G7: G5 is too high by 1; =G4 would be possible
            info string error a position has 13 rows, not 2
            response 13/13/13/13/13/13/13/13/13/6b6/13/6r6/13 r r8+b8+ 0
        "#]],
    );
}

#[test]
fn moves_are_listed_and_judged() {
    check(
        "position fen 13/13/13/13/13/13/13/13/13/13/13/13/(rR)(Bb)11 r r0b5 0\nquery legal\nquery islegal =A1A2\n\
         query islegal =A2\nquery islegal = A 2\nquery islegal A2\nquery islegal =A1B1\nquery islegal hello\nquery islegal\n\
         query gameover\nquery result\nquery players\n",
        &expect![[r#"
            response =A1A10 =A1A11 =A1A12 =A1A13 =A1A2 =A1A3 =A1A4 =A1A5 =A1A6 =A1A7 =A1A8 =A1A9 =A1B2
            response true
            response true
            response true
            response false
            response false
            response false
            response false
            response false
            response none
            response 2
        "#]],
    );
}

#[test]
fn sequences_are_counted_by_first_move() {
    check(
        "position fen 13/13/13/13/13/13/13/13/13/13/13/13/(rR)(Bb)11 r r0b5 0\ngo perft 1\ngo perft 2\ngo perft 0\n",
        &expect![[r#"
            =A1A10: 1
            =A1A11: 1
            =A1A12: 1
            =A1A13: 1
            =A1A2: 1
            =A1A3: 1
            =A1A4: 1
            =A1A5: 1
            =A1A6: 1
            =A1A7: 1
            =A1A8: 1
            =A1A9: 1
            =A1B2: 1
            nodes 13
            =A1A10: 111
            =A1A11: 111
            =A1A12: 111
            =A1A13: 111
            =A1A2: 111
            =A1A3: 111
            =A1A4: 111
            =A1A5: 111
            =A1A6: 111
            =A1A7: 111
            =A1A8: 111
            =A1A9: 111
            =A1B2: 111
            nodes 1443
            nodes 1
        "#]],
    );
    check(
        "go perft\ngo perft x\ngo perft -1\n",
        &expect![[r#"
            info string error perft wants one number
            info string error a depth is a number, not x
            info string error a depth is a number, not -1
        "#]],
    );
}

#[test]
fn the_position_is_displayed() {
    check(
        "position startpos moves -G2\nd\n",
        &expect![[r#"
        fen 13/13/13/13/13/13/13/13/13/13/13/6r6/13 b r8+b9+ 0
        players 2
        turn p2
        legal 194
        result none
    "#]],
    );
}

#[test]
fn what_is_not_understood_is_said() {
    check(
        "hello there\nquery\nquery what\nquery fen now\nquit now\nd d\n",
        &expect![[r#"
        info string error no such command: hello there
        info string error no such command: query
        info string error no such query: what
        info string error no such query: fen now
        info string error no such command: quit now
        info string error no such command: d d
    "#]],
    );
    let mut output = Vec::new();
    run(&b"\xff\xfe\x1b[2J\nisready\n"[..], &mut output, GameKind::Xima)
        .expect("neither reading nor writing fails");
    expect![[r#"
        info string error no such command: �� [2J
        readyok
    "#]]
    .assert_eq(&String::from_utf8(output).expect("answers are UTF-8"));
}

#[test]
fn a_session_of_axiom() {
    check_game(
        GameKind::Axiom,
        "ugi\nquery fen\nquery p1turn\nsetoption name players value 3\ngo perft 0\n\
         position startpos moves S(-1,0,2)S(-1,0,2)y-\nquery p1turn\nquery fen\nquery gameover\n\
         position startpos moves S(-1,0,2)S(-1,0,2)y- S(-1,1,2)S(-1,0,2)z+\nquery gameover\nquery result\nquery legal\nd\n\
         position startpos moves S(-1,0,2)S(-1,0,1)x-\n",
        &expect![[r#"
            id name ximabot 0.1.0
            id author the authors of ximabot
            option name players type spin default 2 min 2 max 2
            option name hash type spin default 64 min 1 max 4096
            option name threads type spin default 1 min 1 max 64
            option name level type spin default 8 min 1 max 8
            option name seed type spin default 0 min 0 max 18446744073709551615
            ugiok
            response B: C(-1,0,1)x-z+ C(-1,0,2)x+ C(0,0,1)x-y- C(0,0,2)z- C(1,0,1)x-z+ C(1,0,2)x+ S(-1,0,2)z+ S(1,0,2)z+ W: C(-1,1,1)x+z+ C(-1,1,2)x- C(0,1,1)x+y+ C(0,1,2)z- C(1,1,1)x+z+ C(1,1,2)x- S(-1,1,2)z+ S(1,1,2)z+ to-move: black
            response true
            info string error the number of players is 2, not 3
            nodes 1
            response false
            response B: C(-1,0,1)x-z+ C(-1,0,2)x+ C(0,0,1)x-y- C(0,0,2)z- C(1,0,1)x-z+ C(1,0,2)x+ S(-1,0,2)y- S(1,0,2)z+ W: C(-1,1,1)x+z+ C(-1,1,2)x- C(0,1,1)x+y+ C(0,1,2)z- C(1,1,1)x+z+ C(1,1,2)x- S(-1,1,2)z+ S(1,1,2)z+ to-move: white
            response false
            response true
            response p2win
            response
            fen B: C(-1,0,1)x-z+ C(-1,0,2)x+ C(0,0,1)x-y- C(0,0,2)z- C(1,0,1)x-z+ C(1,0,2)x+ S(-1,0,2)y- S(1,0,2)z+ W: C(-1,1,1)x+z+ C(-1,1,2)x- C(0,1,1)x+y+ C(0,1,2)z- C(1,1,1)x+z+ C(1,1,2)x- S(-1,0,2)z+ S(1,1,2)z+ to-move: black
            players 2
            turn p1
            legal 0
            result p2win
            info string error move 1, S(-1,0,2)S(-1,0,1)x-: (-1,0,1)x- is a dome
        "#]],
    );
}

#[test]
fn positions_and_moves_of_axiom_may_contain_blanks() {
    let pair = "B: C(0,0,1)x+ C(1,0,1)x+ S(0,0,1)z+ S(1,0,1)y- W: C(2,0,1)z+ S(2,0,1)y+ to-move: black";
    check_game(
        GameKind::Axiom,
        &format!(
            "position fen {pair}\nquery fen\nquery p1turn\nquery legal\ngo perft 1\n\
             query islegal S(0,0,1)S(1,0,1)z+\nquery islegal S(0,0,1) S(1,0,1) z+\nquery islegal S(0,0,1)S(1,0,1)x+\n\
             position fen {pair} moves S(0,0,1)S(1,0,1)z+\nquery result\n\
             position fen {pair} moves S(1,0,1)S(2,0,1)y-\nquery result\nquery p1turn\n\
             position fen  B:C(0,0,1)x+ C( 1 ,0,1) z+y- S(0,0,1)z+ W:C(1,0,2)y+S(1,0,1)y+  to-move:  black  moves s(0,0,1)s(1,0,2)Z+\nquery fen\n\
             position fen B: C(0,0,1)x+ moves S(0,0,1)S(1,0,1)z+\nquery fen\n"
        ),
        &expect![[r#"
            response B: C(0,0,1)x+ C(1,0,1)x+ S(0,0,1)z+ S(1,0,1)y- W: C(2,0,1)z+ S(2,0,1)y+ to-move: black
            response true
            response S(0,0,1)S(0,0,1)x- S(0,0,1)S(0,0,1)y+ S(0,0,1)S(0,0,1)y- S(0,0,1)S(1,0,1)z+ S(1,0,1)S(0,0,1)x- S(1,0,1)S(0,0,1)y+ S(1,0,1)S(0,0,1)y- S(1,0,1)S(1,0,1)y+ S(1,0,1)S(1,0,1)z+ S(1,0,1)S(2,0,1)x+ S(1,0,1)S(2,0,1)y-
            S(0,0,1)S(0,0,1)x-: 1
            S(0,0,1)S(0,0,1)y+: 1
            S(0,0,1)S(0,0,1)y-: 1
            S(0,0,1)S(1,0,1)z+: 1
            S(1,0,1)S(0,0,1)x-: 1
            S(1,0,1)S(0,0,1)y+: 1
            S(1,0,1)S(0,0,1)y-: 1
            S(1,0,1)S(1,0,1)y+: 1
            S(1,0,1)S(1,0,1)z+: 1
            S(1,0,1)S(2,0,1)x+: 1
            S(1,0,1)S(2,0,1)y-: 1
            nodes 11
            response true
            response true
            response false
            response p2win
            response p1win
            response false
            response B: C(0,0,1)x+ C(1,0,1)y-z+ S(1,0,2)z+ W: C(1,0,2)y+ S(1,0,1)y+ to-move: white
            info string error no position text from "" on
            response B: C(0,0,1)x+ C(1,0,1)y-z+ S(1,0,2)z+ W: C(1,0,2)y+ S(1,0,1)y+ to-move: white
        "#]],
    );
}

/// An output that notes when it is flushed.
#[derive(Clone, Default)]
struct Flushes(Arc<Mutex<(Vec<u8>, Vec<String>)>>);

impl Write for Flushes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panics").0.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let (pending, flushed) = &mut *self.0.lock().expect("nobody panics");
        flushed.push(String::from_utf8_lossy(&std::mem::take(pending)).into_owned());
        Ok(())
    }
}

#[test]
fn every_answer_is_flushed_at_once() {
    let output = Flushes::default();
    run(&b"isready\nquery players\nhello\n"[..], output.clone(), GameKind::Xima).expect("neither fails");
    let (pending, flushed) = &*output.0.lock().expect("nobody panics");
    assert!(pending.is_empty());
    assert_eq!(flushed[..], ["readyok\n", "response 2\n", "info string error no such command: hello\n"]);
}

/// An output whose other end is gone.
struct Gone;

impl Write for Gone {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_output_that_is_gone_is_an_error() {
    let error = run(&b"isready\n"[..], Gone, GameKind::Xima).expect_err("nobody reads the answer");
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}

/// Sends lines and returns the last answer, which a search gives.
#[track_caller]
fn best(kind: GameKind, input: &str) -> String {
    let mut output = Vec::new();
    run(input.as_bytes(), &mut output, kind).expect("neither reading nor writing fails");
    let output = String::from_utf8(output).expect("answers are UTF-8");
    output.lines().last().expect("there is an answer").to_owned()
}

const LADDER: &str = "13/13/13/13/13/13/1b1b1b7/13/13/13/13/13/13 r r9+b6+ 0";

#[test]
fn a_search_is_told_as_it_goes() {
    check(
        &format!("position fen {LADDER}\ngo depth 3\n"),
        &expect![[r#"
            info depth 1 score mate 1 nodes 1 pv =G7
            bestmove =G7
        "#]],
    );
    let mut output = Vec::new();
    run(&b"position startpos moves -G2 -G4\ngo depth 2\n"[..], &mut output, GameKind::Xima)
        .expect("neither fails");
    let output = String::from_utf8(output).expect("answers are UTF-8");
    let lines: Vec<&str> = output.lines().collect();
    let [first, second, best] = lines[..] else { panic!("{output}") };
    assert!(
        first.starts_with("info depth 1 score cp ") && second.starts_with("info depth 2 score cp "),
        "{output}"
    );
    let (_, line) = second.split_once(" pv ").expect("the line is told");
    assert!(second.contains(" nodes ") && line.split(' ').count() >= 2, "{output}");
    assert_eq!(best, format!("bestmove {}", line.split(' ').next().unwrap_or_default()));
}

#[test]
fn every_form_of_go_ends_in_a_move() {
    for go in [
        "go",
        "go nodes 500",
        "go movetime 5",
        "go p1time 200 p2time 100 p1inc 5 p2inc 5",
        "go p2time 1 p1time -20",
        "go depth 1 nodes 100 movetime 1000 movestogo 3",
        "go infinite",
        "go infinite\nstop",
        "go infinite\nisready\nstop",
    ] {
        for (kind, text) in [
            (GameKind::Xima, LADDER),
            (
                GameKind::Axiom,
                "B: C(0,0,1)x+ C(1,0,1)x+ S(0,0,1)z+ S(1,0,1)y- W: C(2,0,1)z+ S(2,0,1)y+ to-move: black",
            ),
        ] {
            let answer = best(kind, &format!("setoption name level value 3\nposition fen {text}\n{go}\n"));
            let expected =
                if kind == GameKind::Xima { "bestmove =G7" } else { "bestmove S(1,0,1)S(2,0,1)y-" };
            assert_eq!(answer, expected, "{go}");
        }
    }
    let won = "13/13/13/13/13/13/1b1b1bR6/13/13/13/13/13/13 r r9b6+ 0";
    assert_eq!(best(GameKind::Xima, &format!("position fen {won}\ngo movetime 100\n")), "bestmove none");
}

#[test]
fn a_search_that_has_found_no_win_ends_by_the_clock_or_by_stop() {
    for kind in [GameKind::Xima, GameKind::Axiom] {
        for go in ["go movetime 30", "go p1time 800 p2time 800", "go infinite\nisready\nstop"] {
            let answer = best(kind, &format!("{go}\n"));
            let mv = answer.strip_prefix("bestmove ").expect("a search ends in a move");
            let legal = best(kind, &format!("query islegal {mv}\n"));
            assert_eq!(legal, "response true", "{go}: {answer}");
        }
    }
}

#[test]
fn a_clock_that_has_nearly_run_out_is_not_thought_on() {
    #[track_caller]
    fn check(clock: &str, milliseconds: &str) {
        let read = |words: &str| {
            Go::read(&words.split(' ').collect::<Vec<_>>(), game::Seat::FIRST)
                .unwrap_or_else(|Error(error)| panic!("{words}: {error}"))
        };
        assert_eq!(read(clock), read(&format!("movetime {milliseconds}")), "{clock}");
    }
    check("p1time 1000", "40");
    check("p1time 1000 p1inc 10", "48");
    check("p1time 21", "1");
    check("p1time 20", "0");
    check("p1time 20 p1inc 50", "0");
    check("p1time -5", "0");
    check("p1time 20 movetime 7", "0");
}

#[test]
fn an_infinite_search_obeys_stop_only() {
    let input =
        format!("position fen {LADDER}\nstop\ngo infinite\nquery players\n\nisready\nstop\nquery players\n");
    let mut output = Vec::new();
    run(input.as_bytes(), &mut output, GameKind::Xima).expect("neither fails");
    let output = String::from_utf8(output).expect("answers are UTF-8");
    let lines: Vec<&str> = output.lines().collect();
    // What the search tells comes when it comes; its move comes after the stop.
    assert_eq!(lines[3..], ["bestmove =G7", "response 2"], "{output}");
    for line in [
        "info string error the search goes on until stop",
        "readyok",
        "info depth 1 score mate 1 nodes 1 pv =G7",
    ] {
        assert!(lines[..3].contains(&line), "{output}");
    }
}

#[test]
fn a_search_is_the_same_for_a_seed() {
    let session = |seed: u32, threads: u32| {
        best(
            GameKind::Xima,
            &format!(
                "setoption name Hash value 1\nsetoption name THREADS value {threads}\nsetoption name seed value {seed}\ngo nodes 400\n"
            ),
        )
    };
    assert_eq!(session(5, 1), session(5, 1));
    assert!((0..8).any(|seed| session(seed, 1) != session(8, 1)), "the seed decides between equals");
    assert!(session(5, 3).starts_with("bestmove "));
}

#[test]
fn what_go_and_the_options_do_not_take() {
    check(
        "go nonsense\ngo depth\ngo nodes many\ngo p5time 3\nsetoption name hash value 0\nsetoption name threads value 65\n\
         setoption name level value 9\nsetoption name seed value -1\nsetoption name ponder value true\n",
        &expect![[r#"
            info string error go wants perft, movetime, depth, nodes, infinite or p1time and p2time, not nonsense
            info string error depth wants a number
            info string error nodes wants a number, not many
            info string error go wants perft, movetime, depth, nodes, infinite or p1time and p2time, not p5time
            info string error the hash is 1 to 4096, not 0
            info string error the number of threads is 1 to 64, not 65
            info string error the level is 1 to 8, not 9
            info string error the seed is 0 to 18446744073709551615, not -1
            info string error the options are players, hash, threads, level and seed, not ponder
        "#]],
    );
}

#[test]
fn engines_play_each_other_over_the_interface() {
    for kind in [GameKind::Xima, GameKind::Axiom] {
        let mut moves = String::new();
        for ply in 0..12 {
            let level = 1 + ply % 2 * 2;
            let position = if moves.is_empty() { String::new() } else { format!(" moves{moves}") };
            let answer =
                best(kind, &format!("setoption name level value {level}\nposition startpos{position}\ngo\n"));
            match answer.strip_prefix("bestmove ").expect("a search ends in a move") {
                "none" => break,
                mv => moves = format!("{moves} {mv}"),
            }
        }
        assert!(moves.split_whitespace().count() >= 4, "{moves}");
        let mut output = Vec::new();
        run(format!("position startpos moves{moves}\n").as_bytes(), &mut output, kind)
            .expect("neither fails");
        assert_eq!(String::from_utf8_lossy(&output), "", "every move was legal");
    }
}
