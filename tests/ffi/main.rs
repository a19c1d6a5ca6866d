//! The promises of the C ABI, kept through its own functions.
#![allow(unsafe_code)]
#![allow(clippy::undocumented_unsafe_blocks, reason = "all pointers come from Rust values here")]

#[path = "../support/alloc.rs"]
mod alloc;
mod errors;
#[path = "../support/header.rs"]
mod header;
mod limits;
mod log;
mod memory;
#[path = "../support/network.rs"]
mod network;
mod networks;
mod options;
mod positions;
mod rules;
mod sizes;
mod support;
#[path = "../support/tables.rs"]
mod tables;
mod text;
mod threads;
mod waiting;
