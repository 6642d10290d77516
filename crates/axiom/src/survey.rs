//! What the pieces can do where they stand, for the evaluation of positions.

use arrayvec::ArrayVec;
use game::{BySeat, Seat};

use crate::board::SCEPTRES;
use crate::movegen::Test;
use crate::terrain::Terrain;
use crate::{Cell, Face, Faces};

/// What the pieces of both players can do, whoever is to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    /// What each sceptre can do.
    pub sights: ArrayVec<Sight, SCEPTRES>,
    /// The number of cubes of each seat.
    pub cubes: BySeat<u8>,
    /// The number of cubes of each seat that can be lifted (§4).
    pub liftable: BySeat<u8>,
}

/// What a sceptre can do (§3), if its owner is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sight {
    /// Whose sceptre it is.
    pub owner: Seat,
    /// The cube that it stands on.
    pub cell: Cell,
    /// The face that it stands on.
    pub face: Face,
    /// The squares that it can go to, those of the other two numbers apart.
    pub squares: u8,
    /// The squares on which it would meet a sceptre of the opponent, and win (§5.1).
    pub contacts: u8,
    /// The squares on which it would meet the other sceptre of its owner, and lose (§5.1).
    pub joins: u8,
    /// By place in [`Survey::sights`], the sceptres of the opponent that it could meet.
    pub meets: u8,
}

impl Survey {
    /// Whether the seat could win by contact if it were to move (§5.1).
    pub fn wins(&self, seat: Seat) -> bool {
        self.sights.iter().any(|sight| sight.owner == seat && sight.contacts > 0)
    }
}

impl Terrain<'_> {
    pub(crate) fn survey(&self) -> Survey {
        let board = self.board();
        let mut survey =
            Survey { sights: ArrayVec::new(), cubes: BySeat::default(), liftable: BySeat::default() };
        for (place, cube) in board.cubes.iter().enumerate() {
            survey.cubes[cube.owner] += 1;
            survey.liftable[cube.owner] += u8::from(self.is_liftable(place));
        }
        // Which sceptre stands on each cube.
        let mut standing = [None; crate::board::CUBES];
        for (place, sceptre) in board.sceptres.iter().enumerate() {
            if let Some(cube) = self.cube_at(sceptre.cell) {
                standing[cube] = Some(place);
            }
        }
        for (place, sceptre) in board.sceptres.iter().enumerate() {
            let mut sight = Sight {
                owner: sceptre.owner,
                cell: sceptre.cell,
                face: sceptre.face,
                squares: 0,
                contacts: 0,
                joins: 0,
                meets: 0,
            };
            let mut met = [Faces::NONE; crate::board::CUBES];
            self.walk(place, |cube, face, test| {
                if test != Test::Stop || met[cube].contains(face) {
                    return;
                }
                met[cube] = met[cube].union(Faces::of(face));
                match standing[cube].filter(|other| *other != place) {
                    None => sight.squares += 1,
                    Some(other) if board.sceptres[other].owner == sceptre.owner => sight.joins += 1,
                    Some(other) => {
                        sight.contacts += 1;
                        sight.meets |= 1 << other;
                    }
                }
            });
            survey.sights.push(sight);
        }
        survey
    }
}
