//! Compares the rules of a game with naive counting, known answers, published keys and published
//! numbers of moves.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use seajay::{Color, ErrorKind, Game, GameState};
use shakmaty::{CastlingMode, Position};
use testkit::games::{
    Occurrences, STARTS, game_after, game_at, naive_state, name, play_some, words,
};
use testkit::play::{START, chess, replay};
use testkit::random_numbers;

#[test]
fn the_state_of_random_games_is_what_naive_counting_says() {
    let mut random = random_numbers(0x9e37_79b9_7f4a_7c15);
    let mut found = BTreeSet::new();
    let roots = [
        "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
        "k7/8/8/8/8/8/8/KR6 w - - 0 1",
        "k7/1r6/8/8/8/8/6R1/K7 w - - 20 60",
        "k7/p1p5/P1P5/8/8/p1p5/P1P5/K7 w - - 0 1",
        // Few possible moves: some positions soon occur five times.
        "k7/p7/P7/8/8/7p/7P/7K w - - 0 1",
    ];
    for root in STARTS.into_iter().chain(roots) {
        for _ in 0..6 {
            let (mut game, mut position) = (game_at(root), chess(root));
            let mut seen = Occurrences::from([(name(&position), 1)]);
            for _ in 0..250 {
                let state = naive_state(&position, &seen);
                assert_eq!(game.state(), state, "{} after {:?}", game.fen(), game.moves());
                assert_eq!(game.in_check(), position.is_check(), "{}", game.fen());
                found.insert(format!("{state:?}"));
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let m = moves[random(moves.len())];
                game.play(&m.to_uci(CastlingMode::Chess960).to_string()).unwrap();
                position.play_unchecked(m);
                *seen.entry(name(&position)).or_insert(0) += 1;
            }
        }
    }
    assert_eq!(found.len(), 8, "all of them were met: {found:?}");
}

#[test]
fn of_several_states_the_first_is_given() {
    use GameState::*;
    let rooks = "k7/1r6/8/8/8/8/6R1/K7 w - - ";
    let kings = "7k/8/8/8/8/8/8/K7 w - - ";
    let rook_round = "g2g3 b7b6 g3g2 b6b7 ";
    let king_round = "a1a2 h8h7 a2a1 h7h8 ";
    for (fen, moves, expected) in [
        // Mate and stalemate come before every draw.
        ("7k/8/5K2/6Q1/8/8/8/8 w - - 149 90", "g5g7", Checkmate),
        ("7k/8/5K2/6Q1/8/8/8/8 w - - 99 90", "g5g7", Checkmate),
        ("7k/5Q2/8/6K1/8/8/8/8 w - - 149 90", "g5g6", Stalemate),
        ("k7/8/1K6/8/8/8/8/6B1 w - - 149 90", "g1h2", Stalemate),
        ("k7/P7/8/1K6/8/8/8/8 w - - 149 90", "b5a6", Stalemate),
        // Next come the draws that end the game.
        (&format!("{kings}200 190"), "", Material),
        (&format!("{kings}0 1"), &king_round.repeat(4), Material),
        (&format!("{rooks}160 190"), &rook_round.repeat(4), Fivefold),
        (&format!("{rooks}134 190"), &rook_round.repeat(4), Fivefold),
        (&format!("{rooks}142 190"), &rook_round.repeat(2), SeventyFive),
        (&format!("{rooks}149 190"), "g2g3", SeventyFive),
        // Last come the draws that may be claimed.
        (&format!("{rooks}100 190"), &rook_round.repeat(2), Repetition),
        (&format!("{rooks}0 1"), &rook_round.repeat(3), Repetition),
        (&format!("{rooks}148 190"), "g2g3", FiftyMoves),
        (&format!("{rooks}99 190"), "g2g3", FiftyMoves),
        (&format!("{rooks}98 190"), "g2g3", Ongoing),
        (&format!("{rooks}0 1"), rook_round, Ongoing),
        // A capture ends both counts.
        ("k7/1r6/8/8/8/8/1R6/K7 w - - 149 90", "b2b7", Ongoing),
    ] {
        let game = game_after(fen, moves);
        let positions = replay(&chess(fen), moves);
        let mut seen = Occurrences::new();
        positions.iter().for_each(|position| *seen.entry(name(position)).or_insert(0) += 1);
        assert_eq!(naive_state(positions.last().unwrap(), &seen), expected, "{fen} {moves}");
        assert_eq!(game.state(), expected, "{fen} {moves}");
    }
}

