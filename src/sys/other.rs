//! Any other system: what the standard library offers, and nothing beyond it.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
pub use std::thread::sleep as nap;
pub use std::time::Instant;

pub use super::nothing::{advise_huge_pages, give_back_zeros, has_room, physical_memory};

/// Are there threads?
pub const HAS_THREADS: bool = true;
/// Are there files?
pub const HAS_FILES: bool = true;

/// Does the host want the running search to end? Another thread says so here: nobody has to be asked.
pub fn is_stop_wanted() -> bool {
    false
}

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
