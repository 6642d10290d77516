//! Parts of the position key (§3.5): one pseudo-random number for each fact, joined by exclusive or.

use game::Seat;

use crate::{Block, Reserve, Square};

/// A block on a square, with the surface that it lies on (§1).
pub(crate) const fn block(square: Square, level: u8, block: Block) -> u64 {
    let block = (block.colour as u64) << 1 | block.kind as u64;
    mix(1 << 32 | (square.cell() as u64) << 16 | (level as u64) << 8 | block)
}

/// What a player holds in reserve, with the state of the special. Being out is no part of the key.
pub(crate) const fn reserve(seat: Seat, reserve: Reserve) -> u64 {
    mix(2 << 32 | (seat.index() as u64) << 24 | (reserve.special as u64) << 16 | reserve.common as u64)
}

/// The player to move.
pub(crate) const fn turn(seat: Seat) -> u64 {
    mix(3 << 32 | seat.index() as u64)
}

/// The finisher of `SplitMix64`: a bijection that spreads every bit of the fact over the number.
const fn mix(fact: u64) -> u64 {
    let mut number = fact.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
