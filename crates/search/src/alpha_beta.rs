//! The search itself: alpha-beta with iterative deepening.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use game::{BySeat, Outcome, Seat};

use crate::random::mix;
use crate::score::{CERTAIN, LARGEST, WIN};
use crate::table::{Bound, Entry};
use crate::{Level, Limits, Random, Report, Score, Searchable, Table};

/// The deepest iteration.
const DEEPEST: u32 = 100;
/// No line is followed further than this many plies.
const LONGEST: usize = 128;
/// A move that was the best of so many iterations need not be doubted much longer, where a search may end early.
const CONSTANT: u32 = 2;
/// Every so many positions the clock and the flag are looked at.
const PATIENCE: u64 = 512;
/// What one quiet move can change an evaluation by.
const MARGIN: i32 = 120;
/// Moves that promise so much are captures or better.
const LOUD: i32 = 1_000_000;
/// Moves that promise so much have refuted others at the same ply. What has been refuted elsewhere counts for less.
const KILLER: i32 = 800_000;
/// Moves that promise so much prepare or hinder a win, or have often refuted others.
const HELPFUL: i32 = 90_000;
/// A move is remembered under its tag modulo this number.
const BUCKETS: usize = 1 << 13;

/// Looks for the best move of the player to move; `None` when there is no move. `tell` hears of every finished iteration.
///
/// The level gives blindness only: its number of nodes is a limit like any other, and the caller's to set. With the same
/// level, seed, table and a limit of nodes or depth the report is the same, but for its time.
pub fn search<P: Searchable>(
    position: &P,
    limits: &Limits<'_>,
    table: &Table,
    level: Level,
    seed: u64,
    tell: &mut dyn FnMut(&Report<P>),
) -> Option<Report<P>> {
    if position.outcome().is_some() {
        return None;
    }
    let start = Instant::now();
    let mut moves = position.moves();
    moves.sort_unstable();
    // Among equals the first is taken: which one that is, is a matter of the seed.
    Random::new(seed).shuffle(&mut moves);
    let view = position.view();
    let promise = position.promise(&view);
    moves.sort_by_cached_key(|mv| -promise(*mv));
    let best = *moves.first()?;
    let mut search = Search::new(position, limits, table, level, seed, start);
    let mut report =
        Report { best, score: Score::default(), depth: 0, nodes: 0, time: Duration::ZERO, pv: vec![best] };
    if let Some(mv) = moves.iter().copied().find(|mv| wins_by(position, *mv)) {
        (report.best, report.score, report.depth) = (mv, Score::new(WIN - 1), 1);
        (report.nodes, report.time) = (1, start.elapsed());
        report.pv = vec![mv];
        tell(&report);
        return Some(report);
    }
    for depth in 1..=limits.depth.unwrap_or(DEEPEST).min(DEEPEST) {
        let before = report.best;
        let finished = search.iterate(depth, &mut moves, &mut report);
        search.constant = if report.best == before { search.constant + 1 } else { 0 };
        report.nodes = search.nodes;
        report.time = start.elapsed();
        if !finished {
            break;
        }
        report.depth = depth;
        search.complete(&mut report.pv);
        tell(&report);
        let certain = report.score.win_in().or(report.score.loss_in());
        let settled = certain.is_some_and(|plies| plies <= depth);
        let late = limits.time.is_some_and(|time| report.time > time.mul_f32(0.6));
        if settled || late || moves.len() == 1 && limits.depth.is_none() && limits.time.is_some() {
            break;
        }
    }
    Some(report)
}

struct Search<'a, P: Searchable> {
    position: P,
    table: &'a Table,
    limits: Limits<'a>,
    start: Instant,
    /// Whether a seat plays against the one who thinks.
    hostile: BySeat<bool>,
    /// Sets this search's entries of the table apart from those of others with which they have nothing in common.
    salt: u64,
    noise: i32,
    blindness: u64,
    nodes: u64,
    stopped: bool,
    /// In how many of the last iterations the best move was the same as in the one before.
    constant: u32,
    /// No line is extended beyond this ply.
    horizon: usize,
    /// By ply, moves that refuted others.
    killers: Vec<[u32; 2]>,
    /// By side and tag, how often and how deep a move refuted others.
    history: [Vec<i32>; 2],
    /// The keys of the positions from the root to the present one.
    path: Vec<u64>,
    /// By ply, the best line found.
    lines: Vec<Vec<P::Move>>,
}

