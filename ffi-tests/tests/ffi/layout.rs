//! Sizes, offsets and constants are compiled into programs. `ffi-tests/abi/layout.txt` records them
//! by the rules of C; a compiler proves that it has them right. Programs run also when compiled with
//! the header of another version, whose structs have grown.
#![cfg(all(target_os = "linux", target_pointer_width = "64"))]

use std::fmt::Write;
use std::fs;
use std::path::Path;

use ffi_tests::{Linkage, Program, root};
use seajay::ffi::{SeajayLimits, SeajayResult};

/// A C program that prints the value of every constant, and the offset and the size of every field.
fn program() -> String {
    let interface = abi::interface();
    let mut text = String::from("#include <seajay.h>\n#include <stdio.h>\nint main(void) {\n");
    for (name, _) in interface.constants.iter().flatten() {
        writeln!(text, "printf(\"{name} = %d\\n\", (int){name});").unwrap();
    }
    for structure in &interface.structs {
        let name = &structure.name;
        writeln!(text, "printf(\"\\n{name}: %zu bytes\\n\", sizeof({name}));").unwrap();
        for field in structure.fields_of_64_bits().map(|field| &field.name) {
            writeln!(
                text,
                "printf(\"%6zu %3zu  {field}\\n\", offsetof({name}, {field}), \
                 sizeof((({name} *)0)->{field}));"
            )
            .unwrap();
        }
    }
    text + "return 0;\n}\n"
}

#[test]
fn the_layout_is_that_of_a_compiler() {
    let actual = Program::from_text(&program()).run(&[]).expect_silent_success();
    assert_eq!(actual, abi::layout::print(&abi::interface()));
}

/// Compiles `host.c` with a header, runs it with the library of today, and gives the sizes of
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
    let header = fs::read_to_string(root().join("include/seajay.h"));
    let mut later = header.expect("the header is committed");
    for sized in abi::interface().structs.iter().filter(|known| known.is_sized()) {
        let end = format!("}} {};", sized.name);
        assert!(later.contains(&end), "{end}");
        later = later.replace(&end, &format!("    uint64_t later[3];\n{end}"));
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("seajay.h");
    fs::write(&path, later).expect("the folder is writable");
    let grown = [size_of::<SeajayLimits>(), size_of::<SeajayResult>()].map(|size| size + 24);
    assert_eq!(sizes_of_program(&path), format!("{} {}\n", grown[0], grown[1]));
}
