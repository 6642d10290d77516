//! The empty board of a plan: card, frame, labels, floors and their walls and shadows.

use tiny_skia::PremultipliedColorU8;
use xima::Square;

use super::atlas::write;
use super::float;
use super::layout::Layout;
use crate::palette::{Nearest, Palette};
use crate::raster::Raster;
use crate::shape::{Sheet, rectangle, rounded, segment};
use crate::side::Turn;
#[cfg(test)]
use crate::sprite::Part;
use crate::theme::{Colours, OUTLINE, Rgb, WHITE};

/// Draws the empty board.
pub(super) fn board(layout: &Layout, theme: &Colours, turn: Turn, palette: &Palette) -> Raster {
    let mut sheet = Sheet::new(layout.width, layout.height);
    sheet.wash(theme.card);
    frame(&mut sheet, layout, theme, turn);
    for floor in 1..=4 {
        if floor > 1 {
            shade(&mut sheet, layout, theme, floor);
        }
        squares(&mut sheet, layout, theme, turn, floor);
        wall(&mut sheet, layout, theme, turn, floor);
    }
    let mut nearest = Nearest::new(palette);
    let pixels =
        sheet.pixmap.pixels().iter().map(|pixel| nearest.of(Rgb(pixel.red(), pixel.green(), pixel.blue())));
    Raster { width: layout.width, height: layout.height, pixels: pixels.collect() }
}

/// What every pixel of the empty board belongs to.
#[cfg(test)]
pub(super) fn parts(layout: &Layout, turn: Turn) -> Vec<Part> {
    let index = |pixel: i32| usize::try_from(pixel).expect("everything is on the picture");
    let across = i32::try_from(layout.width).expect("pictures are small");
    let mut parts = vec![Part::Ground; index(across) * usize::try_from(layout.height).expect("32 bits fit")];
    let mut fill = |x: i32, y: i32, width: i32, height: i32, part: Part| {
        for row in y..y + height {
            let start = index(row * across + x);
            parts[start..start + index(width)].fill(part);
        }
    };
    for floor in 1..=4 {
        for square in Square::all().filter(|square| square.floor() == floor) {
            let (x, y) = layout.corner(turn.place(square));
            fill(x, y, layout.square, layout.square, Part::Floor(super::place_of(square)));
        }
        let (x, _, right, bottom) = edges(layout, floor);
        fill(x, bottom, right - x, if floor == 1 { layout.foot } else { layout.wall }, Part::Ground);
    }
    parts
}

/// The edges of a floor: left, top, right, bottom.
fn edges(layout: &Layout, floor: u8) -> (i32, i32, i32, i32) {
    let inset = 2 * (floor - 1);
    let (left, top) = layout.corner((inset, inset));
    let side = layout.square * i32::from(Square::SIDE - 2 * inset);
    (left, top, left + side, top + side)
}

fn frame(sheet: &mut Sheet, layout: &Layout, theme: &Colours, turn: Turn) {
    let (left, top, right, bottom) = edges(layout, 1);
    let (x, y) = (float(left - layout.band), float(top - layout.lintel));
    let width = float(right - left + 2 * layout.band);
    let height = float(bottom - top + layout.foot + 2 * layout.lintel);
    let radius = float(layout.square) * 0.18;
    let line = layout.line.round().max(1.0);
    sheet.fill(&rounded(x, y, width, height, radius), theme.edge);
    sheet.fill(
        &rounded(x + line, y + line, width - 2.0 * line, height - 2.0 * line, radius - line),
        theme.frame,
    );
    let capital = layout.square * 30 / 100;
    let half = layout.square / 2;
    for place in 0..Square::SIDE {
        let (x, y) = layout.corner((place, place));
        let (above, below) = (top - layout.lintel / 2, bottom + layout.foot + layout.lintel / 2);
        for y in [above, below] {
            write(sheet, &turn.across(place), capital, (float(x + half), float(y)), theme.label);
        }
        for x in [left - layout.band / 2, right + layout.band / 2] {
            write(sheet, &turn.down(place), capital, (float(x), float(y + half)), theme.label);
        }
    }
}

