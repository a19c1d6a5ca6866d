//! Lines for the UCI example, which obeys them and exits.

use std::io::Cursor;

use crate::snapshot::is_costly;

#[path = "../../examples/uci.rs"]
#[allow(dead_code, reason = "the example's own main uses all of it")]
mod shim;

pub fn run(bytes: &[u8]) {
    let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    let mut input: Vec<u8> =
        lines.into_iter().filter(|line| is_quick(line)).take(50).flatten().copied().collect();
    // Searches run to their end otherwise.
    input.extend_from_slice(b"\nstop\n");
    shim::serve(Cursor::new(input)).expect("it ends well");
}

/// Is this a line that takes neither much time nor much memory? The benchmark and the counting of
/// moves run to their ends, as they should.
fn is_quick(line: &[u8]) -> bool {
    let line = String::from_utf8_lossy(line).to_ascii_lowercase();
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_long = |words: &[&str]| matches!(words, [.., "bench"] | ["bench", ..]);
    let deep = words.iter().position(|&word| word == "perft").is_some_and(|at| {
        words.get(at + 1).is_some_and(|depth| depth.parse::<u32>().map_or(true, |d| d > 2))
    });
    !is_long(&words) && !deep && !sets_costly_option(&words)
}

fn sets_costly_option(words: &[&str]) -> bool {
    let ["setoption", "name", option @ ..] = words else { return false };
    let mut sides = option.splitn(2, |&word| word == "value").map(|side| side.join(" "));
    let (name, value) = (sides.next().unwrap_or_default(), sides.next().unwrap_or_default());
    is_costly(&name, &value)
}
