//! An allocator for tests of memory: it counts, and refuses an allocation on request.
#![allow(dead_code, reason = "every test uses a part of it")]
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

fn is_refused(layout: Layout) -> bool {
    let Some(left) = COUNTDOWN.try_with(Cell::get).ok().flatten() else { return false };
    let _ = SIZES.try_with(|sizes| {
        let (list, count) = &mut *sizes.borrow_mut();
        list[*count] = layout.size();
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

/// Calls the system's allocator, unless this allocation is to be refused.
fn ask(layout: Layout, system: impl FnOnce() -> *mut u8) -> *mut u8 {
    if is_refused(layout) {
        return ptr::null_mut();
    }
    count(1, layout.size() as i64);
    system()
}

// SAFETY: every call goes to the system's allocator unchanged, or is refused.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are handed on.
        ask(layout, || unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are handed on.
        ask(layout, || unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(0, -(layout.size() as i64));
        // SAFETY: the caller's promises are handed on.
        unsafe { System.dealloc(block, layout) }
    }
}
