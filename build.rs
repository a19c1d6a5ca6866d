//! Names the target for `seajay_build_info`, and the ELF link arguments of the shared library.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let target = env::var("TARGET").expect("cargo sets it");
    println!("cargo:rustc-env=SEAJAY_TARGET={target}");
    // cargo-c sets its feature, and passes a versioned SONAME itself.
    let is_cargo_c = env::var_os("CARGO_FEATURE_CAPI").is_some();
    if is_elf() && !is_cargo_c {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libseajay.so");
        // The panic hook and thread-locals stay behind after dlclose, and so must the code.
        println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
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
