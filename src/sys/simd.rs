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
