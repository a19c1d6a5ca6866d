//! An allocator for tests of memory: it counts, and refuses an allocation on request. On Linux, the
//! blocks that the library maps are allocations too.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::{Cell, RefCell};
use std::ptr;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::SeqCst};

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
static BYTES: AtomicI64 = AtomicI64::new(0);

/// No call makes more allocations.
const MAX: usize = 4096;

thread_local! {
    static ALLOCATIONS_HERE: Cell<u64> = const { Cell::new(0) };
    static BYTES_HERE: Cell<i64> = const { Cell::new(0) };
    /// The number of allocations until one is refused; `None` refuses none.
    static COUNTDOWN: Cell<Option<u64>> = const { Cell::new(None) };
    /// Whether an allocation was refused.
    static REFUSED: Cell<bool> = const { Cell::new(false) };
    /// The sizes of the allocations during a countdown.
    static SIZES: RefCell<([usize; MAX], usize)> = const { RefCell::new(([0; MAX], 0)) };
}

/// The number of allocations by all threads.
pub fn allocations() -> u64 {
    ALLOCATIONS.load(SeqCst)
}

/// The number of allocations by this thread.
pub fn allocations_here() -> u64 {
    ALLOCATIONS_HERE.get()
}

/// The bytes that all threads have allocated and not freed.
#[cfg(target_os = "linux")]
pub fn bytes() -> i64 {
    BYTES.load(SeqCst)
}

/// The bytes that this thread has allocated minus those that it has freed.
pub fn bytes_here() -> i64 {
    BYTES_HERE.get()
}

/// Runs a call in which this thread's allocation of the given number, counted from 0, is refused.
/// Returns its result, whether the allocation was reached, and the sizes of all allocations up to
/// there.
pub fn refusing<T>(number: u64, call: impl FnOnce() -> T) -> (T, bool, Vec<usize>) {
    SIZES.with_borrow_mut(|sizes| sizes.1 = 0);
    REFUSED.set(false);
    COUNTDOWN.set(Some(number));
    let result = call();
    COUNTDOWN.set(None);
    let sizes = SIZES.with_borrow(|(list, count)| list[..*count].to_vec());
    (result, REFUSED.get(), sizes)
}

fn is_refused(size: usize) -> bool {
    let Some(left) = COUNTDOWN.try_with(Cell::get).ok().flatten() else { return false };
    let _ = SIZES.try_with(|sizes| {
        let (list, count) = &mut *sizes.borrow_mut();
        list[*count] = size;
        *count += 1;
    });
    // Only once: the code that reports the failure may allocate.
    COUNTDOWN.set(left.checked_sub(1));
    REFUSED.set(left == 0);
    left == 0
}

fn count(allocations: u64, bytes: i64) {
    ALLOCATIONS.fetch_add(allocations, SeqCst);
    BYTES.fetch_add(bytes, SeqCst);
    // An ending thread has no counters any more.
    let _ = ALLOCATIONS_HERE.try_with(|here| here.set(here.get() + allocations));
    let _ = BYTES_HERE.try_with(|here| here.set(here.get() + bytes));
}

/// Asks the system for memory, unless this allocation is to be refused.
fn ask<T>(size: usize, system: impl FnOnce() -> *mut T) -> *mut T {
    if is_refused(size) {
        return ptr::null_mut();
    }
    let block = system();
    // Afterwards, as the thread sanitizer then sees the block's last owner, who counted before
    // giving it back, come before this one.
    count(1, size as i64);
    block
}

// SAFETY: every call goes to the system's allocator unchanged, or is refused.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are handed on.
        ask(layout.size(), || unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are handed on.
        ask(layout.size(), || unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(0, -(layout.size() as i64));
        // SAFETY: the caller's promises are handed on.
        unsafe { System.dealloc(block, layout) }
    }
}

/// These take the place of the C library's functions of the same names in the whole test program. The
/// standard library maps whole pages, for its threads: they are left out. The library never does.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod mappings {
    use std::ffi::c_void;

    use super::{ask, count};

    fn is_counted(size: usize) -> bool {
        !size.is_multiple_of(4096)
    }

    #[unsafe(no_mangle)]
    unsafe extern "C" fn mmap(
        address: *mut c_void,
        size: usize,
        access: i32,
        kind: i32,
        file: i32,
        offset: i64,
    ) -> *mut c_void {
        // SAFETY: the caller's promises are handed on.
        let map = || unsafe {
            libc::syscall(libc::SYS_mmap, address, size, access, kind, file, offset) as *mut c_void
        };
        let block = if is_counted(size) { ask(size, map) } else { map() };
        if block.is_null() { libc::MAP_FAILED } else { block }
    }

    #[unsafe(no_mangle)]
    unsafe extern "C" fn munmap(block: *mut c_void, size: usize) -> i32 {
        if is_counted(size) {
            count(0, -(size as i64));
        }
        // SAFETY: the caller's promises are handed on.
        unsafe { libc::syscall(libc::SYS_munmap, block, size) as i32 }
    }
}