impl<'a, P: Searchable> Search<'a, P> {
    fn new(
        position: &P,
        limits: &Limits<'a>,
        table: &'a Table,
        level: Level,
        seed: u64,
        start: Instant,
    ) -> Self {
        let strength = level.strength();
        let thinks = position.turn();
        let blind = strength.noise > 0 || strength.blindness > 0;
        // Between two everything is seen from the player to move, and holds for whoever thinks.
        let seat = if position.players() > 2 { 1 + thinks.index() as u64 } else { 0 };
        let salt = seat << 8 | if blind { u64::from(level.number()) } else { 0 };
        Search {
            position: position.clone(),
            table,
            limits: *limits,
            start,
            hostile: BySeat::from_fn(|seat| seat != thinks),
            salt: if salt == 0 { 0 } else { mix(salt ^ if blind { mix(seed) } else { 0 }) },
            noise: strength.noise,
            blindness: strength.blindness,
            nodes: 0,
            stopped: false,
            constant: 0,
            horizon: 0,
            killers: vec![[0; 2]; LONGEST + 1],
            history: [vec![0; BUCKETS], vec![0; BUCKETS]],
            path: Vec::with_capacity(LONGEST),
            lines: vec![Vec::new(); LONGEST + 2],
        }
    }

    /// One iteration over the moves of the root, the best of which comes to the front. Returns whether it was finished; if not,
    /// the report has the best move that is known all the same.
    fn iterate(&mut self, depth: u32, moves: &mut [P::Move], report: &mut Report<P>) -> bool {
        let plies = i32::try_from(depth).unwrap_or(i32::MAX);
        self.horizon = (2 * depth as usize + 6).min(LONGEST);
        self.path.clear();
        self.path.push(self.position.key() ^ self.salt);
        let (mut alpha, beta) = (-WIN, WIN);
        let first = moves[0];
        for index in 0..moves.len() {
            let mv = moves[index];
            let doubted = self.constant < CONSTANT || report.best != first;
            if self.limits.early && index > 0 && !doubted && self.is_mostly_over() {
                return false;
            }
            let undo = self.position.advance(mv);
            let mut score = if index == 0 {
                self.reached(false, plies - 1, 0, alpha, beta, 1)
            } else {
                let reduction = reduction(plies, index);
                let mut score = self.reached(false, plies - 1, reduction, alpha, alpha + 1, 1);
                if score > alpha && reduction > 0 && !self.stopped {
                    score = self.reached(false, plies - 1, 0, alpha, alpha + 1, 1);
                }
                score
            };
            if score > alpha && index > 0 && !self.stopped {
                score = self.reached(false, plies - 1, 0, alpha, beta, 1);
            }
            self.position.take_back(undo);
            if self.stopped {
                return false;
            }
            if score > alpha {
                alpha = score;
                moves[..=index].rotate_right(1);
                report.best = mv;
                report.score = Score::new(score);
                report.pv.clear();
                report.pv.push(mv);
                report.pv.extend_from_slice(&self.lines[1]);
            }
            if score >= WIN - 1 {
                break;
            }
        }
        let best = Entry { tag: P::tag(report.best), score: alpha, depth: plies, bound: Bound::Exact };
        self.table.put(self.position.key() ^ self.salt, 0, best);
        true
    }

    /// What the position after a move is worth to the side that made it.
    fn reached(&mut self, mover: bool, depth: i32, reduction: i32, alpha: i32, beta: i32, ply: usize) -> i32 {
        self.lines[ply].clear();
        match self.position.outcome() {
            Some((Outcome::Draw, _)) => 0,
            Some((Outcome::Win(seat), _)) if self.hostile[seat] == mover => WIN - distance(ply),
            Some((Outcome::Win(_), _)) => distance(ply) - WIN,
            // A turn may be passed over.
            None if self.hostile[self.position.turn()] == mover => {
                self.node(depth, reduction, alpha, beta, ply)
            }
            None => -self.node(depth, reduction, -beta, -alpha, ply),
        }
    }

