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
/// From so many entries on, the ones that matter no more are thrown out.
const ROOM: usize = 1024;

/// Who may send when. One for all requests of a process.
#[derive(Debug, Default)]
pub(super) struct Pace(Mutex<State>);

#[derive(Debug, Default)]
struct State {
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
                turn = turn.max(BOT.next(Some(&state.bot), turn));
                if turn > deadline {
                    return Err(NoTurn);
                }
                BOT.take(&mut state.bot, turn);
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