#[test]
fn occurrences_are_counted_as_the_rules_have_them() {
    // The castling rights differ: the first position is another one.
    let mut game = game_at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let round = "a1b1 a8b8 b1a1 b8a8 ";
    game.play(&round.repeat(2)).unwrap();
    assert_eq!(game.state(), GameState::Ongoing);
    game.play("a1b1 a8b8").unwrap();
    assert_eq!(game.state(), GameState::Repetition);
    game.undo(1).unwrap();
    assert_eq!(game.state(), GameState::Ongoing, "after a1b1 Black had a right more");

    // After the double push the pawn on d4 may capture, but not later; on a4 there is none.
    for (pawn, state) in [("d4", GameState::Ongoing), ("a4", GameState::Repetition)] {
        let row = if pawn == "d4" { "3p4" } else { "p7" };
        let fen = format!("4k3/8/8/8/{row}/8/4P3/4K3 w - - 0 1");
        let game = game_after(&fen, &format!("e2e4 {}", "e8d8 e1d1 d8e8 d1e1 ".repeat(2)));
        assert_eq!(game.state(), state, "{pawn}");
    }
    // A pinned pawn may not capture: then the square makes no difference.
    let fen = "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1";
    let game = game_after(fen, &format!("e2e4 {}", "a4b5 e1d1 b5a4 d1e1 ".repeat(2)));
    assert_eq!(game.state(), GameState::Repetition);
}

#[test]
fn who_can_win_in_known_cases() {
    for (fen, white, black) in [
        (START, true, true),
        ("7k/8/8/8/8/8/8/K7 w - - 0 1", false, false),
        ("7k/8/8/8/8/8/8/KB6 w - - 0 1", false, false),
        ("7k/8/8/8/8/8/8/KN6 w - - 0 1", false, false),
        ("7k/8/8/8/8/8/8/KNN5 w - - 0 1", true, false),
        ("7k/8/8/8/8/8/8/KQ6 b - - 0 1", true, false),
        ("7k/7p/8/8/8/8/8/K7 b - - 0 1", false, true),
        // A lone knight mates a king that has a piece in its own way, but not a queen.
        ("7k/7p/8/8/8/8/8/KN6 w - - 0 1", true, true),
        ("6bk/8/8/8/8/8/8/KN6 w - - 0 1", true, true),
        ("6qk/8/8/8/8/8/8/KN6 w - - 0 1", false, true),
        // Bishops on squares of one color only, both sides' together.
        ("5b1k/8/8/8/8/8/8/K1B5 w - - 0 1", false, false),
        ("6bk/8/8/8/8/8/8/K1B5 w - - 0 1", true, true),
        ("7k/8/8/8/8/8/8/K1B1B3 w - - 0 1", false, false),
        ("7k/8/8/8/8/8/8/K1BB4 w - - 0 1", true, false),
    ] {
        let game = game_at(fen);
        assert_eq!(game.can_win(Color::White), white, "{fen}");
        assert_eq!(game.can_win(Color::Black), black, "{fen}");
    }
}

#[test]
fn keys_are_those_of_polyglot() {
    // From the description of the Polyglot format.
    for (moves, key) in [
        ("", 0x463b_9618_1691_fc9c),
        ("e2e4", 0x823c_9b50_fd11_4196),
        ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
        ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
        ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
    ] {
        let game = game_after(START, moves);
        assert_eq!(game.key(), key, "{moves}");
        // The FEN has the square only if the capture is legal, as here.
        assert_eq!(game_at(&game.fen()).key(), key, "{moves}");
    }
}

