//! The declarations in `include/seajay.h`.

use std::collections::BTreeSet;

/// The functions that take a handle.
pub fn functions_of_a_handle() -> BTreeSet<&'static str> {
    let header = include_str!("../../include/seajay.h");
    let code = header.lines().filter(|line| !line.starts_with("//"));
    code.filter_map(|line| {
        let (begin, _) = line.split_once("SeajayEngine *engine")?;
        let name = begin.trim_end_matches("const ").strip_suffix('(')?;
        name.rsplit([' ', '*']).next()
    })
    .collect()
}
