//! The face of a set of rules.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::RangeInclusive;

use crate::{Leaving, Outcome, Seat};

/// A position of a game with all that its rules need to go on from it, repetition included.
///
/// `Display` writes the position text; [`Position::from_text`] is its inverse, except for the history.
/// A move's `Display` is its long form, which names exactly one move in any position and is what gets stored.
pub trait Position: Clone + Debug + Display + Send + Sync + 'static {
    /// A move: small, and ordered by the bytes of its long form.
    type Move: Copy + Eq + Ord + Hash + Debug + Display + Send + Sync;
    /// Something that happened by itself with a move, in the order in which it happened.
    type Event: Clone + Eq + Debug + Send + Sync;
    /// Why a finished game ended.
    type Reason: Copy + Eq + Debug + Send + Sync;
    /// Why a text names no move that may be played.
    type Refusal: std::error::Error + Clone + Eq + Send + Sync;
    /// Why a position text is refused.
    type TextError: std::error::Error + Send + Sync;

    /// The numbers of players the game can be played by.
    const PLAYERS: RangeInclusive<u8>;

    /// The first position of a game for `players`, or `None` when that number is outside [`Position::PLAYERS`].
    fn start(players: u8) -> Option<Self>;

    /// Reads and validates a position text. The history is empty.
    ///
    /// # Errors
    /// When the text is no position text, or says something impossible.
    fn from_text(text: &str) -> Result<Self, Self::TextError>;

    /// The number of seats the game began with.
    fn players(&self) -> u8;

    /// The seat to move; once the game is over, a seat without meaning for play (see the game's rules page).
    fn turn(&self) -> Seat;

    /// Whether this seat still plays: it has not resigned, run out of time or been put out.
    fn is_active(&self, seat: Seat) -> bool;

    /// The result and its reason once the game is over.
    fn outcome(&self) -> Option<(Outcome, Self::Reason)>;

    /// Every legal move, sorted; none once the game is over.
    fn legal_moves(&self) -> Vec<Self::Move>;

    /// The number of legal moves, without listing them.
    fn count_legal_moves(&self) -> u64 {
        self.legal_moves().len() as u64
    }

    /// The number of legal move sequences of `depth` plies, as [`crate::perft()`] defines it; a game overrides this with
    /// whatever is faster.
    fn perft(&self, depth: u32) -> u64 {
        crate::perft(self, depth)
    }

    /// Whether the move may be played: exactly the members of [`Position::legal_moves`].
    fn is_legal(&self, mv: Self::Move) -> bool;

    /// Reads a move in any notation form, in two steps: syntax, then legality.
    ///
    /// # Errors
    /// The first reason, in the order of the rules page, why the text names no legal move or more than one.
    fn read_move(&self, text: &str) -> Result<Self::Move, Self::Refusal>;

    /// The short form of a legal move in this position.
    fn short_form(&self, mv: Self::Move) -> String;

    /// Plays a legal move, then all that happens by itself up to the next player's choice.
    ///
    /// # Errors
    /// The refusal when the move is not legal; the position is unchanged.
    fn play(&self, mv: Self::Move) -> Result<Played<Self>, Self::Refusal>;

    /// Takes a seat out of the game, whether or not it is its turn, then all that happens by itself.
    /// `None` when the game is over or the seat has left already.
    fn leave(&self, seat: Seat, leaving: Leaving) -> Option<Played<Self>>;

    /// Ends the game as a draw that its two players have agreed on. `None` when the game is over, or when its rules know no
    /// such draw, as is usual.
    fn agree(&self) -> Option<Played<Self>> {
        None
    }
}

/// What playing a move, or a player's leaving, led to.
#[derive(Clone, Debug)]
pub struct Played<P: Position> {
    /// The position in which the next player chooses, or in which the game is over.
    pub position: P,
    /// What happened by itself, in order: captures and a rescue with the move, then the start of the next turn.
    pub events: Vec<P::Event>,
}
