//! The space of the isometric view and its way onto the picture.
//!
//! Lengths along the board are squares, east and north of the board's near corner; heights are blocks above the plinth.

use tiny_skia::{Path, PathBuilder};
use xima::Square;

use crate::shape::polygon;

/// Where the space lies on the picture.
pub(super) struct Space {
    /// The picture's width.
    pub width: u32,
    /// The picture's height.
    pub height: u32,
    /// Half the width of a square.
    across: f32,
    /// Half the height of a square.
    along: f32,
    /// The height of a block.
    block: f32,
    /// Where the board's near corner is.
    corner: (f32, f32),
}

/// What a writing lies on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Surface {
    /// A block's top; the writing stays upright.
    Top,
    /// A wall that looks south.
    WallSouth,
    /// A wall that looks west.
    WallWest,
    /// The ground, read from the south.
    GroundSouth,
    /// The ground, read from the west.
    GroundWest,
}

/// A box with its sides along the axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cuboid {
    pub west: f32,
    pub south: f32,
    pub east: f32,
    pub north: f32,
    pub low: f32,
    pub high: f32,
}

impl Cuboid {
    /// The box with its sides so much nearer to each other.
    pub fn inset(&self, by: f32) -> Cuboid {
        Cuboid {
            west: self.west + by,
            south: self.south + by,
            east: self.east - by,
            north: self.north - by,
            ..*self
        }
    }
}

impl Space {
    /// The plinth's width at the near sides, with reserves and labels.
    pub const NEAR: f32 = 2.25;
    /// The plinth's width at the far sides, with reserves.
    pub const FAR: f32 = 1.35;
    /// The distance of the labels from the board.
    pub const LABELS: f32 = 1.62;
    /// The distance of the reserves' middle from the board.
    pub const RESERVE: f32 = 0.66;
    /// The height of the lowest floor above the plinth.
    pub const FOOT: f32 = 0.5;
    /// The highest column that is drawn in true proportion; higher ones are pressed together.
    const TALLEST: f32 = 9.0;

    /// A space with room for the far corners of all columns' tops.
    pub fn new(width: u32, tops: impl Iterator<Item = (f32, f32, f32)>) -> Space {
        let whole = f32::from(u16::try_from(width).unwrap_or(u16::MAX));
        let margin = whole * 0.012;
        let side = 13.0 + Space::NEAR + Space::FAR;
        let across = (whole - 2.0 * margin) / (2.0 * side);
        let along = across * 0.56;
        let block = across * 0.74;
        let mut space = Space { width, height: 0, across, along, block, corner: (0.0, 0.0) };
        let far = 13.0 + Space::FAR;
        // Whatever stands highest on the picture: the plinth's far corner with a reserve beside it, or a column.
        let (_, plinth) = space.point(far - 0.5, far - 0.5, 1.0);
        let top = tops.map(|(east, north, height)| space.point(east, north, height).1).fold(plinth, f32::min)
            - margin;
        let (_, bottom) = space.point(-Space::NEAR, -Space::NEAR, -0.7);
        space.corner = (margin + (13.0 + Space::FAR + Space::NEAR) * across, -top);
        space.height = crate::plan::ceiling(bottom - top + margin);
        space
    }

    /// A point on the picture.
    pub fn point(&self, east: f32, north: f32, height: f32) -> (f32, f32) {
        let (x, y) = self.corner;
        (x + (east - north) * self.across, y - (east + north) * self.along - height * self.block)
    }

    /// Half the width of a square: the measure of everything that is written or marked.
    pub fn unit(&self) -> f32 {
        self.across
    }

    /// The width of lines.
    pub fn line(&self) -> f32 {
        (self.across * 0.045).max(0.6)
    }

    /// How steeply the sides of the board rise.
    pub fn slope(&self) -> f32 {
        self.along / self.across
    }

    /// The height of a column.
    pub fn rise(blocks: usize) -> f32 {
        super::count(blocks).min(Space::TALLEST)
    }

    /// Every place on the board, as squares to the east and north of the near corner, so that nothing hides what
    /// comes after it.
    pub fn far_to_near() -> impl Iterator<Item = (u8, u8)> {
        let last = Square::SIDE - 1;
        (0..=2 * last).rev().flat_map(move |sum| {
            (sum.saturating_sub(last)..=sum.min(last)).map(move |east| (east, sum - east))
        })
    }

    /// A shape that lies flat at a height.
    pub fn flat(&self, corners: &[(f32, f32)], height: f32) -> Path {
        let points: Vec<(f32, f32)> =
            corners.iter().map(|&(east, north)| self.point(east, north, height)).collect();
        polygon(&points)
    }

    /// Several flat shapes as one, if there are any.
    pub fn flat_union(&self, shapes: &[Vec<(f32, f32)>], height: f32) -> Option<Path> {
        let mut builder = PathBuilder::new();
        for shape in shapes {
            builder.push_path(&self.flat(shape, height));
        }
        builder.finish()
    }

    /// The top of a box.
    pub fn top_face(&self, body: &Cuboid) -> Path {
        let Cuboid { west, south, east, north, high, .. } = *body;
        self.flat(&[(west, south), (east, south), (east, north), (west, north)], high)
    }

    /// The side of a box that looks south.
    pub fn south_face(&self, body: &Cuboid) -> Path {
        let Cuboid { west, south, east, low, high, .. } = *body;
        self.face([(west, south), (east, south)], low, high)
    }

    /// The side of a box that looks west.
    pub fn west_face(&self, body: &Cuboid) -> Path {
        let Cuboid { west, south, north, low, high, .. } = *body;
        self.face([(west, south), (west, north)], low, high)
    }

    /// All of a box that is seen.
    pub fn outline(&self, body: &Cuboid) -> Path {
        let Cuboid { west, south, east, north, low, high } = *body;
        polygon(&[
            self.point(west, north, high),
            self.point(east, north, high),
            self.point(east, south, high),
            self.point(east, south, low),
            self.point(west, south, low),
            self.point(west, north, low),
        ])
    }

    fn face(&self, [(e1, n1), (e2, n2)]: [(f32, f32); 2], low: f32, high: f32) -> Path {
        polygon(&[
            self.point(e1, n1, high),
            self.point(e2, n2, high),
            self.point(e2, n2, low),
            self.point(e1, n1, low),
        ])
    }
}

/// The part of a convex shape that lies within west, south, east and north (Sutherland and Hodgman).
pub(super) fn clip(shape: &[(f32, f32)], [west, south, east, north]: [f32; 4]) -> Vec<(f32, f32)> {
    /// How far inside an edge a point is.
    type Inside<'a> = &'a dyn Fn((f32, f32)) -> f32;
    let edges: [Inside<'_>; 4] = [&|p| p.0 - west, &|p| p.1 - south, &|p| east - p.0, &|p| north - p.1];
    let mut shape = shape.to_vec();
    for inside in edges {
        let mut clipped = Vec::with_capacity(shape.len() + 2);
        for (place, &point) in shape.iter().enumerate() {
            let before = shape[(place + shape.len() - 1) % shape.len()];
            let (from, to) = (inside(before), inside(point));
            if (from < 0.0) != (to < 0.0) {
                let part = from / (from - to);
                clipped
                    .push((before.0 + (point.0 - before.0) * part, before.1 + (point.1 - before.1) * part));
            }
            if to >= 0.0 {
                clipped.push(point);
            }
        }
        shape = clipped;
    }
    shape
}

#[cfg(test)]
mod tests;
