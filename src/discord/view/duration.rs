//! Lengths of time.

use std::time::Duration;

use crate::i18n::Locale;
use crate::tr;

/// A length of time in words, to the minute, in its two largest units: "3 days", "1 day 12 hours".
pub fn words(locale: Locale, time: Duration) -> String {
    let minutes = time.as_secs() / 60;
    let (days, hours, minutes) = (minutes / 1440, minutes / 60 % 24, minutes % 60);
    let mut parts = Vec::new();
    if days > 0 {
        parts.push(tr!(locale, "duration-days", count = days));
    }
    if hours > 0 {
        parts.push(tr!(locale, "duration-hours", count = hours));
    }
    if minutes > 0 || parts.is_empty() {
        parts.push(tr!(locale, "duration-minutes", count = minutes));
    }
    match parts.as_slice() {
        [long, short, ..] => tr!(locale, "duration-both", long = long, short = short),
        [only] => only.clone(),
        [] => unreachable!("there are minutes at least"),
    }
}

/// Reads a length of time as people write it: `45m`, `12h`, `3d`, `1d 12h`, `2 days`. A number alone is hours.
pub fn read(text: &str) -> Option<Duration> {
    let text = text.trim().to_lowercase();
    let mut rest = text.as_str();
    let mut seconds: u64 = 0;
    while !rest.is_empty() {
        let digits = rest.find(|character: char| !character.is_ascii_digit()).unwrap_or(rest.len());
        let number: u64 = rest[..digits].parse().ok()?;
        rest = rest[digits..].trim_start();
        let letters = rest.find(|character: char| !character.is_alphabetic()).unwrap_or(rest.len());
        let unit = match &rest[..letters] {
            "m" | "min" | "mins" | "minute" | "minutes" => 60,
            "h" | "hour" | "hours" | "" => 3_600,
            "d" | "day" | "days" => 86_400,
            "w" | "week" | "weeks" => 604_800,
            _ => return None,
        };
        seconds = seconds.checked_add(number.checked_mul(unit)?)?;
        rest = rest[letters..].trim_start();
    }
    (!text.is_empty()).then_some(Duration::from_secs(seconds))
}

#[cfg(test)]
mod tests;
