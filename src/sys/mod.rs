//! The platform: memory, files, clock, threads, signals between them, and vector instructions. One
//! safe signature for each need and, where they differ, a body for each kind of system: Unix,
//! Windows, WebAssembly, and any other. Constants say what a platform lacks; higher layers turn
//! that into errors. Miri, which supports few system calls, uses `other`.
#![allow(unsafe_code)]

mod memory;
#[cfg(any(miri, not(unix)))]
mod nothing;
mod signal;
mod simd;
mod thread;

#[cfg_attr(all(unix, not(miri)), path = "unix.rs")]
#[cfg_attr(all(windows, not(miri)), path = "windows.rs")]
#[cfg_attr(target_family = "wasm", path = "wasm.rs")]
#[cfg_attr(any(miri, not(any(unix, windows, target_family = "wasm"))), path = "other.rs")]
mod platform;

pub use memory::{CacheLine, CacheLines, Scores, copied, filled, prefetch};
pub use platform::{
    HAS_FILES, HAS_THREADS, Instant, is_stop_wanted, nap, physical_memory, pin_library, read_at,
};
pub use signal::Signal;
pub use simd::{Kernel, Level, Vectors};
pub use thread::{spawn, spawn_and_wait};
