//! Networks from memory and from files.

use std::fs;
use std::path::PathBuf;

use testkit::ffi::*;

fn nodes(handle: &Handle) -> u64 {
    assert_eq!(handle.clear_history(), OK);
    handle.search(&depth(5)).unwrap().nodes
}

#[test]
fn a_network_is_loaded_from_memory_and_from_a_file() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("embedded.sjnn");
    fs::write(&path, EMBEDDED).unwrap();
    let path = path.to_str().unwrap();
    let handle = Handle::new();
    let usual = nodes(&handle);
    assert_eq!(handle.load_network(EMBEDDED), OK);
    assert_eq!(nodes(&handle), usual);
    assert_eq!(handle.set_option("EvalFile", path), OK);
    assert_eq!(handle.option("evalfile").unwrap(), path);
    assert_eq!(nodes(&handle), usual);
    assert_eq!(handle.set_option("EvalFile", ""), OK);
    assert_eq!(handle.option("EvalFile").unwrap(), "");
}

#[test]
fn a_bad_network_is_refused_and_the_old_one_stays() {
    let handle = Handle::new();
    let usual = nodes(&handle);
    let mut flipped = EMBEDDED.to_vec();
    flipped[EMBEDDED.len() / 2] ^= 1;
    for (bytes, defect) in [
        (&b""[..], "does not begin"),
        (b"nonsense", "does not begin"),
        (&EMBEDDED[..EMBEDDED.len() - 1], "bytes instead of"),
        (&flipped, "checksum"),
    ] {
        assert_eq!(handle.load_network(bytes), INVALID_ARGUMENT, "{defect}");
        assert!(last_error().contains(defect), "{}", last_error());
    }
    assert_eq!(handle.set_option("EvalFile", env!("CARGO_MANIFEST_DIR")), IO);
    assert_eq!(handle.set_option("EvalFile", "/no/such/file"), IO);
    assert!(last_error().contains("/no/such/file"), "{}", last_error());
    let not_a_network = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    assert_eq!(handle.set_option("EvalFile", not_a_network), INVALID_VALUE);
    assert!(last_error().contains("Cargo.toml"), "{}", last_error());
    assert_eq!(handle.option("EvalFile").unwrap(), "");
    assert_eq!(nodes(&handle), usual);
}
