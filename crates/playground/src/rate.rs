//! Discord's rate limits: 50 bot-token requests a second, 5 messages in 5 seconds a channel, and a
//! ban after 10,000 refused requests in 10 minutes.

use std::collections::{HashMap, VecDeque};

use crate::clock::Millis;
use crate::route::{Operation, Route};

/// When requests came.
#[derive(Debug, Default)]
pub struct Rates {
    all: VecDeque<Millis>,
    invalid: VecDeque<Millis>,
    buckets: HashMap<String, VecDeque<Millis>>,
}

/// How full a bucket is after a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Bucket {
    /// Its name, as in `X-RateLimit-Bucket`.
    pub name: String,
    /// Requests a window.
    pub limit: usize,
    /// Requests left.
    pub remaining: usize,
    /// Milliseconds until the oldest request leaves the window.
    pub reset_after: Millis,
    /// The rule broken by this request, if one was.
    pub exceeded: Option<&'static str>,
}

impl Rates {
    /// Counts a request with the bot's token.
    pub fn count(&mut self, route: &Route<'_>, now: Millis) -> Bucket {
        let (limit, window) = limit(route.operation);
        let name = format!("{} {}", route.key(), route.parameters.first().unwrap_or(&""));
        let times = self.buckets.entry(name.clone()).or_default();
        let over = crowd(times, now, limit, window);
        let reset_after = times.front().map_or(0, |first| (first + window).saturating_sub(now));
        let remaining = limit.saturating_sub(times.len());
        let everywhere = crowd(&mut self.all, now, 50, 1_000);
        let exceeded = if over && route.operation == Operation::CreateMessage {
            Some("more than 5 messages in 5 s in a channel")
        } else if everywhere {
            Some("more than 50 bot-token requests in 1 s")
        } else {
            None
        };
        if self.buckets.len() > 10_000 {
            self.buckets.retain(|_, times| times.back().is_some_and(|last| last + 5_000 > now));
        }
        Bucket { name, limit, remaining, reset_after, exceeded }
    }

    /// Counts an answer of 401, 403 or 429; true when Discord would ban the address.
    pub fn count_invalid(&mut self, now: Millis) -> bool {
        crowd(&mut self.invalid, now, 10_000, 600_000)
    }
}

/// Adds a time to a window; true if it is now over its limit.
fn crowd(times: &mut VecDeque<Millis>, now: Millis, limit: usize, window: Millis) -> bool {
    while times.front().is_some_and(|first| first + window <= now) {
        times.pop_front();
    }
    times.push_back(now);
    times.len() > limit
}

fn limit(operation: Operation) -> (usize, Millis) {
    match operation {
        Operation::CreateMessage | Operation::EditMessage => (5, 5_000),
        _ => (50, 1_000),
    }
}
