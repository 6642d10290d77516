//! Game records (§6): the moves of a game in short form, numbered by round.
//!
//! `1. -B1 -J1 2. J1 -B1 …`: a passed turn is `--`, a resignation `resigns`, a loss on time `time`, both of the player
//! to move. A player who leaves out of turn is named by the colour's letter: `resigns(b)`, `time(b)`.

use std::fmt;

use game::{Leaving, Played, Position as _, Seat};

use crate::{Colour, Event, Move, Position, Refusal};

/// A game from its first position on. `Display` writes the record; [`Record::read`] is its inverse.
#[derive(Clone, Debug)]
pub struct Record {
    start: Position,
    position: Position,
    entries: Vec<Entry>,
}

/// One thing that a record tells.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Entry {
    act: Act,
    /// Whose turn it was.
    turn: Seat,
    /// As the record writes it.
    text: String,
}

/// What was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// The player to move made a move.
    Move(Move),
    /// The turn of the player to move was passed over (§4.5). It follows from the move before.
    Passed,
    /// A player left the game, the one to move or another.
    Left(Seat, Leaving),
}

/// Why a text is no record of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordError {
    /// A move of the record is refused.
    Refused {
        /// As the record writes it.
        text: String,
        /// How many moves, passed turns and leavings came before it.
        ply: usize,
        /// Why.
        refusal: Refusal,
    },
    /// A round is numbered other than it must be, or the number stands in the midst of a round.
    Round {
        /// As the record writes it.
        text: String,
        /// How many moves, passed turns and leavings came before it.
        ply: usize,
    },
    /// A passed turn is not told where one was passed over, or told where none was.
    Pass {
        /// How many moves, passed turns and leavings came before it.
        ply: usize,
    },
    /// A player leaves who has left already, or the game is over.
    Leaving {
        /// As the record writes it.
        text: String,
        /// How many moves, passed turns and leavings came before it.
        ply: usize,
    },
}

impl Record {
    /// An empty record of a game that begins with this position.
    pub fn new(start: Position) -> Record {
        Record { position: start.clone(), start, entries: Vec::new() }
    }

    /// Reads a record of a game that begins with this position. Round numbers may be left out, but not be wrong.
    ///
    /// # Errors
    /// The first thing in the text that does not follow from what comes before it.
    pub fn read(start: Position, text: &str) -> Result<Record, RecordError> {
        let mut record = Record::new(start);
        // Passed turns that the last move brought about and that the text has yet to tell.
        let mut told = 0;
        for text in text.split_whitespace() {
            let ply = told;
            let due = record.entries.get(told).is_some_and(|entry| entry.act == Act::Passed);
            if let Some(number) = text.strip_suffix('.') {
                let round = record.rounds().nth(told).unwrap_or_else(|| record.next_round());
                if !round.begins || number != round.number.to_string() {
                    return Err(RecordError::Round { text: text.to_owned(), ply });
                }
                continue;
            }
            if is_pass(text) != due {
                return Err(RecordError::Pass { ply });
            }
            if due {
                told += 1;
                continue;
            }
            if let Some((seat, leaving)) = read_leaving(text, record.position.turn()) {
                let left = record.leave(seat, leaving).map(|_| ());
                left.ok_or_else(|| RecordError::Leaving { text: text.to_owned(), ply })?;
            } else {
                let refused = |refusal| RecordError::Refused { text: text.to_owned(), ply, refusal };
                let mv = record.position.read_move(text).map_err(refused)?;
                record.play(mv).map_err(refused)?;
            }
            told += 1;
        }
        if told == record.entries.len() { Ok(record) } else { Err(RecordError::Pass { ply: told }) }
    }

    /// The position with which the game began.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position after all that is recorded.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What was done, in order.
    pub fn acts(&self) -> impl ExactSizeIterator<Item = Act> {
        self.entries.iter().map(|entry| entry.act)
    }

