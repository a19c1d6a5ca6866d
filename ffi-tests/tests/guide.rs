//! The programs in docs/guide.md, and the web pages that are made of it and of the headers.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::Command;

use ffi_tests::{Linkage, Program, is_installed, root, run};

/// The blocks of code in a language.
fn blocks(language: &str) -> Vec<String> {
    let guide = fs::read_to_string(root().join("docs/guide.md")).expect("it is committed");
    let opening = format!("\n```{language}\n");
    let parts = guide.split(&opening).skip(1);
    parts.map(|part| part.split("```\n").next().expect("its end").to_owned()).collect()
}

#[test]
fn every_program_of_the_guide_works() {
    for (language, extension, standard, count) in [("c", "c", "c99", 8), ("cpp", "cpp", "c++17", 2)]
    {
        let programs = blocks(language);
        assert_eq!(programs.len(), count, "programs in {language}");
        for text in programs {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let source = folder.path().join(format!("program.{extension}"));
            fs::write(&source, &text).expect("the folder is writable");
            let printed = Program::new(&source, standard, Linkage::Shared, &[]).run(&[]);
            assert!(!printed.expect_silent_success().is_empty(), "{text}");
        }
    }
}

#[test]
fn the_web_pages_are_made_without_a_warning() {
    if !is_installed("doxygen") {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let settings = fs::read_to_string(root().join("docs/Doxyfile")).expect("it is committed");
    let settings = settings.replace("target/doxygen", folder.path().to_str().expect("UTF-8"));
    let path = folder.path().join("Doxyfile");
    fs::write(&path, settings).expect("the folder is writable");
    run(Command::new("doxygen").arg(&path).current_dir(root())).expect_silent_success();
    let page = fs::read_to_string(folder.path().join("html/index.html")).expect("a first page");
    assert!(page.contains("Determinism"));
    let page = fs::read_to_string(folder.path().join("html/seajay_8h.html")).expect("a page");
    assert!(page.contains("seajay_set_log_callback"));
}
