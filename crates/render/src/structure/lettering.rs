//! Writing on plates: digits and what goes with them, and the plates and panels themselves.

use std::cell::RefCell;

use tiny_skia::{FillRule, Mask, Path, Transform};

use crate::palette::{Index, Ink, Nearest, Palette};
use crate::plan::{float, round};
use crate::raster::Raster;
use crate::shape::{Sheet, polygon, rounded};
use crate::sprite::Sprite;
use crate::text;
use crate::theme::{OUTLINE, Rgb, WHITE};

/// What can be written.
const CHARACTERS: &str = "0123456789-,xyz/";

/// The characters of one size and ink.
struct Alphabet {
    /// In the order of [`CHARACTERS`]: anchored at the middle of the left edge, and how far the next one stands.
    glyphs: Vec<(Sprite, i32)>,
}

/// How a plate looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// The coordinates of a cube: light on dark.
    Label,
    /// The number of a target that is seen: dark on white.
    Target,
    /// The number of a target that lies behind something: white on dark, with a white line.
    Hidden,
}

/// A plate's ends and a piece of its middle, four pixels wide; anchored at the middle of the left edge.
struct Plate {
    ends: [Sprite; 2],
    middle: Sprite,
}

/// Characters and plates of one size.
pub(super) struct Lettering {
    /// The height of digits.
    pub capital: i32,
    /// White, dark.
    alphabets: [Alphabet; 2],
    plates: [Plate; 3],
}

/// Half the height of a plate.
const fn half(capital: i32) -> i32 {
    capital * 5 / 6
}

impl Lettering {
    /// Draws all characters and plates.
    pub fn new(capital: i32, palette: &Palette) -> Lettering {
        let alphabet = |ink| Alphabet {
            glyphs: CHARACTERS.chars().map(|character| glyph(character, capital, ink, palette)).collect(),
        };
        let nearest = RefCell::new(Nearest::new(palette));
        let plate = |line: Rgb, ground: Rgb, wide: f32| {
            let half = half(capital);
            let part = |left: i32, width: i32| {
                let height = u32::try_from(2 * half).unwrap_or(1);
                let mut sheet = Sheet::new(u32::try_from(width).unwrap_or(1), height);
                let (length, rows) = (float(4 * half), float(2 * half));
                let x = float(-left);
                for (inset, colour) in [(0.0, OUTLINE), (1.0, line), (1.0 + wide, ground)] {
                    let radius = rows / 2.0 - inset;
                    sheet.fill(
                        &rounded(x + inset, inset, length - 2.0 * inset, rows - 2.0 * inset, radius),
                        colour,
                    );
                }
                Sprite::new(&sheet.pixmap, (0, -half), &mut nearest.borrow_mut())
            };
            Plate { ends: [part(0, half), part(3 * half, half)], middle: part(2 * half, 4) }
        };
        let grey = OUTLINE.mix(WHITE, 0.37);
        let wide = (float(capital) / 10.0).max(1.0);
        Lettering {
            capital,
            alphabets: [alphabet(Ink::White), alphabet(Ink::Dark)],
            plates: [plate(grey, OUTLINE, 1.0), plate(WHITE, WHITE, 1.0), plate(WHITE, OUTLINE, wide)],
        }
    }

    /// The width of a text.
    pub fn width(&self, text: &str) -> i32 {
        self.glyphs(text, false).map(|(_, advance)| advance).sum()
    }

    /// The width and height of a plate with a text.
    pub fn plate(&self, text: &str) -> (i32, i32) {
        let half = half(self.capital);
        let middle = (self.width(text) - half).max(0);
        (2 * half + (middle + 3) / 4 * 4, 2 * half)
    }

    /// Draws a plate with a text around a middle.
    pub fn draw_plate(
        &self,
        text: &str,
        style: Style,
        (x, y): (i32, i32),
        draw: &mut dyn FnMut(&Sprite, (i32, i32)),
    ) {
        let (width, _) = self.plate(text);
        let half = half(self.capital);
        let left = x - width / 2;
        let plate = &self.plates[style as usize];
        draw(&plate.ends[0], (left, y));
        for step in 0..(width - 2 * half) / 4 {
            draw(&plate.middle, (left + half + 4 * step, y));
        }
        draw(&plate.ends[1], (left + width - half, y));
        let start = left + (width - self.width(text)) / 2;
        self.write(text, style == Style::Target, (start, y), draw);
    }

    /// Writes from a left edge.
    pub fn write(
        &self,
        text: &str,
        dark: bool,
        (mut x, y): (i32, i32),
        draw: &mut dyn FnMut(&Sprite, (i32, i32)),
    ) {
        for (sprite, advance) in self.glyphs(text, dark) {
            draw(sprite, (x, y));
            x += advance;
        }
    }

    fn glyphs(&self, text: &str, dark: bool) -> impl Iterator<Item = (&Sprite, i32)> {
        let glyphs = &self.alphabets[usize::from(dark)].glyphs;
        let place = |character| CHARACTERS.chars().position(|known| known == character);
        text.chars().filter_map(place).map(|place| (&glyphs[place].0, glyphs[place].1))
    }
}

