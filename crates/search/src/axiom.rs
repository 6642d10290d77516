//! What the search knows of Axiom. Sections (§) are those of `docs/rules/axiom.md`.

use axiom::{Face, Move, Position, Survey, Undo};
use game::Seat;

use crate::Searchable;
use crate::random::mix;

// The places of the features.
const CUBES: usize = 0;
const LIFTABLE: usize = 1;
const JOINS: usize = 2;
const MEETS: usize = 3;
const HEIGHT: usize = 4;
const ON_TOP: usize = 5;
const ON_OTHERS: usize = 6;
const ON_OTHERS_BARE: usize = 7;
const NEAR: usize = 8;
const SQUARES: usize = 13;
const FEATURES: usize = 21;

/// Fitted by `examples/tune.rs axiom 3000 400 1`.
const WEIGHTS: [i32; FEATURES] = [
    59, 55, -20, 40, 22, -5, 42, -36, // CUBES to ON_OTHERS_BARE
    0, -7, 20, 5, -22, // NEAR
    -38, 11, 33, 20, 51, 72, 81, 83, // SQUARES
];

impl Searchable for Position {
    type Undo = Undo;
    type View = Survey;

    const WEIGHTS: &'static [i32] = &WEIGHTS;
    const TEMPO: i32 = 30;
    const STALEMATE_LOSES: bool = true;
    const REPETITION_DRAWS: bool = true;

    fn key(&self) -> u64 {
        self.repetition_key()
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

    #[expect(clippy::cast_possible_truncation, reason = "any digits of the number will do")]
    fn tag(mv: Move) -> u32 {
        let cell = |cell: axiom::Cell| {
            u64::from(cell.x().cast_unsigned()) << 36
                ^ u64::from(cell.y().cast_unsigned()) << 8
                ^ u64::from(cell.z().cast_unsigned())
        };
        let rest = match mv {
            Move::Cube { domes, .. } => domes.iter().fold(64, |bits, face| bits | 1 << face as u64),
            Move::Sceptre { face, .. } => 1 << face as u64,
        };
        (mix(mix(cell(mv.from())).wrapping_add(mix(cell(mv.to()) ^ rest << 56))) as u32).max(1)
    }

    fn view(&self) -> Survey {
        self.survey()
    }

    fn wins(view: &Survey, seat: Seat) -> bool {
        view.wins(seat)
    }

    fn features(&self, view: &Survey, seat: Seat, mut tell: impl FnMut(usize, i32)) {
        tell(CUBES, i32::from(view.cubes[seat]));
        tell(LIFTABLE, i32::from(view.liftable[seat]));
        for sight in view.sights.iter().filter(|sight| sight.owner == seat) {
            let crowded = match sight.squares {
                squares @ 0..=3 => squares,
                4..=5 => 4,
                6..=8 => 5,
                9..=12 => 6,
                _ => 7,
            };
            tell(SQUARES + usize::from(crowded), 1);
            tell(JOINS, i32::from(sight.joins > 0));
            tell(MEETS, i32::try_from(sight.meets.count_ones()).unwrap_or(0));
            tell(HEIGHT, sight.cell.step(sight.face).z());
            tell(ON_TOP, i32::from(sight.face == Face::ZPlus));
            let near = view.sights.iter().filter(|other| other.owner != seat).map(|other| {
                let apart = |a: i32, b: i32| a.abs_diff(b);
                apart(sight.cell.x(), other.cell.x())
                    + apart(sight.cell.y(), other.cell.y())
                    + apart(sight.cell.z(), other.cell.z())
            });
            let near = near.min().unwrap_or(0).min(4) as usize;
            tell(NEAR + near, 1);
            if let Some(cube) = self.cube(sight.cell) {
                tell(ON_OTHERS, i32::from(cube.owner != seat));
                let bare = self.cube(sight.cell.step(Face::ZPlus)).is_none();
                tell(ON_OTHERS_BARE, i32::from(cube.owner != seat && bare));
            }
        }
    }

    fn promise(&self, _view: &Survey) -> impl Fn(Move) -> i32 {
        |mv| {
            if self.joins_own_pair(mv) {
                -100
            } else if self.eliminates(mv) {
                1_000
            } else {
                0
            }
        }
    }

    fn captures(&self, mv: Move) -> usize {
        usize::from(self.eliminates(mv))
    }

    fn base(&self, mv: Move) -> i32 {
        match mv {
            Move::Cube { to, .. } => to.z(),
            Move::Sceptre { to, face, .. } => to.step(face).z(),
        }
    }
}
