//! Runs the targets over their corpora, but for `uci`: its target prints, and tests/seajay/uci.rs gives
//! its corpus to the example's program.

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
fn every_target_has_a_corpus_and_every_corpus_a_target() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let entries = fs::read_dir(folder).expect("the corpora");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("a folder").file_name();
    let mut found: Vec<_> = entries.map(name).collect();
    let mut expected = TARGETS.map(|(name, _)| name);
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
}

/// A test for each target.
macro_rules! replays {
    ($($target:ident)*) => {$(
        #[test]
        fn $target() {
            replay(stringify!($target));
        }
    )*};
}

replays!(api game mates pgn pools position options network tablebase);
