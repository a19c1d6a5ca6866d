//! The allocator of tests about memory: it counts, and refuses an allocation when it is told to.
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
    /// The allocations to go until one is refused; `None` refuses none.
    static COUNTDOWN: Cell<Option<u64>> = const { Cell::new(None) };
    /// Was one refused?
    static REFUSED: Cell<bool> = const { Cell::new(false) };
    /// The sizes of the allocations during a countdown.
    static SIZES: RefCell<([usize; MAX], usize)> = const { RefCell::new(([0; MAX], 0)) };
}

/// How many allocations all threads have made.
pub fn allocations() -> u64 {
    ALLOCATIONS.load(SeqCst)
}

/// How many this thread has made.
pub fn allocations_here() -> u64 {
    ALLOCATIONS_HERE.get()
}

/// The bytes that all threads have allocated and not given back.
pub fn bytes() -> i64 {
    BYTES.load(SeqCst)
}

/// Those that this thread has allocated less those that it has given back.
pub fn bytes_here() -> i64 {
    BYTES_HERE.get()
}

/// Runs a call with this thread's allocation of this number, counted from 0, refused. Gives what it
/// returned, whether that allocation was made at all, and the sizes of all up to there.
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
    // Once is enough, and who reports it may allocate.
    COUNTDOWN.set(left.checked_sub(1));
    REFUSED.set(left == 0);
    left == 0
}

fn count(allocations: u64, bytes: i64) {
    ALLOCATIONS.fetch_add(allocations, SeqCst);
    BYTES.fetch_add(bytes, SeqCst);
    // A thread that ends has no counters any more.
    let _ = ALLOCATIONS_HERE.try_with(|here| here.set(here.get() + allocations));
    let _ = BYTES_HERE.try_with(|here| here.set(here.get() + bytes));
}

/// Asks the system, unless this allocation is to be refused.
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
        // SAFETY: the caller's promises are handed on, here and below.
        ask(layout, || unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        ask(layout, || unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(0, -(layout.size() as i64));
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }
}
