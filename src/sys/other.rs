//! Any other system: what the standard library offers, and nothing beyond it.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ptr::NonNull;
pub use std::thread::sleep as nap;
pub use std::time::Instant;

/// Are there threads?
pub const HAS_THREADS: bool = true;
/// Are there files?
pub const HAS_FILES: bool = true;

/// Reads from a place of a file. Without a call that does both, threads that read the same file would
/// disturb each other: one at a time.
pub fn read_at(mut file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    static ONE: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _one = ONE.lock();
    file.seek(SeekFrom::Start(offset))?;
    file.read(buffer)
}

/// Whether the library stays in memory is the host's affair.
pub fn pin_library() {}

/// The machine's memory in bytes: unknown.
pub fn physical_memory() -> Option<u64> {
    None
}

/// Does the system have this many bytes for the process? Unknown.
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
