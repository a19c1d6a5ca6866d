//! The public items of the Rust library, a line for each, as `cargo public-api` prints them.

use std::process::Command;

/// Asks rustdoc for the items. What every type has by itself is left out: `Send`, `Any` and their like.
///
/// # Errors
/// The text says what rustdoc said, or that it is not the one of Rust 1.95, whose output is read here.
pub fn public_items() -> Result<String, String> {
    let folder = crate::root().join("target/public-api");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["rustdoc", "--quiet", "--package", "seajay", "--lib", "--target-dir"]).arg(&folder);
    cargo.args(["--", "-Zunstable-options", "--output-format", "json"]);
    // The output is not stable, but the same for the same version of Rust.
    let output = cargo.current_dir(crate::root()).env("RUSTC_BOOTSTRAP", "1").output();
    let output = output.map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let items = public_api::Builder::from_rustdoc_json(folder.join("doc/seajay.json"))
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .build();
    items.map(|items| items.to_string()).map_err(|error| error.to_string())
}
