use super::*;

#[test]
fn squares_are_named_by_column_and_row() {
    let squares: Vec<Square> = Square::all().collect();
    assert_eq!(squares.len(), Square::COUNT);
    assert!(squares.is_sorted_by(|a, b| a < b));
    for (index, square) in squares.into_iter().enumerate() {
        assert_eq!(square.index(), index);
        assert_eq!(Square::new(square.column(), square.row()), Some(square));
        assert_eq!(square.to_string().parse(), Ok(square));
    }
    assert_eq!(Square::SUMMIT.to_string(), "G7");
    assert_eq!(Square::new(0, 0).map(|square| square.to_string()).as_deref(), Some("A1"));
    assert_eq!(Square::new(12, 12).map(|square| square.to_string()).as_deref(), Some("M13"));
    assert_eq!((Square::new(13, 0), Square::new(0, 13)), (None, None));
}

#[test]
fn only_the_names_are_read() {
    for text in ["", "A", "1", "A0", "A14", "A01", "A1 ", "a1", "N1", "@1", "AA", "A111", "É1"] {
        assert_eq!(text.parse::<Square>(), Err(NotASquare), "{text:?}");
    }
}

#[test]
fn floors_are_as_large_as_the_rules_say() {
    let squares = |floor| Square::all().filter(|square| square.floor() == floor).count();
    assert_eq!([1, 2, 3, 4].map(squares), [88, 56, 24, 1]);
    assert!(Square::all().all(|square| square.height() == 2 * (square.floor() - 1)));
    assert_eq!(Square::all().filter(|square| square.is_edge()).count(), 48);
}

#[test]
fn steps_stay_on_the_board() {
    for square in Square::all() {
        for direction in Direction::ALL {
            let (columns, rows) = direction.offset();
            let column = u8::try_from(i16::from(square.column()) + columns);
            let row = u8::try_from(i16::from(square.row()) + rows);
            let expected = column.ok().zip(row.ok()).and_then(|(column, row)| Square::new(column, row));
            assert_eq!(square.next(direction), expected, "{square} {direction:?}");
            if let Some(next) = expected {
                assert_eq!(next.next(direction.opposite()), Some(square));
                assert_eq!(square.direction_to(next), Some(direction));
                assert_eq!(square.distance(next), 1);
            }
        }
        assert_eq!(square.direction_to(square), None);
    }
    let square = |text: &str| text.parse::<Square>().unwrap();
    assert_eq!(square("A1").direction_to(square("M13")), Some(Direction::NorthEast));
    assert_eq!(square("A1").direction_to(square("B3")), None);
    assert_eq!(square("C9").distance(square("F2")), 7);
}
