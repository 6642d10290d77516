//! What a position is worth.

use std::fmt;

/// What a position is worth to a player: the evaluation, about 100 for a block or a cube, or a win or loss that is
/// certain within so many plies. Larger is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i32);

/// The score of a game that is won already; every ply up to the win costs one.
pub(crate) const WIN: i32 = 30_000;
/// Scores from here on are certain wins.
pub(crate) const CERTAIN: i32 = WIN - 1_000;
/// No evaluation is larger.
pub(crate) const LARGEST: i32 = 20_000;
/// What evaluations are fitted to: so much more makes the odds of winning larger by *e* (`examples/tune.rs`).
const LOGIT: f64 = 200.0;

impl Score {
    /// The score of this plain number, as [`Score::value`] tells it.
    pub const fn new(value: i32) -> Score {
        Score(value)
    }

    /// The plain number.
    pub const fn value(self) -> i32 {
        self.0
    }

    /// The number of plies up to a certain win, the winning one included.
    pub const fn win_in(self) -> Option<u32> {
        if self.0 > CERTAIN { Some((WIN - self.0).unsigned_abs()) } else { None }
    }

    /// The number of plies up to a certain loss.
    pub const fn loss_in(self) -> Option<u32> {
        if self.0 < -CERTAIN { Some((WIN + self.0).unsigned_abs()) } else { None }
    }

    /// The chance to win, from 0 to 1, against so many opponents, each of whom stands as well as the best of them. It is 1 or 0
    /// of what is certain, and of nothing else.
    pub fn chance(self, opponents: u8) -> f64 {
        if self.win_in().is_some() {
            return 1.0;
        }
        if self.loss_in().is_some() {
            return 0.0;
        }
        let chance = 1.0 / (1.0 + f64::from(opponents.max(1)) * (-f64::from(self.0) / LOGIT).exp());
        chance.clamp(f64::EPSILON, 1.0 - f64::EPSILON)
    }
}

impl fmt::Display for Score {
    /// As engines write it: `cp` and a number, or `mate` and the number of own moves up to the win, negative up to a loss,
    /// counted as between two.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.win_in(), self.loss_in()) {
            (Some(plies), _) => write!(f, "mate {}", plies.div_ceil(2)),
            (None, Some(plies)) => write!(f, "mate -{}", plies.div_ceil(2)),
            (None, None) => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_a_chance() {
        #[track_caller]
        fn check(score: i32, opponents: u8, hundredths: f64) {
            let chance = Score::new(score).chance(opponents) * 100.0;
            assert!((chance - hundredths).abs() < 0.1, "{score} against {opponents}: {chance}");
        }
        check(0, 1, 50.0);
        check(200, 1, 73.1);
        check(-200, 1, 26.9);
        check(0, 2, 33.3);
        check(0, 3, 25.0);
        check(WIN - 1, 3, 100.0);
        check(1 - WIN, 1, 0.0);
    }

    #[test]
    fn only_what_is_certain_is_a_whole_chance() {
        for score in [LARGEST, -LARGEST] {
            let chance = Score::new(score).chance(1);
            assert!(chance > 0.0 && chance < 1.0, "{score}: {chance}");
        }
    }
}
