//! `include/seajay.h`: what cbindgen makes of `src/ffi`, with a banner for each section and the
//! initialisers of the structs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::interface::{Declaration, Interface, Kind, Struct};
use crate::{committed, root};

/// The files of `src/ffi/exports`, in the order of the header. A file's first line is the title of
/// its section.
const SECTIONS: [&str; 9] =
    ["about", "games", "moves", "pgn", "review", "engines", "searches", "lines", "pools"];

/// The header.
///
/// # Panics
/// A part of the interface is not in it, or a section is not in the list.
pub fn generate() -> String {
    // Clang takes a standard attribute only before __declspec.
    let text = run_cbindgen().replace("SEAJAY_API SEAJAY_MUST_USE", "SEAJAY_MUST_USE SEAJAY_API");
    let interface = Interface::read(&text);
    expect_all(&interface);
    let text = initialise(&with_banners(&text), &interface);
    let version = committed("Cargo.toml");
    let (_, version) = version.split_once("\nversion = \"").expect("a version");
    let parts = version.split(['.', '-', '"']);
    let parts = parts.take(3).map(|number| number.parse::<u32>().expect("a number"));
    ["@MAJOR@", "@MINOR@", "@PATCH@"]
        .into_iter()
        .zip(parts)
        .fold(text, |text, (part, number)| text.replace(part, &number.to_string()))
}

fn folder() -> PathBuf {
    root().join("src/ffi")
}

/// The sources with constants, with types, and with functions.
fn sources() -> Vec<PathBuf> {
    let has_types = |path: &PathBuf| read(path).contains("pub struct Seajay");
    let types = files(&folder()).into_iter().filter(has_types);
    let constants = folder().join("constants.rs");
    [constants].into_iter().chain(types).chain(SECTIONS.map(section)).collect()
}

fn section(name: &str) -> PathBuf {
    folder().join("exports").join(name).with_extension("rs")
}

/// The Rust files in a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("a readable folder").path());
    let mut paths: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|e| e == "rs")).collect();
    paths.sort();
    paths
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn run_cbindgen() -> String {
    let config = root().join("cbindgen.toml");
    let mut config = cbindgen::Config::from_file(config).expect("valid settings");
    // Numbers are passed as i32: nothing that it would see uses an enum.
    let constants = read(&folder().join("constants.rs"));
    config.export.include = names_after(&constants, "pub enum ");
    let builder = cbindgen::Builder::new().with_config(config);
    let builder = sources().into_iter().fold(builder, |builder, source| builder.with_src(source));
    let mut text = Vec::new();
    builder.generate().expect("the sources parse").write(&mut text);
    // cbindgen puts the semicolon of a last field that depends on the target after the condition.
    let text = String::from_utf8(text).expect("UTF-8");
    text.replace("reserved\n#endif\n    ;\n", "reserved;\n#endif\n")
}

/// The words that follow another in a source.
fn names_after(source: &str, word: &str) -> Vec<String> {
    let names = source.split(word).skip(1);
    names.map(|rest| rest.split([' ', '(', '<']).next().unwrap_or_default().to_owned()).collect()
}

/// cbindgen leaves out what it does not understand, and reports success.
fn expect_all(interface: &Interface) {
    let known = |path: &Path| {
        let name = path.file_stem().unwrap();
        name == "mod" || SECTIONS.iter().any(|section| name == *section)
    };
    let stranger = files(&folder().join("exports")).into_iter().find(|path| !known(path));
    assert_eq!(stranger, None, "add it to SECTIONS in tools/abi/src/header.rs");
    let names = |text: &str, before: &str, after: &str| -> BTreeSet<String> {
        let parts = text.split(before).skip(1);
        parts.flat_map(|rest| names_after(rest, after).into_iter().take(1)).collect()
    };
    let exports: String = SECTIONS.iter().map(|name| read(&section(name))).collect();
    let declared = interface.functions.iter().map(|function| function.name.clone());
    let exported = names(&exports, "#[unsafe(no_mangle)]", "fn ");
    assert_eq!(declared.collect::<BTreeSet<_>>(), exported, "cbindgen left out a function");
    let types = read(&folder().join("types.rs"));
    let structs = interface.structs.iter().map(|structure| structure.name.clone());
    let written = names(&types, "#[repr(C)]", "pub struct ");
    assert_eq!(structs.collect::<BTreeSet<_>>(), written, "cbindgen left out a struct");
    let constants = read(&folder().join("constants.rs")).matches("#[repr(C)]").count();
    let enums = interface.constants.iter().filter(|group| !is_defined(group)).count();
    assert_eq!(enums, constants, "cbindgen left out an enum");
}

