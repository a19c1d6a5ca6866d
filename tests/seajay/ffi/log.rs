//! The log callback: what it is called with, when, and on which thread.

use std::ffi::{c_char, c_void};
use std::path::Path;
use std::ptr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering::SeqCst};
use std::thread::{self, ThreadId};
use std::time::Duration;

use seajay::ffi::*;
use testkit::ffi::*;

use crate::tablebase::{copied_tables, cut};

const WARNING: i32 = SeajayLogLevel::SEAJAY_LOG_WARNING as i32;
const INFO: i32 = SeajayLogLevel::SEAJAY_LOG_INFO as i32;

/// The messages that a log callback got.
#[derive(Default)]
struct Book {
    lines: Mutex<Vec<(i32, String, ThreadId)>>,
    /// Whether the callback is running.
    inside: AtomicBool,
}

unsafe extern "C" fn write(user_data: *mut c_void, level: i32, line: *const c_char) {
    let book = unsafe { &*user_data.cast::<Book>() };
    assert!(!book.inside.swap(true, SeqCst), "never twice at a time");
    book.lines.lock().unwrap().push((level, text(line), thread::current().id()));
    thread::sleep(Duration::from_micros(200));
    book.inside.store(false, SeqCst);
}

impl Book {
    fn open(&self, handle: &Handle) {
        let user_data = ptr::from_ref(self).cast_mut().cast();
        assert_eq!(unsafe { seajay_set_log_callback(handle.raw, Some(write), user_data) }, OK);
    }

    /// The messages since the last call.
    fn take(&self) -> Vec<(i32, String)> {
        let lines = std::mem::take(&mut *self.lines.lock().unwrap());
        lines.into_iter().map(|(level, line, _)| (level, line)).collect()
    }
}

#[test]
fn the_log_reports_failures_settings_and_searches() {
    let (book, handle) = (Book::default(), Handle::new());
    assert_eq!(handle.set_option("nonsense", "1"), UNKNOWN_OPTION);
    book.open(&handle);
    assert_eq!(book.take(), []);
    assert_eq!(handle.set_option("nonsense", "2"), UNKNOWN_OPTION);
    assert_eq!(book.take(), [(WARNING, last_error())]);
    assert_eq!(handle.set_option("hash", "2"), OK);
    assert_eq!(book.take(), [(INFO, "option hash is \"2\"".to_owned())]);
    assert_eq!(handle.load_network(EMBEDDED), OK);
    assert_eq!(book.take(), [(INFO, format!("loaded a network of {} bytes", EMBEDDED.len()))]);
    let result = handle.search(&depth(3)).unwrap();
    let [(INFO, line)] = &book.take()[..] else { panic!("one line") };
    let begin = format!("search 1 ended: best move \"{}\", depth 3, ", best_move(&result));
    assert!(
        line.starts_with(&begin) && line.contains(&format!(" {} nodes", result.nodes)),
        "{line}"
    );
    assert!(handle.search(&nodes(1)).is_ok());
    assert!(book.take()[0].1.contains(" 1 node, "));
    // Waiting without a search is not logged as a failure, and reading is not logged.
    assert_eq!(handle.start(&infinite()), OK);
    assert_eq!(handle.wait(1).unwrap_err(), TIMEOUT);
    assert_eq!(handle.option("hash").unwrap(), "2");
    assert_eq!(book.take(), []);
    assert_eq!(handle.set_position(None, ""), BUSY);
    assert_eq!(book.take(), [(WARNING, last_error())]);
    handle.stop();
    assert!(handle.wait(-1).is_ok());
    assert_eq!(book.take().len(), 1, "logged before the wait was over");
    assert_eq!(unsafe { seajay_set_log_callback(handle.raw, None, ptr::null_mut()) }, OK);
    assert_eq!(handle.set_option("nonsense", "3"), UNKNOWN_OPTION);
    assert_eq!(book.take(), []);
}

