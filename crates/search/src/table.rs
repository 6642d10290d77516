//! The transposition table.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::score::CERTAIN;

/// What searches remember of positions. It may be used by several threads at once, and again for the next move.
pub struct Table {
    slots: Box<[Slot]>,
}

/// The words are written one by one: a slot whose words do not belong together is known by its check.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The tag of the best move.
    pub(crate) tag: u32,
    pub(crate) score: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

/// What a score says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    AtMost,
    AtLeast,
    Exact,
}

impl Table {
    /// A table of about so many megabytes, at least one.
    pub fn new(megabytes: usize) -> Table {
        let slots = (megabytes.max(1) << 20) / size_of::<Slot>();
        let slots = if slots.is_power_of_two() { slots } else { slots.next_power_of_two() / 2 };
        Table { slots: (0..slots).map(|_| Slot::default()).collect() }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in &self.slots {
            slot.check.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
        }
    }

    /// What is known of a position that is so many plies away from the root.
    pub(crate) fn get(&self, key: u64, ply: i32) -> Option<Entry> {
        let slot = self.slot(key);
        let data = slot.data.load(Ordering::Relaxed);
        if data == 0 || slot.check.load(Ordering::Relaxed) ^ data != key {
            return None;
        }
        let mut entry = Entry::unpack(data)?;
        // Certain ends are kept by their distance from the position, not from the root.
        entry.score -= ply * certainty(entry.score);
        Some(entry)
    }

    /// Notes what is known of a position, in place of whatever was there.
    pub(crate) fn put(&self, key: u64, ply: i32, mut entry: Entry) {
        let slot = self.slot(key);
        entry.score += ply * certainty(entry.score);
        let data = entry.pack();
        slot.check.store(key ^ data, Ordering::Relaxed);
        slot.data.store(data, Ordering::Relaxed);
    }

    #[expect(clippy::cast_possible_truncation, reason = "only the lower digits matter")]
    fn slot(&self, key: u64) -> &Slot {
        &self.slots[key as usize & (self.slots.len() - 1)]
    }
}

/// 1 for a certain win, −1 for a certain loss, otherwise 0.
fn certainty(score: i32) -> i32 {
    i32::from(score > CERTAIN) - i32::from(score < -CERTAIN)
}

impl Entry {
    fn pack(self) -> u64 {
        let score = u64::from(self.score.clamp(-32_000, 32_000).wrapping_add(32_768).unsigned_abs());
        let depth = u64::from(self.depth.clamp(0, 255).unsigned_abs());
        u64::from(self.tag) | score << 32 | depth << 48 | (self.bound as u64 + 1) << 56
    }

    fn unpack(data: u64) -> Option<Entry> {
        let bound = match data >> 56 {
            1 => Bound::AtMost,
            2 => Bound::AtLeast,
            3 => Bound::Exact,
            _ => return None,
        };
        let part = |from: u32, digits: u32| i32::try_from(data >> from & ((1 << digits) - 1)).unwrap_or(0);
        let tag = u32::try_from(data & u64::from(u32::MAX)).unwrap_or(0);
        Some(Entry { tag, score: part(32, 16) - 32_768, depth: part(48, 8), bound })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_got() {
        let table = Table::new(1);
        for (score, depth, bound) in
            [(0, 0, Bound::Exact), (-29_998, 7, Bound::AtMost), (29_990, 200, Bound::AtLeast)]
        {
            let entry = Entry { tag: 0xdead_beef, score, depth, bound };
            table.put(0x1234_5678_9abc_def0, 3, entry);
            assert_eq!(table.get(0x1234_5678_9abc_def0, 3), Some(entry));
            assert_eq!(table.get(0x0234_5678_9abc_def0, 3), None, "another key with the same slot");
        }
    }

    #[test]
    fn a_certain_end_is_as_far_from_wherever_the_position_is_met() {
        let table = Table::new(1);
        let entry = |score| Entry { tag: 1, score, depth: 4, bound: Bound::Exact };
        table.put(9, 3, entry(29_990));
        assert_eq!(table.get(9, 5).map(|entry| entry.score), Some(29_988));
        table.put(9, 3, entry(-29_990));
        assert_eq!(table.get(9, 5).map(|entry| entry.score), Some(-29_988));
        table.put(9, 3, entry(250));
        assert_eq!(table.get(9, 5).map(|entry| entry.score), Some(250));
    }

    #[test]
    fn a_cleared_table_knows_nothing() {
        let table = Table::new(1);
        table.put(5, 0, Entry { tag: 1, score: 2, depth: 3, bound: Bound::Exact });
        table.clear();
        assert_eq!(table.get(5, 0), None);
    }
}
