//! Axiom: its words and its picture.

mod typed;
mod words;

use axiom::{Cell, Event, Move, Position, Reason, Refusal};
use game::{Leaving, Position as _, Seat};
use render::{AxiomScene, Scene, Target};

use super::face::{Face, Length};
use super::{Ply, RESIGNS, TIME};
use crate::GameKind;
use crate::phrase::Phrase;

pub(crate) use words::PHRASES;

impl Face for Position {
    const KIND: GameKind = GameKind::Axiom;
    /// First the piece, then the cell, then how it is turned.
    const OPENS_IN_PLACE: bool = false;

    fn reason(reason: Reason) -> &'static str {
        match reason {
            Reason::Contact => "contact",
            Reason::OwnPair => "own-pair",
            Reason::NoMoves => "no-moves",
            Reason::Repetition => "repetition",
            Reason::Agreement => "agreement",
            Reason::Resigned => "resigned",
            Reason::Time => "time",
        }
    }

    fn choice_words(&self, mv: Move) -> Phrase {
        words::choice(self, mv)
    }

    fn warning(&self, mv: Move) -> Option<Phrase> {
        self.joins_own_pair(mv).then(|| Phrase::new("axiom-warning-own-pair"))
    }

    fn weight(&self, mv: Move) -> u8 {
        words::weight(self, mv)
    }

    fn ply_words(&self, mv: Move) -> Phrase {
        words::ply(mv)
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
        matches!(refusal, Refusal::Syntax { .. })
    }

    /// A move of Axiom names its piece, so no two are meant by one text.
    fn candidates(_: &Refusal) -> Vec<Move> {
        Vec::new()
    }

    fn scene(&self, last: Option<Move>, selected: Option<&str>) -> Scene {
        let chosen = selected.and_then(|prefix| typed::piece(&Self::key(prefix.trim_end_matches('…'))));
        let legal = if chosen.is_some() { self.legal_moves() } else { Vec::new() };
        let mut targets: Vec<Target> =
            legal.into_iter().filter(|mv| chosen == Some(piece(*mv))).map(target).collect();
        targets.sort_unstable();
        targets.dedup();
        Scene::Axiom(AxiomScene {
            last,
            selected: chosen.map(|(_, cell)| cell).filter(|cell| self.cube(*cell).is_some()),
            targets,
            ..AxiomScene::of(self)
        })
    }

    fn advice(&self, mv: Move) -> Scene {
        let (_, from) = piece(mv);
        Scene::Axiom(AxiomScene { selected: Some(from), targets: vec![target(mv)], ..AxiomScene::of(self) })
    }

    /// In letters as in words: the words are few.
    fn description(&self, move_number: u32, last: Option<&Ply>, _: Length, broken_off: bool) -> Phrase {
        words::description(self, move_number, last, broken_off)
    }

    /// Numbered by round as XIMA's records are: `1. C(0,0,2)C(0,1,3)z- S(1,1,2)S(1,1,2)y+ 2. resigns`. Who leaves out of
    /// turn is named: `resigns(w)`, `time(b)`; a `draw` is both players'.
    fn record_text(&self, plies: &[(Seat, &str)]) -> String {
        let mut turn = self.turn();
        let mut round = 0;
        let mut record = Vec::new();
        for (seat, text) in plies {
            if record.is_empty() || turn == Seat::FIRST {
                round += 1;
                record.push(format!("{round}."));
            }
            record.push(match *text {
                RESIGNS | TIME if *seat != turn => format!("{text}({})", &words::slug(*seat)[..1]),
                _ => (*text).to_owned(),
            });
            turn = Seat::ALL[1 - turn.index()];
        }
        record.join(" ")
    }

    fn tidy(typed: &str) -> String {
        typed::tidy(typed)
    }

    fn key(text: &str) -> String {
        typed::key(text)
    }

    fn plain(key: &str) -> String {
        typed::plain(key)
    }

    fn hints(key: &str, mv: &str) -> bool {
        typed::hints(key, mv)
    }

    fn part(rest: &str) -> usize {
        typed::part(rest)
    }

    fn group_words(prefix: &str, moves: usize) -> Phrase {
        words::group(prefix, moves)
    }
}

/// The letter and the cell of the piece that moves.
fn piece(mv: Move) -> (char, Cell) {
    match mv {
        Move::Cube { from, .. } => (typed::CUBE, from),
        Move::Sceptre { from, .. } => (typed::SCEPTRE, from),
    }
}

/// Where a move ends, as the picture marks it.
fn target(mv: Move) -> Target {
    match mv {
        Move::Cube { to, .. } => Target::Cell(to),
        Move::Sceptre { to, face, .. } => Target::Face(to, face),
    }
}
