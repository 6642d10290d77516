//! XIMA: its words and its picture.

mod words;

use game::{Leaving, Position as _, Seat};
use render::{Scene, XimaScene};
use xima::record::Record;
use xima::{Block, Cause, Colour, Event, Kind, Move, Position, Reason, Refusal, Square};

use super::face::{Face, Length};
use super::{Ply, RESIGNS, TIME};
use crate::GameKind;
use crate::phrase::{Argument, Phrase};

pub(crate) use words::PHRASES;

impl Face for Position {
    const KIND: GameKind = GameKind::Xima;
    const OPENS_IN_PLACE: bool = true;

    fn reason(reason: Reason) -> &'static str {
        match reason {
            Reason::Summit => "summit",
            Reason::Smothered => "smothered",
            Reason::NoResources => "no-resources",
            Reason::Resigned => "resigned",
            Reason::Time => "time",
        }
    }

    fn choice_words(&self, mv: Move) -> Phrase {
        words::choice(self, mv)
    }

    fn ply_words(&self, mv: Move) -> Phrase {
        words::ply(self, mv)
    }

    fn leaving_words(leaving: Leaving) -> Phrase {
        words::leaving(leaving)
    }

    fn event(event: &Event) -> Phrase {
        words::event(event)
    }

    fn refusal(&self, refusal: &Refusal, typed: &str) -> Phrase {
        words::refusal(self, refusal, typed)
    }

    fn is_incomplete(refusal: &Refusal) -> bool {
        matches!(refusal.cause, Cause::Syntax { .. })
    }

    fn candidates(refusal: &Refusal) -> Vec<Move> {
        match &refusal.cause {
            Cause::Ambiguous { candidates } => candidates.clone(),
            _ => Vec::new(),
        }
    }

    fn scene(&self, last: Option<Move>, selected: Option<&str>) -> Scene {
        let chosen = selected.and_then(Chosen::read);
        let legal = if chosen.is_some() { self.legal_moves() } else { Vec::new() };
        let mut targets: Vec<Square> = match chosen {
            Some(chosen) => legal.into_iter().filter(|mv| chosen.makes(*mv)).map(Move::to).collect(),
            None => Vec::new(),
        };
        targets.sort_unstable();
        targets.dedup();
        Scene::Xima(XimaScene {
            last,
            selected: chosen.and_then(|chosen| chosen.square(self)),
            targets,
            ..XimaScene::of(self)
        })
    }

    fn advice(&self, mv: Move) -> Scene {
        Scene::Xima(XimaScene {
            last: Some(mv),
            selected: mv.from(),
            targets: vec![mv.to()],
            ..XimaScene::of(self)
        })
    }

    fn weight(&self, mv: Move) -> u8 {
        words::weight(self, mv)
    }

    fn description(&self, move_number: u32, last: Option<&Ply>, length: Length, broken_off: bool) -> Phrase {
        words::description(self, move_number, last, length, broken_off)
    }

    fn record_text(&self, plies: &[(Seat, &str)]) -> String {
        let mut record = Record::new(self.clone());
        for (seat, text) in plies {
            match *text {
                RESIGNS => drop(record.leave(*seat, Leaving::Resigned)),
                TIME => drop(record.leave(*seat, Leaving::Time)),
                _ => {
                    let mv =
                        record.position().read_move(text).expect("the plies were played from this position");
                    drop(record.play(mv).expect("a move that was read is legal"));
                }
            }
        }
        record.to_string()
    }

    /// Beside the forms of §6 an arrow or a dash between two squares is read: `K12 → G12`, `K12-G12`.
    fn tidy(typed: &str) -> String {
        let mut tidy = String::with_capacity(typed.len());
        let mut signs = String::new();
        for character in typed.chars().filter(|character| !character.is_whitespace()) {
            match character {
                '–' | '−' | '-' => signs.push('-'),
                '→' | '>' => signs.push('>'),
                _ => {
                    let between =
                        tidy.ends_with(|last: char| last.is_ascii_digit()) && character.is_ascii_alphabetic();
                    if !(between && matches!(signs.as_str(), "-" | ">" | "->")) {
                        tidy.push_str(&signs);
                    }
                    signs.clear();
                    tidy.extend(character.to_uppercase());
                }
            }
        }
        tidy + &signs
    }

    fn key(text: &str) -> String {
        // No column of the board is called X: it is the sign of a capture, optional on input.
        Self::tidy(text).replace('X', "")
    }

    fn plain(key: &str) -> String {
        key.trim_start_matches(['-', '=']).to_owned()
    }

    /// Without a sign, where it ends.
    fn hints(key: &str, mv: &str) -> bool {
        let end = mv.rfind(|character: char| character.is_ascii_alphabetic()).map_or("", |at| &mv[at..]);
        Self::plain(key) == key && end.starts_with(key)
    }

    /// A sign, a column or a row.
    fn part(rest: &str) -> usize {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 { digits } else { rest.chars().next().map_or(0, char::len_utf8) }
    }

    fn group_words(prefix: &str, moves: usize) -> Phrase {
        words::group(prefix, moves)
    }
}

/// A block that someone is about to move.
#[derive(Clone, Copy)]
enum Chosen {
    /// A common block from the reserve: `-`.
    Entering,
    /// The special, wherever it is: `=`.
    Special,
    /// The block on a square: `K12`.
    On(Square),
}

impl Chosen {
    /// Reads the beginning of a long form, with or without the sign of a group of moves.
    fn read(prefix: &str) -> Option<Chosen> {
        match <Position as Face>::key(prefix.trim_end_matches('…')).as_str() {
            "-" => Some(Chosen::Entering),
            "=" => Some(Chosen::Special),
            square => square.trim_start_matches('=').parse().ok().map(Chosen::On),
        }
    }

    fn makes(self, mv: Move) -> bool {
        match self {
            Chosen::Entering => mv.is_entry() && mv.kind() == Kind::Common,
            Chosen::Special => mv.kind() == Kind::Special,
            Chosen::On(square) => mv.from() == Some(square),
        }
    }

    /// Where it stands.
    fn square(self, position: &Position) -> Option<Square> {
        match self {
            Chosen::Entering => None,
            Chosen::Special => position.special(position.turn()),
            Chosen::On(square) => Some(square),
        }
    }
}

/// The columns of blocks, by square.
fn columns(position: &Position) -> impl Iterator<Item = (Square, &[Block])> {
    Square::all().map(|square| (square, position.column(square))).filter(|(_, column)| !column.is_empty())
}

/// A colour as Fluent selects on it.
const fn slug(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "red",
        Colour::Blue => "blue",
        Colour::Yellow => "yellow",
        Colour::Green => "green",
    }
}

fn colour(colour: Colour) -> Phrase {
    Phrase::new("xima-colour").with("colour", slug(colour))
}

fn sequence(phrases: Vec<Phrase>) -> Argument {
    Argument::Sequence(phrases)
}
