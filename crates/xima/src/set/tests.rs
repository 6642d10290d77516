use std::collections::BTreeSet;

use proptest::collection::btree_set;
use proptest::prelude::*;

use super::*;

fn squares() -> impl Strategy<Value = BTreeSet<Square>> {
    btree_set((0..13u8, 0..13u8).prop_map(|(column, row)| Square::new(column, row).unwrap()), 0..60)
}

fn set(squares: &BTreeSet<Square>) -> SquareSet {
    squares.iter().copied().collect()
}

proptest! {
    #[test]
    fn operators_are_those_of_sets(a in squares(), b in squares()) {
        prop_assert_eq!(set(&a) | set(&b), set(&(&a | &b)));
        prop_assert_eq!(set(&a) & set(&b), set(&(&a & &b)));
        prop_assert_eq!(set(&a) - set(&b), set(&(&a - &b)));
        prop_assert_eq!(!set(&a), Square::all().filter(|square| !a.contains(square)).collect());
        prop_assert_eq!(set(&a).len() as usize, a.len());
        prop_assert_eq!(set(&a).is_empty(), a.is_empty());
        prop_assert!(set(&a).iter().eq(a.iter().copied()));
        prop_assert!(Square::all().all(|square| set(&a).contains(square) == a.contains(&square)));
        for direction in Direction::ALL {
            let stepped = a.iter().filter_map(|square| square.next(direction)).collect();
            prop_assert_eq!(set(&a).step(direction), stepped);
        }
    }
}

#[test]
fn the_board_has_169_squares() {
    assert_eq!(SquareSet::FULL, Square::all().collect());
    assert_eq!(SquareSet::FULL.len(), 169);
    assert_eq!(!SquareSet::FULL, SquareSet::EMPTY);
    let mut set = SquareSet::EMPTY;
    set.insert(Square::SUMMIT);
    assert_eq!(format!("{set:?}"), "{G7}");
    set.remove(Square::SUMMIT);
    assert!(set.is_empty());
}
