//! Moves as text: UCI notation, algebraic notation, the moves of a PGN, and both ways to write
//! castling.

use seajay::{Engine, ErrorKind, Game, Limits};
use shakmaty::Position;
use shakmaty::san::SanPlus;
use std::ops::ControlFlow;
use testkit::games::{STARTS, Seen, game_after, game_at, play_many, play_some, words};
use testkit::play::{Host, KIWIPETE, ORDINARY, START, chess, search_in};
use testkit::positions::EN_PASSANT;
use testkit::random_numbers;

const CHESS960: &str = "r4k1r/p4p1p/8/8/8/8/P4P1P/R4K1R w HAha - 0 1";
const CASTLES: &str = "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1";

/// The movetext of a game, from shakmaty's SAN.
fn naive_moves_san(game: &Game) -> String {
    let mut position = chess(&game.start_fen());
    let mut words = Vec::new();
    for uci in game.moves().unwrap().split_whitespace() {
        let m = uci.parse::<shakmaty::uci::UciMove>().unwrap().to_move(&position).unwrap();
        let number = position.fullmoves();
        if position.turn().is_white() {
            words.push(format!("{number}."));
        } else if words.is_empty() {
            words.push(format!("{number}..."));
        }
        words.push(SanPlus::from_move_and_play_unchecked(&mut position, m).to_string());
    }
    words.join(" ")
}

#[test]
fn moves_written_in_san_are_read_again() {
    let mut random = random_numbers(0xfeed_beef_1234_5678);
    for fen in STARTS {
        for plies in [0, 1, 2, 7, 60] {
            let mut game = game_at(fen);
            play_many(&mut game, plies, &mut random);
            let san = game.moves_san().unwrap();
            assert_eq!(san, naive_moves_san(&game), "{fen}");
            let mut again = game_at(fen);
            again.play_san(&san).unwrap_or_else(|error| panic!("{fen} {san}: {error}"));
            assert_eq!(Seen::of(&again), Seen::of(&game));
            assert_eq!(game_at(fen).from_san(&san).unwrap(), game.moves().unwrap());
            // Without numbers it is the result of `to_san`.
            let is_move = |word: &&str| !word.ends_with('.');
            let bare: Vec<&str> = words(&san).into_iter().filter(is_move).collect();
            assert_eq!(game_at(fen).to_san(&game.moves().unwrap()).unwrap(), bare.join(" "));
        }
    }
}

