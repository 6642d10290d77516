//! Thinking: the searches of computer opponents, on a bounded number of blocking threads.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use std::thread::available_parallelism;
use std::time::Duration;

use play::HostedGame;
use search::{Level, Limits};
use store::GameId;
use tokio::sync::{Notify, Semaphore, watch};

/// The longest that a computer thinks about a move.
const LONGEST: Duration = Duration::from_secs(2);
/// The shortest time that it is given, however many wait.
const SHORTEST: Duration = Duration::from_millis(200);

/// Where computers think: one processor, if there is another, is kept free for people. A gate that tests can shut is before it.
#[derive(Debug)]
pub struct Thinking {
    threads: usize,
    places: Semaphore,
    /// The games that are thought about, or wait for a place.
    games: Mutex<HashSet<GameId>>,
    news: Notify,
    gate: watch::Sender<bool>,
}

/// A game that is in the hands of one task of this process, until this is dropped.
#[derive(Debug)]
pub struct InHand<'a> {
    thinking: &'a Thinking,
    game: GameId,
}

impl Default for Thinking {
    fn default() -> Thinking {
        let threads = available_parallelism().map_or(1, |processors| (processors.get() - 1).max(1));
        Thinking {
            threads,
            places: Semaphore::new(threads),
            games: Mutex::default(),
            news: Notify::new(),
            gate: watch::Sender::new(true),
        }
    }
}

impl Thinking {
    /// Opens or shuts the gate. While it is shut nobody begins to think.
    pub fn set_gate(&self, open: bool) {
        self.gate.send_replace(open);
    }

    /// Says that a computer is to move somewhere.
    pub fn wake(&self) {
        self.news.notify_one();
    }

    /// Waits until a computer is to move somewhere.
    pub async fn woken(&self) {
        self.news.notified().await;
    }

    /// Takes a game in hand; `None` when another task has it.
    pub fn take(&self, game: GameId) -> Option<InHand<'_>> {
        let is_free = self.games().insert(game);
        is_free.then(|| InHand { thinking: self, game })
    }

    /// The move that the computer of a level chooses, as its long form. Its time counts from when it begins to think; if more
    /// games wait than there are threads, they share it.
    ///
    /// # Errors
    /// When the search panics.
    pub async fn choose(&self, game: &HostedGame, level: Level, seed: u64) -> anyhow::Result<Option<String>> {
        self.gate.subscribe().wait_for(|open| *open).await?;
        let _place = self.places.acquire().await?;
        let time = share(self.games().len(), self.threads);
        let game = game.clone();
        let limits = Limits { time: Some(time), ..Limits::nodes(level.nodes()) };
        Ok(tokio::task::spawn_blocking(move || game.think(&limits, level, seed)).await?)
    }

    fn games(&self) -> std::sync::MutexGuard<'_, HashSet<GameId>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for InHand<'_> {
    fn drop(&mut self) {
        self.thinking.games().remove(&self.game);
    }
}

/// The time for a move while so many games want one.
fn share(games: usize, threads: usize) -> Duration {
    let rounds = u32::try_from(games.div_ceil(threads)).unwrap_or(u32::MAX);
    (LONGEST / rounds.max(1)).max(SHORTEST)
}

#[cfg(test)]
mod tests;
