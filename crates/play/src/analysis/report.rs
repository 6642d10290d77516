//! What people read of an analysis: chances instead of scores, and the moves that turned the game.
//!
//! Between two players a chance is one for both: what a move is worth is what the position after it turns out to be worth.
//! Among three or four the search takes everybody else to play together against whoever thinks, so that chances of
//! different players cannot be compared: each is seen at the player's own turns only, and nobody is blamed for what the others
//! did until the next one. What is seen is who could have won, who was certain to win and no longer is at the next turn, and who
//! let the next player win at once.

use game::{Outcome, Seat};

use crate::{Choice, HostedGame, Phrase, Ply, Thought};

/// What people read of an analysis.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// How everyone played who made a move, in seat order.
    pub conducts: Vec<Conduct>,
    /// The mistakes that cost most, in the order of play, at most four; where there is none, between two, the slips
    /// that cost most, at most two.
    pub turning_points: Vec<TurningPoint>,
    /// Between two the chance of the first seat after every move; among more everyone's at their own turns.
    pub curves: Vec<Curve>,
    /// The number of moves in all.
    pub moves: u32,
}

/// How somebody played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conduct {
    /// Who.
    pub seat: Seat,
    /// Moves made.
    pub moves: u32,
    /// Between two, those that cost a [`SLIP`] or more, but no [`MISTAKE`].
    pub slips: u32,
    /// Between two, those that cost a [`MISTAKE`] or more; among more, wins that were missed, let go or allowed.
    pub mistakes: u32,
}

/// A move that turned the game.
#[derive(Clone, PartialEq, Debug)]
pub struct TurningPoint {
    /// Who made it.
    pub seat: Seat,
    /// The number of the move, from 1.
    pub number: u32,
    /// The number of plies with it: what the post of that turn tells of.
    pub ply: u32,
    /// The move in short form.
    pub short: String,
    /// "moved K12 → G12".
    pub words: Phrase,
    /// The mover's chance before it, from 0 to 1.
    pub before: f64,
    /// After it.
    pub after: f64,
    /// What would have been better.
    pub better: Option<Choice>,
    /// What it missed or allowed.
    pub how: How,
}

/// What a move missed or allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// Its player could have won with it.
    MissedWin,
    /// Its player could have made a win certain that takes longer.
    MissedCertainty,
    /// This other player could win at once after it.
    Allowed(Seat),
    /// Something that takes longer.
    Weakened,
}

/// A chance in the course of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// Whose.
    pub seat: Seat,
    /// Moves made by then, and the chance from 0 to 1.
    pub points: Vec<(u32, f64)>,
}

/// What a mistake costs of a chance.
pub const MISTAKE: f64 = 0.15;
/// What a slip costs of a chance.
pub const SLIP: f64 = 0.05;
/// Turning points that are told.
pub const TURNING_POINTS: usize = 4;
/// Slips that are told where nobody made a mistake.
pub const TOLD_SLIPS: usize = 2;

/// A chance in per cent: whole only where it is certain.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "rounded, within 0..=100")]
pub fn percent(chance: f64) -> u32 {
    let rounded = (chance * 100.0).round().clamp(0.0, 100.0) as u32;
    if chance > 0.0 && chance < 1.0 { rounded.clamp(1, 99) } else { rounded }
}

