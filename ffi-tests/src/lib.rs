//! Compiles C and C++ programs against seajay's header and libraries, and runs them.

use std::ffi::OsString;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::time::Duration;
use std::{env, fs};

use tempfile::TempDir;

/// Longer than anything takes, even on a busy machine and under valgrind.
const PATIENCE: Duration = Duration::from_secs(240);

/// The flags with which programs and header must compile without a warning.
pub const STRICT: [&str; 4] = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"];

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in the repository")
}

/// The folder with the C libraries: cargo makes them beside the rlib that the tests depend on.
pub fn library_folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let test = env::current_exe().expect("the test has a path");
        test.parent().expect("programs lie in folders").to_owned()
    })
}

/// The shared library.
pub fn shared_library() -> PathBuf {
    existing(&format!("{}seajay{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX))
}

/// The static library.
fn static_library() -> PathBuf {
    existing("libseajay.a")
}

fn existing(library: &str) -> PathBuf {
    let path = library_folder().join(library);
    assert!(path.exists(), "cargo has not made {}", path.display());
    path
}

/// How a program is linked with the library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage<'a> {
    /// Not at all.
    None,
    /// From `libseajay.so`.
    Shared,
    /// From `libseajay.a`.
    Static,
    /// From this library, of either kind.
    File(&'a Path),
}

impl Linkage<'_> {
    fn arguments(self) -> Vec<OsString> {
        let joined = |flag: &str, folder: &Path| {
            let mut argument = OsString::from(flag);
            argument.push(folder);
            argument
        };
        let system = || native_static_libs().split(' ').map(OsString::from);
        match self {
            Linkage::None => Vec::new(),
            Linkage::Shared => {
                let folder = library_folder();
                vec![joined("-L", folder), "-lseajay".into(), joined("-Wl,-rpath,", folder)]
            }
            Linkage::Static => [static_library().into()].into_iter().chain(system()).collect(),
            Linkage::File(library) => {
                let folder = library.parent().expect("a library lies in a folder");
                let own = [library.into(), joined("-Wl,-rpath,", folder)];
                own.into_iter().chain(system()).collect()
            }
        }
    }
}

/// The system libraries that Rust's standard library needs, as arguments for the linker.
fn native_static_libs() -> &'static str {
    static LIBS: OnceLock<String> = OnceLock::new();
    LIBS.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let source = folder.path().join("empty.rs");
        fs::write(&source, "").expect("the folder is writable");
        let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        rustc.args(["--crate-type=staticlib", "--print=native-static-libs"]).arg(&source);
        let notes = run(rustc.current_dir(folder.path())).expect_success().stderr;
        let (_, libs) = notes.split_once("native-static-libs: ").expect("rustc prints them");
        libs.lines().next().expect("there is a line").trim().to_owned()
    })
}

/// A compiled program, in a temporary folder.
pub struct Program {
    path: PathBuf,
    _folder: TempDir,
}

impl Program {
    /// Compiles a source, `standard` being `c99`, `c++17` and so on. Panics when it does not
    /// compile in silence.
    pub fn new(source: &Path, standard: &str, linkage: Linkage<'_>, flags: &[&str]) -> Program {
        let ran = Program::try_new(source, standard, linkage, flags);
        ran.unwrap_or_else(|ran| panic!("{} does not compile: {ran:?}", source.display()))
    }

    /// Like [`Program::new`], but returns what the compiler says.
    ///
    /// # Errors
    /// The source does not compile in silence.
    pub fn try_new(
        source: &Path,
        standard: &str,
        linkage: Linkage<'_>,
        flags: &[&str],
    ) -> Result<Program, Ran> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("program");
        let mut compiler = compiler(standard);
        compiler.arg("-I").arg(root().join("include")).args(STRICT).args(flags);
        compiler.arg(source).arg("-o").arg(&path).args(linkage.arguments());
        let ran = run(&mut compiler);
        if ran.code == Some(0) && ran.stderr.is_empty() {
            Ok(Program { path, _folder: folder })
        } else {
            Err(ran)
        }
    }

    /// Compiles the text of a C program that uses the header alone.
    pub fn from_text(text: &str) -> Program {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let source = folder.path().join("program.c");
        fs::write(&source, text).expect("the folder is writable");
        Program::new(&source, "c99", Linkage::None, &[])
    }

    /// Runs the program.
    pub fn run(&self, arguments: &[&str]) -> Ran {
        run(Command::new(&self.path).args(arguments).current_dir(root()))
    }

    /// Runs the program under valgrind, which makes every error and every leak exit code 99.
    pub fn run_under_valgrind(&self, arguments: &[&str]) -> Ran {
        let mut valgrind = Command::new("valgrind");
        valgrind.args(["--quiet", "--error-exitcode=99", "--leak-check=full"]);
        // Without fair turns a searching thread can keep the one that is to stop it from running.
        valgrind.arg("--fair-sched=try");
        // Not "reachable": the library's panic hook stays forever.
        valgrind.arg("--errors-for-leak-kinds=definite,indirect,possible");
        run(valgrind.arg(&self.path).args(arguments).current_dir(root()))
    }
}

