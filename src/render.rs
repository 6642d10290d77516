//! `ximabot render` and `ximabot bench render`: pictures from the command line, and what they cost.

mod axiom;

use std::io::{self, Write};
use std::path::PathBuf;

use ::render::{Look, Scene, Theme, View, XimaScene};
use anyhow::Context;
use clap::ValueEnum;
use game::{Position as _, Seat};
use play::GameKind;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{Rng as _, SeedableRng as _};
use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize};
use xima::{Kind, Move, Position, Square};

use crate::figures::{load1, write_json};

/// Positions with some of their legal moves.
const POSITIONS: &str = include_str!("../crates/xima/tests/data/movegen.jsonl");

/// What picture is wanted, and where.
#[derive(clap::Args, Clone, PartialEq, Eq, Debug)]
pub struct Args {
    /// The position text; the start of a game for two when it is left out
    #[arg(long, value_name = "TEXT")]
    pub position: Option<String>,
    /// Colours for a dark page or a light one
    #[arg(long, value_enum, default_value_t = ThemeName::Dark)]
    pub theme: ThemeName,
    /// The plan for play, or the pyramid in space; Axiom has its own two views
    #[arg(long, value_enum, default_value_t = ViewName::Plan)]
    pub view: ViewName,
    /// The seat from which the board is seen: its number from 1 on, or its colour
    #[arg(long, value_name = "SEAT", default_value = "1", value_parser = seat)]
    pub from: Seat,
    /// The last move, as `B1B3`, `-G2` or `TOP`, the arrow wanting both squares; in Axiom as `S(-1,0,2)S(0,1,2)z+`
    #[arg(long, value_name = "MOVE", allow_hyphen_values = true)]
    pub last: Option<String>,
    /// The width in pixels
    #[arg(long, default_value_t = 900, value_parser = clap::value_parser!(u32).range(240..=2400))]
    pub width: u32,
    /// The PNG file to write
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

/// A theme, by its name on the command line.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThemeName {
    /// For dark pages.
    Dark,
    /// For light pages.
    Light,
}

/// A view, by its name on the command line.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ViewName {
    /// The relief plan.
    Plan,
    /// The isometric view.
    #[value(name = "3d")]
    Isometric,
}

/// Draws one picture into a file.
///
/// # Errors
/// When the position or the last move cannot be read, the seat does not play, or the file cannot be written.
pub fn run(kind: GameKind, args: &Args) -> anyhow::Result<()> {
    std::fs::write(&args.output, picture(kind, args)?)
        .with_context(|| format!("{} cannot be written", args.output.display()))
}

/// `bench render`: draws every position of a game's vectors once, in random order, with a last move and targets, and
/// writes what that took of one core, for each theme. Nothing is kept between pictures but the empty board and sprites.
///
/// # Errors
/// When the output cannot be written.
pub fn bench(mut output: impl Write, kind: GameKind) -> io::Result<()> {
    let load1 = load1();
    let mut random = StdRng::seed_from_u64(0x51_3a);
    let mut scenes: Vec<Scene> = match kind {
        GameKind::Xima => POSITIONS.lines().map(|line| scene(line, &mut random)).collect(),
        GameKind::Axiom => axiom::scenes(&mut random),
    };
    scenes.shuffle(&mut random);
    let dark = measure(&scenes, Theme::Dark, load1);
    let light = measure(&scenes, Theme::Light, load1);
    for (name, figures) in [("dark", &dark), ("light", &light)] {
        let Figures { positions, p50_ms, p95_ms, p99_ms, bytes_p50, .. } = figures;
        writeln!(
            output,
            "{name}: {positions} pictures, processor time p50 {p50_ms:.3} ms, p95 {p95_ms:.3} ms, p99 {p99_ms:.3} ms; \
             size p50 {bytes_p50} bytes"
        )?;
    }
    write_json(output, &dark)
}

/// What a run of pictures cost. The last line of the output.
#[derive(Serialize, Debug)]
struct Figures {
    positions: usize,
    p50_ms: f64,
    p95_ms: f64,
    p99_ms: f64,
    bytes_p50: usize,
    bytes_max: usize,
    load1: Option<f64>,
}

fn picture(kind: GameKind, args: &Args) -> anyhow::Result<Vec<u8>> {
    let (players, scene) = match kind {
        GameKind::Xima => xima_scene(args)?,
        GameKind::Axiom => (2, axiom::scene(args.position.as_deref(), args.last.as_deref())?),
    };
    let from = Seat::first(players).find(|seat| *seat == args.from);
    let from = from.with_context(|| format!("{} does not play", name(args.from)))?;
    let theme = match args.theme {
        ThemeName::Dark => Theme::Dark,
        ThemeName::Light => Theme::Light,
    };
    let view = match args.view {
        ViewName::Plan => View::Plan,
        ViewName::Isometric => View::Isometric,
    };
    Ok(::render::png(&scene, Look { theme, view, from, width: args.width }))
}

