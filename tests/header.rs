//! Is `include/seajay.h` what cbindgen makes of the sources, and is it complete?
//!
//! After a change of `src/ffi` or `cbindgen.toml`:
//! `cargo test --test header -- --ignored write_header`.

use std::fs;
use std::path::{Path, PathBuf};

use seajay::{Engine, OptionKind};

/// In the order of the header.
const SOURCES: [&str; 8] = [
    "constants.rs",
    "types.rs",
    "handle.rs",
    "exports/about.rs",
    "exports/setup.rs",
    "exports/rules.rs",
    "exports/search.rs",
    "exports/reading.rs",
];

const FUNCTIONS: [&str; 36] = [
    "uint32_t seajay_abi_version(void);",
    "const char *seajay_version(void);",
    "const char *seajay_build_info(void);",
    "const char *seajay_strerror(int32_t status);",
    "SeajayEngine *seajay_new(void);",
    "void seajay_free(SeajayEngine *engine);",
    "int32_t seajay_set_option(SeajayEngine *engine, const char *name, const char *value);",
    "int64_t seajay_get_option(const SeajayEngine *engine, const char *name, char *buffer, size_t size);",
    "size_t seajay_option_count(void);",
    "int32_t seajay_option_info(size_t index, SeajayOptionInfo *info);",
    "int32_t seajay_load_network(SeajayEngine *engine, const void *data, size_t size);",
    "int32_t seajay_set_position(SeajayEngine *engine, const char *fen, const char *moves);",
    "int32_t seajay_play(SeajayEngine *engine, const char *move);",
    "int32_t seajay_set_info_callback(SeajayEngine *engine, SeajayInfoCallback callback, void *user_data);",
    "int32_t seajay_set_log_callback(SeajayEngine *engine, SeajayLogCallback callback, void *user_data);",
    "int32_t seajay_game_state(const SeajayEngine *engine);",
    "int32_t seajay_in_check(const SeajayEngine *engine);",
    "int64_t seajay_legal_moves(const SeajayEngine *engine, char *buffer, size_t size);",
    "int64_t seajay_move_to_san(const SeajayEngine *engine, const char *moves, char *buffer, size_t size);",
    "int64_t seajay_san_to_move(const SeajayEngine *engine, const char *moves, char *buffer, size_t size);",
    "int32_t seajay_perft(const SeajayEngine *engine, uint32_t depth, uint64_t *nodes);",
    "int32_t seajay_evaluate(const SeajayEngine *engine, int32_t *centipawns);",
    "int32_t seajay_search(SeajayEngine *engine, const SeajayLimits *limits, SeajayResult *result);",
    "int32_t seajay_start(SeajayEngine *engine, const SeajayLimits *limits);",
    "int32_t seajay_wait(const SeajayEngine *engine, int64_t timeout_ms, SeajayResult *result);",
    "int32_t seajay_is_searching(const SeajayEngine *engine);",
    "int32_t seajay_stop(const SeajayEngine *engine);",
    "int32_t seajay_ponderhit(const SeajayEngine *engine);",
    "int32_t seajay_clear_history(SeajayEngine *engine);",
    "int32_t seajay_stats(const SeajayEngine *engine, SeajayStats *stats);",
    "size_t seajay_line_count(const SeajayEngine *engine);",
    "int32_t seajay_line(const SeajayEngine *engine, size_t index, SeajayInfo *info, char *pv, size_t pv_size);",
    "int64_t seajay_fen(const SeajayEngine *engine, char *buffer, size_t size);",
    "uint64_t seajay_memory_usage(const SeajayEngine *engine);",
    "uint64_t seajay_estimate_memory(uint64_t hash_mib, uint32_t threads);",
    "size_t seajay_last_error(const SeajayEngine *engine, char *buffer, size_t size);",
];

const STRUCTS: [&str; 6] = [
    "SeajayScore",
    "SeajayLimits",
    "SeajayInfo",
    "SeajayResult",
    "SeajayStats",
    "SeajayOptionInfo",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
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
    String::from_utf8(text).expect("UTF-8")
}

#[test]
fn the_header_is_current() {
    let (committed, generated) = (committed(), generate());
    let differs = committed.lines().zip(generated.lines()).find(|(a, b)| a != b);
    assert!(
        committed == generated,
        "include/seajay.h is not current, first at {differs:?}; run\n\
         cargo test --test header -- --ignored write_header"
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
    let mut rest = words.as_str();
    for function in FUNCTIONS {
        let at = rest.find(function).unwrap_or_else(|| panic!("{function} lacks, or its order"));
        rest = &rest[at..];
    }
    for name in STRUCTS {
        assert!(header.contains(&format!("}} {name};")), "{name}");
    }
    for callback in [
        "typedef int32_t (*SeajayInfoCallback)(void *user_data, const SeajayInfo *info);",
        "typedef void (*SeajayLogCallback)(void *user_data, int32_t level, const char *text);",
    ] {
        assert!(words.contains(callback), "{callback}");
    }
    assert!(header.contains("typedef struct SeajayEngine SeajayEngine;"));
}

/// The table at seajay_set_option() is that of the library.
#[test]
fn the_options_are_listed() {
    let header = committed();
    let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_owned()).collect();
    let rows: Vec<Vec<String>> = header
        .lines()
        .filter(|line| line.starts_with("/// | ") && !line.starts_with("/// |  "))
        .map(cells)
        .collect();
    let listed: Vec<_> = rows[1..].iter().map(|row| row[1..5].join("|")).collect();
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

/// Every function of the sources is in the list above.
#[test]
fn the_list_of_functions_is_complete() {
    let declared = |source: &str| {
        let text = fs::read_to_string(root().join("src/ffi").join(source)).expect("readable");
        text.matches("#[unsafe(no_mangle)]").count()
    };
    assert_eq!(SOURCES.into_iter().map(declared).sum::<usize>(), FUNCTIONS.len());
}
