//! A folder with the three-piece tables, some bytes of some of them changed, shared by two engines,
//! one of which may have several threads.

use std::fs;
use std::ptr;

use seajay::ffi::*;
use testkit::ffi::*;

use crate::choices::Choices;
use crate::snapshot::{change, check_result};

macro_rules! tables {
    ($($name:literal),*) => {
        [$(($name, include_bytes!(concat!("../../tests/data/syzygy/", $name)))),*]
    };
}

static TABLES: [(&str, &[u8]); 10] = tables![
    "KQvK.rtbw",
    "KQvK.rtbz",
    "KPvK.rtbw",
    "KPvK.rtbz",
    "KRvK.rtbw",
    "KRvK.rtbz",
    "KBvK.rtbw",
    "KBvK.rtbz",
    "KNvK.rtbw",
    "KNvK.rtbz"
];

const FENS: [&str; 8] = [
    "8/8/8/8/8/4k3/8/KQ6 w - - 0 1",
    "8/8/8/8/8/4k3/8/KQ6 b - - 90 80",
    "8/6P1/8/8/8/8/k7/7K w - - 0 1",
    "8/8/1k6/8/8/8/1P6/1K6 w - - 0 1",
    "8/8/8/3k4/3p4/8/3K4/8 w - - 3 1",
    "8/8/8/8/8/4k3/8/KR6 w - - 99 80",
    "8/8/8/8/8/k7/r7/K7 w - - 0 1",
    "8/8/8/8/8/4k3/6P1/KB6 b - - 0 1",
];

pub fn run(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut is_sound = true;
    let damaged = [choices.below(TABLES.len()), choices.below(TABLES.len())];
    for (index, (name, table)) in TABLES.iter().enumerate() {
        let mut table = table.to_vec();
        if damaged.contains(&index) {
            damage(&mut table, &mut choices);
        }
        is_sound &= table == TABLES[index].1;
        fs::write(folder.path().join(name), table).expect("room for a table");
    }
    let path = folder.path().to_str().expect("UTF-8");
    let handles = [Handle::new(), Handle::new()];
    handles[1].set_option("Threads", choices.one_of(&["1", "2"]));
    for handle in &handles {
        handle.set_option("Hash", "1");
        let accepted = change(handle, || handle.set_option("SyzygyPath", path));
        assert!(accepted || !is_sound, "{}", last_error());
    }
    for fen in FENS {
        handles.iter().for_each(|handle| search(handle, fen, is_sound));
    }
}

/// A search from a position that the tables may know, and do where they are sound.
fn search(handle: &Handle, fen: &str, is_sound: bool) {
    assert_eq!(handle.set_position(Some(fen), ""), OK);
    let result = handle.search(&nodes(200)).expect("a search");
    check_result(handle, &Game::at(fen), &result);
    let mut line: SeajayInfo = init();
    assert_eq!(unsafe { seajay_line(handle.raw, 0, &mut line, ptr::null_mut(), 0) }, OK);
    let pieces = fen.split(' ').next().unwrap_or("").chars().filter(|c| c.is_alphabetic()).count();
    assert!(!is_sound || pieces > 3 || line.tb_hits > 0, "{fen}");
}

fn damage(table: &mut Vec<u8>, choices: &mut Choices<'_>) {
    for _ in 0..choices.below(9) {
        match choices.below(8) {
            // The header lies in front.
            0..=3 => {
                let at = choices.below(256).min(table.len() - 1);
                table[at] = choices.byte();
            }
            4 | 5 => {
                let at = choices.short() % table.len();
                table[at] = choices.byte();
            }
            // A size that a table may have.
            6 => {
                let length = (choices.short() % table.len()) / 64 * 64 + 16;
                table.resize(length, choices.byte());
            }
            _ => {
                let at = choices.short() % table.len();
                let end = (at + choices.below(64)).min(table.len());
                table[at..end].fill(choices.byte());
            }
        }
    }
}
