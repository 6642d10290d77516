use super::*;

#[test]
fn places_and_squares_are_inverse_in_every_turn() {
    for turn in Turn::ALL {
        for square in Square::all() {
            assert_eq!(turn.square(turn.place(square)), square, "{turn:?}");
        }
    }
}

#[track_caller]
fn check(players: u8, from: u8, bottom_left: &str, top_right: &str, sides: &[Side]) {
    let seat = |index| Seat::new(index).unwrap();
    let turn = Turn::of(players, seat(from));
    assert_eq!(turn.square((0, 12)).to_string(), bottom_left);
    assert_eq!(turn.square((12, 0)).to_string(), top_right);
    let seen: Vec<Side> = (0..players).map(|index| turn.side(players, seat(index))).collect();
    assert_eq!(seen, sides);
}

#[test]
fn every_seat_sees_its_own_side_at_the_bottom_and_the_others_clockwise() {
    use Side::{Bottom, Left, Right, Top};
    check(2, 0, "A1", "M13", &[Bottom, Top]);
    check(2, 1, "M13", "A1", &[Top, Bottom]);
    check(3, 0, "A1", "M13", &[Bottom, Left, Top]);
    check(4, 0, "A1", "M13", &[Bottom, Left, Top, Right]);
    check(4, 1, "A13", "M1", &[Right, Bottom, Left, Top]);
    check(4, 2, "M13", "A1", &[Top, Right, Bottom, Left]);
    check(4, 3, "M1", "A13", &[Left, Top, Right, Bottom]);
}

#[test]
fn labels_follow_the_turn() {
    let turn = Turn::of(4, Seat::new(1).unwrap());
    let across: Vec<String> = (0..3).map(|left| turn.across(left)).collect();
    let down: Vec<String> = (0..3).map(|top| turn.down(top)).collect();
    assert_eq!(
        (across, down),
        (vec!["13".into(), "12".into(), "11".into()], vec!["M".into(), "L".into(), "K".into()])
    );
}
