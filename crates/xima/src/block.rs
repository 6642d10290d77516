//! Blocks and their colours (§2).

use game::Seat;

/// A player's colour, in turn order (§2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// First to move.
    Red,
    /// Second.
    Blue,
    /// Third.
    Yellow,
    /// Fourth.
    Green,
}

impl Colour {
    /// Every colour in turn order.
    pub const ALL: [Colour; 4] = [Colour::Red, Colour::Blue, Colour::Yellow, Colour::Green];

    /// The colour of a seat.
    pub const fn of(seat: Seat) -> Colour {
        Colour::ALL[seat.index()]
    }

    /// The seat that plays this colour.
    pub const fn seat(self) -> Seat {
        Seat::ALL[self as usize]
    }

    /// The letter of a common block, `r b y g`, as position texts write it (§7).
    pub const fn letter(self) -> char {
        match self {
            Colour::Red => 'r',
            Colour::Blue => 'b',
            Colour::Yellow => 'y',
            Colour::Green => 'g',
        }
    }
}

/// Common or special (§2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// One of a player's common blocks.
    Common,
    /// The one block that wins on the summit.
    Special,
}

/// One block: whose it is and which kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Block {
    /// The owner's colour.
    pub colour: Colour,
    /// Common or special.
    pub kind: Kind,
}

impl Block {
    /// The letter of the block in position texts, `r b y g` common, `R B Y G` special (§7).
    pub const fn letter(self) -> char {
        match self.kind {
            Kind::Common => self.colour.letter(),
            Kind::Special => self.colour.letter().to_ascii_uppercase(),
        }
    }

    /// The block that a position text writes with this letter.
    pub fn of_letter(letter: char) -> Option<Block> {
        let kind = if letter.is_ascii_uppercase() { Kind::Special } else { Kind::Common };
        let colour = Colour::ALL.into_iter().find(|colour| colour.letter() == letter.to_ascii_lowercase())?;
        Some(Block { colour, kind })
    }
}
