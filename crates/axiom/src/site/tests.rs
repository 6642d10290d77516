use super::*;

/// §4, rules 4 to 6, word by word.
fn fits(neighbours: [Option<bool>; 6], domes: Faces) -> bool {
    let on_cube = neighbours[Face::ZMinus as usize].is_some();
    let interlocks =
        |face: Face| neighbours[face as usize].is_some_and(|their_dome| their_dome != domes.contains(face));
    let pressed = |face: Face| neighbours[face as usize] == Some(true) && domes.contains(face);
    (on_cube || !domes.contains(Face::ZMinus))
        && !Face::ALL.into_iter().any(pressed)
        && if on_cube { interlocks(Face::ZMinus) } else { Face::SIDES.into_iter().any(interlocks) }
}

#[test]
fn sites_take_what_the_rules_say() {
    let all: Vec<Faces> = (0..64u8)
        .map(|bits| Face::ALL.into_iter().filter(|face| bits >> *face as u8 & 1 == 1).collect::<Faces>())
        .filter(|domes| domes.are_domes())
        .collect();
    // Nothing, a recess or a dome behind each of the five faces that can have a neighbour.
    for number in 0..3usize.pow(5) {
        let mut neighbours = [None; 6];
        let mut site = Site::default();
        let (mut rest, mut seen) = (number, Vec::new());
        for face in Face::SIDES.into_iter().chain([Face::ZMinus]) {
            neighbours[face as usize] = [None, Some(false), Some(true)][rest % 3];
            rest /= 3;
            if let Some(dome) = neighbours[face as usize] {
                site = site.with(face, if dome { Faces::ALL } else { Faces::NONE });
                seen.push((face, dome));
            }
        }
        for &domes in &all {
            assert_eq!(site.takes(domes), fits(neighbours, domes), "{domes} beside {seen:?}");
        }
        for domes in 1..=2 {
            let fitting = all.iter().filter(|it| it.len() == domes && fits(neighbours, **it)).count();
            assert_eq!(site.orientations().of(domes) as usize, fitting, "{domes} domes beside {seen:?}");
        }
        for &(face, dome) in &seen {
            let again = site.without(face).with(face, if dome { Faces::of(face) } else { Faces::NONE });
            assert_eq!(again, site);
            assert_ne!(site.without(face), site);
        }
    }
}
