//! Reproducible pseudo-random numbers.

/// 2^64 divided by the golden ratio, odd: multiples of it are spread evenly.
pub const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The next of a series of pseudo-random numbers (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014).
pub fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(GOLDEN);
    let mut number = *state;
    number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
