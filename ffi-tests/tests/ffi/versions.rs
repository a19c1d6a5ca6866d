//! A program of another version with this library: compiled with a later header, whose structs have
//! grown.
#![cfg(all(target_os = "linux", target_pointer_width = "64"))]

use std::fs;
use std::path::Path;

use ffi_tests::{Linkage, Program, header, root};

/// The structs with a struct_size whose program-side copy may be of another version.
const SIZED: [&str; 6] = [
    "SeajayLimits",
    "SeajayInfo",
    "SeajayResult",
    "SeajayStats",
    "SeajayOptionInfo",
    "SeajayBoard",
];

/// Compiles the program with a header, runs it with the library of today, and gives the sizes of
/// SeajayLimits and SeajayResult that it was compiled with.
fn sizes_of_program(header: &Path) -> String {
    let source = root().join("ffi-tests/c/host.c");
    let header = header.to_str().expect("UTF-8");
    // Included first, its guard keeps today's out.
    let flags = ["-Wno-missing-field-initializers", "-include", header];
    let program = Program::new(&source, "c99", Linkage::Shared, &flags);
    program.run(&[]).expect_silent_success()
}

#[test]
fn a_program_compiled_with_a_later_header_runs() {
    let mut later = header();
    for name in SIZED {
        let end = format!("}} {name};");
        assert!(later.contains(&end), "{name}");
        later = later.replace(&end, &format!("    uint64_t later[3];\n{end}"));
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("seajay.h");
    fs::write(&path, later).expect("the folder is writable");
    assert_eq!(sizes_of_program(&path), "104 104\n");
}