impl Report {
    /// The report of a game that is over, from the thoughts of its stages.
    pub fn of(game: &HostedGame, thoughts: &[Thought]) -> Report {
        let course = Course::new(game, thoughts);
        let costs: Vec<Option<(f64, f64)>>;
        let curves;
        if game.players() == 2 {
            let first = course.of_first();
            costs = course.costs_between_two(&first);
            curves = vec![Curve { seat: Seat::FIRST, points: course.points(&first) }];
        } else {
            costs = (0..course.record.len()).map(|ply| course.cost_among_many(ply)).collect();
            curves = Seat::first(game.players()).map(|seat| course.curve(seat)).collect();
        }
        let lost = |ply: usize| costs[ply].map_or(0.0, |(before, after)| before - after);
        let is_mistake = |lost: f64| lost >= if game.players() == 2 { MISTAKE } else { f64::EPSILON };
        let is_slip = |lost: f64| game.players() == 2 && lost >= SLIP && !is_mistake(lost);
        let conducts = Seat::first(game.players()).map(|seat| {
            let own: Vec<usize> = (0..costs.len()).filter(|ply| course.is_move_of(*ply, seat)).collect();
            let count =
                |fits: &dyn Fn(f64) -> bool| number(own.iter().filter(|ply| fits(lost(**ply))).count());
            Conduct { seat, moves: number(own.len()), slips: count(&is_slip), mistakes: count(&is_mistake) }
        });
        let worst = |fits: &dyn Fn(f64) -> bool, most: usize| {
            let mut worst: Vec<usize> = (0..costs.len()).filter(|ply| fits(lost(*ply))).collect();
            worst.sort_by(|one, two| lost(*two).total_cmp(&lost(*one)));
            worst.truncate(most);
            worst.sort_unstable();
            worst
        };
        let mut told = worst(&is_mistake, TURNING_POINTS);
        if told.is_empty() {
            told = worst(&is_slip, TOLD_SLIPS);
        }
        Report {
            conducts: conducts.filter(|conduct| conduct.moves > 0).collect(),
            turning_points: told
                .into_iter()
                .filter_map(|ply| Some(course.turning_point(ply, costs[ply]?)))
                .collect(),
            curves,
            moves: course.moves(course.record.len()),
        }
    }
}

/// A game stage by stage.
struct Course<'a> {
    record: &'a [Ply],
    stages: Vec<HostedGame>,
    thoughts: &'a [Thought],
}

