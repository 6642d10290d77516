//! Everything that plans are put together from, drawn once for a theme and a width.

use std::array;
use std::cell::RefCell;
use std::sync::OnceLock;

use game::Seat;
use xima::{Colour, Square};

use super::layout::Layout;
use super::{board, float, round};
use crate::Theme;
use crate::palette::{Nearest, Palette};
use crate::raster::Raster;
use crate::shape::{Sheet, corners, rectangle, rounded, segment, star};
use crate::side::Turn;
use crate::sprite::Sprite;
use crate::text;
use crate::theme::{Colours, OUTLINE, Rgb, WHITE, faces};

/// How large something is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Size {
    /// A column's height, or the star of a lone special.
    Large,
    /// Two things on one top, or something in a rack.
    Small,
}

/// How a rack looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RackState {
    /// Another player is to move, or nobody.
    Waiting,
    /// Its player is to move.
    ToMove,
    /// Its player has won.
    Won,
    /// Its player has left the game.
    Out,
}

impl RackState {
    const ALL: [RackState; 4] = [RackState::Waiting, RackState::ToMove, RackState::Won, RackState::Out];
}

/// Sprites of one ink each: dark ink on bright blocks, white on dark ones.
type Inks<T> = [T; 2];

/// Sprites by colour.
type Colourful<T> = [T; 4];

/// The boards and sprites of a theme and a width.
pub(super) struct Atlas {
    /// Where everything lies.
    pub layout: Layout,
    /// Its colours.
    pub palette: Palette,
    /// The ring of the chosen block, around a top.
    pub chosen: Sprite,
    /// The ring of the block that moved last.
    pub last_block: Sprite,
    /// The frame of a square of the last move.
    pub last_floor: Sprite,
    /// The star of a special under other blocks; its anchor is the middle of its layer at the square's left edge.
    pub buried: Sprite,
    /// The pills of empty target squares.
    pub pills: Vec<Sprite>,
    /// The pills of target squares with a column, upon its top.
    pub small_pills: Vec<Sprite>,
    /// A block in a rack.
    pub reserve: Colourful<Sprite>,
    /// The special's place in a rack while it is on the board.
    pub away: Colourful<Sprite>,
    /// The special's place in a rack while it is captured.
    pub captured: Colourful<Sprite>,
    theme: Colours,
    boards: [OnceLock<Raster>; 4],
    layers: Colourful<[Vec<Sprite>; 2]>,
    shadows: Vec<Sprite>,
    digits: [Inks<[Sprite; 10]>; 2],
    advances: [[i32; 10]; 2],
    stars: [Inks<Sprite>; 2],
    racks: Colourful<[Sprite; 4]>,
}

impl Atlas {
    /// Draws all sprites. Boards are drawn when they are first asked for.
    pub fn new(theme: Theme, width: u32) -> Atlas {
        let theme = theme.colours();
        let draft = Atlas::with(theme, width, Palette::new(&theme));
        let palette = draft.palette.arranged(&super::draw(&super::sample(), Seat::FIRST, &draft));
        Atlas::with(theme, width, palette)
    }

    fn with(theme: Colours, width: u32, palette: Palette) -> Atlas {
        let layout = Layout::new(width);
        let draw = Draw { layout: &layout, theme: &theme, nearest: RefCell::new(Nearest::new(&palette)) };
        let each = |sprite: &dyn Fn(Colour) -> Sprite| Colour::ALL.map(sprite);
        let inks = |sprite: &dyn Fn(Rgb) -> Sprite| [WHITE, OUTLINE].map(sprite);
        let sizes = [Size::Large, Size::Small];
        Atlas {
            chosen: draw.ring(WHITE),
            last_block: draw.ring(theme.last),
            last_floor: draw.last_floor(),
            buried: draw.buried(),
            pills: Square::all().map(|square| draw.pill(square, false)).collect(),
            small_pills: Square::all().map(|square| draw.pill(square, true)).collect(),
            reserve: each(&|colour| draw.reserve(colour)),
            away: each(&|colour| draw.away(colour)),
            captured: each(&|colour| draw.captured(colour)),
            boards: array::from_fn(|_| OnceLock::new()),
            layers: Colour::ALL.map(|colour| {
                [false, true].map(|lowest| {
                    (0..=layout.step).map(|thickness| draw.layer(colour, thickness, lowest)).collect()
                })
            }),
            shadows: (0..=layout.cap).map(|lift| draw.shadow(lift)).collect(),
            digits: sizes
                .map(|size| [WHITE, OUTLINE].map(|ink| array::from_fn(|digit| draw.digit(digit, size, ink)))),
            advances: sizes.map(|size| array::from_fn(|digit| draw.advance(digit, size))),
            stars: sizes.map(|size| inks(&|ink| draw.star(size, ink))),
            racks: Colour::ALL.map(|colour| RackState::ALL.map(|state| draw.rack(colour, state))),
            theme,
            palette,
            layout,
        }
    }

