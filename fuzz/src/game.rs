//! Sequences of calls on several games. Whatever the calls were, a game equals its start and its
//! moves.

use std::ffi::{CStr, CString};
use std::ptr;

use seajay::ffi::*;
use shakmaty::File;
use shakmaty::zobrist::{Zobrist64, ZobristValue as _};
use testkit::ffi::*;

use crate::choices::Choices;
use crate::snapshot::{GameSnapshot, change_game, checked, read_cut};

const GAMES: usize = 2;
const MAX_CALLS: usize = 32;

const FENS: [&CStr; 12] = [
    c"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    c"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    c"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 12",
    c"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    c"8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    c"8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1",
    c"1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
    c"r4k1r/p4p1p/8/8/8/8/P4P1P/R4K1R w HAha - 0 1",
    c"k7/1r6/8/8/8/8/6R1/K7 w - - 146 160",
    c"7k/8/5K2/6Q1/8/8/8/8 w - - 99 60",
    c"qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
    c"7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",
];

const LINES: [&CStr; 8] = [
    c"",
    c"e2e4 e7e5 g1f3",
    c"g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6",
    c"e1g1 e8c8",
    c"e1h1 e8a8",
    c"e2e4 d4e3",
    c"g2g3 b7b6 g3g2 b6b7 g2g3 b7b6 g3g2 b6b7",
    c"e2e4 e7e5 e4e5",
];

const MOVETEXTS: [&CStr; 8] = [
    c"1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O",
    c"[Event \"?\"]\n\n1. e4 {best} e5 $1 (1... c5 2. Nf3) 2. Nf3! Nc6 ; so far\n3. Bb5 1/2-1/2",
    c"0-0 0-0-0",
    c"O-O+ O-O-O#",
    c"e2-e4 d4xe3 e.p.",
    c"bxa8=Q+ gxh1(N)",
    c"Qf6",
    c"1. e4 e5 2. Ke2 (",
];

pub fn run(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let games = [(); GAMES].map(|()| Game::new());
    for _ in 0..MAX_CALLS {
        if choices.is_empty() {
            break;
        }
        let game = &games[choices.below(GAMES)];
        match choices.below(12) {
            0 => set(game, &mut choices),
            1 => set_board(game, &mut choices),
            2 | 3 => play(game, &mut choices),
            4 | 5 => play_san(game, &mut choices),
            6 => undo(game, &mut choices),
            7 => copy(game, &games[choices.below(GAMES)]),
            8 => set_chess960(game, &mut choices),
            9 => read_texts(game, &mut choices),
            10 => read_board(game, &mut choices),
            _ => look_for_null(game),
        }
        check(game);
    }
    games.iter().for_each(check_moves);
}

/// One of a list, or any text.
fn some_text(choices: &mut Choices<'_>, list: &[&CStr]) -> CString {
    if choices.below(4) == 0 { choices.text() } else { choices.one_of(list).to_owned() }
}

fn set(game: &Game, choices: &mut Choices<'_>) {
    let fen = choices.yes().then(|| some_text(choices, &FENS));
    let moves = choices.yes().then(|| some_text(choices, &LINES));
    let [fen, moves] = [&fen, &moves].map(|text| text.as_ref().map_or(ptr::null(), |t| t.as_ptr()));
    let is_set = change_game(game, || unsafe { seajay_game_set(game.raw, fen, moves) });
    assert!(is_set || !fen.is_null() || !moves.is_null(), "the start of a game");
}

/// A board of a list, or the game's own, with some of it changed.
fn set_board(game: &Game, choices: &mut Choices<'_>) {
    let mut board = if choices.yes() {
        game.board()
    } else {
        Game::at(choices.one_of(&FENS).to_str().expect("ASCII")).board()
    };
    let changes = choices.below(5);
    for _ in 0..changes {
        let bit = 1 << choices.below(64);
        match choices.below(8) {
            0 => board.pieces[choices.below(2)][choices.below(6)] ^= bit,
            1 => board.castling_rooks ^= bit,
            2 => board.en_passant = choices.below(66) as i32 - 1,
            3 => board.halfmove_clock = choices.number() as i32,
            4 => board.fullmove_number = choices.number() as i32,
            5 => board.turn = choices.number() as i32,
            6 => board.chess960 = choices.below(3) as i32,
            _ => board.struct_size = choices.number().min(size_of_val(&board) as i64) as u32,
        }
    }
    let is_set = change_game(game, || game.set_board(&board));
    assert!(is_set || changes > 0, "{board:?}: {}", last_error());
    if is_set {
        let written = game.board();
        assert_eq!((written.turn, written.pieces), (board.turn, board.pieces));
        assert_eq!(written.castling_rooks, board.castling_rooks);
        assert!(written.en_passant == board.en_passant || written.en_passant == -1);
        assert_eq!((game.ply_count(), game.start_fen()), (0, game.fen()));
    }
}

