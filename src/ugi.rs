//! `ximabot ugi`: the text side of the Universal Game Interface, for other programs and for checking.
//!
//! The protocol is that of kz04px/cutegames, `ugi.md`, with the queries `fen`, `legal`, `islegal` and `players` and the
//! command `go perft N` beside its own. There is no search: other forms of `go` are answered with an error.

use std::fmt;
use std::io::{self, BufRead, Write};

use game::{Outcome, Position};
use play::GameKind;

/// Answers commands, one a line, until `quit` or the end of input. Every answer is flushed at once.
///
/// # Errors
/// When the input cannot be read or the output cannot be written.
pub fn run(input: impl BufRead, output: impl Write, kind: GameKind) -> io::Result<()> {
    match kind {
        GameKind::Xima => serve::<xima::Position>(input, output),
        GameKind::Axiom => serve::<axiom::Position>(input, output),
    }
}

fn serve<P: Position>(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut session = Session::<P>::new();
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        // What is not UTF-8 is no command, and becomes part of an error like anything else.
        let text = String::from_utf8_lossy(&line);
        match session.answer(&text) {
            Ok(Answer::Quit) => return Ok(()),
            Ok(Answer::Lines(lines)) => lines.iter().try_for_each(|line| writeln!(output, "{line}"))?,
            Err(error) => writeln!(output, "info string error {error}")?,
        }
        output.flush()?;
    }
}

/// What a line is answered with.
enum Answer {
    Lines(Vec<String>),
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
}

impl<P: Position> Session<P> {
    fn new() -> Session<P> {
        let players = *P::PLAYERS.start();
        Session { players, position: start(players) }
    }

    fn answer(&mut self, line: &str) -> Result<Answer, Error> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] | ["stop"] => Ok(Answer::NOTHING),
            ["ugi"] => Ok(Answer::Lines(Session::<P>::introduction())),
            ["isready"] => Ok(Answer::line("readyok")),
            ["uginewgame"] => {
                self.position = start(self.players);
                Ok(Answer::NOTHING)
            }
            ["setoption", "name", "players", "value", number] => self.set_players(number),
            ["setoption", ..] => {
                Err(Error("the only option is players: setoption name players value N".to_owned()))
            }
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
            ["go", ..] => Err(Error("there is no search, only go perft N".to_owned())),
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
            "ugiok".to_owned(),
        ]
    }

    fn set_players(&mut self, number: &str) -> Result<Answer, Error> {
        let players = number.parse().ok().filter(|players| P::PLAYERS.contains(players));
        self.players = players.ok_or_else(|| {
            let (least, most) = P::PLAYERS.into_inner();
            Error(format!("the number of players is {least} to {most}, not {number}"))
        })?;
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
        if depth == 0 {
            return Ok(vec!["nodes 1".to_owned()]);
        }
        let mut lines = Vec::new();
        let mut nodes = 0;
        for mv in self.position.legal_moves() {
            let played = self.position.play(mv).map_err(|refusal| Error(format!("{mv}: {refusal}")))?;
            let count = played.position.perft(depth - 1);
            nodes += count;
            lines.push(format!("{mv}: {count}"));
        }
        lines.push(format!("nodes {nodes}"));
        Ok(lines)
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

/// The first position for a number of players that the game allows.
fn start<P: Position>(players: u8) -> P {
    P::start(players).expect("the number of players is one the game allows")
}

#[cfg(test)]
mod tests;