/// Compiles the text of a C program that needs no header of the system, and prints nothing: for this
/// machine, and for pointers of 32 bits, with 64-bit numbers aligned to four and to eight bytes.
pub fn compile_for_pointers_of_both_sizes(text: &str) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (source, empty) = (folder.path().join("program.c"), folder.path().join("empty.c"));
    fs::write(&source, text).expect("the folder is writable");
    fs::write(&empty, "typedef int nothing;\n").expect("the folder is writable");
    // gcc has the first two without the system's headers, clang all of them.
    for (compiler, target) in [
        ("gcc", "-std=c11"),
        ("gcc", "-m32"),
        ("clang", "--target=i686-unknown-linux-gnu"),
        ("clang", "--target=armv7-unknown-linux-gnueabihf"),
        ("clang", "--target=wasm32-unknown-unknown"),
    ] {
        if !is_installed(compiler) {
            continue;
        }
        let compile = |source: &Path| {
            let mut command = Command::new(compiler);
            command.args([target, "-std=c11", "-ffreestanding", "-fsyntax-only", "-I"]);
            command.arg(root().join("include")).args(STRICT).arg("-Wno-unused-local-typedefs");
            run(command.arg(source))
        };
        let ran = compile(&empty);
        if ran.code == Some(0) {
            compile(&source).expect_silent_success();
        } else {
            skip(format_args!("{compiler} knows no {target}: {}", ran.stderr));
        }
    }
}

/// The system's compiler, or the one that CC or CXX names, with the arguments of CFLAGS.
fn compiler(standard: &str) -> Command {
    let (variable, default) =
        if standard.starts_with("c++") { ("CXX", "c++") } else { ("CC", "cc") };
    let mut compiler = Command::new(env::var_os(variable).unwrap_or_else(|| default.into()));
    compiler.arg(format!("-std={standard}"));
    compiler.args(env::var("CFLAGS").unwrap_or_default().split_whitespace());
    compiler
}

/// Says, past the capture of output, what is not tested and why. The last program of these tests says
/// it again.
pub fn skip(why: impl Display) {
    let line = format!("skipped: {why}\n");
    io::stderr().write_all(line.as_bytes()).expect("stderr is open");
    let list = File::options().create(true).append(true).open(skipped());
    list.and_then(|mut list| list.write_all(line.as_bytes())).expect("the folder is writable");
}

/// The file with the lines of what was skipped.
pub fn skipped() -> PathBuf {
    library_folder().join("skipped.txt")
}

/// Whether this program is installed; if not, prints that a test is skipped.
pub fn is_installed(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success());
    if !found {
        skip(format_args!("there is no {program} here"));
    }
    found
}

/// Whether Python has python-chess, which the package needs; if not, prints that a test is skipped.
pub fn has_python_chess() -> bool {
    let mut python = Command::new("python3");
    let found = python.args(["-c", "import chess"]).output().is_ok_and(|o| o.status.success());
    if !found {
        skip("python3 has no python-chess here");
    }
    found
}

/// The outcome of a program.
#[derive(Debug)]
pub struct Ran {
    /// The exit code; `None` when it was killed.
    pub code: Option<i32>,
    /// What it printed to stdout.
    pub stdout: String,
    /// What it printed to stderr.
    pub stderr: String,
}

impl Ran {
    /// Panics unless the program succeeded.
    pub fn expect_success(self) -> Ran {
        assert_eq!(self.code, Some(0), "{self:#?}");
        self
    }

    /// Panics unless the program succeeded and wrote nothing to stderr; returns its output.
    pub fn expect_silent_success(self) -> String {
        assert!(self.code == Some(0) && self.stderr.is_empty(), "{self:#?}");
        self.stdout
    }
}

/// Runs a command to its end, or kills it when it takes too long.
pub fn run(command: &mut Command) -> Ran {
    // cargo sets it for tests; a program must find the library without.
    command.env_remove("LD_LIBRARY_PATH");
    let command = std::mem::replace(command, Command::new(""));
    let mut command = assert_cmd::Command::from_std(command);
    let Output { status, stdout, stderr } = command.timeout(PATIENCE).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Ran { code: status.code(), stdout: text(stdout), stderr: text(stderr) }
}
