//! Any other system: what the standard library offers, and nothing beyond it.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
pub use std::thread::sleep as nap;
pub use std::time::Instant;

pub use super::nothing::{
    advise_huge_pages, has_room, map_zeros, physical_memory, provide_pages, renew_zeros,
    unmap_zeros,
};

/// Whether the library may start threads.
pub const HAS_THREADS: bool = true;
/// Whether the library can read files.
pub const HAS_FILES: bool = true;

/// Whether the host wants the running search to end. Another thread says so here, through the
/// engine.
pub fn is_stop_wanted() -> bool {
    false
}

/// Reads at an offset of a file. Seeking and reading are two calls here, so only one thread at a
/// time may do both.
pub fn read_at(mut file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    static ONE: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _one = ONE.lock();
    file.seek(SeekFrom::Start(offset))?;
    file.read(buffer)
}

/// The host decides whether the library stays in memory.
pub fn pin_library() {}
