//! What the search knows of a game.

use game::{Position, Seat};

/// A position that can be searched: moves in place, and all judgement that is the game's own.
pub trait Searchable: Position {
    /// What undoing a move needs.
    type Undo;
    /// What is found out once about a position for all questions.
    type View;

    /// What each feature is worth; about 100 for a block or a cube.
    const WEIGHTS: &'static [i32];
    /// What it is worth to be the player to move.
    const TEMPO: i32;
    /// Whether a player who has no move has lost.
    const STALEMATE_LOSES: bool;
    /// Whether a position that comes again leads to a draw.
    const REPETITION_DRAWS: bool;

    /// A number that tells positions apart, the player to move included.
    fn key(&self) -> u64;

    /// Every legal move, in an order that depends on nothing but the moves that led to the position; none if there is none.
    fn moves(&self) -> Vec<Self::Move>;

    /// Plays a legal move in place.
    fn advance(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back the last move.
    fn take_back(&mut self, undo: Self::Undo);

    /// A number that tells the moves of a position apart, nearly always.
    fn tag(mv: Self::Move) -> u32;

    /// Looks at a running game.
    fn view(&self) -> Self::View;

    /// Whether the seat would win at once if it were to move.
    fn wins(view: &Self::View, seat: Seat) -> bool;

    /// Tells the features of a seat's pieces, by their places in [`Searchable::WEIGHTS`], with the amount of each.
    fn features(&self, view: &Self::View, seat: Seat, tell: impl FnMut(usize, i32));

    /// What the position is worth to a seat, with all others against it: its own features against those of the best of the
    /// others.
    fn evaluate(&self, view: &Self::View, seat: Seat) -> i32 {
        let worth = |seat| {
            let mut worth = 0;
            self.features(view, seat, |feature, amount| worth += Self::WEIGHTS[feature] * amount);
            worth
        };
        let others = Seat::first(self.players()).filter(|other| *other != seat && self.is_active(*other));
        let best = others.map(worth).max().unwrap_or(0);
        worth(seat) - best + if self.turn() == seat { Self::TEMPO } else { -Self::TEMPO }
    }

    /// How promising legal moves look: 0 for most, about 1,000 for a capture, and less for what prepares or hinders a win.
    fn promise(&self, view: &Self::View) -> impl Fn(Self::Move) -> i32;

    /// Whether a legal move might keep the other player, who would win at once if nothing were done, from it. `false` only where
    /// that is certain. Asked of games for two.
    fn may_parry(_view: &Self::View, _other: Seat, _mv: Self::Move) -> bool {
        true
    }

    /// The blocks or cubes that a legal move takes from the opponents.
    fn captures(&self, mv: Self::Move) -> usize;

    /// The height on which the piece stands after a legal move.
    fn base(&self, mv: Self::Move) -> i32;
}
