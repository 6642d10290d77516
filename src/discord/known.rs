//! People whose last sighting is in the database already, so that not every press writes it again.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use play::player::Seen;
use store::PlayerId;
use time::{Duration, OffsetDateTime};

/// How long a sighting holds.
const FRESH: Duration = Duration::hours(1);
/// From so many people on, everyone is forgotten and noted anew.
const ROOM: usize = 10_000;

/// Who was noted when, by this process. Whoever comes with another name or language is noted anew.
#[derive(Debug, Default)]
pub struct Known(Mutex<HashMap<PlayerId, (Seen, OffsetDateTime)>>);

impl Known {
    /// Whether this very sighting was noted within the last hour.
    pub fn holds(&self, seen: &Seen, now: OffsetDateTime) -> bool {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&seen.id).is_some_and(|(before, at)| before == seen && now - *at < FRESH)
    }

    /// Notes a sighting that the database has.
    pub fn note(&self, seen: &Seen, now: OffsetDateTime) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= ROOM {
            known.clear();
        }
        known.insert(seen.id, (seen.clone(), now));
    }
}

#[cfg(test)]
mod tests;
