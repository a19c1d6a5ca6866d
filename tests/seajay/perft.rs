//! Compares the move generator with published perft counts.

use std::path::{Path, PathBuf};

use seajay::{ErrorKind, Game};

/// One line of `FEN ;D1 n ;D2 n …`: the position and its counts by depth.
fn parse(line: &str) -> (&str, Vec<(u32, u64)>) {
    let mut parts = line.split(';').map(str::trim);
    let fen = parts.next().expect("a FEN");
    let counts = parts.map(|part| {
        let (depth, count) = part.split_once(' ').expect("D1 20");
        let depth = depth.strip_prefix('D').expect("D1 20");
        (depth.parse().expect("a depth"), count.trim().parse().expect("a count"))
    });
    (fen, counts.collect())
}

/// Checks every position of a file at all depths whose count is at most `max`; returns how many
/// leaf nodes were counted.
fn check(path: &Path, max: u64) -> u64 {
    let text = std::fs::read_to_string(path).expect("the file is there");
    let mut game = Game::new();
    let mut total = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let (fen, counts) = parse(line);
        game.set(Some(fen), "").unwrap();
        assert!(!counts.is_empty(), "{line}");
        // The greatest depth includes the others; a failure is narrowed down by hand.
        let within = counts.iter().filter(|(_, count)| *count <= max).max();
        let &(depth, count) = within.unwrap_or(&counts[0]);
        assert_eq!(game.perft(depth).unwrap(), count, "{fen} at depth {depth}");
        total += count;
    }
    total
}

#[test]
fn known_positions_have_their_published_counts() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft.epd");
    let total = check(&path, 5_000_000);
    assert!(total > 10_000_000, "{total}");
}

#[test]
fn large_sets_where_they_are_at_hand() {
    let Some(folder) = testkit::test_data("perft") else { return };
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("readable")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "epd"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    for path in files {
        println!("{}: {} positions counted", path.display(), check(&path, 2_000_000));
    }
}

#[test]
fn depth_zero_counts_the_position_itself() {
    assert_eq!(Game::new().perft(0).unwrap(), 1);
}

#[test]
fn a_depth_that_no_stack_and_no_lifetime_suffices_for_is_refused() {
    let game = Game::new();
    for depth in [1000, 1_000_000, u32::MAX] {
        assert_eq!(game.perft(depth).unwrap_err().kind(), ErrorKind::InvalidArgument);
    }
}
