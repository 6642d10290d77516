use game::Position as _;

use super::*;

const START_AND_OTHERS: [&str; 4] = [
    "B: C(-1,0,1)x-z+ C(-1,0,2)x+ C(0,0,1)x-y- C(0,0,2)z- C(1,0,1)x-z+ C(1,0,2)x+ \
     S(-1,0,2)z+ S(1,0,2)z+ \
     W: C(-1,1,1)x+z+ C(-1,1,2)x- C(0,1,1)x+y+ C(0,1,2)z- C(1,1,1)x+z+ C(1,1,2)x- \
     S(-1,1,2)z+ S(1,1,2)z+ to-move: black",
    // A cube is taken out; the last of the list gets its place.
    "B: C(0,0,1)x+ C(2,0,1)x- S(1,0,1)z+ W: C(1,0,1)y- S(2,0,1)y+ to-move: black",
    // An own pair and a contact.
    "B: C(0,0,1)x+ C(1,0,1)x+ S(0,0,1)z+ S(1,0,1)y- W: C(2,0,1)z+ S(2,0,1)y+ to-move: black",
    // Groups 16 cells apart.
    "B: C(0,0,1)y- C(16,0,1)x+ S(0,0,1)x+ W: C(0,1,1)x+ C(16,16,1)z+ S(16,16,1)x- to-move: white",
];

/// Plays and takes back every move, and every answer to every move.
#[test]
fn taking_back_a_move_leaves_the_position_as_it_was() {
    for text in START_AND_OTHERS {
        let mut position: Position = text.parse().unwrap();
        check(&mut position, 2);
    }
}

fn check(position: &mut Position, depth: u32) {
    let Position { board, turn, ended, key, .. } = position.clone();
    for mv in position.legal_moves() {
        let undo = position.make(mv);
        assert_eq!(position.key, Position::new(position.board.clone(), turn).key, "key after {mv}");
        assert_ne!(position.key, key, "key after {mv}");
        assert_eq!(position.turn, other(turn));
        if depth > 1 {
            check(position, depth - 1);
        }
        position.unmake(&undo);
        assert_eq!(position.board, board, "{mv} taken back");
        assert_eq!((position.turn, position.ended, position.key), (turn, ended, key), "{mv} taken back");
    }
}

#[test]
fn equal_cubes_are_interchangeable() {
    let text = START_AND_OTHERS[3];
    let position: Position = text.parse().unwrap();
    let swapped: Position = text.replace("C(0,0,1)y- C(16,0,1)x+", "C(16,0,1)x+ C(0,0,1)y-").parse().unwrap();
    assert_eq!(position.key, swapped.key);
    // Not so: two cubes of one cell, owner or dome less or more.
    for (before, after) in [("(0,0,1)y-", "(0,0,1)z+"), ("S(0,0,1)x+", "S(0,0,1)z+"), ("C(16,0,1)x+", "")] {
        let other: Position = text.replace(before, after).parse().unwrap();
        assert_ne!(position.key, other.key, "{before} and {after}");
    }
}

#[test]
fn what_a_move_brings_about_is_known_before() {
    let position: Position = START_AND_OTHERS[2].parse().unwrap();
    let read = |text: &str| position.read_move(text).unwrap();
    assert!(position.joins_own_pair(read("S(0,0,1)S(1,0,1)z+")));
    assert!(!position.joins_own_pair(read("S(1,0,1)S(2,0,1)y-")));
    assert!(!position.joins_own_pair(read("S(0,0,1)S(0,0,1)y-")));
    let position: Position = START_AND_OTHERS[1].parse().unwrap();
    let read = |text: &str| position.read_move(text).unwrap();
    assert!(position.eliminates(read("S(1,0,1)S(0,0,1)z+")));
    assert!(!position.eliminates(read("S(1,0,1)S(1,0,1)y+")));
    for mv in position.legal_moves() {
        assert_eq!(position.eliminates(mv), !position.play(mv).unwrap().events.is_empty(), "{mv}");
    }
}
