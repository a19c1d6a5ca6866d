//! Imports point down: a module imports only from lower layers, and there are no cycles within a
//! layer.
//!
//! Only imports are seen. A method that one file adds to a type of another, as most of `search` does
//! to its `Worker`, is called without one; the notes of `search` say which calls go up.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The layers of the library, from the top.
const LAYERS: &[&[&str]] = &[
    &["ffi"],
    &["pool", "review"],
    &["engine", "tuning"],
    &["search"],
    &["ordering", "eval", "tt", "tb"],
    &["histories"],
    &["report", "limits", "wdl", "options"],
    &["pgn"],
    &["game"],
    &["notation"],
    &["board"],
    &["score", "error"],
    &["sys"],
    &["panics", "random", "tunables"],
];

fn source_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            source_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The path of a file's module, such as `search::node`.
fn module_of(file: &Path, src: &Path) -> String {
    let path = file.strip_prefix(src).expect("a source").with_extension("");
    let names = path.iter().map(|name| name.to_str().expect("a name")).collect::<Vec<_>>();
    names.join("::").trim_end_matches("::mod").to_owned()
}

/// The paths after `crate::` in the code of a file, tests excluded, with grouped names split.
fn imports(text: &str) -> Vec<String> {
    let text = text.split("#[cfg(test)]\nmod tests").next().expect("a beginning");
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code = code.collect::<Vec<_>>().join("\n");
    let mut found = Vec::new();
    for rest in code.split("crate::").skip(1) {
        let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let path = rest.split(|c| !is_path(c)).next().expect("a beginning");
        match rest[path.len()..].strip_prefix('{') {
            Some(group) => {
                let names = group.split('}').next().expect("a group").split(',');
                found.extend(names.map(|name| format!("{path}{}", name.trim())));
            }
            None => found.push(path.to_owned()),
        }
    }
    found
}

/// The modules that each module imports from.
fn graph() -> BTreeMap<String, BTreeSet<String>> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    source_files(&src, &mut files);
    let modules: BTreeSet<String> = files.iter().map(|file| module_of(file, &src)).collect();
    let mut graph = BTreeMap::new();
    for file in &files {
        let module = module_of(file, &src);
        let is_for_tests = module.ends_with("tests") || module == "test_support";
        if module == "lib" || is_for_tests {
            continue;
        }
        let mut targets = BTreeSet::new();
        for import in imports(&fs::read_to_string(file).expect("text")) {
            // The longest prefix of the path that is a module.
            let parts: Vec<&str> = import.split("::").collect();
            let prefixes = (1..=parts.len()).rev().map(|length| parts[..length].join("::"));
            let target = prefixes.into_iter().find(|prefix| modules.contains(prefix));
            targets.extend(target.filter(|target| *target != module && target != "test_support"));
        }
        graph.insert(module, targets);
    }
    graph
}

fn layer(module: &str) -> usize {
    let top = module.split("::").next().expect("a name");
    let found = LAYERS.iter().position(|layer| layer.contains(&top));
    found.unwrap_or_else(|| panic!("{top} has no layer"))
}

#[test]
fn imports_point_down() {
    let graph = graph();
    assert!(graph.len() > 60, "{} files", graph.len());
    for (module, targets) in &graph {
        let top = |module: &str| module.split("::").next().expect("a name").to_owned();
        for target in targets {
            let same = top(module) == top(target);
            assert!(same || layer(module) < layer(target), "{module} imports {target}");
        }
    }
}

#[test]
fn no_circle_of_files_closes() {
    let mut left = graph();
    let is_group = |module: &str| module.split("::").count() == 1;
    // A folder's own file only names what is in the folder.
    for targets in left.values_mut() {
        targets.retain(|target| !is_group(target));
    }
    loop {
        let names: BTreeSet<String> = left.keys().cloned().collect();
        let before = left.len();
        left.retain(|_, targets| targets.iter().any(|target| names.contains(target)));
        if left.len() == before {
            break;
        }
    }
    assert!(left.is_empty(), "a circle: {left:#?}");
}
