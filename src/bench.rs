//! `ximabot bench`: the measurements that the project is held to. Each ends its output with one JSON line.

pub mod e2e;
pub mod search;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use game::Position as _;
use play::GameKind;
use serde::{Deserialize, Serialize};

use crate::figures::{load1, write_json};
use crate::perft::Figures;

/// The games of *Scientific XIMA*, whose positions are counted.
const BOOK: &str = include_str!("../crates/xima/tests/data/book.jsonl");

/// How often each count is repeated; the median is what is told.
const RUNS: usize = 9;

/// `bench perft`: sequences from the start on one thread, median of 9 runs; 3 plies of XIMA, and 2 plies from every
/// position of the book's games, or 4 plies of Axiom. Writes a line for each count and the JSON line.
///
/// # Errors
/// When the output cannot be written.
pub fn perft(output: impl Write, kind: GameKind) -> io::Result<()> {
    match kind {
        GameKind::Xima => perft_xima(output),
        GameKind::Axiom => perft_axiom(output),
    }
}

fn perft_xima(mut output: impl Write) -> io::Result<()> {
    let load1 = load1();
    let (start, book) = (start(2), book_positions());
    let (nodes, time) = median(|| start.perft(3));
    let start = Figures::new(GameKind::Xima, 3, nodes, time, load1);
    writeln!(output, "start, depth 3: {nodes} sequences in {time:.2?}")?;
    let (nodes, time) = median(|| book.iter().map(|position| position.perft(2)).sum());
    writeln!(output, "{} positions of the book, depth 2: {nodes} sequences in {time:.2?}", book.len())?;
    let book = Figures::new(GameKind::Xima, 2, nodes, time, load1);
    write_json(output, &Both { start, book })
}

fn perft_axiom(mut output: impl Write) -> io::Result<()> {
    let load1 = load1();
    let start = axiom::Position::start(2).expect("two can play");
    let (nodes, time) = median(|| start.perft(4));
    writeln!(output, "start, depth 4: {nodes} sequences in {time:.2?}")?;
    write_json(output, &Figures::new(GameKind::Axiom, 4, nodes, time, load1))
}

/// The figures from the start, and beside them those from the book.
#[derive(Serialize)]
struct Both {
    #[serde(flatten)]
    start: Figures,
    book: Figures,
}

fn start(players: u8) -> xima::Position {
    xima::Position::start(players).expect("two to four can play")
}

/// What is counted, and the median time that counting takes.
fn median(count: impl Fn() -> u64) -> (u64, Duration) {
    let mut runs: Vec<(Duration, u64)> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            let nodes = count();
            (start.elapsed(), nodes)
        })
        .collect();
    runs.sort_unstable();
    let (time, nodes) = runs[RUNS / 2];
    (nodes, time)
}

/// Every position of the book's games in which a move is made, with its history.
fn book_positions() -> Vec<xima::Position> {
    #[derive(Deserialize)]
    struct Game {
        players: u8,
        long: Vec<String>,
    }
    let mut positions = Vec::new();
    for line in BOOK.lines() {
        let game: Game = serde_json::from_str(line).expect("each line of the book is a game");
        let mut position = start(game.players);
        for text in &game.long {
            let mv = position.read_move(text).expect("the games of the book are legal");
            let next = position.play(mv).expect("the games of the book are legal").position;
            positions.push(std::mem::replace(&mut position, next));
        }
    }
    positions
}

#[cfg(test)]
mod tests;
