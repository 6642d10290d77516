//! The relief plan: the board from above, every square in its true place, with relief.
//!
//! Floors show their south walls, columns the fronts of their layers; a column's rise is capped so that the square
//! behind it stays visible. The empty board and all sprites are drawn once; a picture is made of copies.

mod atlas;
mod board;
mod layout;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use game::{BySeat, Seat};
use tiny_skia::{FillRule, Mask, Transform};
use xima::{Block, Colour, Kind, Move, Reserve, SpecialState, Square};

use crate::palette::Ink;
use crate::raster::Raster;
use crate::scene::XimaScene;
use crate::shape;
use crate::side::Turn;
use crate::sprite::{Canvas, Painting, Part, Sprite};
use crate::{Look, Theme};
use atlas::{Atlas, RackState, Size};
use layout::Layout;

/// The width whose boards and sprites are kept between pictures.
pub(crate) const KEPT: u32 = 900;

/// Draws a plan; the answer is a PNG file.
pub(crate) fn png(scene: &XimaScene, look: Look) -> Vec<u8> {
    let width = look.width();
    if width == KEPT {
        encode(scene, look, kept(look.theme))
    } else {
        encode(scene, look, &Atlas::new(look.theme, width))
    }
}

/// Draws what is kept between pictures.
pub(crate) fn prepare(theme: Theme) {
    for seat in Seat::ALL {
        kept(theme).board(Turn::of(4, seat));
    }
}

fn kept(theme: Theme) -> &'static Atlas {
    static ATLASES: [OnceLock<Atlas>; 2] = [const { OnceLock::new() }; 2];
    let place = match theme {
        Theme::Dark => 0,
        Theme::Light => 1,
    };
    ATLASES[place].get_or_init(|| Atlas::new(theme, KEPT))
}

fn encode(scene: &XimaScene, look: Look, atlas: &Atlas) -> Vec<u8> {
    draw(scene, look.from, atlas).png(&atlas.palette)
}

fn draw(scene: &XimaScene, from: Seat, atlas: &Atlas) -> Raster {
    let turn = Turn::of(scene.players, from);
    let mut painting = Painting { raster: atlas.board(turn).clone(), palette: &atlas.palette };
    Plan { scene, atlas, layout: &atlas.layout, turn }.paint(&mut painting);
    painting.raster
}

/// A scene with a little of everything, to learn from which colours lie side by side.
fn sample() -> XimaScene {
    let mut columns = BTreeMap::new();
    let mut targets = Vec::new();
    for (place, square) in Square::all().enumerate() {
        let colour = |level: usize| Colour::ALL[(place / 9 + level) % 4];
        if place.is_multiple_of(9) {
            let kind = if place.is_multiple_of(4) { Kind::Special } else { Kind::Common };
            let column = (0..=place % 4).map(|level| Block { colour: colour(level), kind }).collect();
            columns.insert(square, column);
        } else if place % 9 % 4 == 2 {
            targets.push(square);
        }
    }
    let reserve = Reserve { common: 4, special: SpecialState::InReserve, out: false };
    let squares = Square::new(2, 7).zip(Square::new(2, 9));
    XimaScene {
        players: 4,
        columns,
        reserves: BySeat::from_fn(|_| reserve),
        to_move: Some(Seat::FIRST),
        winner: None,
        last: squares.map(|(from, to)| Move::step(Kind::Common, from, to)),
        selected: None,
        targets,
    }
}

/// One plan to be drawn.
struct Plan<'a> {
    scene: &'a XimaScene,
    atlas: &'a Atlas,
    layout: &'a Layout,
    turn: Turn,
}

