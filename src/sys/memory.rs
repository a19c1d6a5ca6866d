//! Large blocks of memory: zeroed ones, whose pages the system hands out as they are first touched,
//! and ones that are written at once. Cache prefetch.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::mem::MaybeUninit;
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

use super::platform::{advise_huge_pages, give_back_zeros, provide_pages};

/// One line of the processor's cache, shared between threads.
#[repr(C, align(64))]
pub struct CacheLine(pub [AtomicU64; 8]);

/// A large zeroed array of cache lines. The system hands out its pages when they are first
/// touched, so that a large table costs nothing until it is used.
pub struct CacheLines {
    block: NonNull<u8>,
    layout: Layout,
    lines: NonNull<CacheLine>,
    count: usize,
}

impl CacheLines {
    /// `count` lines of zeros, or `None` when memory is exhausted.
    pub fn new(count: usize) -> Option<CacheLines> {
        const LINE: usize = size_of::<CacheLine>();
        // Requesting more than the allocator's natural alignment would make it zero the block
        // by hand and touch every page; aligning inside a slightly larger block does not.
        let bytes = count.checked_mul(LINE)?.checked_add(LINE)?;
        let layout = Layout::from_size_align(bytes, 16).ok()?;
        // SAFETY: the layout's size is not zero, it is at least LINE.
        let block = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let offset = block.align_offset(LINE);
        debug_assert!(offset < LINE);
        // SAFETY: offset < LINE, and the block is LINE bytes larger than the lines.
        let lines = unsafe { block.add(offset) }.cast();
        // SAFETY: the block was just zeroed, as many bytes long as said, and nothing refers to it
        // yet.
        unsafe { give_back_zeros(block, bytes) };
        // SAFETY: the block is as many bytes long as said.
        unsafe { advise_huge_pages(block, bytes, false) };
        Some(CacheLines { block, layout, lines, count })
    }

    /// Requests huge pages where none are touched yet: random access to a large table misses the
    /// translation cache on every probe with 4 KiB pages. In return the first touch takes 2 MiB.
    /// Until then there are none, even on systems that give them to everyone.
    pub fn use_huge_pages(&self) {
        // SAFETY: the block is as many bytes long as said, and lives as long as self.
        unsafe { advise_huge_pages(self.block, self.layout.size(), true) };
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

impl Drop for CacheLines {
    fn drop(&mut self) {
        // SAFETY: the block came from the same allocator with the same layout.
        unsafe { dealloc(self.block.as_ptr(), self.layout) }
    }
}

// SAFETY: the lines are owned memory made of atomics.
unsafe impl Send for CacheLines {}
// SAFETY: all shared access goes through atomics.
unsafe impl Sync for CacheLines {}

/// A slice of zero scores on the heap, its pages untouched, or `None` when memory is exhausted.
pub fn zeroed_scores(count: usize) -> Option<Box<[i16]>> {
    let layout = Layout::array::<i16>(count).ok().filter(|layout| layout.size() > 0)?;
    // SAFETY: the layout's size is not zero.
    let block = NonNull::new(unsafe { alloc_zeroed(layout) })?;
    // SAFETY: the block was just zeroed, as many bytes long as said, and nothing refers to it yet.
    unsafe { give_back_zeros(block, layout.size()) };
    let scores = std::ptr::slice_from_raw_parts_mut(block.as_ptr().cast::<i16>(), count);
    // SAFETY: the block came from the global allocator with the layout of this slice, zeroed
    // bytes are valid scores, and nothing else owns it.
    Some(unsafe { Box::from_raw(scores) })
}

/// Copies of a value on the heap, or `None` when memory is exhausted.
pub fn filled<T: Clone>(count: usize, value: T) -> Option<Vec<T>> {
    let mut values = Vec::new();
    values.try_reserve_exact(count).ok()?;
    will_fill(values.spare_capacity_mut());
    values.resize(count, value);
    Some(values)
}

/// Announces that a large block is about to be written as a whole.
fn will_fill<T>(block: &mut [MaybeUninit<T>]) {
    let bytes = size_of_val(block);
    // SAFETY: the block has this many bytes, and is borrowed exclusively.
    unsafe { provide_pages(NonNull::from(block).cast(), bytes) };
}

/// Asks the processor to fetch a cache line that will be needed soon.
#[inline]
pub fn prefetch(line: &CacheLine) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: prefetching reads nothing, and the reference is valid anyway.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch(std::ptr::from_ref(line).cast(), _MM_HINT_T0);
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = line;
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    /// Memory that was full before, between neighbours that stay as they are.
    #[test]
    #[cfg_attr(miri, ignore = "megabytes are slow there")]
    fn new_memory_is_zero_wherever_it_was_before() {
        let mut kept: Vec<(i16, Box<[i16]>)> = Vec::new();
        for round in 1..=8 {
            for bytes in [100, 4096, 5000, 64 << 10, (64 << 10) + 8, 300 << 10, 2 << 20] {
                let mut scores = zeroed_scores(bytes / 2).expect("memory");
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
