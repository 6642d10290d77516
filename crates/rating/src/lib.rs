//! Glicko-2 ratings of games for two to four seats.
//!
//! The computation is Glickman's (<http://www.glicko.net/glicko/glicko2.pdf>), by the crate `skillratings`. This crate
//! decides how it is used:
//!
//! - **A game is a rating period.** All its results are taken together, against the ratings from before the game, so that their
//!   order does not matter. A player's uncertainty grows by one period's worth with every game.
//! - **Who plays whom.** The winner has beaten each other seat; the others have no result among themselves, and each is
//!   rated for one loss against the winner. In a draw every pair has shared the point. Who holds several seats has the results
//!   of all of them, but none against oneself.
//! - **Idle time counts.** A year is [`PERIODS_A_YEAR`] periods, so that a settled deviation of 60 becomes provisional after a year
//!   without a game. Idle time beyond the first period adds its uncertainty before the game; what is shown in between
//!   grows in the same way, continuously.
//! - **Bounds.** Ratings stay within 100 and 4000, deviations within 30 and 350, volatilities within 0.01 and 0.1.

use std::fmt;

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use time::{Duration, OffsetDateTime};

/// Rating periods a year.
///
/// From 60 to 110 the variance grows by (110² − 60²) / 173.7178², which at the usual volatility of 0.06 is 78.24 periods.
pub const PERIODS_A_YEAR: f64 = 78.24;
/// How the square of a deviation grows in a second without a game, per unit of squared volatility: [`Rating::after`] for those
/// who compute where the ratings are stored.
pub const GROWTH_A_SECOND: f64 = SCALE * SCALE * PERIODS_A_YEAR / (365.0 * 86400.0);
/// The deviation above which a rating is provisional: not ranked.
pub const PROVISIONAL_ABOVE: f64 = 110.0;

const YEAR: Duration = Duration::days(365);
/// How many points of a rating are one unit of Glickman's internal scale.
const SCALE: f64 = 173.7178;
/// How fast a volatility may change; Glickman names 0.3 to 1.2.
const CONFIG: Glicko2Config = Glicko2Config { tau: 0.5, convergence_tolerance: 0.000_001 };

/// How strong a player is, how sure that is, and how steady.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    strength: f64,
    deviation: f64,
    volatility: f64,
}

/// A player's rating and when it was computed, before a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rated {
    /// The rating as of then.
    pub rating: Rating,
    /// The time of the last rated game; `None` before the first.
    pub at: Option<OffsetDateTime>,
}

/// A number that no rating has.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OutOfBounds {
    what: &'static str,
    value: f64,
}

impl Rating {
    /// The rating of somebody who has not played.
    pub const START: Rating = Rating { strength: 1500.0, deviation: 350.0, volatility: 0.06 };

    /// The lowest and the highest rating.
    pub const RATINGS: (f64, f64) = (100.0, 4000.0);
    /// The smallest and the largest deviation.
    pub const DEVIATIONS: (f64, f64) = (30.0, 350.0);
    /// The smallest and the largest volatility.
    pub const VOLATILITIES: (f64, f64) = (0.01, 0.1);

    /// A rating from stored numbers.
    ///
    /// # Errors
    /// When a number is not within its bounds.
    pub fn new(rating: f64, deviation: f64, volatility: f64) -> Result<Rating, OutOfBounds> {
        let check = |what, value: f64, (lowest, highest): (f64, f64)| {
            if (lowest..=highest).contains(&value) { Ok(value) } else { Err(OutOfBounds { what, value }) }
        };
        Ok(Rating {
            strength: check("rating", rating, Rating::RATINGS)?,
            deviation: check("deviation", deviation, Rating::DEVIATIONS)?,
            volatility: check("volatility", volatility, Rating::VOLATILITIES)?,
        })
    }

    /// The strength.
    pub const fn rating(self) -> f64 {
        self.strength
    }

    /// How far the true strength may be away: within twice this with a probability of 95 %.
    pub const fn deviation(self) -> f64 {
        self.deviation
    }

