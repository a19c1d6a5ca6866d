//! Windows.

use std::ffi::c_void;
use std::fs::File;
use std::io;
use std::os::windows::fs::FileExt;
use std::ptr::{self, NonNull};
pub use std::thread::sleep as nap;
pub use std::time::Instant;

// Huge pages need a privilege that programs rarely have. Failing to create a thread is an error, so
// room for one needs no check.
pub use super::nothing::{advise_huge_pages, has_room, provide_pages, renew_zeros};

/// Whether the library may start threads.
pub const HAS_THREADS: bool = true;
/// Whether the library can read files.
pub const HAS_FILES: bool = true;

/// `MEMORYSTATUSEX`.
#[repr(C)]
#[derive(Default)]
struct MemoryStatus {
    length: u32,
    load: u32,
    total_physical: u64,
    others: [u64; 6],
}

#[link(name = "kernel32")]
unsafe extern "system" {
    fn GlobalMemoryStatusEx(status: *mut MemoryStatus) -> i32;
    fn VirtualAlloc(address: *mut c_void, size: usize, kind: u32, access: u32) -> *mut c_void;
    fn VirtualFree(address: *mut c_void, size: usize, kind: u32) -> i32;
    fn GetModuleHandleExW(flags: u32, address: *const c_void, module: *mut *mut c_void) -> i32;
}

/// Whether the host wants the running search to end. Another thread says so here, through the
/// engine.
pub fn is_stop_wanted() -> bool {
    false
}

/// Reads at an offset of a file that several threads read. It moves the file's own position, which
/// nothing uses.
pub fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    file.seek_read(buffer, offset)
}

/// Keeps the library in memory until the process ends: its threads, its panic hook and its
/// thread-locals would otherwise outlive their code when a host unloads it.
pub fn pin_library() {
    const PIN: u32 = 1;
    const FROM_ADDRESS: u32 = 4;
    static HERE: u8 = 0;
    let mut module = ptr::null_mut();
    // SAFETY: an address inside this module, and space for its handle. In a program that was linked
    // statically it is the program's own, which is pinned anyway.
    unsafe { GetModuleHandleExW(PIN | FROM_ADDRESS, ptr::from_ref(&HERE).cast(), &raw mut module) };
}

/// The machine's memory in bytes, if the system reports it.
pub fn physical_memory() -> Option<u64> {
    let length = size_of::<MemoryStatus>() as u32;
    let mut status = MemoryStatus { length, ..MemoryStatus::default() };
    // SAFETY: the struct is as large as its length says.
    let found = unsafe { GlobalMemoryStatusEx(&raw mut status) } != 0;
    found.then_some(status.total_physical)
}

/// A block of zeros, aligned for any number, or `None` when memory is exhausted. Its pages are
/// handed out as they are first touched. The size is not zero.
pub fn map_zeros(bytes: usize) -> Option<NonNull<u8>> {
    const RESERVE_AND_COMMIT: u32 = 0x3000;
    const READ_WRITE: u32 = 4;
    // SAFETY: a new block at an address of the system's choice.
    let block = unsafe { VirtualAlloc(ptr::null_mut(), bytes, RESERVE_AND_COMMIT, READ_WRITE) };
    NonNull::new(block.cast())
}

/// Gives a block back to the system.
///
/// # Safety
/// The block comes from [`map_zeros`], and nothing refers to it any more.
pub unsafe fn unmap_zeros(block: NonNull<u8>, _bytes: usize) {
    const RELEASE: u32 = 0x8000;
    // SAFETY: promised by the caller; releasing takes the whole block, which is size 0 here.
    unsafe { VirtualFree(block.as_ptr().cast(), 0, RELEASE) };
}