impl<'a> Course<'a> {
    fn new(game: &'a HostedGame, thoughts: &'a [Thought]) -> Course<'a> {
        Course { record: game.record(), stages: game.stages(), thoughts }
    }

    /// The number of moves before a stage.
    fn moves(&self, stage: usize) -> u32 {
        number(self.record[..stage].iter().filter(|ply| ply.is_move()).count())
    }

    fn is_move_of(&self, ply: usize, seat: Seat) -> bool {
        self.record[ply].is_move() && self.record[ply].seat == seat
    }

    /// Whether the move of a ply is the best that was found: what it costs all the same was not its fault, or not to be seen.
    fn is_best(&self, ply: usize) -> bool {
        self.thoughts.get(ply).is_some_and(|thought| thought.mv == self.record[ply].text)
    }

    /// The chance of a seat once all is decided for it.
    fn decided(&self, stage: usize, seat: Seat) -> Option<f64> {
        match self.stages[stage].outcome() {
            Some((Outcome::Win(winner), _)) => Some(if winner == seat { 1.0 } else { 0.0 }),
            Some((Outcome::Draw, _)) => Some(0.5),
            None => (!self.stages[stage].is_active(seat)).then_some(0.0),
        }
    }

    /// The chance of the seat to move.
    fn judged(&self, stage: usize) -> f64 {
        let game = &self.stages[stage];
        let active = Seat::first(game.players()).filter(|seat| game.is_active(*seat)).count();
        let opponents = u8::try_from(active.saturating_sub(1)).unwrap_or(1);
        self.thoughts.get(stage).map_or(0.5, |thought| thought.score.chance(opponents))
    }

    /// Between two, the first seat's chance at every stage. It is found from the end: whoever could make a move can have what
    /// that move turned out to be worth.
    fn of_first(&self) -> Vec<f64> {
        let mut first = vec![0.5; self.stages.len()];
        for stage in (0..self.stages.len()).rev() {
            first[stage] = self.decided(stage, Seat::FIRST).unwrap_or_else(|| {
                let turn = self.stages[stage].turn().unwrap_or(Seat::FIRST);
                let judged = self.judged(stage);
                let moved = self.record.get(stage).is_some_and(Ply::is_move);
                let chance = match first.get(stage + 1).filter(|_| moved) {
                    None => judged,
                    Some(later) if self.is_best(stage) => for_first(*later, turn),
                    Some(later) => judged.max(for_first(*later, turn)),
                };
                for_first(chance, turn)
            });
        }
        first
    }

    /// What each ply of two players' game cost, where it was a move: the mover's chance before and after it.
    fn costs_between_two(&self, first: &[f64]) -> Vec<Option<(f64, f64)>> {
        let cost = |(at, ply): (usize, &Ply)| {
            let own = |stage: usize| for_first(first[stage], ply.seat);
            ply.is_move().then(|| (own(at), own(at + 1)))
        };
        self.record.iter().enumerate().map(cost).collect()
    }

    /// The first seat's chance after every move. Leaving the game is no move, and changes no position between two.
    fn points(&self, first: &[f64]) -> Vec<(u32, f64)> {
        let after_move = |stage: &usize| *stage == 0 || self.record[stage - 1].is_move();
        let stages = (0..self.stages.len()).filter(after_move);
        stages.map(|stage| (self.moves(stage), first[stage])).collect()
    }

    /// Among more than two, what it cost to miss a win, to let a certain one go or to let the next player win at once: the chance
    /// before and after.
    fn cost_among_many(&self, ply: usize) -> Option<(f64, f64)> {
        if !self.record[ply].is_move() || self.is_best(ply) {
            return None;
        }
        let before = self.judged(ply);
        match self.how(ply) {
            How::Allowed(_) => Some((before, 0.0)),
            How::MissedWin | How::MissedCertainty => Some((before, self.next_chance(ply)?)),
            How::Weakened => None,
        }
    }

    /// The chance of a move's player at their next turn or the end of all; `None` where they left of their own accord, or
    /// someone else's leaving ended it.
    fn next_chance(&self, ply: usize) -> Option<f64> {
        let Ply { seat, .. } = self.record[ply];
        for stage in ply + 1..self.stages.len() {
            if let Some(decided) = self.decided(stage, seat) {
                return self.record[stage - 1].is_move().then_some(decided);
            }
            if self.stages[stage].turn() == Some(seat) {
                return Some(self.judged(stage));
            }
        }
        None
    }

    /// What a move that was not the best missed or allowed.
    fn how(&self, ply: usize) -> How {
        let wins_in = |stage: usize| self.thoughts.get(stage).and_then(|thought| thought.score.win_in());
        let next = self.stages[ply + 1].turn().filter(|next| *next != self.record[ply].seat);
        match (wins_in(ply), next) {
            (Some(1), _) => How::MissedWin,
            (_, Some(next)) if wins_in(ply + 1) == Some(1) => How::Allowed(next),
            (Some(_), _) => How::MissedCertainty,
            (None, _) => How::Weakened,
        }
    }

    /// Among more than two, the chance of a seat at its own turns, and what it came to.
    fn curve(&self, seat: Seat) -> Curve {
        let mut points: Vec<(u32, f64)> = Vec::new();
        for (stage, game) in self.stages.iter().enumerate() {
            let by_move = stage == 0 || self.record[stage - 1].is_move();
            if let Some(decided) = self.decided(stage, seat) {
                points.extend(by_move.then(|| (self.moves(stage), decided)));
                break;
            }
            if by_move && game.turn() == Some(seat) {
                points.push((self.moves(stage), self.judged(stage)));
            }
        }
        Curve { seat, points }
    }

    fn turning_point(&self, at: usize, (before, after): (f64, f64)) -> TurningPoint {
        let ply = &self.record[at];
        TurningPoint {
            seat: ply.seat,
            number: self.moves(at + 1),
            ply: number(at + 1),
            short: ply.short.clone(),
            words: ply.words.clone(),
            before,
            after,
            better: self.thoughts.get(at).and_then(|thought| self.stages[at].read(&thought.mv).ok()),
            how: self.how(at),
        }
    }
}

/// The chance of the first of two seats from that of `seat`, or the other way round.
fn for_first(chance: f64, seat: Seat) -> f64 {
    if seat == Seat::FIRST { chance } else { 1.0 - chance }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
