//! Move generation (§3.1, §3.2, §3.4): counting, listing, and saying why a move is not legal.

use game::Seat;

use crate::{Cause, Direction, Kind, Move, Position, SpecialState, Square, SquareSet};

/// The longest line on the board, and so the largest number of steps.
const LONGEST: u8 = Square::SIDE;
/// Most positions have no more moves.
const USUAL: usize = 256;

impl Position {
    /// Every legal move of exactly this many steps, or of any number, sorted. An entry's first square is its first step;
    /// an entry counts with each of the lines it can come over (§3.2, §5).
    pub fn legal_moves_of_length(&self, steps: Option<u8>) -> Vec<Move> {
        let mut moves = self.list_moves(steps);
        moves.sort_unstable();
        moves
    }

    /// The number of legal moves.
    pub(crate) fn count_moves(&self) -> u64 {
        if self.status.ended.is_some() {
            return 0;
        }
        if self.may_repeat() {
            return self.list_moves(None).len() as u64;
        }
        let mut moves = 0;
        self.for_each_entry(|_, squares| moves += u64::from(squares.len()));
        self.for_each_step(|_, _, _, _| moves += 1);
        moves
    }

    /// Whether there is a legal move.
    pub(crate) fn has_moves(&self) -> bool {
        if self.status.ended.is_some() {
            return false;
        }
        // An entry is never barred (§3.5), and one over a single square needs no more than that square.
        let entering = self.kinds_in_reserve().next().is_some();
        entering && !(SquareSet::EDGE - self.board.occupied()).is_empty()
            || self.can_step()
            || self.count_moves() > 0
    }

    /// Whether a block of the player to move can make a single step elsewhere than onto the summit. Blocks on the square of the
    /// special are passed over, so that `false` is no proof.
    fn can_step(&self) -> bool {
        let turn = self.status.turn;
        let special = self.board.special(turn);
        self.board.tops(turn).iter().filter(|from| special != Some(*from)).any(|from| {
            Direction::ALL.into_iter().any(|direction| {
                let cell = from.cell().wrapping_add(direction.delta());
                self.board.surface(cell) <= self.board.surface(from.cell())
                    && cell != Square::SUMMIT.cell()
                    && !self.repeats(Move::step(Kind::Common, from, Square::of_cell(cell)))
            })
        })
    }

    /// Every legal move of exactly this many steps, or of any number, in no particular order.
    pub(crate) fn list_moves(&self, steps: Option<u8>) -> Vec<Move> {
        if self.status.ended.is_some() {
            return Vec::new();
        }
        let mut moves = Vec::with_capacity(USUAL);
        let mut enter =
            |kind, squares: SquareSet| moves.extend(squares.iter().map(|to| Move::enter(kind, to)));
        match steps {
            None => self.for_each_entry(enter),
            Some(steps) => {
                self.kinds_in_reserve().for_each(|kind| enter(kind, self.entries_of_length(kind, steps)));
            }
        }
        self.for_each_step(|kind, from, to, length| {
            if steps.is_none_or(|steps| steps == length) {
                moves.push(Move::step(kind, from, to));
            }
        });
        self.retain_unrepeated(&mut moves);
        moves
    }

    /// Whether the move is legal, of exactly this many steps if a number is given.
    ///
    /// # Errors
    /// The first cause in the order of §6 why it is not.
    pub(crate) fn check(&self, mv: Move, steps: Option<u8>) -> Result<(), Cause> {
        if self.status.ended.is_some() {
            return Err(Cause::GameOver);
        }
        let lengths = match mv.from() {
            None => self.check_entry(mv.kind(), mv.to())?,
            Some(from) => 1 << self.check_step(mv.kind(), from, mv.to())?,
        };
        if mv.to() == Square::SUMMIT && !self.may_end_on_summit(mv.kind()) {
            return Err(Cause::Summit);
        }
        if let Some(steps) = steps.filter(|steps| *steps > LONGEST || lengths >> steps & 1 == 0) {
            return Err(Cause::WrongSteps { steps });
        }
        if self.repeats(mv) { Err(Cause::Repetition) } else { Ok(()) }
    }

    /// The kinds of block that the player to move has in reserve.
    fn kinds_in_reserve(&self) -> impl Iterator<Item = Kind> + use<> {
        let reserve = self.reserve(self.status.turn);
        let common = (reserve.common > 0).then_some(Kind::Common);
        let special = (reserve.special == SpecialState::InReserve).then_some(Kind::Special);
        common.into_iter().chain(special)
    }

    /// Whether a block of this kind may end on the summit: the special, or a common block that rescues it (§3.4).
    fn may_end_on_summit(&self, kind: Kind) -> bool {
        kind == Kind::Special || self.reserve(self.status.turn).special == SpecialState::Captured
    }

