//! Atomic writes of files.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// Writes a file. An old file is replaced only by a complete new one.
pub fn replace(path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    let unfinished = path.with_extension("unfinished");
    fs::write(&unfinished, bytes)
        .and_then(|()| fs::rename(&unfinished, path))
        .with_context(|| format!("cannot write {}", path.display()))
}
