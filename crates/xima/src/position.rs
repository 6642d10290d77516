//! Positions: what is on the board and in reserve, whose turn it is, and what happens by itself (§3.3 to §4).

use std::fmt;
use std::ops::RangeInclusive;

use game::{BySeat, Leaving, Outcome, Played, Seat};

use crate::board::Board;
use crate::{
    Addition, Block, Colour, Event, Kind, Move, Reason, Refusal, Square, SquareSet, TextError, zobrist,
};

/// Common blocks each player starts with (§2).
const COMMONS: u16 = 9;
/// Common blocks that added material gives each active player (§4).
const ADDED: u16 = 3;
/// Common blocks needed in all: three stairs lead from floor 1 to the summit (§4.3).
const NEEDED: u32 = 3;
/// Turns without an irreversible event, for each active player, after which material is added (§4.4).
const PATIENCE: u32 = 20;

/// Where a player's special block is (§2, §7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SpecialState {
    /// Off the board, ready to enter.
    InReserve,
    /// On the board, at whatever depth of its column.
    OnBoard,
    /// Captured and waiting for a rescue, or gone with the reserve of a player who is out.
    Captured,
}

/// What a player has besides the blocks on the board (§7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reserve {
    /// Common blocks in reserve.
    pub common: u16,
    /// Where the special is.
    pub special: SpecialState,
    /// Whether the player is out of the game.
    pub out: bool,
}

/// A position of XIMA with its repetition history (§3.5), for 2 to 4 players.
///
/// `Display` writes the position text (§7); its inverse, `FromStr`, takes the position as after section 4 and starts
/// with an empty history.
#[derive(Clone)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) status: Status,
    /// The keys that have occurred; those from `status.first` on have done so since the last irreversible event.
    history: Vec<u64>,
    /// The keys among them that had occurred already; those from `status.first_repeated` on since the last irreversible event.
    repeated: Vec<u64>,
}

/// Everything but the columns and the history: small, so that undoing a move puts it back whole.
#[derive(Clone, Copy)]
pub(crate) struct Status {
    pub(crate) players: u8,
    pub(crate) turn: Seat,
    /// Seats that nobody sits on are out.
    pub(crate) reserves: BySeat<Reserve>,
    pub(crate) quiet: u32,
    pub(crate) ended: Option<(Seat, Reason)>,
    first: usize,
    first_repeated: usize,
}

/// What [`Position::take_back`] needs to undo a move.
pub struct Undo {
    mv: Move,
    status: Status,
    occurrences: usize,
    repeated: usize,
    /// The column on which the move ended, if blocks were captured there.
    captured_from: Option<Vec<Block>>,
}

impl Position {
    /// The blocks on a square, bottom first.
    pub fn column(&self, square: Square) -> &[Block] {
        self.board.column(square)
    }

    /// The top block of a square.
    pub fn top(&self, square: Square) -> Option<Block> {
        self.board.top(square)
    }

    /// The surface of a square: its floor's height plus the blocks on it (§1).
    pub fn surface(&self, square: Square) -> u8 {
        self.board.surface(square.cell())
    }

    /// What a seat has in reserve; of a seat that nobody sits on, nothing.
    pub fn reserve(&self, seat: Seat) -> Reserve {
        self.status.reserves[seat]
    }

    /// The squares whose top block is the seat's.
    pub fn tops(&self, seat: Seat) -> SquareSet {
        self.board.tops(seat)
    }

    /// The number of the seat's blocks on the board, dominated ones and the special included.
    pub fn blocks(&self, seat: Seat) -> u16 {
        self.board.blocks(seat)
    }

    /// Where a seat's special stands, at whatever depth, while it is on the board.
    pub fn special(&self, seat: Seat) -> Option<Square> {
        self.board.special(seat)
    }

    /// `QUIET`: turns since the last entry, capture, rescue or added material (§7).
    pub fn quiet(&self) -> u32 {
        self.status.quiet
    }