    /// The squares that a block of this kind may not step onto.
    fn barred(&self, kind: Kind) -> SquareSet {
        match kind {
            Kind::Common => SquareSet::EMPTY,
            Kind::Special => self.board.barred(self.status.turn),
        }
    }

    /// The squares on which a block of this kind in reserve may end after having been able to step onto them.
    fn landing(&self, kind: Kind, reached: SquareSet) -> SquareSet {
        let mut squares = reached - self.board.occupied();
        if !self.may_end_on_summit(kind) {
            squares.remove(Square::SUMMIT);
        }
        squares
    }

    /// Visits the squares on which each kind of block in reserve may end (§3.2), over lines of any length.
    fn for_each_entry(&self, mut visit: impl FnMut(Kind, SquareSet)) {
        let mut reached: Option<(SquareSet, SquareSet)> = None;
        for kind in self.kinds_in_reserve() {
            let barred = self.barred(kind);
            // As long as no other special is on the board, both kinds reach the same squares.
            let squares = match reached {
                Some((same, squares)) if same == barred => squares,
                _ => self.reached(barred),
            };
            reached = Some((barred, squares));
            visit(kind, self.landing(kind, squares));
        }
    }

    /// The squares that a block from the reserve can step onto, over lines of any length (§3.2).
    ///
    /// Lines of the three northern directions are followed together row by row to the north, those of the southern
    /// ones to the south; those along a row are runs of steps from its end.
    fn reached(&self, barred: SquareSet) -> SquareSet {
        const WEST_END: u16 = 1;
        const EAST_END: u16 = 1 << (Square::SIDE - 1);
        const LAST: usize = Square::SIDE as usize - 1;
        let free = !self.board.occupied();
        let steps = |direction, row| self.board.steps(direction).row(row) & !barred.row(row);
        let mut reached = SquareSet::EMPTY;

        let (mut straight, mut east, mut west) = (0, 0, 0);
        for row in 0..=LAST {
            let free = free.row(row);
            let sides = if row == 0 { (free, free, free) } else { (0, free & WEST_END, free & EAST_END) };
            straight = straight & steps(Direction::North, row) | sides.0;
            east = east << 1 & steps(Direction::NorthEast, row) | sides.1;
            west = west >> 1 & steps(Direction::NorthWest, row) | sides.2;
            reached.join_row(row, straight | east | west);
        }
        let (mut straight, mut east, mut west) = (0, 0, 0);
        for row in (0..=LAST).rev() {
            let free = free.row(row);
            let sides = if row == LAST { (free, free, free) } else { (0, free & WEST_END, free & EAST_END) };
            straight = straight & steps(Direction::South, row) | sides.0;
            east = east << 1 & steps(Direction::SouthEast, row) | sides.1;
            west = west >> 1 & steps(Direction::SouthWest, row) | sides.2;
            reached.join_row(row, straight | east | west);
        }
        for row in 0..=LAST {
            let free = free.row(row);
            if free & WEST_END != 0 {
                // Adding to the lowest step carries through the run that begins there.
                let steps = steps(Direction::East, row);
                reached.join_row(row, (steps ^ (steps + 2)) >> 1);
            }
            if free & EAST_END != 0 {
                let run = (steps(Direction::West, row) << 4).leading_ones();
                // The run with its first square and all beyond the edge.
                reached.join_row(row, !(u16::MAX >> (16 - Square::SIDE) >> 1 >> run));
            }
        }
        reached
    }

    /// The squares on which a block from the reserve may end over a line of exactly this many squares.
    fn entries_of_length(&self, kind: Kind, steps: u8) -> SquareSet {
        if !(1..=LONGEST).contains(&steps) {
            return SquareSet::EMPTY;
        }
        let barred = self.barred(kind);
        let mut reached = SquareSet::EMPTY;
        for direction in Direction::ALL {
            let starts = Square::all().filter(|square| square.next(direction.opposite()).is_none());
            let mut front = starts.collect::<SquareSet>() - self.board.occupied();
            for _ in 1..steps {
                front = (front.step(direction) & *self.board.steps(direction)) - barred;
            }
            reached |= front;
        }
        self.landing(kind, reached)
    }

    /// Visits every square on which each block of the player to move may end (§3.1), repetition apart: kind, from, to,
    /// number of steps.
    fn for_each_step(&self, mut visit: impl FnMut(Kind, Square, Square, u8)) {
        let turn = self.status.turn;
        let special = self.board.special(turn).filter(|square| self.is_top_special(*square, turn));
        let mut commons = self.board.tops(turn);
        if let Some(from) = special {
            commons.remove(from);
            self.for_each_step_of_special(turn, from, |to, steps| visit(Kind::Special, from, to, steps));
        }
        let rescue = self.may_end_on_summit(Kind::Common);
        commons.iter().for_each(|from| {
            self.walk(
                from,
                |_| false,
                |to, steps| {
                    if to != Square::SUMMIT || rescue {
                        visit(Kind::Common, from, to, steps);
                    }
                },
            );
        });
    }

