//! What the tests of the Rust interface and of the C interface share: positions, the network, patience
//! with a busy machine, and numbers that look random.
#![allow(dead_code, reason = "every test uses a part of it")]

use std::fmt::Display;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The file of the network that is part of the library.
pub const EMBEDDED: &[u8] = include_bytes!("../../nets/seajay.sjnn");

/// Longer than anything takes, on a busy machine too.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The pages of memory that the process has addresses of, and those of them that are resident.
#[cfg(target_os = "linux")]
pub fn pages() -> (usize, usize) {
    let text = std::fs::read_to_string("/proc/self/statm").expect("the system tells");
    let mut words = text.split(' ').map(|word| word.parse().expect("a number of pages"));
    words.next().zip(words.next()).expect("both")
}

pub const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// Does it happen in time? The machine may be busy with something else, but not always.
pub fn once_in_time(mut attempt: impl FnMut() -> bool) -> bool {
    const TRIES: usize = 20;
    (0..TRIES).any(|_| attempt())
}

/// Does something that is measured again and again take no longer than this, more often than not? The
/// machine may be busy: one of several series is enough.
/// `measure` is given the number of the measurement.
pub fn mostly_within(most: Duration, mut measure: impl FnMut(u64) -> Duration) -> bool {
    once_in_time(|| {
        let mut times: Vec<Duration> = (0..15).map(&mut measure).collect();
        times.sort();
        println!("{:?} in the middle, {:?} at most", times[7], times[14]);
        times[7] <= most
    })
}

/// Runs something that may hang, on a thread of its own; panics where it does, or panics itself.
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

/// Says, past the capture of output, that a test is not run.
pub fn skip(why: impl Display) {
    writeln!(std::io::stderr(), "skipped: {why}").expect("stderr is open");
}

/// A folder of `SEAJAY_TEST_DATA`; says so where that is not set.
pub fn test_data(folder: &str) -> Option<PathBuf> {
    let Some(data) = std::env::var_os("SEAJAY_TEST_DATA") else {
        skip("SEAJAY_TEST_DATA is not set");
        return None;
    };
    let path = Path::new(&data).join(folder);
    assert!(path.is_dir(), "SEAJAY_TEST_DATA has a folder {folder}");
    Some(path)
}

/// Makes a named pipe, which takes the place of an older one.
#[cfg(unix)]
pub fn make_pipe(path: &Path) {
    let _ = std::fs::remove_file(path);
    let mkfifo = std::process::Command::new("mkfifo").arg(path).status();
    let status = mkfifo.expect("mkfifo is part of POSIX");
    assert!(status.success(), "{}", path.display());
}