impl Plan<'_> {
    fn paint(&self, canvas: &mut impl Canvas) {
        for seat in Seat::first(self.scene.players) {
            self.rack(seat, canvas);
        }
        for square in self.framed() {
            canvas.draw(&self.atlas.last_floor, self.corner(square), Part::Mark);
        }
        for (square, column) in &self.scene.columns {
            if !column.is_empty() {
                canvas.draw(self.atlas.shadow(self.lift(*square)), self.corner(*square), Part::Shadow);
            }
        }
        for (square, column) in self.northmost_first() {
            self.column(square, column, canvas);
        }
        self.arrow(canvas);
        for &square in &self.scene.targets {
            self.pill(square, canvas);
        }
    }

    /// The columns in the order in which they hide each other.
    fn northmost_first(&self) -> Vec<(Square, &[Block])> {
        let mut columns: Vec<(Square, &[Block])> =
            self.scene.columns.iter().map(|(square, column)| (*square, column.as_slice())).collect();
        columns.sort_by_key(|(square, _)| {
            let (left, top) = self.turn.place(*square);
            (top, left)
        });
        columns
    }

    fn column(&self, square: Square, column: &[Block], canvas: &mut impl Canvas) {
        if column.is_empty() {
            return;
        }
        let (x, y) = self.corner(square);
        let index = place_of(square);
        let lift = self.lift(square);
        let rise = |blocks: usize| lift * whole(blocks) / whole(column.len());
        for (level, block) in column.iter().enumerate() {
            let thickness = rise(level + 1) - rise(level);
            let sprite = self.atlas.layer(block.colour, thickness, level == 0);
            let part = Part::Block(index, u16::try_from(level).unwrap_or(u16::MAX));
            canvas.draw(sprite, (x, y - rise(level + 1)), part);
        }
        let specials =
            column.iter().enumerate().rev().skip(1).filter(|(_, block)| block.kind == Kind::Special);
        for (found, (level, _)) in specials.enumerate() {
            // Several in one column stand side by side: the layers may be thinner than the star.
            let aside = [0, 1, -1, 2][found % 4] * self.layout.square / 5;
            let middle = y + self.layout.front() - i32::midpoint(rise(level), rise(level + 1));
            let part = Part::Block(index, u16::try_from(level).unwrap_or(u16::MAX));
            canvas.draw(&self.atlas.buried, (x + aside, middle), part);
        }
        let last = self.scene.last.is_some_and(|last| last.to() == square);
        if self.scene.selected == Some(square) {
            canvas.draw(&self.atlas.chosen, (x, y - lift), Part::Mark);
        } else if last {
            canvas.draw(&self.atlas.last_block, (x, y - lift), Part::Mark);
        }
        self.face(square, (x, y - lift), canvas);
    }

    /// Writes on a column's top: a star for a special, the height from 2 on; in the upper half if a pill takes the lower.
    fn face(&self, square: Square, (x, y): (i32, i32), canvas: &mut impl Canvas) {
        let Some(top) = self.scene.columns.get(&square).and_then(|column| column.last()) else { return };
        let height = self.height(square);
        let target = self.scene.targets.contains(&square);
        let (x, y) = (x + self.layout.square / 2, y + self.layout.face_middle(target));
        let part = Part::Height(place_of(square));
        let bright = atlas::is_bright(top.colour);
        let alone = if target || height >= 100 { Size::Small } else { Size::Large };
        match (top.kind, height >= 2) {
            (Kind::Common, false) => {}
            (Kind::Special, false) => canvas.draw(self.atlas.star(alone, bright), (x, y), part),
            (Kind::Common, true) => self.number(height, alone, bright, (x, y), part, canvas),
            (Kind::Special, true) => {
                let number = self.atlas.number_width(height, Size::Small);
                let star = self.atlas.star_width(Size::Small);
                let gap = self.layout.square / 26;
                let left = x - (number + gap + star) / 2;
                canvas.draw(self.atlas.star(Size::Small, bright), (left + star / 2, y), part);
                let middle = left + star + gap + number / 2;
                self.number(height, Size::Small, bright, (middle, y), part, canvas);
            }
        }
    }

    /// Writes a number around a middle.
    fn number(
        &self,
        number: usize,
        size: Size,
        bright: bool,
        (x, y): (i32, i32),
        part: Part,
        canvas: &mut impl Canvas,
    ) {
        let mut left = x - self.atlas.number_width(number, size) / 2;
        for digit in atlas::digits(number) {
            let (sprite, advance) = self.atlas.digit(digit, size, bright);
            canvas.draw(sprite, (left, y), part);
            left += advance;
        }
    }

    fn pill(&self, square: Square, canvas: &mut impl Canvas) {
        let (x, y) = self.corner(square);
        let pills = if self.height(square) == 0 { &self.atlas.pills } else { &self.atlas.small_pills };
        canvas.draw(&pills[square.index()], (x, y - self.lift(square)), Part::Mark);
    }

    /// The squares of the last move.
    fn framed(&self) -> impl Iterator<Item = Square> {
        self.scene.last.into_iter().flat_map(|last| last.from().into_iter().chain([last.to()]))
    }

    /// The arrow of the last move, from floor or top to floor or top; it leaves out what is written there.
    fn arrow(&self, canvas: &mut impl Canvas) {
        let Some(last) = self.scene.last else { return };
        let Some(from) = last.from().filter(|from| *from != last.to()) else { return };
        let unit = float(self.layout.square);
        let middle = |square: Square| {
            let (x, y) = self.corner(square);
            (float(x) + unit / 2.0, float(y - self.lift(square)) + unit / 2.0)
        };
        let ((x1, y1), (x2, y2)) = (middle(from), middle(last.to()));
        let (dx, dy) = (x2 - x1, y2 - y1);
        let length = dx.hypot(dy).max(1.0);
        let clear = |square| if self.height(square) == 0 { 0.0 } else { 0.47 * unit };
        let (skip, stop) =
            (clear(from), length - if self.height(last.to()) == 0 { 0.12 * unit } else { 0.5 * unit });
        let stop = stop.max(skip + 0.2 * unit);
        let at = |along: f32| (x1 + dx / length * along, y1 + dy / length * along);
        let (start, end) = (at(skip), at(stop));
        let margin = (unit * 0.034).max(1.0);
        let reach = 0.3 * unit;
        let (left, top) = ((start.0.min(end.0) - reach).floor(), (start.1.min(end.1) - reach).floor());
        let size = |from: f32, to: f32, origin: f32| ceiling(from.max(to) + reach - origin);
        let (width, height) = (size(start.0, end.0, left), size(start.1, end.1, top));
        let Some(mut mask) = Mask::new(width, height) else { return };
        let shift = Transform::from_translate(-left, -top);
        for (ink, margin) in [(Ink::Dark, margin), (Ink::Last, 0.0)] {
            mask.clear();
            let mut shapes = vec![shape::arrow(start, end, unit, margin)];
            if skip == 0.0 {
                let radius = 0.1 * unit + margin;
                shapes.push(shape::rounded(
                    start.0 - radius,
                    start.1 - radius,
                    2.0 * radius,
                    2.0 * radius,
                    radius,
                ));
            }
            for path in &shapes {
                mask.fill_path(path, FillRule::Winding, true, shift);
            }
            let width = usize::try_from(width).expect("32 bits fit");
            let sprite =
                Sprite::stencil(mask.data(), width, (round(left), round(top)), ink, canvas.palette());
            canvas.draw(&sprite, (0, 0), Part::Mark);
        }
    }

    fn rack(&self, seat: Seat, canvas: &mut impl Canvas) {
        let colour = Colour::of(seat);
        let reserve = &self.scene.reserves[seat];
        let state = if reserve.out {
            RackState::Out
        } else if self.scene.winner == Some(seat) {
            RackState::Won
        } else if self.scene.to_move == Some(seat) {
            RackState::ToMove
        } else {
            RackState::Waiting
        };
        let (x, y) = self.layout.rack(self.turn.side(self.scene.players, seat));
        canvas.draw(self.atlas.rack(colour, state), (x, y), Part::Mark);
        if reserve.out {
            return;
        }
        let cell = |place: u16| (x, y + self.layout.cell(place));
        let bright = atlas::is_bright(colour);
        match reserve.special {
            SpecialState::OnBoard => canvas.draw(&self.atlas.away[colour as usize], cell(0), Part::Mark),
            SpecialState::Captured => canvas.draw(&self.atlas.captured[colour as usize], cell(0), Part::Mark),
            SpecialState::InReserve => {
                canvas.draw(&self.atlas.reserve[colour as usize], cell(0), Part::Mark);
                let (x, y) = cell(0);
                canvas.draw(
                    self.atlas.star(Size::Small, bright),
                    self.layout.cell_middle((x, y)),
                    Part::Mark,
                );
            }
        }
        for place in 1..=reserve.common.min(9) {
            canvas.draw(&self.atlas.reserve[colour as usize], cell(place), Part::Mark);
        }
        if reserve.common > 9 {
            let middle = self.layout.cell_middle(cell(9));
            self.number(usize::from(reserve.common), Size::Small, bright, middle, Part::Mark, canvas);
        }
    }

    fn height(&self, square: Square) -> usize {
        self.scene.columns.get(&square).map_or(0, Vec::len)
    }

    /// How much a square's column rises. In front of a column of several blocks it stays low, lest it hide their layers.
    fn lift(&self, square: Square) -> i32 {
        let (left, top) = self.turn.place(square);
        let behind = top.checked_sub(1).map_or(0, |above| self.height(self.turn.square((left, above))));
        self.layout.lift(self.height(square), behind >= 2)
    }

    /// The top left corner of a square.
    fn corner(&self, square: Square) -> (i32, i32) {
        self.layout.corner(self.turn.place(square))
    }
}

fn place_of(square: Square) -> u8 {
    u8::try_from(square.index()).expect("there are 169 squares")
}

/// A count as a length, cut where no picture reaches.
fn whole(count: usize) -> i32 {
    i32::try_from(count.min(10_000)).expect("it has just been cut")
}

#[expect(clippy::cast_precision_loss, reason = "pixels of a picture are far below 2^24")]
pub(crate) fn float(pixels: i32) -> f32 {
    pixels as f32
}

#[expect(clippy::cast_possible_truncation, reason = "pixels of a picture are far below 2^24")]
pub(crate) fn round(pixels: f32) -> i32 {
    pixels.round() as i32
}

pub(crate) fn ceiling(pixels: f32) -> u32 {
    u32::try_from(round(pixels.ceil())).unwrap_or(1).max(1)
}

#[cfg(test)]
mod tests;
