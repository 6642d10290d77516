//! Writing, as shapes: the font's outlines go the same way as everything else that is drawn.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, OutlineCurve, Point};
use tiny_skia::{Path, PathBuilder, Transform};

/// Inter Bold, cut down to `A`–`M` and the digits.
static FONT: LazyLock<FontRef<'static>> = LazyLock::new(|| {
    FontRef::try_from_slice(include_bytes!("../../../assets/fonts/board.otf")).expect("the font is whole")
});

/// The height of capitals and digits in the font's units, of which an em has 2,816.
const CAPITAL: f32 = 2048.0;

/// The outline of a line of text with capitals `capital` high, the middle of it at the origin.
/// Characters that the font lacks leave a gap.
pub(crate) fn line(text: &str, capital: f32) -> Option<Path> {
    let scale = capital / CAPITAL;
    let mut builder = PathBuilder::new();
    let mut advance = 0.0;
    for character in text.chars() {
        let glyph = FONT.glyph_id(character);
        if let Some(outline) = FONT.outline(glyph) {
            trace(&mut builder, &outline.curves, advance);
        }
        advance += FONT.h_advance_unscaled(glyph);
    }
    let middle = Transform::from_translate(-advance / 2.0, -CAPITAL / 2.0).post_scale(scale, -scale);
    builder.finish()?.transform(middle)
}

/// How far the next character stands after a text with capitals so high.
pub(crate) fn advance(text: &str, capital: f32) -> f32 {
    let units: f32 = text.chars().map(|character| FONT.h_advance_unscaled(FONT.glyph_id(character))).sum();
    units * capital / CAPITAL
}

fn trace(builder: &mut PathBuilder, curves: &[OutlineCurve], advance: f32) {
    let mut at: Option<Point> = None;
    for curve in curves {
        let (OutlineCurve::Line(start, end)
        | OutlineCurve::Quad(start, _, end)
        | OutlineCurve::Cubic(start, _, _, end)) = curve;
        if at != Some(*start) {
            if at.is_some() {
                builder.close();
            }
            builder.move_to(start.x + advance, start.y);
        }
        match curve {
            OutlineCurve::Line(_, end) => builder.line_to(end.x + advance, end.y),
            OutlineCurve::Quad(_, middle, end) => {
                builder.quad_to(middle.x + advance, middle.y, end.x + advance, end.y);
            }
            OutlineCurve::Cubic(_, first, second, end) => builder.cubic_to(
                first.x + advance,
                first.y,
                second.x + advance,
                second.y,
                end.x + advance,
                end.y,
            ),
        }
        at = Some(*end);
    }
    builder.close();
}

#[cfg(test)]
mod tests;
