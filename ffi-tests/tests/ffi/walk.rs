//! Every function with arguments that it must refuse: NULL, and text that is not UTF-8. A C program
//! is made from the declarations, so that a new function is called as well.
#![cfg(target_os = "linux")]

use std::fs;

use abi::{Declaration, Function, Interface, Kind};
use ffi_tests::{Linkage, Program};

/// The arguments that may be NULL.
const OPTIONAL: &str = "
    seajay_last_error(buffer)
    seajay_game_set(fen) seajay_game_set(moves)
    seajay_game_legal_moves(from) seajay_game_legal_move_list(from)
    seajay_pgn_error(offset) seajay_pgn_error(line) seajay_pgn_error(ply)
    seajay_pgn_set_tag(value) seajay_pgn_set_comment(text)
    seajay_review(callback) seajay_start_review(callback)
    seajay_probe_tb(outcome) seajay_probe_tb(dtz)
    seajay_set_position(fen) seajay_set_position(moves)
    seajay_set_info_callback(callback) seajay_set_done_callback(callback)
    seajay_set_log_callback(callback)
    seajay_search(result) seajay_wait(result)
    seajay_line(info)
    seajay_set_pool(pool)";

/// The program before its calls: something valid for every argument.
const BEGIN: &str = r#"
#include <seajay.h>
#include <stdio.h>
#include <string.h>

static int failures;

static void expect(const char *call, int64_t value, int64_t wanted, const char *argument)
{
    char error[1025];

    seajay_last_error(error, sizeof error);
    if (value != wanted || strstr(error, argument) == NULL) {
        printf("%s is %ld, not %ld, and says \"%s\"\n", call, (long)value, (long)wanted, error);
        failures++;
    }
}

static void expect_none(const char *call, int64_t value)
{
    if (value == SEAJAY_ERR_NULL) {
        printf("%s is refused\n", call);
        failures++;
    }
}

/* One move was played, and the last error is another one. */
static void prepare(SeajayGame *game)
{
    seajay_game_set(game, NULL, "a2a3");
    seajay_option_info(99, NULL);
}

int main(void)
{
    static const char record[] = "[Hash \"16\"] 1. e4 {comment} (1. d4) e5 *";
    static const char bytes[1000];
    static char buffer[1000];
    SeajayEngine *engine = seajay_new();
    SeajayGame *game = seajay_game_new();
    SeajayPgn *pgn = seajay_pgn_new();
    SeajayPool *pool = seajay_pool_new(1);
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    SeajayInfo info = SEAJAY_INFO_INIT;

    limits.depth = 1;
    if (seajay_search(engine, &limits, NULL) != SEAJAY_OK
        || seajay_pgn_set_text(pgn, record, sizeof record - 1) != SEAJAY_OK
        || seajay_pgn_next(pgn, game) != 1)
        return 2;
"#;

const END: &str = "
    seajay_free(engine);
    seajay_game_free(game);
    seajay_pgn_free(pgn);
    seajay_pool_free(pool);
    return failures != 0;
}
";

/// What an argument is in the other calls.
fn valid(interface: &Interface, argument: &Declaration) -> String {
    match (argument.kind(interface), argument.name.as_str()) {
        (Kind::Handle(kind), _) => kind.trim_start_matches("Seajay").to_lowercase(),
        (Kind::Text, "name") => "\"Hash\"".to_owned(),
        (Kind::Text, "from") => "\"e2\"".to_owned(),
        (Kind::Text, "moves") => "\"\"".to_owned(),
        (Kind::Text, _) => "\"e7e5\"".to_owned(),
        (Kind::Structs("SeajayLimits"), _) => "&limits".to_owned(),
        (Kind::Structs("SeajayInfo"), _) => "&info".to_owned(),
        (Kind::Data, _) => "bytes".to_owned(),
        (Kind::Callback(_), _) => "NULL".to_owned(),
        (Kind::Number("size_t"), "index") => "0".to_owned(),
        (Kind::Number("size_t"), _) => "4".to_owned(),
        (Kind::Number(_), _) => "1".to_owned(),
        _ => "(void *)buffer".to_owned(),
    }
}

/// The call of a function with one argument replaced.
fn call(interface: &Interface, function: &Function, at: usize, with: &str) -> String {
    let arguments = function.arguments.iter().enumerate().map(|(index, argument)| {
        if index == at { with.to_owned() } else { valid(interface, argument) }
    });
    format!("{}({})", function.name, arguments.collect::<Vec<_>>().join(", "))
}

/// A line of the program: a call that must fail with a status and name the argument.
fn refused(
    interface: &Interface,
    function: &Function,
    at: usize,
    with: &str,
    status: &str,
) -> String {
    let call = call(interface, function, at, with);
    let name = &function.arguments[at].name;
    let has_status = ["int32_t", "int64_t"].contains(&function.result.base.as_str());
    let status = if has_status { status } else { "0" };
    let title = call.replace(['"', '\\'], "'");
    format!("    prepare(game);\n    expect(\"{title}\", (int64_t){call}, {status}, \"{name}\");\n")
}

fn program(interface: &Interface) -> String {
    let mut text = String::from(BEGIN);
    for function in &interface.functions {
        for (at, argument) in function.arguments.iter().enumerate() {
            let kind = argument.kind(interface);
            let is_data = kind == Kind::Data && !argument.is_const;
            if matches!(kind, Kind::Number(_)) || is_data {
                continue;
            }
            let place = format!("{}({})", function.name, argument.name);
            let with_null = call(interface, function, at, "NULL");
            text += &if function.result.base == "void" {
                format!("    {with_null};\n")
            } else if OPTIONAL.split_whitespace().any(|optional| optional == place) {
                let call = format!("expect_none(\"{place}\", (int64_t){with_null})");
                // What it has started keeps the engine from the next call.
                format!("    prepare(game);\n    {call};\n    seajay_wait(engine, -1, NULL);\n")
            } else {
                refused(interface, function, at, "NULL", "SEAJAY_ERR_NULL")
            };
            let next = function.arguments.get(at + 1).map(|next| next.kind(interface));
            // With a size, it is bytes.
            if kind == Kind::Text && next != Some(Kind::Number("size_t")) {
                text += &refused(interface, function, at, "\"e2\\xff\"", "SEAJAY_ERR_INVALID_UTF8");
            }
        }
    }
    text + END
}

#[test]
fn what_no_function_takes_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join("walk.c");
    fs::write(&source, program(&abi::interface())).expect("the folder is writable");
    let program = Program::new(&source, "c99", Linkage::Shared, &["-Wno-discarded-qualifiers"]);
    assert_eq!(program.run(&[]).expect_silent_success(), "");
}
