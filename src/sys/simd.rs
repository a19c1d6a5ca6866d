//! The same loops compiled for several instruction sets, the best of them chosen at run time.
//!
//! The compiler turns loops over arrays into vector instructions by itself, as wide as the
//! function may assume. So a loop is written once, as a [`Kernel`], and compiled once for every
//! [`Level`]. The instructions that count and find bits (POPCNT, BMI), which plain x86-64
//! lacks, come with the vectors. Integers only: all levels give the same bits.

#[cfg(target_feature = "simd128")]
use std::arch::wasm32::{i32x4_add, i32x4_dot_i16x8, v128_load, v128_store};
#[cfg(target_arch = "x86")]
use std::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

/// A set of vector instructions that this processor has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level(Set);

/// The best first.
const SETS: [Set; 3] = [Set::Avx512, Set::Avx2, Set::Baseline];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Set {
    /// What every processor of the target has: NEON on aarch64, SSE2 on x86-64, SIMD128 on
    /// WebAssembly.
    Baseline,
    Avx2,
    Avx512,
}

/// Work on arrays that gains from wide vectors.
pub trait Kernel {
    type Output;

    /// Does the work. It must be `#[inline(always)]`, like everything it calls: only what is inlined
    /// is compiled for the caller's instructions.
    fn run<V: Vectors>(self) -> Self::Output;
}

/// A set of vector instructions: what the compiler does not make of a loop by itself.
pub trait Vectors {
    /// Whether there are too few registers for a whole block of the network's units.
    const FEW_REGISTERS: bool = false;

    /// Adds the products of two arrays to sums that wrap, two products to each, in any order.
    fn add_products(sums: &mut [i32; 16], a: &[i16; 32], b: &[i16; 32]);
}

/// [`Set::Baseline`].
struct Baseline;
/// [`Set::Avx2`].
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
struct Avx2;
/// [`Set::Avx512`].
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
struct Avx512;

impl Level {
    /// The levels of this processor, the best first.
    pub fn available() -> impl Iterator<Item = Level> {
        SETS.into_iter().filter(|set| set.is_available()).map(Level)
    }

    /// The best level of this processor.
    pub fn best() -> Level {
        Level::available().next().unwrap_or(Level(Set::Baseline))
    }

    /// The name, for display.
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
            // SAFETY: a level is only made where `is_available` has found its instructions.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Set::Avx2 => unsafe { run_avx2(kernel) },
            // SAFETY: as above.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Set::Avx512 => unsafe { run_avx512(kernel) },
            _ => kernel.run::<Baseline>(),
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
/// The processor has AVX2, and counts and finds bits (POPCNT, BMI1, BMI2), as all with AVX2 do.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
unsafe fn run_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<Avx2>()
}

/// # Safety
/// The processor has AVX-512 with its parts F, BW and VL, FMA, F16C, and what [`run_avx2`]
/// needs.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,popcnt")]
unsafe fn run_avx512<K: Kernel>(kernel: K) -> K::Output {
    kernel.run::<Avx512>()
}

/// [`Vectors`] of a set whose vectors hold this many sums: with its instructions to load and store,
/// to add, and to multiply neighbours and add their products, which the compiler does not find.
#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_feature = "simd128"))]
macro_rules! vectors {
    ($set:ident, $few_registers:literal, $sums:literal, $load:ident, $store:ident, $add:ident, $madd:ident) => {
        impl Vectors for $set {
            const FEW_REGISTERS: bool = $few_registers;

            #[inline(always)]
            fn add_products(sums: &mut [i32; 16], a: &[i16; 32], b: &[i16; 32]) {
                let numbers =
                    a.as_chunks::<{ 2 * $sums }>().0.iter().zip(b.as_chunks::<{ 2 * $sums }>().0);
                for (sums, (a, b)) in sums.as_chunks_mut::<$sums>().0.iter_mut().zip(numbers) {
                    // SAFETY: kernels run with this set only where the processor has it, and each
                    // array is as long as a vector.
                    unsafe {
                        let products = $madd($load(a.as_ptr().cast()), $load(b.as_ptr().cast()));
                        let before = $load(sums.as_ptr().cast());
                        $store(sums.as_mut_ptr().cast(), $add(before, products));
                    }
                }
            }
        }
    };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
vectors!(
    Avx512,
    false,
    16,
    _mm512_loadu_si512,
    _mm512_storeu_si512,
    _mm512_add_epi32,
    _mm512_madd_epi16
);
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
vectors!(
    Avx2,
    false,
    8,
    _mm256_loadu_si256,
    _mm256_storeu_si256,
    _mm256_add_epi32,
    _mm256_madd_epi16
);
#[cfg(target_feature = "sse2")]
vectors!(Baseline, true, 4, _mm_loadu_si128, _mm_storeu_si128, _mm_add_epi32, _mm_madd_epi16);
// Browsers for x86-64 have fifteen registers, of 128 bits.
#[cfg(target_feature = "simd128")]
vectors!(Baseline, true, 4, v128_load, v128_store, i32x4_add, i32x4_dot_i16x8);

#[cfg(not(any(target_feature = "sse2", target_feature = "simd128")))]
impl Vectors for Baseline {
    #[inline(always)]
    fn add_products(sums: &mut [i32; 16], a: &[i16; 32], b: &[i16; 32]) {
        let product = |i: usize| i32::from(a[i]).wrapping_mul(b[i].into());
        for (i, sum) in sums.iter_mut().enumerate() {
            *sum = sum.wrapping_add(product(i)).wrapping_add(product(i + 16));
        }
    }
}
