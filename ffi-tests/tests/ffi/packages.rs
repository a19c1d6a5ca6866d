//! What `make install` installs: the right files, and programs are built with them by pkg-config
//! and CMake, with the shared library and with the static one. Hosts get these libraries, so their
//! searches are tested here too. And the archives of `make dist`.
#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::{env, fs};

use ffi_tests::{Linkage, Program, STRICT, is_installed, root, run, shared_library};
use testkit::network::Network;
use testkit::{FORTRESS, LAST_PLY, QUEENS, random_numbers};

const MATE: [&str; 2] = ["7k/8/5K2/6Q1/8/8/8/8 w - - 12 60", "3"];

/// The version of the library, from its manifest.
fn version() -> String {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("it is committed");
    let (_, rest) = manifest.split_once("\nversion = \"").expect("the package has a version");
    rest.split('"').next().expect("an end").to_owned()
}

/// Its numbers, without the suffix of a candidate, and the first of them.
fn numbers() -> (String, String) {
    let version = version();
    let numbers = version.split('-').next().expect("numbers");
    let major = numbers.split('.').next().expect("a number");
    (numbers.to_owned(), major.to_owned())
}

/// Runs make in the root of the repository. It builds for half a minute, the first time, in a folder
/// of its own: `make install` shall never take what tests have built. Link-time optimisation,
/// as hosts have it, takes minutes: the environment has to ask for it, as `tools/robustness.sh` does.
fn make(arguments: &[String]) {
    let mut make = Command::new("make");
    make.args(["--silent", "BUILD=target/packages"]).args(arguments).current_dir(root());
    if env::var_os("CARGO_PROFILE_RELEASE_LTO").is_none() {
        make.arg("KINDS=cdylib,staticlib");
        make.env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
    }
    let output = make.output().expect("make runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The folder that the library was installed into, once for all tests; none without make.
fn prefix() -> Option<&'static Path> {
    static PREFIX: OnceLock<Option<PathBuf>> = OnceLock::new();
    let folder = PREFIX.get_or_init(|| {
        is_installed("make").then(|| {
            let folder = root().join("target/packages/prefix");
            // What an earlier version has installed.
            let _ = fs::remove_dir_all(&folder);
            make(&["all".to_owned()]);
            make(&["install".to_owned(), format!("PREFIX={}", folder.display())]);
            folder
        })
    });
    folder.as_deref()
}

/// The files and links under a folder.
fn files(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("readable") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("inside").to_str().expect("UTF-8");
                found.insert(name.to_owned());
            }
        }
    }
    found
}

/// What `make install` makes under the prefix, libraries in this folder of it.
fn expected_files(libraries: &str) -> BTreeSet<String> {
    let (numbers, major) = numbers();
    let library = |name: &str| format!("{libraries}/{name}");
    BTreeSet::from([
        "include/seajay.h".to_owned(),
        "include/seajay.hpp".to_owned(),
        library("libseajay.a"),
        library("libseajay.so"),
        library(&format!("libseajay.so.{major}")),
        library(&format!("libseajay.so.{numbers}")),
        library("pkgconfig/seajay.pc"),
        "share/cmake/seajay/seajay-config.cmake".to_owned(),
        "share/cmake/seajay/seajay-config-version.cmake".to_owned(),
    ])
}

#[test]
fn the_right_files_are_installed() {
    let Some(prefix) = prefix() else { return };
    assert_eq!(files(prefix), expected_files("lib"));
    let (numbers, major) = numbers();
    let link = |name: &str| fs::read_link(prefix.join("lib").join(name)).expect("a link");
    assert_eq!(link("libseajay.so"), Path::new(&format!("libseajay.so.{major}")));
    assert_eq!(
        link(&format!("libseajay.so.{major}")),
        Path::new(&format!("libseajay.so.{numbers}"))
    );
    let cmake = "share/cmake/seajay/seajay-config-version.cmake";
    let cmake = fs::read_to_string(prefix.join(cmake)).expect("it is installed");
    assert!(cmake.contains(&format!("set(PACKAGE_VERSION {numbers})\n")), "{cmake}");
    check_dynamic_section(&prefix.join("lib/libseajay.so"), &format!("libseajay.so.{major}"));
}

