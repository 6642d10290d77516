//! The injected clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use time::{Duration, OffsetDateTime};

/// Where the use cases read the time: the system's clock, or one that a test moves by hand.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    System,
    /// Whole seconds since the Unix epoch.
    Manual(Arc<AtomicI64>),
}

impl Clock {
    /// The system's clock.
    pub const fn system() -> Clock {
        Clock(Source::System)
    }

    /// A clock that stands still until [`Clock::advance`] moves it. Clones share the hand.
    pub fn manual(start: OffsetDateTime) -> Clock {
        Clock(Source::Manual(Arc::new(AtomicI64::new(start.unix_timestamp()))))
    }

    /// The present, in UTC, cut to microseconds: what PostgreSQL can keep.
    pub fn now(&self) -> OffsetDateTime {
        match &self.0 {
            Source::System => {
                let now = OffsetDateTime::now_utc();
                now.replace_microsecond(now.microsecond()).unwrap_or(now)
            }
            Source::Manual(seconds) => OffsetDateTime::from_unix_timestamp(seconds.load(Ordering::SeqCst))
                .unwrap_or(OffsetDateTime::UNIX_EPOCH),
        }
    }

    /// Moves a manual clock on by whole seconds; the system's clock stays as it is.
    pub fn advance(&self, by: Duration) {
        if let Source::Manual(seconds) = &self.0 {
            seconds.fetch_add(by.whole_seconds(), Ordering::SeqCst);
        }
    }
}