#[test]
fn moves_are_numbered_from_where_the_game_began() {
    for (fen, moves, expected) in [
        (START, "", ""),
        (START, "e2e4", "1. e4"),
        (START, "e2e4 e7e5 g1f3", "1. e4 e5 2. Nf3"),
        ("4k3/8/8/8/8/8/8/4K3 b - - 0 12", "e8d7", "12... Kd7"),
        ("4k3/8/8/8/8/8/8/4K3 b - - 0 12", "e8d7 e1d2 d7e8", "12... Kd7 13. Kd2 Ke8"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 998", "e1d2 e8d7 d2e1 d7e8", "998. Kd2 Kd7 999. Ke1 Ke8"),
        (CASTLES, "e1g1 e8c8 f1f8 d8f8 a1f1 f8f1", "1. O-O O-O-O 2. Rf8 Rdxf8 3. Rf1 Rxf1+"),
        (START, "f2f3 e7e5 g2g4 d8h4", "1. f3 e5 2. g4 Qh4#"),
        (EN_PASSANT, "c4d3", "1... cxd3+"),
        ("8/4P2k/8/8/8/8/8/K7 w - - 0 1", "e7e8n h7h8 e8g7", "1. e8=N Kh8 2. Ng7"),
    ] {
        assert_eq!(game_after(fen, moves).moves_san().unwrap(), expected, "{fen}");
    }
    // After undoing, the numbers begin in the same place.
    let mut game = game_after("4k3/8/8/8/8/8/8/4K3 b - - 0 12", "e8d7 e1d2");
    game.undo(1).unwrap();
    assert_eq!(game.moves_san().unwrap(), "12... Kd7");
    game.undo(1).unwrap();
    assert_eq!(game.moves_san().unwrap(), "");
}

#[test]
fn a_game_is_read_as_people_and_pgn_write_it() {
    let expected = Seen::of(&game_after(START, "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1"));
    for text in [
        "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O",
        "1.e4 e5\n2.Nf3! Nc6 3.Bb5 Nf6?! 4.O-O",
        " 1. e4 1... e5 2. Nf3+ Nc6 3. Bb5 3... Nf6 4. O-O ",
        "e2-e4 e7-e5 Ng1-f3 Nb8-c6 Bf1-b5 Ng8-f6 0-0",
        "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1",
        "1. e4 {the king's pawn} e5 (1... c5 2. Nf3) 2. Nf3 $1 Nc6 ; a line\n3. Bb5 Nf6 4. O-O *",
        "[Event \"?\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O 1-0",
    ] {
        let mut game = Game::new();
        game.play_san(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(Seen::of(&game), expected, "{text}");
        assert_eq!(Game::new().from_san(text).unwrap(), expected.moves, "{text}");
    }
    for nothing in ["", " \n", "1.", "*", "{nothing}"] {
        let mut game = Game::new();
        game.play_san(nothing).unwrap();
        assert_eq!(game.ply_count(), 0, "{nothing}");
        assert_eq!(game.from_san(nothing).unwrap(), "");
    }
}

/// The parts of a word that an error may quote: all of it, or what is behind its move number.
fn quotable(word: &str) -> Vec<String> {
    let behind = word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches('.');
    let is_glued = word[..word.len() - behind.len()].ends_with('.')
        && (!behind.starts_with(|c: char| c.is_ascii_digit()) || behind.starts_with('0'));
    let escaped = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    [Some(word), is_glued.then_some(behind)].into_iter().flatten().map(escaped).collect()
}

#[test]
fn an_error_quotes_a_word_as_it_stands_in_the_input() {
    let letters: Vec<char> = "aeh123580NRKOx-=+#!?../'\"\\½–♘".chars().collect();
    let mut random = random_numbers(0x0ddb_a11c_0ffe_e000);
    let (mut san, mut uci) = (0, 0);
    for _ in 0..30_000 {
        let mut word = || (0..1 + random(7)).map(|_| letters[random(letters.len())]).collect();
        let words: [String; 2] = [word(), word()];
        let text = words.join(" ");
        let game = game_after(START, "e2e4 e7e5");
        let quotes = |message: &str, parts: &[String]| {
            let is_quoted =
                |(number, part)| message.starts_with(&format!("move {number} \"{part}\": "));
            (1..3).any(|number| parts.iter().any(|part| is_quoted((number, part))))
        };
        if let Err(error) = game.from_san(&text) {
            let parts: Vec<_> = words.iter().flat_map(|word| quotable(word)).collect();
            let is_over = error.message().starts_with("a second game begins");
            assert!(is_over || quotes(error.message(), &parts), "{text}: {error}");
            san += usize::from(!is_over);
        }
        if let Err(error) = game.to_san(&text) {
            let parts = words.each_ref().map(|word| quotable(word).swap_remove(0));
            assert!(quotes(error.message(), &parts), "{text}: {error}");
            uci += 1;
        }
    }
    assert!(san > 20_000 && uci > 20_000, "{san} and {uci} errors");
}

#[test]
fn a_line_is_written_without_being_played() {
    let game = Game::new();
    assert_eq!(
        game.to_san("e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7").unwrap(),
        "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#"
    );
    assert_eq!(game_at(CASTLES).to_san("e1g1 e8a8").unwrap(), "O-O O-O-O");
    assert_eq!(game.to_san("").unwrap(), "");
    let error = game.to_san("e2e4 e2e4").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::IllegalMove);
    assert!(error.message().starts_with("move 2 \"e2e4\": "), "{error}");
    assert_eq!(Seen::of(&game), Seen::of(&Game::new()));
}

#[test]
fn castling_is_read_both_ways_and_written_as_asked() {
    for (white, black, expected) in [
        ("e1g1", "e8c8", "2kr3r/p6p/8/8/8/8/P6P/R4RK1 w - - 2 2"),
        ("e1h1", "e8a8", "2kr3r/p6p/8/8/8/8/P6P/R4RK1 w - - 2 2"),
        ("e1c1", "e8g8", "r4rk1/p6p/8/8/8/8/P6P/2KR3R w - - 2 2"),
        ("e1a1", "e8h8", "r4rk1/p6p/8/8/8/8/P6P/2KR3R w - - 2 2"),
    ] {
        let king_side = white == "e1g1" || white == "e1h1";
        let written = |chess960| match (king_side, chess960) {
            (true, true) => "e1h1 e8a8",
            (true, false) => "e1g1 e8c8",
            (false, true) => "e1a1 e8h8",
            (false, false) => "e1c1 e8g8",
        };
        for chess960 in [false, true] {
            let mut game = game_at(CASTLES);
            game.set_chess960(chess960);
            game.play(&format!("{white} {black}")).unwrap();
            assert_eq!(game.fen(), expected);
            assert_eq!(game.moves().unwrap(), written(chess960));
            // Also after moves.
            game.set_chess960(!chess960);
            assert_eq!(game.moves().unwrap(), written(!chess960));
            // An engine writes castling as its game does, whatever the option says, and otherwise as
            // that.
            for own in [false, true] {
                let mut host = Host::at(CASTLES);
                let option = if own { chess960 } else { !chess960 };
                host.set_option("UCI_Chess960", &option.to_string()).unwrap();
                if !own {
                    host.game.set_chess960(chess960);
                    host.engine.set_game(&host.game);
                }
                let limits = Limits { search_moves: white.to_owned(), ..Limits::depth(4) };
                let found = search_in(&mut host, &limits);
                let first = &written(chess960)[..4];
                assert_eq!(found.report.best_move.as_str(), first);
                assert!(found.lines().all(|line| line.pv.starts_with(first)));
                assert!(found.lines().count() >= 4);
                assert!(host.lines().to_san(0).unwrap().starts_with("O-O"));
            }
        }
    }
}

#[test]
fn castling_with_a_rook_that_is_not_in_the_corner_is_read_both_ways_too() {
    for (fen, moves, expected) in [
        ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", ["e1g1", "e1f1"], "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
        ("1r2k3/8/8/8/8/8/8/4K3 b b - 0 1", ["e8c8", "e8b8"], "2kr4/8/8/8/8/8/8/4K3 w - - 1 2"),
        ("3k4/8/8/8/8/8/8/3K3R w H - 0 1", ["d1g1", "d1h1"], "3k4/8/8/8/8/8/8/5RK1 b - - 1 1"),
    ] {
        for text in moves {
            let game = game_after(fen, text);
            assert_eq!(game.fen(), expected, "{text}");
            assert_eq!(game.moves().unwrap(), moves[1], "as only Chess960 has it");
        }
    }
    for (fen, wrong) in [
        ("4k3/8/8/8/8/8/8/4KR2 w - - 0 1", "e1g1"),
        ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1c1"),
        ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1g2"),
        ("4kr2/8/8/8/8/8/8/4KR2 w Ff - 0 1", "e8g8"),
        ("4rk2/8/8/8/8/8/8/1R1KQ1R1 w BG - 0 1", "e1c1"),
        ("4k1r1/8/8/8/8/8/8/4KR2 w Fg - 0 1", "e1g1"),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1g1"),
    ] {
        let error = game_at(fen).play(wrong).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::IllegalMove, "{fen} {wrong}");
    }
}

