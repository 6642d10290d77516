//! What the search knows of XIMA. Sections (§) are those of `docs/rules/xima.md`.

use game::{BySeat, Position as _, Seat};
use xima::{Direction, Kind, Move, Position, SpecialState, Square, SquareSet, Undo};

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
    /// By seat: the place of its special, at whatever depth, if that is on a line to the summit.
    specials: BySeat<Option<(u8, u8)>>,
    /// By seat: the squares that lie on every way on which its special could reach the summit in one move, the one it stands on
    /// included.
    ways: BySeat<SquareSet>,
}

/// How a special could come to the summit from where it is.
#[derive(Clone, Copy, Default)]
struct Plan {
    /// The least number of stairs that are lacking.
    lacking: u8,
    /// Where they are lacking.
    missing: SquareSet,
    /// The squares of those ways, the one on which the special stands included.
    way: SquareSet,
}

/// How much is promised by a move that brings a plan forward for which so many stairs are lacking.
const fn urgency(lacking: u8) -> i32 {
    match lacking {
        1 => 500,
        2 => 250,
        3 => 100,
        _ => 0,
    }
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
        let place = |seat| position.special(seat).and_then(|square| ON_RAY[square.index()]);
        let mut view = View {
            rays,
            lacks: BySeat::from_fn(|_| NEVER),
            specials: BySeat::from_fn(place),
            ways: BySeat::from_fn(|_| SquareSet::FULL),
        };
        for seat in Seat::first(position.players()).filter(|seat| position.is_active(*seat)) {
            for_each_start(position, seat, position.reserve(seat).special, |ray, step, base| {
                let lacking = view.lacking_from(seat, ray, step, base);
                view.lacks[seat] = view.lacks[seat].min(lacking);
                if lacking == 0 {
                    view.ways[seat] = view.ways[seat] & RAYS[ray][..=step].iter().copied().collect();
                }
            });
        }
        view
    }

    /// How the seat's special lacks least. One that is captured is thought of as rescued already.
    fn plan(&self, position: &Position, seat: Seat) -> Plan {
        let mut plan = Plan { lacking: NEVER, ..Plan::default() };
        let special = match position.reserve(seat).special {
            SpecialState::Captured => SpecialState::InReserve,
            special => special,
        };
        for_each_start(position, seat, special, |ray, step, base| {
            let lacking = self.lacking_from(seat, ray, step, base);
            if lacking >= NEVER || lacking > plan.lacking {
                return;
            }
            if lacking < plan.lacking {
                plan = Plan { lacking, ..Plan::default() };
            }
            plan.way.insert(RAYS[ray][step]);
            for (square, way) in RAYS[ray].iter().zip(&self.rays[ray][1..]).take(step) {
                plan.way.insert(*square);
                if position.surface(*square) < way.onto {
                    plan.missing.insert(*square);
                }
            }
        });
        plan
    }

    fn lacking_from(&self, seat: Seat, ray: usize, step: usize, base: u8) -> u8 {
        let Way { onto, lacking } = self.rays[ray][step];
        if onto > base + 1 {
            return NEVER;
        }
        // §3.1: no special steps onto another's column.
        let barred = self.specials.iter().any(|(other, place)| {
            let before = |(its, at)| usize::from(its) == ray && usize::from(at) < step;
            other != seat && place.is_some_and(before)
        });
        if barred { NEVER } else { lacking }
    }
}

impl View {
    /// How many squares the special on top of a square can reach in one move, and the least that is lacking from one of them.
    fn walk(&self, position: &Position, seat: Seat, square: Square) -> (i32, u8) {
        let (mut squares, mut least) = (0, NEVER);
        position.for_each_step_of_special(seat, square, |to, _| {
            squares += 1;
            if let Some((ray, step)) = ON_RAY[to.index()] {
                least = least.min(self.lacking_from(seat, ray.into(), step.into(), position.surface(to)));
            }
        });
        (squares, least)
    }
}

