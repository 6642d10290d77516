//! Notation (§6): reading every form, writing the short one. The long form is a move's `Display`.

use crate::{Cause, Kind, Move, Position, Refusal, SpecialState, Square};

/// A move as it is written, before anything is known of the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Form {
    block: Named,
    to: Square,
    /// Whether an `x` was written.
    capture: bool,
}

/// How a form names the block that moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Named {
    /// `-`: a common block from the reserve.
    Entering,
    /// `=`: the special, wherever it is.
    Special,
    /// `=` and a square: the special there.
    SpecialOn(Square),
    /// A common block on the board.
    Common,
    /// A letter: a common block in this 0-based column.
    InColumn(u8),
    /// A number: a common block in this 0-based row.
    InRow(u8),
    /// A square: the common block there.
    On(Square),
}

impl Position {
    /// [`game::Position::read_move`] among the moves of exactly this many steps (§5), or of any number.
    ///
    /// # Errors
    /// The first reason, in the order of §6, why the text names no legal move or more than one.
    pub fn read_move_of_length(&self, text: &str, steps: Option<u8>) -> Result<Move, Refusal> {
        if self.status.ended.is_some() {
            return Err(Refusal { cause: Cause::GameOver, nearest: None });
        }
        let form = Form::read(text)
            .ok_or_else(|| Refusal { cause: Cause::Syntax { text: text.to_owned() }, nearest: None })?;
        let mv = self
            .resolve(form, steps)
            .map_err(|cause| Refusal { nearest: self.nearest(form.block, form.to, &cause, steps), cause })?;
        if form.capture && self.captures(mv).is_empty() {
            return Err(Refusal { cause: Cause::NoCapture, nearest: Some(mv) });
        }
        Ok(mv)
    }

    /// The short form of a legal move (§6).
    pub(crate) fn write_short_form(&self, mv: Move) -> String {
        let to = mv.to();
        let x = if self.captures(mv).is_empty() { "" } else { "x" };
        match (mv.kind(), mv.from()) {
            (Kind::Special, _) if to == Square::SUMMIT => "TOP".to_owned(),
            (Kind::Special, _) => format!("={x}{to}"),
            (Kind::Common, None) => format!("-{to}"),
            (Kind::Common, Some(from)) => {
                let candidates = self.legal_commons(Named::Common, to, None);
                let alone = |same: fn(Square) -> u8| {
                    candidates
                        .iter()
                        .filter_map(|mv| mv.from())
                        .filter(|square| same(*square) == same(from))
                        .count()
                        <= 1
                };
                if candidates.len() <= 1 {
                    format!("{x}{to}")
                } else if alone(Square::column) {
                    format!("{}{x}{to}", char::from(b'A' + from.column()))
                } else if alone(Square::row) {
                    format!("{}{x}{to}", from.row() + 1)
                } else {
                    format!("{from}{x}{to}")
                }
            }
        }
    }

    /// Why this move is refused, with what could be played instead.
    pub(crate) fn refuse(&self, cause: Cause, mv: Move) -> Refusal {
        let named = match (mv.kind(), mv.from()) {
            (Kind::Common, None) => Named::Entering,
            (Kind::Common, Some(from)) => Named::On(from),
            (Kind::Special, None) => Named::Special,
            (Kind::Special, Some(from)) => Named::SpecialOn(from),
        };
        Refusal { nearest: self.nearest(named, mv.to(), &cause, None), cause }
    }

    /// The one legal move that a form names.
    fn resolve(&self, form: Form, steps: Option<u8>) -> Result<Move, Cause> {
        let to = form.to;
        let mv = match form.block {
            Named::Entering => Move::enter(Kind::Common, to),
            Named::On(from) => Move::step(Kind::Common, from, to),
            Named::SpecialOn(from) => Move::step(Kind::Special, from, to),
            Named::Special => self.special_move(to),
            Named::Common | Named::InColumn(_) | Named::InRow(_) => {
                return self.resolve_common(form.block, to, steps);
            }
        };
        self.check(mv, steps).map(|()| mv)
    }

    /// The move of the special to a square, wherever the special is.
    fn special_move(&self, to: Square) -> Move {
        match self.special(self.status.turn) {
            Some(from) => Move::step(Kind::Special, from, to),
            None => Move::enter(Kind::Special, to),
        }
    }

    /// The one legal move of a common block that is named by its column, its row or not at all.
    fn resolve_common(&self, named: Named, to: Square, steps: Option<u8>) -> Result<Move, Cause> {
        let mut legal = self.legal_commons(named, to, steps);
        match legal.len() {
            0 => Err(self.refuse_common(named, to, steps)),
            1 => Ok(legal.remove(0)),
            _ => Err(Cause::Ambiguous { candidates: legal }),
        }
    }

