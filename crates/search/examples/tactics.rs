//! How the tactical positions of the tests were found: `tactics GAME SEED`. Positions from games and, for XIMA, positions
//! put together at random are offered to the slow solver of the tests, which alone decides what they are. Each line is
//! `KIND | MOVES | POSITION | ANSWERS`.

use std::collections::BTreeMap;

use game::Position as _;
use search::{Level, Limits, Random, Searchable, Table, search};

#[path = "../tests/it/solver.rs"]
mod solver;

use solver::{Solver, TooLarge};

/// Moves that the solver may make for one question.
const LIMIT: u64 = 1_500_000;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, seed] = &words[..] else { panic!("GAME SEED") };
    let mut random = Random::new(seed.parse().expect("a number"));
    let mut found = Found::default();
    if game == "xima" {
        let wanted = [
            ("win", 1, 8),
            ("win", 2, 16),
            ("win", 3, 12),
            ("defence", 1, 16),
            ("rescue", 2, 8),
            ("trap", 1, 8),
        ];
        while found.lacks(&wanted) {
            if let Some(position) = put_together(&mut random) {
                found.offer(&position, &wanted, &mut random);
            }
        }
    } else {
        let wanted = [("win", 1, 8), ("win", 2, 12), ("win", 3, 8), ("defence", 1, 16)];
        while found.lacks(&wanted) {
            for position in played::<axiom::Position>(&mut random) {
                found.offer(&position, &wanted, &mut random);
            }
        }
    }
}