/// The number of players, and the scene.
fn xima_scene(args: &Args) -> anyhow::Result<(u8, Scene)> {
    let position = match &args.position {
        Some(text) => Position::from_text(text).context("the position text is refused")?,
        None => Position::start(2).context("two can play")?,
    };
    let last = args.last.as_deref().map(last_move).transpose()?;
    Ok((position.players(), Scene::Xima(XimaScene { last, ..XimaScene::of(&position) })))
}

/// Reads a seat: its number from 1 on, or its colour in either game.
fn seat(text: &str) -> Result<Seat, String> {
    let known = Seat::ALL.into_iter().zip(1..);
    let is_colour = |seat: Seat| {
        let axiom = ["black", "white"].get(seat.index());
        text.eq_ignore_ascii_case(name(seat)) || axiom.is_some_and(|colour| text.eq_ignore_ascii_case(colour))
    };
    let mut known = known.filter(|(seat, number)| text == number.to_string() || is_colour(*seat));
    known.next().map(|(seat, _)| seat).ok_or_else(|| "a seat is a number from 1 to 4 or a colour".to_owned())
}

fn name(seat: Seat) -> &'static str {
    ["red", "blue", "yellow", "green"][seat.index()]
}

/// Reads a move that has been made, in any form of §6. The position before it is not known: a move that does not name
/// its first square has none, and nothing is said about legality.
fn last_move(text: &str) -> anyhow::Result<Move> {
    let read = || {
        let text: String = text.chars().filter(|character| !character.is_whitespace()).collect();
        let text = text.to_ascii_uppercase().replace(['\u{2013}', '\u{2212}'], "-").replace('X', "");
        if text == "TOP" || text == "CIMA" {
            return Some(Move::enter(Kind::Special, Square::SUMMIT));
        }
        let (kind, squares) = match text.strip_prefix('=') {
            Some(rest) => (Kind::Special, rest),
            None => (Kind::Common, text.strip_prefix('-').unwrap_or(&text)),
        };
        let last = squares.rfind(|character: char| character.is_ascii_alphabetic())?;
        let (first, to) = squares.split_at(last);
        let to = to.parse().ok()?;
        let only_a_line = first.is_empty()
            || first.len() == 1 && ("A"..="M").contains(&first)
            || first.parse::<u8>().is_ok_and(|row| (1..=Square::SIDE).contains(&row));
        match first.parse() {
            Ok(from) => Some(Move::step(kind, from, to)),
            Err(_) => only_a_line.then_some(Move::enter(kind, to)),
        }
    };
    read().with_context(|| format!("{text:?} is not a move"))
}

/// The scene of a line of the vectors: its legal moves are the targets, the last move is made up.
fn scene(line: &str, random: &mut StdRng) -> Scene {
    #[derive(Deserialize)]
    struct Vector {
        position: String,
        legal: Vec<String>,
    }
    let vector: Vector = serde_json::from_str(line).expect("each line of the vectors is a position");
    let position: Position = vector.position.parse().expect("the positions of the vectors are valid");
    let mut scene = XimaScene::of(&position);
    let targets = vector.legal.iter().map(|text| last_move(text).expect("legal moves are moves").to());
    scene.targets = targets.collect();
    scene.targets.sort_unstable();
    scene.targets.dedup();
    let columns: Vec<Square> = scene.columns.keys().copied().collect();
    scene.last = columns.choose(random).map(|&to| {
        let steps = random.random_range(1..=6);
        let directions: Vec<(i8, i8)> =
            (-1..=1).flat_map(|east| (-1..=1).map(move |north| (east, north))).collect();
        let &(east, north) = directions.choose(random).expect("there are directions");
        let column = to.column().checked_add_signed(east * steps);
        let row = to.row().checked_add_signed(north * steps);
        let from = column.zip(row).and_then(|(column, row)| Square::new(column, row));
        match from.filter(|from| *from != to) {
            Some(from) => Move::step(Kind::Common, from, to),
            None => Move::enter(Kind::Common, to),
        }
    });
    Scene::Xima(scene)
}

fn measure(scenes: &[Scene], theme: Theme, load1: Option<f64>) -> Figures {
    let look = Look { theme, ..Look::default() };
    ::render::prepare(theme);
    let mut times = Vec::with_capacity(scenes.len());
    let mut sizes = Vec::with_capacity(scenes.len());
    for scene in scenes {
        let start = processor_ms();
        let bytes = ::render::png(scene, look);
        times.push(processor_ms() - start);
        sizes.push(bytes.len());
    }
    times.sort_by(f64::total_cmp);
    sizes.sort_unstable();
    let at = |hundredths: usize| (scenes.len() - 1) * hundredths / 100;
    Figures {
        positions: scenes.len(),
        p50_ms: times[at(50)],
        p95_ms: times[at(95)],
        p99_ms: times[at(99)],
        bytes_p50: sizes[at(50)],
        bytes_max: sizes[at(100)],
        load1,
    }
}

/// The time that this thread has had of a core, in milliseconds.
#[expect(clippy::cast_precision_loss, reason = "milliseconds need no more than 53 bits")]
fn processor_ms() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
}

#[cfg(test)]
mod tests;
