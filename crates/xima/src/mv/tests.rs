use super::*;

#[test]
fn a_move_is_four_bytes() {
    assert_eq!(size_of::<Move>(), 4);
}

#[test]
fn moves_are_ordered_by_the_bytes_of_their_long_forms() {
    let mut moves: Vec<Move> = Vec::new();
    for kind in [Kind::Common, Kind::Special] {
        for to in Square::all() {
            moves.push(Move::enter(kind, to));
            moves.extend(Square::all().map(|from| Move::step(kind, from, to)));
        }
    }
    moves.sort_unstable();
    let texts: Vec<String> = moves.iter().map(Move::to_string).collect();
    assert!(texts.is_sorted_by(|a, b| a < b), "some pair is out of order");
}