/// Draws one character.
fn glyph(character: char, capital: i32, ink: Ink, palette: &Palette) -> (Sprite, i32) {
    let size = float(capital);
    let advance = match character {
        '-' => size * 0.72,
        ',' => size * 0.42,
        '/' => size * 0.5,
        'x' | 'y' | 'z' => size * 0.95,
        _ => text::advance(&character.to_string(), size),
    };
    let wide = round(advance.ceil());
    let (width, height) = (wide + 4, capital * 2);
    let shapes: Vec<Path> = match character {
        '-' => vec![rounded(-0.26 * size, -0.07 * size, 0.52 * size, 0.17 * size, 0.04 * size)],
        ',' => vec![polygon(&[
            (-0.05 * size, 0.3 * size),
            (0.13 * size, 0.3 * size),
            (0.03 * size, 0.72 * size),
            (-0.11 * size, 0.72 * size),
        ])],
        '/' => vec![bar(size, (0.16, -0.5), (-0.16, 0.5))],
        'x' => vec![bar(size, (-0.3, -0.22), (0.3, 0.5)), bar(size, (0.3, -0.22), (-0.3, 0.5))],
        'y' => vec![bar(size, (-0.3, -0.22), (0.02, 0.46)), bar(size, (0.32, -0.22), (-0.1, 0.76))],
        'z' => vec![
            rounded(-0.3 * size, -0.22 * size, 0.6 * size, 0.16 * size, 0.0),
            rounded(-0.3 * size, 0.34 * size, 0.6 * size, 0.16 * size, 0.0),
            bar(size, (0.2, -0.14), (-0.2, 0.42)),
        ],
        _ => text::line(&character.to_string(), size).into_iter().collect(),
    };
    let pixels = |length: i32| u32::try_from(length).unwrap_or(1).max(1);
    let mut mask = Mask::new(pixels(width), pixels(height)).expect("the sides are positive");
    let shift = Transform::from_translate(advance / 2.0 + 2.0, float(height) / 2.0);
    for shape in &shapes {
        mask.fill_path(shape, FillRule::Winding, true, shift);
    }
    let across = usize::try_from(mask.width()).expect("32 bits fit");
    let sprite = Sprite::stencil(mask.data(), across, (-2, -capital), ink, palette);
    (sprite, round(advance))
}

/// A slanting stroke with level ends, in shares of the size.
fn bar(size: f32, (x1, y1): (f32, f32), (x2, y2): (f32, f32)) -> Path {
    let half = 0.12;
    polygon(
        &[(x1 - half, y1), (x1 + half, y1), (x2 + half, y2), (x2 - half, y2)]
            .map(|(x, y)| (x * size, y * size)),
    )
}

/// A rectangle with round corners and a line around it, of any size.
pub(super) struct Panel {
    corner: Raster,
}

impl Panel {
    /// A panel as it lies on a ground.
    pub fn new(radius: i32, wide: f32, [ground, line, inside]: [Rgb; 3], palette: &Palette) -> Panel {
        let side = u32::try_from(2 * radius + 1).unwrap_or(1);
        let mut sheet = Sheet::new(side, side);
        sheet.wash(ground);
        let length = float(2 * radius + 1);
        sheet.fill(&rounded(0.0, 0.0, length, length, float(radius)), line);
        let inner = length - 2.0 * wide;
        sheet.fill(&rounded(wide, wide, inner, inner, float(radius) - wide), inside);
        let mut nearest = Nearest::new(palette);
        let pixels = sheet
            .pixmap
            .pixels()
            .iter()
            .map(|pixel| nearest.of(Rgb(pixel.red(), pixel.green(), pixel.blue())));
        Panel { corner: Raster { width: side, height: side, pixels: pixels.collect() } }
    }

    /// Draws the panel; what would lie outside is left out.
    pub fn draw(&self, raster: &mut Raster, [left, top, width, height]: [i32; 4]) {
        let side = usize::try_from(self.corner.width).expect("32 bits fit");
        let index = |length: i32| usize::try_from(length).unwrap_or(0);
        let (left, top, width, height) = (index(left), index(top), index(width), index(height));
        let across = usize::try_from(raster.width).expect("32 bits fit");
        if width < side || height < side || left + width > across {
            return;
        }
        for (row, pixels) in raster.pixels.chunks_exact_mut(across).skip(top).take(height).enumerate() {
            let row = nine(row, height, side);
            let source: &[Index] = &self.corner.pixels[row * side..(row + 1) * side];
            let target = &mut pixels[left..left + width];
            let radius = side / 2;
            target[..radius].copy_from_slice(&source[..radius]);
            target[radius..width - radius].fill(source[radius]);
            target[width - radius..].copy_from_slice(&source[radius + 1..]);
        }
    }
}

/// The row of a corner's drawing that a row of a panel repeats.
fn nine(row: usize, height: usize, side: usize) -> usize {
    let radius = side / 2;
    if row < radius {
        row
    } else if row >= height - radius {
        side - (height - row)
    } else {
        radius
    }
}
