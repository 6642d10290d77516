use super::*;

#[test]
fn nothing_comes_before_what_it_hides() {
    let order: Vec<(u8, u8)> = Space::far_to_near().collect();
    assert_eq!(order.len(), 169);
    for (place, &(east, north)) in order.iter().enumerate() {
        assert!(order[..place].iter().all(|&(e, n)| e > east || n > north), "{east} {north}");
    }
}

#[test]
fn clipping_keeps_what_is_inside() {
    let inside = vec![(0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8)];
    assert_eq!(clip(&inside, [0.0, 0.0, 1.0, 1.0]), inside);
    assert!(clip(&inside, [2.0, 0.0, 3.0, 1.0]).is_empty());
    let half = clip(&inside, [0.5, 0.0, 1.0, 1.0]);
    let (least, most) =
        half.iter().fold((f32::MAX, f32::MIN), |(least, most), p| (least.min(p.0), most.max(p.0)));
    assert!((least - 0.5).abs() < 1e-6 && (most - 0.8).abs() < 1e-6 && half.len() == 4, "{half:?}");
}

#[test]
fn every_column_top_is_on_the_picture() {
    for highest in [1, 9, 40] {
        let tops = [(13.0, 13.0, Space::FOOT + Space::rise(highest)), (7.0, 7.0, 20.0)];
        let space = Space::new(900, tops.into_iter());
        for (east, north, height) in tops {
            let (x, y) = space.point(east, north, height);
            assert!(y > 0.0 && (0.0..900.0).contains(&x), "{x} {y}");
        }
        let (_, bottom) = space.point(-Space::NEAR, -Space::NEAR, -0.7);
        let height = f32::from(u16::try_from(space.height).unwrap());
        assert!(bottom < height && height < bottom + 20.0);
    }
}