    /// The empty board, turned.
    pub fn board(&self, turn: Turn) -> &Raster {
        self.boards[turn.index()].get_or_init(|| board::board(&self.layout, &self.theme, turn, &self.palette))
    }

    /// A block of a column: its top and `thickness` of its front. The lowest has round corners at the bottom.
    pub fn layer(&self, colour: Colour, thickness: i32, lowest: bool) -> &Sprite {
        let thickness = usize::try_from(thickness.clamp(0, self.layout.step)).expect("it is not negative");
        &self.layers[colour as usize][usize::from(lowest)][thickness]
    }

    /// The shadow of a column that rises by `lift`.
    pub fn shadow(&self, lift: i32) -> &Sprite {
        &self.shadows[usize::try_from(lift.clamp(0, self.layout.cap)).expect("it is not negative")]
    }

    /// A digit, anchored at the middle of its left edge, and how far the next one stands.
    pub fn digit(&self, digit: usize, size: Size, bright: bool) -> (&Sprite, i32) {
        (&self.digits[size as usize][usize::from(bright)][digit], self.advances[size as usize][digit])
    }

    /// The width of a number.
    pub fn number_width(&self, number: usize, size: Size) -> i32 {
        digits(number).map(|digit| self.advances[size as usize][digit]).sum()
    }

    /// A star, anchored at its middle.
    pub fn star(&self, size: Size, bright: bool) -> &Sprite {
        &self.stars[size as usize][usize::from(bright)]
    }

    /// The width of a star.
    pub fn star_width(&self, size: Size) -> i32 {
        round(2.0 * star_radius(&self.layout, size) * 0.951)
    }

    /// A rack without its blocks.
    pub fn rack(&self, colour: Colour, state: RackState) -> &Sprite {
        &self.racks[colour as usize][state as usize]
    }
}

/// Whether the blocks of a colour are written on in dark ink.
pub(super) fn is_bright(colour: Colour) -> bool {
    faces(colour).ink == OUTLINE
}

/// The decimal digits of a number, from the left.
pub(super) fn digits(number: usize) -> impl Iterator<Item = usize> {
    let places = number.checked_ilog10().unwrap_or(0);
    (0..=places).rev().map(move |place| number / 10_usize.pow(place) % 10)
}

/// Writes a text around a point, its capitals between whole rows so that they are crisp.
pub(super) fn write(sheet: &mut Sheet, text: &str, capital: i32, (x, y): (f32, f32), colour: Rgb) {
    let half = float(capital) / 2.0;
    let y = (y - half).round() + half;
    if let Some(path) = text::line(text, float(capital)).and_then(|path| path.transform(shift(x, y))) {
        sheet.fill(&path, colour);
    }
}

fn shift(x: f32, y: f32) -> tiny_skia::Transform {
    tiny_skia::Transform::from_translate(x, y)
}

fn star_radius(layout: &Layout, size: Size) -> f32 {
    float(layout.square) * if size == Size::Large { 0.29 } else { 0.175 }
}

fn capital(layout: &Layout, size: Size) -> i32 {
    layout.square * if size == Size::Large { 36 } else { 27 } / 100
}

/// Draws sprites.
struct Draw<'a> {
    layout: &'a Layout,
    theme: &'a Colours,
    nearest: RefCell<Nearest<'a>>,
}

