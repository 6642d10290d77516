//! The course of a game: everyone's chances after every move, with the moves that turned it.
//!
//! Between two a chance is one for both: the lower part of the picture, up to the line, is the first player's, the upper one
//! the other's. Among more each has a line of their own.

mod layout;

use std::ops::RangeInclusive;

use game::Seat;
use tiny_skia::{Path, PathBuilder, Transform};
use xima::Colour;

use crate::palette::{Nearest, Palette};
use crate::raster::Raster;
use crate::shape::{Sheet, polygon, rectangle, rounded, segment};
use crate::text;
use crate::theme::{Colours, OUTLINE, Rgb, WHITE, faces};
use crate::{Look, Theme};
use layout::Layout;

/// The course of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    /// In which colours it is played.
    pub suit: Suit,
    /// The number of players.
    pub players: u8,
    /// The number of moves in all.
    pub moves: u32,
    /// Between two the first seat's line alone.
    pub lines: Vec<Line>,
    /// The moves that are marked.
    pub marks: Vec<Mark>,
}

/// Whose colours are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Suit {
    /// Red, blue, yellow, green.
    Xima,
    /// Black, white.
    Axiom,
}

/// A chance in the course of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// Whose.
    pub seat: Seat,
    /// The number of moves made and the chance then, from 0 to 1, in the order of play. What lies between is taken to change
    /// evenly.
    pub points: Vec<(u32, f64)>,
}

/// A move that is marked, where its player's line is by then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Who made it.
    pub seat: Seat,
    /// Its number, from 1.
    pub number: u32,
}

/// What is filled where it lies: the ground of the lines and marks.
#[derive(Clone, Copy)]
struct Dress {
    /// By seat, the colour of lines and marks.
    seats: [Rgb; Seat::MAX],
    /// What is written on those.
    inks: [Rgb; Seat::MAX],
    /// Between two, their parts of the picture.
    parts: [Rgb; 2],
}

/// The chances that have a line across.
const LEVELS: [(f64, &str); 3] = [(0.0, "0"), (0.5, "50"), (1.0, "100")];

/// Draws a course of a game so many pixels wide, held within [`Look::WIDTHS`]; the answer is a whole PNG file.
pub(crate) fn png(chart: &Chart, theme: Theme, width: u32) -> Vec<u8> {
    const WIDTHS: RangeInclusive<u32> = Look::WIDTHS;
    let theme = theme.colours();
    let dress = Dress::of(chart.suit, &theme);
    let layout = Layout::new(width.clamp(*WIDTHS.start(), *WIDTHS.end()), chart.moves);
    let mut sheet = Sheet::new(layout.size.0, layout.size.1);
    sheet.wash(theme.card);
    Drawing { chart, theme: &theme, dress, layout: &layout, sheet: &mut sheet }.draw();
    encode(&sheet, &palette(&theme, &dress))
}

impl Dress {
    fn of(suit: Suit, theme: &Colours) -> Dress {
        match suit {
            Suit::Xima => {
                let seats = Colour::ALL.map(|colour| faces(colour).top);
                // A whole part of a picture in the colour of a block would shout.
                let parts = [seats[0], seats[1]].map(|colour| colour.mix(theme.frame, 0.3));
                Dress { seats, inks: Colour::ALL.map(|colour| faces(colour).ink), parts }
            }
            Suit::Axiom => {
                let (black, white) = (Rgb::hex(0x002f_333b), Rgb::hex(0x00f6_f2ea));
                Dress {
                    seats: [black, white, black, white],
                    inks: [WHITE, OUTLINE, WHITE, OUTLINE],
                    parts: [black, white],
                }
            }
        }
    }
}

struct Drawing<'a> {
    chart: &'a Chart,
    theme: &'a Colours,
    dress: Dress,
    layout: &'a Layout,
    sheet: &'a mut Sheet,
}

