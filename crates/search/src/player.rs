//! Players that are no people.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use game::Outcome;

use crate::{Level, Limits, Random, Searchable, Table, mcts, search};

/// Who chooses the moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// The search at a level, `level:N`.
    Level(Level),
    /// Any move, `random`.
    Random,
    /// A win if there is one, else the most captures, else the highest base, ties by the seed: `greedy`.
    Greedy,
    /// Monte Carlo tree search with so many times the time of the other, `mcts:FACTOR`.
    Mcts(u32),
}

/// How much a player may think about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Budget {
    /// As much as the level says.
    #[default]
    Own,
    /// So many positions.
    Nodes(u64),
    /// So much time.
    Time(Duration),
}

/// A player with its memory of a game.
pub struct Thinker {
    player: Player,
    table: Table,
    random: Random,
    seed: u64,
}

/// A move, and what it cost.
#[derive(Clone, Copy, Debug)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// Positions looked at by a search.
    pub nodes: u64,
    /// Playouts of a Monte Carlo tree search.
    pub playouts: u64,
    /// Plies of the last finished iteration of a search.
    pub depth: u32,
    /// How long it took.
    pub time: Duration,
}

impl Thinker {
    /// A player at the beginning of a game.
    pub fn new(player: Player, megabytes: usize, seed: u64) -> Thinker {
        Thinker { player, table: Table::new(megabytes), random: Random::new(seed), seed }
    }

    /// Begins another game.
    pub fn begin(&mut self, seed: u64) {
        self.table.clear();
        self.random = Random::new(seed);
        self.seed = seed;
    }

    /// The move of the player to move; `None` when there is none. `other` is the time for which an opponent thinks.
    pub fn choose<P: Searchable>(
        &mut self,
        position: &P,
        budget: Budget,
        other: Duration,
    ) -> Option<Choice<P::Move>> {
        let start = Instant::now();
        let mut choice = match self.player {
            Player::Level(level) => {
                let limits = match budget {
                    Budget::Own => Limits::of(level),
                    Budget::Nodes(nodes) => Limits::nodes(nodes),
                    Budget::Time(time) => Limits::time(time),
                };
                let report = search(position, &limits, &self.table, level, self.seed, &mut |_| {})?;
                let (nodes, depth) = (report.nodes, report.depth);
                Choice { mv: report.best, nodes, playouts: 0, depth, time: Duration::ZERO }
            }
            Player::Random => {
                let moves = sorted(position);
                Choice::at_once(*moves.get(self.random.below(moves.len()))?)
            }
            Player::Greedy => Choice::at_once(greedy(position, &mut self.random)?),
            Player::Mcts(factor) => {
                let time = match budget {
                    Budget::Time(time) => time,
                    Budget::Own | Budget::Nodes(_) => other,
                };
                let (mv, playouts) = mcts::choose(position, time * factor, &mut self.random)?;
                Choice { playouts, ..Choice::at_once(mv) }
            }
        };
        choice.time = start.elapsed();
        Some(choice)
    }
}

impl<M> Choice<M> {
    fn at_once(mv: M) -> Choice<M> {
        Choice { mv, nodes: 0, playouts: 0, depth: 0, time: Duration::ZERO }
    }
}

fn sorted<P: Searchable>(position: &P) -> Vec<P::Move> {
    let mut moves = position.moves();
    moves.sort_unstable();
    moves
}

fn greedy<P: Searchable>(position: &P, random: &mut Random) -> Option<P::Move> {
    let mut moves = sorted(position);
    random.shuffle(&mut moves);
    let turn = position.turn();
    moves.into_iter().max_by_key(|mv| {
        let after = position.play(*mv).ok().and_then(|played| played.position.outcome());
        let wins = after.is_some_and(|(outcome, _)| outcome == Outcome::Win(turn));
        (wins, position.captures(*mv), position.base(*mv))
    })
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Level(level) => write!(f, "level:{level}"),
            Player::Random => f.write_str("random"),
            Player::Greedy => f.write_str("greedy"),
            Player::Mcts(factor) => write!(f, "mcts:{factor}"),
        }
    }
}

impl FromStr for Player {
    type Err = NoSuchPlayer;

    fn from_str(text: &str) -> Result<Player, NoSuchPlayer> {
        let read = || match text.split_once(':') {
            None if text == "random" => Some(Player::Random),
            None if text == "greedy" => Some(Player::Greedy),
            Some(("level", number)) => number.parse().ok().map(Player::Level),
            Some(("mcts", factor)) => factor.parse().ok().filter(|factor| *factor > 0).map(Player::Mcts),
            _ => None,
        };
        read().ok_or_else(|| NoSuchPlayer(text.to_owned()))
    }
}

/// The text is no player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchPlayer(String);

impl fmt::Display for NoSuchPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a player is level:1 to level:{}, random, greedy or mcts:FACTOR, not {}",
            Level::COUNT,
            self.0
        )
    }
}

impl std::error::Error for NoSuchPlayer {}
