//! A game: moves played and undone, all of them or none, and copies that go their own way.

use seajay::{Engine, ErrorKind, Game, Limits};
use shakmaty::{CastlingMode, Position};
use std::ops::ControlFlow;
use testkit::games::{STARTS, Seen, game_after, game_at, play_many, play_some, words};
use testkit::play::{START, chess, replay, search_in};
use testkit::positions::CHESS960;
use testkit::{play::Host, random_numbers};

/// A game made from the start of another and some of its moves.
fn remade(game: &Game, plies: usize) -> Game {
    let moves = game.moves().unwrap();
    game_after(&game.start_fen(), &words(&moves)[..plies].join(" "))
}

#[test]
fn what_is_left_after_an_undo_is_the_game_of_the_moves_before() {
    let mut random = random_numbers(0x51a7_0b2c_99d3_e681);
    let mut longest = 0;
    for fen in STARTS {
        let mut game = game_at(fen);
        for _ in 0..12 {
            let plies = random(40);
            play_many(&mut game, plies, &mut random);
            let played = game.ply_count();
            longest = longest.max(played);
            // A few plies mostly, sometimes many, and now and then all or none.
            let most = [0, 1, 3, 17, played][random(5)].min(played);
            let plies = if most == played { most } else { random(most + 1) };
            let expected = Seen::of(&remade(&game, played - plies));
            game.undo(plies).unwrap();
            assert_eq!(Seen::of(&game), expected, "{plies} of {played} from {fen}");
        }
        // Then moves other than those undone.
        let played = game.ply_count();
        assert_eq!(Seen::of(&game), Seen::of(&remade(&game, played)), "{fen}");
    }
    assert!(longest > 48, "longer than several snapshots are apart: {longest}");
}

#[test]
fn a_long_game_is_undone_to_every_ply() {
    for fen in [START, CHESS960] {
        let mut random = random_numbers(0x1234_5678_9abc_def1);
        let mut game = game_at(fen);
        let mut fens = vec![game.fen()];
        while game.ply_count() < 150 && play_some(&mut game, &mut random) {
            fens.push(game.fen());
        }
        let moves = game.moves().unwrap();
        let moves = words(&moves);
        assert!(moves.len() > 100, "{fen}");
        for left in (0..moves.len()).rev() {
            game.undo(1).unwrap();
            assert_eq!(game.fen(), fens[left]);
        }
        for left in [15, 16, 17, 31, 32, 33, 0, 48] {
            game.play(&moves.join(" ")).unwrap();
            game.undo(moves.len() - left).unwrap();
            assert_eq!((game.fen(), game.ply_count()), (fens[left].clone(), left));
            game.undo(left).unwrap();
        }
    }
}

#[test]
fn no_more_is_undone_than_was_played() {
    let mut game = Game::new();
    for (moves, too_many) in [("", 1), ("e2e4", 2), ("e7e5 g1f3", 4)] {
        game.play(moves).unwrap();
        let before = Seen::of(&game);
        for plies in [too_many, too_many + 100, usize::MAX] {
            let error = game.undo(plies).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidArgument);
            assert!(error.message().contains(&plies.to_string()), "{error}");
            assert_eq!(Seen::of(&game), before);
        }
        game.undo(0).unwrap();
        assert_eq!(Seen::of(&game), before);
    }
    game.undo(3).unwrap();
    assert_eq!(Seen::of(&game), Seen::of(&Game::new()));
}

#[test]
fn all_moves_are_played_or_none() {
    // Long enough that the moves before the wrong one cross snapshots.
    let long = |round: &str| round.repeat(9);
    let white = ["g1f3 g8f6 f3g1 f6g8 ", "Nf3 Nf6 Ng1 Ng8 "].map(long);
    let black = ["g8f6 g1f3 f6g8 f3g1 ", "Nf6 Nf3 Ng8 Ng1 "].map(long);
    for before in ["", "e2e4", "e2e4 e7e5 d2d3 d7d6", &white[0]] {
        let mut game = game_after(START, before);
        let seen = Seen::of(&game);
        let [uci, san] = if game.ply_count().is_multiple_of(2) { &white } else { &black };
        for (good, good_san) in [("", ""), (uci, san)] {
            for wrong in ["h1h5", "0000", "e9e5", "x", "a2a1q", "e1e8"] {
                let error = game.play(&format!("{good} {wrong} g1f3")).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::IllegalMove);
                let number = words(good).len() + 1;
                let prefix = format!("move {number} \"{wrong}\": ");
                assert!(error.message().starts_with(&prefix), "{error}");
                assert_eq!(Seen::of(&game), seen, "{good} {wrong}");
            }
            for wrong in ["Rh5", "Qe8", "e9", "x", "a1=Q", "O-O-O"] {
                let error = game.play_san(&format!("{good_san} {wrong} Nf3")).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::IllegalMove);
                let number = words(good_san).len() + 1;
                let prefix = format!("move {number} \"{wrong}\": ");
                assert!(error.message().starts_with(&prefix), "{error}");
                assert_eq!(Seen::of(&game), seen, "{good_san} {wrong}");
            }
        }
    }
}

