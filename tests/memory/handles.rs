//! Memory through the C interface: a search allocates none, and when there is none the old state is
//! kept.
#![allow(unsafe_code)]
#![allow(clippy::undocumented_unsafe_blocks, reason = "all pointers come from Rust values here")]

use std::ffi::c_void;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

use seajay::ffi::*;
use testkit::ffi::*;
use testkit::network::Network;

use crate::{alloc, alone};

/// Allocations on the searching thread: at the first call of the callback, and at the last.
#[derive(Default)]
struct Span {
    calls: AtomicU64,
    first: AtomicU64,
    last: AtomicU64,
}

unsafe extern "C" fn measure(user_data: *mut c_void, _: *const SeajayInfo) -> i32 {
    let span = unsafe { &*user_data.cast::<Span>() };
    if span.calls.fetch_add(1, SeqCst) == 0 {
        span.first.store(alloc::allocations_here(), SeqCst);
    }
    span.last.store(alloc::allocations_here(), SeqCst);
    0
}

#[test]
fn a_search_allocates_nothing() {
    let _alone = alone();
    let handle = Handle::new();
    let span = Span::default();
    let user_data = std::ptr::from_ref(&span).cast_mut().cast();
    assert_eq!(unsafe { seajay_set_info_callback(handle.raw, Some(measure), user_data) }, OK);
    for started in [false, true] {
        span.calls.store(0, SeqCst);
        let limits = nodes(100_000);
        if started {
            assert_eq!(handle.start(&limits), OK);
            assert!(handle.wait(-1).is_ok());
        } else {
            assert!(handle.search(&limits).is_ok());
        }
        assert!(span.calls.load(SeqCst) > 3);
        assert_eq!(span.first.load(SeqCst), span.last.load(SeqCst));
    }
}

#[test]
fn the_memory_of_a_handle_is_known_before_and_after() {
    let _alone = alone();
    // Allocates what all handles share.
    drop(Handle::new());
    for (hash, threads) in [(16, 1), (1, 1), (40, 1), (3, 4)] {
        let before = alloc::bytes_here();
        let handle = Handle::new();
        assert_eq!(handle.set_option("Hash", &hash.to_string()), OK);
        assert_eq!(handle.set_option("Threads", &threads.to_string()), OK);
        for lines in ["3", "1"] {
            assert_eq!(handle.set_option("MultiPV", lines), OK);
            let taken = (alloc::bytes_here() - before) as u64;
            let said = handle.memory_usage();
            // The standard library allocates for its threads.
            assert!(said.abs_diff(taken) < 8192, "{hash} MiB: {said} were said, {taken} are taken");
        }
        assert_eq!(seajay_estimate_memory(hash, threads), handle.memory_usage());
        if threads == 1 {
            assert_eq!(handle.load_network(&wide_network()), OK);
            let taken = (alloc::bytes_here() - before) as u64;
            let said = handle.memory_usage();
            assert!(said.abs_diff(taken) < 8192, "{said} were said, {taken} are taken");
        }
    }
    for (hash, threads) in [(0, 1), (1 << 21, 1), (1, 0), (1, 257), (u64::MAX, u32::MAX)] {
        assert_eq!(seajay_estimate_memory(hash, threads), 0);
    }
    assert_eq!(unsafe { seajay_memory_usage(std::ptr::null()) }, 0);
}

/// A network of zeros, 1.5 MiB large.
fn wide_network() -> Vec<u8> {
    Network::new(1024, 1, |_| 0).file()
}

#[cfg(target_os = "linux")]
mod exhausted {
    use super::*;
    use crate::in_a_process;

    /// Runs `in_little_memory` in a process of its own: the limit applies to the whole process.
    #[test]
    fn exhausted_memory_is_an_error_and_the_old_state_stays() {
        let _alone = alone();
        let (good, text) = in_a_process("handles::exhausted::in_little_memory", &[]);
        assert!(good, "{text}");
    }

    /// Allocates all memory except small pieces.
    fn all_memory() -> Vec<Vec<u8>> {
        let mut blocks = Vec::with_capacity(10_000);
        let mut block = Vec::new();
        while block.try_reserve_exact(1 << 18).is_ok() {
            blocks.push(std::mem::take(&mut block));
        }
        blocks
    }

    #[test]
    #[ignore = "limits the memory of its process"]
    fn in_little_memory() {
        const ROOM: u64 = 1 << 20;
        const OUT_OF_MEMORY: i32 = SeajayStatus::SEAJAY_ERR_OUT_OF_MEMORY as i32;
        let handle = Handle::new();
        let network = wide_network();
        let limit = pages().0 as u64 * unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as u64 + ROOM;
        let limit_to = |bytes| unsafe {
            let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
            assert_eq!(libc::getrlimit(libc::RLIMIT_AS, &mut limit), 0);
            limit.rlim_cur = bytes;
            assert_eq!(libc::setrlimit(libc::RLIMIT_AS, &limit), 0);
        };
        limit_to(limit);

        // malloc has address space in reserve for some handles, but not for a hundred.
        let handles: Vec<_> = (0..100).map(|_| seajay_new()).take_while(|h| !h.is_null()).collect();
        assert!(handles.len() < 100);
        handles.into_iter().for_each(|handle| unsafe { seajay_free(handle) });
        assert_eq!(handle.set_option("Hash", "256"), OUT_OF_MEMORY);
        assert_eq!(handle.option("Hash").unwrap(), "16");
        let ballast = all_memory();
        assert_eq!(handle.load_network(&network), OUT_OF_MEMORY);
        assert!(last_error().contains("network"), "{}", last_error());
        drop(ballast);
        assert_eq!(handle.set_option("Threads", "256"), OUT_OF_MEMORY);
        assert!(last_error().contains("memory"), "{}", last_error());
        assert_eq!(handle.option("Threads").unwrap(), "1");
        assert_eq!(handle.start(&depth(1)), OUT_OF_MEMORY);
        assert!(last_error().contains("thread"), "{}", last_error());
        assert_eq!(handle.search(&depth(4)).unwrap().depth, 4);
        assert_eq!(handle.set_position(None, "e2e4"), OK);

        // Some of the threads are had before one is refused: they end again.
        limit_to(limit + (256 << 20));
        assert_eq!(handle.set_option("Threads", "2"), OK);
        assert_eq!(handle.set_option("Threads", "256"), OUT_OF_MEMORY);
        assert_eq!(handle.option("Threads").unwrap(), "2");
        assert_eq!(handle.start(&depth(4)), OK);
        assert_eq!(handle.wait(-1).unwrap().depth, 4);
    }
}
