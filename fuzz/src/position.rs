//! A FEN, and moves after the first line end.

use seajay::ffi::*;

use crate::snapshot::{change, check_result};
use crate::support::*;

pub fn run(bytes: &[u8]) {
    let Ok(input) = std::str::from_utf8(bytes) else { return };
    let (fen, moves) = input.split_once('\n').unwrap_or((input, ""));
    if input.contains('\0') {
        return;
    }
    let handle = Handle::new();
    handle.set_option("Hash", "1");
    if !change(&handle, || handle.set_position(Some(fen), moves)) {
        return;
    }
    let written = handle.fen();
    let legal = handle.legal_moves();
    let count = legal.split_whitespace().count();
    assert_eq!(handle.perft(1), Ok(count as u64));
    for m in legal.split_whitespace() {
        let san = handle.san(m).expect("a legal move");
        assert_eq!(handle.san_to_move(&san).as_deref(), Ok(m), "{san} in {written}");
    }
    let mut evaluation = i32::MAX;
    assert_eq!(unsafe { seajay_evaluate(handle.raw, &mut evaluation) }, OK);
    assert!(evaluation.abs() <= 31_742, "{evaluation}");

    let result = handle.search(&SeajayLimits { nodes: 200, ..limits() }).expect("a search");
    assert!(result.nodes <= 200);
    check_result(&handle, &result);
    // The FEN that it writes is the position that it has.
    assert_eq!(handle.set_position(Some(&written), ""), OK);
    assert_eq!(handle.fen(), written);
    assert_eq!(handle.legal_moves(), legal);
}
