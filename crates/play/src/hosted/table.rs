//! A position with its record: the one implementation of [`Hosted`].

use game::{Leaving, Outcome, Played, Seat};
use render::Scene;
use search::{Level, Limits};

use super::face::{Face, Length};
use super::{Choice, DRAW, Hosted, Ply, Possible, RESIGNS, TIME, Thought};
use crate::{GameKind, Phrase};

/// What one search may remember, in megabytes.
const MEMORY: usize = 16;
/// Among equally good moves an analysis names the same one each time.
const JUDGING_SEED: u64 = 0;

/// A running or finished game of one kind.
#[derive(Clone, Debug)]
pub(super) struct Table<P: Face> {
    start: P,
    position: P,
    record: Vec<Ply>,
    /// The last move that was played; what led to a resignation stays on the picture.
    last: Option<P::Move>,
    /// Whether it was ended without a result.
    broken_off: bool,
}

impl<P: Face> Table<P> {
    pub(super) fn new(position: P) -> Table<P> {
        Table { start: position.clone(), position, record: Vec::new(), last: None, broken_off: false }
    }

    fn choice(&self, mv: P::Move) -> Choice {
        Choice {
            long: mv.to_string(),
            short: self.position.short_form(mv),
            words: self.position.choice_words(mv),
            warning: self.position.warning(mv),
            weight: self.position.weight(mv),
        }
    }

    fn read_move(&self, text: &str) -> Result<P::Move, Phrase> {
        self.position.read_move(&P::tidy(text)).map_err(|refusal| self.position.refusal(&refusal, text))
    }

    fn enter(&mut self, seat: Seat, short: String, text: String, words: Phrase, played: Played<P>) -> &Ply {
        let before = self.position.turn();
        self.position = played.position;
        let events = played.events.iter().map(P::event).collect();
        let next = Hosted::turn(self);
        let begins_turn = next.is_some() && (seat == before || next != Some(before));
        self.record.push(Ply { seat, short, text, words, events, next, begins_turn });
        self.record.last().expect("a ply was pushed")
    }
}

impl<P: Face> Hosted for Table<P> {
    fn boxed(&self) -> Box<dyn Hosted> {
        Box::new(self.clone())
    }

    fn kind(&self) -> GameKind {
        P::KIND
    }

    fn players(&self) -> u8 {
        self.position.players()
    }

    fn turn(&self) -> Option<Seat> {
        (self.position.outcome().is_none() && !self.broken_off).then(|| self.position.turn())
    }

    fn break_off(&mut self) {
        self.broken_off = true;
    }

    fn is_active(&self, seat: Seat) -> bool {
        self.position.is_active(seat)
    }

    fn outcome(&self) -> Option<(Outcome, &'static str)> {
        self.position.outcome().map(|(outcome, reason)| (outcome, P::reason(reason)))
    }

    fn choices(&self) -> Vec<Choice> {
        self.position.legal_moves().into_iter().map(|mv| self.choice(mv)).collect()
    }

    fn read(&self, text: &str) -> Result<Choice, Phrase> {
        self.read_move(text).map(|mv| self.choice(mv))
    }

    fn play(&mut self, text: &str) -> Result<&Ply, Phrase> {
        let mv = self.read_move(text)?;
        let seat = self.position.turn();
        let short = self.position.short_form(mv);
        let words = self.position.ply_words(mv);
        let played = self.position.play(mv).map_err(|refusal| self.position.refusal(&refusal, text))?;
        self.last = Some(mv);
        Ok(self.enter(seat, short, mv.to_string(), words, played))
    }

    fn leave(&mut self, seat: Seat, leaving: Leaving) -> Option<&Ply> {
        let played = self.position.leave(seat, leaving)?;
        let text = match leaving {
            Leaving::Resigned => RESIGNS,
            Leaving::Time => TIME,
        };
        Some(self.enter(seat, text.to_owned(), text.to_owned(), P::leaving_words(leaving), played))
    }

    fn can_be_drawn(&self) -> bool {
        self.position.agree().is_some()
    }

    fn agree(&mut self, seat: Seat) -> Option<&Ply> {
        let played = self.position.agree().filter(|_| self.position.is_active(seat))?;
        Some(self.enter(seat, DRAW.to_owned(), DRAW.to_owned(), Phrase::new("game-agreed"), played))
    }

    fn record(&self) -> &[Ply] {
        &self.record
    }

    fn record_text(&self) -> String {
        let plies: Vec<(Seat, &str)> = self.record.iter().map(|ply| (ply.seat, ply.text.as_str())).collect();
        self.start.record_text(&plies)
    }

    fn position_text(&self) -> String {
        self.position.to_string()
    }

    fn scene(&self, selected: Option<&str>, advised: Option<&str>) -> Scene {
        match advised.and_then(|text| self.read_move(text).ok()) {
            Some(mv) => self.position.advice(mv),
            None => self.position.scene(self.last, selected),
        }
    }

    fn description(&self, length: Length) -> Phrase {
        let last = self.record.last();
        // Once the game is over there is no move to come: the last one is counted.
        let played = self.record.iter().filter(|ply| ply.is_move()).count();
        let number = if Hosted::turn(self).is_some() { played + 1 } else { played };
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        self.position.description(number, last, length, self.broken_off)
    }

    fn think(&self, limits: &Limits<'_>, level: Level, seed: u64) -> Option<Thought> {
        let memory = search::Table::new(MEMORY);
        let report = search::search(&self.position, limits, &memory, level, seed, &mut |_| {})?;
        Some(Thought { mv: report.best.to_string(), score: report.score })
    }

    fn stages(&self) -> Vec<Box<dyn Hosted>> {
        let mut position = self.start.clone();
        let mut stages: Vec<Box<dyn Hosted>> = vec![Box::new(Table::new(position.clone()))];
        for ply in &self.record {
            let played = match ply.text.as_str() {
                RESIGNS => position.leave(ply.seat, Leaving::Resigned),
                TIME => position.leave(ply.seat, Leaving::Time),
                DRAW => position.agree(),
                text => position.read_move(text).and_then(|mv| position.play(mv)).ok(),
            };
            position = played.expect("the record was played from the start").position;
            stages.push(Box::new(Table::new(position.clone())));
        }
        stages
    }

    fn judge(&self, limits: &Limits<'_>, memory: &search::Table) -> Option<Thought> {
        let report =
            search::search(&self.position, limits, memory, Level::HIGHEST, JUDGING_SEED, &mut |_| {})?;
        Some(Thought { mv: report.best.to_string(), score: report.score })
    }

    fn key(&self, text: &str) -> String {
        <P as Face>::key(text)
    }

    fn plain(&self, key: &str) -> String {
        P::plain(key)
    }

    fn hints(&self, key: &str, mv: &str) -> bool {
        P::hints(key, mv)
    }

    fn part(&self, rest: &str) -> usize {
        P::part(rest)
    }

    fn opens_in_place(&self) -> bool {
        P::OPENS_IN_PLACE
    }

    fn group(&self, prefix: &str, moves: usize) -> Phrase {
        P::group_words(prefix, moves)
    }

    fn possible(&self, text: &str) -> Possible {
        match self.position.read_move(&P::tidy(text)) {
            Err(refusal) if P::is_incomplete(&refusal) => Possible::Beginning,
            Err(refusal) => {
                let candidates = P::candidates(&refusal);
                if candidates.is_empty() {
                    Possible::Nothing
                } else {
                    Possible::These(candidates.into_iter().map(|mv| self.choice(mv)).collect())
                }
            }
            Ok(_) => Possible::Nothing,
        }
    }
}
