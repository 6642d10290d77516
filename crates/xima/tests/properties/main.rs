//! What holds in every position: the conformance suite of `game`, the symmetries of the pyramid, texts and records
//! that are read as they were written, and parsers that never panic.

mod any;
mod parser;
mod symmetry;

use game::testing::{check_game, check_perft, check_play, check_position, check_starts};
use game::{Leaving, Position as _, Seat};
use proptest::collection::vec;
use proptest::prelude::*;
use xima::record::Record;
use xima::{Kind, Move, Position, Square};

#[test]
fn the_first_positions_conform() {
    check_starts::<Position>();
}

#[test]
fn sequences_are_counted_as_they_are_played() {
    for players in Position::PLAYERS {
        check_perft(&Position::start(players).unwrap(), 2);
    }
}

/// Moves back and forth, which bars some of them, and counts with what is barred.
#[test]
fn sequences_are_counted_with_repetition() {
    let start = "12b/13/13/13/13/13/13/13/13/13/13/13/r12 r r1xb1x 0";
    let mut position: Position = start.parse().unwrap();
    for text in ["A1B1", "M13L13", "B1A1", "L13M13", "A1B1", "M13L13"] {
        position = position.play(position.read_move(text).unwrap()).unwrap().position;
        check_position(&position);
        check_perft(&position, 2);
    }
    let forgetful: Position = position.to_string().parse().unwrap();
    assert!(position.perft(3) < forgetful.perft(3), "something is barred");
    check_perft(&position, 3);
}

#[test]
fn the_text_of_a_game_won_by_the_last_player_left_can_be_read() {
    // Blue's last block is captured.
    let position: Position = "13/13/13/13/13/13/13/13/13/13/13/(rr)12/(rb)12 r r0xb0x 0".parse().unwrap();
    let won = check_play(&position, position.read_move("A2A1").unwrap()).position;
    assert_eq!(won.to_string(), "13/13/13/13/13/13/13/13/13/13/13/r12/(rr)12 r r0xb0x- 0");
    check_position(&won);
    // Whoever is to move resigns.
    let resigned = position.leave(Seat::FIRST, Leaving::Resigned).unwrap().position;
    assert_eq!(resigned.turn(), Seat::ALL[1]);
    check_position(&resigned);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_position_conforms(position in any::position(), choices in vec(any::<usize>(), 0..4)) {
        check_position(&position);
        let mut choices = choices.into_iter();
        check_game(position, choices.len(), |_| choices.next().unwrap_or_default());
    }

    #[test]
    fn games_conform(players in 2..=4u8, choices in vec(any::<usize>(), 0..60)) {
        let mut choices = choices.into_iter();
        let start = Position::start(players).unwrap();
        check_game(start, choices.len(), |_| choices.next().unwrap_or_default());
    }

    #[test]
    fn any_count_of_sequences_is_as_they_are_played(position in any::sparse_position()) {
        check_perft(&position, 2);
    }

    /// Every move there could be, also those that nobody would write.
    #[test]
    fn a_move_is_legal_exactly_if_it_is_listed(position in any::position()) {
        let legal = position.legal_moves();
        let mut listed = legal.iter().peekable();
        let mut every: Vec<Move> = Vec::new();
        for kind in [Kind::Common, Kind::Special] {
            for to in Square::all() {
                every.push(Move::enter(kind, to));
                every.extend(Square::all().map(|from| Move::step(kind, from, to)));
            }
        }
        every.sort_unstable();
        for mv in every {
            let is_listed = listed.next_if(|next| **next == mv).is_some();
            prop_assert_eq!(position.is_legal(mv), is_listed, "{} in {}", mv, position);
        }
        prop_assert!(listed.next().is_none());
    }

    #[test]
    fn moves_of_each_length_are_the_moves_of_any(position in any::position()) {
        let mut moves: Vec<Move> = (0..=14).flat_map(|steps| position.legal_moves_of_length(Some(steps))).collect();
        moves.sort_unstable();
        moves.dedup();
        prop_assert_eq!(moves, position.legal_moves(), "{}", position);
    }

    #[test]
    fn what_a_move_captures_is_foretold(position in any::position(), choice in any::<usize>()) {
        let moves = position.legal_moves();
        prop_assume!(!moves.is_empty());
        let mv = moves[choice % moves.len()];
        let before = position.column(mv.to()).len();
        let captured = position.captures(mv).len();
        let after = check_play(&position, mv).position.column(mv.to()).len();
        prop_assert_eq!(after, if position.is_rescue(mv) { 0 } else { before - captured + 1 });
    }

    #[test]
    fn the_pyramid_is_symmetric(position in any::position()) {
        symmetry::check(&position);
    }

    #[test]
    fn a_refusal_offers_what_is_legal(position in any::position(), text in any::notation()) {
        parser::notation_in(&position, &text);
    }

    #[test]
    fn records_replay(players in 2..=4u8, choices in vec(any::<(u8, usize)>(), 0..80)) {
        let mut record = Record::new(Position::start(players).unwrap());
        for (what, choice) in choices {
            let moves = record.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            if what < 4 {
                let leaving = if what % 2 == 0 { Leaving::Resigned } else { Leaving::Time };
                record.leave(Seat::ALL[choice % 4], leaving);
            } else {
                record.play(moves[choice % moves.len()]).unwrap();
            }
        }
        let text = record.to_string();
        let read = Record::read(record.start().clone(), &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        prop_assert_eq!(read.to_string(), text);
        prop_assert_eq!(read.position().to_string(), record.position().to_string());
        prop_assert!(read.acts().eq(record.acts()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    #[test]
    fn any_text_is_a_position_or_refused(text in any::position_text()) {
        parser::position_text(&text);
    }

    #[test]
    fn any_text_is_a_move_or_refused(text in any::notation()) {
        parser::notation(&text);
    }

    #[test]
    fn any_text_is_a_record_or_refused(text in any::record_text()) {
        parser::record(&text);
    }
}
