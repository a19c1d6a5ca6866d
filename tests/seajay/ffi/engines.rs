//! What is set on an engine, through the C functions: positions, options and networks, with the
//! status of what is refused.

use std::ptr;

use seajay::ffi::*;
use testkit::ffi::*;

#[test]
fn a_position_is_set_as_the_safe_engine_sets_it() {
    let mut engine = seajay::Engine::new().unwrap();
    let handle = Handle::new();
    for (fen, moves) in [(None, "e2e4"), (Some(KIWIPETE), "e1g1 e8c8"), (Some(STALEMATED), "")] {
        assert_eq!(handle.set_position(fen, moves), OK);
        engine.set_position(fen, moves).unwrap();
        assert_eq!(handle.evaluate(), engine.evaluate());
    }
    assert_eq!(unsafe { seajay_set_position(handle.raw, ptr::null(), ptr::null()) }, OK);
    assert_eq!(handle.evaluate(), Handle::new().evaluate());
}

#[test]
fn a_refused_position_has_its_status_and_the_old_one_stays() {
    let handle = Handle::new();
    assert_eq!(handle.set_position(None, "g1f3"), OK);
    let before = handle.evaluate();
    for (fen, moves, status, part) in [
        (Some("8/8/8/8 w - - 0 1"), "", INVALID_FEN, "field 1"),
        (Some("8/8/8/8/8/8/8/4K3 w - - 0 1"), "", ILLEGAL_POSITION, "king"),
        (None, "e2e4 e7e5 e7e5", ILLEGAL_MOVE, "move 3"),
    ] {
        assert_eq!(handle.set_position(fen, moves), status);
        error_names(part);
        assert_eq!(handle.evaluate(), before);
    }
}

#[test]
fn the_list_of_options_agrees_with_a_new_engine() {
    let handle = Handle::new();
    let kinds = [
        (seajay::OptionKind::Check, SeajayOptionKind::SEAJAY_OPTION_CHECK),
        (seajay::OptionKind::Spin, SeajayOptionKind::SEAJAY_OPTION_SPIN),
        (seajay::OptionKind::String, SeajayOptionKind::SEAJAY_OPTION_STRING),
    ];
    assert_eq!(seajay_option_count(), seajay::Engine::options().len());
    for (info, safe) in option_infos().zip(seajay::Engine::options()) {
        let (name, default) = (text(info.name), text(info.default_value));
        assert_eq!((name.as_str(), default.as_str()), (safe.name(), safe.default_value()));
        assert_eq!((info.min, info.max, info.choices.is_null()), (safe.min, safe.max, true));
        assert!(kinds.iter().any(|&(kind, c)| kind == safe.kind && c as i32 == info.kind));
        assert_eq!(handle.option(&name).unwrap(), default, "{name}");
        assert_eq!(handle.set_option(&name, &default), OK, "{name}");
    }
    let mut info = init();
    for index in [seajay_option_count(), usize::MAX] {
        assert_eq!(unsafe { seajay_option_info(index, &mut info) }, INVALID_ARGUMENT);
    }
}

#[test]
fn a_refused_option_has_its_status_and_the_old_value_stays() {
    let handle = Handle::new();
    let not_a_network = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    for (name, value, status, part) in [
        ("Hsah", "1", UNKNOWN_OPTION, "Hsah"),
        ("Hash", "0", INVALID_VALUE, "Hash"),
        ("Ponder", "maybe", INVALID_VALUE, "maybe"),
        ("EvalFile", "/no/such/file", IO, "/no/such/file"),
        ("EvalFile", not_a_network, INVALID_VALUE, "Cargo.toml"),
        ("SyzygyPath", "/no/such/folder", IO, "/no/such/folder"),
    ] {
        let before = handle.option(name);
        assert_eq!(handle.set_option(name, value), status, "{name} {value}");
        error_names(part);
        assert_eq!(handle.option(name), before);
    }
    assert_eq!(handle.option("Hsah"), Err(UNKNOWN_OPTION));
}

#[test]
fn a_network_is_loaded_from_memory() {
    let handle = Handle::new();
    let (usual, built_in) = (handle.evaluate(), handle.memory_usage());
    assert_eq!(handle.load_network(EMBEDDED), OK);
    assert_eq!(handle.evaluate(), usual);
    let loaded = handle.memory_usage();
    assert!(loaded > built_in, "a network of its own");
    for bytes in [b"", &b"nonsense"[..], &EMBEDDED[..EMBEDDED.len() - 1]] {
        assert_eq!(handle.load_network(bytes), INVALID_ARGUMENT, "{} bytes", bytes.len());
        assert_eq!((handle.evaluate(), handle.memory_usage()), (usual, loaded));
    }
    assert_eq!(handle.set_option("EvalFile", ""), OK);
    assert_eq!(handle.memory_usage(), built_in);
}

#[test]
fn a_line_is_put_into_san_from_the_position_that_was_searched() {
    let handle = Handle::new();
    assert_eq!(handle.line_san(0), Err(INVALID_ARGUMENT), "there never was a search");
    let game = Game::with(Some(KIWIPETE), "e1g1");
    assert_eq!(handle.set_game(&game), OK);
    assert!(handle.search(&depth(6)).is_ok());
    let expected = game.to_san(&handle.line(0));
    assert_eq!(handle.line_san(0), expected);
    // Whatever follows it.
    assert_eq!(handle.set_position(Some(STALEMATED), ""), OK);
    assert_eq!(handle.line_san(0), expected);
    assert_eq!(handle.start(&infinite()), OK);
    assert_eq!(handle.line_san(0), expected, "while another search runs");
    handle.stop();
    assert!(handle.wait(-1).is_ok());
    assert_eq!(handle.line_san(0), Err(INVALID_ARGUMENT), "stalemate has no line");
    error_names("line 0");
}
