//! The cells that matter in a position, drawn up once for all questions about its moves.

use arrayvec::ArrayVec;

use crate::board::{Board, CUBES, SCEPTRES};
use crate::site::Site;
use crate::{Cell, Face, Faces};

/// The cells of the cubes, those on top of them and beside them, and those of the sceptres.
const CELLS: usize = CUBES * (1 + BESIDE.len()) + SCEPTRES;
/// The faces of a cube behind which a cell can be empty: below a cube is the table or a cube.
const BESIDE: [Face; 5] = [Face::XPlus, Face::XMinus, Face::YPlus, Face::YMinus, Face::ZPlus];
/// Binary digits of a place in the index.
const DIGITS: u32 = 10;

/// Every cell that a cube or a sceptre fills, and every cell that lies on a cube or on the table beside one, with
/// what is there.
///
/// An open hash index of one byte for each place finds a cell in a handful of instructions wherever it lies in space;
/// it is less than a tenth full.
pub(crate) struct Terrain<'a> {
    board: &'a Board,
    /// One more than the place of a cell in `cells`, or 0.
    index: [u8; 1 << DIGITS],
    /// The cubes' cells first, in the order of the board.
    cells: ArrayVec<Entry, CELLS>,
}

/// What is in a cell.
#[derive(Clone, Copy)]
struct Entry {
    cell: Cell,
    /// The neighbours, unless a cube fills the cell.
    site: Site,
    /// Whether no cube may be put here because of a sceptre or the edge of space; or, where a cube is, be lifted
    /// because of a sceptre or a cube on it.
    barred: bool,
    /// One more than the place of the sceptre that fills the cell, or 0.
    sceptre: u8,
}

impl<'a> Terrain<'a> {
    /// Draws up the cells of a board.
    pub(crate) fn new(board: &'a Board) -> Terrain<'a> {
        let mut terrain = Terrain { board, index: [0; 1 << DIGITS], cells: ArrayVec::new() };
        for cube in &board.cubes {
            terrain.place(cube.cell);
        }
        for (index, cube) in board.cubes.iter().enumerate() {
            let top = terrain.place(cube.cell.step(Face::ZPlus));
            terrain.touch(top, Face::ZMinus, cube.domes.mirrored());
            terrain.cells[index].barred = top < board.cubes.len();
        }
        for cube in &board.cubes {
            let domes = cube.domes.mirrored();
            let on_table = cube.cell.is_on_table();
            for face in Face::SIDES {
                let beside = cube.cell.step(face);
                // In the air only what is on top of a cube matters, and that is there already.
                let place = if on_table { Some(terrain.place(beside)) } else { terrain.find(beside) };
                if let Some(place) = place {
                    terrain.touch(place, face.opposite(), domes);
                }
            }
        }
        if board.cubes.iter().any(|cube| cube.cell.is_at_edge()) {
            for entry in &mut terrain.cells {
                entry.barred |= !entry.cell.is_within();
            }
        }
        for (index, sceptre) in board.sceptres.iter().enumerate() {
            let front = terrain.place(sceptre.front());
            terrain.cells[front].sceptre = byte(index + 1);
            terrain.cells[front].barred = true;
            for cell in [sceptre.cell, sceptre.tip()] {
                if let Some(place) = terrain.find(cell) {
                    terrain.cells[place].barred = true;
                }
            }
        }
        terrain
    }

    pub(crate) fn board(&self) -> &'a Board {
        self.board
    }

    /// The place of the cube that fills a cell.
    #[inline]
    pub(crate) fn cube_at(&self, cell: Cell) -> Option<usize> {
        self.find(cell).filter(|place| *place < self.board.cubes.len())
    }

    /// Whether a cube fills the cell.
    #[inline]
    pub(crate) fn is_filled(&self, cell: Cell) -> bool {
        self.cube_at(cell).is_some()
    }

    /// The place of the sceptre whose front cell this is, if it is beside or on top of a cube.
    #[inline]
    pub(crate) fn sceptre_at(&self, cell: Cell) -> Option<usize> {
        let sceptre = self.cells[self.find(cell)?].sceptre;
        usize::from(sceptre).checked_sub(1)
    }

    /// §4: whether no sceptre stands on any face of the cube, and no cube on top.
    pub(crate) fn is_liftable(&self, cube: usize) -> bool {
        !self.cells[cube].barred
    }

    /// Every cell where some cube might be put while all cubes stand (§4, rules 1 to 3).
    pub(crate) fn sites(&self) -> impl Iterator<Item = (Cell, Site)> {
        let empty = &self.cells[self.board.cubes.len()..];
        empty.iter().filter(|entry| !entry.barred).map(|entry| (entry.cell, entry.site))
    }

    /// The sites that change when a cube is lifted, before and after.
    #[inline]
    pub(crate) fn changes(&self, cube: usize) -> impl Iterator<Item = (Cell, Site, Option<Site>)> {
        let cell = self.board.cubes[cube].cell;
        BESIDE.into_iter().filter_map(move |face| {
            let beside = cell.step(face);
            let site = self.site(beside)?;
            Some((beside, site, (face != Face::ZPlus).then(|| site.without(face.opposite()))))
        })
    }

    /// What an empty cell offers once a cube is lifted, or `None` where nothing may be put (§4, rules 1 to 3).
    pub(crate) fn site_without(&self, cell: Cell, cube: usize) -> Option<Site> {
        if let Some((.., after)) = self.changes(cube).find(|(changed, ..)| *changed == cell) {
            return after;
        }
        match self.find(cell) {
            Some(_) => self.site(cell),
            None => (cell.is_within() && cell.is_on_table()).then(Site::default),
        }
    }

    /// What an empty cell offers while all cubes stand, or `None` where nothing may be put or nothing is near.
    #[inline]
    fn site(&self, cell: Cell) -> Option<Site> {
        let place = self.find(cell)?;
        let entry = self.cells[place];
        (place >= self.board.cubes.len() && !entry.barred).then_some(entry.site)
    }

    /// Enters a neighbour with these domes, mirrored.
    #[inline]
    fn touch(&mut self, place: usize, face: Face, domes: Faces) {
        let site = &mut self.cells[place].site;
        *site = site.with(face, domes);
    }

    #[inline]
    fn find(&self, cell: Cell) -> Option<usize> {
        let mut slot = slot(cell);
        loop {
            let place = usize::from(self.index[slot]).checked_sub(1)?;
            if self.cells[place].cell == cell {
                return Some(place);
            }
            slot = (slot + 1) % self.index.len();
        }
    }

    /// The place of a cell, which is entered if it is not there yet.
    #[inline]
    fn place(&mut self, cell: Cell) -> usize {
        let mut slot = slot(cell);
        loop {
            let Some(place) = usize::from(self.index[slot]).checked_sub(1) else {
                let place = self.cells.len();
                self.index[slot] = byte(place + 1);
                self.cells.push(Entry { cell, site: Site::default(), barred: false, sceptre: 0 });
                return place;
            };
            if self.cells[place].cell == cell {
                return place;
            }
            slot = (slot + 1) % self.index.len();
        }
    }
}

/// Where the search for a cell begins in the index: the top bits of a product with 2⁶⁴ over the golden ratio, which
/// scatters neighbours.
fn slot(cell: Cell) -> usize {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    (cell.packed().wrapping_mul(GOLDEN) >> (u64::BITS - DIGITS)) as usize
}

fn byte(number: usize) -> u8 {
    u8::try_from(number).expect("there are fewer cells than a byte can count")
}

#[cfg(test)]
mod tests;
