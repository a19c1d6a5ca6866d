//! Large blocks of memory: zeroed ones, whose pages the system hands out as they are first touched,
//! and ones that are written at once. Cache prefetch.

use std::mem::MaybeUninit;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

use super::platform::{advise_huge_pages, map_zeros, provide_pages, renew_zeros, unmap_zeros};

/// A block of zeros from the system, which takes it back when this is dropped. An allocator would
/// keep it, and zero it by hand for the next owner, which touches every page.
struct Zeros {
    start: NonNull<u8>,
    bytes: usize,
}

impl Zeros {
    /// A block for `count` values and `more` bytes, or `None` when memory is exhausted.
    fn new<T>(count: usize, more: usize) -> Option<Zeros> {
        let bytes = count.checked_mul(size_of::<T>())?.checked_add(more)?;
        Some(Zeros { start: map_zeros(bytes)?, bytes })
    }
}

impl Drop for Zeros {
    fn drop(&mut self) {
        // SAFETY: the block was mapped with this size, and its owner does not outlive it.
        unsafe { unmap_zeros(self.start, self.bytes) };
    }
}

// SAFETY: the block is owned memory; what lies in it is the owner's concern.
unsafe impl Send for Zeros {}
// SAFETY: this gives no access to the memory.
unsafe impl Sync for Zeros {}

/// One line of the processor's cache, shared between threads.
#[repr(C, align(64))]
pub struct CacheLine(pub [AtomicU64; 8]);

/// A large array of cache lines that begins as zeros. The system hands out its pages when they are
/// first touched, so that a large table costs nothing until it is used.
pub struct CacheLines {
    block: Zeros,
    lines: NonNull<CacheLine>,
    count: usize,
}

impl CacheLines {
    /// `count` lines of zeros, or `None` when memory is exhausted.
    pub fn new(count: usize) -> Option<CacheLines> {
        const LINE: usize = size_of::<CacheLine>();
        // With room to align the lines in a block that is not.
        let block = Zeros::new::<CacheLine>(count, LINE)?;
        let offset = block.start.align_offset(LINE);
        debug_assert!(offset < LINE);
        // SAFETY: offset < LINE, and the block is LINE bytes larger than the lines.
        let lines = unsafe { block.start.add(offset) }.cast();
        // SAFETY: the block is as many bytes long as said.
        unsafe { advise_huge_pages(block.start, block.bytes, false) };
        Some(CacheLines { block, lines, count })
    }

    /// Requests huge pages where none are touched yet: random access to a large table misses the
    /// translation cache on every probe with 4 KiB pages. In return the first touch takes 2 MiB.
    /// Until then there are none, even on systems that give them to everyone.
    pub fn use_huge_pages(&self) {
        // SAFETY: the block is as many bytes long as said, and lives as long as self.
        unsafe { advise_huge_pages(self.block.start, self.block.bytes, true) };
    }

    /// Makes all lines zeros by giving their pages back to the system, where it takes them so.
    /// Returns whether it did.
    pub fn renew(&self) -> bool {
        // SAFETY: the block was mapped with this size; atomics may change behind `&`.
        unsafe { renew_zeros(self.block.start, self.block.bytes) }
    }
}

impl Deref for CacheLines {
    type Target = [CacheLine];

    fn deref(&self) -> &[CacheLine] {
        // SAFETY: `lines` is aligned and starts `count` lines inside the block, which lives as
        // long as self; zeroed bytes are valid atomics, and atomics may change behind `&`.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr(), self.count) }
    }
}

// SAFETY: the lines are owned memory made of atomics.
unsafe impl Send for CacheLines {}
// SAFETY: all shared access goes through atomics.
unsafe impl Sync for CacheLines {}

/// A table of scores that begins as zeros, its pages untouched.
pub struct Scores {
    block: Zeros,
    count: usize,
}

