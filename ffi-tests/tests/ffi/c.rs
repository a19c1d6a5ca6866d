//! The programs of `ffi-tests/c` and `ffi-tests/cpp`: the whole API from C and C++, plain, with
//! sanitizers and under valgrind; the search through each library; many engines and games in a storm
//! of calls. They print nothing that is not asked for, so nothing that the library might print goes
//! unnoticed.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::{env, fs};

use ffi_tests::{Linkage, Program, Ran, is_installed, root, shared_library, skip};
use seajay::{Engine, Limits};

fn source(name: &str) -> PathBuf {
    let folder = if name.ends_with(".cpp") { "ffi-tests/cpp" } else { "ffi-tests/c" };
    root().join(folder).join(name)
}

/// Version 4 of the debug format: not every valgrind reads the next one.
fn api(linkage: Linkage, flags: &[&str]) -> Program {
    let flags = [&["-gdwarf-4", "-pthread"], flags].concat();
    Program::new(&source("api.c"), "c99", linkage, &flags)
}

/// The header of C++ in two translation units.
fn engine(standard: &str, linkage: Linkage, flags: &[&str]) -> Program {
    let games = source("games.cpp");
    let strict = ["-Wconversion", "-Wshadow", "-Wextra-semi", "-gdwarf-4", "-pthread"];
    let flags = [&strict, flags, &[games.to_str().expect("UTF-8")]].concat();
    Program::new(&source("engine.cpp"), standard, linkage, &flags)
}

fn expect_silence(ran: Ran) {
    assert_eq!(ran.expect_silent_success(), "");
}

/// The compiler refuses a case that is not called.
#[test]
fn every_function_is_called() {
    let text = fs::read_to_string(source("api.c")).unwrap();
    let is_called = |name: &String| text.contains(&format!("{name}("));
    let left_out: Vec<_> =
        abi::function_names().into_iter().filter(|name| !is_called(name)).collect();
    assert_eq!(left_out, [""; 0]);
}

/// Alone and, unless `tools/sanitize.sh` has put sanitizers into it, under valgrind.
#[test]
fn the_whole_api_with_the_shared_library() {
    let has_sanitizers = env::var("CFLAGS").is_ok_and(|flags| flags.contains("-fsanitize"));
    let has_valgrind = !has_sanitizers && is_installed("valgrind");
    let (c, cpp) = (api(Linkage::Shared, &[]), engine("c++17", Linkage::Shared, &[]));
    for program in [c, cpp] {
        expect_silence(program.run(&[]));
        if has_valgrind {
            expect_silence(program.run_under_valgrind(&[]));
        }
    }
}

#[test]
fn the_whole_api_with_the_static_library() {
    expect_silence(api(Linkage::Static, &[]).run(&[]));
    expect_silence(engine("c++20", Linkage::Static, &[]).run(&[]));
}

#[test]
fn the_whole_api_with_sanitizers() {
    let flags = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    if let Err(ran) = Program::try_new(&source("header.c"), "c99", Linkage::None, &flags) {
        skip(format_args!("no sanitizers here: {}", ran.stderr));
        return;
    }
    expect_silence(api(Linkage::Shared, &flags).run(&[]));
    expect_silence(engine("c++17", Linkage::Shared, &flags).run(&[]));
}

#[test]
fn the_examples_under_valgrind() {
    if !is_installed("valgrind") {
        return;
    }
    for (example, standard) in [("analyse.c", "c99"), ("analyse.cpp", "c++17")] {
        let source = root().join("examples").join(example);
        let program = Program::new(&source, standard, Linkage::Shared, &["-gdwarf-4"]);
        let text = program.run_under_valgrind(&["7k/8/5K2/6Q1/8/8/8/8 w - - 12 60", "3"]);
        assert!(text.expect_silent_success().contains("Qg7#"));
        let ran = program.run_under_valgrind(&["nonsense", "3"]);
        assert!(ran.code == Some(2) && !ran.stderr.contains("=="), "{ran:?}");
    }
}

#[test]
fn the_library_can_be_loaded_and_closed_again() {
    let flags = ["-pthread", "-ldl"];
    let program = Program::new(&source("plugin.c"), "c99", Linkage::None, &flags);
    let library = shared_library();
    let text = program.run(&[library.to_str().unwrap()]).expect_silent_success();
    let moves: Vec<_> = text.lines().collect();
    assert!(moves.len() == 3 && moves.iter().all(|&m| m.len() == 4 && m == moves[0]), "{text}");
}

