//! What the libraries export is what the header declares.
#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::fs;

use abi::function_names;
use ffi_tests::{shared_library, static_library};
use object::read::archive::ArchiveFile;
use object::read::elf::{ElfFile64, FileHeader};
use object::{Endianness, Object, ObjectSymbol, elf};

#[test]
fn the_shared_library_exports_the_header_and_nothing_else() {
    let data = fs::read(shared_library()).unwrap();
    let file = object::File::parse(&*data).unwrap();
    let exported: BTreeSet<_> = file
        .dynamic_symbols()
        .filter(|symbol| symbol.is_definition())
        .map(|symbol| symbol.name().unwrap().to_owned())
        .collect();
    assert!(exported.len() >= 23);
    assert_eq!(exported, function_names());
}

#[test]
fn the_static_library_defines_the_header() {
    let data = fs::read(static_library()).unwrap();
    let archive = ArchiveFile::parse(&*data).unwrap();
    let mut defined = BTreeSet::new();
    for member in archive.members() {
        let member = member.unwrap().data(&*data).unwrap();
        let Ok(file) = object::File::parse(member) else { continue };
        let symbols = file.symbols().filter(|symbol| symbol.is_definition() && symbol.is_global());
        let names = symbols.filter_map(|symbol| symbol.name().ok().map(str::to_owned));
        defined.extend(names.filter(|name| name.starts_with("seajay_")));
    }
    assert_eq!(defined, function_names());
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
    let data = fs::read(shared_library()).unwrap();
    let file = object::File::parse(&*data).unwrap();
    let imported: BTreeSet<_> = file
        .dynamic_symbols()
        .filter(|symbol| symbol.is_undefined())
        .map(|symbol| symbol.name().unwrap().to_owned())
        .collect();
    assert!(imported.contains("malloc") && imported.contains("pthread_create"), "{imported:?}");
    for name in NONE_OF_ITS_BUSINESS.split_whitespace() {
        assert!(!imported.contains(name), "the library imports {name}");
    }
}

/// So that programs linked with `-L target/release -lseajay` find it there again, and that
/// `dlclose` does not pull the code away from under the panic hook.
#[test]
fn the_shared_library_has_its_soname_and_stays_loaded() {
    let data = fs::read(shared_library()).unwrap();
    let file = ElfFile64::<Endianness>::parse(&*data).unwrap();
    let endian = file.endian();
    let sections = file.elf_header().sections(endian, &*data).unwrap();
    let (entries, strings) = sections.dynamic(endian, &*data).unwrap().unwrap();
    let strings = sections.strings(endian, &*data, strings).unwrap();
    let value =
        |tag| entries.iter().find(|e| e.d_tag.get(endian) == tag).map(|e| e.d_val.get(endian));
    let soname = strings.get(value(elf::DT_SONAME).unwrap() as u32).unwrap();
    assert_eq!(soname, b"libseajay.so");
    assert_ne!(value(elf::DT_FLAGS_1).unwrap() & elf::DF_1_NODELETE.0, 0);
}
