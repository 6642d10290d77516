//! A generator of pseudo-random numbers that gives the same ones everywhere and always.

/// `SplitMix64`: small, and good enough for playouts and for ties.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator that this seed begins.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next number.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// The next number below a bound, 0 if that is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let product = u128::from(self.next()) * bound as u128;
        usize::try_from(product >> 64).unwrap_or(0)
    }

    /// Puts the items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// A number in which every bit depends on every bit of the given one.
pub(crate) const fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