impl Draw<'_> {
    /// A sheet with room around an area, and the sprite's corner.
    fn sprite(
        &self,
        (left, top): (i32, i32),
        (width, height): (i32, i32),
        paint: impl FnOnce(&mut Sheet),
    ) -> Sprite {
        let side = |length: i32| u32::try_from(length).unwrap_or(1);
        let mut sheet = Sheet::new(side(width), side(height));
        paint(&mut sheet);
        Sprite::new(&sheet.pixmap, (left, top), &mut self.nearest.borrow_mut())
    }

    fn layer(&self, colour: Colour, thickness: i32, lowest: bool) -> Sprite {
        let faces = faces(colour);
        let line = self.layout.line;
        let margin = round(line.ceil());
        let side = float(self.layout.block);
        let (edge, depth) = (float(margin), float(thickness));
        // Thin layers have no room for a dark line between them.
        let joint = match thickness {
            _ if lowest => 0.0,
            0..=2 => 0.0,
            3..=4 => 1.0,
            _ => line.round().max(1.0),
        };
        let radius = side * 0.13;
        let corner = self.layout.inset() - margin;
        let whole = self.layout.block + 2 * margin;
        self.sprite((corner, corner), (whole, whole + thickness), |sheet| {
            let foot = if lowest { radius } else { 0.0 };
            let below = if lowest { line } else { 0.0 };
            let outline = |grow: f32, height: f32, foot: f32| {
                let top = radius + grow;
                let (x, y) = (edge - grow, edge - grow);
                corners(x, y, side + 2.0 * grow, height, [top, top, foot, foot])
            };
            sheet.fill(&outline(line, side + depth + line + below, foot + below), OUTLINE);
            sheet.fill(&outline(0.0, side + depth - joint, foot), faces.front);
            sheet.fill(&rounded(edge, edge, side, side, radius), faces.rim);
            let rim = (line * 0.8).round().max(1.0);
            sheet.fill(
                &rounded(edge + rim, edge + rim, side - 2.0 * rim, side - 2.0 * rim, radius - rim),
                faces.top,
            );
        })
    }

    /// A shadow to the south-east, soft, longer under a higher column; where the block stands there is none.
    fn shadow(&self, lift: i32) -> Sprite {
        let unit = float(self.layout.square);
        let (inset, side) = (float(self.layout.inset()), float(self.layout.block));
        let reach = unit * 0.1 + float(lift) * 0.28;
        let soft = unit * 0.13;
        let room = self.layout.square * 3 / 2;
        let mut sheet = Sheet::new(u32::try_from(room).unwrap_or(1), u32::try_from(room).unwrap_or(1));
        let width = usize::try_from(room).unwrap_or(1);
        for (y, row) in (0..).map(|y| float(y) + 0.5).zip(sheet.pixmap.pixels_mut().chunks_exact_mut(width)) {
            for (x, pixel) in (0..).map(|x| float(x) + 0.5).zip(row) {
                if (inset..inset + side).contains(&x) && (inset..inset + side).contains(&y) {
                    continue;
                }
                // Away from the block the shadow is as if of a block pushed along the light.
                let along = |z: f32| {
                    board::rise((z - inset - reach * 0.45) / soft)
                        * board::rise((inset + side + reach - z) / soft)
                };
                let share = self.theme.shadow * along(x) * along(y);
                let alpha = (share * 8.0).round() / 8.0 * 255.0;
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "between 0 and 255"
                )]
                let alpha = alpha as u8;
                if let Some(shade) = tiny_skia::PremultipliedColorU8::from_rgba(0, 0, 0, alpha) {
                    *pixel = shade;
                }
            }
        }
        Sprite::new(&sheet.pixmap, (0, 0), &mut self.nearest.borrow_mut())
    }

    /// A ring around the top of a column.
    fn ring(&self, colour: Rgb) -> Sprite {
        let side = float(self.layout.block);
        let wide = (float(self.layout.square) * 0.062).round().max(1.0);
        let line = self.layout.line;
        let room = round(line + wide) + 1;
        let corner = self.layout.inset() - room;
        let (edge, whole) = (float(room), self.layout.block + 2 * room);
        self.sprite((corner, corner), (whole, whole), |sheet| {
            let radius = side * 0.13;
            let around = |grow: f32| {
                rounded(edge - grow, edge - grow, side + 2.0 * grow, side + 2.0 * grow, radius + grow)
            };
            sheet.stroke(&around(wide / 2.0 - 2.0), OUTLINE, wide + 2.0 * line);
            sheet.stroke(&around(wide / 2.0 - 2.0), colour, wide);
        })
    }

    fn last_floor(&self) -> Sprite {
        let side = float(self.layout.square);
        let wide = (side * 0.05).round().max(1.0);
        self.sprite((0, 0), (self.layout.square, self.layout.square), |sheet| {
            sheet.tint(&rectangle(0.0, 0.0, side, side), self.theme.last, 0.375);
            let inner = side - wide;
            sheet.stroke(&rectangle(wide / 2.0, wide / 2.0, inner, inner), self.theme.last, wide);
        })
    }

    fn buried(&self) -> Sprite {
        let radius = float(self.layout.square) * 0.125;
        let line = (self.layout.line * 0.9).max(0.75);
        let half = round((radius + line).ceil()) + 1;
        let middle = self.layout.square / 2;
        self.sprite((middle - half, -half), (2 * half, 2 * half), |sheet| {
            let shape = star(float(half), float(half) + radius * 0.08, radius);
            sheet.stroke(&shape, OUTLINE, 2.0 * line);
            sheet.fill(&shape, WHITE);
        })
    }

    fn pill(&self, square: Square, small: bool) -> Sprite {
        let unit = self.layout.square;
        let line = self.layout.line;
        let capital = unit * if small { 22 } else { 27 } / 100;
        let text = square.to_string();
        let wide = text::line(&text, float(capital)).map_or(0, |path| round(path.bounds().width()));
        let height = capital + unit * if small { 12 } else { 17 } / 100;
        let most = if small { self.layout.block } else { unit - 2 };
        let width = (wide + height * 6 / 10).clamp(unit * 6 / 10, most);
        let margin = round(line.ceil());
        let (left, middle) =
            ((unit - width) / 2 - margin, self.layout.front() - self.layout.block * 26 / 100);
        let top = if small { middle } else { unit / 2 } - height / 2 - margin;
        let edge = float(margin);
        self.sprite((left, top), (width + 2 * margin, height + 2 * margin), |sheet| {
            let radius = float(height) * 0.46;
            let (w, h) = (float(width), float(height));
            let outline = rounded(edge - line, edge - line, w + 2.0 * line, h + 2.0 * line, radius + line);
            sheet.fill(&outline, OUTLINE);
            sheet.fill(&rounded(edge, edge, w, h, radius), WHITE);
            write(sheet, &text, capital, (edge + w / 2.0, edge + h / 2.0), OUTLINE);
        })
    }

    fn digit(&self, digit: usize, size: Size, ink: Rgb) -> Sprite {
        let capital = capital(self.layout, size);
        let advance = self.advance(digit, size);
        let height = capital + 4;
        self.sprite((-2, -height / 2), (advance + 4, height), |sheet| {
            let middle = (float(advance) / 2.0 + 2.0, float(height) / 2.0);
            write(sheet, &digit.to_string(), capital, middle, ink);
        })
    }

    fn advance(&self, digit: usize, size: Size) -> i32 {
        round(text::advance(&digit.to_string(), float(capital(self.layout, size))) * 0.97)
    }

    fn star(&self, size: Size, ink: Rgb) -> Sprite {
        let radius = star_radius(self.layout, size);
        let half = round(radius.ceil()) + 1;
        self.sprite((-half, -half), (2 * half, 2 * half), |sheet| {
            sheet.fill(&star(float(half), float(half) + radius * 0.06, radius), ink);
        })
    }

    fn rack(&self, colour: Colour, state: RackState) -> Sprite {
        let (width, height) = (float(self.layout.rack_width), float(self.layout.rack_height));
        let unit = float(self.layout.square);
        let size = (self.layout.rack_width, self.layout.rack_height);
        self.sprite((0, 0), size, |sheet| {
            sheet.wash(self.theme.card);
            let radius = unit * 0.18;
            let (frame, line) = match state {
                RackState::Waiting | RackState::Out => (self.theme.edge, self.layout.line.round().max(1.0)),
                RackState::ToMove => (self.theme.to_move, (unit * 0.075).round().max(2.0)),
                RackState::Won => (self.theme.last, (unit * 0.075).round().max(2.0)),
            };
            sheet.fill(&rounded(0.0, 0.0, width, height, radius), frame);
            let inner = rounded(line, line, width - 2.0 * line, height - 2.0 * line, radius - line);
            sheet.fill(&inner, self.theme.rack);
            let faint = faces(colour).top.mix(self.theme.rack, 0.6);
            for place in 1..=9 {
                self.slot(
                    sheet,
                    self.layout.cell(place),
                    if state == RackState::Out { self.theme.slot } else { faint },
                );
            }
            if state == RackState::Out {
                let (near, far) = (width * 0.27, width * 0.73);
                let middle = float(self.layout.cell(5)) + float(self.layout.pitch) / 2.0;
                let reach = (far - near) / 2.0;
                for (from, to) in [(-reach, reach), (reach, -reach)] {
                    let line = segment((near, middle + from), (far, middle + to));
                    sheet.stroke(&line, OUTLINE, unit * 0.2);
                    sheet.stroke(&line, faces(colour).top, unit * 0.12);
                }
            }
        })
    }

    /// An empty place in a rack.
    fn slot(&self, sheet: &mut Sheet, top: i32, edge: Rgb) {
        let side = float(self.layout.pitch) * 0.62;
        let x = (float(self.layout.rack_width) - side) / 2.0;
        let y = float(top) + (float(self.layout.pitch) - side) / 2.0;
        let (x, y, side) = (x.round(), y.round(), side.round());
        let radius = side * 0.2;
        sheet.fill(&rounded(x, y, side, side, radius), edge);
        let line = (self.layout.line * 0.75).round().max(1.0);
        sheet.fill(
            &rounded(x + line, y + line, side - 2.0 * line, side - 2.0 * line, radius - line),
            self.theme.slot,
        );
    }

    fn cell(&self, paint: impl FnOnce(&mut Sheet)) -> Sprite {
        self.sprite((0, 0), (self.layout.rack_width, self.layout.pitch + 2), paint)
    }

    fn reserve(&self, colour: Colour) -> Sprite {
        self.cell(|sheet| {
            self.block_in_rack(sheet, faces(colour).top, faces(colour).front, faces(colour).rim);
        })
    }

    fn block_in_rack(&self, sheet: &mut Sheet, top: Rgb, front: Rgb, rim: Rgb) {
        let line = self.layout.line;
        let depth = float(self.layout.square / 10);
        let height = float(self.layout.pitch) - line;
        let width = (float(self.layout.rack_width) * 0.72).round();
        let x = ((float(self.layout.rack_width) - width) / 2.0).round();
        let radius = width * 0.13;
        sheet.fill(&rounded(x - line, 0.0, width + 2.0 * line, height + line, radius + line), OUTLINE);
        let y = line;
        sheet.fill(&rounded(x, y, width, height - line, radius), front);
        let face = height - line - depth;
        sheet.fill(&rounded(x, y, width, face, radius), rim);
        let edge = (line * 0.8).round().max(1.0);
        sheet.fill(&rounded(x + edge, y + edge, width - 2.0 * edge, face - 2.0 * edge, radius - edge), top);
    }

    fn away(&self, colour: Colour) -> Sprite {
        let faint = faces(colour).top.mix(self.theme.rack, 0.6);
        let star_colour = faces(colour).top.mix(self.theme.rack, 0.45);
        self.cell(|sheet| {
            self.slot(sheet, 0, faint);
            let middle = float(self.layout.pitch) / 2.0;
            let radius = float(self.layout.pitch) * 0.2;
            sheet.fill(
                &star(float(self.layout.rack_width) / 2.0, middle + radius * 0.06, radius),
                star_colour,
            );
        })
    }

    fn captured(&self, colour: Colour) -> Sprite {
        let dim = |face: Rgb| face.mix(self.theme.rack, 0.45);
        let faces = faces(colour);
        self.cell(|sheet| {
            self.block_in_rack(sheet, dim(faces.top), dim(faces.top), dim(faces.top));
            let (x, y) = self.layout.cell_middle((0, 0));
            let radius = star_radius(self.layout, Size::Small);
            sheet.fill(&star(float(x), float(y) + radius * 0.06, radius), faces.ink);
            let (reach, rows) = (float(self.layout.rack_width) * 0.38, float(self.layout.pitch));
            let line = segment((float(x) - reach, rows * 0.86), (float(x) + reach, rows * 0.1));
            sheet.stroke(&line, OUTLINE, float(self.layout.square) * 0.16);
            sheet.stroke(&line, WHITE, float(self.layout.square) * 0.08);
        })
    }
}
