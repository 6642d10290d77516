//! What the search knows of XIMA. Sections (§) are those of `docs/rules/xima.md`.

use game::{BySeat, Position as _, Seat};
use xima::{Direction, Kind, Move, Position, SpecialState, Square, Undo};

use crate::Searchable;

/// Squares on each of the eight lines to the summit (§1).
const STEPS: usize = 6;
/// The lines to the summit, each from the square beside it outwards.
const RAYS: [[Square; STEPS]; 8] = {
    let mut rays = [[Square::SUMMIT; STEPS]; 8];
    let mut ray = 0;
    while ray < 8 {
        let mut square = Square::SUMMIT;
        let mut step = 0;
        while step < STEPS {
            square = match square.next(Direction::ALL[ray]) {
                Some(next) => next,
                None => square,
            };
            rays[ray][step] = square;
            step += 1;
        }
        ray += 1;
    }
    rays
};
/// By square: the line to the summit that it lies on and its place there, or none.
const ON_RAY: [Option<(u8, u8)>; Square::COUNT] = {
    let mut places = [None; Square::COUNT];
    let mut ray = 0u8;
    while ray < 8 {
        let mut step = 0u8;
        while (step as usize) < STEPS {
            places[RAYS[ray as usize][step as usize].index()] = Some((ray, step));
            step += 1;
        }
        ray += 1;
    }
    places
};
/// What is lacking where no number of stairs would do.
const NEVER: u8 = 9;

/// What is found out once about a position.
pub struct View {
    /// For a special that stands, or begins, on a place of a line to the summit: how high it has to be able to step, and how
    /// many blocks are lacking before it.
    rays: [[Way; STEPS]; 8],
    /// By seat: what is lacking for the special where it is, or [`NEVER`].
    lacks: BySeat<u8>,
}

#[derive(Clone, Copy, Default)]
struct Way {
    /// The surface of the next square inwards once all stairs are there.
    onto: u8,
    lacking: u8,
}

impl View {
    fn new(position: &Position) -> View {
        let mut rays = [[Way::default(); STEPS]; 8];
        for (ray, ways) in RAYS.iter().zip(&mut rays) {
            let (mut onto, mut lacking) = (Square::SUMMIT.height(), 0);
            for (square, way) in ray.iter().zip(ways) {
                *way = Way { onto, lacking };
                let surface = position.surface(*square);
                onto = surface.max(onto - 1);
                lacking += onto - surface;
            }
        }
        let mut view = View { rays, lacks: BySeat::from_fn(|_| NEVER) };
        for seat in Seat::first(position.players()).filter(|seat| position.is_active(*seat)) {
            view.lacks[seat] = view.lacking(position, seat);
        }
        view
    }

    /// The stairs that are lacking for a seat's special to reach the summit in one move from where it is.
    fn lacking(&self, position: &Position, seat: Seat) -> u8 {
        match position.reserve(seat).special {
            SpecialState::InReserve => {
                let edges = (0..8).filter(|ray| position.surface(RAYS[*ray][STEPS - 1]) == 0);
                edges.map(|ray| self.lacking_from(position, seat, ray, STEPS - 1, 0)).min().unwrap_or(NEVER)
            }
            SpecialState::OnBoard => {
                let Some(square) = position.special(seat) else { return NEVER };
                let Some((ray, step)) = ON_RAY[square.index()] else { return NEVER };
                if !is_top_special(position, square, seat) {
                    return NEVER;
                }
                let base = position.surface(square) - 1;
                self.lacking_from(position, seat, usize::from(ray), usize::from(step), base)
            }
            SpecialState::Captured => NEVER,
        }
    }

    fn lacking_from(&self, position: &Position, seat: Seat, ray: usize, step: usize, base: u8) -> u8 {
        let Way { onto, lacking } = self.rays[ray][step];
        if onto > base + 1 {
            return NEVER;
        }
        // §3.1: no special steps onto another's column.
        let barred = Seat::first(position.players()).filter(|other| *other != seat).any(|other| {
            let place = position.special(other).and_then(|square| ON_RAY[square.index()]);
            place.is_some_and(|(its, at)| usize::from(its) == ray && usize::from(at) < step)
        });
        if barred { NEVER } else { lacking }
    }
}

