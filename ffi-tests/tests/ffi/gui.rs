//! The board of `examples/gui`: built by CMake, and driven by its own test without a screen.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use ffi_tests::{is_installed, library_folder, root, run, shared_library};
use tempfile::TempDir;

fn can_be_built() -> bool {
    is_installed("cmake") && is_installed("qmake6")
}

/// A folder as `make install` makes it, as far as `find_package` looks.
fn prefix() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cmake = folder.path().join("share/cmake/seajay");
    fs::create_dir_all(&cmake).expect("the folder is writable");
    for file in ["seajay-config.cmake", "seajay-config-version.cmake"] {
        fs::copy(root().join("cmake").join(file), cmake.join(file)).expect("it is writable");
    }
    symlink(root().join("include"), folder.path().join("include")).expect("it is writable");
    symlink(library_folder(), folder.path().join("lib")).expect("it is writable");
    folder
}

fn configure(build: &Path) -> Command {
    let mut cmake = Command::new("cmake");
    cmake.arg("-S").arg(root().join("examples/gui")).arg("-B").arg(build);
    cmake
}

#[test]
fn it_does_what_it_should() {
    if !can_be_built() {
        return;
    }
    let prefix = prefix();
    let build = tempfile::tempdir().expect("a temporary folder");
    let mut cmake = configure(build.path());
    cmake.arg(format!("-DCMAKE_PREFIX_PATH={}", prefix.path().display()));
    cmake.args(["-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS=-Werror"]);
    // A fifth of the time: what many files include is read once.
    cmake.arg("-DCMAKE_UNITY_BUILD=ON");
    run(&mut cmake).expect_success();
    let mut cmake = Command::new("cmake");
    run(cmake.arg("--build").arg(build.path()).args(["--parallel", "2"])).expect_success();
    let mut test = Command::new(build.path().join("gui-test"));
    run(test.env("QT_QPA_PLATFORM", "offscreen")).expect_success();
}

#[test]
fn a_checkout_takes_the_place_of_an_installation() {
    if !can_be_built() {
        return;
    }
    let build = tempfile::tempdir().expect("a temporary folder");
    for (library, is_there) in [(shared_library(), true), (root().join("nothing.so"), false)] {
        let mut cmake = configure(build.path());
        let ran = run(cmake.arg(format!("-DSEAJAY_LIBRARY={}", library.display())));
        assert_eq!(ran.code == Some(0), is_there, "{ran:?}");
        assert!(is_there || ran.stderr.contains("nothing.so"), "{ran:?}");
    }
}
