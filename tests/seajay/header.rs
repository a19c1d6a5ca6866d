//! Checks that `include/seajay.h` is what cbindgen makes of the sources, and complete.
//!
//! After a change of `src/ffi` or `cbindgen.toml`:
//! `cargo test --test seajay -- --ignored write_header`.

use std::fs;
use std::path::{Path, PathBuf};

use seajay::{Engine, OptionKind};

/// The sources, in the order of the header.
const SOURCES: [&str; 12] = [
    "constants.rs",
    "types.rs",
    "game.rs",
    "pgn.rs",
    "handle.rs",
    "exports/about.rs",
    "exports/games.rs",
    "exports/pgn.rs",
    "exports/review.rs",
    "exports/engines.rs",
    "exports/searches.rs",
    "exports/pools.rs",
];

const STRUCTS: [&str; 9] = [
    "SeajayScore",
    "SeajayLimits",
    "SeajayInfo",
    "SeajayResult",
    "SeajayReview",
    "SeajayStats",
    "SeajayOptionInfo",
    "SeajayBoard",
    "SeajayMove",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The names of the functions, in the order of the header.
fn functions() -> Vec<String> {
    let read = |source| fs::read_to_string(root().join("src/ffi").join(source)).expect("readable");
    let text = SOURCES.map(read).concat();
    let declared = text.split("#[unsafe(no_mangle)]").skip(1);
    declared
        .map(|text| {
            let (_, text) = text.split_once("fn ").expect("a function");
            text.split_once('(').expect("its arguments").0.to_owned()
        })
        .collect()
}

fn header_path() -> PathBuf {
    root().join("include/seajay.h")
}

fn committed() -> String {
    fs::read_to_string(header_path()).expect("the header is committed").replace("\r\n", "\n")
}

fn generate() -> String {
    let config = cbindgen::Config::from_file(root().join("cbindgen.toml")).expect("valid settings");
    let mut builder = cbindgen::Builder::new().with_config(config);
    for source in SOURCES {
        builder = builder.with_src(root().join("src/ffi").join(source));
    }
    let mut text = Vec::new();
    builder.generate().expect("the sources parse").write(&mut text);
    // cbindgen puts the semicolon of a last field that depends on the target after the condition.
    let text = String::from_utf8(text).expect("UTF-8");
    text.replace("reserved\n#endif\n    ;\n", "reserved;\n#endif\n")
}

#[test]
fn the_header_is_current() {
    let (committed, generated) = (committed(), generate());
    let differs = committed.lines().zip(generated.lines()).find(|(a, b)| a != b);
    assert!(
        committed == generated,
        "include/seajay.h is not current, first at {differs:?}; run\n\
         cargo test --test seajay -- --ignored write_header"
    );
}

#[test]
#[ignore = "writes include/seajay.h"]
fn write_header() {
    fs::write(header_path(), generate()).expect("include is writable");
}

/// cbindgen leaves out what it does not understand, and reports success.
#[test]
fn the_header_is_complete() {
    let header = committed();
    let words = header.split_ascii_whitespace().collect::<Vec<_>>().join(" ").replace("( ", "(");
    // Every function is exported from a shared library and imported into programs.
    let mut declared = header.split("\nSEAJAY_API").skip(1);
    for function in functions() {
        let text = declared.next().unwrap_or_else(|| panic!("{function} lacks"));
        let declaration = text.split_once('(').expect("its arguments").0.trim();
        assert!(declaration.ends_with(&function), "{declaration} instead of {function}");
        let is_constructor = function.ends_with("_new");
        assert_eq!(declaration.starts_with("SEAJAY_MUST_USE"), is_constructor, "{declaration}");
    }
    assert_eq!(declared.next(), None);
    for name in STRUCTS {
        assert!(header.contains(&format!("}} {name};")), "{name}");
    }
    for callback in [
        "typedef int32_t (*SeajayInfoCallback)(void *user_data, const SeajayInfo *info);",
        "typedef int32_t (*SeajayReviewCallback)(void *user_data, size_t index, const SeajayReview *move);",
        "typedef void (*SeajayDoneCallback)(void *user_data, int32_t status, const SeajayResult *result);",
        "typedef int64_t (*SeajayReadCallback)(void *user_data, char *buffer, size_t size);",
        "typedef void (*SeajayLogCallback)(void *user_data, int32_t level, const char *text);",
    ] {
        assert!(words.contains(callback), "{callback}");
    }
    for name in ["SeajayEngine", "SeajayGame", "SeajayPgn", "SeajayPool"] {
        assert!(header.contains(&format!("typedef struct {name} {name};")), "{name}");
    }
}

/// The table of options in docs/guide.md must be that of the library.
#[test]
fn the_guide_lists_the_options() {
    let guide = fs::read_to_string(root().join("docs/guide.md")).expect("it is committed");
    let (_, section) = guide.split_once("\n## Options\n").expect("a section \"Options\"");
    let section = section.split("\n## ").next().expect("its end");
    let heading = "| name | type | default | values | meaning |";
    let (_, table) = section.split_once(heading).expect("a table of options in that section");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let listed: Vec<String> = rows
        .map(|row| {
            let cells: Vec<_> = row.split('|').map(|cell| cell.trim().replace('`', "")).collect();
            assert!(cells.len() == 7 && !cells[5].is_empty(), "a meaning: {row}");
            cells[1..5].join("|")
        })
        .collect();
    let expected: Vec<_> = Engine::options()
        .iter()
        .map(|info| {
            let (kind, values) = match info.kind {
                OptionKind::Check => ("check", "true, false".to_owned()),
                OptionKind::Spin => ("spin", format!("{} to {}", info.min, info.max)),
                OptionKind::String => ("string", "text".to_owned()),
            };
            format!("{}|{kind}|{}|{values}", info.name(), info.default())
        })
        .collect();
    assert_eq!(listed, expected);
}

#[test]
fn the_header_is_easy_to_read() {
    let header = committed();
    for line in header.lines() {
        assert!(line.chars().count() <= 100, "{} columns: {line}", line.chars().count());
        assert!(line.trim_end() == line && !line.contains('\t'), "white space: {line:?}");
    }
    let lines = header.lines().count();
    let comments = header.lines().filter(|line| line.trim_start().starts_with("//")).count();
    assert!(2 * comments <= lines, "{comments} of {lines} lines are comments");
}

#[test]
fn the_header_has_the_version_of_the_package() {
    let header = committed();
    for (part, number) in [
        ("MAJOR", env!("CARGO_PKG_VERSION_MAJOR")),
        ("MINOR", env!("CARGO_PKG_VERSION_MINOR")),
        ("PATCH", env!("CARGO_PKG_VERSION_PATCH")),
    ] {
        let line = format!("\n#define SEAJAY_VERSION_{part} {number}\n");
        assert!(header.contains(&line), "{line}");
    }
}
