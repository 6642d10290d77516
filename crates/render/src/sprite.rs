//! Small pictures, made once and copied into rasters many times.

use tiny_skia::Pixmap;

use crate::palette::{Index, Ink, Nearest, Palette};
use crate::raster::Raster;
use crate::theme::Rgb;

/// A small picture with transparent parts and soft edges, and where it lies relative to its anchor.
pub(crate) struct Sprite {
    spans: Vec<Span>,
    /// Indices where a span is opaque, rows of the palette's cover where it is not.
    data: Vec<u8>,
    left: i32,
    top: i32,
}

/// A run of pixels in one row.
#[derive(Clone, Copy)]
struct Span {
    row: u16,
    start: u16,
    length: u16,
    opaque: bool,
}

impl Sprite {
    /// Takes a drawing over. Pixels that are neither clear nor opaque become the nearest ink.
    pub fn new(drawing: &Pixmap, (left, top): (i32, i32), nearest: &mut Nearest<'_>) -> Sprite {
        let width = usize::try_from(drawing.width()).expect("32 bits fit");
        let mut builder = Builder::default();
        for (row, pixels) in drawing.pixels().chunks_exact(width).enumerate() {
            for (column, pixel) in pixels.iter().enumerate() {
                let straight = pixel.demultiply();
                let colour = Rgb(straight.red(), straight.green(), straight.blue());
                match step(straight.alpha()) {
                    0 => {}
                    Ink::STEPS => builder.push(row, column, true, nearest.of(colour)),
                    step => builder.push(row, column, false, Palette::row(nearest.ink(colour), step)),
                }
            }
        }
        builder.finish(left, top)
    }

    /// A shape of one ink from its coverage, 0 to 255 a pixel.
    pub fn stencil(
        coverage: &[u8],
        width: usize,
        (left, top): (i32, i32),
        ink: Ink,
        palette: &Palette,
    ) -> Sprite {
        let index = palette.ink(ink);
        let mut builder = Builder::default();
        for (row, pixels) in coverage.chunks_exact(width).enumerate() {
            let Some(first) = pixels.iter().position(|&alpha| alpha != 0) else { continue };
            let end = pixels.iter().rposition(|&alpha| alpha != 0).map_or(first, |last| last + 1);
            for (column, &alpha) in pixels.iter().enumerate().take(end).skip(first) {
                match step(alpha) {
                    0 => {}
                    Ink::STEPS => builder.push(row, column, true, index),
                    step => builder.push(row, column, false, Palette::row(ink, step)),
                }
            }
        }
        builder.finish(left, top)
    }

    /// Visits every run that lies on a raster of this size when the anchor is at `(x, y)`: the place of its first
    /// pixel, its data, and whether it is opaque.
    pub fn runs(
        &self,
        (x, y): (i32, i32),
        (width, height): (u32, u32),
        mut each: impl FnMut(usize, &[u8], bool),
    ) {
        let (x, y) = (x + self.left, y + self.top);
        let mut at = 0;
        for span in &self.spans {
            let length = usize::from(span.length);
            let data = &self.data[at..at + length];
            at += length;
            let (Ok(row), Ok(column)) =
                (u32::try_from(y + i32::from(span.row)), u32::try_from(x + i32::from(span.start)))
            else {
                continue;
            };
            if row < height && column + u32::from(span.length) <= width {
                let place = usize::try_from(row * width + column).expect("32 bits fit");
                each(place, data, span.opaque);
            }
        }
    }
}

/// What a pixel of a picture belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Part {
    /// The ground: card, frame, walls.
    #[cfg(test)]
    Ground,
    /// The floor of a square, by its index.
    #[cfg(test)]
    Floor(u8),
    /// A block: the square's index and the place in the column, bottom first.
    Block(u8, u16),
    /// The height that is written on a column's top, and the star of its special, by the square's index.
    Height(u8),
    /// Everything that is laid over the board: frames, arrow, pills; and the racks.
    Mark,
    /// A shadow, which hides nothing.
    Shadow,
}

/// What sprites are drawn on.
pub(crate) trait Canvas {
    /// Draws a sprite, its anchor at a place. What would lie outside is left out.
    fn draw(&mut self, sprite: &Sprite, at: (i32, i32), part: Part);

    /// The palette of the sprites.
    fn palette(&self) -> &Palette;
}

/// A raster that is being drawn on.
pub(crate) struct Painting<'a> {
    /// The picture so far.
    pub raster: Raster,
    /// Its palette.
    pub palette: &'a Palette,
}

impl Canvas for Painting<'_> {
    fn draw(&mut self, sprite: &Sprite, at: (i32, i32), _: Part) {
        let Raster { width, height, pixels } = &mut self.raster;
        sprite.runs(at, (*width, *height), |place, data, opaque| {
            let run = &mut pixels[place..place + data.len()];
            if opaque {
                run.copy_from_slice(data);
            } else {
                for (pixel, &row) in run.iter_mut().zip(data) {
                    *pixel = self.palette.covered(row)[usize::from(*pixel)];
                }
            }
        });
    }

    fn palette(&self) -> &Palette {
        self.palette
    }
}

/// A map of what every pixel belongs to, drawn like a picture.
#[cfg(test)]
pub(crate) struct Map<'a> {
    /// Pixels a row, and rows.
    pub size: (u32, u32),
    /// Row by row from the top.
    pub parts: Vec<Part>,
    /// The palette of the sprites.
    pub palette: &'a Palette,
}

#[cfg(test)]
impl Canvas for Map<'_> {
    fn draw(&mut self, sprite: &Sprite, at: (i32, i32), part: Part) {
        if part == Part::Shadow {
            return;
        }
        sprite.runs(at, self.size, |place, data, opaque| {
            for (pixel, &row) in self.parts[place..place + data.len()].iter_mut().zip(data) {
                // Half covered and more is covered.
                if opaque || row % Ink::STEPS >= Ink::STEPS / 2 {
                    *pixel = part;
                }
            }
        });
    }

    fn palette(&self) -> &Palette {
        self.palette
    }
}

/// Puts pixels together to spans.
#[derive(Default)]
struct Builder {
    spans: Vec<Span>,
    data: Vec<u8>,
}

impl Builder {
    fn push(&mut self, row: usize, column: usize, opaque: bool, data: Index) {
        self.data.push(data);
        let place = |value: usize| u16::try_from(value).expect("no picture has 65,536 pixels a side");
        let (row, column) = (place(row), place(column));
        if let Some(span) = self.spans.last_mut()
            && span.row == row
            && span.opaque == opaque
            && span.start + span.length == column
        {
            span.length += 1;
        } else {
            self.spans.push(Span { row, start: column, length: 1, opaque });
        }
    }

    fn finish(self, left: i32, top: i32) -> Sprite {
        Sprite { spans: self.spans, data: self.data, left, top }
    }
}

/// The step of an ink for a coverage of 0 to 255.
fn step(alpha: u8) -> u8 {
    let step = (u16::from(alpha) * u16::from(Ink::STEPS) + 127) / 255;
    u8::try_from(step).expect("at most the number of steps")
}
