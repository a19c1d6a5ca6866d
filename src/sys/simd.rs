//! The same loops compiled for several instruction sets, the best of them chosen at run time.
//!
//! The compiler turns loops over arrays into vector instructions by itself, as wide as the
//! function may assume. So a loop is written once, as a [`Kernel`], and compiled once for every
//! [`Level`]. The instructions that count bits and find them (POPCNT, BMI), which x86-64 lacks at
//! first, come with the vectors. Integers only: all levels give the same bits.

/// A set of vector instructions that this processor has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level(Set);

/// The best first.
const SETS: [Set; 3] = [Set::Avx512, Set::Avx2, Set::Baseline];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Set {
    /// What every processor of the target has: NEON on aarch64, SSE2 on x86-64, SIMD128 on WebAssembly.
    Baseline,
    Avx2,
    Avx512,
}

/// Work on arrays that gains from wide vectors.
pub trait Kernel {
    /// What comes out.
    type Output;

    /// Does the work. It must be `#[inline(always)]`, as all that it calls: only what becomes
    /// part of the caller is compiled for the caller's instructions.
    fn run(self) -> Self::Output;
}

impl Level {
    /// The levels of this processor, the best first.
    pub fn available() -> impl Iterator<Item = Level> {
        SETS.into_iter().filter(|set| set.is_available()).map(Level)
    }

    /// The best level of this processor.
    pub fn best() -> Level {
        Level::available().next().unwrap_or(Level(Set::Baseline))
    }

    /// The name for people.
    pub fn name(self) -> &'static str {
        match self.0 {
            Set::Baseline if cfg!(target_arch = "aarch64") => "NEON",
            Set::Baseline if cfg!(target_feature = "simd128") => "SIMD128",
            Set::Baseline => "baseline",
            Set::Avx2 => "AVX2",
            Set::Avx512 => "AVX-512",
        }
    }

    /// Runs a kernel with the instructions of this level.
    #[inline]
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        if !cfg!(any(target_arch = "x86", target_arch = "x86_64")) {
            // One copy of the code will do.
            return kernel.run();
        }
        match self.0 {
            Set::Baseline => kernel.run(),
            // SAFETY: a level is only made where `is_available` has found its instructions.
            Set::Avx2 => unsafe { run_avx2(kernel) },
            // SAFETY: as above.
            Set::Avx512 => unsafe { run_avx512(kernel) },
        }
    }
}

impl Set {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fn is_available(self) -> bool {
        use std::is_x86_feature_detected as has;
        match self {
            Set::Baseline => true,
            Set::Avx2 => has!("avx2") && has!("bmi1") && has!("bmi2") && has!("popcnt"),
            Set::Avx512 => {
                let has_parts = has!("avx512f") && has!("avx512bw") && has!("avx512vl");
                // The compiler takes AVX-512 to bring these along.
                let has_others = has!("fma") && has!("f16c");
                Set::Avx2.is_available() && has_parts && has_others
            }
        }
    }

    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    fn is_available(self) -> bool {
        self == Set::Baseline
    }
}

/// # Safety
/// The processor has AVX2, and counts and finds bits (POPCNT, BMI1, BMI2), as all that have AVX2.
#[cfg_attr(
    any(target_arch = "x86", target_arch = "x86_64"),
    target_feature(enable = "avx2,bmi1,bmi2,popcnt")
)]
unsafe fn run_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

/// # Safety
/// The processor has AVX-512 with its parts F, BW and VL, FMA, F16C, and what [`run_avx2`] asks
/// for.
#[cfg_attr(
    any(target_arch = "x86", target_arch = "x86_64"),
    target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,popcnt")
)]
unsafe fn run_avx512<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

/// Are there too few registers for a whole block of the network's units? WebAssembly's are of 128 bits, and
/// browsers for x86-64 have fifteen of them.
pub const HAS_FEW_REGISTERS: bool = cfg!(target_family = "wasm");

/// Adds `value * value * weight` to sums, two products to each, for values clamped between 0 and `max`.
/// `value * weight` fits 16 bits; the sums wrap.
#[cfg(target_feature = "simd128")]
#[inline(always)]
pub fn add_squares(sums: &mut [i32; 16], values: &[i16; 32], weights: &[i16; 32], max: i16) {
    // The compiler does not find the instruction that multiplies and adds neighbours.
    use std::arch::wasm32::{
        i16x8, i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i32x4, i32x4_add, i32x4_dot_i16x8,
        i32x4_extract_lane as lane,
    };
    let vector = |x: &[i16; 8]| i16x8(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]);
    let numbers = values.as_chunks().0.iter().zip(weights.as_chunks().0);
    for (i, (values, weights)) in numbers.enumerate() {
        let sums = &mut sums[4 * i..][..4];
        let values = i16x8_min(i16x8_max(vector(values), i16x8_splat(0)), i16x8_splat(max));
        let products = i32x4_dot_i16x8(values, i16x8_mul(values, vector(weights)));
        let new = i32x4_add(i32x4(sums[0], sums[1], sums[2], sums[3]), products);
        sums.copy_from_slice(&[lane::<0>(new), lane::<1>(new), lane::<2>(new), lane::<3>(new)]);
    }
}

/// Adds `value * value * weight` to sums, two products to each, for values clamped between 0 and `max`.
/// `value * weight` fits 16 bits; the sums wrap.
#[cfg(not(target_feature = "simd128"))]
#[inline(always)]
pub fn add_squares(sums: &mut [i32; 16], values: &[i16; 32], weights: &[i16; 32], max: i16) {
    let product = |i: usize| {
        let value = values[i].clamp(0, max);
        i32::from(value.wrapping_mul(weights[i])).wrapping_mul(i32::from(value))
    };
    for (i, sum) in sums.iter_mut().enumerate() {
        *sum = sum.wrapping_add(product(i)).wrapping_add(product(i + 16));
    }
}