    /// The position key (§3.5) as a number: columns, reserves, specials and the player to move.
    pub fn key(&self) -> u64 {
        Seat::first(self.status.players)
            .map(|seat| zobrist::reserve(seat, self.status.reserves[seat]))
            .fold(self.board.key() ^ zobrist::turn(self.status.turn), |key, part| key ^ part)
    }

    /// The colour of the block that a legal move lands on, if it lands on one.
    pub fn onto(&self, mv: Move) -> Option<Colour> {
        self.top(mv.to()).map(|block| block.colour)
    }

    /// The blocks that a legal move captures, in column order from the bottom (§3.3).
    pub fn captures(&self, mv: Move) -> Vec<Block> {
        let column = self.column(mv.to()).iter().copied();
        match self.captured_seats(mv.to()) {
            Some(captured) => column.filter(|block| captured[block.colour.seat()]).collect(),
            None => Vec::new(),
        }
    }

    /// Whether a legal move is a rescue: a common block that ends on the summit (§3.4).
    pub fn is_rescue(&self, mv: Move) -> bool {
        mv.kind() == Kind::Common && mv.to() == Square::SUMMIT
    }

    /// Every legal move, in no particular order.
    pub fn moves(&self) -> Vec<Move> {
        self.list_moves(None)
    }

    /// Plays a legal move in place, then all that happens by itself up to the next player's choice: for searches, which
    /// try many moves on one board. A move that is not legal leads nowhere sensible.
    pub fn advance(&mut self, mv: Move) -> Undo {
        let undo = self.make(mv);
        if self.status.ended.is_none() {
            self.begin_turn(&mut Vec::new(), |position| u64::from(position.has_moves()));
        }
        undo
    }

    /// Whether somebody could move here, with material added if need be. A game is not opened from a position in which
    /// every active player would be passed over (§4.5).
    pub fn is_playable(&self) -> bool {
        let mut supplied = self.clone();
        supplied.add_material();
        self.status.ended.is_none()
            && self.active().any(|seat| {
                supplied.status.turn = seat;
                supplied.has_moves()
            })
    }

    /// The seats that still play, in turn order.
    pub(crate) fn active(&self) -> impl Iterator<Item = Seat> + use<> {
        let Status { players, reserves, .. } = self.status;
        Seat::first(players).filter(move |seat| !reserves[*seat].out)
    }

    /// The next active seat after the one to move.
    fn next_active(&self) -> Seat {
        let turn = self.status.turn;
        self.active().find(|seat| *seat > turn).or_else(|| self.active().next()).unwrap_or(turn)
    }

    /// The position with these columns and this status, and an empty history.
    pub(crate) fn assemble(board: Board, status: Status) -> Position {
        let mut position = Position { board, status, history: Vec::new(), repeated: Vec::new() };
        position.occur(true);
        position
    }

    /// Takes the position as an occurrence of its key (§3.5), the first one after an irreversible event.
    fn occur(&mut self, irreversible: bool) {
        let key = self.key();
        if irreversible {
            self.status.first = self.history.len();
            self.status.first_repeated = self.repeated.len();
        } else if self.since_irreversible().contains(&key) {
            self.repeated.push(key);
        }
        self.history.push(key);
    }

    fn since_irreversible(&self) -> &[u64] {
        &self.history[self.status.first..]
    }

    /// The keys that have occurred twice since the last irreversible event, which no move may lead to again (§3.5).
    fn barred_keys(&self) -> &[u64] {
        &self.repeated[self.status.first_repeated..]
    }

    /// Whether some key has occurred twice, so that moves may be barred.
    pub(crate) fn may_repeat(&self) -> bool {
        !self.barred_keys().is_empty()
    }

    /// Whether an otherwise legal move is barred: its key has occurred twice since the last irreversible event (§3.5).
    pub(crate) fn repeats(&self, mv: Move) -> bool {
        self.may_repeat() && self.repeats_after(self.key_of_next(), mv)
    }

    /// Takes out the moves that are barred.
    pub(crate) fn retain_unrepeated(&self, moves: &mut Vec<Move>) {
        if self.may_repeat() {
            let next = self.key_of_next();
            moves.retain(|mv| !self.repeats_after(next, *mv));
        }
    }

