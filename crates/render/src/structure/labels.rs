//! The coordinates of the cubes, each where it hides no dome, no sceptre and no other writing: upon its cube if there is
//! room, else beside the structure with a line to its cube.

use tiny_skia::{FillRule, Mask, Transform};

use super::lettering::Style;
use super::{Easel, Kind, Tag, View};
use crate::palette::Ink;
use crate::plan::float;
use crate::shape::{polygon, rounded};
use crate::sprite::Sprite;

/// A place in the picture.
type Point = (i32, i32);

/// The distance of the pixels that are asked, on the coarse map and elsewhere.
const GRID: i32 = 5;
/// The distance of the places that are tried upon a cube.
const STRIDE: i32 = 6;
/// Points of a cube from which lines to its label may begin.
const ANCHORS: usize = 24;
/// What a label may cost in the view that shows less of its cube.
const FAR: i32 = 70;
/// A cube of which fewer inner pixels of the grid are seen is not labelled in a view if it is in the other.
const SEEN: usize = 3;

/// A label as it was written.
pub(super) struct Label {
    /// The place of its cube in the scene's list.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests ask what was written"))]
    pub cube: usize,
    /// Left, top, width, height.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests ask what was written"))]
    pub area: [i32; 4],
}

/// Writes the coordinates of every cube in each view that shows it; of a hidden cube in the first.
pub(super) fn write(views: &[View<'_>; 2], easel: &mut Easel<'_>) -> Vec<Label> {
    let mut labels = Vec::new();
    let cubes = views[0].scene.cubes.len();
    let sights: Vec<[Sight; 2]> =
        (0..cubes).map(|index| [0, 1].map(|view| Sight::new(&views[view], index, easel))).collect();
    for (place, view) in views.iter().enumerate() {
        // Labels upon cubes come first: the others have more choice.
        let (mut plates, mut left) = (Vec::new(), Vec::new());
        for (index, sights) in sights.iter().enumerate() {
            let (sight, other) = (&sights[place], &sights[1 - place]);
            let best = if place == 0 {
                sight.inner.len() >= other.inner.len()
            } else {
                sight.inner.len() > other.inner.len()
            };
            if !best && sight.inner.len() < SEEN {
                continue;
            }
            match sight.upon(view, index, easel) {
                Some(at) => {
                    reserve(at, sight.size, easel);
                    plates.push((index, sight, at));
                }
                None => left.push((index, sight, best)),
            }
        }
        left.sort_by_key(|(_, sight, _)| (sight.middle.1, sight.middle.0));
        let mut lines = Vec::new();
        let mut chart = Chart::new(view.panel, easel);
        for (index, sight, best) in left {
            let unit = view.atlas.scale.unit;
            // Where the other view shows more of a cube, a label that would be in the way is left out.
            let found = sight.beside(unit, if best { i32::MAX } else { FAR }, &chart);
            let Some((at, anchor)) = found.or(best.then_some((sight.middle, sight.middle))) else { continue };
            chart.take(at, sight.size, anchor);
            plates.push((index, sight, at));
            lines.push((at, anchor, sight.inner.is_empty()));
        }
        for (at, anchor, hidden) in lines {
            leader(at, anchor, view.atlas.scale.unit, hidden, easel);
        }
        let lettering = &view.kit.lettering;
        for (cube, sight, at) in plates {
            let (width, height) = sight.size;
            labels.push(Label { cube, area: [at.0 - width / 2, at.1 - height / 2, width, height] });
            lettering.draw_plate(&sight.text, Style::Label, at, &mut |sprite, at| {
                easel.draw(sprite, at, Tag::MARK);
            });
        }
    }
    labels
}

/// What is seen of a cube in a view.
struct Sight {
    text: String,
    /// The middle of the cube.
    middle: (i32, i32),
    size: (i32, i32),
    /// Pixels of its faces that lie well inside what is seen of them.
    inner: Vec<(i32, i32)>,
}

impl Sight {
    fn new(view: &View<'_>, index: usize, easel: &Easel<'_>) -> Sight {
        let cell = view.scene.cubes[index].cell;
        let text = format!("{},{},{}", cell.x(), cell.y(), cell.z());
        let middle = view.place(cell).map_or(view.origin, |place| view.at(place));
        let unit = view.atlas.scale.unit;
        let mut inner = Vec::new();
        let body = Tag::new(Kind::Body, index);
        let step = (unit / 12).clamp(2, GRID);
        let deep = (unit / 14).clamp(1, 3);
        for y in (-unit..unit).step_by(usize::try_from(step).unwrap_or(1)) {
            for x in (-unit..unit).step_by(usize::try_from(step).unwrap_or(1)) {
                let (x, y) = (middle.0 + x, middle.1 + y);
                let around = [(0, 0), (-deep, 0), (deep, 0), (0, -deep), (0, deep)];
                if around.iter().all(|(dx, dy)| easel.tag((x + dx, y + dy)) == body) {
                    inner.push((x, y));
                }
            }
        }
        Sight { size: view.kit.lettering.plate(&text), text, middle, inner }
    }

    /// The best place upon the cube itself.
    fn upon(&self, view: &View<'_>, index: usize, easel: &Easel<'_>) -> Option<(i32, i32)> {
        let unit = view.atlas.scale.unit;
        let (width, height) = self.size;
        if width > 2 * view.atlas.scale.across {
            return None;
        }
        let mut best: Option<(i32, (i32, i32))> = None;
        let reach = unit / STRIDE;
        for down in -reach..=reach {
            for aside in -reach..=reach {
                let (x, y) = (self.middle.0 + aside * STRIDE, self.middle.1 + down * STRIDE);
                let area = [x - width / 2, y - height / 2, width, height];
                if !easel.tag((x, y)).is_of_cube(index) {
                    continue;
                }
                if let Some(cost) = cost_upon(area, index, easel) {
                    let away = (aside.abs() + down.abs()) * STRIDE * 100 / unit;
                    let cost = cost * 3 + away;
                    if best.is_none_or(|(least, _)| cost < least) {
                        best = Some((cost, (x, y)));
                    }
                }
            }
        }
        best.filter(|(cost, _)| *cost < 190).map(|(_, at)| at)
    }

    /// The best place beside the structure that costs less than a limit, and where on the cube the line to it begins.
    fn beside(&self, unit: i32, limit: i32, chart: &Chart) -> Option<(Point, Point)> {
        let sums = chart.sums();
        let (width, height) = self.size;
        let (columns, rows) = ((width + 2) / GRID + 2, (height + 2) / GRID + 2);
        let mut best = (limit, None);
        let (x, y) = self.middle;
        let near = ((x - chart.left) / GRID - columns / 2, (y - chart.top) / GRID - rows / 2);
        // A line begins on the cube, so it cannot be much shorter than the way to the cube's middle.
        let at_least = |fields: i32, length: i32| fields.abs() * GRID - length / 2 - unit - GRID;
        for row in outwards(near.1, chart.rows - rows) {
            if at_least(row - near.1, height) >= best.0 {
                break;
            }
            for column in outwards(near.0, chart.columns - columns) {
                if at_least(column - near.0, width) >= best.0 {
                    break;
                }
                let at = chart.middle((column, row), (columns, rows));
                let hidden = chart.sum(&sums, (column, row), (columns, rows));
                if hidden >= best.0 {
                    continue;
                }
                let anchor = self.anchor(at);
                let cost = hidden + apart(anchor, at, width, height);
                if cost < best.0 {
                    let cost = cost + chart.crossing(anchor, at);
                    if cost < best.0 {
                        best = (cost, Some((at, anchor)));
                    }
                }
            }
        }
        best.1
    }

    /// The inner pixel that is nearest to a point, or the middle of what is hidden.
    fn anchor(&self, (x, y): (i32, i32)) -> (i32, i32) {
        let step = self.inner.len().div_ceil(ANCHORS).max(1);
        let near =
            self.inner.iter().step_by(step).min_by_key(|inner| (inner.0 - x).pow(2) + (inner.1 - y).pow(2));
        near.copied().unwrap_or(self.middle)
    }
}

/// What a label upon a cube hides, in hundredths of its area; `None` if it must not stand there.
fn cost_upon(area: [i32; 4], index: usize, easel: &Easel<'_>) -> Option<i32> {
    let (mut all, mut own, mut foreign, mut recess) = (0, 0, 0, 0);
    for at in samples(area) {
        let tag = easel.tag(at);
        all += 1;
        match tag.kind() {
            Kind::Dome | Kind::Sceptre | Kind::Mark => return None,
            _ if tag.is_of_cube(index) => {
                own += 1;
                recess += i32::from(tag.kind() == Kind::Recess);
            }
            Kind::Nothing => {}
            Kind::Body => foreign += 1,
            Kind::Recess => foreign += 3,
        }
    }
    (own * 100 >= all * 60).then_some((recess * 100 + foreign * 300) / all)
}

/// A coarse map of what a label beside the structure would hide. Everything is measured in pixels of a longer line
/// that would be better.
struct Chart {
    left: i32,
    top: i32,
    columns: i32,
    rows: i32,
    kinds: Vec<Kind>,
}

impl Chart {
    fn new([left, top, width, height]: [i32; 4], easel: &Easel<'_>) -> Chart {
        let (left, top) = (left + 4, top + 4);
        let (columns, rows) = ((width - 8) / GRID, (height - 8) / GRID);
        let middle = |place: i32| place * GRID + GRID / 2;
        let kinds = (0..rows)
            .flat_map(|row| (0..columns).map(move |column| (left + middle(column), top + middle(row))))
            .map(|at| easel.tag(at).kind());
        Chart { left, top, columns, rows, kinds: kinds.collect() }
    }

    /// The sums of the costs of all fields above and to the left of each corner.
    fn sums(&self) -> Vec<i32> {
        let columns = usize::try_from(self.columns).unwrap_or(0);
        let mut sums = vec![0; columns + 1];
        sums.reserve(self.kinds.len() + self.kinds.len() / columns.max(1));
        for row in self.kinds.chunks_exact(columns.max(1)) {
            let above = sums.len() - columns - 1;
            let mut sum = 0;
            sums.push(0);
            for (place, kind) in row.iter().enumerate() {
                sum += match kind {
                    Kind::Nothing => 0,
                    Kind::Body => 40,
                    Kind::Recess => 60,
                    Kind::Dome | Kind::Sceptre | Kind::Mark => 400,
                };
                sums.push(sums[above + place + 1] + sum);
            }
        }
        sums
    }

    fn sum(&self, sums: &[i32], (column, row): (i32, i32), (columns, rows): (i32, i32)) -> i32 {
        let at =
            |column: i32, row: i32| sums[usize::try_from(row * (self.columns + 1) + column).unwrap_or(0)];
        at(column + columns, row + rows) - at(column, row + rows) - at(column + columns, row)
            + at(column, row)
    }

    /// The middle of an area of fields, in pixels.
    fn middle(&self, (column, row): (i32, i32), (columns, rows): (i32, i32)) -> (i32, i32) {
        (self.left + (2 * column + columns) * GRID / 2, self.top + (2 * row + rows) * GRID / 2)
    }

    /// What a line hides.
    fn crossing(&self, from: (i32, i32), to: (i32, i32)) -> i32 {
        let cost = |place: usize| match self.kinds[place] {
            Kind::Nothing | Kind::Body => 0,
            Kind::Recess => 4,
            Kind::Dome | Kind::Sceptre | Kind::Mark => 100,
        };
        line(from, to).filter_map(|at| self.field(at)).map(cost).sum()
    }

    /// Notes a label and the line to it.
    fn take(&mut self, (x, y): (i32, i32), (width, height): (i32, i32), anchor: (i32, i32)) {
        let area = [x - width / 2, y - height / 2, width, height];
        let line = line(anchor, (x, y));
        for at in samples(area).chain(line) {
            if let Some(place) = self.field(at) {
                self.kinds[place] = Kind::Mark;
            }
        }
    }

    fn field(&self, (x, y): (i32, i32)) -> Option<usize> {
        let (column, row) = ((x - self.left).div_euclid(GRID), (y - self.top).div_euclid(GRID));
        let within = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        within.then(|| usize::try_from(row * self.columns + column).unwrap_or(0))
    }
}

/// Pixels of a line.
fn line((x1, y1): (i32, i32), (x2, y2): (i32, i32)) -> impl Iterator<Item = (i32, i32)> {
    let steps = ((x2 - x1).abs().max((y2 - y1).abs()) / GRID).max(1);
    (0..=steps).map(move |step| (x1 + (x2 - x1) * step / steps, y1 + (y2 - y1) * step / steps))
}

/// Pixels of an area, its edges among them.
fn samples([left, top, width, height]: [i32; 4]) -> impl Iterator<Item = (i32, i32)> {
    let along = |from: i32, length: i32| {
        let steps = (length / GRID).max(1);
        (0..=steps).map(move |step| from + length * step / steps)
    };
    along(top, height).flat_map(move |y| along(left, width).map(move |x| (x, y)))
}

/// Places from 0 to the last, the nearest to a middle first.
fn outwards(middle: i32, last: i32) -> impl Iterator<Item = i32> {
    let middle = middle.clamp(0, last.max(0));
    let steps = (0..=last.max(0)).flat_map(move |step| [middle + step, middle - step - 1]);
    steps.filter(move |place| (0..=last).contains(place))
}

/// The distance of a point from a plate, nearly.
fn apart((x, y): Point, (middle, level): Point, width: i32, height: i32) -> i32 {
    let aside = ((x - middle).abs() - width / 2).max(0);
    let down = ((y - level).abs() - height / 2).max(0);
    aside.max(down) + aside.min(down) * 3 / 8
}

fn reserve((x, y): (i32, i32), (width, height): (i32, i32), easel: &mut Easel<'_>) {
    easel.reserve([x - width / 2, y - height / 2, width, height]);
}

/// The line between a label and its cube: a dot where it begins, a ring if the cube is hidden.
fn leader(label: (i32, i32), (x, y): (i32, i32), unit: i32, hidden: bool, easel: &mut Easel<'_>) {
    let dot = (float(unit) * 0.05).clamp(2.0, 3.0);
    let reach = 6;
    let (left, top) = (label.0.min(x) - reach, label.1.min(y) - reach);
    let side = |from: i32, to: i32| u32::try_from((to - from).abs() + 2 * reach).unwrap_or(1);
    let Some(mut mask) = Mask::new(side(label.0, x), side(label.1, y)) else { return };
    let shift = Transform::from_translate(float(-left), float(-top));
    let (from, to) = ((float(x), float(y)), (float(label.0), float(label.1)));
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (dx, dy) = (dx / length, dy / length);
    let disc = |radius: f32| rounded(from.0 - radius, from.1 - radius, 2.0 * radius, 2.0 * radius, radius);
    for (ink, margin) in [(Ink::Dark, 1.0), (Ink::White, 0.0)] {
        mask.clear();
        let half = 0.7 + margin;
        mask.fill_path(
            &polygon(&[
                (from.0 - dy * half, from.1 + dx * half),
                (to.0 - dy * half, to.1 + dx * half),
                (to.0 + dy * half, to.1 - dx * half),
                (from.0 + dy * half, from.1 - dx * half),
            ]),
            FillRule::Winding,
            true,
            shift,
        );
        mask.fill_path(&disc(dot + margin), FillRule::Winding, true, shift);
        draw_mask(&mask, (left, top), ink, easel);
    }
    if hidden {
        mask.clear();
        mask.fill_path(&disc(dot - 1.0), FillRule::Winding, true, shift);
        draw_mask(&mask, (left, top), Ink::Dark, easel);
    }
}

fn draw_mask(mask: &Mask, at: (i32, i32), ink: Ink, easel: &mut Easel<'_>) {
    let columns = usize::try_from(mask.width()).expect("32 bits fit");
    let sprite = Sprite::stencil(mask.data(), columns, at, ink, easel.palette);
    easel.draw(&sprite, (0, 0), Tag::NOTHING);
}