#[test]
fn keys_tell_positions_apart() {
    // The counters do not matter, but a pinned pawn that might capture does.
    let key = |fen: &str| game_at(fen).key();
    let pawns = "8/8/8/8/k2pP2R/8/8/4K3 b -";
    assert_ne!(key(&format!("{pawns} e3 0 1")), key(&format!("{pawns} - 0 1")));
    assert_eq!(key(&format!("{pawns} - 0 1")), key(&format!("{pawns} - 33 70")));
    let alone = "8/8/8/8/k3P2R/8/8/4K3 b -";
    assert_eq!(key(&format!("{alone} e3 0 1")), key(&format!("{alone} - 0 1")));
    // Castling rights in Chess960 count by their side: inner and outer rooks are alike.
    let rooks = "1r2k1rr/8/8/6pp/6PP/8/8/1R2K1RR w";
    assert_eq!(key(&format!("{rooks} KQkq - 0 1")), key(&format!("{rooks} GBgb - 0 1")));
    let mut keys = BTreeSet::new();
    for rights in ["-", "K", "Q", "k", "q", "KQkq"] {
        keys.insert(key(&format!("r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1")));
        keys.insert(key(&format!("r3k2r/8/8/8/8/8/8/R3K2R b {rights} - 0 1")));
    }
    assert_eq!(keys.len(), 12);
}

#[test]
fn the_legal_moves_of_a_square_are_those_that_begin_there() {
    let mut random = random_numbers(0x1357_9bdf_0246_8ace);
    for fen in STARTS {
        let mut game = game_at(fen);
        for _ in 0..20 {
            let all = game.legal_moves(None).unwrap();
            let position = chess(&game.fen());
            // The game may be Chess960 although its FEN does not show it, once neither side may
            // castle.
            let mode = CastlingMode::from_chess960(game.board().chess960);
            let expected = position.legal_moves();
            let mut expected: Vec<_> =
                expected.iter().map(|m| m.to_uci(mode).to_string()).collect();
            expected.sort_unstable();
            let mut found = Vec::new();
            for square in shakmaty::Square::ALL.map(|square| square.to_string()) {
                let of_square = game.legal_moves(Some(&square)).unwrap();
                assert!(words(&of_square).iter().all(|m| m.starts_with(&square)), "{of_square}");
                found.extend(words(&of_square).into_iter().map(str::to_owned));
            }
            found.sort_unstable();
            assert_eq!(found, expected, "{}", game.fen());
            let mut all = words(&all);
            all.sort_unstable();
            assert_eq!(all, expected, "{}", game.fen());
            if !play_some(&mut game, &mut random) {
                break;
            }
        }
    }
}

#[test]
fn what_is_no_square_has_no_moves() {
    let game = Game::new();
    for text in ["", " ", "e", "e9", "i2", "E2", "e2 ", "e2e4", "\u{e9}2", "\u{1f600}"] {
        let error = game.legal_moves(Some(text)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{text}");
    }
    let error = game.legal_moves(Some(&"e".repeat(1_000_000))).unwrap_err();
    assert!(error.message().len() < 600);
    assert_eq!(game.legal_moves(Some("e4")).unwrap(), "", "an empty square");
    assert_eq!(game.legal_moves(Some("e7")).unwrap(), "", "the other side's piece");
    assert_eq!(game.legal_moves(Some("a1")).unwrap(), "", "a rook that cannot move");
}

/// One line of `FEN ;D1 n ;D2 n …`: the position and its counts by depth.
fn parse_perft(line: &str) -> (&str, Vec<(u32, u64)>) {
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
fn check_perft(path: &Path, max: u64) -> u64 {
    let text = std::fs::read_to_string(path).expect("the file is there");
    let mut game = Game::new();
    let mut total = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let (fen, counts) = parse_perft(line);
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
fn known_positions_have_their_published_perft_counts() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft.epd");
    let total = check_perft(&path, 5_000_000);
    assert!(total > 10_000_000, "{total}");
}

#[test]
fn large_sets_of_perft_counts_where_they_are_at_hand() {
    let Some(folder) = testkit::test_data("perft") else { return };
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("readable")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "epd"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    for path in files {
        println!("{}: {} positions counted", path.display(), check_perft(&path, 2_000_000));
    }
}

#[test]
fn perft_of_depth_zero_counts_the_position_itself() {
    assert_eq!(Game::new().perft(0).unwrap(), 1);
}

#[test]
fn a_perft_depth_that_no_stack_and_no_lifetime_suffices_for_is_refused() {
    let game = Game::new();
    for depth in [1000, 1_000_000, u32::MAX] {
        assert_eq!(game.perft(depth).unwrap_err().kind(), ErrorKind::InvalidArgument);
    }
}
