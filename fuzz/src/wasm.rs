//! The targets in WebAssembly, for a host that passes inputs in memory from `seajay_alloc`.

use std::panic;
use std::slice;

use crate::TARGETS;

#[link(wasm_import_module = "fuzz")]
unsafe extern "C" {
    /// Takes the text of a panic, after which nothing works.
    fn panicked(text: *const u8, size: usize);
}

/// Runs a target, named by text that is not terminated, over an input.
///
/// # Safety
/// Both blocks have these sizes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fuzz_replay(
    name: *const u8,
    name_size: usize,
    input: *const u8,
    size: usize,
) {
    panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        unsafe { panicked(text.as_ptr(), text.len()) }
    }));
    let (name, input) =
        unsafe { (slice::from_raw_parts(name, name_size), slice::from_raw_parts(input, size)) };
    let (_, target) =
        TARGETS.iter().find(|(each, _)| each.as_bytes() == name).expect("there is such a target");
    target(input);
}