/// From Rust, shared and static.
#[test]
fn every_library_searches_the_same_tree() {
    const DEPTH: u32 = 5;
    let file = root().join("tests/data/bench.epd");
    let mut engine = Engine::new().unwrap();
    let mut expected = 0;
    for fen in fs::read_to_string(&file).unwrap().lines() {
        engine.set_position(Some(fen), "").unwrap();
        let limits = Limits::depth(DEPTH);
        expected += engine.search(&limits, |_| ControlFlow::Continue(())).unwrap().nodes;
    }
    for linkage in [Linkage::Shared, Linkage::Static] {
        let program = Program::new(&source("bench.c"), "c99", linkage, &["-pthread"]);
        let text = program.run(&[file.to_str().unwrap(), &DEPTH.to_string()]);
        assert_eq!(text.expect_silent_success().trim(), expected.to_string(), "{linkage:?}");
    }
}

/// Results as on a quiet machine; memory, threads and open files as before. The long form is in
/// `tools/robustness.sh`.
#[test]
#[cfg(target_os = "linux")]
fn a_storm_changes_no_result_and_leaves_nothing_behind() {
    let program = Program::new(&source("storm.c"), "c11", Linkage::Shared, &["-pthread"]);
    let text = program.run(&["6", "2000", "5000"]).expect_silent_success();
    println!("{text}");
    for kind in ["round ", "searches ", "games "] {
        assert_eq!(text.lines().filter(|line| line.starts_with(kind)).count(), 10, "{kind}");
    }
}

#[test]
fn wrong_types_do_not_compile() {
    let path = source("wrong.cpp");
    let text = fs::read_to_string(&path).expect("it is committed");
    let lines = text.lines().enumerate();
    let marked: BTreeSet<usize> =
        lines.filter_map(|(index, line)| line.ends_with("// wrong").then_some(index + 1)).collect();
    let flags = ["-fsyntax-only", "-fmax-errors=0"];
    let ran = Program::try_new(&path, "c++17", Linkage::None, &flags).err().expect("errors");
    let errors = ran.stderr.lines().filter(|line| line.contains(" error: "));
    let refused = errors.filter_map(|line| {
        let place = line.strip_prefix(path.to_str().expect("UTF-8"))?;
        place.split(':').nth(1)?.parse().ok()
    });
    assert_eq!(refused.collect::<BTreeSet<usize>>(), marked, "{}", ran.stderr);
    assert!(marked.len() > 40);
}

#[test]
fn the_program_in_the_header_works() {
    let header = fs::read_to_string(root().join("include/seajay.hpp")).expect("it is committed");
    let program: Vec<_> =
        header.lines().skip_while(|line| !line.contains("    #include")).collect();
    let program = program.iter().take_while(|line| !line.starts_with("// Errors."));
    let program: Vec<_> = program.map(|line| line.trim_start_matches("//     ")).collect();
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("program.cpp");
    fs::write(&source, program.join("\n").replace("\n//\n", "\n") + "\n").unwrap();
    let program = Program::new(&source, "c++17", Linkage::Shared, &[]);
    let text = program.run(&[]).expect_silent_success();
    assert!(text.starts_with("1 ") && text.contains("\nbest move: "), "{text}");
}

/// Which thread of the pool searches makes no difference to the games.
#[test]
fn the_server_plays_the_same_games_on_any_number_of_threads() {
    let source = root().join("examples/server.cpp");
    let program = Program::new(&source, "c++17", Linkage::Shared, &["-pthread"]);
    let games = |threads: &str| {
        let text = program.run(&["3", threads]).expect_silent_success();
        let (games, summary) = text.trim_end().rsplit_once("\n\n").expect("a line after the games");
        assert!(summary.starts_with("3 games, "), "{text}");
        assert_eq!(games.lines().filter(|line| line.starts_with("1. ")).count(), 3, "{text}");
        games.to_owned()
    };
    assert_eq!(games("1"), games("2"));
    for arguments in [&["0"][..], &["many"], &["1", "2", "3"]] {
        let ran = program.run(arguments);
        assert!(ran.code == Some(2) && ran.stderr.starts_with("usage: "), "{ran:?}");
    }
    let ran = program.run(&["1", "300"]);
    assert!(ran.code == Some(2) && ran.stderr.contains("300"), "{ran:?}");
}