impl Drawing<'_> {
    fn draw(&mut self) {
        self.ground();
        match self.chart.lines.as_slice() {
            [line] if self.chart.players == 2 => self.parts(line),
            lines => {
                self.grid();
                for line in lines {
                    self.line(line);
                }
            }
        }
        self.marks();
    }

    /// The frame, and the numbers beside and below it.
    fn ground(&mut self) {
        let Layout { left, top, width, height, unit, .. } = *self.layout;
        let rim = 1.5 * unit;
        let frame = rectangle(left - rim, top - rim, width + 2.0 * rim, height + 2.0 * rim);
        self.sheet.fill(&frame, self.theme.edge);
        self.sheet.fill(&rectangle(left, top, width, height), self.theme.frame);
        for (chance, label) in LEVELS {
            let y = self.layout.y(chance);
            self.per_cent(label, left - 10.0 * unit, y);
        }
        for number in self.layout.numbers() {
            let x = self.layout.x(f64::from(number));
            self.sheet.stroke(
                &segment((x, top + height + rim), (x, top + height + 7.0 * unit)),
                self.theme.edge,
                2.0 * unit,
            );
            self.write(
                &number.to_string(),
                self.layout.capital,
                (x, top + height + 24.0 * unit),
                self.theme.label,
            );
        }
    }

    /// The lines across and down that the eye measures by.
    fn grid(&mut self) {
        let Layout { left, top, width, height, unit, .. } = *self.layout;
        for (chance, _) in LEVELS {
            let y = self.layout.y(chance);
            self.tint(&rectangle(left, y - 0.75 * unit, width, 1.5 * unit), self.theme.label, 0.35);
        }
        for number in self.layout.numbers() {
            let x = self.layout.x(f64::from(number));
            self.tint(&rectangle(x - 0.5 * unit, top, unit, height), self.theme.label, 0.12);
        }
    }

    /// The two players' parts of the picture, and the line between them.
    fn parts(&mut self, line: &Line) {
        let Layout { left, top, width, height, unit, .. } = *self.layout;
        let [first, second] = self.dress.parts;
        self.sheet.fill(&rectangle(left, top, width, height), second);
        let corners = self.corners(line);
        if let (Some((start, _)), Some((end, _))) = (corners.first(), corners.last()) {
            let bottom = top + height;
            let around = [corners.as_slice(), &[(*end, bottom), (*start, bottom)]].concat();
            self.sheet.fill(&polygon(&around), first);
        }
        // Half each: dark and light, so that it is seen on either part.
        let y = self.layout.y(0.5);
        let dash = 9.0 * unit;
        let mut x = left;
        while x < left + width {
            let length = dash.min(left + width - x);
            self.tint(&rectangle(x, y - 1.25 * unit, length, 2.5 * unit), OUTLINE, 0.45);
            self.tint(&rectangle(x, y - 0.75 * unit, length, 1.5 * unit), WHITE, 0.7);
            x += 2.0 * dash;
        }
        for number in self.layout.numbers() {
            let x = self.layout.x(f64::from(number));
            self.tint(&rectangle(x - 0.5 * unit, top, unit, height), OUTLINE, 0.16);
        }
        self.sheet.stroke(&path(&corners), OUTLINE, 6.5 * unit);
        self.sheet.stroke(&path(&corners), WHITE, 3.5 * unit);
    }

    /// One of several lines.
    fn line(&mut self, line: &Line) {
        let unit = self.layout.unit;
        let colour = self.dress.seats[line.seat.index()];
        let corners = self.corners(line);
        self.sheet.stroke(&path(&corners), OUTLINE, 7.5 * unit);
        self.sheet.stroke(&path(&corners), colour, 4.5 * unit);
        for (x, y) in corners {
            self.sheet.fill(&disc(x, y, 3.75 * unit), colour);
        }
    }

    fn corners(&self, line: &Line) -> Vec<(f32, f32)> {
        let corner =
            |(moves, chance): &(u32, f64)| (self.layout.x(f64::from(*moves)), self.layout.y(*chance));
        line.points.iter().map(corner).collect()
    }

    /// The marked moves: a disc on the line, and the move's number on a plate in its player's colour, where
    /// there is room for one.
    fn marks(&mut self) {
        let unit = self.layout.unit;
        let lines = &self.chart.lines;
        let spots: Vec<(Mark, (f32, f32))> = self
            .chart
            .marks
            .iter()
            .filter_map(|mark| {
                let line = lines.iter().find(|line| line.seat == mark.seat || self.chart.players == 2)?;
                let chance = along(&line.points, mark.number)?;
                Some((*mark, (self.layout.x(f64::from(mark.number)), self.layout.y(chance))))
            })
            .collect();
        let widths: Vec<f32> = spots
            .iter()
            .map(|(mark, _)| text::advance(&mark.number.to_string(), self.layout.capital) + 18.0 * unit)
            .collect();
        let at: Vec<(f32, f32)> = spots.iter().map(|(_, at)| *at).collect();
        let corners: Vec<Vec<(f32, f32)>> = lines.iter().map(|line| self.corners(line)).collect();
        let plates = self.layout.plates(&at, &widths, &corners);
        for ((_, (x, y)), plate) in spots.iter().zip(&plates) {
            let Some(plate) = plate else { continue };
            self.sheet.stroke(&segment((*x, *y), *plate), OUTLINE, 5.0 * unit);
            self.sheet.stroke(&segment((*x, *y), *plate), WHITE, 2.5 * unit);
        }
        for (((mark, (x, y)), plate), wide) in spots.iter().zip(&plates).zip(&widths) {
            let (colour, ink) = (self.dress.seats[mark.seat.index()], self.dress.inks[mark.seat.index()]);
            for (radius, colour) in [(10.5, OUTLINE), (9.0, WHITE), (6.5, colour)] {
                self.sheet.fill(&disc(*x, *y, radius * unit), colour);
            }
            let Some(plate) = plate else { continue };
            let high = self.layout.plate;
            for (inset, colour) in [(0.0, OUTLINE), (1.5, WHITE), (4.0, colour)] {
                let (wide, high) = (wide - 2.0 * inset * unit, high - 2.0 * inset * unit);
                let shape = rounded(plate.0 - wide / 2.0, plate.1 - high / 2.0, wide, high, high / 2.0);
                self.sheet.fill(&shape, colour);
            }
            self.write(&mark.number.to_string(), self.layout.capital * 0.9, *plate, ink);
        }
    }

    fn tint(&mut self, path: &Path, colour: Rgb, share: f32) {
        self.sheet.tint(path, colour, share);
    }

    /// Writes around a middle.
    fn write(&mut self, text: &str, capital: f32, (x, y): (f32, f32), colour: Rgb) {
        let shape =
            text::line(text, capital).and_then(|path| path.transform(Transform::from_translate(x, y)));
        if let Some(shape) = shape {
            self.sheet.fill(&shape, colour);
        }
    }

    /// Writes a number of per cent that ends at `right`. The font has no such sign: it is drawn.
    fn per_cent(&mut self, number: &str, right: f32, y: f32) {
        let capital = self.layout.capital;
        let sign = capital * 0.95;
        let middle = right - sign / 2.0;
        let (radius, stroke) = (capital * 0.17, capital * 0.13);
        for side in [-1.0, 1.0] {
            let ring = disc(middle + side * sign * 0.29, y + side * capital * 0.29, radius);
            self.sheet.stroke(&ring, self.theme.label, stroke);
        }
        let slash =
            segment((middle + sign * 0.2, y - capital * 0.42), (middle - sign * 0.2, y + capital * 0.42));
        self.sheet.stroke(&slash, self.theme.label, stroke);
        let wide = text::advance(number, capital);
        self.write(number, capital, (right - sign - capital * 0.25 - wide / 2.0, y), self.theme.label);
    }
}

