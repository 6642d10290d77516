//! A hosted game: rules behind one object-safe face, written once for every [`game::Position`].
//!
//! [`HostedGame`] is what the use cases hold. Behind it is a [`Table`]: a position and the record of how it got there.
//! What only one game knows (its words, its picture) is its [`Face`], in a file of its own below.

mod axiom;
mod face;
mod offer;
mod table;
mod xima;

use std::fmt;

use ::game::{Leaving, Outcome, Seat};
use render::{Look, Scene, Theme, View};
use search::{Level, Limits, Score};

use crate::{GameKind, Phrase};
use face::Face;
use table::Table;

pub(crate) use axiom::PHRASES as AXIOM_PHRASES;
pub(crate) use xima::PHRASES as XIMA_PHRASES;

/// A game as the use cases hold it: its kind, its position and the record of how it got there.
#[derive(Debug)]
pub struct HostedGame(Box<dyn Hosted>);

/// A legal move as it is offered to people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The long form: the value of the choice and the text that is stored.
    pub long: String,
    /// The short form.
    pub short: String,
    /// "K12 → G12, onto blue".
    pub words: Phrase,
    /// What to ask before it is played, of a move that loses at once by itself.
    pub warning: Option<Phrase>,
    /// How much it stands out among the others: 0 unless it wins or captures, more the more it does.
    pub weight: u8,
}

/// What a search found: a legal move, and what the position is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The long form of the move.
    pub mv: String,
    /// What the position is worth to the player to move.
    pub score: Score,
}

/// One entry of the record, with what happened by itself after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// Who moved, resigned, lost on time or agreed to a draw.
    pub seat: Seat,
    /// Notation: the short form, `resigns`, `time` or `draw`.
    pub short: String,
    /// What is stored: the long form, `resigns`, `time` or `draw`.
    pub text: String,
    /// "moved K12 → G12", without the mover.
    pub words: Phrase,
    /// Captures, a rescue, added material, passed turns, players put out: one sentence each, in order.
    pub events: Vec<Phrase>,
    /// Who moves after it; `None` when it ended the game.
    pub next: Option<Seat>,
    /// Whether a turn begins with it, of which `next` is to be told; not when someone left out of turn and the turn goes on.
    pub begins_turn: bool,
}

/// How a picture is to be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Viewing {
    /// From whose side; the first seat for public pictures.
    pub from: Seat,
    /// Plan or 3d.
    pub view: View,
    /// Dark or light.
    pub theme: Theme,
    /// Whether legal targets of the piece named here (long-form prefix, such as `K12`) are shown.
    pub selected: Option<String>,
    /// A legal move that is advised: it is marked in place of the last move and of `selected`.
    pub advised: Option<String>,
}

/// An entry of the autocomplete list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Offer {
    /// One legal move.
    Move(Choice),
    /// Several moves whose long forms begin alike.
    Group {
        /// The common prefix with an ellipsis, `K12…`: what is submitted. (Without the ellipsis `K12` is a move to K12.) Of
        /// moves between two prefixes both, `C(0,0,2)C(-3,0,1)…C(-2,0,1)…`.
        prefix: String,
        /// "K12…: from K12, 4 moves".
        words: Phrase,
        /// The number of moves behind it.
        moves: usize,
    },
}

/// A stored record that its own rules refuse.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("ply {ply} of the record, {text:?}, does not follow from the plies before it")]
pub struct BrokenRecord {
    /// The 0-based ply.
    pub ply: usize,
    /// What is stored there.
    pub text: String,
}

/// What is stored for a resignation.
pub(crate) const RESIGNS: &str = "resigns";
/// What is stored for a loss on time.
pub(crate) const TIME: &str = "time";
/// What is stored for a draw that was agreed on.
pub(crate) const DRAW: &str = "draw";

impl HostedGame {
    /// A new game, or `None` when the kind is not played by so many.
    pub fn start(kind: GameKind, players: u8) -> Option<HostedGame> {
        match kind {
            GameKind::Xima => ::game::Position::start(players).map(host::<::xima::Position>),
            GameKind::Axiom => ::game::Position::start(players).map(host::<::axiom::Position>),
        }
    }

    /// A game that begins from a position text, with an empty record.
    ///
    /// # Errors
    /// Why the text is refused, in English: position texts are for developers and tests.
    pub fn from_text(kind: GameKind, text: &str) -> Result<HostedGame, String> {
        match kind {
            GameKind::Xima => <::xima::Position as ::game::Position>::from_text(text)
                .map(host)
                .map_err(|error| error.to_string()),
            GameKind::Axiom => <::axiom::Position as ::game::Position>::from_text(text)
                .map(host)
                .map_err(|error| error.to_string()),
        }
    }