impl Scores {
    /// `count` zeros, or `None` when memory is exhausted.
    pub fn new(count: usize) -> Option<Scores> {
        // No block may be empty.
        Some(Scores { block: Zeros::new::<i16>(count, 1)?, count })
    }
}

impl Deref for Scores {
    type Target = [i16];

    #[inline]
    fn deref(&self) -> &[i16] {
        // SAFETY: the block holds `count` scores, is aligned for any number and lives as long as
        // self; zeroed bytes are valid scores.
        unsafe { std::slice::from_raw_parts(self.block.start.cast().as_ptr(), self.count) }
    }
}

impl DerefMut for Scores {
    #[inline]
    fn deref_mut(&mut self) -> &mut [i16] {
        // SAFETY: as in `deref`, and self is borrowed exclusively.
        unsafe { std::slice::from_raw_parts_mut(self.block.start.cast().as_ptr(), self.count) }
    }
}

/// Copies of a value on the heap, or `None` when memory is exhausted.
pub fn filled<T: Clone>(count: usize, value: T) -> Option<Vec<T>> {
    let mut values = Vec::new();
    values.try_reserve_exact(count).ok()?;
    will_fill(values.spare_capacity_mut());
    values.resize(count, value);
    Some(values)
}

/// A copy of a text, or `None` when memory is exhausted.
pub fn copied(text: &str) -> Option<String> {
    let mut copy = String::new();
    copy.try_reserve_exact(text.len()).ok()?;
    copy.push_str(text);
    Some(copy)
}

/// Announces that a large block is about to be written as a whole.
fn will_fill<T>(block: &mut [MaybeUninit<T>]) {
    let bytes = size_of_val(block);
    // SAFETY: the block has this many bytes, and is borrowed exclusively.
    unsafe { provide_pages(NonNull::from(block).cast(), bytes) };
}

/// Asks the processor to fetch the cache line of what will be needed soon.
#[inline]
pub fn prefetch<T>(needed: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: prefetching reads nothing, and the reference is valid anyway.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch(std::ptr::from_ref(needed).cast(), _MM_HINT_T0);
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = needed;
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    /// Memory that was full before, between neighbours that stay as they are.
    #[test]
    #[cfg_attr(miri, ignore = "megabytes are slow there")]
    fn new_memory_is_zero_wherever_it_was_before() {
        let mut kept: Vec<(i16, Scores)> = Vec::new();
        for round in 1..=8 {
            for bytes in [100, 4096, 5000, 64 << 10, (64 << 10) + 8, 300 << 10, 2 << 20] {
                let mut scores = Scores::new(bytes / 2).expect("memory");
                assert!(scores.iter().all(|&score| score == 0), "{bytes} bytes, round {round}");
                scores.fill(round);
                if round % 2 == 0 {
                    kept.push((round, scores));
                }
                let lines = CacheLines::new(bytes / 64 + 1).expect("memory");
                let words = || lines.iter().flat_map(|line| &line.0);
                assert!(words().all(|word| word.load(Relaxed) == 0), "{bytes} bytes");
                words().for_each(|word| word.store(u64::MAX, Relaxed));
            }
        }
        for (value, scores) in kept {
            assert!(scores.iter().all(|&score| score == value));
        }
    }

    #[test]
    fn pages_provided_for_later_leave_what_is_there() {
        let mut numbers: Vec<u64> = Vec::with_capacity(100_000);
        for number in 0..100_000 {
            if number % 10_000 == 3 {
                will_fill(numbers.spare_capacity_mut());
            }
            numbers.push(number);
        }
        assert!(numbers.iter().copied().eq(0..100_000));
    }

    #[test]
    fn memory_is_filled_whatever_its_size() {
        for count in [0, 1, 3, 511, 512, 4096, 100_000] {
            let copies = filled(count, (count as u64, 7_u32)).expect("memory");
            assert_eq!(copies.len(), count);
            assert!(copies.iter().all(|&copy| copy == (count as u64, 7)));
        }
        assert!(filled(usize::MAX / 16, [0_u64; 4]).is_none());
    }
}