#[test]
fn the_log_reports_a_damaged_table_which_is_not_probed_again() {
    const PAWN: &str = "4k3/8/4K3/8/4P3/8/8/8 w - - 0 1";
    let folder = copied_tables("log");
    let search = |handle: &Handle| {
        assert!(handle.search(&depth(4)).is_ok());
        let mut info: SeajayInfo = init();
        let status = unsafe { seajay_line(handle.raw, 0, &mut info, ptr::null_mut(), 0) };
        assert_eq!(status, OK);
        info.tb_hits
    };
    let two_with = |folder: &Path| {
        let handles = [0, 1].map(|_| Handle::at(PAWN));
        for handle in &handles {
            assert_eq!(handle.set_option("SyzygyPath", folder.to_str().unwrap()), OK);
        }
        handles
    };
    assert!(two_with(&folder).iter().all(|handle| search(handle) > 0), "as long as it is sound");
    // The messages of set_option() came before.
    cut(&folder.join("KPvK.rtbw"), 7056);
    let (book, [first, second]) = (Book::default(), two_with(&folder));
    book.open(&first);
    search(&first);
    let reported =
        |(level, text): &(i32, String)| *level == WARNING && text.contains("a table is damaged");
    let logged = book.take();
    assert!(logged.iter().any(reported), "{logged:?}");
    assert_eq!(search(&second), 0);
}

#[test]
fn the_log_runs_on_the_thread_of_the_call() {
    let (book, handle) = (Book::default(), Handle::new());
    book.open(&handle);
    let here = thread::current().id();
    let threads: Vec<ThreadId> = thread::scope(|scope| {
        let fail = || {
            for _ in 0..20 {
                assert_eq!(handle.option("Hsah"), Err(UNKNOWN_OPTION));
            }
            thread::current().id()
        };
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(fail)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let logged = std::mem::take(&mut *book.lines.lock().unwrap());
    for id in threads {
        assert_eq!(logged.iter().filter(|(_, _, thread)| *thread == id).count(), 20);
    }
    assert!(handle.search(&depth(1)).is_ok());
    assert_eq!(handle.start(&depth(1)), OK);
    assert!(handle.wait(-1).is_ok());
    let logged = std::mem::take(&mut *book.lines.lock().unwrap());
    assert_eq!(logged.len(), 2);
    assert!(logged[0].2 == here && logged[1].2 != here, "the second on the handle's own thread");
}

/// The statuses of calls inside the callback.
#[derive(Default)]
struct Meddler {
    raw: Mutex<Option<usize>>,
    calls: AtomicI32,
    seen: Mutex<Vec<i32>>,
}

unsafe extern "C" fn meddle(user_data: *mut c_void, _: i32, _: *const c_char) {
    let meddler = unsafe { &*user_data.cast::<Meddler>() };
    meddler.calls.fetch_add(1, SeqCst);
    let raw = meddler.raw.lock().unwrap().unwrap() as *mut SeajayEngine;
    unsafe {
        seajay_free(raw);
        meddler.seen.lock().unwrap().extend([
            seajay_set_log_callback(raw, None, ptr::null_mut()),
            seajay_set_position(raw, ptr::null(), ptr::null()),
            seajay_search(raw, &depth(1), ptr::null_mut()),
            seajay_wait(raw, -1, ptr::null_mut()),
            // A failure that is not logged.
            seajay_get_option(raw, c"Hsah".as_ptr(), ptr::null_mut(), 0) as i32,
            seajay_is_searching(raw),
        ]);
    }
}

#[test]
fn inside_the_callback_reading_works_and_changing_is_busy() {
    let (meddler, handle) = (Meddler::default(), Handle::new());
    *meddler.raw.lock().unwrap() = Some(handle.raw as usize);
    let user_data = ptr::from_ref(&meddler).cast_mut().cast();
    assert_eq!(unsafe { seajay_set_log_callback(handle.raw, Some(meddle), user_data) }, OK);
    let expected = |searching| [BUSY, BUSY, BUSY, BUSY, UNKNOWN_OPTION, searching];
    assert_eq!(handle.option("Hsah"), Err(UNKNOWN_OPTION));
    error_names("Hsah");
    assert_eq!(meddler.seen.lock().unwrap()[..], expected(0));
    meddler.seen.lock().unwrap().clear();
    // A failure inside the log callback does not replace the error that was logged.
    assert_eq!(handle.set_option("Move Overhead", "5001"), INVALID_VALUE);
    error_names("5001");
    assert_eq!(meddler.seen.lock().unwrap()[..], expected(0));
    meddler.seen.lock().unwrap().clear();
    assert!(handle.search(&depth(1)).is_ok());
    assert_eq!(meddler.seen.lock().unwrap()[..], expected(1));
    assert_eq!(meddler.calls.load(SeqCst), 3);
    assert_eq!(handle.clear_history(), OK, "free did nothing");
}
