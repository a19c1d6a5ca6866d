//! What programs rely on that were written for an earlier version: `ffi-tests/abi` keeps the header of
//! each, its layouts and signatures, options and the items of Rust, and programs that were written for
//! it. What is recorded there never changes; `cargo run -p abi -- --record` begins the folder of a new
//! version.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ffi_tests::{Linkage, Program, compile_for_pointers_of_both_sizes, root, run, skip};
use seajay::ffi::{SeajayLimits, SeajayResult};

/// The folders of all versions.
fn versions() -> Vec<PathBuf> {
    let folders = fs::read_dir(root().join("ffi-tests/abi")).expect("it is committed");
    let mut folders: Vec<_> = folders.map(|folder| folder.expect("readable").path()).collect();
    folders.sort();
    assert!(folders[0].ends_with("1.0"), "{folders:?}");
    folders
}

/// Constants, the types and places of fields, and signatures.
#[test]
fn the_header_has_all_that_earlier_ones_had() {
    for version in versions() {
        let record = fs::read_to_string(version.join("layout.c")).expect("it is committed");
        compile_for_pointers_of_both_sizes(&record);
        let header = fs::read_to_string(version.join("seajay.h")).expect("it is committed");
        compile_for_pointers_of_both_sizes(&record.replace("#include <seajay.h>", &header));
    }
}

/// What `tools/abi` takes for the layout, which it writes down for other languages.
#[test]
fn the_layout_is_that_of_compilers() {
    compile_for_pointers_of_both_sizes(&abi::layout::record(&abi::interface(), "today"));
}

/// Compiles a program with another header, whose guard keeps today's out.
fn compile(source: &Path, header: &Path, flags: &[&str]) -> Program {
    let include = format!("-I{}", root().join("ffi-tests/c").display());
    let header = ["-include", header.to_str().expect("UTF-8"), &include];
    let flags: Vec<_> = header.iter().chain(flags).copied().collect();
    Program::new(source, "gnu99", Linkage::Shared, &flags)
}

#[test]
fn a_program_compiled_with_an_earlier_header_runs() {
    for version in versions() {
        let program = compile(&version.join("api.c"), &version.join("seajay.h"), &["-pthread"]);
        assert_eq!(program.run(&[]).expect_silent_success(), "");
    }
}

#[test]
fn cpp_programs_of_earlier_versions_compile() {
    for version in versions() {
        for source in ["engine.cpp", "games.cpp"] {
            let mut compiler = Command::new("c++");
            compiler.args(["-std=c++17", "-fsyntax-only", "-Iinclude", "-Iffi-tests/cpp"]);
            run(compiler.arg(version.join(source)).current_dir(root())).expect_silent_success();
        }
    }
}

#[test]
fn the_options_of_earlier_versions_are_there() {
    let today = abi::committed("docs/guide.md");
    for version in versions() {
        let record = fs::read_to_string(version.join("options.txt")).expect("it is committed");
        assert!(record.lines().count() > 10);
        for option in record.lines() {
            assert!(today.contains(&format!("| {option} |")), "{} had {option}", version.display());
        }
    }
}

#[test]
fn a_program_compiled_with_a_later_header_runs() {
    let mut later = abi::committed("include/seajay.h");
    for sized in abi::interface().structs.iter().filter(|known| known.is_sized()) {
        let end = format!("}} {};", sized.name);
        assert!(later.contains(&end), "{end}");
        later = later.replace(&end, &format!("    uint64_t later[3];\n{end}"));
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let header = folder.path().join("seajay.h");
    fs::write(&header, later).expect("the folder is writable");
    let source = root().join("ffi-tests/c/host.c");
    let program = compile(&source, &header, &["-Wno-missing-field-initializers"]);
    let grown = [size_of::<SeajayLimits>(), size_of::<SeajayResult>()].map(|size| size + 24);
    let sizes = program.run(&[]).expect_silent_success();
    assert_eq!(sizes, format!("{} {}\n", grown[0], grown[1]));
}

fn is_known_rust() -> bool {
    let version = run(Command::new("rustc").arg("--version")).expect_success().stdout;
    version.starts_with("rustc 1.95.")
}

/// Items of Rust as `cargo public-api` lists them. An enum that is not `non_exhaustive` cannot grow.
#[test]
fn rust_has_all_items_that_earlier_versions_had() {
    let today = match abi::public_items() {
        Ok(items) => items,
        // The output of other versions of rustdoc may be another one.
        Err(error) if !is_known_rust() => return skip(format_args!("items of Rust: {error}")),
        Err(error) => panic!("{error}"),
    };
    let today: BTreeSet<_> = today.lines().map(str::to_owned).collect();
    for version in versions() {
        let record = fs::read_to_string(version.join("rust.txt")).expect("it is committed");
        let record: BTreeSet<_> = record.lines().map(str::to_owned).collect();
        let gone: Vec<_> = record.difference(&today).collect();
        assert!(gone.is_empty(), "{} had {gone:#?}", version.display());
        let closed = record.iter().filter_map(|item| {
            let name = item.split("enum ").nth(1).filter(|_| !item.contains("non_exhaustive"));
            name.map(|name| format!("pub {name}::"))
        });
        let closed: Vec<_> = closed.collect();
        let is_in_closed = |item: &&String| closed.iter().any(|begin| item.starts_with(begin));
        let grown: Vec<_> = today.difference(&record).filter(is_in_closed).collect();
        assert!(grown.is_empty(), "{} did not have {grown:#?}", version.display());
    }
}