    /// What the position is worth to the side to move.
    fn node(&mut self, depth: i32, reduction: i32, mut alpha: i32, mut beta: i32, ply: usize) -> i32 {
        self.nodes += 1;
        if self.is_over() {
            self.stopped = true;
            return 0;
        }
        let view = self.position.view();
        let turn = self.position.turn();
        let side = self.hostile[turn];
        let key = self.position.key() ^ self.salt;
        if P::wins(&view, turn) {
            // Whoever overlooks a win does not look further either.
            return if self.overlooks(key) { self.judge(&view, turn, key) } else { WIN - distance(ply + 1) };
        }
        // Nobody has won yet, and nobody loses before the next ply is over.
        alpha = alpha.max(distance(ply + 1) - WIN);
        beta = beta.min(WIN - distance(ply + 1));
        if alpha >= beta {
            return alpha;
        }
        let threat = Seat::first(self.position.players())
            .find(|seat| self.hostile[*seat] != side && P::wins(&view, *seat));
        let threatened = threat.is_some();
        let mut depth = if threatened && ply < self.horizon { depth.max(0) + 1 } else { depth - reduction };
        if ply >= LONGEST {
            depth = 0;
        }
        if depth <= 0 {
            return self.judge(&view, turn, key);
        }
        if P::REPETITION_DRAWS && self.path.contains(&key) {
            return 0;
        }
        let known = self.table.get(key, distance(ply));
        if let Some(entry) = known.filter(|entry| entry.depth >= depth) {
            let settles = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => entry.score >= beta,
                Bound::AtMost => entry.score <= alpha,
            };
            if settles {
                return entry.score;
            }
        }
        self.path.push(key);
        // One quiet move changes an evaluation by so much and no more; who could win at once has been seen to above.
        let most = if depth == 1 && !threatened { self.judge(&view, turn, key) + MARGIN } else { WIN };
        let expanded = Expanded { depth, threat, most, ply, key, known: known.map(|entry| entry.tag) };
        let score = self.expand(&view, &expanded, alpha, beta);
        self.path.pop();
        score
    }

    /// Tries the moves of a position one by one.
    fn expand(&mut self, view: &P::View, expanded: &Expanded, mut alpha: i32, beta: i32) -> i32 {
        let Expanded { depth, threat, most, ply, key, known } = *expanded;
        let side = self.hostile[self.position.turn()];
        let mut moves = self.ordered(view, side, ply, known);
        if moves.is_empty() {
            return if P::STALEMATE_LOSES { distance(ply) - WIN } else { 0 };
        }
        let before = alpha;
        let mut best = Entry { tag: 0, score: -WIN, depth, bound: Bound::AtMost };
        if let Some(other) = threat.filter(|_| self.position.players() == 2 && self.blindness == 0) {
            // After any other move the opponent wins.
            best.score = distance(ply + 2) - WIN;
            alpha = alpha.max(best.score);
            moves.retain(|(_, mv)| P::may_parry(view, other, *mv));
        }
        let mut sorted = 0;
        for index in 0..moves.len() {
            bring_forward(&mut moves, index, &mut sorted);
            let (promise, mv) = moves[index];
            let tag = P::tag(mv);
            if self.blindness > 0 && index > 0 && self.overlooks(key ^ u64::from(tag)) {
                continue;
            }
            if index > 0 && most <= alpha && promise < LOUD {
                best.score = best.score.max(most);
                break;
            }
            let undo = self.position.advance(mv);
            let score = if index == 0 {
                self.reached(side, depth - 1, 0, alpha, beta, ply + 1)
            } else {
                let late = promise < HELPFUL && threat.is_none();
                let reduction = if late { reduction(depth, index) } else { 0 };
                let mut score = self.reached(side, depth - 1, reduction, alpha, alpha + 1, ply + 1);
                if score > alpha && reduction > 0 && !self.stopped {
                    score = self.reached(side, depth - 1, 0, alpha, alpha + 1, ply + 1);
                }
                if score > alpha && score < beta && !self.stopped {
                    score = self.reached(side, depth - 1, 0, alpha, beta, ply + 1);
                }
                score
            };
            self.position.take_back(undo);
            if self.stopped {
                return 0;
            }
            if score > best.score {
                (best.score, best.tag) = (score, tag);
                if score > alpha {
                    alpha = score;
                    self.extend_line(ply, mv);
                }
                if score >= beta {
                    self.refuted(side, depth, ply, tag);
                    break;
                }
            }
        }
        best.bound = if best.score >= beta {
            Bound::AtLeast
        } else if best.score > before {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        self.table.put(key, distance(ply), best);
        best.score
    }

    /// The moves of the position, each with what it promises.
    fn ordered(&self, view: &P::View, side: bool, ply: usize, known: Option<u32>) -> Vec<(i32, P::Move)> {
        let killers = self.killers[ply];
        let history = &self.history[usize::from(side)];
        let looks = self.position.promise(view);
        let promise = |mv: P::Move| {
            let tag = P::tag(mv);
            if known == Some(tag) {
                return i32::MAX;
            }
            let killer = killers.iter().position(|killer| *killer == tag);
            looks(mv) * (LOUD / 1_000)
                + killer.map_or(0, |place| KILLER + if place == 0 { 100_000 } else { 0 })
                + history[bucket(tag)]
        };
        self.position.moves().into_iter().map(|mv| (promise(mv), mv)).collect()
    }

    /// Remembers a move that refuted what was played before it.
    fn refuted(&mut self, side: bool, depth: i32, ply: usize, tag: u32) {
        let killers = &mut self.killers[ply];
        if killers[0] != tag {
            *killers = [tag, killers[0]];
        }
        let history = &mut self.history[usize::from(side)];
        let worth = &mut history[bucket(tag)];
        *worth += depth * depth;
        if *worth > KILLER / 2 {
            for worth in history.iter_mut() {
                *worth /= 2;
            }
        }
    }

    fn extend_line(&mut self, ply: usize, mv: P::Move) {
        let (line, rest) = self.lines.split_at_mut(ply + 1);
        let line = &mut line[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&rest[0]);
    }

    /// The evaluation for the seat to move.
    fn judge(&self, view: &P::View, turn: Seat, key: u64) -> i32 {
        let seat = Seat::first(self.position.players()).find(|seat| !self.hostile[*seat]).unwrap_or(turn);
        let worth = if self.position.players() > 2 && self.hostile[turn] {
            -self.position.evaluate(view, seat)
        } else {
            self.position.evaluate(view, turn)
        };
        let off = if self.noise > 0 {
            let spread = u64::from(self.noise.unsigned_abs()) * 2 + 1;
            i32::try_from(mix(key ^ 1) % spread).unwrap_or(0) - self.noise
        } else {
            0
        };
        (worth + off).clamp(-LARGEST, LARGEST)
    }

    /// Whether blindness hides what this number stands for.
    fn overlooks(&self, number: u64) -> bool {
        self.blindness > 0 && mix(number ^ self.salt) % 1_000 < self.blindness
    }

    fn is_over(&self) -> bool {
        if self.stopped || self.limits.nodes.is_some_and(|nodes| self.nodes > nodes) {
            return true;
        }
        self.nodes.is_multiple_of(PATIENCE)
            && (self.limits.time.is_some_and(|time| self.start.elapsed() >= time)
                || self.limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)))
    }

    /// Whether a good part of the positions or of the time is used up.
    fn is_mostly_over(&self) -> bool {
        self.limits.nodes.is_some_and(|nodes| self.nodes > nodes / 4)
            || self.limits.time.is_some_and(|time| self.start.elapsed() > time / 4)
    }

    /// Adds to a line the move that wins at once, which the search has seen without playing it.
    fn complete(&self, line: &mut Vec<P::Move>) {
        let mut position = self.position.clone();
        for mv in line.iter() {
            position.advance(*mv);
        }
        if position.outcome().is_none() && P::wins(&position.view(), position.turn()) {
            let mut moves = position.moves();
            moves.sort_unstable();
            line.extend(moves.into_iter().find(|mv| wins_by(&position, *mv)));
        }
    }
}