#[test]
fn in_chess960_castling_is_told_from_a_king_move() {
    // The king on f1 may move to g1, or castle with the rook beyond g1, on h1.
    let fen = "5k1r/5p2/8/8/8/8/8/5K1R w Hh - 0 1";
    for (uci, san, expected) in [
        ("f1g1", "Kg1", "5k1r/5p2/8/8/8/8/8/6KR b h - 1 1"),
        ("f1h1", "O-O", "5k1r/5p2/8/8/8/8/8/5RK1 b k - 1 1"),
    ] {
        let game = game_after(fen, uci);
        assert_eq!(chess(&game.fen()), chess(expected), "{uci}");
        assert_eq!(game.moves().unwrap(), uci);
        assert_eq!(game_at(fen).to_san(uci).unwrap(), san);
        assert_eq!(game_at(fen).from_san(san).unwrap(), uci);
    }
}

#[test]
fn the_notation_of_chess960_is_kept_and_set_back() {
    let castle = |game: &Game| game.from_san("O-O").unwrap();
    let mut game = game_at(CASTLES);
    assert!(!game.board().chess960);
    assert_eq!(castle(&game), "e1g1");
    game.set_chess960(true);
    assert!(game.board().chess960);
    assert_eq!(castle(&game), "e1h1");
    assert_eq!(castle(&game.clone()), "e1h1", "copies keep it");
    assert_eq!(castle(&game.try_clone().unwrap()), "e1h1");
    game.set(Some(CASTLES), "a2a3 a7a6").unwrap();
    assert_eq!(castle(&game), "e1h1", "so does the game when it begins anew");
    game.undo(2).unwrap();
    assert_eq!(castle(&game), "e1h1");
    game.set_chess960(false);
    assert_eq!(castle(&game), "e1g1");
    assert_eq!(castle(&game.clone()), "e1g1");

    // A position that is possible only in Chess960 leaves no choice.
    let mut game = game_at(CHESS960);
    assert!(game.board().chess960);
    for on in [false, true, false] {
        game.set_chess960(on);
        assert_eq!(castle(&game), "f1h1");
        assert!(game.board().chess960);
    }
    game.play("f1h1 f8a8").unwrap();
    assert_eq!(game.moves().unwrap(), "f1h1 f8a8", "also once all have castled");
    game.set(Some(CASTLES), "").unwrap();
    assert_eq!(castle(&game), "e1g1", "the next game does not inherit it");
}

