//! Unix: Linux, macOS and similar systems.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::ptr::NonNull;
pub use std::thread::sleep as nap;
pub use std::time::Instant;

/// Whether the library may start threads.
pub const HAS_THREADS: bool = true;
/// Whether the library can read files.
pub const HAS_FILES: bool = true;

/// Whether the host wants the running search to end. Another thread says so here, through the
/// engine.
pub fn is_stop_wanted() -> bool {
    false
}

/// Reads at an offset of a file that several threads read.
pub fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    file.read_at(buffer, offset)
}

/// Keeps the code of the library in memory after it is unloaded. Here a linker flag does that: see
/// `build.rs`.
pub fn pin_library() {}

/// The machine's memory in bytes, if the system reports it.
pub fn physical_memory() -> Option<u64> {
    // SAFETY: sysconf takes no pointers and may be called at any time.
    let (pages, size) =
        unsafe { (libc::sysconf(libc::_SC_PHYS_PAGES), libc::sysconf(libc::_SC_PAGESIZE)) };
    u64::try_from(pages).ok()?.checked_mul(u64::try_from(size).ok()?)
}

/// Maps a block of zeros, aligned for any number, or `None` when memory is exhausted. Its pages
/// are handed out as they are first touched. The size is not zero.
pub fn map_zeros(bytes: usize) -> Option<NonNull<u8>> {
    let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANON);
    // SAFETY: a new mapping at an address of the system's choice.
    let block = unsafe { libc::mmap(std::ptr::null_mut(), bytes, access, kind, -1, 0) };
    NonNull::new(block.cast()).filter(|_| block != libc::MAP_FAILED)
}

/// Gives a block back to the system.
///
/// # Safety
/// The block comes from [`map_zeros`] with this size, and nothing refers to it any more.
pub unsafe fn unmap_zeros(block: NonNull<u8>, bytes: usize) {
    // SAFETY: promised by the caller.
    unsafe { libc::munmap(block.as_ptr().cast(), bytes) };
}

/// Makes a block zeros again by giving its pages back, so that they are handed out anew; only on
/// Linux. Returns whether it did.
///
/// # Safety
/// The block comes from [`map_zeros`] with this size, and its contents may change.
pub unsafe fn renew_zeros(block: NonNull<u8>, bytes: usize) -> bool {
    cfg!(target_os = "linux")
        // SAFETY: promised by the caller.
        && unsafe { libc::madvise(block.as_ptr().cast(), bytes, libc::MADV_DONTNEED) } == 0
}

/// Whether the system itself, not the allocator's reserves, has this many bytes for the process.
pub fn has_room(bytes: usize) -> bool {
    // SAFETY: the block was just mapped, and nothing refers to it.
    map_zeros(bytes).map(|block| unsafe { unmap_zeros(block, bytes) }).is_some()
}

/// Requests huge pages for a block, or refuses them; only on Linux.
///
/// # Safety
/// The block has this many bytes, and belongs to the caller.
pub unsafe fn advise_huge_pages(block: NonNull<u8>, bytes: usize, wanted: bool) {
    #[cfg(target_os = "linux")]
    // SAFETY: this advice changes no contents; the rest is the caller's promise.
    unsafe {
        let advice = if wanted { libc::MADV_HUGEPAGE } else { libc::MADV_NOHUGEPAGE };
        advise(block, bytes, 2 << 20, advice);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (block, bytes, wanted);
}

/// Provides the pages of a block all at once, which takes a fraction of the time of a fault for
/// each; only on Linux, since version 5.14.
///
/// # Safety
/// The block has this many bytes, and belongs to the caller.
pub unsafe fn provide_pages(block: NonNull<u8>, bytes: usize) {
    #[cfg(target_os = "linux")]
    // SAFETY: this advice changes no contents; the rest is the caller's promise.
    unsafe {
        advise(block, bytes, page_size(), libc::MADV_POPULATE_WRITE);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (block, bytes);
}

/// The size of a page in bytes; if it is unknown, a multiple of any.
#[cfg(target_os = "linux")]
fn page_size() -> usize {
    // SAFETY: sysconf takes no pointers and may be called at any time.
    let size = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) });
    size.ok().filter(|size| size.is_power_of_two()).unwrap_or(1 << 31)
}

/// Advises the system about the whole pages of a block. Errors do not matter: it is only advice.
///
/// # Safety
/// The block has this many bytes, and the caller accepts what the advice does to them.
#[cfg(target_os = "linux")]
unsafe fn advise(block: NonNull<u8>, bytes: usize, page: usize, advice: libc::c_int) {
    let start = block.as_ptr() as usize;
    let last = (start + bytes) / page * page;
    let Some(first) = start.checked_next_multiple_of(page).filter(|&first| first < last) else {
        return;
    };
    // SAFETY: the range lies inside the block; the rest is the caller's promise.
    unsafe { libc::madvise(first as *mut libc::c_void, last - first, advice) };
}
