//! `ximabot ugi`: the Universal Game Interface, for other programs and for checking.
//!
//! The protocol is that of kz04px/cutegames, `ugi.md`, with the queries `fen`, `legal`, `islegal` and `players` and the
//! command `go perft N` beside its own, which is answered before anything else is read. While a search goes on, `isready`,
//! `stop` and `quit` are obeyed at once; any other command waits for its end, or is an error if nothing but `stop` ends it.

mod go;

use std::fmt;
use std::io::{self, BufRead, Write};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, Scope};

use game::Outcome;
use play::GameKind;
use search::{Level, Searchable, Table};

use self::go::{Engine, Go, Running, write};

/// Megabytes of the search's table, unless the option says otherwise.
const HASH: usize = 64;
/// The largest table.
const LARGEST: usize = 4096;
/// The most threads of a search.
const THREADS: usize = 64;

/// Answers commands, one a line, until `quit` or the end of input. Every answer is flushed at once.
///
/// # Errors
/// When the input cannot be read or the output cannot be written.
pub fn run(input: impl BufRead, output: impl Write + Send, kind: GameKind) -> io::Result<()> {
    match kind {
        GameKind::Xima => serve::<xima::Position>(input, output),
        GameKind::Axiom => serve::<axiom::Position>(input, output),
    }
}

fn serve<P: Searchable>(input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let output = Mutex::new(output);
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let served = converse::<P>(scope, input, &output, &stop);
        // Whatever the end was, no search outlives it.
        stop.store(true, Ordering::Relaxed);
        served
    })
}

fn converse<'scope, 'env, P: Searchable>(
    scope: &'scope Scope<'scope, 'env>,
    mut input: impl BufRead,
    output: &'env Mutex<impl Write + Send>,
    stop: &'env AtomicBool,
) -> io::Result<()> {
    let mut session = Session::<P>::new();
    let mut running: Option<Running> = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        let ended = input.read_until(b'\n', &mut line)? == 0;
        // What is not UTF-8 is no command, and becomes part of an error like anything else.
        let text = String::from_utf8_lossy(&line);
        let command = text.trim();
        let ends =
            ended && running.as_ref().is_some_and(Running::is_infinite) || matches!(command, "stop" | "quit");
        if ends {
            stop.store(true, Ordering::Relaxed);
        } else if !ended && matches!(command, "" | "isready") {
            if command == "isready" {
                write(output, "readyok")?;
            }
            continue;
        } else if running.as_ref().is_some_and(Running::is_infinite) {
            write(output, "info string error the search goes on until stop")?;
            continue;
        }
        if let Some(search) = running.take() {
            search.finish(output)?;
        }
        if ended {
            return Ok(());
        }
        match session.answer(command) {
            Ok(Answer::Quit) => return Ok(()),
            Ok(Answer::Go(go)) => {
                let (position, engine) = (session.position.clone(), session.engine.clone());
                running = Some(Running::start(scope, output, stop, position, engine, go));
            }
            Ok(Answer::Lines(lines)) => lines.iter().try_for_each(|line| write(output, line))?,
            Err(error) => write(output, &format!("info string error {error}"))?,
        }
    }
}

/// What a line is answered with.
enum Answer {
    Lines(Vec<String>),
    /// With the end of a search.
    Go(Go),
    Quit,
}

impl Answer {
    fn line(line: impl Into<String>) -> Answer {
        Answer::Lines(vec![line.into()])
    }

    const NOTHING: Answer = Answer::Lines(Vec::new());
}

/// Why a line is not obeyed; written on one line whatever the input was.
struct Error(String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|letter| write!(f, "{}", if letter.is_control() { ' ' } else { letter }))
    }
}

struct Session<P> {
    /// The option that `startpos` serves.
    players: u8,
    position: P,
    engine: Engine,
}

impl<P: Searchable> Session<P> {
    fn new() -> Session<P> {
        let players = *P::PLAYERS.start();
        Session { players, position: start(players), engine: Engine::new() }
    }

