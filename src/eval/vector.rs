//! The arithmetic of the network: rows of numbers added, and the output summed up.
//!
//! Everything here is inlined into a [`Kernel`](crate::sys::Kernel): loops of fixed length, with
//! sums that wrap where the loader has proved that they never overflow, so that the compiler emits
//! vector instructions.

use crate::sys;

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
    pub fn plus_bytes(mut self, other: &ByteLanes) -> Lanes {
        for (x, y) in self.0.iter_mut().zip(other.0) {
            *x = x.wrapping_add(y.into());
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

/// The units of [`Lanes`], as 8-bit numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(32))]
pub struct ByteLanes(pub [i8; Lanes::COUNT]);

/// Lanes that can be read from a file.
pub trait Stored: Copy {
    const ZERO: Self;
    /// The bytes of a unit.
    const SIZE: usize;
    /// Sets the first units to the numbers of a file, little endian: whole lanes at a time, since a
    /// network is laid out while a program waits for its first move.
    fn read(&mut self, bytes: &[u8]);
}

impl Stored for Lanes {
    const ZERO: Lanes = Lanes::ZERO;
    const SIZE: usize = size_of::<i16>();
    fn read(&mut self, bytes: &[u8]) {
        for (unit, &number) in self.0.iter_mut().zip(bytes.as_chunks().0) {
            *unit = i16::from_le_bytes(number);
        }
    }
}

impl Stored for ByteLanes {
    const ZERO: ByteLanes = ByteLanes([0; Lanes::COUNT]);
    const SIZE: usize = size_of::<i8>();
    fn read(&mut self, bytes: &[u8]) {
        for (unit, &number) in self.0.iter_mut().zip(bytes) {
            *unit = number as i8;
        }
    }
}

/// Lanes of zeros on the heap, or `None` when memory is exhausted.
pub fn zeros<L: Stored>(count: usize) -> Option<Box<[L]>> {
    let mut lanes = Vec::new();
    lanes.try_reserve_exact(count).ok()?;
    lanes.resize(count, L::ZERO);
    Some(lanes.into_boxed_slice())
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
    pub fn add(&mut self, values: &Lanes, weights: &Lanes) {
        sys::add_squares(&mut self.0, &values.0, &weights.0, QA);
    }

    #[inline(always)]
    pub fn total(self) -> i64 {
        self.0.into_iter().map(i64::from).sum()
    }
}
