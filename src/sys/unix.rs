//! Unix: Linux and its relatives, macOS.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::ptr::NonNull;
pub use std::thread::sleep as nap;
pub use std::time::Instant;

/// Are there threads?
pub const HAS_THREADS: bool = true;
/// Are there files?
pub const HAS_FILES: bool = true;

/// Does the host want the running search to end? Another thread says so here: nobody has to be asked.
pub fn is_stop_wanted() -> bool {
    false
}

/// Reads from a place of a file that several threads read.
pub fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    file.read_at(buffer, offset)
}

/// Keeps the code of the library in memory after it is unloaded. The linker sees to that here: see
/// `build.rs`.
pub fn pin_library() {}

/// The machine's memory in bytes, where the system says.
pub fn physical_memory() -> Option<u64> {
    // SAFETY: sysconf takes no pointers and may be called at any time.
    let (pages, size) =
        unsafe { (libc::sysconf(libc::_SC_PHYS_PAGES), libc::sysconf(libc::_SC_PAGESIZE)) };
    u64::try_from(pages).ok()?.checked_mul(u64::try_from(size).ok()?)
}

/// Does the system, rather than what the allocator keeps, have this many bytes for the process?
pub fn has_room(bytes: usize) -> bool {
    let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANON);
    // SAFETY: a new mapping wherever there is room, which is given back untouched.
    unsafe {
        let block = libc::mmap(std::ptr::null_mut(), bytes, access, kind, -1, 0);
        block != libc::MAP_FAILED && libc::munmap(block, bytes) == 0
    }
}

/// Asks for huge pages in a block; on Linux alone.
///
/// # Safety
/// The block has this many bytes, and belongs to the caller.
pub unsafe fn advise_huge_pages(block: NonNull<u8>, bytes: usize) {
    #[cfg(target_os = "linux")]
    // SAFETY: this advice changes no contents; the rest is the caller's promise.
    unsafe {
        advise(block, bytes, 2 << 20, libc::MADV_HUGEPAGE);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (block, bytes);
}

/// Gives the whole pages of a block back to the system, which hands out zeros again when they are
/// touched. An allocator that reuses memory zeroes it by hand and so touches it all, as glibc's does for
/// blocks smaller than the largest that the program ever gave back (up to 32 MiB). Linux alone
/// promises the zeros. In memory that an unusual allocator has from a file they would be the file's.
///
/// # Safety
/// The block has this many bytes and belongs to the caller, it was just zeroed, any bytes are valid in
/// it, and nothing refers to it yet.
pub unsafe fn give_back_zeros(block: NonNull<u8>, bytes: usize) {
    #[cfg(target_os = "linux")]
    {
        // SAFETY: sysconf takes no pointers and may be called at any time.
        let page = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap_or(0);
        if page.is_power_of_two() {
            // SAFETY: nobody misses what the block holds; the rest is the caller's promise.
            unsafe { advise(block, bytes, page, libc::MADV_DONTNEED) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (block, bytes);
}

/// Tells the system about the part of a block that whole pages make. Where the system cannot follow, it
/// answers with an error that does not matter.
///
/// # Safety
/// The block has this many bytes, and may take what the advice does to it.
#[cfg(target_os = "linux")]
unsafe fn advise(block: NonNull<u8>, bytes: usize, page: usize, advice: libc::c_int) {
    let start = block.as_ptr() as usize;
    let last = (start + bytes) / page * page;
    let Some(first) = start.checked_next_multiple_of(page).filter(|&first| first < last) else {
        return;
    };
    // SAFETY: the range lies inside the block, and is the caller's to advise on.
    unsafe { libc::madvise(first as *mut libc::c_void, last - first, advice) };
}
