//! Faces of a cube, directions in space, and sets of domes (§1).

use std::fmt;

/// A face of a cube, and the direction in which it looks (§1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Face {
    /// Towards larger x.
    XPlus,
    /// Towards smaller x.
    XMinus,
    /// Towards larger y.
    YPlus,
    /// Towards smaller y.
    YMinus,
    /// Up.
    ZPlus,
    /// Down.
    ZMinus,
}

impl Face {
    /// Every face, in the order of §1.
    pub const ALL: [Face; 6] =
        [Face::XPlus, Face::XMinus, Face::YPlus, Face::YMinus, Face::ZPlus, Face::ZMinus];
    /// The four faces that look sideways.
    pub const SIDES: [Face; 4] = [Face::XPlus, Face::XMinus, Face::YPlus, Face::YMinus];

    /// The face on the other side: `-f` of §1.
    #[must_use]
    pub const fn opposite(self) -> Face {
        Face::ALL[self as usize ^ 1]
    }

    /// The four directions at right angles to this one.
    pub const fn across(self) -> [Face; 4] {
        match self {
            Face::XPlus | Face::XMinus => [Face::YPlus, Face::YMinus, Face::ZPlus, Face::ZMinus],
            Face::YPlus | Face::YMinus => [Face::XPlus, Face::XMinus, Face::ZPlus, Face::ZMinus],
            Face::ZPlus | Face::ZMinus => Face::SIDES,
        }
    }

    /// `x+` and so on.
    pub const fn name(self) -> &'static str {
        match self {
            Face::XPlus => "x+",
            Face::XMinus => "x-",
            Face::YPlus => "y+",
            Face::YMinus => "y-",
            Face::ZPlus => "z+",
            Face::ZMinus => "z-",
        }
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of faces, such as those of a cube that are domes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Faces(u8);

impl Faces {
    /// No face.
    pub const NONE: Faces = Faces(0);
    /// Every face.
    pub const ALL: Faces = Faces(0b11_1111);
    /// The four that look sideways.
    pub const SIDES: Faces = Faces(0b00_1111);

    /// One face.
    pub const fn of(face: Face) -> Faces {
        Faces(1 << face as u8)
    }

    /// Whether the face belongs to the set.
    pub const fn contains(self, face: Face) -> bool {
        self.0 & Faces::of(face).0 != 0
    }

    /// Faces that belong to this set or the other.
    #[must_use]
    pub const fn union(self, other: Faces) -> Faces {
        Faces(self.0 | other.0)
    }

    /// Faces that belong to both sets.
    #[must_use]
    pub const fn intersection(self, other: Faces) -> Faces {
        Faces(self.0 & other.0)
    }

    /// Faces that belong to this set and not to the other.
    #[must_use]
    pub const fn without(self, other: Faces) -> Faces {
        Faces(self.0 & !other.0)
    }

    /// The opposite of each face: what a neighbour at each of them feels.
    #[must_use]
    pub const fn mirrored(self) -> Faces {
        const PLUS: u8 = 0b01_0101;
        Faces((self.0 & PLUS) << 1 | self.0 >> 1 & PLUS)
    }

    /// Whether no face belongs to the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of faces.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The six bits, in the order of [`Face::ALL`] from the lowest.
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    /// The faces in the order of §1.
    pub fn iter(self) -> impl Iterator<Item = Face> {
        Face::ALL.into_iter().filter(move |face| self.contains(*face))
    }

    /// Whether the set can be the domes of a cube (§1): one, or two that are not opposite each other.
    pub(crate) const fn are_domes(self) -> bool {
        matches!(self.len(), 1 | 2) && self.orientations().of(self.len()) == 1
    }

    /// The orientations of a cube that have every dome in the set.
    pub(crate) const fn orientations(self) -> Orientations {
        ORIENTATIONS[self.0 as usize]
    }
}

/// How many orientations (§1) a cube with one dome has, in the lower half, and one with two, in the upper half: so
/// that one addition adds both.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Orientations(u32);

impl Orientations {
    const ONE: Orientations = Orientations(1);
    const TWO: Orientations = Orientations(1 << 16);

    /// Those of a cube with this number of domes.
    pub(crate) const fn of(self, domes: u32) -> u32 {
        if domes == 1 { self.0 & 0xffff } else { self.0 >> 16 }
    }

    /// Both sums.
    pub(crate) const fn plus(self, other: Orientations) -> Orientations {
        Orientations(self.0 + other.0)
    }

    /// Both differences, where the other numbers are no larger.
    pub(crate) const fn minus(self, other: Orientations) -> Orientations {
        Orientations(self.0 - other.0)
    }
}

impl fmt::Display for Faces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|face| f.write_str(face.name()))
    }
}

impl fmt::Debug for Faces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

impl FromIterator<Face> for Faces {
    fn from_iter<I: IntoIterator<Item = Face>>(faces: I) -> Faces {
        faces.into_iter().fold(Faces::NONE, |set, face| set.union(Faces::of(face)))
    }
}

/// [`Faces::orientations`] of every set.
const ORIENTATIONS: [Orientations; 64] = {
    let mut orientations = [Orientations(0); 64];
    let mut set = 0;
    while set < 64 {
        let mut first = 0;
        while first < 6 {
            let mut second = first;
            while second < 6 {
                if set >> first & 1 == 1 && set >> second & 1 == 1 && second != first ^ 1 {
                    let number = if second == first { Orientations::ONE } else { Orientations::TWO };
                    orientations[set] = orientations[set].plus(number);
                }
                second += 1;
            }
            first += 1;
        }
        set += 1;
    }
    orientations
};

#[cfg(test)]
mod tests;
