use super::*;

#[test]
fn seats_are_stored_as_their_numbers() {
    for seat in Seat::ALL {
        assert_eq!(Seat::try_from(i16::from(seat)), Ok(seat));
        assert_eq!(u8::try_from(seat.index()).ok().and_then(Seat::new), Some(seat));
    }
    for number in [-1, 4, i16::MIN, i16::MAX, 256] {
        assert_eq!(Seat::try_from(number), Err(NoSuchSeat(number)));
    }
    assert_eq!(NoSuchSeat(4).to_string(), "no seat 4");
    assert_eq!(Seat::new(4), None);
}

#[test]
fn the_first_seats_play() {
    assert!(Seat::first(3).eq([Seat(0), Seat(1), Seat(2)]));
    assert!(Seat::first(200).eq(Seat::ALL));
}

#[test]
fn a_table_has_a_value_for_each_seat() {
    let mut table = BySeat::from_fn(Seat::index);
    table[Seat(2)] = 7;
    assert!(table.iter().map(|(seat, value)| (seat.index(), *value)).eq([(0, 0), (1, 1), (2, 7), (3, 3)]));
    assert_eq!(table[Seat(2)], 7);
}