/// Checks that programs find a library again by its name, and that `dlclose` does not pull the code
/// away from under the panic hook.
fn check_dynamic_section(library: &Path, soname: &str) {
    let text = run(Command::new("readelf").arg("-d").arg(library)).expect_success().stdout;
    assert!(text.contains(&format!("soname: [{soname}]")), "{text}");
    assert!(text.contains("NODELETE"), "{text}");
}

/// For programs that are linked with `-L target/release -lseajay`.
#[test]
fn the_library_that_cargo_makes_has_its_name() {
    check_dynamic_section(&shared_library(), "libseajay.so");
}

#[test]
fn the_npm_package_has_the_version_of_the_library() {
    let version = format!("\"version\": \"{}\",", version());
    for (file, count) in [("package.json", 1), ("package-lock.json", 2)] {
        let text =
            fs::read_to_string(root().join("web").join(file)).expect("it is in the repository");
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let named = lines.windows(2).filter(|pair| pair[0] == "\"name\": \"seajay\",");
        let versions: Vec<&str> = named.map(|pair| pair[1]).collect();
        assert_eq!(versions, vec![version.as_str(); count], "{file}");
    }
}

#[test]
fn a_package_is_staged_and_taken_away_again() {
    if prefix().is_none() {
        return;
    }
    let stage = tempfile::tempdir().expect("a temporary folder");
    let libraries = "lib/x86_64-linux-gnu";
    let arguments = |target: &str| {
        let stage = format!("DESTDIR={}", stage.path().display());
        [target.to_owned(), stage, "PREFIX=/usr".into(), format!("LIBDIR=/usr/{libraries}")]
    };
    make(&arguments("install"));
    assert_eq!(files(&stage.path().join("usr")), expected_files(libraries));
    let pc = stage.path().join("usr").join(libraries).join("pkgconfig/seajay.pc");
    let pc = fs::read_to_string(pc).expect("it is installed");
    assert!(
        pc.contains("prefix=/usr\n") && pc.contains(&format!("libdir=/usr/{libraries}\n")),
        "{pc}"
    );
    make(&arguments("uninstall"));
    assert_eq!(files(stage.path()), BTreeSet::new());
}

/// The names of a library that `nm` lists.
fn names(library: &Path, flags: &[&str]) -> BTreeSet<String> {
    let mut nm = Command::new("nm");
    let text = run(nm.args(flags).arg("--format=posix").arg(library)).expect_silent_success();
    let names = text.lines().filter(|line| !line.ends_with(':'));
    names.filter_map(|line| line.split([' ', '@']).next().map(str::to_owned)).collect()
}

#[test]
fn the_libraries_show_the_header_and_nothing_else() {
    let Some(prefix) = prefix() else { return };
    for (library, flag) in [("libseajay.so", "--dynamic"), ("libseajay.a", "--extern-only")] {
        let library = prefix.join("lib").join(library);
        assert_eq!(names(&library, &[flag, "--defined-only"]), abi::function_names(), "{flag}");
    }
}

/// The compiler lays out the weights of the embedded network, and only these become part of it.
#[test]
fn the_shared_library_does_not_contain_the_file_of_the_network() {
    let file = include_bytes!("../../../nets/seajay.sjnn");
    let library = fs::read(shared_library()).unwrap();
    let has = |part: &[u8]| library.windows(part.len()).any(|window| window == part);
    // Header and description stand side by side in the file alone.
    assert!(!has(&file[..40]));
    assert!(has(&file[24..40]));
}