    /// Why no common block on the board that is so named can move there.
    fn refuse_common(&self, named: Named, to: Square, steps: Option<u8>) -> Cause {
        let turn = self.status.turn;
        let special = self.special(turn);
        let commons: Vec<Square> = self.commons(named).collect();
        let special_named = match special {
            Some(square) => self.is_top_special(square, turn) && named.fits(square),
            None => named == Named::Common && self.reserve(turn).special == SpecialState::InReserve,
        };
        let only_the_special = special_named
            && self.check(self.special_move(to), steps).is_ok()
            && (named != Named::Common || self.check(Move::enter(Kind::Common, to), steps).is_err());
        let nothing_else_named = special_named && named != Named::Common && commons.is_empty();
        if only_the_special || nothing_else_named {
            return Cause::NeedsEquals { square: special };
        }
        let nothing = Cause::NothingThere { square: None };
        if named == Named::Common || !commons.is_empty() {
            return commons
                .into_iter()
                .filter_map(|from| Some((from, self.check(Move::step(Kind::Common, from, to), steps).err()?)))
                // A block that is not in line with the square is meant only if it is named, and none that is in line is.
                .filter(|(_, cause)| named != Named::Common || !cause.is_not_in_line())
                .min_by_key(|(from, cause)| {
                    (cause.is_not_in_line(), cause.precedence(), from.distance(to), *from)
                })
                .map_or(nothing, |(_, cause)| cause);
        }
        Square::all()
            .filter(|square| named.fits(*square))
            .find(|square| self.column(*square).iter().any(|block| block.colour.seat() == turn))
            .map_or(nothing, |square| Cause::Dominated { square, kind: Kind::Common })
    }

    /// The legal moves to a square of the common blocks on the board that are so named, sorted.
    fn legal_commons(&self, named: Named, to: Square, steps: Option<u8>) -> Vec<Move> {
        let mut legal: Vec<Move> = self
            .commons(named)
            .map(|from| Move::step(Kind::Common, from, to))
            .filter(|mv| self.check(*mv, steps).is_ok())
            .collect();
        legal.sort_unstable();
        legal
    }

    /// Where common blocks of the player to move that are so named are on top.
    fn commons(&self, named: Named) -> impl Iterator<Item = Square> {
        self.board
            .tops(self.status.turn)
            .iter()
            .filter(move |square| named.fits(*square))
            .filter(|square| self.top(*square).is_some_and(|block| block.kind == Kind::Common))
    }

    /// The legal move nearest to what was asked for; where several were meant, they are the offer.
    fn nearest(&self, named: Named, to: Square, cause: &Cause, steps: Option<u8>) -> Option<Move> {
        if matches!(cause, Cause::Ambiguous { .. }) {
            return None;
        }
        let from = match (cause, named) {
            (Cause::NeedsEquals { square }, _) => *square,
            (_, Named::On(from) | Named::SpecialOn(from)) => Some(from),
            (Cause::Dominated { square, .. }, _) => Some(*square),
            (Cause::NotInLine { from, .. }, _) => Some(*from),
            (_, Named::Special) => self.special(self.status.turn),
            _ => None,
        };
        let kind = match (cause, named) {
            (Cause::NeedsEquals { .. }, _) | (_, Named::Special | Named::SpecialOn(_)) => Kind::Special,
            _ => Kind::Common,
        };
        let entering = from.is_none() && matches!(named, Named::Entering | Named::Special);
        self.list_moves(steps)
            .into_iter()
            .filter_map(|mv| {
                let distance = mv.to().distance_squared(to);
                let same_block = mv.kind() == kind && mv.from() == from && from.is_some();
                let rank = if same_block {
                    0
                } else if distance == 0 {
                    1
                } else if entering && mv.is_entry() && mv.kind() == kind {
                    2
                } else if !entering && mv.from().is_some_and(|from| named.fits(from)) {
                    3
                } else if !entering && mv.is_entry() && mv.kind() == kind {
                    4
                } else {
                    return None;
                };
                Some(((rank, distance, mv.kind() != kind, mv), mv))
            })
            .min_by_key(|(key, _)| *key)
            .map(|(_, mv)| mv)
    }
}

impl Named {
    /// Whether a block on this square can be the one named, as far as the square says.
    fn fits(self, square: Square) -> bool {
        match self {
            Named::Entering => false,
            Named::Special | Named::Common => true,
            Named::InColumn(column) => square.column() == column,
            Named::InRow(row) => square.row() == row,
            Named::On(named) | Named::SpecialOn(named) => square == named,
        }
    }
}

impl Form {
    /// Reads a form of §6; `None` if the text is none.
    fn read(text: &str) -> Option<Form> {
        let text: String = text
            .chars()
            .filter(|letter| !letter.is_whitespace())
            .map(|letter| match letter {
                '–' | '−' => '-',
                letter => letter.to_ascii_uppercase(),
            })
            .collect();
        if text == "TOP" || text == "CIMA" {
            return Some(Form { block: Named::Special, to: Square::SUMMIT, capture: false });
        }
        // The last letter begins the last square.
        let split = text.rfind(|letter: char| letter.is_ascii_alphabetic())?;
        let (block, to) = text.split_at(split);
        let to = to.parse().ok()?;
        let (block, capture) = match block.strip_suffix('X') {
            Some(block) => (block, true),
            None => (block, false),
        };
        let block = match block.as_bytes() {
            [] => Named::Common,
            b"-" => Named::Entering,
            b"=" => Named::Special,
            [b'=', ..] => Named::SpecialOn(block[1..].parse().ok()?),
            [column @ b'A'..=b'M'] => Named::InColumn(column - b'A'),
            // A row is written as in a square of column A.
            [b'0'..=b'9', ..] => Named::InRow(format!("A{block}").parse::<Square>().ok()?.row()),
            _ => Named::On(block.parse().ok()?),
        };
        Some(Form { block, to, capture })
    }
}

#[cfg(test)]
mod tests;