    /// The key with the next player to move.
    fn key_of_next(&self) -> u64 {
        self.key() ^ zobrist::turn(self.status.turn) ^ zobrist::turn(self.next_active())
    }

    /// Whether a move is barred, where `next` is the key with the next player to move.
    fn repeats_after(&self, next: u64, mv: Move) -> bool {
        let Some((from, block)) = mv.from().and_then(|from| Some((from, self.top(from)?))) else {
            return false;
        };
        let key = next
            ^ zobrist::block(from, self.surface(from) - 1, block)
            ^ zobrist::block(mv.to(), self.surface(mv.to()), block);
        self.barred_keys().contains(&key)
            && mv.to() != Square::SUMMIT
            && self.captured_seats(mv.to()).is_none()
    }

    /// The seats whose blocks are captured when the player to move arrives on a square, if any are (§3.3).
    fn captured_seats(&self, square: Square) -> Option<BySeat<bool>> {
        let column = self.column(square);
        if column.is_empty() {
            return None;
        }
        let mut counts = BySeat::<usize>::default();
        counts[self.status.turn] = 1;
        for block in column {
            counts[block.colour.seat()] += 1;
        }
        let own = counts[self.status.turn];
        let captured = BySeat::from_fn(|seat| (1..own).contains(&counts[seat]));
        let outnumbered = counts.iter().any(|(_, count)| *count > own);
        (!outnumbered && captured.iter().any(|(_, captured)| *captured)).then_some(captured)
    }

    /// Plays a legal move and passes the turn; section 4 comes after it.
    fn make(&mut self, mv: Move) -> Undo {
        let seat = self.status.turn;
        let block = Block { colour: Colour::of(seat), kind: mv.kind() };
        let mut undo = Undo {
            mv,
            status: self.status,
            occurrences: self.history.len(),
            repeated: self.repeated.len(),
            captured_from: None,
        };
        let mut irreversible = mv.is_entry();
        match (mv.from(), mv.kind()) {
            (Some(from), _) => {
                self.board.pop(from);
            }
            (None, Kind::Common) => self.status.reserves[seat].common -= 1,
            (None, Kind::Special) => self.status.reserves[seat].special = SpecialState::OnBoard,
        }
        if self.is_rescue(mv) {
            self.status.reserves[seat].special = SpecialState::InReserve;
            irreversible = true;
        } else {
            if let Some(captured) = self.captured_seats(mv.to()) {
                undo.captured_from = Some(self.capture(mv.to(), captured));
                irreversible = true;
            }
            self.board.push(mv.to(), block);
        }
        if mv.to() == Square::SUMMIT && mv.kind() == Kind::Special {
            self.status.ended = Some((seat, Reason::Summit));
            if mv.is_entry() {
                self.status.quiet = 0;
            }
            return undo;
        }
        self.status.quiet = if irreversible { 0 } else { self.status.quiet.saturating_add(1) };
        self.status.turn = self.next_active();
        self.occur(irreversible);
        undo
    }

    /// Takes the blocks of some seats out of a column, and returns the column as it was (§3.3).
    fn capture(&mut self, square: Square, captured: BySeat<bool>) -> Vec<Block> {
        let before = self.board.capture(square, captured);
        for block in &before {
            let seat = block.colour.seat();
            if captured[seat] && block.kind == Kind::Special {
                self.status.reserves[seat].special = SpecialState::Captured;
            }
        }
        before
    }

    /// Takes back the last move made, with all that happened by itself after it.
    pub fn take_back(&mut self, undo: Undo) {
        let Undo { mv, status, occurrences, repeated, captured_from } = undo;
        let moved = Block { colour: Colour::of(status.turn), kind: mv.kind() };
        if !self.is_rescue(mv) {
            self.board.pop(mv.to());
        }
        if let Some(column) = captured_from {
            self.board.rebuild(mv.to(), column.into_iter());
        }
        if let Some(from) = mv.from() {
            self.board.push(from, moved);
        }
        self.status = status;
        self.history.truncate(occurrences);
        self.repeated.truncate(repeated);
    }

