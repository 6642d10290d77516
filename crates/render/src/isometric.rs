//! The isometric view: the pyramid as people see it who stand at a corner of it.
//!
//! It hides squares behind the pyramid and is not for play. Reserves stand on the plinth before their players' sides.
//! Everything is painted from the far corner to the near one.

mod space;

use game::Seat;
use tiny_skia::{Path, Transform};
use xima::{Block, Colour, Kind, SpecialState, Square};

use crate::Look;
use crate::scene::XimaScene;
use crate::shape::{self, Sheet, polygon, segment, star};
use crate::side::{Side, Turn};
use crate::text;
use crate::theme::{Colours, OUTLINE, Rgb, WHITE, faces};
use space::{Cuboid, Space, Surface};

/// How far a block's sides stand from those of its square.
const INSET: f32 = 0.1;
/// How long a shadow is for each block of height, in squares.
const SLANT: f32 = 0.2;
/// Blocks that a side's plinth shows in a row, the special apart.
const IN_A_ROW: u16 = 9;
/// Rows of reserve blocks that are stacked; more would hide the board.
const ROWS: u16 = 3;

/// Draws an isometric view; the answer is a PNG file.
pub(crate) fn png(scene: &XimaScene, look: Look) -> Vec<u8> {
    let turn = Turn::of(scene.players, look.from);
    let summits = scene.columns.iter().map(|(square, column)| {
        let (left, top) = turn.place(*square);
        (f32::from(left) + 1.0, 13.0 - f32::from(top), floor_height(*square) + Space::rise(column.len()))
    });
    let space = Space::new(look.width(), summits);
    let mut sheet = Sheet::new(space.width, space.height);
    let theme = look.theme.colours();
    sheet.wash(theme.card);
    View { scene, space: &space, theme: &theme, turn, sheet: &mut sheet }.paint();
    encode(&sheet)
}

fn encode(sheet: &Sheet) -> Vec<u8> {
    let pixels: Vec<u8> =
        sheet.pixmap.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    let mut bytes = Vec::with_capacity(128 * 1024);
    let mut encoder = png::Encoder::new(&mut bytes, sheet.pixmap.width(), sheet.pixmap.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Balanced);
    let mut writer = encoder.write_header().expect("a Vec takes every byte");
    writer.write_image_data(&pixels).expect("the sheet has as many pixels as the header says");
    writer.finish().expect("a Vec takes every byte");
    bytes
}

/// One view to be drawn.
struct View<'a> {
    scene: &'a XimaScene,
    space: &'a Space,
    theme: &'a Colours,
    turn: Turn,
    sheet: &'a mut Sheet,
}

