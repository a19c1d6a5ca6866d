//! Programs of other versions with this library: one compiled with the header of version 0.2.0, and
//! one compiled with a later header, whose structs have grown.
//!
//! `abi/0.2.0/seajay.h` is the header that the first release has. Until then:
//! `cargo test -p ffi-tests --test versions -- --ignored write_first_header`.
#![cfg(all(target_os = "linux", target_pointer_width = "64"))]

use std::fs;
use std::path::{Path, PathBuf};

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

fn first_header() -> PathBuf {
    root().join("ffi-tests/abi/0.2.0/seajay.h")
}

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
    assert_eq!(sizes_of_program(&first_header()), "80 80\n");
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

/// The declarations and constants of a header, without its comments, however its lines are broken.
fn code(header: &str) -> String {
    let code = header.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ").replace("( ", "(")
}

/// What the first header declares is still declared, word for word. Comments may change.
#[test]
fn nothing_of_the_first_header_has_gone() {
    let first = fs::read_to_string(first_header()).expect("committed");
    let (first, today) = (code(&first), code(&header()));
    let functions = first.split("SEAJAY_API ").skip(1).filter_map(|text| text.split(';').next());
    let fields = first.split_inclusive([';', ',']).map(str::trim).filter(|text| {
        // Initialisers grow, and the rest of a function comes with its name.
        !text.contains(['(', ')', '\\', '#', '{']) && text.contains([' ', '='])
    });
    let kept: Vec<_> = functions.chain(fields).collect();
    assert!(kept.len() > 200, "{}", kept.len());
    for declaration in kept {
        assert!(today.contains(declaration), "\"{declaration}\" is no longer in the header");
    }
}

#[test]
#[ignore = "writes abi/0.2.0/seajay.h, before the first release"]
fn write_first_header() {
    fs::create_dir_all(first_header().parent().expect("a folder")).expect("abi is writable");
    fs::write(first_header(), header()).expect("abi is writable");
}
