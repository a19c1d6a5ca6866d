//! The C interface as data. The Rust sources in `src/ffi` are its one description; cbindgen makes
//! the C header of them, [`Interface::read`] reads that header, and a writer for each who needs the
//! interface writes it down again: for Python, for TypeScript, for the hosts in other languages, and
//! for a person who reviews what has changed.
//!
//! The reader takes the text of the header, not the Rust sources: there cbindgen has said already
//! what a callback is, which value a constant has and what depends on the target, in the C that
//! all the others are about. A second reader of Rust would have to say it again. What cbindgen
//! leaves out, it leaves out in silence: [`header::generate`] counts.
//!
//! `make abi` writes everything. `cargo run -p abi -- --check` and a test of this crate say what
//! is not current.

mod csharp;
pub mod header;
mod interface;
mod java;
mod koffi;
pub mod layout;
mod lua;
mod python;
mod rust;
mod typescript;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

pub use interface::{Declaration, Function, Interface, Kind, Struct};
pub use rust::public_items;

/// The fields that an initialiser does not set to 0, besides `struct_size`: struct, field, value.
pub const NOT_ZERO: [(&str, &str, i32); 2] =
    [("SeajayBoard", "en_passant", -1), ("SeajayBoard", "fullmove_number", 1)];

/// How a block begins and ends in a file that is otherwise written by hand.
const BEGIN: &str = "Made by \"make abi\"";
const END: &str = "End of what \"make abi\" makes";

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The interface, as the committed header declares it.
pub fn interface() -> Interface {
    Interface::read(&committed("include/seajay.h"))
}

/// The names of the functions.
pub fn function_names() -> BTreeSet<String> {
    interface().functions.into_iter().map(|function| function.name).collect()
}

/// The text of a file of the repository.
///
/// # Panics
/// There is no such file.
pub fn committed(path: &str) -> String {
    let text = fs::read_to_string(root().join(path));
    text.unwrap_or_else(|error| panic!("{path}: {error}")).replace("\r\n", "\n")
}

/// Every file that is made, wholly or in part: its path and the text that it has to have.
pub fn files() -> Vec<(&'static str, String)> {
    let header = header::generate();
    let interface = Interface::read(&header);
    let host = |path, write: fn(&Interface) -> String| {
        block(path, |program| write(&interface.used_by(program)))
    };
    vec![
        ("include/seajay.h", header),
        block("python/seajay/capi.py", |_| python::write(&interface)),
        ("web/src/layout.ts", typescript::write(&interface)),
        host("examples/hosts/Host.cs", csharp::write),
        host("examples/hosts/Host.java", java::write),
        host("examples/hosts/host.lua", lua::write),
        host("examples/hosts/host.mjs", koffi::write),
    ]
}

/// The record of what this version promises, with these lines about its options: the path and the
/// text of each file. `seajay.pyi` and `index.d.ts` are written by the tests that read them.
///
/// # Panics
/// The version is released already, or rustdoc fails.
pub fn record(options: String) -> Vec<(String, String)> {
    let (header, interface) = (committed("include/seajay.h"), interface());
    let number = |kind: &str| {
        let name = format!("SEAJAY_VERSION_{kind}");
        let found = interface.constants.iter().flatten().find(|(known, _)| *known == name);
        found.expect("the header has the version").1
    };
    let version = format!("{}.{}", number("MAJOR"), number("MINOR"));
    let layout = layout::record(&interface, &version);
    let rust = public_items().expect("rustdoc");
    let folder = format!("ffi-tests/abi/{version}");
    let is_candidate = committed("Cargo.toml").contains(&format!("\nversion = \"{version}.0-"));
    assert!(is_candidate || !root().join(&folder).exists(), "{folder} never changes");
    let program = |path| committed(&format!("ffi-tests/{path}"));
    let files = [
        ("seajay.h", header),
        ("layout.c", layout),
        ("options.txt", options),
        ("rust.txt", rust),
        ("api.c", program("c/api.c")),
        ("engine.cpp", program("cpp/engine.cpp")),
        ("games.cpp", program("cpp/games.cpp")),
    ];
    files.map(|(name, text)| (format!("{folder}/{name}"), text)).into()
}

/// A file with its block written, which may depend on the rest.
fn block(path: &'static str, write: impl Fn(&str) -> String) -> (&'static str, String) {
    let (begin, end) = outside(path);
    let block = write(&(begin.clone() + &end));
    (path, begin + &block + &end)
}

/// A file before its block and after it, each with the line that says so.
fn outside(path: &str) -> (String, String) {
    let text = committed(path);
    let line_of = |mark: &str| {
        let at = text.find(mark).unwrap_or_else(|| panic!("{path} has no line \"{mark}\""));
        let begin = text[..at].rfind('\n').map_or(0, |end| end + 1);
        (begin, begin + text[begin..].find('\n').expect("the end of the line") + 1)
    };
    let (_, begin) = line_of(BEGIN);
    let (end, _) = line_of(END);
    (text[..begin].to_owned(), text[end..].to_owned())
}

/// What is not current: the file, its first line that differs, and what to do.
///
/// # Errors
/// The text says what differs first.
pub fn check(files: &[(&str, String)]) -> Result<(), String> {
    for (path, needed) in files {
        let text = committed(path);
        if text == *needed {
            continue;
        }
        let differs = text.lines().zip(needed.lines()).position(|(has, needs)| has != needs);
        let at = differs.unwrap_or_else(|| text.lines().count().min(needed.lines().count()));
        let line = |text: &str| text.lines().nth(at).unwrap_or("(the end)").trim().to_owned();
        return Err(format!(
            "{path} is not current, in line {}:\n  it has    {}\n  it needs  {}\n\
             Run `make abi` (cargo run -p abi), and look at what it changes.",
            at + 1,
            line(&text),
            line(needed)
        ));
    }
    Ok(())
}

/// Writes those files that are not current, and returns their paths.
///
/// # Panics
/// A file cannot be written.
pub fn write(files: &[(&'static str, String)]) -> Vec<&'static str> {
    let stale = files.iter().filter(|(path, new)| committed(path) != *new);
    let written = |(path, text): &(&'static str, String)| {
        fs::write(root().join(path), text).unwrap_or_else(|error| panic!("{path}: {error}"));
        *path
    };
    stale.map(written).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_header_is_easy_to_read() {
        for line in super::committed("include/seajay.h").lines() {
            assert!(line.chars().count() <= 100, "{} columns: {line}", line.chars().count());
            assert!(line.trim_end() == line && !line.contains('\t'), "white space: {line:?}");
        }
    }
}
