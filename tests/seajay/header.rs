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

const FUNCTIONS: [&str; 84] = [
    "uint32_t seajay_abi_version(void);",
    "const char *seajay_version(void);",
    "const char *seajay_build_info(void);",
    "const char *seajay_strerror(int32_t status);",
    "size_t seajay_last_error(char *buffer, size_t size);",
    "SeajayGame *seajay_game_new(void);",
    "void seajay_game_free(SeajayGame *game);",
    "int32_t seajay_game_set(SeajayGame *game, const char *fen, const char *moves);",
    "int32_t seajay_game_set_board(SeajayGame *game, const SeajayBoard *board);",
    "int32_t seajay_game_board(const SeajayGame *game, SeajayBoard *board);",
    "int32_t seajay_game_copy(SeajayGame *to, const SeajayGame *from);",
    "int32_t seajay_game_play(SeajayGame *game, const char *moves);",
    "int32_t seajay_game_play_san(SeajayGame *game, const char *movetext);",
    "int32_t seajay_game_undo(SeajayGame *game, uint32_t plies);",
    "int32_t seajay_game_set_chess960(SeajayGame *game, int32_t on);",
    "int64_t seajay_game_moves(const SeajayGame *game, char *buffer, size_t size);",
    "int64_t seajay_game_moves_san(const SeajayGame *game, char *buffer, size_t size);",
    "int64_t seajay_game_start_fen(const SeajayGame *game, char *buffer, size_t size);",
    "int64_t seajay_game_ply_count(const SeajayGame *game);",
    "int64_t seajay_game_legal_moves(const SeajayGame *game, const char *from, char *buffer, size_t size);",
    "int64_t seajay_game_to_san(const SeajayGame *game, const char *moves, char *buffer, size_t size);",
    "int64_t seajay_game_from_san(const SeajayGame *game, const char *san, char *buffer, size_t size);",
    "int64_t seajay_game_fen(const SeajayGame *game, char *buffer, size_t size);",
    "int32_t seajay_game_state(const SeajayGame *game);",
    "int32_t seajay_game_in_check(const SeajayGame *game);",
    "int32_t seajay_game_can_win(const SeajayGame *game, int32_t color);",
    "uint64_t seajay_game_key(const SeajayGame *game);",
    "int32_t seajay_game_perft(const SeajayGame *game, uint32_t depth, uint64_t *nodes);",
    "int32_t seajay_game_parse_move(const SeajayGame *game, const char *move, SeajayMove *out);",
    "int64_t seajay_game_legal_move_list(const SeajayGame *game, const char *from, SeajayMove *moves, size_t capacity);",
    "int64_t seajay_game_played_move_list(const SeajayGame *game, SeajayMove *moves, size_t capacity);",
    "SeajayPgn *seajay_pgn_new(void);",
    "void seajay_pgn_free(SeajayPgn *pgn);",
    "int32_t seajay_pgn_open(SeajayPgn *pgn, const char *path);",
    "int32_t seajay_pgn_set_text(SeajayPgn *pgn, const char *text, size_t size);",
    "int32_t seajay_pgn_set_reader(SeajayPgn *pgn, SeajayReadCallback callback, void *user_data);",
    "int32_t seajay_pgn_next(SeajayPgn *pgn, SeajayGame *game);",
    "int32_t seajay_pgn_error(const SeajayPgn *pgn, int64_t *offset, int64_t *line, uint32_t *ply);",
    "int64_t seajay_pgn_error_text(const SeajayPgn *pgn, char *buffer, size_t size);",
    "void seajay_pgn_clear(SeajayPgn *pgn);",
    "int64_t seajay_pgn_tag(const SeajayPgn *pgn, const char *name, char *buffer, size_t size);",
    "int64_t seajay_pgn_tag_name(const SeajayPgn *pgn, size_t index, char *buffer, size_t size);",
    "int64_t seajay_pgn_result(const SeajayPgn *pgn, char *buffer, size_t size);",
    "int32_t seajay_pgn_set_tag(SeajayPgn *pgn, const char *name, const char *value);",
    "int64_t seajay_pgn_comment(const SeajayPgn *pgn, uint32_t ply, char *buffer, size_t size);",
    "int32_t seajay_pgn_set_comment(SeajayPgn *pgn, uint32_t ply, const char *text);",
    "int64_t seajay_pgn_nags(const SeajayPgn *pgn, uint32_t ply, uint8_t *nags, size_t capacity);",
    "int32_t seajay_pgn_set_nags(SeajayPgn *pgn, uint32_t ply, const uint8_t *nags, size_t count);",
    "int64_t seajay_pgn_variation(const SeajayPgn *pgn, uint32_t ply, size_t index, char *buffer, size_t size);",
    "int32_t seajay_pgn_add_variation(SeajayPgn *pgn, const SeajayGame *game, uint32_t ply, const char *movetext);",
    "int64_t seajay_pgn_write(const SeajayPgn *pgn, const SeajayGame *game, char *buffer, size_t size);",
    "int64_t seajay_review(SeajayEngine *engine, const SeajayGame *game, const SeajayLimits *limits, SeajayReview *moves, size_t capacity, SeajayReviewCallback callback, void *user_data);",
    "int64_t seajay_review_line(const SeajayEngine *engine, size_t index, char *buffer, size_t size);",
    "int32_t seajay_review_accuracy(const SeajayReview *moves, size_t count, int32_t first_turn, double *percent);",
    "int32_t seajay_probe_tb(const SeajayEngine *engine, const SeajayGame *game, int32_t *outcome, int32_t *dtz);",
    "SeajayEngine *seajay_new(void);",
    "void seajay_free(SeajayEngine *engine);",
    "int32_t seajay_set_option(SeajayEngine *engine, const char *name, const char *value);",
    "int64_t seajay_get_option(const SeajayEngine *engine, const char *name, char *buffer, size_t size);",
    "size_t seajay_option_count(void);",
    "int32_t seajay_option_info(size_t index, SeajayOptionInfo *info);",
    "int32_t seajay_load_network(SeajayEngine *engine, const void *data, size_t size);",
    "int32_t seajay_set_game(SeajayEngine *engine, const SeajayGame *game);",
    "int32_t seajay_set_position(SeajayEngine *engine, const char *fen, const char *moves);",
    "int32_t seajay_set_info_callback(SeajayEngine *engine, SeajayInfoCallback callback, void *user_data);",
    "int32_t seajay_set_done_callback(SeajayEngine *engine, SeajayDoneCallback callback, void *user_data);",
    "int32_t seajay_set_log_callback(SeajayEngine *engine, SeajayLogCallback callback, void *user_data);",
    "int32_t seajay_evaluate(const SeajayEngine *engine, int32_t *centipawns);",
    "uint64_t seajay_memory_usage(const SeajayEngine *engine);",
    "uint64_t seajay_estimate_memory(uint64_t hash_mib, uint32_t threads);",
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
    "int64_t seajay_line_to_san(const SeajayEngine *engine, size_t index, char *buffer, size_t size);",
    "SeajayPool *seajay_pool_new(uint32_t threads);",
    "void seajay_pool_free(SeajayPool *pool);",
    "int32_t seajay_set_pool(SeajayEngine *engine, SeajayPool *pool);",
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
    let mut rest = words.as_str();
    for function in FUNCTIONS {
        let at = rest.find(function).unwrap_or_else(|| panic!("{function} lacks, or its order"));
        rest = &rest[at..];
    }
    let declared = header.lines().filter(|line| line.starts_with("SEAJAY_API")).count();
    assert_eq!(declared, FUNCTIONS.len());
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

/// Every function is exported from a shared library and imported into programs.
#[test]
fn every_function_is_declared_with_seajay_api() {
    let header = committed();
    let words = header.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    for function in FUNCTIONS {
        let constructor =
            ["seajay_new(", "seajay_game_new(", "seajay_pgn_new(", "seajay_pool_new("];
        let must_use = constructor.iter().any(|name| function.contains(name));
        let prefix = if must_use { "SEAJAY_API SEAJAY_MUST_USE" } else { "SEAJAY_API" };
        let words = words.replace("( ", "(");
        assert!(words.contains(&format!("{prefix} {function}")), "{prefix} {function}");
    }
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
