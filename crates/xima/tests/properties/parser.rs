//! What holds for any text that is read. The bodies of the property tests and of the fuzz targets in `fuzz/`.

use std::sync::LazyLock;

use game::Position as _;
use xima::record::Record;
use xima::{Cause, Position};

/// Positions in which texts are read as moves: a start, crowded columns, specials on top and buried, a rescue to be
/// made, a win at hand, a game that is over.
static POSITIONS: LazyLock<[Position; 6]> = LazyLock::new(|| {
    [
        "13/13/13/13/13/13/13/13/13/13/13/13/13 r r9+b9+ 0",
        "13/13/13/13/13/13/13/13/13/13/13/(rrrr)12/1(bryg)11 r r2+b5+y5+g5+ 0",
        "13/13/13/13/13/13/5(br)7/13/13/13/13/13/(rR)(Bb)11 r r1b5 0",
        "13/13/13/13/13/13/1b1b1b7/13/13/13/13/13/r5r6 r r7xb6+ 0",
        "13/13/13/13/13/13/5(bR)7/13/13/13/13/13/r12 r r0b5x 0",
        "13/13/13/13/13/13/1b1b1bR6/13/13/13/13/13/13 r r9b6+ 0",
    ]
    .map(|text| text.parse().expect("the positions here are valid"))
});

/// A position that is read is written as it was read, and can be played on.
pub fn position_text(text: &str) {
    let position: Position = match text.parse() {
        Ok(position) => position,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let written = position.to_string();
    let read: Position = written.parse().unwrap_or_else(|error| panic!("{text}: {written}: {error}"));
    assert_eq!(read.to_string(), written, "{text}");
    let moves = position.legal_moves();
    assert_eq!(read.legal_moves(), moves, "{text}");
    assert_eq!(position.count_legal_moves(), moves.len() as u64, "{text}");
    assert!(moves.is_empty() || position.is_playable(), "{text}: somebody can move");
    for mv in moves.iter().step_by(moves.len() / 3 + 1) {
        let played = position.play(*mv).unwrap_or_else(|refusal| panic!("{text}: {mv}: {refusal}"));
        let after = played.position.to_string();
        if played.position.outcome().is_none() {
            assert!(after.parse::<Position>().is_ok(), "{text}: {mv}: {after}");
        }
    }
}

/// A move that is read is legal, and its forms are read as itself; a refusal offers only what is legal.
pub fn notation(text: &str) {
    POSITIONS.iter().for_each(|position| notation_in(position, text));
}

/// [`notation`] in one position.
pub fn notation_in(position: &Position, text: &str) {
    match position.read_move(text) {
        Ok(mv) => {
            assert!(position.is_legal(mv), "{text:?} in {position}: {mv} is not legal");
            assert_eq!(position.read_move(&mv.to_string()), Ok(mv), "{text:?} in {position}");
            assert_eq!(position.read_move(&position.short_form(mv)), Ok(mv), "{text:?} in {position}");
        }
        Err(refusal) => {
            assert!(!refusal.to_string().is_empty());
            let offered = refusal.nearest.iter().chain(match &refusal.cause {
                Cause::Ambiguous { candidates } => candidates.as_slice(),
                _ => &[],
            });
            for mv in offered {
                assert!(position.is_legal(*mv), "{text:?} in {position}: {refusal}, and {mv} is not legal");
            }
            let silent = matches!(refusal.cause, Cause::Syntax { .. } | Cause::GameOver);
            assert!(!silent || refusal.nearest.is_none(), "{text:?} in {position}: {refusal}");
        }
    }
}

/// A record that is read is written so that it is read as the same game.
pub fn record(text: &str) {
    for players in Position::PLAYERS {
        let start = Position::start(players).expect("the number of players is one the game allows");
        match Record::read(start.clone(), text) {
            Ok(record) => {
                let written = record.to_string();
                let read = Record::read(start, &written)
                    .unwrap_or_else(|error| panic!("{text}: {written}: {error}"));
                assert_eq!(read.to_string(), written, "{text}");
                assert_eq!(read.position().to_string(), record.position().to_string(), "{text}");
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
