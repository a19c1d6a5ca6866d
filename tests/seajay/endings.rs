//! Elementary endings without tablebases: what a search says of them, and how it plays them, against
//! the tables of three pieces in `tests/data/syzygy`.

use std::ops::ControlFlow;

use seajay::{Bound, Engine, Limits, ScoreKind};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Position};
use shakmaty_syzygy::Tablebase;
use testkit::play::{Host, chess, search, search_in};
use testkit::random_numbers;

use crate::tablebase::{fen, play_out, random_position, small_tables};

fn tables() -> Tablebase<Chess> {
    let mut tables = Tablebase::new();
    tables.add_directory(small_tables()).unwrap();
    tables
}

/// The result of a position by the tables for the side to move: 1, 0 or -1.
fn result(tables: &Tablebase<Chess>, position: &Chess) -> i32 {
    tables.probe_wdl_after_zeroing(position).unwrap().signum()
}

/// Lines after the first leave moves out at the root: none of them takes a return to it for a draw.
#[test]
fn lines_with_a_pawn_win_where_the_tables_say_so() {
    let (tables, mut random) = (tables(), random_numbers(0x5eed_0005));
    let mut engine = Engine::new().unwrap();
    engine.set_option("MultiPV", "8").unwrap();
    let (mut wins, mut draws) = (0, 0);
    for _ in 0..60 {
        let position = random_position("KPvK", &mut random);
        engine.set_position(Some(&fen(&position)), "").unwrap();
        engine.search(&Limits::nodes(5_000), |_| ControlFlow::Continue(())).unwrap();
        for line in engine.lines().iter().filter(|line| line.score.bound == Bound::Exact) {
            let first = line.pv.split(' ').next().unwrap().parse::<UciMove>().unwrap();
            let after = position.clone().play(first.to_move(&position).unwrap()).unwrap();
            let expected = if after.is_checkmate() { 1 } else { -result(&tables, &after) };
            assert_eq!(line.score.value.signum(), expected, "{first} in {}", fen(&position));
            *(if expected == 0 { &mut draws } else { &mut wins }) += 1;
        }
    }
    assert!(wins > 100 && draws > 50, "{wins} wins, {draws} draws");
}

#[test]
fn a_root_that_leaves_moves_out_may_be_returned_to() {
    for (fen, m) in [
        ("3k4/8/4KP2/8/8/8/8/8 w - - 0 1", "e6d6"),
        ("5r1k/6n1/B1b4N/8/8/8/P4P2/1K5R w - - 0 1", "h6f7"),
    ] {
        // Nor does it matter what the hash table has from a search of all moves.
        let mut engine = Host::at(fen);
        for nodes in [1, 20_000, 300_000] {
            search_in(&mut engine, &Limits::nodes(nodes));
            let limits = Limits { search_moves: m.to_owned(), ..Limits::nodes(100_000) };
            let report = search_in(&mut engine, &limits).report;
            assert!(report.score.value > 0, "after {nodes} nodes of {fen}: {report:?}");
        }
    }
}

#[test]
fn a_certain_draw_has_no_other_chances() {
    for (fen, is_certain) in [
        ("8/8/8/8/4k3/8/4P3/4K3 b - - 0 1", true),
        ("8/8/4k3/8/8/2N2N2/8/4K3 w - - 0 1", true),
        ("7k/8/7P/6K1/4B3/7P/8/8 w - - 0 1", true),
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", false),
    ] {
        let found = search(fen, &Limits::nodes(10_000));
        let score = found.report.score;
        assert_eq!((score.kind, score.value) == (ScoreKind::Centipawns, 0), is_certain, "{fen}");
        assert_eq!(found.report.wdl == [0, 1000, 0], is_certain, "{fen}");
        assert!(!found.report.best_move.is_empty() && !chess(fen).is_game_over());
    }
}

#[test]
fn lone_kings_are_mated() {
    let (tables, mut random) = (tables(), random_numbers(0x5eed_0006));
    let mut engine = Engine::new().unwrap();
    for material in ["KQvK", "KRvK"] {
        for _ in 0..5 {
            let position = random_position(material, &mut random);
            if result(&tables, &position) == 1 {
                engine.clear_history();
                let played = play_out(&mut engine, &tables, &position, 2_000);
                assert_eq!(played, 1, "{}", fen(&position));
            }
        }
    }
}
