//! Thinking: the searches of computer opponents, on a bounded number of threads.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::pin::pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;
use std::time::Duration;

use anyhow::Context as _;
use play::{HostedGame, Thought};
use search::{Level, Limits};
use store::GameId;
use tokio::sync::{Notify, Semaphore, oneshot, watch};

mod analyse;

pub use analyse::Judge;

/// The longest that a computer thinks about a move.
const LONGEST: Duration = Duration::from_secs(2);
/// The shortest time that it is given, however many wait.
const SHORTEST: Duration = Duration::from_millis(200);
/// By how much searches give way to everything else, of 19.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// How a move is looked for.
pub type Search = fn(&HostedGame, &Limits<'_>, Level, u64) -> Option<Thought>;

/// Where computers think: one processor, if there is another, is kept free for people, and on the others what people wait for
/// comes first. A gate that tests can shut is before it.
#[derive(Debug)]
pub struct Thinking {
    threads: usize,
    places: Semaphore,
    /// Held while a game is analysed: one at a time.
    analyses: Semaphore,
    /// The turns that somebody has in hand, games and plies; and whether they are thought about or wait for a place.
    turns: Mutex<HashMap<(GameId, u32), bool>>,
    let_go: Notify,
    news: Notify,
    gate: watch::Sender<bool>,
    search: Mutex<Search>,
    judge: Mutex<Judge>,
}

/// A turn that is in the hands of one task of this process, until this is dropped.
#[derive(Debug)]
pub struct InHand<'a> {
    thinking: &'a Thinking,
    turn: (GameId, u32),
}

impl Default for Thinking {
    fn default() -> Thinking {
        let threads = available_parallelism().map_or(1, |processors| (processors.get() - 1).max(1));
        Thinking {
            threads,
            places: Semaphore::new(threads),
            analyses: Semaphore::new(1),
            turns: Mutex::default(),
            let_go: Notify::new(),
            news: Notify::new(),
            gate: watch::Sender::new(true),
            search: Mutex::new(HostedGame::think),
            judge: Mutex::new(HostedGame::judge),
        }
    }
}

impl Thinking {
    /// Opens or shuts the gate. While it is shut nobody begins to think.
    pub fn set_gate(&self, open: bool) {
        self.gate.send_replace(open);
    }

    /// Has moves looked for in another way: tests bring about what does not happen.
    pub fn set_search(&self, search: Search) {
        *self.search.lock().unwrap_or_else(PoisonError::into_inner) = search;
    }

    /// Says that a computer is to move somewhere.
    pub fn wake(&self) {
        self.news.notify_one();
    }

    /// Waits until a computer is to move somewhere.
    pub async fn woken(&self) {
        self.news.notified().await;
    }

    /// Takes a turn in hand, by its game and ply; `None` when another task has it.
    pub fn take(&self, game: GameId, ply: u32) -> Option<InHand<'_>> {
        let turn = (game, ply);
        match self.turns().entry(turn) {
            Entry::Occupied(_) => return None,
            Entry::Vacant(free) => free.insert(true),
        };
        Some(InHand { thinking: self, turn })
    }

    /// As [`Thinking::take`]; what another task has is waited for.
    pub async fn take_after(&self, game: GameId, ply: u32) -> InHand<'_> {
        loop {
            let mut let_go = pin!(self.let_go.notified());
            let_go.as_mut().enable();
            if let Some(in_hand) = self.take(game, ply) {
                return in_hand;
            }
            let_go.await;
        }
    }

    /// The move that the computer of a level chooses. Its time counts from when it begins to think; if more turns wait than
    /// there are threads, they share it.
    ///
    /// # Errors
    /// When the search panics.
    pub async fn choose(
        &self,
        game: &HostedGame,
        level: Level,
        seed: u64,
    ) -> anyhow::Result<Option<Thought>> {
        self.gate.subscribe().wait_for(|open| *open).await?;
        let _place = self.places.acquire().await?;
        let waiting = self.turns().values().filter(|waits| **waits).count();
        let time = share(waiting, self.threads);
        let search = *self.search.lock().unwrap_or_else(PoisonError::into_inner);
        let game = game.clone();
        let limits = Limits { time: Some(time), ..Limits::of(level) };
        aside(move || search(&game, &limits, level, seed)).await
    }

    fn turns(&self) -> MutexGuard<'_, HashMap<(GameId, u32), bool>> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl InHand<'_> {
    /// Waits for something with the turn in hand. Meanwhile it takes no share of the time.
    pub async fn put_aside<T>(&mut self, meanwhile: impl Future<Output = T>) -> T {
        self.thinking.turns().insert(self.turn, false);
        let done = meanwhile.await;
        self.thinking.turns().insert(self.turn, true);
        done
    }
}

impl Drop for InHand<'_> {
    fn drop(&mut self) {
        self.thinking.turns().remove(&self.turn);
        self.thinking.let_go.notify_waiters();
    }
}

/// Works on a thread of its own, behind everything else: whoever else wants the processor has it first.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> anyhow::Result<T> {
    let (found, wait) = oneshot::channel();
    std::thread::Builder::new().name("thinking".to_owned()).spawn(move || {
        give_way();
        found.send(work()).ok();
    })?;
    wait.await.context("its thread has panicked")
}

/// Lowers the priority of this thread. Elsewhere than on Linux it would be that of the whole process.
fn give_way() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(NICENESS) {
        tracing::debug!(%error, "a search keeps the priority of everything else");
    }
}

/// The time for a move while so many turns want one.
fn share(turns: usize, threads: usize) -> Duration {
    let rounds = u32::try_from(turns.div_ceil(threads)).unwrap_or(u32::MAX);
    (LONGEST / rounds.max(1)).max(SHORTEST)
}

#[cfg(test)]
mod tests;
