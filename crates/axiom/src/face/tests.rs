use super::*;

fn sets() -> impl Iterator<Item = Faces> {
    (0..64).map(Faces)
}

#[test]
fn orientations_are_the_sets_of_domes_within_a_set() {
    for set in sets() {
        let within = |domes: u32| {
            let all = sets().filter(|it| it.len() == domes && it.without(set).is_empty());
            let opposite = |it: Faces| it.iter().any(|face| it.contains(face.opposite()));
            u32::try_from(all.filter(|it| !opposite(*it)).count()).unwrap()
        };
        assert_eq!(set.orientations().of(1), within(1), "{set}");
        assert_eq!(set.orientations().of(2), within(2), "{set}");
    }
    // §1
    assert_eq!((Faces::ALL.orientations().of(1), Faces::ALL.orientations().of(2)), (6, 12));
    assert_eq!(sets().filter(|set| set.are_domes()).count(), 6 + 12);
}

#[test]
fn mirrored_faces_are_the_opposite_ones() {
    for set in sets() {
        assert_eq!(set.mirrored(), set.iter().map(Face::opposite).collect());
    }
}

#[test]
fn sets_are_written_in_the_order_of_the_faces() {
    assert_eq!(
        [Face::ZMinus, Face::XMinus, Face::YPlus].into_iter().collect::<Faces>().to_string(),
        "x-y+z-"
    );
    assert_eq!(Faces::ALL.to_string(), "x+x-y+y-z+z-");
    for face in Face::ALL {
        assert!(face.across().into_iter().all(|other| other != face && other != face.opposite()));
    }
}
