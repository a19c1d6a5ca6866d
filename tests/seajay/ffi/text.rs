//! Text in buffers: the full length is returned, and the text is cut and terminated.

use std::ffi::c_char;
use std::ptr;

use seajay::ffi::*;
use testkit::ffi::*;

/// Checks the returned length, and the text that fits, for every size of the buffer.
fn check(name: &str, get: impl Fn(*mut c_char, usize) -> i64) {
    let full = read(&get).unwrap();
    assert!(!full.is_empty(), "{name}");
    for size in 0..full.len() + 3 {
        let mut buffer = vec![0x55_u8; size + 4];
        assert_eq!(get(buffer.as_mut_ptr().cast(), size), full.len() as i64, "{name}");
        let kept = full.len().min(size.saturating_sub(1));
        assert_eq!(&buffer[..kept], &full.as_bytes()[..kept], "{name}");
        if size > 0 {
            assert_eq!(buffer[kept], 0, "{name}");
        }
        assert!(buffer[size..].iter().all(|&byte| byte == 0x55), "{name} writes past the end");
    }
    assert_eq!(get(ptr::null_mut(), 0), full.len() as i64, "{name}");
}

#[test]
fn text_is_cut_and_terminated_at_every_size() {
    let (handle, game) = (Handle::new(), Game::with(None, "e2e4 e7e5 g1f3"));
    assert_eq!(handle.set_game(&game), OK);
    assert!(handle.search(&depth(6)).is_ok());
    assert_eq!(game.play("nonsense"), ILLEGAL_MOVE);
    let pgn = Pgn::of(b"[White \"A\"] 1. e4 {best} (1. d4 d5) e5 2. Ke3 1-0");
    let annotated = Game::new();
    assert_eq!(pgn.next(&annotated), 1);
    let (engine, game, pgn) = (handle.raw, game.raw, pgn.raw);
    unsafe {
        check("pgn_error_text", |buffer, size| seajay_pgn_error_text(pgn, buffer, size));
        check("pgn_tag", |buffer, size| seajay_pgn_tag(pgn, c"White".as_ptr(), buffer, size));
        check("pgn_tag_name", |buffer, size| seajay_pgn_tag_name(pgn, 0, buffer, size));
        check("pgn_result", |buffer, size| seajay_pgn_result(pgn, buffer, size));
        check("pgn_comment", |buffer, size| seajay_pgn_comment(pgn, 1, buffer, size));
        check("pgn_variation", |buffer, size| seajay_pgn_variation(pgn, 1, 0, buffer, size));
        check("pgn_write", |buffer, size| seajay_pgn_write(pgn, annotated.raw, buffer, size));
        check("moves", |buffer, size| seajay_game_moves(game, buffer, size));
        check("moves_san", |buffer, size| seajay_game_moves_san(game, buffer, size));
        check("start_fen", |buffer, size| seajay_game_start_fen(game, buffer, size));
        check("fen", |buffer, size| seajay_game_fen(game, buffer, size));
        check("legal_moves", |buffer, size| {
            seajay_game_legal_moves(game, ptr::null(), buffer, size)
        });
        check("legal_moves of one piece", |buffer, size| {
            seajay_game_legal_moves(game, c"b8".as_ptr(), buffer, size)
        });
        check("to_san", |buffer, size| {
            seajay_game_to_san(game, c"b8c6 f1b5".as_ptr(), buffer, size)
        });
        check("from_san", |buffer, size| {
            seajay_game_from_san(game, c"Nc6 Bb5".as_ptr(), buffer, size)
        });
        check("get_option", |buffer, size| {
            seajay_get_option(engine, c"UCI_Chess960".as_ptr(), buffer, size)
        });
        check("line_to_san", |buffer, size| seajay_line_to_san(engine, 0, buffer, size));
        let (reviewed, none) = (Game::with(None, "e2e4"), ptr::null_mut());
        let mut review = init();
        assert_eq!(seajay_review(engine, reviewed.raw, &depth(6), &mut review, 1, None, none), 1);
        check("review_line", |buffer, size| seajay_review_line(engine, 0, buffer, size));
        check("last_error", |buffer, size| seajay_last_error(buffer, size) as i64);
    }
}

#[test]
fn text_is_cut_between_letters() {
    let handle = Handle::new();
    assert_eq!(handle.set_option("ä", "1"), UNKNOWN_OPTION);
    let full = last_error();
    for size in 1..full.len() + 1 {
        let mut buffer = vec![0_u8; size];
        unsafe { seajay_last_error(buffer.as_mut_ptr().cast(), size) };
        let end = buffer.iter().position(|&byte| byte == 0).unwrap();
        assert!(full.starts_with(std::str::from_utf8(&buffer[..end]).unwrap()));
    }
}

#[test]
fn a_line_is_cut_between_moves() {
    let handle = Handle::new();
    handle.search(&depth(7)).unwrap();
    let give = |size: usize| {
        let mut buffer = [b'x'; 768];
        let pv = buffer.as_mut_ptr().cast();
        assert_eq!(unsafe { seajay_line(handle.raw, 0, ptr::null_mut(), pv, size) }, OK);
        text(pv)
    };
    let whole = give(768);
    assert!(whole.split(' ').count() > 3, "{whole}");
    for size in 1..=whole.len() + 2 {
        let mut expected = String::new();
        for m in whole.split(' ') {
            let longer = format!("{expected} {m}").trim_start().to_owned();
            if longer.len() >= size {
                break;
            }
            expected = longer;
        }
        assert_eq!(give(size), expected, "{size} bytes");
    }
}
