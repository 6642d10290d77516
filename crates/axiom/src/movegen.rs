//! Moves of sceptres (§3) and cubes (§4).

use arrayvec::ArrayVec;
use game::Seat;

use crate::board::CUBES;
use crate::face::Orientations;
use crate::site::Site;
use crate::terrain::Terrain;
use crate::{Cell, Face, Faces, Move};

/// Why a sceptre does not stop on a square, or why its line ends before it (§3). Sceptres by their place in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Test {
    /// It may stop, and the line goes on.
    Stop,
    /// T1: the face is a dome.
    Dome,
    /// T2: the move started here.
    Start,
    /// T3 and T4: another sceptre fills the front cell, on this square or round the corner.
    Taken(usize),
    /// T5: no room for the tip; the line goes on.
    NoRoom,
    /// T6: another sceptre's tip pokes into the same two cells from the other side; the line goes on.
    Facing(usize),
}

impl Terrain<'_> {
    /// The number of legal moves of `mover`.
    pub(crate) fn count_moves(&self, mover: Seat) -> u64 {
        u64::from(self.count_sceptre_moves(mover) + self.count_cube_moves(mover))
    }

    /// Every legal move of `mover`, in no particular order.
    pub(crate) fn list_moves(&self, mover: Seat) -> Vec<Move> {
        let board = self.board();
        let mut list = Vec::with_capacity(128);
        for (index, sceptre) in board.sceptres.iter().enumerate().filter(|(_, it)| it.owner == mover) {
            self.stops(index, |cube, face| {
                list.push(Move::Sceptre { from: sceptre.cell, to: board.cubes[cube].cell, face });
            });
        }
        for (index, cube) in board.cubes.iter().enumerate() {
            if cube.owner != mover || !self.is_liftable(index) {
                continue;
            }
            let orientations = orientations(cube.domes.len());
            for (to, _) in self.sites() {
                let Some(site) = self.site_without(to, index) else { continue };
                let domes = orientations.iter().copied().filter(|domes| site.takes(*domes));
                list.extend(domes.map(|domes| Move::Cube { from: cube.cell, to, domes }));
            }
        }
        list
    }

    /// Follows the eight lines of a sceptre and tells each square that they meet, with the test's outcome.
    pub(crate) fn walk(&self, index: usize, mut visit: impl FnMut(usize, Face, Test)) {
        let sceptre = self.board().sceptres[index];
        let Some(start) = self.cube_at(sceptre.cell) else { return };
        // Whether the line goes on.
        let mut goes_on = |cube: usize, cell: Cell, face: Face| {
            let test = self.test(index, cube, cell, face);
            visit(cube, face, test);
            matches!(test, Test::Stop | Test::NoRoom | Test::Facing(_))
        };
        for travel in sceptre.face.across() {
            let (mut cube, mut cell, mut face, mut travel) = (start, sceptre.cell, sceptre.face, travel);
            loop {
                let side = cell.step(travel);
                let over = side.step(face);
                if over.is_table() {
                    break;
                }
                if let Some(wall) = self.cube_at(over) {
                    // Inner edge: up, or along, a wall.
                    (cube, cell, face, travel) = (wall, over, travel.opposite(), face);
                } else if let Some(flat) = self.cube_at(side) {
                    (cube, cell) = (flat, side);
                } else if side.is_table() {
                    break;
                } else {
                    // Outer edge.
                    (face, travel) = (travel, face.opposite());
                }
                if !goes_on(cube, cell, face) {
                    break;
                }
            }
        }
        let [a, a_back, b, b_back] = sceptre.face.across();
        for (a, b) in [(a, b), (a, b_back), (a_back, b), (a_back, b_back)] {
            let mut cell = sceptre.cell;
            loop {
                let (beside_a, beside_b) = (cell.step(a), cell.step(b));
                let to = beside_a.step(b);
                let Some(cube) = self.cube_at(to) else { break };
                let is_wall = |cell: Cell| self.is_filled(cell.step(sceptre.face));
                if is_wall(to) || is_wall(beside_a) && is_wall(beside_b) || !goes_on(cube, to, sceptre.face) {
                    break;
                }
                cell = to;
            }
        }
    }

    /// `test(c, f)` of §3 for a moving sceptre.
    fn test(&self, index: usize, cube: usize, cell: Cell, face: Face) -> Test {
        let board = self.board();
        let sceptre = board.sceptres[index];
        if board.cubes[cube].domes.contains(face) {
            return Test::Dome;
        }
        if (cell, face) == (sceptre.cell, sceptre.face) {
            return Test::Start;
        }
        let front = cell.step(face);
        if let Some(other) = self.sceptre_at(front).filter(|other| *other != index) {
            return Test::Taken(other);
        }
        let tip = front.step(face);
        if tip.is_table() || self.is_filled(tip) {
            return Test::NoRoom;
        }
        match self.sceptre_at(tip) {
            Some(other) if other != index && board.sceptres[other].face == face.opposite() => {
                Test::Facing(other)
            }
            _ => Test::Stop,
        }
    }

    /// Tells every square that a sceptre can move to, once.
    fn stops(&self, index: usize, mut stop: impl FnMut(usize, Face)) {
        let mut met = [Faces::NONE; CUBES];
        self.walk(index, |cube, face, test| {
            if test == Test::Stop && !met[cube].contains(face) {
                met[cube] = met[cube].union(Faces::of(face));
                stop(cube, face);
            }
        });
    }

    fn count_sceptre_moves(&self, mover: Seat) -> u32 {
        let mut count = 0;
        for (index, _) in self.board().sceptres.iter().enumerate().filter(|(_, it)| it.owner == mover) {
            self.stops(index, |_, _| count += 1);
        }
        count
    }

    fn count_cube_moves(&self, mover: Seat) -> u32 {
        let all = self
            .sites()
            .map(|(_, site)| site.orientations())
            .fold(Orientations::default(), Orientations::plus);
        let mut count = 0;
        for (index, cube) in self.board().cubes.iter().enumerate() {
            if cube.owner != mover || !self.is_liftable(index) {
                continue;
            }
            let mut here = all;
            for (_, before, after) in self.changes(index) {
                here = here.minus(before.orientations());
                here = here.plus(after.map_or(Orientations::default(), Site::orientations));
            }
            count += here.of(cube.domes.len());
        }
        count
    }
}

/// Every orientation of a cube with this number of domes (§1): 6 with one, 12 with two.
fn orientations(domes: u32) -> ArrayVec<Faces, 12> {
    let mut orientations = ArrayVec::new();
    for (place, first) in Face::ALL.into_iter().enumerate() {
        if domes == 1 {
            orientations.push(Faces::of(first));
            continue;
        }
        let seconds = Face::ALL[place + 1..].iter().filter(|second| **second != first.opposite());
        orientations.extend(seconds.map(|second| Faces::of(first).union(Faces::of(*second))));
    }
    orientations
}
