//! Sizes, offsets and constants are compiled into programs. `ffi-tests/abi/layout.txt` records them
//! by the rules of C; a compiler proves that it has them right.
#![cfg(all(target_os = "linux", target_pointer_width = "64"))]

use std::fmt::Write;
use std::mem::offset_of;

use ffi_tests::{Program, root};
use seajay::ffi::{
    SeajayBoard, SeajayInfo, SeajayLimits, SeajayOptionInfo, SeajayResult, SeajayStats,
};

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
    assert_eq!(actual, abi::record::layout(&abi::interface()));
}

/// The bytes of a struct as its initialiser makes it: its size, zeros, and the numbers at some
/// offsets that are not 0.
fn initial<T>(others: &[(usize, i32)]) -> String {
    let mut bytes = vec![0; size_of::<T>()];
    for &(offset, number) in [(0, size_of::<T>() as i32)].iter().chain(others) {
        bytes[offset..offset + 4].copy_from_slice(&number.to_ne_bytes());
    }
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn the_initialisers_make_what_the_library_takes_for_unset() {
    let program = Program::new(
        &root().join("ffi-tests/c/initialisers.c"),
        "c99",
        ffi_tests::Linkage::None,
        &[],
    );
    let numbers =
        [(offset_of!(SeajayBoard, en_passant), -1), (offset_of!(SeajayBoard, fullmove_number), 1)];
    let expected = [
        initial::<SeajayLimits>(&[]),
        initial::<SeajayInfo>(&[]),
        initial::<SeajayResult>(&[]),
        initial::<SeajayStats>(&[]),
        initial::<SeajayOptionInfo>(&[]),
        initial::<SeajayBoard>(&numbers),
    ];
    assert_eq!(program.run(&[]).expect_silent_success().lines().collect::<Vec<_>>(), expected);
}
