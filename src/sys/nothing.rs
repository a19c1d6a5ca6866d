//! What a system does not offer: the size of its memory, and advice on pages. Shared by the bodies of systems
//! without them.

use std::ptr::NonNull;

/// The machine's memory in bytes: unknown.
#[cfg(any(miri, not(windows)))]
pub fn physical_memory() -> Option<u64> {
    None
}

/// Does the system have this many bytes for the process? Nobody can be asked: what cannot be had is an error
/// when it is taken.
pub fn has_room(_bytes: usize) -> bool {
    true
}

/// There is no advice to give.
///
/// # Safety
/// None is needed.
pub unsafe fn advise_huge_pages(_block: NonNull<u8>, _bytes: usize) {}

/// Memory is not given back.
///
/// # Safety
/// None is needed.
pub unsafe fn give_back_zeros(_block: NonNull<u8>, _bytes: usize) {}