    /// Plays and records a move. Turns that are passed over after it are recorded too.
    ///
    /// # Errors
    /// The refusal when the move is not legal; the record is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<Vec<Event>, Refusal> {
        let played = self.position.play(mv)?;
        let text = self.position.short_form(mv);
        Ok(self.add(Act::Move(mv), text, played))
    }

    /// Takes a seat out of the game and records it. `None` when the game is over or the seat has left already.
    pub fn leave(&mut self, seat: Seat, leaving: Leaving) -> Option<Vec<Event>> {
        let played = self.position.leave(seat, leaving)?;
        let word = word(leaving);
        let text = if seat == self.position.turn() {
            word.to_owned()
        } else {
            format!("{word}({})", Colour::of(seat).letter())
        };
        Some(self.add(Act::Left(seat, leaving), text, played))
    }

    fn add(&mut self, act: Act, text: String, played: Played<Position>) -> Vec<Event> {
        self.entries.push(Entry { act, turn: self.position.turn(), text });
        for event in &played.events {
            if let Event::Passed(turn) = *event {
                self.entries.push(Entry { act: Act::Passed, turn, text: "--".to_owned() });
            }
        }
        self.position = played.position;
        played.events
    }

    /// The round of each entry.
    fn rounds(&self) -> impl Iterator<Item = Round> {
        self.entries
            .iter()
            .scan(Rounds::default(), |rounds, entry| Some(rounds.of(entry.turn, !entry.is_aside())))
    }

    /// The round of what would be recorded next.
    fn next_round(&self) -> Round {
        let mut rounds = Rounds::default();
        for entry in &self.entries {
            rounds.of(entry.turn, !entry.is_aside());
        }
        rounds.of(self.position.turn(), true)
    }
}

/// A round, counted by full cycles of the seats that are still active: it begins when the turn comes to a seat that is
/// not after the last one in turn order.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Round {
    number: usize,
    /// Whether the entry is the first of its round.
    begins: bool,
}

/// Counts rounds.
#[derive(Default)]
struct Rounds {
    number: usize,
    last: Option<Seat>,
}

impl Rounds {
    /// The round of an entry; one that takes no turn belongs to the round that goes on.
    fn of(&mut self, turn: Seat, takes_turn: bool) -> Round {
        if !takes_turn {
            return Round { number: self.number, begins: false };
        }
        let begins = self.last.is_none_or(|last| turn <= last);
        self.number += usize::from(begins);
        self.last = Some(turn);
        Round { number: self.number, begins }
    }
}

impl Entry {
    /// Whether a player left out of turn.
    fn is_aside(&self) -> bool {
        matches!(self.act, Act::Left(seat, _) if seat != self.turn)
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (entry, round)) in self.entries.iter().zip(self.rounds()).enumerate() {
            f.write_str(if index > 0 { " " } else { "" })?;
            if round.begins {
                write!(f, "{}. ", round.number)?;
            }
            f.write_str(&entry.text)?;
        }
        Ok(())
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Refused { text, ply, refusal } => write!(f, "ply {ply}, {text:?}: {refusal}"),
            RecordError::Round { text, ply } => write!(f, "ply {ply}: round number {text:?} is wrong here"),
            RecordError::Pass { ply } => {
                write!(f, "ply {ply}: turns are passed over when nobody can help it, and only then")
            }
            RecordError::Leaving { text, ply } => write!(f, "ply {ply}, {text:?}: nobody is there to leave"),
        }
    }
}

impl std::error::Error for RecordError {}

const fn word(leaving: Leaving) -> &'static str {
    match leaving {
        Leaving::Resigned => "resigns",
        Leaving::Time => "time",
    }
}

/// Whether the text is a passed turn, `--` or one long dash (§6).
fn is_pass(text: &str) -> bool {
    let mut dashes = text.chars();
    text == "—"
        || (dashes.by_ref().take(2).filter(|dash| "-–−".contains(*dash)).count() == 2
            && dashes.next().is_none())
}

/// Who leaves and how: `resigns`, `time`, or either with the colour of a player who is not to move.
fn read_leaving(text: &str, turn: Seat) -> Option<(Seat, Leaving)> {
    [Leaving::Resigned, Leaving::Time].into_iter().find_map(|leaving| {
        let who = text.strip_prefix(word(leaving))?;
        if who.is_empty() {
            return Some((turn, leaving));
        }
        Colour::ALL
            .into_iter()
            .find(|colour| who == format!("({})", colour.letter()))
            .map(|colour| (colour.seat(), leaving))
    })
}

#[cfg(test)]
mod tests;
