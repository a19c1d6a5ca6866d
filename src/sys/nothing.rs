//! Fallbacks for what a system does not offer: the size of its memory, and advice on pages. Shared
//! by the systems without them.

use std::ptr::NonNull;

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

/// Returns no memory to the system.
///
/// # Safety
/// None is needed.
pub unsafe fn give_back_zeros(_block: NonNull<u8>, _bytes: usize) {}
