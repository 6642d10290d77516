//! Counting move sequences, the check that every set of rules is held to.

use crate::Position;

/// The number of legal move sequences of `depth` plies. A finished game has no continuation, and the last ply is
/// counted without being played. What happens by itself between two choices is no ply.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => divide(position, depth).into_iter().map(|(_, nodes)| nodes).sum(),
    }
}

/// [`perft`] by first move, in the order of [`Position::legal_moves`]; empty for depth 0.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    position
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let nodes = match position.play(mv) {
                Ok(played) => perft(&played.position, depth - 1),
                Err(refusal) => unreachable!("a legal move was refused: {refusal}"),
            };
            (mv, nodes)
        })
        .collect()
}
