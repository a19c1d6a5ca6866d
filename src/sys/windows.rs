//! Windows.

use std::ffi::c_void;
use std::fs::File;
use std::io;
use std::os::windows::fs::FileExt;
use std::ptr;
pub use std::thread::sleep as nap;
pub use std::time::Instant;

// Huge pages need a privilege that programs rarely have, and the heap takes large blocks from the
// system, which hands out zeros. Failing to create a thread is an error, so room for one needs no
// check.
pub use super::nothing::{advise_huge_pages, give_back_zeros, has_room, provide_pages};

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
