//! The program for libFuzzer; the environment variable `FUZZ_TARGET` names the target.
#![no_main]
#![allow(missing_docs, reason = "the macro's functions have none")]

use std::sync::OnceLock;

use fuzz::{TARGETS, Target};
use libfuzzer_sys::fuzz_target;

fn target() -> Target {
    static TARGET: OnceLock<Target> = OnceLock::new();
    *TARGET.get_or_init(|| {
        let wanted = std::env::var("FUZZ_TARGET").expect("FUZZ_TARGET names a target");
        TARGETS.iter().find(|(name, _)| *name == wanted).expect("there is such a target").1
    })
}

fuzz_target!(|bytes: &[u8]| target()(bytes));
