//! The stand-in's clock: real time that can be moved on, never back.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use time::OffsetDateTime;
use time::macros::format_description;

/// Milliseconds since the Unix epoch.
pub type Millis = u64;

/// Real time plus whatever `POST /_control/clock` has added.
#[derive(Debug)]
pub struct Clock {
    started: Instant,
    at_start: Millis,
    advanced: Millis,
}

impl Clock {
    /// A clock that shows the machine's time.
    pub fn new() -> Self {
        let at_start = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { started: Instant::now(), at_start: millis(at_start), advanced: 0 }
    }

    /// The stand-in's present moment; never earlier than an answer given before.
    pub fn now(&self) -> Millis {
        self.at_start + self.advanced + millis(self.started.elapsed())
    }

    /// Moves the clock on.
    pub fn advance(&mut self, by: Millis) {
        self.advanced += by;
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self::new()
    }
}

/// A moment as Discord writes it: `2026-01-31T12:00:00.000000+00:00`.
pub fn iso(at: Millis) -> String {
    let format =
        format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]000+00:00");
    i64::try_from(at / 1000)
        .ok()
        .and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok())
        .map(|moment| moment + time::Duration::milliseconds(i64::try_from(at % 1000).unwrap_or(0)))
        .and_then(|moment| moment.format(&format).ok())
        .unwrap_or_default()
}

fn millis(duration: std::time::Duration) -> Millis {
    Millis::try_from(duration.as_millis()).unwrap_or(Millis::MAX)
}