impl View<'_> {
    fn paint(&mut self) {
        self.plinth();
        self.reserves([Side::Top, Side::Right]);
        for place in Space::far_to_near() {
            self.square(place);
        }
        self.arrow();
        self.reserves([Side::Left, Side::Bottom]);
    }

    /// What the board stands on, with the coordinates along the near sides.
    fn plinth(&mut self) {
        let space = self.space;
        let body = Cuboid {
            west: -Space::NEAR,
            south: -Space::NEAR,
            east: 13.0 + Space::FAR,
            north: 13.0 + Space::FAR,
            low: -0.7,
            high: 0.0,
        };
        self.sheet.fill(&space.outline(&body), self.theme.edge);
        let below = self.theme.frame.mix(Rgb(0, 0, 0), 0.35);
        self.sheet.fill(&space.south_face(&body), below);
        self.sheet.fill(&space.west_face(&body), self.theme.frame.mix(Rgb(0, 0, 0), 0.2));
        self.sheet.fill(&space.top_face(&body), self.theme.frame);
        self.sheet.stroke(&space.top_face(&body), self.theme.edge, 1.0);
        let capital = space.unit() * 0.44;
        for place in 0..Square::SIDE {
            let middle = f32::from(place) + 0.5;
            let at = space.point(middle, -Space::LABELS, 0.0);
            self.write(&self.turn.across(place), capital, at, Surface::GroundSouth, self.theme.label);
            let at = space.point(-Space::LABELS, 12.5 - f32::from(place), 0.0);
            self.write(&self.turn.down(place), capital, at, Surface::GroundWest, self.theme.label);
        }
        for seat in Seat::first(self.scene.players) {
            let strip = if self.scene.winner == Some(seat) {
                self.theme.last
            } else if self.scene.to_move == Some(seat) {
                self.theme.to_move
            } else {
                continue;
            };
            let side = self.turn.side(self.scene.players, seat);
            let out = if matches!(side, Side::Bottom | Side::Left) { Space::NEAR } else { Space::FAR };
            let points = [(0.0, out - 0.06), (13.0, out - 0.06), (13.0, out - 0.22), (0.0, out - 0.22)];
            let corners = points.map(|(along, away)| beside(side, along, away));
            self.sheet.fill(&space.flat(&corners, 0.0), strip);
        }
    }

    fn square(&mut self, place: (u8, u8)) {
        let space = self.space;
        let square = self.square_at(place);
        let (west, south) = (f32::from(place.0), f32::from(place.1));
        let ground = floor_height(square);
        let dark = (square.column() + square.row()).is_multiple_of(2);
        let floor = usize::from(square.floor()) - 1;
        let mut colour = self.theme.floors[floor][usize::from(dark)];
        if self.scene.last.is_some_and(|last| last.to() == square || last.from() == Some(square)) {
            colour = colour.mix(self.theme.last, 0.45);
        }
        let tile = Cuboid { west, south, east: west + 1.0, north: south + 1.0, low: 0.0, high: ground };
        self.walls(place, &tile);
        let top = space.top_face(&tile);
        self.sheet.fill(&top, colour);
        // Neighbours meet in half-covered pixels; a line of the same colour closes the gap.
        self.sheet.stroke(&top, colour, 0.7);
        self.shadows(place, ground);
        self.edges(place, &tile, colour);
        let column = self.scene.columns.get(&square).map_or(&[][..], Vec::as_slice);
        self.column(square, column, &tile);
        if self.scene.targets.contains(&square) {
            let (x, y) = space.point(west + 0.5, south + 0.5, ground + Space::rise(column.len()));
            let radius = space.unit() * 0.2;
            self.sheet.fill(&ellipse(x, y, radius + space.line()), OUTLINE);
            self.sheet.fill(&ellipse(x, y, radius), WHITE);
        }
    }

    /// The two walls that look at the viewer, where the neighbour there is lower.
    fn walls(&mut self, place: (u8, u8), tile: &Cuboid) {
        let square = self.square_at(place);
        let floor = square.floor();
        let [upper, lower] = if floor == 4 { self.theme.summit_wall } else { self.theme.wall };
        let space = self.space;
        let capital = space.unit() * 0.36;
        for southern in [true, false] {
            let neighbour = if southern { step(place, 0, -1) } else { step(place, -1, 0) };
            let below = neighbour.map_or(0.0, |place| floor_height(self.square_at(place)));
            if below >= tile.high {
                continue;
            }
            let wall = Cuboid { low: below, ..*tile };
            let (path, label, surface) = if southern {
                (space.south_face(&wall), self.turn.across(place.0), Surface::WallSouth)
            } else {
                (space.west_face(&wall), self.turn.down(12 - place.1), Surface::WallWest)
            };
            let dim = if southern { 0.28 } else { 0.0 };
            let (upper, lower) = (upper.mix(OUTLINE, dim), lower.mix(OUTLINE, dim));
            let (_, top) = space.point(tile.west, tile.south, wall.high);
            let (_, bottom) = space.point(tile.west, tile.south, wall.low);
            self.sheet.fade(&path, (top, upper), (bottom, lower));
            self.sheet.stroke(&path, lower.mix(OUTLINE, 0.25), 0.7);
            if floor == 2 || floor == 3 {
                let middle = f32::midpoint(wall.low, wall.high);
                let at = if southern {
                    space.point(tile.west + 0.5, tile.south, middle)
                } else {
                    space.point(tile.west, tile.south + 0.5, middle)
                };
                self.write(&label, capital, at, surface, self.theme.wall_label);
            }
        }
    }

    /// The light comes from the north-west: what stands there throws its shadow upon this square.
    fn shadows(&mut self, place: (u8, u8), ground: f32) {
        let (west, south) = (f32::from(place.0), f32::from(place.1));
        let tile = [west, south, west + 1.0, south + 1.0];
        let mut shapes: Vec<Vec<(f32, f32)>> = Vec::new();
        for (aside, up) in [(0, 0), (-1, 0), (0, 1), (-1, 1), (-2, 1), (-1, 2), (-2, 2)] {
            let Some(place) = step(place, aside, up) else { continue };
            let square = self.square_at(place);
            let (west, south) = (f32::from(place.0), f32::from(place.1));
            let foot = floor_height(square);
            let rise = Space::rise(self.scene.columns.get(&square).map_or(0, Vec::len));
            for (inset, height) in
                [(0.0, foot - ground), (INSET, if rise > 0.0 { foot + rise - ground } else { 0.0 })]
            {
                if height <= 0.0 {
                    continue;
                }
                let reach = (height * SLANT).min(1.6);
                let (w, s, e, n) = (west + inset, south + inset, west + 1.0 - inset, south + 1.0 - inset);
                let shadow = [
                    (w, s),
                    (w + reach, s - reach),
                    (e + reach, s - reach),
                    (e + reach, n - reach),
                    (e, n),
                    (w, n),
                ];
                let clipped = space::clip(&shadow, tile);
                if clipped.len() > 2 {
                    shapes.push(clipped);
                }
            }
        }
        if let Some(path) = self.space.flat_union(&shapes, ground) {
            self.sheet.tint(&path, OUTLINE, self.theme.shadow * 0.75);
        }
    }

    /// Bright lines along the edges of a floor.
    fn edges(&mut self, place: (u8, u8), tile: &Cuboid, colour: Rgb) {
        let space = self.space;
        let bright = colour.mix(WHITE, 0.4);
        let lower = |neighbour: Option<(u8, u8)>| {
            neighbour.is_none_or(|place| floor_height(self.square_at(place)) < tile.high)
        };
        let near = space.point(tile.west, tile.south, tile.high);
        let mut lines = Vec::new();
        if lower(step(place, 0, -1)) {
            lines.push(segment(near, space.point(tile.east, tile.south, tile.high)));
        }
        if lower(step(place, -1, 0)) {
            lines.push(segment(near, space.point(tile.west, tile.north, tile.high)));
        }
        for line in lines {
            self.sheet.stroke(&line, bright, space.line());
        }
    }

    fn column(&mut self, square: Square, column: &[Block], tile: &Cuboid) {
        let Some(top) = column.last() else { return };
        let space = self.space;
        let last = self.scene.last.is_some_and(|last| last.to() == square);
        let rim = if self.scene.selected == Some(square) {
            Some(WHITE)
        } else if last {
            Some(self.theme.last)
        } else {
            None
        };
        let step = Space::rise(column.len()) / count(column.len());
        for (level, block) in column.iter().enumerate() {
            let low = tile.high + step * count(level);
            let body = Cuboid { low, high: low + step, ..tile.inset(INSET) };
            self.block(&body, block.colour, (level + 1 == column.len()).then_some(rim).flatten());
            if block.kind == Kind::Special && level + 1 < column.len() {
                let middle = f32::midpoint(body.low, body.high);
                let radius = space.unit() * 0.2;
                for (at, surface) in [
                    (
                        space.point(f32::midpoint(body.west, body.east), body.south, middle),
                        Surface::WallSouth,
                    ),
                    (
                        space.point(body.west, f32::midpoint(body.south, body.north), middle),
                        Surface::WallWest,
                    ),
                ] {
                    self.star(radius, at, surface, faces(block.colour).ink);
                }
            }
        }
        let high = tile.high + Space::rise(column.len());
        let (x, y) = space.point(tile.west + 0.5, tile.south + 0.5, high);
        let ink = faces(top.colour).ink;
        let unit = space.unit();
        match (top.kind == Kind::Special, column.len()) {
            (false, 1) => {}
            (true, 1) => self.star(unit * 0.34, (x, y), Surface::Top, ink),
            (special, height) => {
                let capital = unit * 0.38;
                let number = height.to_string();
                let shift = if special { unit * 0.24 } else { 0.0 };
                self.write(&number, capital, (x + shift, y), Surface::Top, ink);
                if special {
                    self.star(unit * 0.24, (x - unit * 0.24, y), Surface::Top, ink);
                }
            }
        }
    }

    /// A block with its outline and rim.
    fn block(&mut self, body: &Cuboid, colour: Colour, ring: Option<Rgb>) {
        let space = self.space;
        let faces = faces(colour);
        let line = space.line();
        let outline = space.outline(body);
        self.sheet.stroke(&outline, OUTLINE, line * 2.0);
        let west = faces.top.mix(Rgb(0, 0, 0), 0.18);
        let south = faces.top.mix(Rgb(0, 0, 0), 0.42);
        self.sheet.fill(&outline, south);
        self.sheet.fill(&space.west_face(body), west);
        let top = space.top_face(body);
        self.sheet.fill(&top, faces.top);
        let near = space.point(body.west, body.south, body.high);
        for end in [(body.east, body.south), (body.west, body.north)] {
            self.sheet.stroke(&segment(near, space.point(end.0, end.1, body.high)), faces.rim, line * 0.9);
        }
        if let Some(ring) = ring {
            self.sheet.stroke(&top, OUTLINE, line * 4.2);
            self.sheet.stroke(&top, ring, line * 2.6);
        }
    }

    /// The arrow of the last move, from surface to surface.
    fn arrow(&mut self) {
        let Some((last, from)) = self.scene.last.and_then(|last| Some((last, last.from()?))) else { return };
        if from == last.to() {
            return;
        }
        let top = |square: Square| {
            let (left, above) = self.turn.place(square);
            let height = self.scene.columns.get(&square).map_or(0, Vec::len);
            let z = floor_height(square) + Space::rise(height);
            self.space.point(f32::from(left) + 0.5, 12.5 - f32::from(above), z)
        };
        let ((x1, y1), (x2, y2)) = (top(from), top(last.to()));
        let length = (x2 - x1).hypot(y2 - y1);
        if length < 1.0 {
            return;
        }
        let stop = 1.0 - (self.space.unit() * 0.42 / length).min(0.6);
        let end = (x1 + (x2 - x1) * stop, y1 + (y2 - y1) * stop);
        let unit = self.space.unit();
        for (margin, colour) in [(self.space.line(), OUTLINE), (0.0, self.theme.last)] {
            self.sheet.fill(&ellipse(x1, y1, unit * 0.13 + margin), colour);
            self.sheet.fill(&shape::arrow((x1, y1), end, unit, margin), colour);
        }
    }

    /// The reserves of those who sit at two sides, from the far corner to the near one.
    fn reserves(&mut self, sides: [Side; 2]) {
        for side in sides {
            let seat = Seat::first(self.scene.players)
                .find(|seat| self.turn.side(self.scene.players, *seat) == side);
            if let Some(seat) = seat {
                self.reserve(seat, side);
            }
        }
    }

    fn reserve(&mut self, seat: Seat, side: Side) {
        let reserve = self.scene.reserves[seat];
        let colour = Colour::of(seat);
        if reserve.out {
            return;
        }
        let stand = |place: u16| {
            // Seen from the player, the special stands on the left and the common blocks follow to the right.
            let along = 0.9 + f32::from(place) * 1.2 + if place > 0 { 0.4 } else { 0.0 };
            let along = if matches!(side, Side::Bottom | Side::Right) { along } else { 13.0 - along };
            let (east, north) = beside(side, along, Space::RESERVE);
            let half = 0.5 - INSET;
            Cuboid {
                west: east - half,
                south: north - half,
                east: east + half,
                north: north + half,
                low: 0.0,
                high: 1.0,
            }
        };
        // Far stands first: along these sides that is from the end with the larger coordinates.
        let mut stands: Vec<(u16, Cuboid)> = (0..=IN_A_ROW).map(|place| (place, stand(place))).collect();
        stands.sort_by(|a, b| (b.1.west + b.1.south).total_cmp(&(a.1.west + a.1.south)));
        for (place, body) in stands {
            if place == 0 {
                self.special_stand(&body, reserve.special, colour);
                continue;
            }
            let rows = reserve.common.saturating_add(IN_A_ROW - place) / IN_A_ROW;
            if rows == 0 {
                self.empty_stand(&body, colour);
            }
            for row in 0..rows.min(ROWS) {
                let low = f32::from(row);
                self.block(&Cuboid { low, high: low + 1.0, ..body }, colour, None);
            }
        }
        if reserve.common > IN_A_ROW {
            let last = stand((reserve.common - 1) % IN_A_ROW + 1);
            let rows = reserve.common.div_ceil(IN_A_ROW).min(ROWS);
            let at = self.space.point(last.west + 0.5 - INSET, last.south + 0.5 - INSET, f32::from(rows));
            self.write(
                &reserve.common.to_string(),
                self.space.unit() * 0.32,
                at,
                Surface::Top,
                faces(colour).ink,
            );
        }
    }

    fn empty_stand(&mut self, body: &Cuboid, colour: Colour) {
        let mark = self.space.top_face(&Cuboid { high: 0.0, ..body.inset(0.08) });
        self.sheet.stroke(&mark, faces(colour).top.mix(self.theme.frame, 0.6), self.space.line());
    }

    fn special_stand(&mut self, body: &Cuboid, special: SpecialState, colour: Colour) {
        let space = self.space;
        let (east, north) = (f32::midpoint(body.west, body.east), f32::midpoint(body.south, body.north));
        let faces = faces(colour);
        let unit = space.unit();
        match special {
            SpecialState::InReserve => {
                self.block(body, colour, None);
                self.star(unit * 0.34, space.point(east, north, body.high), Surface::Top, faces.ink);
            }
            SpecialState::OnBoard => {
                self.empty_stand(body, colour);
                let faint = faces.top.mix(self.theme.frame, 0.45);
                self.star(unit * 0.26, space.point(east, north, 0.0), Surface::Top, faint);
            }
            SpecialState::Captured => {
                let flat = Cuboid { high: 0.25, ..*body };
                self.block(&flat, colour, None);
                let (x, y) = space.point(east, north, flat.high);
                self.star(unit * 0.3, (x, y), Surface::Top, faces.ink);
                let line = segment((x - unit * 0.55, y + unit * 0.3), (x + unit * 0.55, y - unit * 0.3));
                self.sheet.stroke(&line, OUTLINE, unit * 0.2);
                self.sheet.stroke(&line, WHITE, unit * 0.1);
            }
        }
    }

    fn write(&mut self, text: &str, capital: f32, at: (f32, f32), surface: Surface, colour: Rgb) {
        if let Some(path) = text::line(text, capital).and_then(|path| self.laid(path, at, surface)) {
            self.sheet.fill(&path, colour);
        }
    }

    fn star(&mut self, radius: f32, at: (f32, f32), surface: Surface, colour: Rgb) {
        if let Some(path) = self.laid(star(0.0, 0.0, radius), at, surface) {
            self.sheet.fill(&path, colour);
        }
    }

    /// A shape around the origin, laid upon a surface.
    fn laid(&self, path: Path, (x, y): (f32, f32), surface: Surface) -> Option<Path> {
        let slope = self.space.slope();
        let (sx, ky, kx, sy) = match surface {
            Surface::Top => (1.0, 0.0, 0.0, 0.78),
            Surface::WallSouth => (0.92, -0.92 * slope, 0.0, 1.0),
            Surface::WallWest => (0.92, 0.92 * slope, 0.0, 1.0),
            Surface::GroundSouth => (0.8, -0.8 * slope, 0.8, 0.8 * slope),
            Surface::GroundWest => (0.8, 0.8 * slope, -0.8, 0.8 * slope),
        };
        path.transform(Transform::from_row(sx, ky, kx, sy, x, y))
    }

    /// The square that lies so far to the east and north of the near corner.
    fn square_at(&self, (east, north): (u8, u8)) -> Square {
        self.turn.square((east, Square::SIDE - 1 - north))
    }
}