impl View {
    /// How many squares the special on top of a square can reach in one move, and the least that is lacking from one of them.
    fn walk(&self, position: &Position, seat: Seat, square: Square) -> (i32, u8) {
        let (mut squares, mut least) = (0, NEVER);
        for direction in Direction::ALL {
            let mut highest = position.surface(square);
            let mut at = square;
            while let Some(next) = at.next(direction) {
                at = next;
                let surface = position.surface(at);
                let barred = |other: &Seat| *other != seat && position.special(*other) == Some(at);
                if surface > highest || Seat::first(position.players()).any(|other| barred(&other)) {
                    break;
                }
                highest = surface + 1;
                squares += 1;
                if let Some((ray, step)) = ON_RAY[at.index()] {
                    let lacking = self.lacking_from(position, seat, ray.into(), step.into(), surface);
                    least = least.min(lacking);
                }
            }
        }
        (squares, least)
    }
}

fn is_top_special(position: &Position, square: Square, seat: Seat) -> bool {
    position.top(square).is_some_and(|block| block.kind == Kind::Special && block.colour.seat() == seat)
}

// The places of the features. Two in a row are for the player who is not to move and for the one who is.
const RESERVE: usize = 0;
const TOPS: usize = 1;
const RAISED: usize = 5;
const DOMINATED: usize = 6;
const IN_RESERVE: usize = 7;
const CAPTURED: usize = 8;
const UNDER_OWN: usize = 9;
const UNDER_OTHER: usize = 10;
const MOBILITY: usize = 11;
const EXPOSED: usize = 12;
const RESERVE_LACKS: usize = 14;
const LACKS: usize = 20;
const APPROACH: usize = 26;
const RESCUE_LACKS: usize = 34;
const BASE: usize = 38;
const RING: usize = 46;
const UNDER_RING: usize = 52;
const FEATURES: usize = 58;

/// Fitted by `examples/tune.rs xima 1000 400 1`; those of the rarest features are smoothed by hand.
const WEIGHTS: [i32; FEATURES] = [
    116, 107, 128, 166, 0, 29, 107, 31, -323, -37, -106, -1, -79, -30, // RESERVE to EXPOSED
    80, 10, -30, 10, 70, 70, // RESERVE_LACKS
    76, 70, 51, 56, 42, 26, // LACKS
    153, 136, 32, 43, 0, 5, 0, 10, // APPROACH
    123, 21, 10, 10, // RESCUE_LACKS
    17, 20, 10, 10, 40, 50, 120, 140, // BASE
    -50, -40, -10, -10, 0, -10, // RING
    136, 200, 95, 40, 60, 0, // UNDER_RING
];

impl Searchable for Position {
    type Undo = Undo;
    type View = View;

    const WEIGHTS: &'static [i32] = &WEIGHTS;
    const TEMPO: i32 = 13;
    const STALEMATE_LOSES: bool = false;
    const REPETITION_DRAWS: bool = false;

    fn key(&self) -> u64 {
        Position::key(self)
    }

    fn moves(&self) -> Vec<Move> {
        Position::moves(self)
    }

    fn advance(&mut self, mv: Move) -> Undo {
        Position::advance(self, mv)
    }

    fn take_back(&mut self, undo: Undo) {
        Position::take_back(self, undo);
    }

    fn tag(mv: Move) -> u32 {
        let from = mv.from().map_or(Square::COUNT, Square::index);
        let number =
            (mv.to().index() * (Square::COUNT + 1) + from) * 2 + usize::from(mv.kind() == Kind::Special);
        u32::try_from(number + 1).unwrap_or(u32::MAX)
    }

    fn view(&self) -> View {
        View::new(self)
    }

    fn wins(view: &View, seat: Seat) -> bool {
        view.lacks[seat] == 0
    }

