//! The eight symmetries of the pyramid (§1).

use game::Position as _;
use xima::{Move, Position, Square};

use crate::any;

/// One of the eight ways to lay the square board upon itself.
type Symmetry = fn(u8, u8) -> (u8, u8);

const LAST: u8 = Square::SIDE - 1;

const SYMMETRIES: [Symmetry; 8] = [
    |column, row| (column, row),
    |column, row| (LAST - column, row),
    |column, row| (column, LAST - row),
    |column, row| (LAST - column, LAST - row),
    |column, row| (row, column),
    |column, row| (LAST - row, column),
    |column, row| (row, LAST - column),
    |column, row| (LAST - row, LAST - column),
];

/// The legal moves of the position laid otherwise are its own, laid otherwise.
pub fn check(position: &Position) {
    let moves = position.legal_moves();
    for symmetry in SYMMETRIES {
        let lay = |square: Square| {
            let (column, row) = symmetry(square.column(), square.row());
            Square::new(column, row).expect("a symmetry keeps squares on the board")
        };
        let laid: Position = text(position, lay).parse().expect("a symmetry changes nothing that is checked");
        let mut expected: Vec<Move> = moves
            .iter()
            .map(|mv| match mv.from() {
                None => Move::enter(mv.kind(), lay(mv.to())),
                Some(from) => Move::step(mv.kind(), lay(from), lay(mv.to())),
            })
            .collect();
        expected.sort_unstable();
        assert_eq!(laid.legal_moves(), expected, "{position} laid as {laid}");
        assert_eq!(laid.perft(1), moves.len() as u64);
    }
}

/// The text of the position with every column laid elsewhere.
fn text(position: &Position, lay: impl Fn(Square) -> Square) -> String {
    let mut columns = vec![String::new(); Square::COUNT];
    for square in Square::all() {
        columns[lay(square).index()] = position.column(square).iter().map(|block| block.letter()).collect();
    }
    let text = position.to_string();
    let (_, rest) = text.split_once(' ').expect("a position has four parts");
    format!("{} {rest}", any::rows(&columns))
}
