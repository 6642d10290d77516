//! What each game tells of itself beyond its rules.

use game::Seat;
use render::Scene;
use search::Searchable;

use super::Ply;
use crate::{GameKind, Phrase};

/// A set of rules that can be hosted, also against the computer: its words and its picture. Every method is about what is
/// shown; none decides.
pub(super) trait Face: Searchable {
    /// The kind of game.
    const KIND: GameKind;
    /// Whether groups of moves are opened in place as long as a list has room; otherwise one part is chosen after the other.
    const OPENS_IN_PLACE: bool;

    /// The word of the rules page for why the game ended.
    fn reason(reason: Self::Reason) -> &'static str;

    /// "K12 → G12, onto blue", of a legal move that is offered.
    fn choice_words(&self, mv: Self::Move) -> Phrase;

    /// What to ask about before a legal move is played, of one that loses at once by the rules' own hand.
    fn warning(&self, _: Self::Move) -> Option<Phrase> {
        None
    }

    /// How much a legal move stands out among the others: 0 unless it wins or captures, more the more it does.
    fn weight(&self, mv: Self::Move) -> u8;

    /// "moved K12 → G12", of a legal move that is about to be played.
    fn ply_words(&self, mv: Self::Move) -> Phrase;

    /// "resigned".
    fn leaving_words(leaving: game::Leaving) -> Phrase;

    /// A sentence for something that happened by itself.
    fn event(event: &Self::Event) -> Phrase;

    /// A sentence for a refusal of what was typed.
    fn refusal(&self, refusal: &Self::Refusal, typed: &str) -> Phrase;

    /// Whether a refusal says that the text is no whole move.
    fn is_incomplete(refusal: &Self::Refusal) -> bool;

    /// The moves between which a refusal cannot decide.
    fn candidates(refusal: &Self::Refusal) -> Vec<Self::Move>;

    /// What to draw, with the move that led here and the block that was chosen.
    fn scene(&self, last: Option<Self::Move>, selected: Option<&str>) -> Scene;

    /// What to draw where a legal move is advised: the position as it stands, with the move marked.
    fn advice(&self, mv: Self::Move) -> Scene;

    /// The picture in words. `move_number` counts moves from 1; nobody is to move in a game that was broken off.
    fn description(&self, move_number: u32, last: Option<&Ply>, length: Length, broken_off: bool) -> Phrase;

    /// The record as text, of a game that began here, from what is stored of each ply.
    fn record_text(&self, plies: &[(Seat, &str)]) -> String;

    /// What was typed, as the rules read it: people may write more than the notation asks for.
    fn tidy(typed: &str) -> String;

    /// A text as long and short forms are compared: in one case, without blanks and what is optional on input.
    fn key(text: &str) -> String;

    /// A key without the signs that people leave out.
    fn plain(key: &str) -> String;

    /// Whether a typed key, which the key of a move does not begin with, still hints at it: as where it ends.
    fn hints(key: &str, mv: &str) -> bool;

    /// The length of the part of a long form with which this rest of it begins: groups of moves are cut between parts. It
    /// is not 0 unless the rest is empty.
    fn part(rest: &str) -> usize;

    /// "from K12, 4 moves", of a group of so many moves whose long forms begin so; two beginnings with `…` between are
    /// those of the first and the last.
    fn group_words(prefix: &str, moves: usize) -> Phrase;
}

/// How long a description may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Length {
    /// Words throughout.
    Words,
    /// Letters for what stands on the board.
    Letters,
}
