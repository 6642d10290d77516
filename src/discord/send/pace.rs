//! The pace that Discord sets: 50 requests a second by the bot, 5 messages in 5 seconds a channel, and what its headers say.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reqwest::header::HeaderMap;
use store::ChannelId;
use tokio::time::Instant;

use super::Call;

/// Requests by the bot's token: 40 a second in small helpings, so that what is delayed on the way still keeps the limit.
const BOT: Window = Window { requests: 4, time: Duration::from_millis(100) };
/// New messages a channel, with a little room for the way.
const CHANNEL: Window = Window { requests: 5, time: Duration::from_millis(5500) };
/// No rest is longer: whatever a server says, it is asked again some time.
pub(super) const LONGEST: Duration = Duration::from_hours(1);
/// From so many entries on, the ones that matter no more are thrown out.
const ROOM: usize = 1024;

/// Who may send when. One for all requests of a process.
#[derive(Debug, Default)]
pub(super) struct Pace(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// Turns that were given to requests by the bot's token, in the order of time.
    bot: VecDeque<Instant>,
    channels: HashMap<ChannelId, VecDeque<Instant>>,
    /// Nothing by the bot before this.
    everything: Option<Instant>,
    /// Routes that have used up what they may.
    routes: HashMap<String, Instant>,
}

#[derive(Clone, Copy)]
struct Window {
    requests: usize,
    time: Duration,
}

/// There is no turn before the deadline.
pub(super) struct NoTurn;

impl Pace {
    /// Waits for a turn, unless there is none before the deadline.
    pub(super) async fn wait(&self, call: &Call<'_>, deadline: Instant) -> Result<(), NoTurn> {
        // Interactions' own endpoints stand outside the limits (interactions/receiving-and-responding).
        let turn = {
            let mut state = self.state();
            let now = Instant::now();
            let mut turn = state.routes.get(&route(call)).copied().unwrap_or(now).max(now);
            if call.by_bot {
                turn = turn
                    .max(state.everything.unwrap_or(now))
                    .max(CHANNEL.next(call.channel.and_then(|id| state.channels.get(&id)), now));
                // Whoever waits for a route or a channel leaves the time until then to the others.
                turn = BOT.gap(&state.bot, turn);
                if turn > deadline {
                    return Err(NoTurn);
                }
                BOT.put(&mut state.bot, turn, now);
                if let Some(channel) = call.channel {
                    state.prune(now);
                    CHANNEL.take(state.channels.entry(channel).or_default(), turn);
                }
            }
            turn
        };
        if turn > deadline {
            return Err(NoTurn);
        }
        tokio::time::sleep_until(turn).await;
        Ok(())
    }

    /// Heeds the headers of any answer: a route that has nothing left rests.
    pub(super) fn heed(&self, call: &Call<'_>, headers: &HeaderMap) {
        let header = |name: &str| headers.get(name)?.to_str().ok()?.parse::<f64>().ok();
        if header("x-ratelimit-remaining") != Some(0.0) {
            return;
        }
        let rest =
            header("x-ratelimit-reset-after").and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let rest = rest.map(|rest| rest.min(LONGEST));
        if let Some(rest) = rest {
            let mut state = self.state();
            let now = Instant::now();
            state.prune(now);
            state.routes.insert(route(call), now + rest);
        }
    }

    /// After a 429: the route, or everything, rests for so long.
    pub(super) fn hold(&self, call: &Call<'_>, headers: &HeaderMap, rest: Duration) {
        let until = Instant::now() + rest;
        let mut state = self.state();
        if headers.contains_key("x-ratelimit-global") {
            state.everything = Some(until);
        } else {
            state.routes.insert(route(call), until);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing is left half done when a holder panics.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn prune(&mut self, now: Instant) {
        if self.routes.len() > ROOM {
            self.routes.retain(|_, until| *until > now);
        }
        if self.channels.len() > ROOM {
            self.channels.retain(|_, turns| turns.back().is_some_and(|last| *last + CHANNEL.time > now));
        }
    }
}

impl Window {
    /// The earliest moment from `now` on at which one more fits.
    fn next(self, turns: Option<&VecDeque<Instant>>, now: Instant) -> Instant {
        match turns.and_then(|turns| turns.len().checked_sub(self.requests).map(|index| turns[index])) {
            Some(oldest) => (oldest + self.time).max(now),
            None => now,
        }
    }

    /// The earliest moment from `from` on at which one more fits between turns that are given already.
    fn gap(self, turns: &VecDeque<Instant>, from: Instant) -> Instant {
        let mut turn = from;
        loop {
            let place = turns.partition_point(|other| *other <= turn);
            if let Some(first) = place.checked_sub(self.requests).map(|index| turns[index])
                && first + self.time > turn
            {
                turn = first + self.time;
                continue;
            }
            // Those before and those behind it, as many as make one too many together.
            let crowded = (0..self.requests).any(|before| {
                let first =
                    place.checked_sub(before).map(|index| if before == 0 { turn } else { turns[index] });
                let last = turns.get(place + self.requests - before - 1);
                first.zip(last).is_some_and(|(first, last)| *last < first + self.time)
            });
            if !crowded {
                return turn;
            }
            turn = turns[place];
        }
    }

    /// Notes a turn at its place, and forgets those that matter no more.
    fn put(self, turns: &mut VecDeque<Instant>, turn: Instant, now: Instant) {
        turns.insert(turns.partition_point(|other| *other <= turn), turn);
        while turns.front().is_some_and(|first| *first + self.time <= now) {
            turns.pop_front();
        }
    }

    fn take(self, turns: &mut VecDeque<Instant>, turn: Instant) {
        // Turns may be given out of order when a deadline differs; the window counts from the latest.
        let turn = turns.back().map_or(turn, |last| turn.max(*last));
        turns.push_back(turn);
        while turns.len() > self.requests {
            turns.pop_front();
        }
    }
}

/// The bucket of a request: its method and its path without message ids.
fn route(call: &Call<'_>) -> String {
    let mut path = call.path.split('?').next().unwrap_or_default().to_owned();
    if call.by_bot
        && let Some(end) = path.find("/messages/")
    {
        path.truncate(end + "/messages/".len());
    }
    format!("{} {path}", call.method)
}
