//! Tests of the C ABI, through its own functions. Those of memory are in another program.
#![allow(unsafe_code)]
#![allow(clippy::undocumented_unsafe_blocks, reason = "all pointers come from Rust values here")]

mod done;
mod engines;
mod errors;
mod games;
mod log;
mod pgn;
mod pools;
mod review;
mod searches;
mod sizes;
mod text;
mod threads;
mod waiting;
