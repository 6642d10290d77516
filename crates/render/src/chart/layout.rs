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

    /// The middles of the plates of these spots, which have these widths: above or below their spot, where there is room and no
    /// other plate.
    pub fn plates(&self, spots: &[(f32, f32)], widths: &[f32]) -> Vec<(f32, f32)> {
        let mut placed: Vec<((f32, f32), f32)> = Vec::new();
        for ((x, y), wide) in spots.iter().zip(widths) {
            let near = self.plate * 1.15;
            let reach = [near, -near, near * 2.1, -near * 2.1, near * 3.2, -near * 3.2];
            // First towards the middle, where there is more room.
            let inwards = if *y < self.top + self.height / 2.0 { 1.0 } else { -1.0 };
            let x = x.clamp(self.left + wide / 2.0, self.left + self.width - wide / 2.0);
            let half = self.plate / 2.0;
            let within = |y: f32| y - half >= self.top && y + half <= self.top + self.height;
            let free = |at: f32| {
                placed.iter().all(|((other, height), width)| {
                    (other - x).abs() > (width + wide) / 2.0 || (height - at).abs() > self.plate * 1.05
                })
            };
            let clear = |at: f32| {
                spots.iter().all(|(other, height)| {
                    (other - x).abs() > wide / 2.0 + 10.0 * self.unit
                        || (height - at).abs() > half + 10.0 * self.unit
                })
            };
            let mut heights = reach.iter().map(|reach| y + inwards * reach).filter(|y| within(*y));
            let first = heights.clone().next().unwrap_or(*y);
            let best = heights.clone().find(|y| free(*y) && clear(*y));
            let at = best.or_else(|| heights.find(|y| free(*y))).unwrap_or(first);
            placed.push(((x, at), *wide));
        }
        placed.into_iter().map(|(at, _)| at).collect()
    }
}
