//! Names the target for `seajay_build_info`, and the ELF link arguments of the shared library.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let target = env::var("TARGET").expect("cargo sets it");
    println!("cargo:rustc-env=SEAJAY_TARGET={target}");
    if is_elf() {
        // The panic hook and thread-locals stay behind after dlclose, and so must the code.
        println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
        // Whatever installs the library, cargo-c or the Makefile, sets the feature, and a SONAME
        // with a version.
        if env::var_os("CARGO_FEATURE_CAPI").is_none() {
            println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libseajay.so");
        }
    }
}

/// Every Unix but Apple's, as far as Rust has shared libraries there.
fn is_elf() -> bool {
    let has = |key: &str, value: &str| {
        env::var(key).is_ok_and(|values| values.split(',').any(|v| v == value))
    };
    has("CARGO_CFG_TARGET_FAMILY", "unix")
        && !has("CARGO_CFG_TARGET_VENDOR", "apple")
        && !has("CARGO_CFG_TARGET_OS", "aix")
        && !has("CARGO_CFG_TARGET_OS", "emscripten")
}
