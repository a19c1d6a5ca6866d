//! The arithmetic of the network: rows of 16-bit numbers added, and the output summed up.
//!
//! Everything here becomes part of a [`Kernel`](crate::sys::Kernel): loops of fixed length, and
//! sums that wrap where the loader has proved that they never do, so that the compiler finds the
//! vector instructions.

/// What a hidden unit's value is clamped to: 1.0.
pub const QA: i16 = 255;

/// As many units as fill a line of the cache: the step in which rows are stored and added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Lanes(pub [i16; Lanes::COUNT]);

impl Lanes {
    pub const COUNT: usize = 32;
    pub const ZERO: Lanes = Lanes([0; Lanes::COUNT]);

    #[inline(always)]
    pub fn plus(mut self, other: &Lanes) -> Lanes {
        for (x, y) in self.0.iter_mut().zip(other.0) {
            *x = x.wrapping_add(y);
        }
        self
    }

    #[inline(always)]
    pub fn minus(mut self, other: &Lanes) -> Lanes {
        for (x, y) in self.0.iter_mut().zip(other.0) {
            *x = x.wrapping_sub(y);
        }
        self
    }
}

/// So many zeros in the heap, or `None` when memory is exhausted.
pub fn zeros(count: usize) -> Option<Box<[Lanes]>> {
    let mut lanes = Vec::new();
    lanes.try_reserve_exact(count).ok()?;
    lanes.resize(count, Lanes::ZERO);
    Some(lanes.into_boxed_slice())
}

/// The sum over units of `clamp(value, 0, 255)² * weight` (SCReLU: squared clipped ReLU).
///
/// `clamp(value) * weight` fits 16 bits, since no weight is above 127. The products are summed up
/// in 32 bits, in 16 sums side by side: the widest network has 64 lanes for both sides, and
/// 64 * 2 * 255 * 255 * 127 < 2^31.
#[inline(always)]
pub fn squared_sum(values: &[Lanes], weights: &[Lanes]) -> i64 {
    const HALF: usize = Lanes::COUNT / 2;
    let product = |value: i16, weight: i16| {
        let value = value.clamp(0, QA);
        i32::from(value.wrapping_mul(weight)).wrapping_mul(i32::from(value))
    };
    let mut sums = [0_i32; HALF];
    for (Lanes(values), Lanes(weights)) in values.iter().zip(weights) {
        for (i, sum) in sums.iter_mut().enumerate() {
            *sum = sum
                .wrapping_add(product(values[i], weights[i]))
                .wrapping_add(product(values[i + HALF], weights[i + HALF]));
        }
    }
    sums.into_iter().map(i64::from).sum()
}
