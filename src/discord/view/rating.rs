//! Ratings as people read them.

/// A rating, rounded.
pub fn number(rating: f64) -> String {
    format!("{rating:.0}")
}

/// A change of rating with its sign.
pub fn change(change: f64) -> String {
    let rounded = format!("{:.0}", change.abs());
    match rounded.as_str() {
        "0" => "±0".to_owned(),
        _ if change < 0.0 => format!("−{rounded}"),
        _ => format!("+{rounded}"),
    }
}
