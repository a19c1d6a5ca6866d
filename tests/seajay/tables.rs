//! Folders for tests, and the tablebases in them.

use std::fs;
use std::path::{Path, PathBuf};

/// A folder of its own for a test, empty.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("cargo's folder is writable");
    folder
}

/// The tables of three pieces, which are part of the repository.
pub fn small_tables() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/syzygy")
}

/// A new folder with these tables.
pub fn copied_tables(name: &str) -> PathBuf {
    let folder = scratch(name);
    for entry in fs::read_dir(small_tables()).expect("they are committed") {
        let path = entry.expect("readable").path();
        if path.extension().is_some_and(|extension| extension.to_string_lossy().starts_with("rtb"))
        {
            let name = path.file_name().expect("a file");
            fs::copy(&path, folder.join(name)).expect("cargo's folder is writable");
        }
    }
    folder
}

/// Truncates a table to a length that a table may have.
pub fn cut(table: &Path, length: usize) {
    let sound = fs::read(table).expect("a copy");
    assert!(length < sound.len() && length % 64 == 16, "{length} of {} bytes", sound.len());
    fs::write(table, &sound[..length]).expect("cargo's folder is writable");
}
