//! Any bytes as PGN. How the text comes makes no difference, faults lie inside it, and what is
//! written of a game is read again as the same. The list of the games agrees with them.

use std::ffi::{c_char, c_void};

use seajay::ffi::*;
use testkit::ffi::*;

use crate::choices::Choices;
use crate::snapshot::{GameSnapshot, checked};

pub fn run(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let size = 1 + choices.below(64);
    let text = choices.bytes(usize::MAX);
    let whole = Pgn::of(text);
    let pieces = Pgn::new();
    let mut source = Pieces { text, size };
    let user_data = std::ptr::from_mut(&mut source).cast();
    assert_eq!(unsafe { seajay_pgn_set_reader(pieces.raw, Some(give), user_data) }, OK);
    let (game, other) = (Game::new(), Game::new());
    let list = Pgn::of(text);
    let mut offsets = Vec::new();
    while checked(whole.next(&game)) == 1 {
        assert_eq!(pieces.next(&other), 1);
        assert_eq!(GameSnapshot::of(&other), GameSnapshot::of(&game));
        assert_eq!((pieces.fault(), pieces.fault_text()), (whole.fault(), whole.fault_text()));
        let written = whole.write(&game);
        assert_eq!(pieces.write(&other), written);
        check_fault(&whole.fault(), text);
        check_written(&written, &game);
        assert_eq!(list.skip(), 1);
        assert_eq!((list.offset(), list.result()), (whole.offset(), whole.result()));
        assert_eq!(tags(&list), tags(&whole));
        offsets.push((whole.offset(), game.moves()));
    }
    assert_eq!(list.skip(), 0);
    for (offset, moves) in offsets.into_iter().rev() {
        assert_eq!((list.seek(offset), list.next(&game)), (OK, 1));
        assert_eq!((list.offset(), game.moves()), (offset, moves));
    }
    assert_eq!(pieces.next(&other), 0);
}

fn tags(pgn: &Pgn) -> Vec<(String, String)> {
    let names = (0..).map_while(|index| pgn.tag_name(index).ok());
    names.map(|name| (pgn.tag(&name), name)).collect()
}

/// A text that is read in pieces of at most this size.
struct Pieces<'a> {
    text: &'a [u8],
    size: usize,
}

unsafe extern "C" fn give(user_data: *mut c_void, buffer: *mut c_char, size: usize) -> i64 {
    let pieces = unsafe { &mut *user_data.cast::<Pieces<'_>>() };
    let (piece, rest) = pieces.text.split_at(pieces.size.min(size).min(pieces.text.len()));
    unsafe { std::ptr::copy_nonoverlapping(piece.as_ptr(), buffer.cast(), piece.len()) };
    pieces.text = rest;
    piece.len() as i64
}

fn check_fault(fault: &PgnFault, text: &[u8]) {
    if checked(fault.status) == OK {
        assert_eq!(*fault, PgnFault::default());
        return;
    }
    let offset = fault.offset as usize;
    assert!(offset < text.len(), "{fault:?}");
    let breaks = (0..offset).filter(|&at| match text[at] {
        b'\n' => true,
        b'\r' => text.get(at + 1) != Some(&b'\n'),
        _ => false,
    });
    assert_eq!(fault.line, 1 + breaks.count() as i64);
}

/// What is written is the PGN of the game, without a fault.
fn check_written(written: &str, game: &Game) {
    let (pgn, again) = (Pgn::of(written.as_bytes()), Game::new());
    assert_eq!(pgn.next(&again), 1, "{written}");
    if pgn.fault_text().contains("the variant") {
        // The tag is kept, so the game is no more one of chess than it was.
        assert_eq!(game.ply_count(), 0, "{written}");
        return;
    }
    assert_eq!(pgn.fault(), PgnFault::default(), "{}: {written}", pgn.fault_text());
    assert_eq!((again.start_fen(), again.moves()), (game.start_fen(), game.moves()), "{written}");
    assert_eq!(pgn.write(&again), written);
    assert_eq!(pgn.next(&again), 0, "{written}");
}
