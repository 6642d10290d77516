//! Cubes and sceptres, and where they stand (§1).

use arrayvec::ArrayVec;
use game::Seat;

use crate::{Cell, Face, Faces};

/// Cubes in a game.
pub(crate) const CUBES: usize = 12;
/// Sceptres in a game.
pub(crate) const SCEPTRES: usize = 4;

/// A cube (§1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cube {
    /// The cell it fills.
    pub cell: Cell,
    /// Its domes; the other faces are recesses.
    pub domes: Faces,
    /// Who owns it.
    pub owner: Seat,
}

/// A sceptre on a face of a cube (§1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Sceptre {
    /// The cell of the cube it stands on.
    pub cell: Cell,
    /// The face it stands on.
    pub face: Face,
    /// Who owns it.
    pub owner: Seat,
}

impl Sceptre {
    /// The cell it fills (§1).
    #[must_use]
    pub const fn front(self) -> Cell {
        self.cell.step(self.face)
    }

    /// The cell its tip pokes into (§1).
    #[must_use]
    pub const fn tip(self) -> Cell {
        self.front().step(self.face)
    }
}

/// The pieces in play, in no particular order. A piece keeps its place in the list when it moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Board {
    pub(crate) cubes: ArrayVec<Cube, CUBES>,
    pub(crate) sceptres: ArrayVec<Sceptre, SCEPTRES>,
}

impl Board {
    /// The place of the cube that fills a cell.
    pub(crate) fn index_at(&self, cell: Cell) -> Option<usize> {
        self.cubes.iter().position(|cube| cube.cell == cell)
    }

    /// The cube that fills a cell.
    pub(crate) fn cube_at(&self, cell: Cell) -> Option<&Cube> {
        self.cubes.iter().find(|cube| cube.cell == cell)
    }

    /// Whether a cube fills the cell.
    pub(crate) fn is_filled(&self, cell: Cell) -> bool {
        self.cube_at(cell).is_some()
    }

    /// The sceptres on a cube.
    pub(crate) fn sceptres_on(&self, cell: Cell) -> impl Iterator<Item = &Sceptre> {
        self.sceptres.iter().filter(move |sceptre| sceptre.cell == cell)
    }

    /// The place of a player's sceptre on a cube.
    pub(crate) fn sceptre_of(&self, owner: Seat, cell: Cell) -> Option<usize> {
        self.sceptres.iter().position(|sceptre| sceptre.cell == cell && sceptre.owner == owner)
    }

    /// The sceptre whose front or tip cell this is (§4, rule 2).
    pub(crate) fn sceptre_near(&self, cell: Cell) -> Option<&Sceptre> {
        self.sceptres.iter().find(|sceptre| sceptre.front() == cell || sceptre.tip() == cell)
    }

    /// §4: no sceptre on any of its faces, no cube on top.
    pub(crate) fn is_liftable(&self, cell: Cell) -> bool {
        self.sceptres_on(cell).next().is_none() && !self.is_filled(cell.step(Face::ZPlus))
    }

    /// Takes a cube away. The last cube of the list gets its place.
    pub(crate) fn remove_cube(&mut self, index: usize) -> Cube {
        self.cubes.swap_remove(index)
    }

    /// Undoes [`Board::remove_cube`].
    pub(crate) fn restore_cube(&mut self, index: usize, cube: Cube) {
        self.cubes.push(cube);
        let last = self.cubes.len() - 1;
        self.cubes.swap(index, last);
    }
}

#[cfg(test)]
mod tests;
