//! What the tests of all packages share.

mod common;
pub mod ffi;
pub mod games;
pub mod network;
pub mod play;
pub mod positions;

use std::path::PathBuf;
use std::process::{Child, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

pub use common::*;
pub use positions::{FORTRESS, KIWIPETE, QUEENS, START};

/// The program of an example, which `cargo test` builds beside this test.
pub fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("the test has a path");
    let profile = test.ancestors().nth(2).expect("tests lie in target/<profile>/deps");
    let path = profile.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "{} is missing: run `cargo build --examples`", path.display());
    path
}

/// Waits for the end of a process; kills it when it takes too long.
pub fn wait(child: &mut Child) -> ExitStatus {
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            return status;
        }
        thread::sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
    panic!("the process does not end");
}
