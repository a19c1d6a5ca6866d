//! The search is the same one through each library: from Rust, shared and static.

use std::fs;
use std::ops::ControlFlow;

use ffi_tests::{Linkage, Program, root};
use seajay::{Engine, Limits};

const DEPTH: u32 = 5;

#[test]
fn every_library_searches_the_same_tree() {
    let file = root().join("tests/data/bench.epd");
    let mut engine = Engine::new().unwrap();
    let mut expected = 0;
    for fen in fs::read_to_string(&file).unwrap().lines() {
        engine.set_position(Some(fen), "").unwrap();
        let limits = Limits::depth(DEPTH);
        expected += engine.search(&limits, |_| ControlFlow::Continue(())).unwrap().nodes;
    }
    let source = root().join("ffi-tests/c/bench.c");
    for linkage in [Linkage::Shared, Linkage::Static] {
        let program = Program::new(&source, "c99", linkage, &["-pthread"]);
        let text = program.run(&[file.to_str().unwrap(), &DEPTH.to_string()]);
        assert_eq!(text.expect_silent_success().trim(), expected.to_string(), "{linkage:?}");
    }
}
