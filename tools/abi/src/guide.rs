//! The table of options in `docs/guide.md`: what they mean is written there by hand, the rest is
//! what the library says.

use seajay::{Engine, OptionInfo, OptionKind};

const HEADING: &str = "| name | type | default | values | meaning |\n|---|---|---|---|---|\n";

/// The guide with the table of today.
pub fn write(guide: &str) -> String {
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
    let (kind, values) = match info.kind {
        OptionKind::Check => ("check", "true, false".to_owned()),
        OptionKind::Spin => ("spin", format!("{} to {}", info.min, info.max)),
        OptionKind::String => ("string", "text".to_owned()),
    };
    format!("| {} | {kind} | {} | {values} | {meaning} |", info.name(), info.default())
}
