//! Programs of other versions with this library: one compiled with the header of version 0.1.0, and
//! one compiled with a later header, whose structs have grown.
#![cfg(all(target_os = "linux", target_pointer_width = "64"))]

use std::fs;
use std::path::Path;

use ffi_tests::{Linkage, Program, header, root};

/// The structs with a struct_size whose program-side copy may be of another version.
const SIZED: [&str; 5] =
    ["SeajayLimits", "SeajayInfo", "SeajayResult", "SeajayStats", "SeajayOptionInfo"];

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
fn a_program_compiled_with_the_first_header_runs() {
    assert_eq!(sizes_of_program(&root().join("ffi-tests/abi/0.1.0/seajay.h")), "80 72\n");
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
    assert_eq!(sizes_of_program(&path), "104 96\n");
}

/// What the first header declares is still declared, word for word.
#[test]
fn nothing_of_the_first_header_has_gone() {
    let first = fs::read_to_string(root().join("ffi-tests/abi/0.1.0/seajay.h")).expect("committed");
    // However its lines are broken.
    let today = header().split_whitespace().collect::<Vec<_>>().join(" ");
    let kept = |line: &str| line.ends_with(';') || line.ends_with(',');
    for line in first.lines().map(str::trim).filter(|line| kept(line)) {
        assert!(today.contains(line), "\"{line}\" is no longer in the header");
    }
}
