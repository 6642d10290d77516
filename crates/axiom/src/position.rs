//! Positions: play, repetition and the end of the game (§2, §5).

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use game::{Leaving, Outcome, Played, Seat};

use crate::board::{Board, Cube, Sceptre};
use crate::terrain::Terrain;
use crate::{Cell, Event, Face, Move, Reason, Refusal, Survey, TextError};

/// Occurrences of a position that make a draw (§5).
const DRAWN: usize = 3;

/// A position of Axiom with its repetition history (§5), for two players: Black is the first seat, White the second.
///
/// `Display` writes the position text (§6); its inverse, `FromStr`, starts with an empty history.
#[derive(Clone)]
pub struct Position {
    board: Board,
    turn: Seat,
    ended: Option<(Outcome, Reason)>,
    /// A seat that has resigned or run out of time.
    left: Option<Seat>,
    /// Equal for equal pieces in equal places, whatever their order (§5): the sum of the pieces' keys.
    key: u64,
    /// The keys of the positions since the last elimination, which nothing undoes; the present one last.
    history: Vec<u64>,
}

/// What [`Position::take_back`] needs to undo a move.
pub struct Undo {
    piece: Piece,
    ended: Option<(Outcome, Reason)>,
    key: u64,
    eliminated: Option<(usize, Cube)>,
}

/// The piece that moved, by its place in the list, and as it was.
enum Piece {
    Cube(usize, Cube),
    Sceptre(usize, Sceptre),
}

impl Position {
    /// The cubes, sorted by cell.
    pub fn cubes(&self) -> Vec<Cube> {
        let mut cubes = self.board.cubes.to_vec();
        cubes.sort_unstable();
        cubes
    }

    /// The sceptres, sorted by the cell of the cube they stand on.
    pub fn sceptres(&self) -> Vec<Sceptre> {
        let mut sceptres = self.board.sceptres.to_vec();
        sceptres.sort_unstable();
        sceptres
    }

    /// The cube that fills a cell.
    pub fn cube(&self, cell: Cell) -> Option<Cube> {
        self.board.cube_at(cell).copied()
    }

    /// Whether a legal move puts the mover's two sceptres on one cube, and so loses at once (§5): ask before playing
    /// it.
    pub fn joins_own_pair(&self, mv: Move) -> bool {
        let Move::Sceptre { from, to, .. } = mv else { return false };
        from != to && self.board.sceptres_on(to).any(|sceptre| sceptre.owner == self.turn)
    }

    /// Whether a legal move takes the opponent's cube out of the game (§3, after the move).
    pub fn eliminates(&self, mv: Move) -> bool {
        let Move::Sceptre { from, to, .. } = mv else { return false };
        self.falls(from, to)
    }

    /// A number that is equal for positions of equal pieces in equal places with the same player to move (§5.3).
    pub fn repetition_key(&self) -> u64 {
        mix(self.key ^ self.turn.index() as u64)
    }

    /// Every legal move, in no particular order.
    pub fn moves(&self) -> Vec<Move> {
        if self.ended.is_some() { Vec::new() } else { Terrain::new(&self.board).list_moves(self.turn) }
    }

    /// What the pieces of both players can do where they stand, whoever is to move.
    pub fn survey(&self) -> Survey {
        Terrain::new(&self.board).survey()
    }

    /// Plays a legal move in place: for searches, which try many moves on one board. That the next player has no move
    /// (§5.2) is not looked for; an empty list of moves tells it. A move that is not legal leads nowhere sensible.
    pub fn advance(&mut self, mv: Move) -> Undo {
        let undo = self.make(mv);
        self.history.push(self.key);
        if self.ended.is_none() && self.is_drawn() {
            self.end(Outcome::Draw, Reason::Repetition);
        }
        undo
    }

    /// Takes back the last move that [`Position::advance`] played.
    #[expect(clippy::needless_pass_by_value, reason = "a move is taken back once")]
    pub fn take_back(&mut self, undo: Undo) {
        self.history.pop();
        self.unmake(&undo);
    }

