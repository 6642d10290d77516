//! Counting move sequences, the check that every set of rules is held to.

use crate::Position;

/// The number of legal move sequences of `depth` plies. A finished game has no continuation, and the last ply is
/// counted without being played. What happens by itself between two choices is no ply.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => after_each_move(position).map(|(_, after)| perft(&after, depth - 1)).sum(),
    }
}

/// [`Position::perft`] by first move, in the order of [`Position::legal_moves`]; empty for depth 0.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Move, u64)> {
    let Some(depth) = depth.checked_sub(1) else { return Vec::new() };
    after_each_move(position).map(|(mv, after)| (mv, after.perft(depth))).collect()
}

fn after_each_move<P: Position>(position: &P) -> impl Iterator<Item = (P::Move, P)> {
    position.legal_moves().into_iter().map(|mv| match position.play(mv) {
        Ok(played) => (mv, played.position),
        Err(refusal) => unreachable!("a legal move was refused: {refusal}"),
    })
}
