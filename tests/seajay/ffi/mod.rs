//! Tests of the C ABI, through its own functions. Those of memory are in another program.
#![allow(unsafe_code)]
#![allow(clippy::undocumented_unsafe_blocks, reason = "all pointers come from Rust values here")]

mod done;
mod errors;
mod games;
mod limits;
mod log;
mod networks;
mod options;
mod pgn;
mod pools;
mod positions;
mod review;
mod searches;
mod sizes;
mod text;
mod threads;
mod waiting;