    /// How much the strength is expected to move in a rating period, on Glickman's scale.
    pub const fn volatility(self) -> f64 {
        self.volatility
    }

    /// Whether it is too uncertain to be ranked.
    pub fn is_provisional(self) -> bool {
        self.deviation > PROVISIONAL_ABOVE
    }

    /// The same strength after a time without a game, of which nothing is as sure as it was.
    #[must_use]
    pub fn after(self, idle: Duration) -> Rating {
        self.after_periods(periods(idle))
    }

    fn after_periods(self, periods: f64) -> Rating {
        if periods == 0.0 {
            return self;
        }
        let variance = (self.deviation / SCALE).powi(2) + self.volatility.powi(2) * periods;
        Rating { deviation: within(variance.sqrt() * SCALE, Rating::DEVIATIONS), ..self }
    }
}

impl Rated {
    /// Somebody who has not played a rated game.
    pub const NEW: Rated = Rated { rating: Rating::START, at: None };

    /// The rating as it is shown at a time: less sure than after the last game.
    pub fn shown(self, now: OffsetDateTime) -> Rating {
        self.at.map_or(self.rating, |at| self.rating.after(now - at))
    }

    /// The rating as it goes into a game that ends now: the game itself will add one period.
    fn entering(self, now: OffsetDateTime) -> Rating {
        self.at.map_or(self.rating, |at| self.rating.after_periods((periods(now - at) - 1.0).max(0.0)))
    }
}

impl fmt::Display for OutOfBounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no {} is {}", self.what, self.value)
    }
}

impl std::error::Error for OutOfBounds {}

/// The ratings after a game that ended at `now`, in the order of `before`.
///
/// `before` has one entry a player. `seats` has one a seat, two to four of them: the place in `before` of the player who sits
/// there. `winner` is the winner's place in `seats`; `None` is a draw.
pub fn after_game(
    before: &[Rated],
    seats: &[usize],
    winner: Option<usize>,
    now: OffsetDateTime,
) -> Vec<Rating> {
    let entering: Vec<Glicko2Rating> = before.iter().map(|rated| library(rated.entering(now))).collect();
    let results = |player: usize| -> Vec<(Glicko2Rating, Outcomes)> {
        let of = |own: bool| (0..seats.len()).filter(move |&seat| (seats[seat] == player) == own);
        let pairs = of(true).flat_map(|own| of(false).map(move |other| (own, other)));
        pairs.filter_map(|(own, other)| Some((entering[seats[other]], result(winner, own, other)?))).collect()
    };
    let after = |player| bounded(glicko2_rating_period(&entering[player], &results(player), &CONFIG));
    (0..entering.len()).map(after).collect()
}

/// What one seat achieved against another; `None` among the losers.
fn result(winner: Option<usize>, own: usize, other: usize) -> Option<Outcomes> {
    match winner {
        None => Some(Outcomes::DRAW),
        Some(winner) if winner == own => Some(Outcomes::WIN),
        Some(winner) if winner == other => Some(Outcomes::LOSS),
        Some(_) => None,
    }
}

/// A time in rating periods; none when it runs backwards, as clocks of several machines may.
fn periods(idle: Duration) -> f64 {
    (idle.as_seconds_f64() / YEAR.as_seconds_f64() * PERIODS_A_YEAR).max(0.0)
}

fn library(Rating { strength: rating, deviation, volatility }: Rating) -> Glicko2Rating {
    Glicko2Rating { rating, deviation, volatility }
}

fn bounded(Glicko2Rating { rating, deviation, volatility }: Glicko2Rating) -> Rating {
    Rating {
        strength: within(rating, Rating::RATINGS),
        deviation: within(deviation, Rating::DEVIATIONS),
        volatility: within(volatility, Rating::VOLATILITIES),
    }
}

fn within(value: f64, (lowest, highest): (f64, f64)) -> f64 {
    value.clamp(lowest, highest)
}

#[cfg(test)]
mod tests;
