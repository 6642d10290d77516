use std::collections::BTreeSet;

use game::Seat;

use super::*;
use crate::board::{Cube, Sceptre};

fn cube(cell: Cell, domes: Faces) -> Cube {
    Cube { cell, domes, owner: Seat::FIRST }
}

fn at(x: i32, y: i32, z: i32) -> Cell {
    Cell::new(x, y, z).unwrap()
}

/// Two groups of the same shape, this far apart, with a sceptre on each.
fn twins(dx: i32, dy: i32) -> Board {
    let mut board = Board::default();
    for (x, y) in [(0, 0), (dx, dy)] {
        board.cubes.push(cube(at(x, y, 1), Faces::of(Face::YPlus)));
        board.cubes.push(cube(at(x + 1, y, 1), Faces::of(Face::ZPlus)));
        board.cubes.push(cube(at(x + 1, y, 2), Faces::of(Face::XPlus)));
        board.sceptres.push(Sceptre { cell: at(x, y, 1), face: Face::ZPlus, owner: Seat::FIRST });
    }
    board
}

/// What the page says about a cell, looked up piece by piece.
fn check(board: &Board, cell: Cell) {
    let terrain = Terrain::new(board);
    assert_eq!(terrain.cube_at(cell), board.index_at(cell), "cube in {cell}");
    let sceptre = board.sceptres.iter().position(|sceptre| sceptre.front() == cell);
    assert_eq!(terrain.sceptre_at(cell), sceptre, "sceptre in {cell}");
    let mut site = Site::default();
    for face in Face::ALL {
        if let Some(neighbour) = board.cube_at(cell.step(face)) {
            site = site.with(face, neighbour.domes.mirrored());
        }
    }
    let free = !board.is_filled(cell) && board.sceptre_near(cell).is_none() && cell.is_within();
    let expected = (free && (cell.is_on_table() || site.is_on_cube())).then_some(site);
    let found: Vec<Site> = terrain.sites().filter(|(it, _)| *it == cell).map(|(_, site)| site).collect();
    let expected = expected.filter(|site| *site != Site::default());
    assert_eq!(found, Vec::from_iter(expected), "site in {cell}");
}

#[test]
fn cells_far_apart_are_not_taken_for_each_other() {
    let limit = Cell::LIMIT;
    let apart =
        [(3, 0), (16, 0), (0, 16), (16, -1), (-16, 16), (64, 64), (limit - 1, 0), (limit - 1, -limit)];
    for (dx, dy) in apart {
        let board = twins(dx, dy);
        let cells: BTreeSet<Cell> = board
            .cubes
            .iter()
            .flat_map(|cube| Face::ALL.into_iter().flat_map(|a| Face::ALL.map(|b| cube.cell.step(a).step(b))))
            .filter(|cell| !cell.is_table())
            .collect();
        for cell in cells {
            check(&board, cell);
        }
    }
}

/// Cells whose search begins at one place are all found, and one that is not there is not.
#[test]
fn cells_that_share_a_place_in_the_index_are_told_apart() {
    let first = at(0, 0, 1);
    let mut sharing =
        (1..).map(|n| at(n % 3_000, n / 3_000, 1)).filter(|cell| slot(*cell) == slot(first)).take(CUBES);
    let mut board = Board::default();
    board.cubes.push(cube(first, Faces::of(Face::XPlus)));
    board.cubes.extend(sharing.by_ref().take(CUBES - 1).map(|cell| cube(cell, Faces::of(Face::XPlus))));
    let absent = sharing.next().unwrap();
    let terrain = Terrain::new(&board);
    for (index, cube) in board.cubes.iter().enumerate() {
        assert_eq!(terrain.cube_at(cube.cell), Some(index));
        check(&board, cube.cell.step(Face::ZPlus));
    }
    assert_eq!(terrain.cube_at(absent), None);
}

#[test]
fn a_lifted_cube_changes_the_cells_around_it() {
    let board = twins(8, 0);
    let terrain = Terrain::new(&board);
    let [x, y, z] = [at(1, 0, 2), at(1, 0, 3), at(2, 0, 1)];
    // The third cube stands on the second; the first carries a sceptre.
    assert_eq!([0, 1, 2].map(|cube| terrain.is_liftable(cube)), [false, false, true]);
    let support = Site::default().with(Face::ZMinus, Faces::NONE);
    assert!(terrain.sites().any(|site| site == (y, support)));
    assert_eq!(terrain.site_without(y, 2), None, "its own top");
    assert_eq!(terrain.changes(2).collect::<Vec<_>>(), [(y, support, None)]);
    let beside = Site::default().with(Face::XMinus, Faces::NONE);
    assert_eq!(terrain.site_without(z, 2), Some(beside), "a cell that it does not touch");
    assert_eq!(terrain.site_without(at(50, 50, 1), 2), Some(Site::default()));
    assert_eq!(terrain.site_without(at(50, 50, 2), 2), None);
    assert_eq!(terrain.site_without(at(0, 0, 2), 2), None, "a sceptre is there");
    assert_eq!(terrain.cube_at(x), Some(2));
}