    fn features(&self, view: &View, seat: Seat, mut tell: impl FnMut(usize, i32)) {
        let reserve = self.reserve(seat);
        let to_move = usize::from(self.turn() == seat);
        tell(RESERVE, i32::from(reserve.common));
        let tops = self.tops(seat);
        let mut on_top = 0;
        for square in tops.iter() {
            on_top += 1;
            tell(TOPS + usize::from(square.floor()) - 1, 1);
            tell(RAISED, i32::from(self.surface(square) - square.height() - 1));
        }
        tell(DOMINATED, i32::from(self.blocks(seat)) - on_top);
        let lacking = view.lacks[seat];
        match reserve.special {
            SpecialState::InReserve => {
                tell(IN_RESERVE, 1);
                if let 1..=3 = lacking {
                    tell(RESERVE_LACKS + 2 * usize::from(lacking - 1) + to_move, 1);
                }
            }
            SpecialState::Captured => {
                tell(CAPTURED, 1);
                let edges = (0..8).filter(|ray| self.surface(RAYS[*ray][STEPS - 1]) == 0);
                let ways = edges.map(|ray| view.rays[ray][STEPS - 1]).filter(|way| way.onto <= 1);
                if let Some(lacking @ 0..=3) = ways.map(|way| way.lacking).min() {
                    tell(RESCUE_LACKS + usize::from(lacking), 1);
                }
            }
            SpecialState::OnBoard => {
                let Some(square) = self.special(seat) else { return };
                if !is_top_special(self, square, seat) {
                    let own = self.top(square).is_some_and(|block| block.colour.seat() == seat);
                    tell(if own { UNDER_OWN } else { UNDER_OTHER }, 1);
                    tell(UNDER_RING + usize::from(square.distance(Square::SUMMIT)) - 1, 1);
                    return;
                }
                let base = self.surface(square) - 1;
                tell(BASE + usize::from(base.min(7)), 1);
                tell(RING + usize::from(square.distance(Square::SUMMIT)) - 1, 1);
                if let 1..=3 = lacking {
                    tell(LACKS + 2 * usize::from(lacking - 1) + to_move, 1);
                }
                let (squares, approach) = view.walk(self, seat, square);
                tell(MOBILITY, squares);
                if approach <= 3 {
                    tell(APPROACH + 2 * usize::from(approach) + to_move, 1);
                }
                tell(EXPOSED + to_move, i32::from(is_exposed(self, seat, square)));
            }
        }
    }

    fn promise(&self, mv: Move) -> i32 {
        if mv.to() == Square::SUMMIT {
            return 10_000;
        }
        if self.top(mv.to()).is_none() {
            return 0;
        }
        let captured = self.captures(mv);
        let special = captured.iter().any(|block| block.kind == Kind::Special);
        let dominated = self
            .top(mv.to())
            .is_some_and(|block| block.kind == Kind::Special && block.colour.seat() != self.turn());
        1_000 * i32::try_from(captured.len()).unwrap_or(0) + if special || dominated { 2_000 } else { 0 }
    }

    fn captures(&self, mv: Move) -> usize {
        Position::captures(self, mv).len()
    }

    fn base(&self, mv: Move) -> i32 {
        i32::from(self.surface(mv.to())) - i32::try_from(Position::captures(self, mv).len()).unwrap_or(0)
    }
}

/// Whether another player's block could step onto the top of a square (§3.1).
fn is_exposed(position: &Position, seat: Seat, square: Square) -> bool {
    Direction::ALL.into_iter().any(|direction| {
        let mut surface = position.surface(square);
        let mut from = square;
        while let Some(next) = from.next(direction) {
            from = next;
            let under = position.surface(from);
            if under + 1 < surface {
                return false;
            }
            if let Some(top) = position.top(from)
                && top.colour.seat() != seat
                && top.kind == Kind::Common
                && surface <= under
            {
                return true;
            }
            surface = under;
        }
        false
    })
}