    /// A position with an empty history that goes on.
    pub(crate) fn new(board: Board, turn: Seat) -> Position {
        let cubes = board.cubes.iter().map(cube_key);
        let key = cubes.chain(board.sceptres.iter().map(sceptre_key)).fold(0, u64::wrapping_add);
        Position { board, turn, ended: None, left: None, key, history: vec![key] }
    }

    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    pub(crate) fn end(&mut self, outcome: Outcome, reason: Reason) {
        self.ended = Some((outcome, reason));
    }

    /// §3, after the move: the cube left is the opponent's, the cube reached the mover's, and nothing is on the cube
    /// left.
    fn falls(&self, from: Cell, to: Cell) -> bool {
        let owner = |cell| self.board.cube_at(cell).map(|cube| cube.owner);
        from != to
            && owner(from) == Some(other(self.turn))
            && owner(to) == Some(self.turn)
            && !self.board.is_filled(from.step(Face::ZPlus))
            && self.board.sceptres_on(from).count() == 1
    }

    /// Plays a legal move, except for what a history and the next player's moves decide (§5.2, §5.3).
    fn make(&mut self, mv: Move) -> Undo {
        let (ended, key) = (self.ended, self.key);
        let mut eliminated = None;
        let piece = match mv {
            Move::Cube { from, to, domes } => {
                let index = self.board.index_at(from).expect("a legal move lifts a cube that is there");
                let cube = &mut self.board.cubes[index];
                let before = std::mem::replace(cube, Cube { cell: to, domes, ..*cube });
                self.key = key.wrapping_sub(cube_key(&before)).wrapping_add(cube_key(cube));
                Piece::Cube(index, before)
            }
            Move::Sceptre { from, to, face } => {
                let index = self
                    .board
                    .sceptre_of(self.turn, from)
                    .expect("a legal move moves a sceptre that is there");
                let falls = self.falls(from, to);
                if let Some(met) = self.board.sceptres_on(to).find(|_| from != to) {
                    // §5.1
                    self.ended = Some(if met.owner == self.turn {
                        (Outcome::Win(other(self.turn)), Reason::OwnPair)
                    } else {
                        (Outcome::Win(self.turn), Reason::Contact)
                    });
                }
                let sceptre = &mut self.board.sceptres[index];
                let before = std::mem::replace(sceptre, Sceptre { cell: to, face, ..*sceptre });
                self.key = key.wrapping_sub(sceptre_key(&before)).wrapping_add(sceptre_key(sceptre));
                if falls {
                    let index = self.board.index_at(from).expect("the cube left is there");
                    let cube = self.board.remove_cube(index);
                    self.key = self.key.wrapping_sub(cube_key(&cube));
                    eliminated = Some((index, cube));
                }
                Piece::Sceptre(index, before)
            }
        };
        self.turn = other(self.turn);
        Undo { piece, ended, key, eliminated }
    }

    fn unmake(&mut self, undo: &Undo) {
        self.turn = other(self.turn);
        self.ended = undo.ended;
        self.key = undo.key;
        if let Some((index, cube)) = undo.eliminated {
            self.board.restore_cube(index, cube);
        }
        match undo.piece {
            Piece::Cube(index, cube) => self.board.cubes[index] = cube,
            Piece::Sceptre(index, sceptre) => self.board.sceptres[index] = sceptre,
        }
    }

    fn perft_below(&mut self, depth: u32) -> u64 {
        if self.ended.is_some() {
            return 0;
        }
        if depth == 1 {
            return Terrain::new(&self.board).count_moves(self.turn);
        }
        let mut nodes = 0;
        let moves = Terrain::new(&self.board).list_moves(self.turn);
        for mv in moves {
            let undo = self.advance(mv);
            nodes += self.perft_below(depth - 1);
            self.take_back(undo);
        }
        nodes
    }

    /// §5.3
    fn is_drawn(&self) -> bool {
        // The same player is to move at every second ply only.
        let same_turn = self.history.iter().rev().step_by(2);
        same_turn.filter(|key| **key == self.key).count() >= DRAWN
    }
}

impl game::Position for Position {
    type Move = Move;
    type Event = Event;
    type Reason = Reason;
    type Refusal = Refusal;
    type TextError = TextError;

    const PLAYERS: RangeInclusive<u8> = 2..=2;