/// The chance on a line after so many moves, or `None` outside it.
fn along(points: &[(u32, f64)], moves: u32) -> Option<f64> {
    let after = points.iter().position(|(at, _)| *at >= moves)?;
    let (there, then) = points[after];
    if there == moves {
        return Some(then);
    }
    let (here, now) = points[after.checked_sub(1)?];
    let share = f64::from(moves - here) / f64::from(there - here);
    Some(now + (then - now) * share)
}

fn disc(x: f32, y: f32, radius: f32) -> Path {
    PathBuilder::from_circle(x, y, radius).expect("the radius is positive")
}

/// An open line through points; a single point is a line of no length.
fn path(points: &[(f32, f32)]) -> Path {
    let mut builder = PathBuilder::new();
    for (place, &(x, y)) in points.iter().enumerate() {
        if place == 0 {
            builder.move_to(x, y);
        }
        builder.line_to(x, y);
    }
    builder.finish().unwrap_or_else(|| segment((0.0, 0.0), (0.0, 0.0)))
}

/// The colours of a picture and what lies between those that meet.
fn palette(theme: &Colours, dress: &Dress) -> Palette {
    let mut colours: Vec<Rgb> = Vec::new();
    let mut add = |colour: Rgb| {
        if !colours.contains(&colour) {
            colours.push(colour);
        }
    };
    let grounds = [theme.card, theme.frame, dress.parts[0], dress.parts[1]];
    let inks = [OUTLINE, WHITE, theme.label, theme.edge];
    for ground in grounds {
        for ink in inks {
            for share in [0.0, 0.12, 0.25, 0.35, 0.5, 0.7, 0.85, 1.0] {
                add(ground.mix(ink, share));
            }
        }
    }
    for colour in dress.seats {
        for ink in [OUTLINE, WHITE, theme.frame] {
            for share in [0.0, 0.35, 0.65] {
                add(colour.mix(ink, share));
            }
        }
    }
    for share in [0.25, 0.5, 0.75] {
        add(dress.parts[0].mix(dress.parts[1], share));
        add(OUTLINE.mix(WHITE, share));
    }
    assert!(colours.len() <= 256, "{} colours are too many for a palette", colours.len());
    Palette::with(colours, [OUTLINE, WHITE, theme.last])
}

fn encode(sheet: &Sheet, palette: &Palette) -> Vec<u8> {
    let mut nearest = Nearest::new(palette);
    let pixels = sheet.pixmap.pixels().iter();
    let pixels = pixels.map(|pixel| nearest.of(Rgb(pixel.red(), pixel.green(), pixel.blue()))).collect();
    Raster { width: sheet.pixmap.width(), height: sheet.pixmap.height(), pixels }.png(palette)
}

#[cfg(test)]
mod tests;