    /// The game after a record of stored texts (long forms, `resigns`, `time`, `draw`).
    ///
    /// # Errors
    /// Names the ply that does not follow from the ones before: the stored record is damaged.
    pub fn replay<'a>(
        kind: GameKind,
        players: u8,
        record: impl IntoIterator<Item = (Seat, &'a str)>,
    ) -> Result<HostedGame, BrokenRecord> {
        let mut game = HostedGame::start(kind, players)
            .ok_or_else(|| BrokenRecord { ply: 0, text: format!("{kind} for {players}") })?;
        for (ply, (seat, text)) in record.into_iter().enumerate() {
            let follows = match text {
                RESIGNS => game.leave(seat, Leaving::Resigned).is_some(),
                TIME => game.leave(seat, Leaving::Time).is_some(),
                DRAW => game.agree(seat).is_some(),
                // Only the long form is stored; anything else that can be read would be a change by another hand.
                _ => game.turn() == Some(seat) && game.play(text).is_ok_and(|ply| ply.text == text),
            };
            if !follows {
                return Err(BrokenRecord { ply, text: text.to_owned() });
            }
        }
        Ok(game)
    }

    /// The kind of game.
    pub fn kind(&self) -> GameKind {
        self.0.kind()
    }

    /// The number of seats the game began with.
    pub fn players(&self) -> u8 {
        self.0.players()
    }

    /// The number of entries of the record.
    pub fn ply(&self) -> u32 {
        u32::try_from(self.record().len()).unwrap_or(u32::MAX)
    }

    /// The number of moves of the record: who resigned, ran out of time or agreed to a draw made none with it.
    pub fn moves(&self) -> usize {
        self.record().iter().filter(|ply| ply.is_move()).count()
    }

    /// Ends the game without a result: nobody is to move any more. The record stays as it is.
    pub fn break_off(&mut self) {
        self.0.break_off();
    }

    /// The seat to move, or `None` when the game is over.
    pub fn turn(&self) -> Option<Seat> {
        self.0.turn()
    }

    /// Whether a seat still plays.
    pub fn is_active(&self, seat: Seat) -> bool {
        self.0.is_active(seat)
    }

    /// The result, and the reason in the words of the rules page: of XIMA `summit`, `smothered` or `no-resources`, of Axiom
    /// `contact`, `own-pair`, `no-moves`, `repetition` or `agreement`, of both `resigned` or `time`.
    pub fn outcome(&self) -> Option<(Outcome, &'static str)> {
        self.0.outcome()
    }

    /// Every legal move, sorted by long form.
    pub fn choices(&self) -> Vec<Choice> {
        self.0.choices()
    }

    /// Reads what a person typed, in any notation form, case and blanks ignored.
    ///
    /// # Errors
    /// Why it names no legal move, with the square and, where there is one, the nearest legal alternative.
    pub fn read(&self, text: &str) -> Result<Choice, Phrase> {
        self.0.read(text)
    }

    /// Plays a move given in any notation form. The record grows by one.
    ///
    /// # Errors
    /// As [`HostedGame::read`]; the game is unchanged.
    pub fn play(&mut self, text: &str) -> Result<&Ply, Phrase> {
        self.0.play(text)
    }

    /// Takes a seat out; `None` when it has left already or the game is over.
    pub fn leave(&mut self, seat: Seat, leaving: Leaving) -> Option<&Ply> {
        self.0.leave(seat, leaving)
    }

    /// Whether the players may agree on a draw now: the game goes on, and its rules know such a draw.
    pub fn can_be_drawn(&self) -> bool {
        self.0.can_be_drawn()
    }

    /// Ends the game as a draw to which `seat` agrees, the other having offered it; `None` when that cannot be.
    pub fn agree(&mut self, seat: Seat) -> Option<&Ply> {
        self.0.agree(seat)
    }

    /// The record so far.
    pub fn record(&self) -> &[Ply] {
        self.0.record()
    }

    /// The record as text, numbered by round.
    pub fn record_text(&self) -> String {
        self.0.record_text()
    }

    /// The position text.
    pub fn position_text(&self) -> String {
        self.0.position_text()
    }

    /// What to draw.
    pub fn scene(&self, viewing: &Viewing) -> Scene {
        self.0.scene(viewing.selected.as_deref(), viewing.advised.as_deref())
    }

    /// The picture in words (`xima-alt`, `axiom-alt`): game, move number, who moves, the last move, all pieces. The position
    /// can be rebuilt from it. Its arguments are phrases, so that the reader's language is used throughout.
    pub fn description(&self) -> Phrase {
        self.0.description(face::Length::Words)
    }

    /// The same in letters (`xima-alt-short`), for a description that would exceed 1,024 characters in the reader's language.
    pub fn short_description(&self) -> Phrase {
        self.0.description(face::Length::Letters)
    }

    /// Groups of legal moves for autocomplete, for what was typed so far; see [`Offer`]. Values and names are unique.
    /// At most `limit` entries, which must be 20 or more: then every legal move can be reached by typing on or by
    /// submitting a group.
    pub fn offers(&self, typed: &str, limit: usize) -> Vec<Offer> {
        offer::offers(&*self.0, typed, limit)
    }