    /// The start of a turn (§4), and of the next ones as long as players go out or are passed over. `count` is the number of
    /// legal moves, or any number that is 0 only if there is none. Returns it for the player who is to choose then, and 0 when the
    /// game is over, or when every active player has been passed over in one round, which only a position given from outside can
    /// lead to.
    fn begin_turn(&mut self, events: &mut Vec<Event>, count: impl Fn(&Position) -> u64) -> u64 {
        let mut passed = 0;
        loop {
            let seat = self.status.turn;
            let Reserve { common, special, .. } = self.status.reserves[seat];
            let in_reserve = common > 0 || special == SpecialState::InReserve;
            if !in_reserve && self.board.blocks(seat) == 0 {
                // §4.1
                events.push(Event::Out(seat));
                self.put_out(seat, Reason::NoResources);
                if self.status.ended.is_some() {
                    return 0;
                }
                self.status.turn = self.next_active();
                continue;
            }
            if !in_reserve && self.board.tops(seat).is_empty() {
                // §4.2
                self.status.ended = Some((seat, Reason::Smothered));
                return 0;
            }
            let in_play =
                || self.active().map(|seat| u32::from(self.status.reserves[seat].common)).sum::<u32>();
            if self.board.commons() < NEEDED && self.board.commons() + in_play() < NEEDED {
                self.add(Addition::Insufficient, events); // §4.3
            }
            if self.status.quiet >= PATIENCE && self.status.quiet >= PATIENCE * self.active_count() {
                self.add(Addition::NoProgress, events); // §4.4
            }
            // §4.5
            let moves = count(self);
            if moves > 0 {
                return moves;
            }
            self.add(Addition::Stalled, events);
            let moves = count(self);
            if moves > 0 {
                return moves;
            }
            events.push(Event::Passed(seat));
            self.status.quiet += 1;
            self.status.turn = self.next_active();
            self.occur(false);
            passed += 1;
            if passed >= self.active_count() {
                return 0;
            }
        }
    }

    fn active_count(&self) -> u32 {
        self.active().map(|_| 1).sum()
    }

    /// Adds material, and begins a new count of occurrences with the position just after it (§3.5, §4).
    fn add(&mut self, why: Addition, events: &mut Vec<Event>) {
        events.push(Event::Added(why));
        self.add_material();
        self.status.quiet = 0;
        self.occur(true);
    }

    fn add_material(&mut self) {
        for seat in Seat::first(self.status.players) {
            let reserve = &mut self.status.reserves[seat];
            if !reserve.out {
                reserve.common = reserve.common.saturating_add(ADDED);
            }
        }
    }

    /// Puts a seat out with its reserve (§4); the last player left has won.
    fn put_out(&mut self, seat: Seat, reason: Reason) {
        let reserve = &mut self.status.reserves[seat];
        reserve.out = true;
        reserve.common = 0;
        if reserve.special == SpecialState::InReserve {
            reserve.special = SpecialState::Captured;
        }
        self.end_if_alone(reason);
    }

    /// Ends the game if one player is left, who is the player to move of the final position, as after a win on the summit
    /// (§3.4): a text with a player to move who is out could not be read (§7).
    pub(crate) fn end_if_alone(&mut self, reason: Reason) {
        let mut left = self.active();
        let alone = left.next().filter(|_| left.next().is_none());
        if let Some(winner) = alone {
            self.status.turn = winner;
            self.status.ended = Some((winner, reason));
        }
    }

    /// A copy to play on, without the part of the history that no longer counts.
    fn fork(&self) -> Position {
        Position {
            board: self.board.clone(),
            status: Status { first: 0, first_repeated: 0, ..self.status },
            history: self.since_irreversible().to_vec(),
            repeated: self.barred_keys().to_vec(),
        }
    }