#[derive(Default)]
struct Found(BTreeMap<(&'static str, u32), u32>);

type Wanted = [(&'static str, u32, u32)];

impl Found {
    fn lacks(&self, wanted: &Wanted) -> bool {
        wanted.iter().any(|(kind, moves, _)| self.open(wanted, kind, *moves))
    }

    fn open(&self, wanted: &Wanted, kind: &str, moves: u32) -> bool {
        let number = wanted.iter().find(|(name, length, _)| *name == kind && *length == moves);
        let have = self.0.iter().find(|((name, length), _)| *name == kind && *length == moves);
        number.is_some_and(|(.., number)| have.map_or(0, |(_, have)| *have) < *number)
    }

    fn offer<P: Searchable + Special>(&mut self, position: &P, wanted: &Wanted, random: &mut Random) {
        if let Ok(Some((kind, moves, answers))) = classify(position, random)
            && self.open(wanted, kind, moves)
        {
            *self.0.entry((kind, moves)).or_default() += 1;
            let answers: Vec<String> = answers.iter().map(ToString::to_string).collect();
            println!("{kind} | {moves} | {position} | {}", answers.join(" "));
        }
    }
}

type Class<M> = Option<(&'static str, u32, Vec<M>)>;

/// What a position is an example of, and the moves that solve it.
fn classify<P: Searchable + Special>(position: &P, random: &mut Random) -> Result<Class<P::Move>, TooLarge> {
    let legal = position.legal_moves().len();
    if legal < 8 {
        return Ok(None);
    }
    // A quick look for what may be there; the solver decides.
    let report =
        search(position, &Limits::nodes(8_000), &Table::new(1), Level::HIGHEST, random.next(), &mut |_| {});
    let Some(report) = report else { return Ok(None) };
    let own = report.score.win_in().map(|plies| plies.div_ceil(2));
    if let Some(moves @ 1..=3) = own {
        let mut shorter = Vec::new();
        if moves > 1 {
            shorter = Solver::new(LIMIT).winning_moves(position, moves - 1)?;
        }
        let winning = Solver::new(LIMIT).winning_moves(position, moves)?;
        if !shorter.is_empty() || winning.is_empty() || winning.len() > 3 {
            return Ok(None);
        }
        let rescues = winning.iter().all(|mv| position.rescues(*mv));
        return Ok(Some((if rescues { "rescue" } else { "win" }, moves, winning)));
    }
    let saving = Solver::new(LIMIT).saving_moves(position, 1)?;
    let traps: Vec<_> = position.legal_moves().into_iter().filter(|mv| position.smothers(*mv)).collect();
    Ok(match (saving.len(), traps.len()) {
        (0, _) => None,
        (_, 1..) => Some(("trap", 1, traps)),
        (1..=2, _) => Some(("defence", 1, saving)),
        _ => None,
    })
}

/// What is XIMA's own.
trait Special: Searchable {
    fn rescues(&self, _: Self::Move) -> bool {
        false
    }
    /// Whether the move ends the game because somebody is smothered.
    fn smothers(&self, _: Self::Move) -> bool {
        false
    }
}

impl Special for axiom::Position {}

impl Special for xima::Position {
    fn rescues(&self, mv: xima::Move) -> bool {
        self.is_rescue(mv)
    }

    fn smothers(&self, mv: xima::Move) -> bool {
        let ended = self.play(mv).ok().and_then(|played| played.position.outcome());
        ended.is_some_and(|(_, reason)| reason == xima::Reason::Smothered)
    }
}

/// The positions of a game between a weak and a middling player.
fn played<P: Searchable>(random: &mut Random) -> Vec<P> {
    let mut position = P::start(2).expect("two can play");
    let mut met = Vec::new();
    let table = Table::new(1);
    while position.outcome().is_none() && met.len() < 60 {
        met.push(position.clone());
        let moves = position.legal_moves();
        let mv = if met.len() < 8 || random.below(3) == 0 {
            moves[random.below(moves.len())]
        } else {
            let limits = Limits::nodes(1_000);
            search(&position, &limits, &table, Level::HIGHEST, random.next(), &mut |_| {})
                .expect("a move")
                .best
        };
        position = position.play(mv).expect("legal").position;
    }
    met.into_iter().skip(4).filter(|_| random.below(2) == 0).collect()
}

/// A small position of XIMA in which stairs, specials and columns lie about. One in three has all stairs for a player whose
/// special is captured and who is to move, one in three for a player whose special is in reserve and who is not to move.
fn put_together(random: &mut Random) -> Option<xima::Position> {
    let (general, rescue) = (random.below(3) == 0, random.below(2) == 0);
    let mover = random.below(2);
    let builder = ['r', 'b'][if rescue { mover } else { 1 - mover }];
    let mut columns: BTreeMap<(usize, usize), String> = BTreeMap::new();
    let any = |random: &mut Random, spread: usize| {
        (6 - spread + random.below(2 * spread + 1), 6 - spread + random.below(2 * spread + 1))
    };
    // Stairs along a line to the summit.
    let (across, up) = loop {
        let line = (random.below(3), random.below(3));
        if line != (1, 1) {
            break line;
        }
    };
    for step in [1, 3, 5] {
        if !general || random.below(4) > 0 {
            let at = (6 + step * across - step, 6 + step * up - step);
            columns.entry(at).or_default().push(if general { ['r', 'b'][random.below(2)] } else { builder });
        }
    }
    for colour in ['r', 'b'] {
        for _ in 0..=random.below(3) {
            let spread = 1 + random.below(6);
            columns.entry(any(random, spread)).or_default().push(colour);
        }
    }
    let mut reserves = String::new();
    for (colour, special) in [('r', 'R'), ('b', 'B')] {
        let commons = u8::from(random.below(8) == 0);
        let mark = match random.below(10) {
            _ if !general && colour == builder => {
                if rescue {
                    "x"
                } else {
                    "+"
                }
            }
            0..=1 if general => "+",
            2..=4 => "x",
            5..=7 if !general => "x",
            _ => {
                let spread = 1 + random.below(6);
                columns.entry(any(random, spread)).or_default().push(special);
                ""
            }
        };
        reserves = format!("{reserves}{colour}{commons}{mark}");
    }
    // Some columns get another block on top.
    let squares: Vec<_> = columns.keys().copied().collect();
    for square in squares {
        if general && random.below(4) == 0 {
            columns.entry(square).or_default().push(if random.below(2) == 0 { 'r' } else { 'b' });
        }
    }
    columns.remove(&(6, 6));
    let rows: Vec<String> = (0..13)
        .rev()
        .map(|row| {
            let mut text = String::new();
            let mut empty = 0;
            for column in 0..13 {
                match columns.get(&(column, row)) {
                    None => empty += 1,
                    Some(blocks) => {
                        if empty > 0 {
                            text.push_str(&empty.to_string());
                        }
                        empty = 0;
                        match blocks.len() {
                            1 => text.push_str(blocks),
                            _ => text.extend(["(", blocks.as_str(), ")"]),
                        }
                    }
                }
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            text
        })
        .collect();
    let turn = ['r', 'b'][mover];
    let position = xima::Position::from_text(&format!("{} {turn} {reserves} 0", rows.join("/"))).ok()?;
    (position.is_playable() && position.count_legal_moves() > 0).then_some(position)
}