    /// The move that the computer of a level chooses, or `None` when the game is over. It may take long: the limits end it.
    /// With a limit of nodes or depth alone the same seed leads to the same move.
    pub fn think(&self, limits: &Limits<'_>, level: Level, seed: u64) -> Option<Thought> {
        self.turn().and_then(|_| self.0.think(limits, level, seed))
    }

    /// The game as it stood before each entry of the record and at its end, one more than there are entries, each with an
    /// empty record. In a game that was broken off somebody is to move at the end all the same.
    pub fn stages(&self) -> Vec<HostedGame> {
        self.0.stages().into_iter().map(HostedGame).collect()
    }

    /// What the search thinks of the position at full strength, or `None` when the game is over. What it finds out is kept in
    /// `memory`, for other positions of the same game too. It may take long: the limits end it.
    pub fn judge(&self, limits: &Limits<'_>, memory: &search::Table) -> Option<Thought> {
        self.turn().and_then(|_| self.0.judge(limits, memory))
    }

    /// What begins with a text that names no single move: a group of [`HostedGame::offers`] that was submitted, a move
    /// typed by half, or one that several blocks can make. In normal form, with at most `limit` entries as for
    /// [`HostedGame::offers`]; `None` when nothing begins so, or the text is a whole move, legal or refused.
    pub fn several(&self, text: &str, limit: usize) -> Option<(String, Vec<Offer>)> {
        offer::several(&*self.0, text, limit)
    }
}

impl Ply {
    /// Whether it is a move, not a resignation, a loss on time or an agreement.
    pub fn is_move(&self) -> bool {
        !matches!(self.text.as_str(), RESIGNS | TIME | DRAW)
    }

    /// Whether the time ran out: nobody did it.
    pub fn is_by_time(&self) -> bool {
        self.text == TIME
    }
}

impl Clone for HostedGame {
    fn clone(&self) -> HostedGame {
        HostedGame(self.0.boxed())
    }
}

impl Viewing {
    /// The board seen from a seat as a dark plan, nothing selected or advised.
    pub fn plan(from: Seat) -> Viewing {
        Viewing { from, view: View::Plan, theme: Theme::Dark, selected: None, advised: None }
    }

    /// What the renderer is told beside the scene.
    pub fn look(&self, width: u32) -> Look {
        Look { theme: self.theme, view: self.view, from: self.from, width }
    }
}

impl Offer {
    /// What is submitted when the offer is chosen.
    pub fn value(&self) -> &str {
        match self {
            Offer::Move(choice) => &choice.long,
            Offer::Group { prefix, .. } => prefix,
        }
    }
}

/// The object-safe face of a set of rules; written once, for every [`Table`].
trait Hosted: fmt::Debug + Send + Sync {
    fn boxed(&self) -> Box<dyn Hosted>;
    fn kind(&self) -> GameKind;
    fn players(&self) -> u8;
    fn turn(&self) -> Option<Seat>;
    fn break_off(&mut self);
    fn is_active(&self, seat: Seat) -> bool;
    fn outcome(&self) -> Option<(Outcome, &'static str)>;
    fn choices(&self) -> Vec<Choice>;
    fn read(&self, text: &str) -> Result<Choice, Phrase>;
    fn play(&mut self, text: &str) -> Result<&Ply, Phrase>;
    fn leave(&mut self, seat: Seat, leaving: Leaving) -> Option<&Ply>;
    fn can_be_drawn(&self) -> bool;
    fn agree(&mut self, seat: Seat) -> Option<&Ply>;
    fn record(&self) -> &[Ply];
    fn record_text(&self) -> String;
    fn position_text(&self) -> String;
    fn scene(&self, selected: Option<&str>, advised: Option<&str>) -> Scene;
    fn description(&self, length: face::Length) -> Phrase;
    fn think(&self, limits: &Limits<'_>, level: Level, seed: u64) -> Option<Thought>;
    fn stages(&self) -> Vec<Box<dyn Hosted>>;
    fn judge(&self, limits: &Limits<'_>, memory: &search::Table) -> Option<Thought>;

    /// A text as long and short forms are compared.
    fn key(&self, text: &str) -> String;
    /// A key without the signs that people leave out.
    fn plain(&self, key: &str) -> String;
    /// Whether a typed key hints at the move with this key of a long form.
    fn hints(&self, key: &str, mv: &str) -> bool;
    /// The length of the part of a long form with which this rest of it begins.
    fn part(&self, rest: &str) -> usize;
    /// Whether groups are opened in place as long as a list has room.
    fn opens_in_place(&self) -> bool;
    /// A group in words.
    fn group(&self, prefix: &str, moves: usize) -> Phrase;
    /// What a text could mean if it is no whole move, or one that fits several.
    fn possible(&self, text: &str) -> Possible;
}

/// What a text could mean beside one legal move.
enum Possible {
    /// It is a whole move, legal or refused.
    Nothing,
    /// It may be the beginning of something.
    Beginning,
    /// Just these moves.
    These(Vec<Choice>),
}

fn host<P: Face>(position: P) -> HostedGame {
    HostedGame(Box::new(Table::new(position)))
}
