//! Writes what is made of the C interface, and the table of options in `docs/guide.md`; with `--check`,
//! says what is not current instead; with `--record`, writes what this version keeps to.

use std::fs;
use std::process::ExitCode;

use seajay::{Engine, OptionInfo, OptionKind};

const HEADING: &str = "| name | type | default | values | meaning |\n|---|---|---|---|---|\n";

/// Every file that is made, wholly or in part.
fn files() -> Vec<(&'static str, String)> {
    let guide = "docs/guide.md";
    let guide = (guide, with_options(&abi::committed(guide)));
    abi::files().into_iter().chain([guide]).collect()
}

/// The guide with the table of today: what options mean is written there by hand, the rest is what the
/// library says.
fn with_options(guide: &str) -> String {
    let (before, rest) = guide.split_once(HEADING).expect("docs/guide.md has a table of options");
    let (table, after) = rest.split_once("\n\n").expect("its end");
    let meaning = |name: &str| {
        let row = table.lines().find(|row| row.starts_with(&format!("| {name} |")));
        row.and_then(|row| row.trim_end_matches(" |").rsplit("| ").next())
            .unwrap_or_else(|| panic!("docs/guide.md needs a row | {name} | its meaning |"))
            .to_owned()
    };
    let rows = Engine::options().iter().map(|info| row(info, &meaning(info.name())));
    let rows: Vec<_> = rows.collect();
    [before, HEADING, &rows.join("\n"), "\n\n", after].concat()
}

fn row(info: &OptionInfo, meaning: &str) -> String {
    let (_, values) = words(info);
    format!("| {} | {} | {values} | {meaning} |", name_and_type(info), info.default_value())
}

/// What a record has of an option, and its row in the guide begins with.
fn name_and_type(info: &OptionInfo) -> String {
    format!("{} | {}", info.name(), words(info).0)
}

/// The type of an option, and its values.
fn words(info: &OptionInfo) -> (&'static str, String) {
    match info.kind {
        OptionKind::Check => ("check", "true, false".to_owned()),
        OptionKind::Spin => ("spin", format!("{} to {}", info.min, info.max)),
        OptionKind::String => ("string", "text".to_owned()),
        kind => panic!("{kind:?} needs its words for the guide"),
    }
}

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => {
            for path in abi::write(&files()) {
                println!("wrote {path}");
            }
            ExitCode::SUCCESS
        }
        ["--check"] => match abi::check(&files()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(difference) => {
                eprintln!("{difference}");
                ExitCode::FAILURE
            }
        },
        ["--record"] => {
            let options = Engine::options().iter().map(|info| name_and_type(info) + "\n");
            for (path, text) in abi::record(options.collect()) {
                let file = abi::root().join(&path);
                fs::create_dir_all(file.parent().expect("a folder")).expect("it is writable");
                fs::write(file, text).expect("it is writable");
                println!("wrote {path}");
            }
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("usage: cargo run -p abi [-- --check|--record]");
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn everything_is_current() {
        if let Err(difference) = abi::check(&super::files()) {
            panic!("{difference}");
        }
    }
}
