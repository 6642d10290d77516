//! Drawing with tiny-skia: shapes and a sheet to draw them on.

use tiny_skia::{
    Color, FillRule, GradientStop, LinearGradient, Paint, Path, PathBuilder, Pixmap, Point, Rect, Shader,
    SpreadMode, Stroke, Transform,
};

use crate::theme::Rgb;

/// A transparent sheet.
pub(crate) struct Sheet {
    /// What has been drawn.
    pub pixmap: Pixmap,
}

impl Sheet {
    /// A clear sheet of at least one pixel.
    pub fn new(width: u32, height: u32) -> Sheet {
        Sheet { pixmap: Pixmap::new(width.max(1), height.max(1)).expect("a sheet is neither empty nor huge") }
    }

    /// Fills everything.
    pub fn wash(&mut self, colour: Rgb) {
        self.pixmap.fill(opaque(colour));
    }

    /// Fills a shape.
    pub fn fill(&mut self, path: &Path, colour: Rgb) {
        self.fill_shaded(path, Shader::SolidColor(opaque(colour)));
    }

    /// Fills a shape with a colour of which `share` (0 to 1) covers what is there.
    pub fn tint(&mut self, path: &Path, colour: Rgb, share: f32) {
        let mut tint = opaque(colour);
        tint.set_alpha(share);
        self.fill_shaded(path, Shader::SolidColor(tint));
    }

    /// Fills a shape with a gradient between two heights.
    pub fn fade(&mut self, path: &Path, (top, first): (f32, Rgb), (bottom, second): (f32, Rgb)) {
        let gradient = LinearGradient::new(
            Point::from_xy(0.0, top),
            Point::from_xy(0.0, bottom),
            vec![GradientStop::new(0.0, opaque(first)), GradientStop::new(1.0, opaque(second))],
            SpreadMode::Pad,
            Transform::identity(),
        );
        self.fill_shaded(path, gradient.unwrap_or(Shader::SolidColor(opaque(first))));
    }

    /// Draws the outline of a shape.
    pub fn stroke(&mut self, path: &Path, colour: Rgb, width: f32) {
        let stroke = Stroke {
            width,
            line_join: tiny_skia::LineJoin::Round,
            line_cap: tiny_skia::LineCap::Round,
            ..Stroke::default()
        };
        let paint =
            Paint { shader: Shader::SolidColor(opaque(colour)), anti_alias: true, ..Paint::default() };
        self.pixmap.stroke_path(path, &paint, &stroke, Transform::identity(), None);
    }

    fn fill_shaded(&mut self, path: &Path, shader: Shader<'_>) {
        let paint = Paint { shader, anti_alias: true, ..Paint::default() };
        self.pixmap.fill_path(path, &paint, FillRule::Winding, Transform::identity(), None);
    }
}

fn opaque(colour: Rgb) -> Color {
    Color::from_rgba8(colour.0, colour.1, colour.2, 255)
}

/// A rectangle.
pub(crate) fn rectangle(x: f32, y: f32, width: f32, height: f32) -> Path {
    PathBuilder::from_rect(Rect::from_xywh(x, y, width, height).expect("sides are finite and not negative"))
}

/// A rectangle with round corners.
pub(crate) fn rounded(x: f32, y: f32, width: f32, height: f32, radius: f32) -> Path {
    let radius = radius.min(width / 2.0).min(height / 2.0).max(0.0);
    corners(x, y, width, height, [radius; 4])
}

/// A rectangle with a radius of its own for each corner, clockwise from the top left; 0 is a right angle.
pub(crate) fn corners(x: f32, y: f32, width: f32, height: f32, radii: [f32; 4]) -> Path {
    /// The distance of the control points of a quarter circle, for a radius of 1.
    const KAPPA: f32 = 0.552_284_8;
    let [top_left, top_right, bottom_right, bottom_left] = radii;
    let (right, bottom) = (x + width, y + height);
    let mut builder = PathBuilder::new();
    builder.move_to(x + top_left, y);
    builder.line_to(right - top_right, y);
    let away = top_right * (1.0 - KAPPA);
    builder.cubic_to(right - away, y, right, y + away, right, y + top_right);
    builder.line_to(right, bottom - bottom_right);
    let away = bottom_right * (1.0 - KAPPA);
    builder.cubic_to(right, bottom - away, right - away, bottom, right - bottom_right, bottom);
    builder.line_to(x + bottom_left, bottom);
    let away = bottom_left * (1.0 - KAPPA);
    builder.cubic_to(x + away, bottom, x, bottom - away, x, bottom - bottom_left);
    builder.line_to(x, y + top_left);
    let away = top_left * (1.0 - KAPPA);
    builder.cubic_to(x, y + away, x + away, y, x + top_left, y);
    builder.close();
    builder.finish().expect("a rectangle is a shape")
}

/// A closed shape through points.
pub(crate) fn polygon(points: &[(f32, f32)]) -> Path {
    let mut builder = PathBuilder::new();
    for (place, &(x, y)) in points.iter().enumerate() {
        if place == 0 {
            builder.move_to(x, y);
        } else {
            builder.line_to(x, y);
        }
    }
    builder.close();
    builder.finish().expect("a polygon has points")
}

/// A straight line.
pub(crate) fn segment((x1, y1): (f32, f32), (x2, y2): (f32, f32)) -> Path {
    let mut builder = PathBuilder::new();
    builder.move_to(x1, y1);
    builder.line_to(x2, y2);
    builder.finish().expect("a line is a shape")
}

/// A five-pointed star around a centre, its points at `radius`.
pub(crate) fn star(x: f32, y: f32, radius: f32) -> Path {
    /// The radius of the inner corners; a pentagram has 0.382, which is thin when small.
    const INNER: f32 = 0.46;
    let points: Vec<(f32, f32)> = (0..10u8)
        .map(|corner| {
            let angle = std::f32::consts::PI * (f32::from(corner) / 5.0 - 0.5);
            let radius = if corner.is_multiple_of(2) { radius } else { radius * INNER };
            (x + radius * angle.cos(), y + radius * angle.sin())
        })
        .collect();
    polygon(&points)
}

/// An arrow from one point to another, grown by `margin` on all sides: a shaft and a head with straight barbs.
pub(crate) fn arrow((x1, y1): (f32, f32), (x2, y2): (f32, f32), unit: f32, margin: f32) -> Path {
    let (dx, dy) = (x2 - x1, y2 - y1);
    let length = dx.hypot(dy).max(0.01);
    let (dx, dy) = (dx / length, dy / length);
    let (shaft, barb) = (0.055 * unit + margin, 0.165 * unit + margin * 1.5);
    let tip = length + margin * 2.0;
    let neck = length - 0.27 * unit - margin;
    let point = |along: f32, aside: f32| (x1 + dx * along - dy * aside, y1 + dy * along + dx * aside);
    let start = -margin;
    if neck <= start {
        return polygon(&[point(neck, barb), point(tip, 0.0), point(neck, -barb)]);
    }
    polygon(&[
        point(start, shaft),
        point(neck, shaft),
        point(neck, barb),
        point(tip, 0.0),
        point(neck, -barb),
        point(neck, -shaft),
        point(start, -shaft),
    ])
}
