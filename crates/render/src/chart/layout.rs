//! Where things are on the picture of a game's course.

/// The measures of a picture. Lengths are in pixels.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// Width and height of the picture.
    pub size: (u32, u32),
    /// A pixel of a picture 900 pixels wide.
    pub unit: f32,
    /// The frame within which the lines run.
    pub left: f32,
    pub top: f32,
    pub width: f32,
    pub height: f32,
    /// The height of digits.
    pub capital: f32,
    /// The height of a plate with a number.
    pub plate: f32,
    moves: u32,
}

/// How high a picture is of its width.
const HEIGHT: f32 = 0.46;
/// Numbers below the frame, at most.
const NUMBERS: u32 = 14;

impl Layout {
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "pictures are some hundred or thousand pixels wide"
    )]
    pub fn new(width: u32, moves: u32) -> Layout {
        let unit = width as f32 / 900.0;
        let height = (900.0 * HEIGHT * unit).round();
        let (left, right, top, bottom) = (84.0 * unit, 26.0 * unit, 20.0 * unit, 46.0 * unit);
        Layout {
            size: (width, height as u32),
            unit,
            left,
            top,
            width: width as f32 - left - right,
            height: height - top - bottom,
            capital: 16.0 * unit,
            plate: 32.0 * unit,
            moves: moves.max(1),
        }
    }

    /// Where it is after so many moves.
    #[expect(clippy::cast_possible_truncation, reason = "a place on the picture")]
    pub fn x(&self, moves: f64) -> f32 {
        self.left + self.width * (moves / f64::from(self.moves)) as f32
    }

    /// How high a chance is.
    #[expect(clippy::cast_possible_truncation, reason = "a place on the picture")]
    pub fn y(&self, chance: f64) -> f32 {
        let chance = if chance.is_nan() { 0.5 } else { chance.clamp(0.0, 1.0) };
        self.top + self.height * (1.0 - chance) as f32
    }

    /// The numbers of moves that are written below.
    pub fn numbers(&self) -> impl Iterator<Item = u32> + use<> {
        let steps = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_u32.saturating_pow(power)));
        let moves = self.moves;
        let step = steps.into_iter().find(|step| moves / step <= NUMBERS).unwrap_or(moves);
        (1..=moves / step).map(move |count| count * step)
    }

    /// The middles of the plates of these spots, which have these widths: near their spot, where no other plate and no other spot
    /// is, and if it can be none of the lines, given by their corners. `None` where every place is taken.
    pub fn plates(
        &self,
        spots: &[(f32, f32)],
        widths: &[f32],
        lines: &[Vec<(f32, f32)>],
    ) -> Vec<Option<(f32, f32)>> {
        let on_lines: Vec<(f32, f32)> = lines.iter().flat_map(|line| self.along(line)).collect();
        let mut placed: Vec<((f32, f32), f32)> = Vec::new();
        let mut plates = Vec::new();
        for (spot, wide) in spots.iter().zip(widths) {
            let half = (wide / 2.0, self.plate / 2.0);
            let within = |points: &[(f32, f32)], (x, y): (f32, f32), room: f32| {
                let (wide, high) = (half.0 + room, half.1 + room);
                points.iter().any(|point| (point.0 - x).abs() < wide && (point.1 - y).abs() < high)
            };
            let free = |(x, y): (f32, f32)| {
                placed.iter().all(|((other_x, other_y), width)| {
                    (other_x - x).abs() > (width + wide) / 2.0 || (other_y - y).abs() > self.plate * 1.05
                })
            };
            let clear = |at: (f32, f32)| free(at) && !within(spots, at, 10.0 * self.unit);
            let around = self.places(*spot, *wide);
            let best = around.iter().find(|at| clear(**at) && !within(&on_lines, **at, 2.0 * self.unit));
            let best = best.or_else(|| around.iter().find(|at| clear(**at)));
            let best = best.or_else(|| around.iter().find(|at| free(**at))).copied();
            placed.extend(best.map(|at| (at, *wide)));
            plates.push(best);
        }
        plates
    }

    /// Where a plate of this width may lie for a spot, the nearest first.
    fn places(&self, (x, y): (f32, f32), wide: f32) -> Vec<(f32, f32)> {
        let near = self.plate * 1.15;
        // First towards the middle, where there is more room.
        let inwards = if y < self.top + self.height / 2.0 { 1.0 } else { -1.0 };
        let heights =
            [near, -near, near * 2.1, -near * 2.1, near * 3.2, -near * 3.2].map(|high| y + inwards * high);
        let sides = [0.0, -1.1, 1.1, -2.2, 2.2].map(|side| x + side * wide);
        let sides = sides.map(|x| x.clamp(self.left + wide / 2.0, self.left + self.width - wide / 2.0));
        let half = self.plate / 2.0;
        let within = |y: &f32| y - half >= self.top && y + half <= self.top + self.height;
        let heights: Vec<f32> = heights.into_iter().filter(within).collect();
        let mut places: Vec<(f32, f32)> =
            sides.iter().flat_map(|x| heights.iter().map(|y| (*x, *y))).collect();
        let far = |at: &(f32, f32)| (at.0 - x).hypot(at.1 - y);
        places.sort_by(|one, two| far(one).total_cmp(&far(two)));
        places
    }

    /// Points along a line, near each other.
    fn along(&self, corners: &[(f32, f32)]) -> Vec<(f32, f32)> {
        let mut points = Vec::new();
        for ends in corners.windows(2) {
            let [(x, y), (to_x, to_y)] = [ends[0], ends[1]];
            let step = 4.0 * self.unit / (to_x - x).hypot(to_y - y).max(self.unit);
            let mut share = 0.0;
            while share < 1.0 {
                points.push((x + (to_x - x) * share, y + (to_y - y) * share));
                share += step;
            }
        }
        points
    }
}