    /// Counts sequences of `depth` ≥ 1 plies, playing and taking back on the one board.
    fn count_sequences(&mut self, depth: u32, events: &mut Vec<Event>) -> u64 {
        if depth == 1 {
            return self.count_moves();
        }
        let mut sequences = 0;
        for mv in self.list_moves(None) {
            let undo = self.make(mv);
            if self.status.ended.is_none() {
                let moves = self.begin_turn(events, Position::count_moves);
                sequences += match depth {
                    2 => moves,
                    _ if moves == 0 => 0,
                    _ => self.count_sequences(depth - 1, events),
                };
                events.clear();
            }
            self.take_back(undo);
        }
        sequences
    }
}

impl game::Position for Position {
    type Move = Move;
    type Event = Event;
    type Reason = Reason;
    type Refusal = Refusal;
    type TextError = TextError;

    const PLAYERS: RangeInclusive<u8> = 2..=4;

    fn start(players: u8) -> Option<Position> {
        if !Position::PLAYERS.contains(&players) {
            return None;
        }
        let reserves = BySeat::from_fn(|seat| {
            if seat.index() < usize::from(players) {
                Reserve { common: COMMONS, special: SpecialState::InReserve, out: false }
            } else {
                Reserve::NOBODY
            }
        });
        Some(Position::assemble(Board::empty(), Status::new(players, Seat::FIRST, reserves, 0)))
    }

    fn from_text(text: &str) -> Result<Position, TextError> {
        text.parse()
    }

    fn players(&self) -> u8 {
        self.status.players
    }

    fn turn(&self) -> Seat {
        self.status.turn
    }

    fn is_active(&self, seat: Seat) -> bool {
        !self.status.reserves[seat].out
    }

    fn outcome(&self) -> Option<(Outcome, Reason)> {
        self.status.ended.map(|(winner, reason)| (Outcome::Win(winner), reason))
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.legal_moves_of_length(None)
    }

    fn count_legal_moves(&self) -> u64 {
        self.count_moves()
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.check(mv, None).is_ok()
    }

    fn read_move(&self, text: &str) -> Result<Move, Refusal> {
        self.read_move_of_length(text, None)
    }

    fn short_form(&self, mv: Move) -> String {
        self.write_short_form(mv)
    }

    fn play(&self, mv: Move) -> Result<Played<Position>, Refusal> {
        self.check(mv, None).map_err(|cause| self.refuse(cause, mv))?;
        let mut events = Vec::new();
        let blocks = self.captures(mv);
        if !blocks.is_empty() {
            events.push(Event::Captured { square: mv.to(), blocks });
        }
        if self.is_rescue(mv) {
            events.push(Event::Rescued(self.status.turn));
        }
        let mut position = self.fork();
        position.make(mv);
        if position.status.ended.is_none() {
            position.begin_turn(&mut events, Position::count_moves);
        }
        Ok(Played { position, events })
    }

    fn leave(&self, seat: Seat, leaving: Leaving) -> Option<Played<Position>> {
        if self.status.ended.is_some() || self.status.reserves[seat].out {
            return None;
        }
        let reason = match leaving {
            Leaving::Resigned => Reason::Resigned,
            Leaving::Time => Reason::Time,
        };
        let mut position = self.fork();
        let mut events = Vec::new();
        position.put_out(seat, reason);
        if position.status.ended.is_none() && seat == position.status.turn {
            position.status.turn = position.next_active();
            position.begin_turn(&mut events, Position::count_moves);
        }
        Some(Played { position, events })
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 { 1 } else { self.fork().count_sequences(depth, &mut Vec::new()) }
    }
}

impl Reserve {
    /// The reserve of a seat that nobody sits on.
    pub(crate) const NOBODY: Reserve = Reserve { common: 0, special: SpecialState::Captured, out: true };
}

impl Status {
    /// A running game's status before anything has occurred.
    pub(crate) fn new(players: u8, turn: Seat, reserves: BySeat<Reserve>, quiet: u32) -> Status {
        Status { players, turn, reserves, quiet, ended: None, first: 0, first_repeated: 0 }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