/// A point beside the board: so far along a side, from the west or the south, and so far away from it.
fn beside(side: Side, along: f32, away: f32) -> (f32, f32) {
    match side {
        Side::Bottom => (along, -away),
        Side::Left => (-away, along),
        Side::Top => (along, 13.0 + away),
        Side::Right => (13.0 + away, along),
    }
}

/// The height of a square's floor above the plinth, in blocks.
fn floor_height(square: Square) -> f32 {
    Space::FOOT + f32::from(square.height())
}

/// The place so many squares to the east and to the north, if it is on the board.
fn step((east, north): (u8, u8), aside: i8, up: i8) -> Option<(u8, u8)> {
    let (east, north) = (east.checked_add_signed(aside)?, north.checked_add_signed(up)?);
    (east < Square::SIDE && north < Square::SIDE).then_some((east, north))
}

fn ellipse(x: f32, y: f32, radius: f32) -> Path {
    let points: Vec<(f32, f32)> = (0..32u8)
        .map(|corner| {
            let angle = f32::from(corner) * std::f32::consts::TAU / 32.0;
            (x + radius * angle.cos(), y + radius * 0.62 * angle.sin())
        })
        .collect();
    polygon(&points)
}

fn count(blocks: usize) -> f32 {
    f32::from(u16::try_from(blocks).unwrap_or(u16::MAX))
}
