//! Tests of the C ABI, through its own functions.
#![allow(unsafe_code)]
#![allow(clippy::undocumented_unsafe_blocks, reason = "all pointers come from Rust values here")]

#[path = "../support/alloc.rs"]
mod alloc;
mod done;
mod errors;
mod games;
#[path = "../support/header.rs"]
mod header;
mod limits;
mod log;
mod memory;
#[path = "../support/network.rs"]
mod network;
mod networks;
mod options;
mod pgn;
mod pools;
mod positions;
mod review;
mod sizes;
mod support;
#[path = "../support/tables.rs"]
mod tables;
mod text;
mod threads;
mod waiting;