    fn answer(&mut self, line: &str) -> Result<Answer, Error> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] | ["stop"] => Ok(Answer::NOTHING),
            ["ugi"] => Ok(Answer::Lines(Session::<P>::introduction())),
            ["uginewgame"] => {
                self.position = start(self.players);
                self.engine.table.clear();
                Ok(Answer::NOTHING)
            }
            ["setoption", "name", name, "value", number] => self.set_option(name, number),
            ["setoption", ..] => Err(Error("an option is set so: setoption name NAME value N".to_owned())),
            ["position", "startpos", ref rest @ ..] => self.set_position(start(self.players), rest),
            ["position", "fen", ref rest @ ..] => {
                let (text, rest) =
                    rest.split_at(rest.iter().position(|word| *word == "moves").unwrap_or(rest.len()));
                let position = P::from_text(&text.join(" ")).map_err(|error| Error(error.to_string()))?;
                self.set_position(position, rest)
            }
            ["position", ..] => Err(Error("a position is startpos or fen TEXT, then moves …".to_owned())),
            ["query", question, ref rest @ ..] => {
                self.query(question, rest).map(|answer| Answer::line(format!("response {answer}").trim_end()))
            }
            ["go", "perft", depth] => self.perft(depth).map(Answer::Lines),
            ["go", "perft", ..] => Err(Error("perft wants one number".to_owned())),
            ["go", ref rest @ ..] => Go::read(rest, self.position.turn()).map(Answer::Go),
            ["d"] => Ok(Answer::Lines(self.display())),
            ["quit"] => Ok(Answer::Quit),
            _ => Err(Error(format!("no such command: {}", words.join(" ")))),
        }
    }

    fn introduction() -> Vec<String> {
        let (least, most) = P::PLAYERS.into_inner();
        vec![
            format!("id name {} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")),
            format!("id author the authors of {}", env!("CARGO_PKG_NAME")),
            format!("option name players type spin default {least} min {least} max {most}"),
            format!("option name hash type spin default {HASH} min 1 max {LARGEST}"),
            format!("option name threads type spin default 1 min 1 max {THREADS}"),
            format!("option name level type spin default {0} min 1 max {0}", Level::COUNT),
            format!("option name seed type spin default 0 min 0 max {}", u64::MAX),
            "ugiok".to_owned(),
        ]
    }

    fn set_option(&mut self, name: &str, number: &str) -> Result<Answer, Error> {
        match name.to_ascii_lowercase().as_str() {
            "players" => self.players = within(number, P::PLAYERS, "number of players")?,
            "hash" => self.engine.table = Arc::new(Table::new(within(number, 1..=LARGEST, "hash")?)),
            "threads" => self.engine.threads = within(number, 1..=THREADS, "number of threads")?,
            "level" => {
                let level = within(number, 1..=Level::COUNT, "level")?;
                self.engine.level = Level::new(level).unwrap_or(Level::HIGHEST);
            }
            "seed" => self.engine.seed = within(number, 0..=u64::MAX, "seed")?,
            _ => {
                return Err(Error(format!(
                    "the options are players, hash, threads, level and seed, not {name}"
                )));
            }
        }
        Ok(Answer::NOTHING)
    }

    /// Takes the position after some moves; the earlier one stays if any of them is refused.
    fn set_position(&mut self, mut position: P, moves: &[&str]) -> Result<Answer, Error> {
        let moves = match moves {
            [] => &[],
            ["moves", moves @ ..] => moves,
            [word, ..] => return Err(Error(format!("expected moves, not {word}"))),
        };
        for (number, text) in (1..).zip(moves) {
            let refused = |refusal| Error(format!("move {number}, {text}: {refusal}"));
            let mv = position.read_move(text).map_err(refused)?;
            position = position.play(mv).map_err(refused)?.position;
        }
        self.position = position;
        Ok(Answer::NOTHING)
    }

    fn query(&self, question: &str, rest: &[&str]) -> Result<String, Error> {
        let position = &self.position;
        match (question, rest) {
            ("fen", []) => Ok(position.to_string()),
            ("legal", []) => {
                let moves: Vec<String> = position.legal_moves().iter().map(P::Move::to_string).collect();
                Ok(moves.join(" "))
            }
            ("islegal", [..]) => Ok(position.read_move(&rest.concat()).is_ok().to_string()),
            ("players", []) => Ok(position.players().to_string()),
            ("p1turn", []) => {
                Ok((position.outcome().is_none() && position.turn() == game::Seat::FIRST).to_string())
            }
            ("gameover", []) => Ok(position.outcome().is_some().to_string()),
            ("result", []) => Ok(self.result()),
            _ => Err(Error(format!("no such query: {}", [&[question], rest].concat().join(" ")))),
        }
    }

    fn result(&self) -> String {
        match self.position.outcome() {
            Some((Outcome::Win(seat), _)) => format!("p{}win", seat.index() + 1),
            Some((Outcome::Draw, _)) => "draw".to_owned(),
            None => "none".to_owned(),
        }
    }

    fn perft(&self, depth: &str) -> Result<Vec<String>, Error> {
        let depth: u32 = depth.parse().map_err(|_| Error(format!("a depth is a number, not {depth}")))?;
        let counts = game::divide(&self.position, depth);
        let nodes = if depth == 0 { 1 } else { counts.iter().map(|(_, nodes)| nodes).sum::<u64>() };
        let lines = counts.iter().map(|(mv, nodes)| format!("{mv}: {nodes}"));
        Ok(lines.chain([format!("nodes {nodes}")]).collect())
    }

    /// The position for people.
    fn display(&self) -> Vec<String> {
        vec![
            format!("fen {}", self.position),
            format!("players {}", self.position.players()),
            format!("turn p{}", self.position.turn().index() + 1),
            format!("legal {}", self.position.count_legal_moves()),
            format!("result {}", self.result()),
        ]
    }
}

/// Reads a number within bounds.
fn within<N: FromStr + PartialOrd + fmt::Display>(
    text: &str,
    bounds: RangeInclusive<N>,
    what: &str,
) -> Result<N, Error> {
    let number = text.parse().ok().filter(|number| bounds.contains(number));
    let (least, most) = bounds.into_inner();
    let allowed = if least == most { least.to_string() } else { format!("{least} to {most}") };
    number.ok_or_else(|| Error(format!("the {what} is {allowed}, not {text}")))
}

/// The first position for a number of players that the game allows.
fn start<P: Searchable>(players: u8) -> P {
    P::start(players).expect("the number of players is one the game allows")
}

#[cfg(test)]
mod tests;
