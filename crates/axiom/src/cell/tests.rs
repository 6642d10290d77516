use super::*;

const L: i32 = Cell::LIMIT;

fn cells() -> impl Iterator<Item = (i32, i32, i32)> {
    let flat = [-L, 1 - L, -17, -16, -1, 0, 1, 15, 16, L - 1, L];
    flat.into_iter().flat_map(move |x| {
        flat.into_iter().flat_map(move |y| [1, 2, 11, 12].into_iter().map(move |z| (x, y, z)))
    })
}

#[test]
fn coordinates_survive_packing_and_cells_are_in_their_order() {
    for (x, y, z) in cells() {
        let cell = Cell::new(x, y, z).unwrap();
        assert_eq!((cell.x(), cell.y(), cell.z()), (x, y, z));
        assert_eq!(cell.to_string(), format!("({x},{y},{z})"));
        for other in cells() {
            let compared = cell.cmp(&Cell::new(other.0, other.1, other.2).unwrap());
            assert_eq!(compared, (x, y, z).cmp(&other), "({x},{y},{z}) and {other:?}");
        }
    }
}

#[test]
fn steps_change_one_coordinate_and_lead_back() {
    for (x, y, z) in cells() {
        let cell = Cell::new(x, y, z).unwrap();
        for (face, (dx, dy, dz)) in
            Face::ALL.into_iter().zip([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)])
        {
            let next = cell.step(face);
            assert_eq!((next.x(), next.y(), next.z()), (x + dx, y + dy, z + dz), "{cell} {face}");
            assert_eq!(next.step(face.opposite()), cell);
            assert_eq!(next.is_table(), z + dz < 1);
            assert_eq!(next.is_within(), Cell::new(x + dx, y + dy, z + dz).is_some());
        }
        // Those that have a neighbour beyond, the table apart, and no others.
        let last = [x, y].into_iter().any(|n| n.abs() == L) || z == Cell::TOP;
        assert_eq!(cell.is_at_edge(), last, "{cell}");
    }
}

#[test]
fn there_is_no_cell_beyond_the_limits() {
    for (x, y, z) in [(L + 1, 0, 1), (-L - 1, 0, 1), (0, L + 1, 1), (0, i32::MIN, 1), (0, 0, 0), (0, 0, 13)] {
        assert_eq!(Cell::new(x, y, z), None, "({x},{y},{z})");
    }
}
