//! The header alone, in every language that it promises.

use std::fs;
use std::mem::offset_of;
use std::process::Command;

use abi::Declaration;
use ffi_tests::{Linkage, Program, compile_for_pointers_of_both_sizes, is_installed, root, run};
use seajay::ffi::{
    SeajayBoard, SeajayInfo, SeajayLimits, SeajayOptionInfo, SeajayResult, SeajayStats,
};

const STRICTER: [&str; 6] = [
    "-Wmissing-field-initializers",
    "-Wconversion",
    "-Wsign-conversion",
    "-Wshadow",
    "-Wundef",
    "-Wno-unused-variable",
];

/// The bytes of a struct as its initialiser makes it: its size, zeros, and the numbers at some
/// offsets that are not 0.
fn initial<T>(others: &[(usize, i32)]) -> String {
    let mut bytes = vec![0; size_of::<T>()];
    for &(offset, number) in [(0, size_of::<T>() as i32)].iter().chain(others) {
        bytes[offset..offset + 4].copy_from_slice(&number.to_ne_bytes());
    }
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Compiles a program of nothing but the header, whose initialisers must make what the library takes
/// for unset.
fn compile(standard: &str) {
    let language = if standard.starts_with("c++") { "-xc++" } else { "-xc" };
    let flags: Vec<_> = STRICTER.into_iter().chain(["-pedantic-errors", language]).collect();
    let source = root().join("ffi-tests/c/header.c");
    let program = Program::new(&source, standard, Linkage::None, &flags);
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

/// A field that an initialiser forgets is a warning, also where padding stands between fields.
#[test]
fn the_initialisers_are_whole_on_32_bits() {
    let header = fs::read_to_string(root().join("include/seajay.h")).expect("it is committed");
    let names = header.lines().filter_map(|line| {
        let name = line.strip_prefix("#define ")?.split(' ').next()?;
        name.ends_with("_INIT").then_some(name)
    });
    let structs = ["Board", "Limits", "OptionInfo", "Info", "Result", "Stats"];
    let mut text = "#include <seajay.h>\n".to_owned();
    for (structure, name) in structs.into_iter().zip(names) {
        text += &format!("extern Seajay{structure} of_{structure};\n");
        text += &format!("Seajay{structure} of_{structure} = {name};\n");
    }
    compile_for_pointers_of_both_sizes(&text);
}

#[test]
fn the_header_is_c99() {
    compile("c99");
}

#[test]
fn the_header_is_newer_c() {
    compile("c11");
    compile("c17");
}

#[test]
fn the_header_is_cpp17() {
    compile("c++17");
}

#[test]
fn the_header_is_newer_cpp() {
    compile("c++20");
}

/// An engine whose pointer is thrown away can never be freed.
#[test]
fn a_dropped_engine_game_or_pool_is_a_warning() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (extension, standard) in [("c", "c99"), ("cpp", "c++17")] {
        for call in ["seajay_new()", "seajay_game_new()", "seajay_pgn_new()", "seajay_pool_new(1)"]
        {
            let source = folder.path().join(format!("program.{extension}"));
            let compile = |statement: &str| {
                let text = format!("#include <seajay.h>\nint main(void) {{ {statement}; }}\n");
                fs::write(&source, text).expect("the folder is writable");
                Program::try_new(&source, standard, Linkage::None, &["-c"])
            };
            let ran = compile(call).err().expect("a warning is an error here");
            assert!(ran.stderr.contains("unused") || ran.stderr.contains("nodiscard"), "{ran:?}");
            // Statuses are not worth a warning.
            let ran = compile("seajay_stop(0)").err().map(|ran| ran.stderr);
            assert_eq!(ran.unwrap_or_default(), "", "{standard}");
        }
    }
}

/// Where functions are imported, clang takes an attribute in its place only.
#[test]
fn clang_takes_the_header_for_windows() {
    if !is_installed("clang++") {
        return;
    }
    for standard in ["c++14", "c++17", "c++20"] {
        let mut clang = Command::new("clang++");
        clang.args(["--target=x86_64-pc-windows-msvc", "-ffreestanding", "-nostdinc++", "-xc++"]);
        clang.args([&format!("-std={standard}"), "-fsyntax-only", "include/seajay.h"]);
        run(clang.current_dir(root())).expect_silent_success();
    }
}

/// A program that compiles only where no struct with a size ends in padding: an array has a
/// negative length there.
fn without_padding() -> String {
    let mut text = String::from("#include <seajay.h>\nint main(void) { return 0; }\n");
    for sized in abi::interface().structs.iter().filter(|known| known.is_sized()) {
        let end = |field: &Declaration| {
            let (name, field) = (&sized.name, &field.name);
            let end = format!("offsetof({name}, {field}) + sizeof((({name} *)0)->{field})");
            format!("typedef char {name}_end[{end} == sizeof({name}) ? 1 : -1];\n")
        };
        let (small, large) = (sized.fields.last(), sized.fields_of_64_bits().last());
        let [small, large] = [small, large].map(|last| end(last.expect("a field")));
        text += "#if defined(SEAJAY_POINTERS_OF_32_BITS)\n";
        text += &format!("{small}#else\n{large}#endif\n");
    }
    text
}

/// A field that a later version adds there would escape struct_size.
#[test]
fn no_struct_ends_in_padding() {
    compile_for_pointers_of_both_sizes(&without_padding());
}
