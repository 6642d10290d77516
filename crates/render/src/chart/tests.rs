use super::*;

#[test]
fn a_line_is_followed_between_its_points() {
    let points = [(0, 0.5), (3, 0.8), (6, 0.2)];
    assert_eq!(along(&points, 0), Some(0.5));
    assert_eq!(along(&points, 3), Some(0.8));
    let between = along(&points, 5).expect("it is on the line");
    assert!((between - 0.4).abs() < 1e-9, "{between}");
    assert_eq!(along(&points, 7), None);
    assert_eq!(along(&points[1..], 2), None);
}

#[test]
fn numbers_below_are_round_and_few() {
    #[track_caller]
    fn check(moves: u32, first: u32, last: u32) {
        let numbers: Vec<u32> = Layout::new(900, moves).numbers().collect();
        assert!(numbers.len() <= 14, "{numbers:?}");
        assert_eq!((numbers[0], numbers[numbers.len() - 1]), (first, last), "of {moves}: {numbers:?}");
    }
    check(0, 1, 1);
    check(1, 1, 1);
    check(14, 1, 14);
    check(15, 2, 14);
    check(60, 5, 60);
    check(399, 50, 350);
}

#[test]
fn plates_of_neighbours_lie_apart() {
    let layout = Layout::new(900, 10);
    let spots = [3.0, 4.0, 5.0].map(|moves| (layout.x(moves), layout.y(0.5)));
    let crowded = [3.0, 3.2, 3.4, 3.6].map(|moves| (layout.x(moves), layout.y(0.97)));
    for spots in [spots.as_slice(), &crowded] {
        let widths = vec![40.0; spots.len()];
        let plates = layout.plates(spots, &widths, &[]);
        let plates: Vec<(f32, f32)> = plates.into_iter().map(|plate| plate.expect("there is room")).collect();
        for (place, (x, y)) in plates.iter().enumerate() {
            assert!(y - layout.plate / 2.0 >= layout.top, "{plates:?}");
            for (other_x, other_y) in &plates[..place] {
                assert!((x - other_x).abs() >= 40.0 || (y - other_y).abs() >= layout.plate, "{plates:?}");
            }
        }
    }
}

#[test]
fn plates_of_neighbours_leave_the_line_and_the_spots_to_be_seen() {
    let layout = Layout::new(900, 41);
    let chances = [(0, 0.5), (29, 0.55), (30, 0.2), (31, 0.75), (32, 0.3), (33, 0.99), (41, 1.0)];
    let line = chances.map(|(moves, chance)| (layout.x(f64::from(moves)), layout.y(chance)));
    let spots = &line[2..6];
    let plates = layout.plates(spots, &[40.0; 4], &[line.to_vec()]);
    let plates: Vec<(f32, f32)> = plates.into_iter().map(|plate| plate.expect("there is room")).collect();
    let covers = |(x, y): (f32, f32), (wide, high): (f32, f32), at: (f32, f32)| {
        (x - at.0).abs() < wide && (y - at.1).abs() < high
    };
    for (place, plate) in plates.iter().enumerate() {
        for share in 0..=200_u8 {
            let share = f32::from(share) / 200.0;
            for ends in line.windows(2) {
                let along = |from: f32, to: f32| from + (to - from) * share;
                let at = (along(ends[0].0, ends[1].0), along(ends[0].1, ends[1].1));
                assert!(!covers(*plate, (20.0, layout.plate / 2.0), at), "{plates:?} {at:?}");
            }
        }
        for other in &plates[..place] {
            assert!(!covers(*plate, (40.0, layout.plate), *other), "{plates:?}");
        }
    }
}

#[test]
fn where_there_is_no_room_a_plate_is_left_out() {
    let layout = Layout::new(900, 10);
    let spots = [(layout.x(5.0), layout.y(0.5)); 40];
    let plates = layout.plates(&spots, &[40.0; 40], &[]);
    let placed: Vec<(f32, f32)> = plates.iter().copied().flatten().collect();
    assert!(placed.len() < 40, "{plates:?}");
    for (place, (x, y)) in placed.iter().enumerate() {
        let apart = |(other_x, other_y): &(f32, f32)| {
            (x - other_x).abs() >= 40.0 || (y - other_y).abs() >= layout.plate
        };
        assert!(placed[..place].iter().all(apart), "{placed:?}");
    }
}

#[test]
fn every_palette_has_room() {
    for theme in [Theme::Dark, Theme::Light] {
        for suit in [Suit::Xima, Suit::Axiom] {
            let theme = theme.colours();
            palette(&theme, &Dress::of(suit, &theme));
        }
    }
}

#[test]
fn whatever_is_asked_for_is_drawn() {
    let line = |points: &[(u32, f64)]| Line { seat: Seat::FIRST, points: points.to_vec() };
    for (moves, lines) in [
        (0, vec![]),
        (0, vec![line(&[(0, 0.5)])]),
        (1, vec![line(&[])]),
        (9_999, vec![line(&[(0, -3.0), (9_999, f64::NAN)])]),
    ] {
        for players in 2..=4 {
            let marks = vec![Mark { seat: Seat::FIRST, number: moves }];
            let chart = Chart { suit: Suit::Xima, players, moves, lines: lines.clone(), marks };
            assert!(png(&chart, Theme::Dark, 0).starts_with(b"\x89PNG"), "{chart:?}");
        }
    }
}
