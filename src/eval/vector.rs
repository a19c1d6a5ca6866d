//! The arithmetic of the network: rows of numbers added, and the output summed up.
//!
//! Everything here is inlined into a [`Kernel`](crate::sys::Kernel): loops of fixed length, with
//! sums that wrap where the loader has proved that they never overflow, so that the compiler emits
//! vector instructions.

use crate::sys::Vectors;

/// The integer that stands for 1.0 in the hidden layer, to which its units are clamped.
pub const QA: i16 = 255;

/// The [`Lanes`] whose sums the processor keeps in registers while it adds rows to them: four
/// registers of AVX-512, eight of the sixteen of AVX2.
pub const BLOCK: usize = 4;

/// The units that fill a line of the cache: the step in which rows are stored and added.
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
    fn high_bytes(mut self) -> Lanes {
        for x in &mut self.0 {
            *x >>= 8;
        }
        self
    }

    /// Clamped between 0 and [`QA`].
    #[inline(always)]
    fn clamped(mut self) -> Lanes {
        for x in &mut self.0 {
            *x = (*x).clamp(0, QA);
        }
        self
    }

    #[inline(always)]
    fn times(mut self, other: &Lanes) -> Lanes {
        for (x, y) in self.0.iter_mut().zip(other.0) {
            *x = x.wrapping_mul(y);
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

/// The 8-bit weights of two [`Lanes`], those with the same number side by side in 16 bits: that of
/// the first, plus 128, in the low byte.
///
/// 8-bit numbers have to be widened before they are added, which takes as long as adding them. A
/// sum of pairs needs that for the high bytes alone: it is 256 times their sum plus the sum of the
/// low bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct WeightPairs([i16; Lanes::COUNT]);

impl WeightPairs {
    /// The weights of two lanes.
    pub const COUNT: usize = 2 * Lanes::COUNT;

    /// Weights of 0.
    pub const ZERO: WeightPairs = WeightPairs([LOW_OFFSET; Lanes::COUNT]);

    /// The pairs of 8-bit numbers.
    pub const fn new(weights: &[u8; WeightPairs::COUNT]) -> WeightPairs {
        let mut pairs = [0; Lanes::COUNT];
        let mut lane = 0;
        while lane < Lanes::COUNT {
            let (low, high) = (weights[lane] as i16, weights[lane + Lanes::COUNT] as i16);
            pairs[lane] = (low ^ LOW_OFFSET) | high << 8;
            lane += 1;
        }
        WeightPairs(pairs)
    }

    /// A weight by its number.
    pub fn weight(&self, number: usize) -> i8 {
        let [low, high] = self.0[number % Lanes::COUNT].to_le_bytes();
        let byte = if number < Lanes::COUNT { low ^ LOW_OFFSET as u8 } else { high };
        byte.cast_signed()
    }
}

/// What is added to the low bytes of [`WeightPairs`], so that they are never negative.
const LOW_OFFSET: i16 = 128;

/// The sums of [`WeightPairs`].
#[derive(Clone, Copy)]
pub struct PairSums {
    pairs: Lanes,
    high: Lanes,
}

impl PairSums {
    pub const ZERO: PairSums = PairSums { pairs: Lanes::ZERO, high: Lanes::ZERO };

    #[inline(always)]
    pub fn plus(self, other: &WeightPairs) -> PairSums {
        let pairs = Lanes(other.0);
        PairSums { pairs: self.pairs.plus(&pairs), high: self.high.plus(&pairs.high_bytes()) }
    }

    /// The sums of both lanes, given how many pairs were added to each.
    #[inline(always)]
    pub fn lanes(self, count: usize) -> [Lanes; 2] {
        let mut low = self.pairs;
        for (low, high) in low.0.iter_mut().zip(self.high.0) {
            *low = low.wrapping_sub(high << 8).wrapping_sub(count as i16 * LOW_OFFSET);
        }
        [low, self.high]
    }
}

/// The sum over units of `clamp(value, 0, 255)² * weight` (SCReLU: squared clipped ReLU).
///
/// `clamp(value) * weight` fits 16 bits, since no weight is above 127. The products are summed up
/// in 32 bits, in 16 sums side by side: the widest network has 64 lanes for both sides, and
/// 64 * 2 * 255 * 255 * 127 < 2^31.
#[derive(Clone, Copy)]
pub struct SquaredSum([i32; SquaredSum::COUNT]);

impl SquaredSum {
    const COUNT: usize = Lanes::COUNT / 2;
    pub const ZERO: SquaredSum = SquaredSum([0; SquaredSum::COUNT]);

    #[inline(always)]
    pub fn add<V: Vectors>(&mut self, values: &Lanes, weights: &Lanes) {
        let clamped = values.clamped();
        let weighted = clamped.times(weights);
        V::add_products(&mut self.0, &clamped.0, &weighted.0);
    }

    #[inline(always)]
    pub fn total(self) -> i64 {
        self.0.into_iter().map(i64::from).sum()
    }
}
