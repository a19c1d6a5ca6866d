//! Imports point down: a module imports only from lower layers, and there are no cycles within a
//! layer.
//!
//! Only imports are seen. A method that one file adds to a type of another, as most of `search` does
//! to its `Worker`, is called without one; the notes of `search` say which calls go up.
//!
//! After a change of the imports between parts of the library:
//! `cargo test --test seajay -- --ignored write_picture`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
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
    let part = part_of(module);
    let found = LAYERS.iter().position(|layer| layer.contains(&part.as_str()));
    found.unwrap_or_else(|| panic!("{part} has no layer"))
}

/// The part of the library that a module belongs to.
fn part_of(module: &str) -> String {
    module.split("::").next().expect("a name").to_owned()
}

/// The imports between parts of the library, without those that follow from others.
fn arrows() -> BTreeMap<String, BTreeSet<String>> {
    type Parts = BTreeMap<String, BTreeSet<String>>;
    fn reaches(parts: &Parts, from: &str, to: &str) -> bool {
        parts[from].iter().any(|next| next == to || reaches(parts, next, to))
    }
    let mut parts = Parts::new();
    for (module, targets) in graph() {
        let part = part_of(&module);
        let targets = targets.iter().map(|target| part_of(target)).filter(|target| *target != part);
        parts.entry(part.clone()).or_default().extend(targets);
    }
    let follows = |targets: &BTreeSet<String>, target: &str| {
        targets.iter().any(|other| other != target && reaches(&parts, other, target))
    };
    let direct = |targets: &BTreeSet<String>| {
        targets.iter().filter(|target| !follows(targets, target)).cloned().collect()
    };
    parts.iter().map(|(part, targets)| (part.clone(), direct(targets))).collect()
}

/// The parts as boxes, a row for each layer, and the arrows between them, in SVG.
fn drawing() -> String {
    const SIZE: [usize; 2] = [760, 62 * LAYERS.len()];
    let middle = |part: &str| {
        let row = layer(part);
        let column = LAYERS[row].iter().position(|name| *name == part).expect("a part");
        // Layers of one part stand beside each other, so that arrows pass them.
        let beside = if LAYERS[row].len() == 1 { 100 * (row % 3) } else { 100 };
        [SIZE[0] * (2 * column + 1) / (2 * LAYERS[row].len()) + beside - 100, 62 * row + 31]
    };
    let [width, height] = SIZE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"15\" text-anchor=\"middle\">\n\
         <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" \
         markerHeight=\"8\" orient=\"auto\"><path d=\"M0 0L8 4L0 8\" fill=\"#789\"/></marker></defs>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <g stroke=\"#789\" marker-end=\"url(#tip)\">\n"
    );
    let arrows = arrows();
    for (part, targets) in &arrows {
        for ([x, y], [to_x, to_y]) in targets.iter().map(|target| (middle(part), middle(target))) {
            let (y, to_y) = (y + 15, to_y - 15);
            writeln!(svg, "<path d=\"M{x} {y}L{to_x} {to_y}\"/>").expect("text");
        }
    }
    svg.push_str("</g>\n");
    for part in arrows.keys() {
        let [x, y] = middle(part);
        let (left, top, base) = (x - 48, y - 15, y + 5);
        writeln!(
            svg,
            "<rect x=\"{left}\" y=\"{top}\" width=\"96\" height=\"30\" rx=\"6\" fill=\"#def\" \
             stroke=\"#789\"/><text x=\"{x}\" y=\"{base}\">{part}</text>"
        )
        .expect("text");
    }
    svg + "</svg>\n"
}

fn picture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/images/modules.svg")
}

#[test]
fn the_picture_shows_the_imports() {
    assert_eq!(fs::read_to_string(picture()).expect("a picture"), drawing());
}

#[test]
#[ignore = "writes docs/images/modules.svg"]
fn write_picture() {
    fs::write(picture(), drawing()).expect("a file");
}

#[test]
fn imports_point_down() {
    let graph = graph();
    assert!(graph.len() > 60, "{} files", graph.len());
    for (module, targets) in &graph {
        for target in targets {
            let same = part_of(module) == part_of(target);
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