    /// Visits every square on which the seat's special, on top of `from`, may end (§3.1), repetition apart, with the number of
    /// steps.
    pub fn for_each_step_of_special(&self, seat: Seat, from: Square, visit: impl FnMut(Square, u8)) {
        let barred = self.board.barred(seat);
        self.walk(from, |cell| barred.has_cell(cell), visit);
    }

    /// Whether the seat's special is on top there.
    pub fn is_top_special(&self, square: Square, seat: Seat) -> bool {
        self.top(square).is_some_and(|block| block.kind == Kind::Special && block.colour.seat() == seat)
    }

    /// Follows the top block of a square in all directions as far as it can step (§3.1).
    #[inline]
    fn walk(&self, from: Square, is_barred: impl Fn(u8) -> bool, mut visit: impl FnMut(Square, u8)) {
        for direction in Direction::ALL {
            let mut cell = from.cell();
            // The block's base is one under the surface it makes, and it may step onto one above its base.
            let mut highest = self.board.surface(cell);
            let mut steps = 0;
            loop {
                cell = cell.wrapping_add(direction.delta());
                let surface = self.board.surface(cell);
                if surface > highest || is_barred(cell) {
                    break;
                }
                steps += 1;
                visit(Square::of_cell(cell), steps);
                highest = surface + 1;
            }
        }
    }

    /// The numbers of steps, as bits, of the lines over which an entry is possible.
    fn check_entry(&self, kind: Kind, to: Square) -> Result<u32, Cause> {
        if self.kinds_in_reserve().all(|in_reserve| in_reserve != kind) {
            return Err(Cause::NoneInReserve { kind });
        }
        if self.top(to).is_some() {
            return Err(Cause::OccupiedEntry { square: to });
        }
        let mut lengths = 0;
        let mut obstacles = Vec::new();
        for direction in Direction::ALL {
            let start = std::iter::successors(Some(to), |square| square.next(direction.opposite()))
                .last()
                .expect("the line has its last square at least");
            if self.top(start).is_some() {
                continue;
            }
            match self.follow(kind, start, to, direction, self.surface(start) + 1) {
                Ok(steps) => lengths |= 1 << (steps + 1),
                Err(obstacle) => obstacles.push(obstacle),
            }
        }
        if lengths != 0 {
            return Ok(lengths);
        }
        // The line that comes nearest says most; one that starts on a column says least.
        obstacles
            .into_iter()
            .min_by_key(|cause| match cause {
                Cause::Blocked { square, lacking } => (square.distance_squared(to), *lacking),
                Cause::SpecialBarred { square } => (square.distance_squared(to), 0),
                _ => (u16::MAX, 0),
            })
            .map_or(Err(Cause::OccupiedEntry { square: to }), Err)
    }

    /// The number of steps of a move on the board.
    fn check_step(&self, kind: Kind, from: Square, to: Square) -> Result<u8, Cause> {
        let own = |colour: crate::Colour| colour.seat() == self.status.turn;
        let same = |block: &crate::Block| own(block.colour) && block.kind == kind;
        match self.top(from) {
            Some(top) if same(&top) => {}
            Some(top) if own(top.colour) && kind == Kind::Common => {
                return Err(Cause::NeedsEquals { square: Some(from) });
            }
            _ => {
                let buried = match kind {
                    Kind::Common => self.column(from).iter().any(|block| own(block.colour)),
                    Kind::Special => self.column(from).iter().any(same),
                };
                return Err(if buried {
                    Cause::Dominated { square: from, kind }
                } else {
                    Cause::NothingThere { square: Some(from) }
                });
            }
        }
        let direction = from.direction_to(to).ok_or(Cause::NotInLine { from, to })?;
        self.follow(kind, from, to, direction, self.surface(from))
    }

    /// Steps from one square to another on its line: the number of steps, or what stops the block first.
    fn follow(
        &self,
        kind: Kind,
        from: Square,
        to: Square,
        direction: Direction,
        mut highest: u8,
    ) -> Result<u8, Cause> {
        let barred = self.barred(kind);
        let mut square = from;
        while square != to {
            square = square.next(direction).expect("the line leads to a square of the board");
            let surface = self.surface(square);
            if barred.contains(square) {
                return Err(Cause::SpecialBarred { square });
            }
            if surface > highest {
                return Err(Cause::Blocked { square, lacking: surface - highest });
            }
            highest = surface + 1;
        }
        Ok(from.distance(to))
    }
}