/// Legal moves, which are played, or any text.
fn play(game: &Game, choices: &mut Choices<'_>) {
    if choices.below(4) == 0 {
        let text = some_text(choices, &LINES);
        change_game(game, || unsafe { seajay_game_play(game.raw, text.as_ptr()) });
        return;
    }
    // More at once than between two of the positions that are kept for undoing.
    for _ in 0..1 + choices.below(20) {
        let legal = game.legal_moves(None).expect("all squares");
        let legal: Vec<&str> = legal.split_whitespace().collect();
        if legal.is_empty() {
            return;
        }
        assert_eq!(game.play(legal[choices.byte() as usize % legal.len()]), OK);
    }
}

fn play_san(game: &Game, choices: &mut Choices<'_>) {
    if choices.yes() {
        let text = some_text(choices, &MOVETEXTS);
        let uci = read(|buffer, size| unsafe {
            seajay_game_from_san(game.raw, text.as_ptr(), buffer, size)
        });
        let before = game.moves();
        let played = change_game(game, || unsafe { seajay_game_play_san(game.raw, text.as_ptr()) });
        assert_eq!(played, uci.is_ok(), "{text:?}");
        if let Ok(uci) = uci {
            assert_eq!(game.moves(), format!("{before} {uci}").trim());
        }
        return;
    }
    let legal = game.legal_moves(None).expect("all squares");
    let legal: Vec<&str> = legal.split_whitespace().collect();
    if !legal.is_empty() {
        let m = legal[choices.byte() as usize % legal.len()];
        assert_eq!(game.play_san(&game.to_san(m).expect("a legal move")), OK);
        assert!(game.moves().ends_with(m));
    }
}

fn undo(game: &Game, choices: &mut Choices<'_>) {
    let played = game.ply_count();
    let plies = if choices.yes() { choices.number() as u32 } else { choices.below(4) as u32 };
    let undone = change_game(game, || game.undo(plies));
    assert_eq!(undone, i64::from(plies) <= played);
    assert_eq!(game.ply_count(), played - if undone { i64::from(plies) } else { 0 });
}

fn copy(to: &Game, from: &Game) {
    let before = GameSnapshot::of(from);
    assert_eq!(to.copy_from(from), OK);
    assert_eq!(GameSnapshot::of(from), before);
    assert_eq!(GameSnapshot::of(to), before);
}

fn set_chess960(game: &Game, choices: &mut Choices<'_>) {
    let (on, before) = (choices.number() as i32, (game.fen(), game.key(), game.ply_count()));
    assert_eq!(game.set_chess960(on), OK);
    assert_eq!((game.fen(), game.key(), game.ply_count()), before);
    assert!(on == 0 || game.board().chess960 == 1);
}

/// Texts, in buffers of any size.
fn read_texts(game: &Game, choices: &mut Choices<'_>) {
    let (raw, size) = (game.raw, choices.short() % 300);
    let text = some_text(choices, &[c"e2", c"a1", c"h8", c"e9", c"e2e4", c"O-O", c"Nf3"]);
    let pointer = text.as_ptr();
    match choices.below(8) {
        0 => read_cut(size, |buffer, size| unsafe { seajay_game_fen(raw, buffer, size) }),
        1 => read_cut(size, |buffer, size| unsafe { seajay_game_start_fen(raw, buffer, size) }),
        2 => read_cut(size, |buffer, size| unsafe { seajay_game_moves(raw, buffer, size) }),
        3 => read_cut(size, |buffer, size| unsafe { seajay_game_moves_san(raw, buffer, size) }),
        4 => read_cut(size, |buffer, size| unsafe {
            seajay_game_legal_moves(raw, pointer, buffer, size)
        }),
        5 => {
            read_cut(size, |buffer, size| unsafe { seajay_game_to_san(raw, pointer, buffer, size) })
        }
        6 => read_cut(size, |buffer, size| unsafe {
            seajay_game_from_san(raw, pointer, buffer, size)
        }),
        _ => read_cut(size, |buffer, size| unsafe { seajay_last_error(buffer, size) as i64 }),
    }
}