fn squares(sheet: &mut Sheet, layout: &Layout, theme: &Colours, turn: Turn, floor: u8) {
    let side = float(layout.square);
    for square in Square::all().filter(|square| square.floor() == floor) {
        let (x, y) = layout.corner(turn.place(square));
        let colour = colour_of(theme, square);
        sheet.fill(&rectangle(float(x), float(y), side, side), colour);
    }
    // The light comes from the north-west: those edges shine, square by square in the square's own colour.
    let line = layout.line.round().max(1.0);
    for place in 0..Square::SIDE {
        for (place, upper) in [((place, 2 * (floor - 1)), true), ((2 * (floor - 1), place), false)] {
            let square = turn.square(place);
            if square.floor() != floor {
                continue;
            }
            let (x, y) = layout.corner(place);
            let (width, height) = if upper { (side, line) } else { (line, side) };
            let shine = colour_of(theme, square).mix(WHITE, 0.4);
            sheet.fill(&rectangle(float(x), float(y), width, height), shine);
        }
    }
}

/// The south wall of a floor, with the labels of what stands above.
fn wall(sheet: &mut Sheet, layout: &Layout, theme: &Colours, turn: Turn, floor: u8) {
    let (left, _, right, bottom) = edges(layout, floor);
    let height = if floor == 1 { layout.foot } else { layout.wall };
    let [upper, lower] = if floor == 4 { theme.summit_wall } else { theme.wall };
    let (x, y, width) = (float(left), float(bottom), float(right - left));
    let rows = float(height);
    sheet.fade(&rectangle(x, y, width, rows), (y, upper), (y + rows, lower));
    let line = layout.line.round().max(1.0);
    sheet.fill(&rectangle(x, y, width, line), upper.mix(WHITE, 0.25));
    sheet.fill(&rectangle(x, y + rows - 1.0, width, 1.0), lower);
    if floor == 2 || floor == 3 {
        let capital = layout.square * 20 / 100;
        for place in 2 * (floor - 1)..Square::SIDE - 2 * (floor - 1) {
            let (x, _) = layout.corner((place, 0));
            let middle = (float(x + layout.square / 2), y + rows / 2.0 + 0.5);
            write(sheet, &turn.across(place), capital, middle, theme.wall_label);
        }
    }
    if floor == 1 {
        // The board's own right edge, where no shadow shows its height.
        sheet.stroke(&segment((float(right), float(layout.top)), (float(right), y + rows)), lower, 1.0);
    }
}

/// The shadow that a floor throws to the south-east upon the floor below.
fn shade(sheet: &mut Sheet, layout: &Layout, theme: &Colours, floor: u8) {
    let (left, top, right, bottom) = edges(layout, floor);
    let reach = float(layout.square) * 0.3;
    let soft = float(layout.square) * 0.22;
    let bottom = float(bottom + layout.wall);
    let width = usize::try_from(layout.width).expect("32 bits fit");
    let rows = sheet.pixmap.pixels_mut().chunks_exact_mut(width);
    for (y, row) in (0..).map(|y| float(y) + 0.5).zip(rows) {
        let down = rise((y - float(top) - reach * 0.3) / soft) * rise((bottom + reach * 0.62 - y) / soft);
        if down == 0.0 {
            continue;
        }
        for (x, pixel) in (0..).map(|x| float(x) + 0.5).zip(row) {
            let across =
                rise((x - float(left) - reach * 0.3) / soft) * rise((float(right) + reach - x) / soft);
            let share = theme.shadow * down * across;
            if share > 0.0 {
                let Rgb(red, green, blue) =
                    Rgb(pixel.red(), pixel.green(), pixel.blue()).mix(OUTLINE, (share * 12.5).round() / 12.5);
                *pixel = PremultipliedColorU8::from_rgba(red, green, blue, 255).expect("it is opaque");
            }
        }
    }
}

/// 0 below 0, 1 above 1, smooth between.
pub(super) fn rise(x: f32) -> f32 {
    let x = x.clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}

fn colour_of(theme: &Colours, square: Square) -> Rgb {
    let dark = (square.column() + square.row()).is_multiple_of(2);
    theme.floors[usize::from(square.floor()) - 1][usize::from(dark)]
}
