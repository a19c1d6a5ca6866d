//! Names the target, as the library's own does.

fn main() {
    println!("cargo:rustc-env=SEAJAY_TARGET=schedules");
}
