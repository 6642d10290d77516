//! `bench search`: how fast and how deep the search is, and a signature by which a change of it is seen.

use std::io::{self, Write};
use std::time::Duration;

use play::GameKind;
use search::{Level, Limits, Searchable, Table, search};
use serde::Serialize;

use crate::figures::{load1, write_json};

/// Ten positions of each game, one a line.
const XIMA: &str = include_str!("xima.txt");
const AXIOM: &str = include_str!("axiom.txt");

/// The time for each position.
const TIME: Duration = Duration::from_secs(1);
/// Megabytes of the table.
const HASH: usize = 64;

/// `bench search`: for ten fixed positions, the positions that a search of fixed depth looks at, whose sum is the
/// signature and the same from run to run; then a second for each, with the rate, the depth and how late it ended. Writes a
/// line for each position and the JSON line.
///
/// # Errors
/// When the output cannot be written.
pub fn run(output: impl Write, kind: GameKind) -> io::Result<()> {
    measure(output, kind, TIME)
}

fn measure(output: impl Write, kind: GameKind, time: Duration) -> io::Result<()> {
    match kind {
        GameKind::Xima => positions::<xima::Position>(output, kind, XIMA, 3, time),
        GameKind::Axiom => positions::<axiom::Position>(output, kind, AXIOM, 3, time),
    }
}

/// The last line of the output.
#[derive(Serialize, Debug)]
struct Figures {
    game: &'static str,
    /// Positions looked at by all searches of fixed depth.
    signature: u64,
    nodes_per_second: f64,
    depths: Vec<u32>,
    slowest_overrun_ms: f64,
    load1: Option<f64>,
}

fn positions<P: Searchable>(
    mut output: impl Write,
    kind: GameKind,
    texts: &str,
    depth: u32,
    time: Duration,
) -> io::Result<()> {
    let load1 = load1();
    let (mut signature, mut nodes, mut spent) = (0, 0, Duration::ZERO);
    let mut depths = Vec::new();
    let mut overrun = Duration::ZERO;
    for text in texts.lines() {
        let position = P::from_text(text).map_err(|error| io::Error::other(error.to_string()))?;
        let look = |limits: Limits<'_>| {
            search(&position, &limits, &Table::new(HASH), Level::HIGHEST, 1, &mut |_| {})
        };
        let (Some(fixed), Some(timed)) = (look(Limits::depth(depth)), look(Limits::time(time))) else {
            continue;
        };
        signature += fixed.nodes;
        nodes += timed.nodes;
        spent += timed.time;
        depths.push(timed.depth);
        overrun = overrun.max(timed.time.saturating_sub(time));
        writeln!(
            output,
            "{} nodes to depth {depth}, {} {}; {} nodes in {:.3?}, depth {}, {} {}: {text}",
            fixed.nodes,
            fixed.best,
            fixed.score,
            timed.nodes,
            timed.time,
            timed.depth,
            timed.best,
            timed.score
        )?;
    }
    #[expect(clippy::cast_precision_loss, reason = "a rate needs no more than 53 bits")]
    let nodes_per_second = nodes as f64 / spent.as_secs_f64();
    let slowest_overrun_ms = overrun.as_secs_f64() * 1_000.0;
    write_json(
        output,
        &Figures { game: kind.slug(), signature, nodes_per_second, depths, slowest_overrun_ms, load1 },
    )
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_signature_is_the_same_from_run_to_run() {
        for kind in [GameKind::Xima, GameKind::Axiom] {
            let run = || {
                let mut output = Vec::new();
                measure(&mut output, kind, Duration::from_millis(1)).expect("writing does not fail");
                let output = String::from_utf8(output).expect("text");
                let last: Value =
                    serde_json::from_str(output.lines().last().expect("there are lines")).expect("JSON");
                assert_eq!(output.lines().count(), 11, "{output}");
                assert_eq!(last["depths"].as_array().map(Vec::len), Some(10));
                assert!(last["nodes_per_second"].as_f64().is_some_and(|rate| rate > 0.0));
                last["signature"].as_u64().expect("a number")
            };
            // A change of the search changes it here too, and says so in the commit's message.
            let signature = match kind {
                GameKind::Xima => 134_758,
                GameKind::Axiom => 96_430,
            };
            assert_eq!([run(), run()], [signature; 2], "{kind:?}");
        }
    }
}
