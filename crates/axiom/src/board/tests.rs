use super::*;

/// A board that holds cubes and no more: one that stands nowhere in particular on each of these cells.
fn board(cells: &[(i32, i32, i32)]) -> Board {
    let mut board = Board::default();
    for &(x, y, z) in cells {
        let cell = Cell::new(x, y, z).unwrap();
        board.cubes.push(Cube { cell, domes: Faces::of(Face::XPlus), owner: Seat::FIRST });
    }
    board
}

#[test]
fn a_cube_that_is_taken_away_comes_back_to_its_place() {
    let before = board(&[(0, 0, 1), (16, 0, 1), (16, 16, 1), (32, 0, 1), (0, 0, 2)]);
    for index in 0..before.cubes.len() {
        let mut board = before.clone();
        let cube = board.remove_cube(index);
        assert_eq!(cube, before.cubes[index]);
        assert_eq!(board.index_at(cube.cell), None);
        for other in before.cubes.iter().filter(|other| other.cell != cube.cell) {
            assert_eq!(board.cube_at(other.cell), Some(other));
        }
        board.restore_cube(index, cube);
        assert_eq!(board, before, "place {index}");
    }
}
