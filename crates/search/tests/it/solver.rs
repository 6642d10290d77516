//! A slow solver that knows nothing but the rules: no evaluation, no table, no order of moves.

use game::{Outcome, Seat};
use search::Searchable;

/// The solver gave up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

/// Tries every move of the winner and every reply, up to a number of moves made in all.
pub struct Solver {
    left: u64,
}

impl Solver {
    /// A solver that makes at most so many moves.
    pub fn new(limit: u64) -> Solver {
        Solver { left: limit }
    }

    /// The first moves with which the player to move wins within so many moves of its own, one
    /// at least, whatever the other does; sorted.
    pub fn winning_moves<P: Searchable>(
        &mut self,
        position: &P,
        moves: u32,
    ) -> Result<Vec<P::Move>, TooLarge> {
        let mut position = position.clone();
        let mut winning = Vec::new();
        for mv in position.legal_moves() {
            if self.wins_by(&mut position, mv, moves)? {
                winning.push(mv);
            }
        }
        Ok(winning)
    }

    /// The moves after which the other cannot win within so many moves of its own; sorted.
    pub fn saving_moves<P: Searchable>(
        &mut self,
        position: &P,
        moves: u32,
    ) -> Result<Vec<P::Move>, TooLarge> {
        let me = position.turn();
        let mut position = position.clone();
        let mut saving = Vec::new();
        for mv in position.legal_moves() {
            let undo = position.advance(mv);
            let lost = match winner(&position) {
                Some(won) => won != Some(me),
                None if position.turn() == me => return Err(TooLarge),
                None => self.wins(&mut position, moves)?,
            };
            position.take_back(undo);
            if !lost {
                saving.push(mv);
            }
        }
        Ok(saving)
    }

    fn wins<P: Searchable>(&mut self, position: &mut P, moves: u32) -> Result<bool, TooLarge> {
        for mv in position.moves() {
            if self.wins_by(position, mv, moves)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn wins_by<P: Searchable>(
        &mut self,
        position: &mut P,
        mv: P::Move,
        moves: u32,
    ) -> Result<bool, TooLarge> {
        self.left = self.left.checked_sub(1).ok_or(TooLarge)?;
        let me = position.turn();
        let undo = position.advance(mv);
        let won = match winner(position) {
            Some(won) => Ok(won == Some(me)),
            None if moves == 1 => Ok(false),
            None if position.turn() == me => self.wins(position, moves - 1),
            None => self.loses(position, me, moves - 1),
        };
        position.take_back(undo);
        won
    }

    /// Whether every reply leads to a win of the other, `me`, within so many of its moves.
    fn loses<P: Searchable>(&mut self, position: &mut P, me: Seat, moves: u32) -> Result<bool, TooLarge> {
        for mv in position.moves() {
            self.left = self.left.checked_sub(1).ok_or(TooLarge)?;
            let undo = position.advance(mv);
            let lost = match winner(position) {
                Some(won) => Ok(won == Some(me)),
                None if position.turn() == me => self.wins(position, moves),
                None => self.loses(position, me, moves),
            };
            position.take_back(undo);
            if !lost? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Who has won, if the game is over: nobody, in a draw.
#[expect(clippy::option_option, reason = "whether it is over and who has won are two findings")]
fn winner<P: Searchable>(position: &P) -> Option<Option<Seat>> {
    if let Some((outcome, _)) = position.outcome() {
        return Some(match outcome {
            Outcome::Win(seat) => Some(seat),
            Outcome::Draw => None,
        });
    }
    (P::STALEMATE_LOSES && position.count_legal_moves() == 0)
        .then(|| Seat::first(2).find(|seat| *seat != position.turn()))
}
