//! Shared by the tests of the Rust interface and of the C interface: the network, timeouts for a busy
//! machine, and pseudo-random numbers.

use std::fmt::Display;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// The last ply of the longest path.
pub const LAST_PLY: u32 = 127;

/// The file of the embedded network.
pub const EMBEDDED: &[u8] = include_bytes!("../../nets/seajay.sjnn");

/// A timeout that is long enough even on a busy machine, and under the thread sanitizer.
pub const PATIENCE: Duration = Duration::from_secs(240);

/// The numbers of pages in the address space of the process, and of those that are resident.
#[cfg(target_os = "linux")]
pub fn pages() -> (usize, usize) {
    let text = std::fs::read_to_string("/proc/self/statm").expect("the system reports it");
    let mut words = text.split(' ').map(|word| word.parse().expect("a number of pages"));
    words.next().zip(words.next()).expect("both")
}

pub const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// Whether a condition becomes true in time, also on a busy machine.
pub fn once_in_time(mut attempt: impl FnMut() -> bool) -> bool {
    const TRIES: usize = 20;
    (0..TRIES).any(|_| attempt())
}

/// Whether the median of repeated measurements is at most this. The machine may be busy: one of
/// several series is enough. `measure` gets the number of the measurement.
pub fn mostly_within(most: Duration, mut measure: impl FnMut(u64) -> Duration) -> bool {
    once_in_time(|| {
        let mut times: Vec<Duration> = (0..15).map(&mut measure).collect();
        times.sort();
        println!("{:?} in the middle, {:?} at most", times[7], times[14]);
        times[7] <= most
    })
}

/// Runs a function that may hang on a thread of its own; panics if it hangs or panics.
pub fn in_time(run: impl FnOnce() + Send + 'static) {
    let (sender, done) = channel();
    let thread = thread::spawn(move || {
        run();
        let _ = sender.send(());
    });
    match done.recv_timeout(PATIENCE) {
        Err(RecvTimeoutError::Timeout) => panic!("it hangs"),
        Ok(()) | Err(RecvTimeoutError::Disconnected) => thread.join().expect("no panic"),
    }
}

/// Pseudo-random numbers below the argument (Marsaglia, "Xorshift RNGs", 2003).
pub fn random_numbers(mut state: u64) -> impl FnMut(usize) -> usize {
    move |n| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % n
    }
}

/// Reports, past the capture of output, that a test is skipped.
pub fn skip(why: impl Display) {
    writeln!(std::io::stderr(), "skipped: {why}").expect("stderr is open");
}

/// A folder in `SEAJAY_TEST_DATA`; reports if that is not set.
pub fn test_data(folder: &str) -> Option<PathBuf> {
    let Some(data) = std::env::var_os("SEAJAY_TEST_DATA") else {
        skip("SEAJAY_TEST_DATA is not set");
        return None;
    };
    let path = Path::new(&data).join(folder);
    assert!(path.is_dir(), "SEAJAY_TEST_DATA has a folder {folder}");
    Some(path)
}

/// Makes a named pipe in place of an older one.
#[cfg(unix)]
pub fn make_pipe(path: &Path) {
    let _ = std::fs::remove_file(path);
    let mkfifo = std::process::Command::new("mkfifo").arg(path).status();
    let status = mkfifo.expect("mkfifo is part of POSIX");
    assert!(status.success(), "{}", path.display());
}
