//! Runs the targets over their corpora.

use std::fs;
use std::path::{Path, PathBuf};

use fuzz::{TARGETS, Target};

/// The target of this name, and the files of its corpus.
fn corpus(name: &str) -> (Target, Vec<PathBuf>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    let entries = fs::read_dir(&folder).expect("each target has a corpus");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    assert!(!files.is_empty());
    (TARGETS.iter().find(|target| target.0 == name).expect("it exists").1, files)
}

fn replay(name: &str) {
    let (target, files) = corpus(name);
    for file in files {
        // Shown when it fails.
        println!("{}", file.display());
        target(&fs::read(&file).expect("it can be read"));
    }
}

#[test]
fn api() {
    replay("api");
}

#[test]
fn position() {
    replay("position");
}

#[test]
fn options() {
    replay("options");
}

#[test]
fn network() {
    replay("network");
}

#[test]
fn tablebase() {
    replay("tablebase");
}
