//! Monte Carlo tree search (UCT) with uniform playouts: the yardstick that knows nothing of the games.

use std::time::{Duration, Instant};

use game::{BySeat, Outcome, Seat};

use crate::{Random, Searchable};

/// How much a seldom tried move is preferred.
const EXPLORATION: f64 = 1.4;
/// A playout that is longer is taken as a draw.
const LONGEST: usize = 300;

/// A move in the tree, and what came of it.
struct Node<M> {
    mv: M,
    /// Who made the move.
    mover: Seat,
    visits: u32,
    /// Wins of the mover, draws as halves.
    wins: f64,
    /// The places of the moves after it; none until it is expanded.
    children: std::ops::Range<usize>,
}

/// The move that most playouts went through within a time, and the number of playouts; `None` when there is no move.
pub(crate) fn choose<P: Searchable>(
    position: &P,
    time: Duration,
    random: &mut Random,
) -> Option<(P::Move, u64)> {
    let start = Instant::now();
    let mut tree = Vec::new();
    let root = expand(position, &mut tree, random);
    if root.is_empty() {
        return None;
    }
    let mut playouts = 0u64;
    loop {
        let mut position = position.clone();
        let mut path = Vec::new();
        let mut children = root.clone();
        while !children.is_empty() {
            let parent = path.last().map_or(playouts, |place: &usize| u64::from(tree[*place].visits));
            let place = select(&tree, children, parent);
            position.advance(tree[place].mv);
            path.push(place);
            if tree[place].children.is_empty() && tree[place].visits > 0 {
                tree[place].children = expand(&position, &mut tree, random);
            }
            children = tree[place].children.clone();
        }
        let worth = playout(position, random);
        for place in path {
            let node = &mut tree[place];
            node.visits += 1;
            node.wins += worth[node.mover];
        }
        playouts += 1;
        if start.elapsed() >= time {
            break;
        }
    }
    let best = root.max_by_key(|place| tree[*place].visits)?;
    Some((tree[best].mv, playouts))
}

/// Adds the moves of a position to the tree, in random order.
fn expand<P: Searchable>(
    position: &P,
    tree: &mut Vec<Node<P::Move>>,
    random: &mut Random,
) -> std::ops::Range<usize> {
    if position.outcome().is_some() {
        return 0..0;
    }
    let mut moves = position.moves();
    moves.sort_unstable();
    random.shuffle(&mut moves);
    let first = tree.len();
    let turn = position.turn();
    tree.extend(moves.into_iter().map(|mv| Node { mv, mover: turn, visits: 0, wins: 0.0, children: 0..0 }));
    first..tree.len()
}

fn select<M>(tree: &[Node<M>], children: std::ops::Range<usize>, parent: u64) -> usize {
    #[expect(clippy::cast_precision_loss, reason = "no search has so many playouts")]
    let logarithm = (parent.max(1) as f64).ln();
    let mut best = (f64::NEG_INFINITY, children.start);
    for place in children {
        let node = &tree[place];
        if node.visits == 0 {
            return place;
        }
        let visits = f64::from(node.visits);
        let bound = node.wins / visits + EXPLORATION * (logarithm / visits).sqrt();
        if bound > best.0 {
            best = (bound, place);
        }
    }
    best.1
}

/// Plays random moves to the end: what it is worth to each seat.
fn playout<P: Searchable>(mut position: P, random: &mut Random) -> BySeat<f64> {
    for _ in 0..LONGEST {
        if position.outcome().is_some() {
            break;
        }
        let moves = position.moves();
        let Some(mv) = moves.get(random.below(moves.len())) else { break };
        position.advance(*mv);
    }
    BySeat::from_fn(|seat| match outcome(&position) {
        Some(Outcome::Win(winner)) => f64::from(u8::from(winner == seat)),
        Some(Outcome::Draw) | None => 0.5,
    })
}

/// How the game ended, a player without a move included.
fn outcome<P: Searchable>(position: &P) -> Option<Outcome> {
    let ended = position.outcome().map(|(outcome, _)| outcome);
    ended.or_else(|| {
        let stuck = P::STALEMATE_LOSES && position.players() == 2 && position.count_legal_moves() == 0;
        stuck.then(|| Seat::first(2).find(|seat| *seat != position.turn()).map(Outcome::Win)).flatten()
    })
}
