//! What the standard library does not offer: lazily zeroed large memory, how much memory there
//! is, cache prefetch, and a choice of vector instructions at run time. Safe functions outside,
//! each `unsafe` block with its reason. Miri, which knows few calls of the system, takes the ways of systems
//! without them.
#![allow(unsafe_code)]

mod simd;
mod thread;

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

pub use simd::{Kernel, Level};
pub use thread::{spawn, spawn_and_wait};

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
        // Asking for more than the allocator's natural alignment would make it zero the block
        // by hand and touch every page; aligning inside a slightly larger block does not.
        let bytes = count.checked_mul(LINE)?.checked_add(LINE)?;
        let layout = Layout::from_size_align(bytes, 16).ok()?;
        // SAFETY: the layout's size is not zero, it is at least LINE.
        let block = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let offset = block.align_offset(LINE);
        debug_assert!(offset < LINE);
        // SAFETY: offset < LINE, and the block is LINE bytes larger than the lines.
        let lines = unsafe { block.add(offset) }.cast();
        // SAFETY: the block was just zeroed, so many bytes long, and nothing refers to it yet.
        unsafe { give_back_zeros(block, bytes) };
        Some(CacheLines { block, layout, lines, count })
    }

    /// Asks for huge pages where none are touched yet: random access to a large table misses the
    /// translation cache on every probe with 4 KiB pages. In return the first touch takes 2 MiB.
    pub fn use_huge_pages(&self) {
        // SAFETY: the block is so many bytes long, and lives as long as self.
        unsafe { advise_huge_pages(self.block, self.layout.size()) };
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
// SAFETY: shared access goes through atomics alone.
unsafe impl Sync for CacheLines {}

/// # Safety
/// The block is so many bytes long, and its own.
#[cfg(all(target_os = "linux", not(miri)))]
unsafe fn advise_huge_pages(block: NonNull<u8>, bytes: usize) {
    // SAFETY: this advice changes no contents; the rest is the caller's promise.
    unsafe { advise(block, bytes, 2 << 20, libc::MADV_HUGEPAGE) };
}

/// Gives the whole pages of a block back to the system, which hands out zeros again when they are
/// touched. An allocator that reuses memory zeroes it by hand and so touches it all, as glibc's does for
/// blocks smaller than the largest that the program ever gave back (up to 32 MiB). Linux alone
/// promises the zeros. In memory that an unusual allocator has from a file they would be the file's.
///
/// # Safety
/// The block is so many bytes long and its own, it was just zeroed, any bytes are valid in it, and
/// nothing refers to it yet.
#[cfg(all(target_os = "linux", not(miri)))]
unsafe fn give_back_zeros(block: NonNull<u8>, bytes: usize) {
    // SAFETY: sysconf takes no pointers and may be called at any time.
    let page = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(0);
    if page.is_power_of_two() {
        // SAFETY: nobody misses what the block holds; the rest is the caller's promise.
        unsafe { advise(block, bytes, page, libc::MADV_DONTNEED) };
    }
}

/// Tells the system about the part of a block that whole pages make. Where the system cannot follow, it
/// answers with an error that does not matter.
///
/// # Safety
/// The block is so many bytes long, and may take what the advice does to it.
#[cfg(all(target_os = "linux", not(miri)))]
unsafe fn advise(block: NonNull<u8>, bytes: usize, page: usize, advice: libc::c_int) {
    let start = block.as_ptr() as usize;
    let last = (start + bytes) / page * page;
    let Some(first) = start.checked_next_multiple_of(page).filter(|&first| first < last) else {
        return;
    };
    // SAFETY: the range lies inside the block, and is the caller's to advise on.
    unsafe { libc::madvise(first as *mut libc::c_void, last - first, advice) };
}

/// # Safety
/// None is needed.
#[cfg(any(not(target_os = "linux"), miri))]
unsafe fn advise_huge_pages(_block: NonNull<u8>, _bytes: usize) {}

/// # Safety
/// None is needed.
#[cfg(any(not(target_os = "linux"), miri))]
unsafe fn give_back_zeros(_block: NonNull<u8>, _bytes: usize) {}

/// The machine's memory in bytes, where the system tells.
#[cfg(all(unix, not(miri)))]
pub fn physical_memory() -> Option<u64> {
    // SAFETY: sysconf takes no pointers and may be called at any time.
    let (pages, size) =
        unsafe { (libc::sysconf(libc::_SC_PHYS_PAGES), libc::sysconf(libc::_SC_PAGESIZE)) };
    u64::try_from(pages).ok()?.checked_mul(u64::try_from(size).ok()?)
}

/// The machine's memory in bytes, where the system tells.
#[cfg(any(not(unix), miri))]
pub fn physical_memory() -> Option<u64> {
    None
}

/// Does the system, rather than what the allocator keeps, have so many bytes for this process?
#[cfg(all(unix, not(miri)))]
pub fn has_room(bytes: usize) -> bool {
    let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANON);
    // SAFETY: a new mapping wherever there is room, which is given back untouched.
    unsafe {
        let block = libc::mmap(std::ptr::null_mut(), bytes, access, kind, -1, 0);
        block != libc::MAP_FAILED && libc::munmap(block, bytes) == 0
    }
}

/// Does the system, rather than what the allocator keeps, have so many bytes for this process?
#[cfg(any(not(unix), miri))]
pub fn has_room(_bytes: usize) -> bool {
    true
}

/// So many zero scores in the heap, their pages untouched, or `None` when memory is exhausted.
pub fn zeroed_scores(count: usize) -> Option<Box<[i16]>> {
    let layout = Layout::array::<i16>(count).ok().filter(|layout| layout.size() > 0)?;
    // SAFETY: the layout's size is not zero.
    let block = NonNull::new(unsafe { alloc_zeroed(layout) })?;
    // SAFETY: the block was just zeroed, so many bytes long, and nothing refers to it yet.
    unsafe { give_back_zeros(block, layout.size()) };
    let scores = std::ptr::slice_from_raw_parts_mut(block.as_ptr().cast::<i16>(), count);
    // SAFETY: the block came from the global allocator with the layout of this slice, zeroed
    // bytes are valid scores, and nothing else owns it.
    Some(unsafe { Box::from_raw(scores) })
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
}
