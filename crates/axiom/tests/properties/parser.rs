//! What holds for any text that is read. The bodies of the property tests and of the fuzz targets in `fuzz/`.

use std::sync::LazyLock;

use axiom::Position;
use game::Position as _;

/// Positions in which texts are read as moves: the start, walls and edges, a tight court, two sceptres that face each
/// other, an own pair and a contact at hand, the edge of space, a game that is over.
static POSITIONS: LazyLock<[Position; 7]> = LazyLock::new(|| {
    [
        "B: C(-1,0,1)x-z+ C(-1,0,2)x+ C(0,0,1)x-y- C(0,0,2)z- C(1,0,1)x-z+ C(1,0,2)x+ S(-1,0,2)z+ S(1,0,2)z+ \
         W: C(-1,1,1)x+z+ C(-1,1,2)x- C(0,1,1)x+y+ C(0,1,2)z- C(1,1,1)x+z+ C(1,1,2)x- S(-1,1,2)z+ S(1,1,2)z+ \
         to-move: black",
        "B: C(0,0,1)x+ C(1,0,1)y-z+ S(0,0,1)z+ W: C(1,0,2)y+ S(1,0,1)y+ to-move: black",
        "B: C(0,0,1)y+ C(0,1,1)x+ C(1,1,1)x+ S(0,0,1)y- W: C(2,1,1)y- C(2,0,1)z+ S(2,1,1)z+ to-move: black",
        "B: C(0,0,1)z+ C(0,0,2)y+ C(1,0,1)x- C(2,0,1)x- C(3,0,1)x-z+ C(3,0,2)y+ S(0,0,2)z+ \
         W: C(4,0,1)x- S(3,0,2)x- to-move: black",
        "B: C(0,0,1)x+ C(1,0,1)x+ S(0,0,1)z+ S(1,0,1)y- W: C(2,0,1)z+ S(2,0,1)y+ to-move: black",
        "B: C(100000000,-100000000,1)x-z+ S(100000000,-100000000,1)y- \
         W: C(-100000000,100000000,1)x+ C(-99999999,100000000,1)y+ to-move: white",
        "B: C(0,0,1)x+ C(1,0,1)x+ S(1,0,1)z+ W: C(2,0,1)z+ S(1,0,1)y+ to-move: white",
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
    assert_eq!(read.outcome(), position.outcome(), "{text}");
    let moves = position.legal_moves();
    assert_eq!(read.legal_moves(), moves, "{text}");
    assert_eq!(position.count_legal_moves(), moves.len() as u64, "{text}");
    assert_eq!(moves.is_empty(), position.outcome().is_some(), "{text}: who cannot move has lost");
    for mv in moves.iter().step_by(moves.len() / 3 + 1) {
        let played = position.play(*mv).unwrap_or_else(|refusal| panic!("{text}: {mv}: {refusal}"));
        let after = played.position.to_string();
        let read: Position = after.parse().unwrap_or_else(|error| panic!("{text}: {mv}: {after}: {error}"));
        assert_eq!(read.outcome(), played.position.outcome(), "{text}: {mv}: {after}");
    }
}

/// A move that is read is legal, and its form is read as itself.
pub fn notation(text: &str) {
    for position in POSITIONS.iter() {
        match position.read_move(text) {
            Ok(mv) => {
                assert!(position.is_legal(mv), "{text:?} in {position}: {mv} is not legal");
                assert!(position.legal_moves().contains(&mv), "{text:?} in {position}: {mv} is not listed");
                assert_eq!(position.read_move(&mv.to_string()), Ok(mv), "{text:?} in {position}");
            }
            Err(refusal) => assert!(!refusal.to_string().is_empty()),
        }
    }
}