#[test]
fn a_clone_goes_its_own_way() {
    let mut random = random_numbers(0x0f1e_2d3c_4b5a_6978);
    for fen in STARTS {
        let mut game = game_at(fen);
        play_many(&mut game, 40, &mut random);
        let before = Seen::of(&game);
        for copy in [game.clone(), game.try_clone().unwrap()] {
            let mut copy = copy;
            assert_eq!(Seen::of(&copy), before);
            play_many(&mut copy, 20, &mut random);
            copy.undo(copy.ply_count()).unwrap();
            play_many(&mut copy, 20, &mut random);
            copy.set_chess960(true);
            assert_eq!(Seen::of(&game), before, "{fen}");
            let seen = Seen::of(&copy);
            game.undo(game.ply_count()).unwrap();
            assert_eq!(Seen::of(&copy), seen, "{fen}");
            game = game_after(&before.start_fen, &before.moves);
            assert_eq!(Seen::of(&game), before);
        }
    }
}

#[test]
fn white_space_between_moves_does_not_matter() {
    let plain = Seen::of(&game_after(START, "e2e4 e7e5 g1f3"));
    assert_eq!(Seen::of(&game_after(START, "  e2e4\te7e5\r\n g1f3 \n")), plain);
    for none in ["", " \n "] {
        assert_eq!(Seen::of(&game_after(START, none)), Seen::of(&Game::new()));
    }
}

#[test]
fn long_games_are_played_and_searched() {
    // Six hundred pseudo-random plies, and then two thousand of rooks going to and fro.
    let mut random = random_numbers(0x1234_5678_9abc_def1);
    let mut position = chess(START);
    let mut moves = Vec::new();
    while moves.len() < 600 {
        let legal = position.legal_moves();
        assert!(!legal.is_empty(), "the game ended after {} plies", moves.len());
        let m = legal[random(legal.len())];
        let next = position.clone().play(m).unwrap();
        if next.legal_moves().is_empty() || next.is_insufficient_material() {
            continue; // the game must go on
        }
        moves.push(m.to_uci(CastlingMode::Standard).to_string());
        position = next;
    }
    let line = moves.join(" ");
    assert_eq!(replay(&chess(START), &line).last(), Some(&position));
    let mut host = Host::new();
    host.set_position(None, &line).unwrap();
    assert_eq!(chess(&host.game.fen()), position);
    assert_eq!(host.game.moves().unwrap(), line);
    search_in(&mut host, &Limits::nodes(20_000));

    let shuffle = "a1b1 h8g8 b1a1 g8h8 ".repeat(500);
    let fen = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w - - 0 1";
    host.set_position(Some(fen), &shuffle).unwrap();
    let found = search_in(&mut host, &Limits::nodes(20_000));
    assert!(!found.report.best_move.is_empty());
    assert!(host.game.fen().ends_with("w - - 2000 1001"), "{}", host.game.fen());
}

#[test]
fn an_engine_copies_the_game_it_is_given() {
    let mut game = game_after(START, "e2e4 e7e5");
    let mut engine = Engine::new().unwrap();
    engine.set_game(&game);
    // Moves played later need another call.
    game.play("d1h5 e8e7").unwrap();
    let run = |engine: &mut Engine| {
        engine.clear_history();
        engine.search(&Limits::depth(5), |_| ControlFlow::Continue(())).unwrap()
    };
    let first = run(&mut engine);
    assert_ne!(first.best_move.as_str(), "h5e5");
    engine.set_game(&game);
    let second = run(&mut engine);
    assert_eq!((second.best_move.as_str(), second.score.value), ("h5e5", 1), "{second:?}");
    // The result is the same as from text.
    engine.set_position(None, "e2e4 e7e5").unwrap();
    let third = run(&mut engine);
    assert_eq!((third.best_move, third.nodes), (first.best_move, first.nodes));
}

#[test]
fn an_engine_knows_the_repetitions_of_a_game_played_move_by_move() {
    let line = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    let mut stepwise = Game::new();
    for m in line.split(' ') {
        stepwise.play(m).unwrap();
    }
    // Undone and played again, it is the same game.
    stepwise.undo(5).unwrap();
    stepwise.play("f3g1 f6g8 g1f3 g8f6 f3g1").unwrap();
    let at_once = game_after(START, line);
    assert_eq!(Seen::of(&stepwise), Seen::of(&at_once));
    let nodes = |game: &Game| {
        let mut engine = Engine::new().unwrap();
        engine.set_game(game);
        let limits = Limits { search_moves: "f6g8".to_owned(), ..Limits::depth(6) };
        let report = engine.search(&limits, |_| ControlFlow::Continue(())).unwrap();
        assert_eq!(report.score.value, 0, "the third time is a draw: {report:?}");
        report.nodes
    };
    assert_eq!(nodes(&stepwise), nodes(&at_once));
}
