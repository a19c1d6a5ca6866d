//! Fallbacks for what a system does not offer: the size of its memory, blocks of fresh pages, and
//! advice on pages. Shared by the systems without them.

#[cfg(any(miri, not(windows)))]
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr::NonNull;

/// The alignment of a block: more would make the allocator zero it by hand and touch every page.
#[cfg(any(miri, not(windows)))]
const ALIGNMENT: usize = 16;

/// A block of zeros from the allocator, aligned for any number, or `None` when memory is exhausted.
/// The size is not zero.
#[cfg(any(miri, not(windows)))]
pub fn map_zeros(bytes: usize) -> Option<NonNull<u8>> {
    let layout = Layout::from_size_align(bytes, ALIGNMENT).ok().filter(|_| bytes > 0)?;
    // SAFETY: the size is not zero.
    NonNull::new(unsafe { alloc_zeroed(layout) })
}

/// Frees a block.
///
/// # Safety
/// The block comes from [`map_zeros`] with this size, and nothing refers to it any more.
#[cfg(any(miri, not(windows)))]
pub unsafe fn unmap_zeros(block: NonNull<u8>, bytes: usize) {
    if let Ok(layout) = Layout::from_size_align(bytes, ALIGNMENT) {
        // SAFETY: promised by the caller.
        unsafe { dealloc(block.as_ptr(), layout) }
    }
}

/// Cannot make a block zeros again at once.
///
/// # Safety
/// None is needed.
pub unsafe fn renew_zeros(_block: NonNull<u8>, _bytes: usize) -> bool {
    false
}

/// The machine's memory in bytes: unknown.
#[cfg(any(miri, not(windows)))]
pub fn physical_memory() -> Option<u64> {
    None
}

/// Whether the system has this many bytes for the process. It cannot be asked: assume so, and let
/// the allocation fail.
pub fn has_room(_bytes: usize) -> bool {
    true
}

/// Does nothing.
///
/// # Safety
/// None is needed.
pub unsafe fn advise_huge_pages(_block: NonNull<u8>, _bytes: usize, _wanted: bool) {}

/// Leaves the pages to be provided as they are touched.
///
/// # Safety
/// None is needed.
pub unsafe fn provide_pages(_block: NonNull<u8>, _bytes: usize) {}