/// A board of any size, and numbers.
fn read_board(game: &Game, choices: &mut Choices<'_>) {
    // As large as the largest size that is taken.
    let mut room = vec![0_u64; (1 << 16) / 8 + 1];
    let size = choices.number() as u32;
    let record: *mut SeajayBoard = room.as_mut_ptr().cast();
    let status = unsafe {
        record.cast::<u32>().write(size);
        checked(seajay_game_board(game.raw, record))
    };
    let fits = (size_of::<SeajayBoard>()..=1 << 16).contains(&(size as usize));
    assert_eq!(status, if fits { OK } else { INVALID_ARGUMENT }, "{size}");
    assert_eq!(unsafe { record.cast::<u32>().read() }, size, "the caller's size stays");
    let depth = choices.number() as u32;
    if depth > 2 {
        // From 65 on it is refused, and what is between takes too long.
        assert!(depth <= 64 || game.perft(depth) == Err(INVALID_ARGUMENT));
    }
    let color = choices.number() as i32;
    let expected =
        if (0..=1).contains(&color) { 0..=1 } else { INVALID_ARGUMENT..=INVALID_ARGUMENT };
    assert!(expected.contains(&game.can_win(color)), "{color}");
}

fn look_for_null(game: &Game) {
    let raw = game.raw;
    let before = GameSnapshot::of(game);
    unsafe {
        assert_eq!(seajay_game_play(raw, ptr::null()), NULL);
        assert_eq!(seajay_game_play_san(raw, ptr::null()), NULL);
        assert_eq!(seajay_game_set_board(raw, ptr::null()), NULL);
        assert_eq!(seajay_game_board(raw, ptr::null_mut()), NULL);
        assert_eq!(seajay_game_copy(raw, ptr::null()), NULL);
        assert_eq!(seajay_game_copy(ptr::null_mut(), raw), NULL);
        assert_eq!(seajay_game_perft(raw, 1, ptr::null_mut()), NULL);
        assert_eq!(seajay_game_fen(raw, ptr::null_mut(), 1), i64::from(NULL));
        assert_eq!(seajay_game_state(ptr::null()), NULL);
    }
    assert_eq!(GameSnapshot::of(game), before);
}

/// What is true of every game.
fn check(game: &Game) {
    let seen = GameSnapshot::of(game);
    let again = Game::new();
    assert_eq!(again.set_chess960(seen.chess960), OK);
    assert_eq!(again.set(Some(&seen.start_fen), &seen.moves), OK, "{}", last_error());
    assert_replayed(&again, &seen);
    let board = game.board();
    assert_eq!(again.set_board(&board), OK, "{}", last_error());
    // A FEN has room for larger numbers than a board.
    if board.halfmove_clock < i32::MAX && board.fullmove_number < i32::MAX {
        assert_eq!(again.fen(), seen.fen);
    }
    assert_eq!(again.legal_moves(None).as_ref(), Ok(&seen.legal_moves));
    let count = seen.legal_moves.split_whitespace().count() as u64;
    assert_eq!(game.perft(1), Ok(count));
    match seen.state {
        1 => assert_eq!((count, seen.in_check), (0, 1)),
        2 => assert_eq!((count, seen.in_check), (0, 0)),
        3 => assert_eq!(seen.can_win, [0, 0]),
        0 | 4 | 5 | 16 | 17 => assert!(count > 0),
        state => panic!("state {state}"),
    }
    assert!(seen.state == 3 || seen.state <= 2 && count == 0 || seen.can_win != [0, 0]);
}

/// Asserts that a game is another's start and moves. The key alone counts an en passant capture
/// that is not legal: no FEN shows it.
fn assert_replayed(again: &Game, seen: &GameSnapshot) {
    let replayed = GameSnapshot::of(again);
    let difference = replayed.key ^ seen.key;
    let is_file = |file| Zobrist64::zobrist_for_en_passant_file(file).0 == difference;
    assert!(difference == 0 || File::ALL.into_iter().any(is_file), "the key of {}", seen.fen);
    assert_eq!(GameSnapshot { key: seen.key, ..replayed }, *seen, "its start and its moves");
}

/// Moves are the same in both notations.
fn check_moves(game: &Game) {
    let again = Game::at(&game.start_fen());
    assert_eq!(again.play_san(&game.moves_san()), OK, "{}", last_error());
    assert_eq!(again.set_chess960(game.board().chess960), OK);
    assert_replayed(&again, &GameSnapshot::of(game));
    for m in game.legal_moves(None).expect("all squares").split_whitespace() {
        let san = game.to_san(m).expect("a legal move");
        assert_eq!(game.from_san(&san).as_deref(), Ok(m), "{san} in {}", game.fen());
        assert!(game.legal_moves(Some(&m[..2])).expect("a square").contains(m));
    }
}
