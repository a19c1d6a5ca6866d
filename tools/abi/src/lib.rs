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
mod guide;
pub mod header;
mod interface;
mod java;
mod koffi;
mod layout;
mod lua;
mod python;
pub mod record;
mod typescript;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

pub use interface::{Declaration, Function, Interface, Kind, Struct};

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

/// The names of the functions that take such an argument: `SeajayGame *game`.
pub fn functions_with(argument: &str) -> BTreeSet<String> {
    let takes = |function: &Function| {
        function.arguments.iter().any(|a| a.text.trim_start_matches("const ") == argument)
    };
    interface().functions.into_iter().filter(takes).map(|function| function.name).collect()
}

fn committed(path: &str) -> String {
    let text = fs::read_to_string(root().join(path));
    text.unwrap_or_else(|error| panic!("{path}: {error}")).replace("\r\n", "\n")
}

/// Every file that is made, wholly or in part: its path and the text that it has to have.
pub fn files() -> Vec<(&'static str, String)> {
    let header = header::generate();
    let interface = Interface::read(&header);
    let host = |path, write: fn(&Interface) -> String| {
        let (before, block, after) = split(path);
        (
            path,
            join(&before, &block, &write(&interface.used_by(&(before.clone() + &after))), &after),
        )
    };
    let (python, block, end) = split("python/seajay/capi.py");
    vec![
        ("python/seajay/capi.py", join(&python, &block, &python::write(&interface), &end)),
        ("web/src/layout.ts", typescript::write(&interface)),
        ("ffi-tests/abi/layout.txt", record::write(&interface)),
        host("examples/hosts/Host.cs", csharp::write),
        host("examples/hosts/Host.java", java::write),
        host("examples/hosts/host.lua", lua::write),
        host("examples/hosts/host.mjs", koffi::write),
        storm(&interface),
        ("docs/guide.md", guide::write(&committed("docs/guide.md"))),
        ("include/seajay.h", header),
    ]
}

/// The storm in C# is compiled with the host, and declares what that does not.
fn storm(interface: &Interface) -> (&'static str, String) {
    let path = "ffi-tests/hosts/Storm.cs";
    let ((host, _, host_end), (before, block, after)) =
        (split("examples/hosts/Host.cs"), split(path));
    let mut used = interface.used_by(&(before.clone() + &after));
    used.leave_out(&interface.used_by(&(host + &host_end)));
    (path, join(&before, &block, &csharp::write(&used), &after))
}

/// A file before its block, with the line that begins it; the line that ends it; and the rest.
fn split(path: &str) -> (String, String, String) {
    let text = committed(path);
    let line_of = |mark: &str| {
        let mark = text.find(mark).unwrap_or_else(|| panic!("{path} has no line \"{mark}\""));
        let begin = text[..mark].rfind('\n').map_or(0, |end| end + 1);
        (begin, begin + text[begin..].find('\n').map_or(text.len() - begin, |end| end + 1))
    };
    let ((_, begin), (end, after)) = (line_of(BEGIN), line_of(END));
    (text[..begin].to_owned(), text[end..after].to_owned(), text[after..].to_owned())
}

fn join(before: &str, end: &str, block: &str, after: &str) -> String {
    [before, block, end, after].concat()
}

/// What is not current: the file, its first line that differs, and what to do.
///
/// # Errors
/// The text says what differs first.
pub fn check() -> Result<(), String> {
    for (path, needed) in files() {
        let text = committed(path);
        if text == needed {
            continue;
        }
        let differs = text.lines().zip(needed.lines()).position(|(has, needs)| has != needs);
        let at = differs.unwrap_or_else(|| text.lines().count().min(needed.lines().count()));
        let line = |text: &str| text.lines().nth(at).unwrap_or("(the end)").trim().to_owned();
        return Err(format!(
            "{path} is not what src/ffi says, in line {}:\n  it has    {}\n  it needs  {}\n\
             Run `make abi` (cargo run -p abi), and look at what it changes.",
            at + 1,
            line(&text),
            line(&needed)
        ));
    }
    Ok(())
}

/// Writes every file that is not current, and returns their paths.
///
/// # Panics
/// A file cannot be written.
pub fn write() -> Vec<&'static str> {
    let stale: Vec<_> = files().into_iter().filter(|(path, new)| committed(path) != *new).collect();
    let written = |(path, text): (&'static str, String)| {
        fs::write(root().join(path), text).unwrap_or_else(|error| panic!("{path}: {error}"));
        path
    };
    stale.into_iter().map(written).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn everything_is_current() {
        if let Err(difference) = super::check() {
            panic!("{difference}");
        }
    }

    #[test]
    fn the_header_is_easy_to_read() {
        for line in super::committed("include/seajay.h").lines() {
            assert!(line.chars().count() <= 100, "{} columns: {line}", line.chars().count());
            assert!(line.trim_end() == line && !line.contains('\t'), "white space: {line:?}");
        }
    }
}
