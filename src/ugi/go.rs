//! The searching half of `ximabot ugi`: what `go` asks for, and the search that answers it.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;

use game::Seat;
use search::{Level, Limits, Report, Searchable, Table, search};

use super::Error;

/// Kept back from a player's time for all that is not the search.
const RESERVE: Duration = Duration::from_millis(20);
/// A move gets this part of the time that is left, with what comes back for it.
const MOVES: u32 = 25;

/// What `go` asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Go {
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<Duration>,
    /// Goes on until it is stopped, whatever has been found.
    pub(super) infinite: bool,
}

impl Go {
    /// Reads the words after `go`, for a player on this seat.
    pub(super) fn read(words: &[&str], turn: Seat) -> Result<Go, Error> {
        let mut go = Go::default();
        let (mut left, mut increment) = (None, Duration::ZERO);
        let mut words = words.iter().copied();
        while let Some(word) = words.next() {
            if word == "infinite" {
                go.infinite = true;
                continue;
            }
            let mut number = || -> Result<u64, Error> {
                let text = words.next().ok_or_else(|| Error(format!("{word} wants a number")))?;
                // Some managers go below zero when a player's time is up.
                let number = text.parse::<i64>().ok().map(|number| u64::try_from(number).unwrap_or(0));
                number.ok_or_else(|| Error(format!("{word} wants a number, not {text}")))
            };
            match word {
                "depth" => go.depth = Some(u32::try_from(number()?).unwrap_or(u32::MAX).max(1)),
                "nodes" => go.nodes = Some(number()?),
                "movetime" => go.time = Some(Duration::from_millis(number()?)),
                "movestogo" => drop(number()?),
                _ => {
                    let clock = Seat::ALL.into_iter().find_map(|seat| {
                        let rest = word.strip_prefix('p')?.strip_prefix(&(seat.index() + 1).to_string())?;
                        matches!(rest, "time" | "inc").then_some((seat, rest))
                    });
                    let Some((seat, what)) = clock else {
                        return Err(Error(format!(
                            "go wants perft, movetime, depth, nodes, infinite or p1time and p2time, not {word}"
                        )));
                    };
                    let time = Duration::from_millis(number()?);
                    match what {
                        "time" if seat == turn => left = Some(time),
                        "inc" if seat == turn => increment = time,
                        _ => {}
                    }
                }
            }
        }
        if let Some(left) = left {
            let share = left / MOVES + increment * 4 / 5;
            let most = left.saturating_sub(RESERVE) / 2;
            // Nothing is left to think in: without an increment the clock would run out in a long game.
            let least = if left <= RESERVE { Duration::ZERO } else { Duration::from_millis(1) };
            let time = share.min(most).max(least);
            go.time = Some(go.time.map_or(time, |given| given.min(time)));
        }
        Ok(go)
    }

    /// The limits of the search at a level, whose number of nodes holds, but for the highest level where something else is asked for.
    fn limits<'a>(&self, level: Level, stop: &'a AtomicBool) -> Limits<'a> {
        let unlimited = !self.infinite && self.depth.is_none() && self.nodes.is_none() && self.time.is_none();
        let own = (unlimited || level < Level::HIGHEST).then(|| level.nodes());
        let nodes = self.nodes.into_iter().chain(own).min();
        Limits { nodes, depth: self.depth, time: self.time, stop: Some(stop), early: unlimited }
    }
}

/// What a search is made with, apart from the position and the limits.
#[derive(Clone)]
pub(super) struct Engine {
    pub(super) table: Arc<Table>,
    pub(super) threads: usize,
    pub(super) level: Level,
    pub(super) seed: u64,
}

impl Engine {
    pub(super) fn new() -> Engine {
        Engine { table: Arc::new(Table::new(super::HASH)), threads: 1, level: Level::HIGHEST, seed: 0 }
    }

    /// Searches on this thread, at the highest level with helpers beside it that fill the same table. Below it they would make a
    /// level stronger than its number of nodes.
    fn search<P: Searchable>(
        &self,
        position: &P,
        go: Go,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Report<P>),
    ) -> Option<Report<P>> {
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            let threads = if self.level < Level::HIGHEST { 1 } else { self.threads };
            for helper in 1..threads as u64 {
                let limits = Limits { stop: Some(&done), ..Limits::default() };
                let seed = self.seed.wrapping_add(helper);
                scope.spawn(move || search(position, &limits, &self.table, self.level, seed, &mut |_| {}));
            }
            let limits = go.limits(self.level, stop);
            let report = search(position, &limits, &self.table, self.level, self.seed, tell);
            done.store(true, Ordering::Relaxed);
            report
        })
    }
}

/// A search that goes on while commands are read.
pub(super) struct Running<'scope> {
    thread: ScopedJoinHandle<'scope, io::Result<String>>,
    infinite: bool,
}

impl<'scope> Running<'scope> {
    /// Starts a search on a thread of its own, which writes what it finds. The flag ends it.
    pub(super) fn start<'env, P: Searchable>(
        scope: &'scope Scope<'scope, 'env>,
        output: &'env Mutex<impl Write + Send>,
        stop: &'env AtomicBool,
        position: P,
        engine: Engine,
        go: Go,
    ) -> Running<'scope> {
        stop.store(false, Ordering::Relaxed);
        let thread = scope.spawn(move || {
            let mut written = Ok(());
            let report = engine.search(&position, go, stop, &mut |report| {
                if written.is_ok() {
                    written = write(output, &info(report));
                }
                if written.is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
            });
            written?;
            let best = report.map_or_else(|| "none".to_owned(), |report| report.best.to_string());
            let answer = format!("bestmove {best}");
            // The answer to an infinite search waits for the stop.
            if go.infinite { Ok(answer) } else { write(output, &answer).map(|()| String::new()) }
        });
        Running { thread, infinite: go.infinite }
    }

    /// Whether only a stop ends it.
    pub(super) fn is_infinite(&self) -> bool {
        self.infinite
    }

    /// Waits for its end.
    pub(super) fn finish(self, output: &Mutex<impl Write + Send>) -> io::Result<()> {
        let answer = self.thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        if answer.is_empty() { Ok(()) } else { write(output, &answer) }
    }
}

/// Writes a line at once.
pub(super) fn write(output: &Mutex<impl Write>, line: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{line}")?;
    output.flush()
}

fn info<P: Searchable>(report: &Report<P>) -> String {
    let line: Vec<String> = report.pv.iter().map(ToString::to_string).collect();
    format!("info depth {} score {} nodes {} pv {}", report.depth, report.score, report.nodes, line.join(" "))
}
