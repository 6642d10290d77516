use super::*;

#[test]
fn moves_are_small() {
    assert_eq!(size_of::<Move>(), 24);
}

/// Even moves that no position has: every cell that can be reached by steps has its text.
#[test]
fn moves_are_in_the_order_of_their_texts() {
    let far = -Cell::LIMIT;
    let cells = [(-2, 0, 1), (0, 0, 1), (2, 0, 1), (10, 0, 1), (far, far, 12)];
    let mut cells: Vec<Cell> = cells.into_iter().map(|(x, y, z)| Cell::new(x, y, z).unwrap()).collect();
    cells.push(cells[4].step(Face::ZPlus).step(Face::XMinus));
    let mut moves = Vec::new();
    for from in &cells {
        for (to, face) in cells.iter().zip(Face::ALL) {
            moves.push(Move::Sceptre { from: *from, to: *to, face });
            moves.push(Move::Cube { from: *from, to: *to, domes: Faces::of(face) });
            moves.push(Move::Cube { from: *from, to: *to, domes: Faces::ALL });
        }
    }
    for a in &moves {
        for b in &moves {
            assert_eq!(a.cmp(b), a.to_string().as_bytes().cmp(b.to_string().as_bytes()), "{a} and {b}");
        }
    }
}
