//! Fuzz targets: each turns bytes into calls of the library and panics where a promise is broken.
//!
//! No input may make a call crash, hang or return an undocumented status, and after an error
//! everything is as before. libFuzzer searches for inputs that break this (`fuzz/run.sh`), and
//! `cargo test -p fuzz` runs those worth keeping (`fuzz/corpus`), and so does
//! `web/test/exports.test.mjs` in WebAssembly. Names that start with `found-` are inputs that
//! reached new code; the other names describe the input.
#![allow(unsafe_code)]
#![allow(clippy::undocumented_unsafe_blocks, reason = "all pointers come from Rust values here")]

mod api;
mod choices;
mod game;
mod mates;
mod network;
mod options;
mod pgn;
mod pools;
mod position;
mod snapshot;
mod tablebase;
mod uci;
#[cfg(target_family = "wasm")]
mod wasm;

/// Whether there are threads and files: WebAssembly has neither.
const HAS_THREADS: bool = cfg!(not(target_family = "wasm"));
const HAS_FILES: bool = HAS_THREADS;

/// What eats bytes.
pub type Target = fn(&[u8]);

/// The targets by name.
pub const TARGETS: [(&str, Target); 10] = [
    ("api", api::run),
    ("game", game::run),
    ("mates", mates::run),
    ("pgn", pgn::run),
    ("pools", pools::run),
    ("position", position::run),
    ("options", options::run),
    ("network", network::run),
    ("tablebase", tablebase::run),
    ("uci", uci::run),
];