#[test]
fn a_fen_in_the_letters_of_chess960_switches_its_notation_on() {
    let castle = |game: &Game| game.from_san("O-O").unwrap();
    let letters = CASTLES.replace("KQkq", "HAha");
    let mut game = game_at(&letters);
    assert_eq!(castle(&game), "e1h1");
    assert_eq!(castle(&game.try_clone().unwrap()), "e1h1");
    game.play("e1g1 e8c8").unwrap();
    assert_eq!(game.moves().unwrap(), "e1h1 e8a8");
    game.undo(2).unwrap();
    assert_eq!(castle(&game), "e1h1");
    // It is a position of standard chess: Chess960 can be switched off.
    game.set_chess960(false);
    assert_eq!(castle(&game), "e1g1");
    game.set(Some(&letters), "").unwrap();
    assert_eq!(castle(&game), "e1h1", "the next FEN switches it on again");
    game.set(Some(CASTLES), "").unwrap();
    assert_eq!(castle(&game), "e1g1", "the next game does not inherit it");
}

#[test]
fn a_position_of_chess_given_as_chess960_can_be_set_back() {
    let mut game = Game::new();
    let mut board = game_at(CASTLES).board();
    board.chess960 = true;
    game.set_board(&board).unwrap();
    assert_eq!(game.from_san("O-O").unwrap(), "e1h1");
    assert_eq!(game.fen(), CASTLES);
    // A position that is also possible in standard chess does not force it.
    game.set_chess960(false);
    assert_eq!(game.from_san("O-O").unwrap(), "e1g1");
}

#[test]
fn lines_are_written_from_the_position_that_was_searched() {
    let mut engine = Engine::new().unwrap();
    engine.set_option("MultiPV", "3").unwrap();
    for fen in ORDINARY.into_iter().chain([KIWIPETE, CHESS960, CASTLES]) {
        let game =
            game_after(fen, game_at(fen).legal_moves(None).unwrap().split(' ').next().unwrap());
        engine.set_game(&game);
        engine.search(&Limits::nodes(3000), |_| ControlFlow::Continue(())).unwrap();
        let lines = engine.lines().iter();
        let expected: Vec<String> = lines.map(|line| game.to_san(line.pv).unwrap()).collect();
        assert!(!expected.is_empty() && expected.iter().all(|line| !line.is_empty()));
        let written = |engine: &Engine| {
            let lines = engine.lines();
            (0..lines.len()).map(|index| lines.to_san(index).unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(written(&engine), expected, "{fen}");
        // Another position, without a search and with one.
        let mut other = game.clone();
        play_some(&mut other, &mut |count| count - 1);
        engine.set_game(&other);
        assert_eq!(written(&engine), expected, "{fen}");
        engine.set_position(Some("8/8/8/8/8/8/4k3/K7 w - - 0 1"), "").unwrap();
        engine.search(&Limits::depth(1), |_| ControlFlow::Continue(())).unwrap();
        assert!(engine.lines().to_san(0).unwrap().starts_with('K'));
        let error = engine.lines().to_san(3).expect_err("there is no such line");
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    }
}