    fn start(players: u8) -> Option<Position> {
        const START: &str = "B: C(-1,0,1)x-z+ C(-1,0,2)x+ C(0,0,1)x-y- C(0,0,2)z- C(1,0,1)x-z+ C(1,0,2)x+ \
            S(-1,0,2)z+ S(1,0,2)z+ \
            W: C(-1,1,1)x+z+ C(-1,1,2)x- C(0,1,1)x+y+ C(0,1,2)z- C(1,1,1)x+z+ C(1,1,2)x- \
            S(-1,1,2)z+ S(1,1,2)z+ to-move: black";
        Self::PLAYERS.contains(&players).then(|| START.parse().expect("the start position of §6 is one"))
    }

    fn from_text(text: &str) -> Result<Position, TextError> {
        text.parse()
    }

    fn players(&self) -> u8 {
        2
    }

    fn turn(&self) -> Seat {
        self.turn
    }

    fn is_active(&self, seat: Seat) -> bool {
        seat.index() < 2 && self.left != Some(seat)
    }

    fn outcome(&self) -> Option<(Outcome, Reason)> {
        self.ended
    }

    fn legal_moves(&self) -> Vec<Move> {
        if self.ended.is_some() {
            return Vec::new();
        }
        let mut moves = Terrain::new(&self.board).list_moves(self.turn);
        moves.sort_by_cached_key(ToString::to_string);
        moves
    }

    fn count_legal_moves(&self) -> u64 {
        if self.ended.is_some() { 0 } else { Terrain::new(&self.board).count_moves(self.turn) }
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.ended.is_none() && self.check(mv).is_ok()
    }

    fn read_move(&self, text: &str) -> Result<Move, Refusal> {
        self.read(text)
    }

    fn short_form(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn play(&self, mv: Move) -> Result<Played<Position>, Refusal> {
        if self.ended.is_some() {
            return Err(Refusal::GameOver);
        }
        self.check(mv)?;
        let mut position = self.clone();
        let undo = position.make(mv);
        let events: Vec<Event> =
            undo.eliminated.map(|(_, cube)| Event::Eliminated(cube)).into_iter().collect();
        if !events.is_empty() {
            position.history.clear();
        }
        position.history.push(position.key);
        if position.ended.is_none() {
            if Terrain::new(&position.board).count_moves(position.turn) == 0 {
                position.end(Outcome::Win(other(position.turn)), Reason::NoMoves);
            } else if position.is_drawn() {
                position.end(Outcome::Draw, Reason::Repetition);
            }
        }
        Ok(Played { position, events })
    }

    fn leave(&self, seat: Seat, leaving: Leaving) -> Option<Played<Position>> {
        if self.ended.is_some() || !self.is_active(seat) {
            return None;
        }
        let mut position = self.clone();
        position.left = Some(seat);
        let reason = match leaving {
            Leaving::Resigned => Reason::Resigned,
            Leaving::Time => Reason::Time,
        };
        position.end(Outcome::Win(other(seat)), reason);
        Some(Played { position, events: Vec::new() })
    }

    /// §5.3
    fn agree(&self) -> Option<Played<Position>> {
        if self.ended.is_some() {
            return None;
        }
        let mut position = self.clone();
        position.end(Outcome::Draw, Reason::Agreement);
        Some(Played { position, events: Vec::new() })
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 { 1 } else { self.clone().perft_below(depth) }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Position {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Position, TextError> {
        crate::text::read(text)
    }
}

/// The other of the two seats.
pub(crate) fn other(seat: Seat) -> Seat {
    Seat::ALL[1 - seat.index()]
}

/// What a cube adds to the key of a position.
fn cube_key(cube: &Cube) -> u64 {
    piece_key(cube.cell, u64::from(cube.domes.bits()) << 8 | cube.owner.index() as u64)
}

/// What a sceptre adds to the key of a position.
fn sceptre_key(sceptre: &Sceptre) -> u64 {
    piece_key(sceptre.cell, 1 << 16 | (sceptre.face as u64) << 8 | sceptre.owner.index() as u64)
}

fn piece_key(cell: Cell, rest: u64) -> u64 {
    mix(mix(cell.packed()) ^ rest)
}

/// The finaliser of `SplitMix64`: every bit of the result depends on every bit of the number.
const fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

#[cfg(test)]
mod tests;