/// What a library in someone else's process has no business with cannot happen where it is not even
/// imported. (What is imported in its stead: `open64` and `read` for the files that options name,
/// `write` for what Rust says before an abort, `getenv` and `getcwd` for the paths in a backtrace.)
#[test]
fn the_shared_library_cannot_print_connect_exit_or_change_files() {
    const NONE_OF_ITS_BUSINESS: &str = "
        printf fprintf puts putchar fputs fwrite perror exit _exit _Exit quick_exit atexit fork vfork
        posix_spawn execve execvp system popen kill raise signal sigaction sigprocmask setenv putenv
        unsetenv setlocale socket connect bind sendto unlink rename mkdir rmdir remove creat ftruncate64
        chdir";
    let imported = names(&shared_library(), &["--dynamic", "--undefined-only"]);
    assert!(imported.contains("malloc") && imported.contains("pthread_create"), "{imported:?}");
    for name in NONE_OF_ITS_BUSINESS.split_whitespace() {
        assert!(!imported.contains(name), "the library imports {name}");
    }
}

/// A program of `ffi-tests/c` with each of the installed libraries.
fn with_installed(prefix: &Path, name: &str) -> [(&'static str, Program); 2] {
    let source = root().join("ffi-tests/c").join(name);
    ["libseajay.so", "libseajay.a"].map(|library| {
        let path = prefix.join("lib").join(library);
        let flags = ["-pthread", "-D_POSIX_C_SOURCE=200809L"];
        (library, Program::new(&source, "c99", Linkage::File(&path), &flags))
    })
}

/// The other libraries search the same tree as the crate, which `bench.rs` tests.
#[test]
fn the_libraries_search_the_same_tree_as_others() {
    let Some(prefix) = prefix() else { return };
    let source = root().join("ffi-tests/c/bench.c");
    let other = Program::new(&source, "c99", Linkage::Shared, &[]);
    let nodes =
        |program: &Program| program.run(&["tests/data/bench.epd", "5"]).expect_silent_success();
    for (library, program) in with_installed(prefix, "bench.c") {
        assert_eq!(nodes(&program), nodes(&other), "{library}");
    }
}

/// The stack in KiB that guide and header promise is enough, of which the system keeps a few for
/// itself.
fn promised_stack() -> String {
    let read = |file| fs::read_to_string(root().join(file)).expect("it is committed");
    let (guide, header) = (read("docs/guide.md"), read("include/seajay.h").replace("\n///", ""));
    let (_, rest) = guide.split_once("A search needs less than ").expect("a promise");
    let (stack, _) = rest.split_once(" KiB of stack").expect("its unit");
    assert!(guide.contains(&format!("in a thread of {stack} KiB")));
    assert!(header.contains(&format!("needs less than {stack} KiB of this thread's stack")));
    stack.to_owned()
}

#[test]
fn the_deepest_searches_fit_into_a_small_stack() {
    let Some(prefix) = prefix() else { return };
    let stack = promised_stack();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let network = folder.path().join("material.sjnn");
    let file = Network::of_material(random_numbers(1)).file();
    fs::write(&network, file).expect("the folder is writable");
    for (library, program) in with_installed(prefix, "stack.c") {
        let deepest_ply = |nodes: &str, mate: &str, fen: &str| -> u32 {
            let ran = program.run(&[network.to_str().expect("UTF-8"), &stack, nodes, mate, fen]);
            assert_eq!(ran.code, Some(0), "{library}, {stack} KiB, {fen}: {ran:?}");
            ran.stdout.trim().parse().expect("a ply")
        };
        assert_eq!(deepest_ply("15000000", "0", FORTRESS), LAST_PLY, "{library}");
        for (nodes, mate, fen) in [("300000", "0", QUEENS), ("3000000", "63", FORTRESS)] {
            let deepest = deepest_ply(nodes, mate, fen);
            assert!((20..=LAST_PLY).contains(&deepest), "only ply {deepest} of {fen}");
        }
    }
}

/// What pkg-config says of the installed library.
fn pkg_config(prefix: &Path, arguments: &[&str]) -> Vec<String> {
    let mut command = Command::new("pkg-config");
    command.env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig")).args(arguments).arg("seajay");
    let text = run(&mut command).expect_silent_success();
    text.split_whitespace().map(str::to_owned).collect()
}

/// Runs a program that analyses.
fn expect_analysis(program: &Path) {
    let text = run(Command::new(program).args(MATE)).expect_silent_success();
    assert!(text.contains("Qg7#"), "{text}");
}

#[test]
fn programs_are_built_by_pkg_config() {
    let Some(prefix) = prefix().filter(|_| is_installed("pkg-config")) else { return };
    assert_eq!(pkg_config(prefix, &["--modversion"]), [numbers().0]);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let rpath = format!("-Wl,-rpath,{}", prefix.join("lib").display());
    let shared = [pkg_config(prefix, &["--libs"]), vec![rpath]].concat();
    let fixed = pkg_config(prefix, &["--static", "--libs"]).into_iter();
    let fixed: Vec<_> = fixed.map(|flag| flag.replace("-lseajay", "-l:libseajay.a")).collect();
    for (compiler, standard, example) in
        [("cc", "-std=c99", "analyse.c"), ("c++", "-std=c++17", "analyse.cpp")]
    {
        for libraries in [&shared, &fixed] {
            let program = folder.path().join("program");
            let mut command = Command::new(compiler);
            command.arg(standard).args(STRICT).args(pkg_config(prefix, &["--cflags"]));
            command.arg(root().join("examples").join(example)).arg("-o").arg(&program);
            run(command.args(libraries)).expect_silent_success();
            expect_analysis(&program);
        }
    }
}

const PROJECT: &str = "
cmake_minimum_required(VERSION 3.16)
project(host C CXX)
find_package(seajay 9.9 QUIET)
if(seajay_FOUND)
    message(FATAL_ERROR \"version 9.9 was found\")
endif()
find_package(seajay 1.0 REQUIRED)
message(STATUS \"found ${seajay_INCLUDE_DIR} ${seajay_SHARED_LIBRARY}\")
foreach(kind seajay static)
    add_executable(c-${kind} analyse.c)
    target_link_libraries(c-${kind} PRIVATE seajay::${kind})
    add_executable(cpp-${kind} analyse.cpp)
    target_compile_features(cpp-${kind} PRIVATE cxx_std_17)
    target_link_libraries(cpp-${kind} PRIVATE seajay::${kind})
endforeach()
";

/// Configures a project with what is installed below a prefix.
fn configure(project: &Path, build: &Path, prefix: &Path) -> Command {
    let mut command = Command::new("cmake");
    command.arg("-S").arg(project).arg("-B").arg(build);
    command.arg(format!("-DCMAKE_PREFIX_PATH={}", prefix.display()));
    command
}

#[test]
fn programs_are_built_by_cmake() {
    let Some(prefix) = prefix().filter(|_| is_installed("cmake")) else { return };
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("CMakeLists.txt"), PROJECT).expect("the folder is writable");
    for example in ["analyse.c", "analyse.cpp"] {
        let copy = folder.path().join(example);
        fs::copy(root().join("examples").join(example), copy).expect("the folder is writable");
    }
    // Wherever the installed files have gone.
    let moved = folder.path().join("elsewhere");
    run(Command::new("cp").arg("-a").arg(prefix).arg(&moved)).expect_silent_success();
    let build = folder.path().join("build");
    let text = run(&mut configure(folder.path(), &build, &moved)).expect_silent_success();
    let found = format!("found {0}/include {0}/lib/libseajay.so", moved.display());
    assert!(text.contains(&found), "{text}");
    run(Command::new("cmake").arg("--build").arg(&build)).expect_silent_success();
    for program in ["c-seajay", "c-static", "cpp-seajay", "cpp-static"] {
        expect_analysis(&build.join(program));
    }
}

/// Libraries and headers need not lie below the prefix.
#[test]
fn cmake_finds_what_was_put_elsewhere() {
    if prefix().is_none() || !is_installed("cmake") {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let place = |name: &str| folder.path().join(name).display().to_string();
    make(&[
        "install".to_owned(),
        format!("PREFIX={}", place("prefix")),
        format!("LIBDIR={}", place("objects")),
        format!("INCLUDEDIR={}", place("headers")),
    ]);
    let project = "cmake_minimum_required(VERSION 3.16)\n\
                   project(program C)\n\
                   find_package(seajay REQUIRED)\n\
                   message(\"${seajay_INCLUDE_DIR} ${seajay_SHARED_LIBRARY}\")\n";
    fs::write(folder.path().join("CMakeLists.txt"), project).expect("the folder is writable");
    let build = folder.path().join("build");
    let text = run(&mut configure(folder.path(), &build, &folder.path().join("prefix")))
        .expect_success()
        .stderr;
    let found = format!("{} {}", place("headers"), place("objects/libseajay.so"));
    assert!(text.contains(&found), "{text}");
}

/// Makes both kinds of archives of the same files, which are written in another order, at another
/// time and with other permissions each time.
const ARCHIVES: &str = r#"
import os, sys, tempfile
from pathlib import Path
sys.path.insert(0, "tools")
import dist

def made(names, mask, time):
    os.umask(mask)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "seajay"
        for name in names:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(name)
            os.utime(path, (time, time))
        (folder / "link").symlink_to("lib/b")
        dist.write_tar(folder, Path(place) / "tar")
        dist.write_zip(folder, Path(place) / "zip")
        return [(Path(place) / kind).read_bytes() for kind in ("tar", "zip")]

names = ["lib/b", "lib/a", "LICENSE"]
assert made(names, 0o022, 1_000_000_000) == made(names[::-1], 0o007, 1_700_000_000)
"#;

#[test]
fn an_archive_depends_on_its_files_alone() {
    if is_installed("python3") {
        let mut python = Command::new("python3");
        python.args(["-c", ARCHIVES]).current_dir(root()).env("PYTHONDONTWRITEBYTECODE", "1");
        python.env("SOURCE_DATE_EPOCH", "1750000000");
        run(&mut python).expect_silent_success();
    }
}

/// A static library in Rust that uses the standard library, panics and threads.
const OTHER: &str = r#"
#[unsafe(no_mangle)]
pub extern "C" fn other_answer() -> i32 {
    std::panic::set_hook(Box::new(|_| ()));
    let text = std::thread::spawn(|| std::panic::catch_unwind(|| panic!("42")));
    let payload = text.join().unwrap().unwrap_err();
    payload.downcast_ref::<&str>().unwrap().parse().unwrap()
}
"#;

const HOST: &str = r#"
#include <seajay.h>
#include <stdio.h>
int other_answer(void);
int main(void)
{
    SeajayEngine *engine = seajay_new();
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    SeajayResult result = SEAJAY_RESULT_INIT;
    limits.depth = 3;
    if (seajay_start(engine, &limits) != 0 || seajay_wait(engine, -1, &result) != 0)
        return 1;
    seajay_free(engine);
    printf("%d %s\n", other_answer(), result.best_move);
    return 0;
}
"#;

#[test]
fn two_static_libraries_in_rust_live_in_one_program() {
    let Some(prefix) = prefix() else { return };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| -> PathBuf { folder.path().join(name) };
    fs::write(path("other.rs"), OTHER).expect("the folder is writable");
    fs::write(path("host.c"), HOST).expect("the folder is writable");
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--edition=2024", "--crate-type=staticlib", "-o"]).arg(path("libother.a"));
    run(rustc.arg(path("other.rs"))).expect_success();
    let (ours, other) = (prefix.join("lib/libseajay.a"), path("libother.a"));
    for libraries in [[&ours, &other], [&other, &ours]] {
        let mut cc = Command::new("cc");
        cc.arg("-I").arg(prefix.join("include")).arg(path("host.c")).args(libraries);
        run(cc.args(["-lm", "-lpthread", "-ldl", "-o"]).arg(path("host"))).expect_silent_success();
        let text = run(&mut Command::new(path("host"))).expect_silent_success();
        assert!(text.starts_with("42 ") && text.trim_end().len() == 7, "{text}");
    }
}
