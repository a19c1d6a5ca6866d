//! Draws by rule and by force: found, sought when losing, avoided when winning.

use seajay::Limits;
use shakmaty::Position;
use testkit::play::{Host, chess, replay, search, search_in};

fn drawn(fen: &str, limits: &Limits) {
    let found = search(fen, limits);
    assert_eq!(found.centipawns(), 0, "{fen}: {:?}", found.report);
}

#[test]
fn perpetual_check_saves_a_lost_game() {
    for fen in ["6k1/6p1/8/6KQ/1r6/q2b4/8/8 w - - 0 32", "8/8/Q2B4/1R6/6kq/8/6P1/6K1 b - - 0 32"] {
        let found = search(fen, &Limits::depth(12));
        assert_eq!(found.centipawns(), 0, "{fen}: {}", found.pv);
        let first = replay(&chess(fen), found.report.best_move.as_str());
        assert!(first[1].is_check(), "{fen}: {}", found.pv);
    }
}

#[test]
fn stalemate_saves_a_lost_game() {
    // The rook gives perpetual check: capturing it is stalemate.
    for fen in ["6R1/8/8/8/8/7k/5q2/7K w - - 0 1", "7k/5Q2/7K/8/8/8/8/6r1 b - - 0 1"] {
        drawn(fen, &Limits::nodes(200_000));
    }
}

#[test]
fn whoever_has_to_move_may_lose_by_it() {
    // Null moves are misleading here. The first two from a collection on the Chess Programming
    // Wiki, the third Lasker's and Reichhelm's.
    for (fen, best) in [
        ("8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1", "e1f1"),
        ("1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1", "g5h6"),
        ("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", "a1b1"),
    ] {
        let found = search_in(&mut Host::fixed_at(fen), &Limits::nodes(2_000_000));
        assert_eq!(found.report.best_move.as_str(), best, "{fen}: {}", found.pv);
    }
}

#[test]
fn mate_on_the_hundredth_ply_counts() {
    // Mate in one and in two, with ever less time left for it.
    for (fen, plies, moves) in
        [("7k/8/5K2/6Q1/8/8/8/8 w - - ", 1, 1), ("7k/8/8/8/8/8/R7/1R5K w - - ", 3, 2)]
    {
        for halfmoves in [0, 50, 100 - plies - 1, 100 - plies] {
            let found = search(&format!("{fen}{halfmoves} 90"), &Limits::depth(8));
            assert_eq!(found.mate(), Some(moves), "{fen} {halfmoves}");
        }
    }
    // One ply short of a mate in two: only the draw is left.
    drawn("7k/8/8/8/8/8/R7/1R5K w - - 98 90", &Limits::depth(8));
    drawn("7k/8/8/8/8/8/R7/1R5K w - - 99 90", &Limits::depth(8));
    // A pawn move or a capture starts the count again.
    let found = search("7k/8/8/8/8/P7/8/1Q5K w - - 99 90", &Limits::depth(4));
    assert_eq!(found.report.best_move.as_str(), "a3a4");
    assert!(found.centipawns() > 300);
    let found = search("6nk/8/8/8/8/8/6R1/1R4RK w - - 99 90", &Limits::depth(4));
    assert!(found.report.score.value > 0);
    assert_eq!(found.report.best_move.as_str(), "g2g8");
}

#[test]
fn a_position_drawn_by_rule_is_searched_all_the_same() {
    for (fen, moves) in [
        ("7k/8/5K2/6Q1/8/8/8/8 w - - 100 90", 1),
        ("7k/8/8/8/8/8/R7/1R5K w - - 400 900", 0),
        ("7k/8/8/8/8/8/8/K6N w - - 0 1", 0),
        ("7k/8/8/8/8/8/8/K7 w - - 0 1", 0),
    ] {
        let found = search(fen, &Limits::depth(6));
        assert!(!found.report.best_move.is_empty(), "{fen}");
        if moves > 0 {
            assert_eq!(found.mate(), Some(moves), "{fen}: mate comes before the draw");
        } else {
            assert_eq!(found.centipawns(), 0, "{fen}");
        }
    }
}

#[test]
fn bare_pieces_cannot_win() {
    for pieces in ["7k/8/8/8/8/8/8/KB6", "7k/8/8/8/8/8/8/KN6", "6bk/8/8/8/8/8/8/KB6"] {
        for side in ["w", "b"] {
            drawn(&format!("{pieces} {side} - - 0 1"), &Limits::depth(6));
        }
    }
    // The last pawn is lost, whatever is played.
    drawn("8/8/8/8/8/1k6/p7/K7 w - - 0 1", &Limits::depth(6));
}

#[test]
fn the_winner_avoids_the_third_repetition() {
    let fen = "6k1/5pp1/7p/8/8/7P/5PP1/3Q2K1 w - - 0 1";
    let shuffle = "d1d2 g8h8 d2d1 h8g8 ";
    let mut engine = Host::new();
    engine.set_position(Some(fen), &shuffle.repeat(2)).unwrap();
    let limits = Limits { search_moves: "d1d2".to_string(), ..Limits::depth(7) };
    assert_eq!(search_in(&mut engine, &limits).centipawns(), 0, "the third time is a draw");
    engine.clear_history();
    let found = search_in(&mut engine, &Limits::depth(7));
    assert!(found.report.score.value > 300, "{found:?}");
    assert_ne!(found.report.best_move.as_str(), "d1d2");
    // One earlier occurrence is not two: the same move is as good as any.
    engine.set_position(Some(fen), shuffle).unwrap();
    assert!(search_in(&mut engine, &limits).report.score.value > 300);
}

#[test]
fn the_loser_seeks_the_third_repetition() {
    // The king steps to h2 for the third time.
    let (fen, shuffle) = ("7k/6pp/8/8/8/q7/8/6K1 w - - 0 1", "g1h2 a3b3 h2g1 b3a3 ");
    let mut engine = Host::new();
    engine.set_position(Some(fen), &shuffle.repeat(2)).unwrap();
    let found = search_in(&mut engine, &Limits::depth(8));
    assert_eq!(found.centipawns(), 0, "{found:?}");
    assert_eq!(found.report.best_move.as_str(), "g1h2");
    // Without the game behind it the same position is lost.
    engine.set_position(Some(fen), "").unwrap();
    engine.clear_history();
    let found = search_in(&mut engine, &Limits::depth(8));
    assert!(found.report.score.value < -300, "{found:?}");
}

#[test]
fn an_irreversible_move_ends_the_count() {
    // The same shuffle before and after a pawn move: only what comes after counts.
    let fen = "7k/6pp/8/8/8/q7/P7/6K1 w - - 0 1";
    let shuffle = "g1h2 a3b3 h2g1 b3a3 ";
    let mut engine = Host::new();
    engine.set_position(Some(fen), &format!("{shuffle}{shuffle}g1h1 h7h6")).unwrap();
    let found = search_in(&mut engine, &Limits::depth(6));
    assert!(found.report.score.value < -300, "{found:?}");
}
