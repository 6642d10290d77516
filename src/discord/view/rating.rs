//! Ratings as people read them.

#[cfg(doc)]
use play::standing::SURE;

/// A rating, rounded.
pub fn number(rating: f64) -> String {
    format!("{rating:.0}")
}

/// A deviation, rounded up: one that is shown as [`SURE`] is sure enough for a place.
pub fn deviation(deviation: f64) -> String {
    number(deviation.ceil())
}

/// How a rating has changed, with its sign: the difference of the numbers that are shown.
pub fn change(before: f64, after: f64) -> String {
    let change = after.round_ties_even() - before.round_ties_even();
    let rounded = number(change.abs());
    match rounded.as_str() {
        "0" => "±0".to_owned(),
        _ if change < 0.0 => format!("−{rounded}"),
        _ => format!("+{rounded}"),
    }
}

#[cfg(test)]
mod tests;
