//! What an empty cell offers to a cube that is put there (§4, rules 4 to 6).

use crate::face::Orientations;
use crate::{Face, Faces};

/// The neighbours of an empty cell that lies on the table or on a cube.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Site {
    /// Faces that would touch a neighbour.
    touching: Faces,
    /// Faces that would touch a neighbour's dome.
    domed: Faces,
}

impl Site {
    /// The site with one more neighbour at this face, which has these domes, [mirrored](Faces::mirrored).
    pub(crate) const fn with(self, face: Face, domes: Faces) -> Site {
        let face = Faces::of(face);
        Site { touching: self.touching.union(face), domed: self.domed.union(domes.intersection(face)) }
    }

    /// The site without the neighbour that this face touches.
    pub(crate) const fn without(self, face: Face) -> Site {
        let face = Faces::of(face);
        Site { touching: self.touching.without(face), domed: self.domed.without(face) }
    }

    /// Whether the cell is on top of a cube, and so not on the table (rule 3).
    pub(crate) const fn is_on_cube(self) -> bool {
        self.touching.contains(Face::ZMinus)
    }

    /// The faces by which a cube put here can be held: the one below, or on the table those at the sides (rule 6).
    const fn support(self) -> Faces {
        if self.is_on_cube() { Faces::of(Face::ZMinus) } else { Faces::SIDES }
    }

    /// Faces that may be domes: not against a dome (rule 5), not on the table (rule 4).
    pub(crate) const fn allowed(self) -> Faces {
        let table = if self.is_on_cube() { Faces::NONE } else { Faces::of(Face::ZMinus) };
        Faces::ALL.without(self.domed).without(table)
    }

    /// Faces of which at least one has to be a dome (rule 6): any will do where a neighbour's dome interlocks
    /// whatever is put.
    const fn needed(self) -> Faces {
        let held = !self.domed.intersection(self.support()).is_empty();
        if held { Faces::ALL } else { self.touching.intersection(self.support()) }
    }

    /// Whether a cube with these domes may be put here.
    pub(crate) const fn takes(self, domes: Faces) -> bool {
        domes.without(self.allowed()).is_empty() && !domes.intersection(self.needed()).is_empty()
    }

    /// The number of orientations in which a cube may be put here.
    pub(crate) const fn orientations(self) -> Orientations {
        let allowed = self.allowed();
        allowed.orientations().minus(allowed.without(self.needed()).orientations())
    }
}

#[cfg(test)]
mod tests;
