//! `ximabot match`: two players that are no people play each other, and the result is told with its bounds.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use game::Seat;
use play::GameKind;
use search::{Budget, Contest, Game, Player, Searchable, Side, Standing, Tally};
use serde::Serialize;

use crate::figures::{load1, write_json};

/// Plays a match and writes a line for each game, how both players did, and the result as one JSON line.
///
/// # Errors
/// When the output cannot be written.
pub fn run(output: impl Write, kind: GameKind, contest: &Contest) -> io::Result<()> {
    match kind {
        GameKind::Xima => play::<xima::Position>(output, kind, contest),
        GameKind::Axiom => play::<axiom::Position>(output, kind, contest),
    }
}

/// The last line of the output.
#[derive(Serialize, Debug)]
struct Result {
    game: &'static str,
    a: String,
    b: String,
    /// Wins of A.
    wins: u32,
    draws: u32,
    losses: u32,
    /// Points of A of a hundred, with the bounds that hold with 95 %.
    percent: f64,
    percent_bounds: [f64; 2],
    elo: f64,
    elo_bounds: [f64; 2],
    /// The slowest move of either.
    slowest_ms: f64,
    seed: u64,
    load1: Option<f64>,
}

fn play<P: Searchable>(mut output: impl Write, kind: GameKind, contest: &Contest) -> io::Result<()> {
    let load1 = load1();
    let mut written = Ok(());
    let standing = contest.run::<P>(|game, standing| {
        written = write_game(&mut output, game, standing);
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    written?;
    let Contest { a, b, seed, .. } = *contest;
    let Standing { wins, draws, losses, .. } = standing;
    let (score, lower, upper) = standing.score();
    let (elo, elo_lower, elo_upper) = standing.elo();
    writeln!(
        output,
        "{a} against {b}: {wins} wins, {draws} draws, {losses} losses, {:.1} % ({:.1} to {:.1}), Elo {elo:+.0} ({elo_lower:+.0} to {elo_upper:+.0})",
        100.0 * score,
        100.0 * lower,
        100.0 * upper
    )?;
    write_tally(&mut output, a, &standing.a)?;
    write_tally(&mut output, b, &standing.b)?;
    let result = Result {
        game: kind.slug(),
        a: a.to_string(),
        b: b.to_string(),
        wins,
        draws,
        losses,
        percent: 100.0 * score,
        percent_bounds: [100.0 * lower, 100.0 * upper],
        elo,
        elo_bounds: [elo_lower, elo_upper],
        slowest_ms: milliseconds(standing.a.slowest.max(standing.b.slowest)),
        seed,
        load1,
    };
    write_json(output, &result)
}

fn write_game(mut output: impl Write, game: &Game, standing: &Standing) -> io::Result<()> {
    let ended = match game.winner {
        Some(Side::A) => "A wins",
        Some(Side::B) => "B wins",
        None => "nobody wins",
    };
    let first = if game.seat == Seat::FIRST { 'A' } else { 'B' };
    writeln!(
        output,
        "{} ({}-{}-{}): {first} begins, {ended} after {} plies: {}",
        game.number,
        standing.wins,
        standing.draws,
        standing.losses,
        game.moves.len(),
        game.moves.join(" ")
    )?;
    output.flush()
}

fn write_tally(mut output: impl Write, player: Player, tally: &Tally) -> io::Result<()> {
    write!(output, "{player}: {} moves", tally.moves)?;
    if tally.nodes > 0 {
        write!(
            output,
            ", {:.0} nodes/s, mean depth {:.1}",
            tally.per_second(tally.nodes),
            tally.mean_depth()
        )?;
    }
    if tally.playouts > 0 {
        write!(output, ", {:.0} playouts/s", tally.per_second(tally.playouts))?;
    }
    let mean = milliseconds(tally.mean().unwrap_or_default());
    writeln!(output, ", {mean:.1} ms a move, the slowest {:.1} ms", milliseconds(tally.slowest))
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

/// How much both players may think.
pub fn budget(nodes: Option<u64>, movetime: Option<u64>) -> Budget {
    match (nodes, movetime) {
        (Some(nodes), _) => Budget::Nodes(nodes),
        (None, Some(milliseconds)) => Budget::Time(Duration::from_millis(milliseconds)),
        (None, None) => Budget::Own,
    }
}

#[cfg(test)]
mod tests;
