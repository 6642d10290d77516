//! `ximabot perft`: counting move sequences, the check that every set of rules is held to.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Context;
use game::Position;
use play::GameKind;
use serde::Serialize;

use crate::figures::{load1, write_json};

/// Counts the move sequences of `depth` plies from a position text, or from the start for two players, and writes the
/// figures as one JSON line. One thread; every sequence is walked, but for the last ply, which is counted at once.
///
/// # Errors
/// When the text is no position of the game, or the output cannot be written.
pub fn run(output: impl Write, kind: GameKind, depth: u32, text: Option<&str>) -> anyhow::Result<()> {
    match kind {
        GameKind::Xima => count::<xima::Position>(output, kind, depth, text),
        GameKind::Axiom => count::<axiom::Position>(output, kind, depth, text),
    }
}

/// What one count came to. The last line of the output.
#[derive(Serialize, Debug)]
pub(crate) struct Figures {
    game: &'static str,
    depth: u32,
    nodes: u64,
    seconds: f64,
    per_second: f64,
    load1: Option<f64>,
}

impl Figures {
    /// The figures of a count that took this long, under a load measured before it.
    #[expect(clippy::cast_precision_loss, reason = "a rate needs no more than 53 bits")]
    pub(crate) fn new(kind: GameKind, depth: u32, nodes: u64, time: Duration, load1: Option<f64>) -> Figures {
        let seconds = time.as_secs_f64();
        Figures { game: kind.slug(), depth, nodes, seconds, per_second: nodes as f64 / seconds, load1 }
    }
}

fn count<P: Position>(
    output: impl Write,
    kind: GameKind,
    depth: u32,
    text: Option<&str>,
) -> anyhow::Result<()> {
    let position = match text {
        Some(text) => P::from_text(text).context("the position text is refused")?,
        None => P::start(*P::PLAYERS.start()).context("the game starts with its least number of players")?,
    };
    let load1 = load1();
    let start = Instant::now();
    let nodes = position.perft(depth);
    let figures = Figures::new(kind, depth, nodes, start.elapsed(), load1);
    Ok(write_json(output, &figures)?)
}

#[cfg(test)]
mod tests;