/// Whether a legal move wins at once.
fn wins_by<P: Searchable>(position: &P, mv: P::Move) -> bool {
    let turn = position.turn();
    let mut position = position.clone();
    position.advance(mv);
    position.outcome().is_some_and(|(outcome, _)| outcome == Outcome::Win(turn))
}

/// A position whose moves are tried.
struct Expanded {
    depth: i32,
    /// Who would win at once if the side to move did nothing.
    threat: Option<Seat>,
    /// More than a quiet move can lead to.
    most: i32,
    ply: usize,
    key: u64,
    /// The tag of the best move, if the table knows one.
    known: Option<u32>,
}

/// Moves the most promising of the moves from `index` on to it; sorts them all once several have been asked for.
fn bring_forward<M: Copy>(moves: &mut [(i32, M)], index: usize, sorted: &mut usize) {
    const SINGLY: usize = 6;
    if index < *sorted {
        return;
    }
    if index >= SINGLY {
        moves[index..].sort_by_key(|(promise, _)| std::cmp::Reverse(*promise));
        *sorted = moves.len();
        return;
    }
    let mut most = index;
    for other in index + 1..moves.len() {
        if moves[other].0 > moves[most].0 {
            most = other;
        }
    }
    moves.swap(index, most);
}

/// How many plies less a move is looked at that comes at this place among the others: the more, the later it comes and the
/// deeper the search is, but the reply to it is looked at still.
fn reduction(depth: i32, index: usize) -> i32 {
    if index < 3 || depth < 3 {
        return 0;
    }
    let halvings = index.ilog2() * (depth.unsigned_abs() + 1).ilog2();
    i32::try_from(halvings / 4).unwrap_or(0).min(depth - 2)
}

fn bucket(tag: u32) -> usize {
    tag.wrapping_mul(0x9e37_79b1) as usize >> 19 & (BUCKETS - 1)
}

fn distance(ply: usize) -> i32 {
    i32::try_from(ply).unwrap_or(CERTAIN)
}