fn is_defined(group: &[(String, i64)]) -> bool {
    group[0].0.contains("VERSION")
}

/// Puts a title over the constants, the types, and the functions of each section.
fn with_banners(header: &str) -> String {
    let title = |name: &str| {
        let source = read(&section(name));
        let line = source.lines().next().unwrap_or_default();
        let title = line.strip_prefix("//! ").unwrap_or_else(|| panic!("{name}.rs has no title"));
        let [function] =
            &names_after(source.split("no_mangle").nth(1).expect("a function"), "fn ")[..1]
        else {
            panic!("{name}.rs exports nothing")
        };
        (format!(" {function}("), title.trim_end_matches('.').to_owned())
    };
    let mut banners = vec![
        ("#define SEAJAY_ABI_VERSION".to_owned(), "Constants".to_owned()),
        ("typedef struct".to_owned(), "Objects, structs and callbacks".to_owned()),
    ];
    banners.extend(SECTIONS.map(title));
    let mut banners = banners.into_iter().peekable();
    let mut text = String::new();
    for paragraph in header.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()) {
        let code = paragraph.lines().filter(|line| !line.starts_with("//"));
        let code = code.collect::<Vec<_>>().join(" ").replace('*', " ");
        if let Some((_, title)) = banners.next_if(|(begin, _)| format!(" {code}").contains(begin)) {
            let rule = "-".repeat(100 - 4 - title.chars().count());
            text += &format!("// {title} {rule}\n\n");
        }
        text = text + paragraph.trim_start_matches('\n') + "\n\n";
    }
    assert_eq!(banners.next(), None, "a section without a function, or out of order");
    text.truncate(text.trim_end().len());
    text + "\n"
}

/// Adds the initialisers where the settings of cbindgen have a comment for them.
fn initialise(header: &str, interface: &Interface) -> String {
    const MARK: &str = "// Initialisers of the structs.\n";
    let (before, after) = header.split_once(MARK).expect("cbindgen.toml has the mark");
    let sized = interface.structs.iter().filter(|structure| structure.is_sized());
    let macros: String = sized.map(|structure| initialiser(interface, structure)).collect();
    [before, MARK, &macros, after].concat()
}

fn initialiser(interface: &Interface, structure: &Struct) -> String {
    let name = &structure.name;
    let value = format!("{{ sizeof({name}), {} }}", values(interface, structure, 1));
    let words = name.trim_start_matches("Seajay").chars();
    let mut upper = String::new();
    for letter in words {
        if letter.is_uppercase() {
            upper.push('_');
        }
        upper.extend(letter.to_uppercase());
    }
    let line = format!("\n#define SEAJAY{upper}_INIT {value}\n");
    if line.len() <= 101 {
        return line;
    }
    format!("\n#define SEAJAY{upper}_INIT \\\n    {value}\n")
}

/// The values of the fields from one on.
fn values(interface: &Interface, structure: &Struct, from: usize) -> String {
    let values = structure.fields[from..].iter().map(|field| {
        if field.is_padding {
            return " SEAJAY_PAD".to_owned();
        }
        let other = structure.not_zero().find(|(name, _)| *name == field.name);
        let value = other.map_or_else(|| unset(interface, field), |(_, value)| value.to_string());
        format!(", {value}")
    });
    values.collect::<String>().trim_start_matches(", ").to_owned()
}

fn unset(interface: &Interface, field: &Declaration) -> String {
    let one = match field.kind(interface) {
        Kind::Number("char") => return "\"\"".to_owned(),
        Kind::Number(_) => "0".to_owned(),
        Kind::Struct(name) => {
            format!("{{ {} }}", values(interface, interface.structure(name), 0))
        }
        _ => "NULL".to_owned(),
    };
    let array = |one: String, length: &usize| format!("{{ {} }}", vec![one; *length].join(", "));
    field.lengths.iter().rev().fold(one, array)
}
