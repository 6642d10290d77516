//! Ratings as people read them: whole numbers.

/// A rating or a change of one, rounded.
pub fn rounded(rating: f64) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "ratings are some thousands at most")]
    let rounded = rating.round() as i64;
    rounded
}

/// A change with its sign.
pub fn signed(change: i64) -> String {
    match change {
        0 => "±0".to_owned(),
        ..0 => format!("−{}", change.unsigned_abs()),
        1.. => format!("+{change}"),
    }
}