/// Visits the places on the lines to the summit from which a seat's special can set out if it is in this state: the line, the
/// place, and its base there.
fn for_each_start(
    position: &Position,
    seat: Seat,
    special: SpecialState,
    mut visit: impl FnMut(usize, usize, u8),
) {
    match special {
        SpecialState::InReserve => {
            let edges = (0..8).filter(|ray| position.surface(RAYS[*ray][STEPS - 1]) == 0);
            edges.for_each(|ray| visit(ray, STEPS - 1, 0));
        }
        SpecialState::OnBoard => {
            let Some(square) = position.special(seat) else { return };
            if let Some((ray, step)) =
                ON_RAY[square.index()].filter(|_| position.is_top_special(square, seat))
            {
                visit(ray.into(), step.into(), position.surface(square) - 1);
            }
        }
        SpecialState::Captured => {}
    }
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

/// More common blocks in reserve than each player starts with (§2) are worth nothing more: whoever has so many is to enter them.
const PLENTY: u16 = 9;

/// Fitted by `examples/tune.rs xima 3000 600 11`; those of the rarest features are smoothed by hand. A block in reserve was fitted
/// at 119, more than one on the first floor, which made both sides wait and move to and fro; it is worth as much as that.
const WEIGHTS: [i32; FEATURES] = [
    75, 75, 137, 170, 0, 18, 71, 151, -249, -21, -60, 3, -65, -17, // RESERVE to EXPOSED
    80, 60, 38, 77, 75, 88, // RESERVE_LACKS
    -14, -47, 42, 48, -1, 14, // LACKS
    152, 164, 93, 136, 36, 35, 29, 31, // APPROACH
    220, 172, 26, 17, // RESCUE_LACKS
    40, 34, 22, -21, -83, -108, -20, 80, // BASE
    54, 180, -30, -69, -146, -121, // RING
    288, 474, 275, 126, -75, -16, // UNDER_RING
];

impl Searchable for Position {
    type Undo = Undo;
    type View = View;

    const WEIGHTS: &'static [i32] = &WEIGHTS;
    const TEMPO: i32 = 9;
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
        tell(RESERVE, i32::from(reserve.common.min(PLENTY)));
        let tops = self.tops(seat);
        let (mut on_floor, mut raised) = ([0; 4], 0);
        for square in tops.iter() {
            on_floor[usize::from(square.floor()) - 1] += 1;
            raised += i32::from(self.surface(square) - square.height() - 1);
        }
        on_floor.into_iter().zip(TOPS..).for_each(|(tops, feature)| tell(feature, tops));
        tell(RAISED, raised);
        tell(DOMINATED, i32::from(self.blocks(seat)) - on_floor.iter().sum::<i32>());
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
                if !self.is_top_special(square, seat) {
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

    fn promise(&self, view: &View) -> impl Fn(Move) -> i32 {
        let turn = self.turn();
        let own = view.plan(self, turn);
        let others = Seat::first(self.players()).filter(|seat| *seat != turn && self.is_active(*seat));
        let hostile =
            others.map(|seat| view.plan(self, seat)).min_by_key(|plan| plan.lacking).unwrap_or_default();
        move |mv| {
            let to = mv.to();
            if to == Square::SUMMIT {
                return 10_000;
            }
            if let Some(top) = self.top(to) {
                let captured = self.captures(mv);
                let special = captured.iter().any(|block| block.kind == Kind::Special);
                let dominated = top.kind == Kind::Special && top.colour.seat() != turn;
                if special || dominated || !captured.is_empty() {
                    let captured = i32::try_from(captured.len()).unwrap_or(0);
                    return 1_000 * captured + if special || dominated { 2_000 } else { 0 };
                }
            }
            let mut promise = 0;
            if mv.kind() == Kind::Special {
                if let Some((ray, step)) = ON_RAY[to.index()] {
                    let lacking = view.lacking_from(turn, ray.into(), step.into(), self.surface(to));
                    promise += urgency(lacking.saturating_add(1));
                }
            } else {
                if own.missing.contains(to) {
                    promise += urgency(own.lacking);
                }
                if mv.from().is_some_and(|from| own.way.contains(from)) {
                    promise -= urgency(own.lacking) / 2;
                }
            }
            if hostile.way.contains(to) {
                promise += urgency(hostile.lacking) / 2;
            }
            promise
        }
    }

    fn may_parry(view: &View, other: Seat, mv: Move) -> bool {
        view.ways[other].contains(mv.to()) || mv.from().is_some_and(|from| view.ways[other].contains(from))
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
