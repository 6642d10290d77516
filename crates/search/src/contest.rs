//! Matches between two players.

use std::ops::ControlFlow;
use std::time::Duration;

use game::{Outcome, Seat};

use crate::{Budget, Player, Random, Searchable, player::Thinker};

/// Random plies before the players take over.
const OPENING: usize = 4;
/// A game that is longer counts as a draw.
const LONGEST: usize = 400;
/// The time that a Monte Carlo player multiplies before the other has moved.
const FIRST: Duration = Duration::from_millis(20);
/// Megabytes of each player's table.
const MEGABYTES: usize = 32;

/// A match: games from varied openings, each of which is played twice with the sides changed.
#[derive(Clone, Copy, Debug)]
pub struct Contest {
    /// The player whose wins are counted.
    pub a: Player,
    /// The other.
    pub b: Player,
    /// The number of the first game, from 1. No game depends on another, so that a match can be played in parts; an odd number begins an
    /// opening.
    pub first: u32,
    /// The number of games.
    pub games: u32,
    /// What the openings and the players' ties depend on.
    pub seed: u64,
    /// How much both may think.
    pub budget: Budget,
}

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The player whose wins are counted.
    A,
    /// The other.
    B,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its number, from 1.
    pub number: u32,
    /// The seat of A.
    pub seat: Seat,
    /// Who won, if anybody did.
    pub winner: Option<Side>,
    /// The moves in their long form, those of the opening included.
    pub moves: Vec<String>,
}

/// What came of a match.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Standing {
    /// Wins of A.
    pub wins: u32,
    /// Games that nobody won.
    pub draws: u32,
    /// Wins of B.
    pub losses: u32,
    /// What A did.
    pub a: Tally,
    /// What B did.
    pub b: Tally,
}

/// What a player did.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tally {
    /// Moves.
    pub moves: u64,
    /// Positions looked at.
    pub nodes: u64,
    /// Playouts.
    pub playouts: u64,
    /// The sum of the depths reached.
    pub depths: u64,
    /// Time for all moves.
    pub time: Duration,
    /// Time for the slowest move.
    pub slowest: Duration,
}

impl Contest {
    /// Whether the match comes to an end: two Monte Carlo players who both think so many times as long as the other do not.
    pub fn ends(&self) -> bool {
        let both = matches!((self.a, self.b), (Player::Mcts(_), Player::Mcts(_)));
        matches!(self.budget, Budget::Time(_)) || !both
    }

    /// Plays the match and tells of every game and how it stands after it, until the answer is to break off.
    pub fn run<P: Searchable>(&self, mut tell: impl FnMut(&Game, &Standing) -> ControlFlow<()>) -> Standing {
        let mut standing = Standing::default();
        let mut thinkers =
            [Thinker::new(self.a, MEGABYTES, self.seed), Thinker::new(self.b, MEGABYTES, self.seed)];
        let first = self.first.saturating_sub(1);
        for number in first..first.saturating_add(self.games) {
            let mut random = Random::new(self.seed ^ u64::from(number / 2) << 32);
            let (position, opening) = opening::<P>(&mut random);
            let seed = random.next();
            thinkers.iter_mut().zip(0..).for_each(|(thinker, side)| thinker.begin(seed ^ side));
            let seat = Seat::ALL[usize::from(number % 2 == 1)];
            let game = self.play(number + 1, seat, position, &opening, &mut thinkers, &mut standing);
            match game.winner {
                Some(Side::A) => standing.wins += 1,
                Some(Side::B) => standing.losses += 1,
                None => standing.draws += 1,
            }
            if tell(&game, &standing).is_break() {
                break;
            }
        }
        standing
    }

    fn play<P: Searchable>(
        &self,
        number: u32,
        seat: Seat,
        mut position: P,
        opening: &[P::Move],
        [a, b]: &mut [Thinker; 2],
        standing: &mut Standing,
    ) -> Game {
        let mut moves: Vec<String> = opening.iter().map(ToString::to_string).collect();
        while position.outcome().is_none() && moves.len() < LONGEST {
            let (thinker, tally, other) = if position.turn() == seat {
                (&mut *a, &mut standing.a, &standing.b)
            } else {
                (&mut *b, &mut standing.b, &standing.a)
            };
            let other = other.mean().unwrap_or(FIRST);
            let Some(choice) = thinker.choose(&position, self.budget, other) else { break };
            tally.moves += 1;
            tally.nodes += choice.nodes;
            tally.playouts += choice.playouts;
            tally.depths += u64::from(choice.depth);
            tally.time += choice.time;
            tally.slowest = tally.slowest.max(choice.time);
            moves.push(choice.mv.to_string());
            position = match position.play(choice.mv) {
                Ok(played) => played.position,
                Err(refusal) => unreachable!("a player chose what is not legal: {refusal}"),
            };
        }
        let winner = match position.outcome() {
            Some((Outcome::Win(winner), _)) => Some(if winner == seat { Side::A } else { Side::B }),
            Some((Outcome::Draw, _)) | None => None,
        };
        Game { number, seat, winner, moves }
    }
}

/// A position after some random plies in which nobody can win at once, and the moves that led there.
fn opening<P: Searchable>(random: &mut Random) -> (P, Vec<P::Move>) {
    loop {
        let mut position = P::start(2).expect("two can play any of the games");
        let mut opening = Vec::new();
        while opening.len() < OPENING && position.outcome().is_none() {
            let moves = position.legal_moves();
            let mv = moves[random.below(moves.len())];
            if let Ok(played) = position.play(mv) {
                position = played.position;
                opening.push(mv);
            }
        }
        if position.outcome().is_none() {
            let view = position.view();
            if Seat::first(2).all(|seat| !P::wins(&view, seat)) {
                return (position, opening);
            }
        }
    }
}

impl Standing {
    /// The number of games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points that A made, with the lower and the upper bound that hold with 95 %.
    pub fn score(&self) -> (f64, f64, f64) {
        let games = f64::from(self.games().max(1));
        let mean = (f64::from(self.wins) + 0.5 * f64::from(self.draws)) / games;
        let square = (f64::from(self.wins) + 0.25 * f64::from(self.draws)) / games - mean * mean;
        let margin = 1.96 * (square / games).sqrt();
        (mean, (mean - margin).max(0.0), (mean + margin).min(1.0))
    }

    /// The difference in Elo by which A is stronger, with the lower and the upper bound that hold with 95 %. A match without
    /// loss or without win is taken half a point short of it, as the difference has no bound.
    pub fn elo(&self) -> (f64, f64, f64) {
        let least = 0.5 / f64::from(self.games().max(1));
        let elo = |score: f64| {
            let score = score.clamp(least, 1.0 - least);
            400.0 * (score / (1.0 - score)).log10()
        };
        let (mean, lower, upper) = self.score();
        (elo(mean), elo(lower), elo(upper))
    }
}

impl Tally {
    /// The mean time of a move.
    pub fn mean(&self) -> Option<Duration> {
        let moves = u32::try_from(self.moves).ok().filter(|moves| *moves > 0)?;
        Some(self.time / moves)
    }

    /// The mean depth of the searches.
    #[expect(clippy::cast_precision_loss, reason = "a mean needs no more than 53 bits")]
    pub fn mean_depth(&self) -> f64 {
        self.depths as f64 / self.moves.max(1) as f64
    }

    /// So many things a second.
    #[expect(clippy::cast_precision_loss, reason = "a rate needs no more than 53 bits")]
    pub fn per_second(&self, things: u64) -> f64 {
        let seconds = self.time.as_secs_f64();
        if seconds > 0.0 { things as f64 / seconds } else { 0.0 }
    }
}
