//! Where everything lies on a plan, in whole pixels.

use crate::side::Side;

/// The measures of a plan. Everything is a share of a square's side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// The picture's width.
    pub width: u32,
    /// The picture's height.
    pub height: u32,
    /// The side of a square.
    pub square: i32,
    /// The left edge of the board.
    pub left: i32,
    /// The top edge of the board.
    pub top: i32,
    /// The side of a block's top, of the square's parity so that it stands in the middle.
    pub block: i32,
    /// How much a block rises in a low column.
    pub step: i32,
    /// The largest rise of a column.
    pub cap: i32,
    /// The largest rise of a column that stands in front of another's layers.
    pub low_cap: i32,
    /// The height of a floor's wall.
    pub wall: i32,
    /// The height of the wall around the lowest floor.
    pub foot: i32,
    /// The width of dark outlines.
    pub line: f32,
    /// The width of the frame beside the board.
    pub band: i32,
    /// The height of the frame above the board, and below its foot.
    pub lintel: i32,
    /// The width of a rack.
    pub rack_width: i32,
    /// The height of a rack.
    pub rack_height: i32,
    /// The distance between two blocks in a rack.
    pub pitch: i32,
    /// The distance between frame and card's edge, and between racks and card's edge.
    pub margin: i32,
}

impl Layout {
    /// The layout of a picture so wide.
    pub fn new(width: u32) -> Layout {
        let whole = i32::try_from(width).expect("pictures are at most a few thousand pixels wide");
        let square = whole * 10 / 169;
        let share = |hundredths: i32| (square * hundredths + 50) / 100;
        let (margin, band, lintel, foot) = (share(17), share(74), share(66), share(20));
        let left = (whole - 13 * square) / 2;
        let top = margin + lintel;
        let height = top + 13 * square + foot + lintel + margin;
        let block = share(80) + (share(80) + square) % 2;
        let line = (super::float(square) * 0.034).max(0.75);
        let rack_height = (height - 2 * margin - share(20)) / 2;
        Layout {
            width,
            height: u32::try_from(height).expect("lengths are not negative"),
            square,
            left,
            top,
            block,
            step: share(13).max(1),
            cap: highest(square, block, share(25), super::round(line.ceil())),
            low_cap: share(23),
            wall: share(25),
            foot,
            line,
            band,
            lintel,
            rack_width: left - margin - band - share(18),
            rack_height,
            pitch: (rack_height - share(40)) / 10,
            margin,
        }
    }

    /// The top left corner of the square at a place (from the left, from the top).
    pub fn corner(&self, (left, top): (u8, u8)) -> (i32, i32) {
        (self.left + i32::from(left) * self.square, self.top + i32::from(top) * self.square)
    }

    /// How much the top of a column of so many blocks rises; less if it must show what is behind.
    pub fn lift(&self, blocks: usize, low: bool) -> i32 {
        let cap = if low { self.low_cap } else { self.cap };
        super::whole(blocks).saturating_mul(self.step).min(cap)
    }

    /// The distance between a square's edge and its block.
    pub fn inset(&self) -> i32 {
        (self.square - self.block) / 2
    }

    /// The lowest edge of a column's front, below its square's top edge.
    pub fn front(&self) -> i32 {
        self.inset() + self.block
    }

    /// The middle of what is written on a column's top, below the square's top edge when the column is flat.
    pub fn face_middle(&self, halved: bool) -> i32 {
        if halved { self.inset() + self.block * 27 / 100 } else { self.square / 2 }
    }

    /// The top left corner of the rack of a side: clockwise, as the sides are, from the bottom left.
    pub fn rack(&self, side: Side) -> (i32, i32) {
        let right = i32::try_from(self.width).unwrap_or(i32::MAX) - self.margin - self.rack_width;
        let low = i32::try_from(self.height).unwrap_or(i32::MAX) - self.margin - self.rack_height;
        match side {
            Side::Bottom => (self.margin, low),
            Side::Left => (self.margin, self.margin),
            Side::Top => (right, self.margin),
            Side::Right => (right, low),
        }
    }

    /// The top of a place in a rack: 0 is the special's, at the bottom, 1 to 9 the common blocks', upwards.
    pub fn cell(&self, place: u16) -> i32 {
        let apart = if place > 0 { self.square / 6 } else { 0 };
        self.rack_height - self.square / 7 - apart - (i32::from(place) + 1) * self.pitch
    }

    /// The middle of the top of a block that lies in a rack's cell.
    pub fn cell_middle(&self, (x, y): (i32, i32)) -> (i32, i32) {
        (x + self.rack_width / 2, y + (self.pitch - self.square / 10) / 2)
    }
}

/// The largest rise that, behind a wall's foot, leaves 36 % of a square to be seen over the column in front of it.
fn highest(square: i32, block: i32, wall: i32, outline: i32) -> i32 {
    let hidden = square * square * 64 / 100 - wall * square;
    hidden / (block + 2 * outline) + (square - block) / 2 - outline
}
