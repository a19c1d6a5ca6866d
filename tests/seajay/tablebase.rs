//! Endgame tablebases (`SyzygyPath`). Tests of play use tables of three and four pieces from
//! `SEAJAY_TEST_DATA`, and report if it is not set; tests of files, mostly damaged ones, use the
//! tables of three pieces in `tests/data/syzygy`.

use std::collections::HashMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use seajay::{Engine, ErrorKind, Game, Limits, Report, ScoreKind};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Piece, Position, Role,
    Setup,
};
use shakmaty_syzygy::{Tablebase, Wdl};
use testkit::play::{KIWIPETE, chess};
use testkit::{random_numbers, test_data};

/// A folder of its own for a test, empty.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("cargo's folder is writable");
    folder
}

/// The tables of three pieces, which are part of the repository.
pub fn small_tables() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/syzygy")
}

/// A new folder with these tables.
pub fn copied_tables(name: &str) -> PathBuf {
    let folder = scratch(name);
    for entry in fs::read_dir(small_tables()).expect("they are committed") {
        let path = entry.expect("readable").path();
        if path.extension().is_some_and(|extension| extension.to_string_lossy().starts_with("rtb"))
        {
            let name = path.file_name().expect("a file");
            fs::copy(&path, folder.join(name)).expect("cargo's folder is writable");
        }
    }
    folder
}

/// Truncates a table to a length that a table may have.
pub fn cut(table: &Path, length: usize) {
    let sound = fs::read(table).expect("a copy");
    assert!(length < sound.len() && length % 64 == 16, "{length} of {} bytes", sound.len());
    fs::write(table, &sound[..length]).expect("cargo's folder is writable");
}

fn engine(folder: &Path) -> Engine {
    let mut engine = Engine::new().unwrap();
    engine.set_option("SyzygyPath", folder.to_str().unwrap()).unwrap();
    engine
}

fn run(engine: &mut Engine, fen: &str, limits: &Limits) -> Report {
    engine.set_position(Some(fen), "").unwrap();
    engine.search(limits, |_| ControlFlow::Continue(())).unwrap()
}

/// The materials with tables, such as "KQvKR".
fn materials(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let tables = files.filter(|path| path.extension().is_some_and(|extension| extension == "rtbz"));
    let mut names: Vec<String> =
        tables.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

/// A random position of a material; either side may have the first half and be to move.
pub fn random_position(material: &str, random: &mut impl FnMut(usize) -> usize) -> Chess {
    loop {
        let strong = if random(2) == 0 { Color::White } else { Color::Black };
        let mut board = Board::empty();
        for (half, color) in material.split('v').zip([strong, !strong]) {
            for letter in half.chars() {
                let role = Role::from_char(letter).unwrap();
                let free: Bitboard = !board.occupied();
                let square = free.into_iter().nth(random(free.count())).unwrap();
                board.set_piece_at(square, Piece { color, role });
            }
        }
        let turn = if random(2) == 0 { Color::White } else { Color::Black };
        let setup = Setup { board, turn, ..Setup::empty() };
        if let Ok(position) = Chess::from_setup(setup, CastlingMode::Standard)
            && !position.legal_moves().is_empty()
        {
            return position;
        }
    }
}

pub fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

/// Plays a position out, the engine with some nodes a move against best play by the tables, and returns
/// the result for the engine, which moves first: 1, 0 or -1.
pub fn play_out(engine: &mut Engine, tables: &Tablebase<Chess>, start: &Chess, nodes: u64) -> i32 {
    let (start_fen, engine_side) = (fen(start), start.turn());
    let (mut position, mut line) = (start.clone(), String::new());
    let mut seen: HashMap<u64, u32> = HashMap::new();
    loop {
        let key = position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0;
        let times = seen.entry(key).or_default();
        *times += 1;
        if position.is_checkmate() {
            return if position.turn() == engine_side { -1 } else { 1 };
        }
        let is_draw = position.is_stalemate() || position.is_insufficient_material();
        if is_draw || position.halfmoves() >= 100 || *times == 3 {
            return 0;
        }
        let m = if position.turn() == engine_side {
            engine.set_position(Some(&start_fen), &line).unwrap();
            let report =
                engine.search(&Limits::nodes(nodes), |_| ControlFlow::Continue(())).unwrap();
            report.best_move.as_str().parse::<UciMove>().unwrap().to_move(&position).unwrap()
        } else {
            tables.best_move(&position).unwrap().unwrap().0
        };
        line = format!("{line} {}", m.to_uci(CastlingMode::Standard));
        position.play_unchecked(m);
    }
}

fn check_play(count: usize, seed: u64) {
    let Some(folder) = test_data("syzygy") else { return };
    let mut tables = Tablebase::new();
    tables.add_directory(&folder).unwrap();
    let materials = materials(&folder);
    let (mut engine, mut random) = (engine(&folder), random_numbers(seed));
    let mut results = HashMap::new();
    for index in 0..count {
        let position = random_position(&materials[index % materials.len()], &mut random);
        let expected = match tables.probe_wdl_after_zeroing(&position).unwrap() {
            Wdl::Win => 1,
            Wdl::Loss => -1,
            _ => 0,
        };
        engine.clear_history();
        let result = play_out(&mut engine, &tables, &position, 300);
        assert_eq!(result, expected, "{}", fen(&position));
        *results.entry(result).or_insert(0) += 1;
    }
    println!("{count} positions end with the result of the tables: {results:?}");
}

#[test]
fn positions_end_with_the_result_of_the_tables() {
    check_play(60, 0x5eed_0001);
}

#[test]
#[ignore = "takes minutes; a figure of bench/README.md"]
fn a_thousand_positions_end_with_the_result_of_the_tables() {
    check_play(1000, 0x5eed_0002);
}

#[test]
fn scores_and_hits_are_those_of_the_tables() {
    let Some(folder) = test_data("syzygy") else { return };
    let mut tables = Tablebase::new();
    tables.add_directory(&folder).unwrap();
    let (mut engine, mut random) = (engine(&folder), random_numbers(0x5eed_0003));
    for material in materials(&folder) {
        let position = random_position(&material, &mut random);
        let report = run(&mut engine, &fen(&position), &Limits::depth(2));
        let sign = match tables.probe_wdl_after_zeroing(&position).unwrap() {
            Wdl::Win => 1,
            Wdl::Loss => -1,
            _ => 0,
        };
        let score = report.score;
        if sign == 0 {
            assert_eq!((score.kind, score.value), (ScoreKind::Centipawns, 0), "{}", fen(&position));
        } else {
            assert_ne!(score.kind, ScoreKind::Centipawns, "{}", fen(&position));
            assert_eq!(score.value.signum(), sign, "{}", fen(&position));
        }
        assert_eq!(engine.lines().get(0).unwrap().tb_hits, 1);
    }
}

/// Moves that win are equal to a search that sees no mate: the one that makes the most progress is
/// played, and ranks first.
#[test]
fn wins_make_progress() {
    let mut tables = Tablebase::new();
    tables.add_directory(small_tables()).unwrap();
    let (mut engine, mut random) = (engine(&small_tables()), random_numbers(0x5eed_0007));
    engine.set_option("MultiPV", "3").unwrap();
    let mut count = 0;
    for material in ["KQvK", "KRvK", "KPvK"].repeat(20) {
        let position = random_position(material, &mut random);
        run(&mut engine, &fen(&position), &Limits::nodes(200));
        let distance = |m: &str| {
            let m = m.parse::<UciMove>().unwrap().to_move(&position).unwrap();
            let child = position.clone().play(m).unwrap();
            let is_end = m.is_zeroing() || child.is_checkmate();
            if is_end { 0 } else { tables.probe_dtz(&child).unwrap().ignore_rounding().0.abs() }
        };
        let lines = engine.lines();
        let lines = lines.iter().filter(|line| line.score.kind == ScoreKind::Tablebase);
        let distances: Vec<i32> = lines
            .filter(|line| line.score.value > 0)
            .map(|line| distance(line.pv.split(' ').next().unwrap()))
            .collect();
        assert!(distances.is_sorted(), "{distances:?}: {}", fen(&position));
        count += usize::from(distances.first() != distances.last());
    }
    assert!(count > 10, "only {count} positions with moves that differ");
}

/// A position is worth what its best move leads to, and the distances are those of the tables.
fn check_probes(folder: &Path, count: usize) {
    let mut tables = Tablebase::new();
    tables.add_directory(folder).unwrap();
    let (engine, mut random) = (engine(folder), random_numbers(0x5eed_0004));
    for material in materials(folder) {
        for _ in 0..count {
            let position = random_position(&material, &mut random);
            let mut game = Game::from_fen(Some(&fen(&position))).unwrap();
            let entry = engine.probe_tb(&game).unwrap().expect("the tables have it");
            let distance = tables.probe_dtz(&position).unwrap().ignore_rounding();
            assert_eq!(entry.dtz, Some(distance.0), "{}", fen(&position));
            assert_eq!(entry.outcome.signum(), distance.0.signum(), "{}", fen(&position));
            let moves = game.legal_moves(None).unwrap();
            let after = moves.split(' ').map(|m| {
                game.play(m).unwrap();
                let reply = engine.probe_tb(&game).unwrap().expect("a table has it");
                game.undo(1).unwrap();
                -reply.outcome
            });
            assert_eq!(Some(entry.outcome), after.max(), "{}", fen(&position));
        }
    }
}

#[test]
fn probes_agree_with_the_rules() {
    check_probes(&small_tables(), 40);
    if let Some(folder) = test_data("syzygy") {
        check_probes(&folder, 10);
    }
}

/// One piece more than the tables have: the search probes them after captures.
#[test]
fn searches_meet_the_tables() {
    let Some(folder) = test_data("syzygy") else { return };
    // The material after the next capture is in the tables.
    for (fen, wins) in
        [("8/8/8/8/8/2k5/1r2P3/R3K3 w - - 0 1", false), ("7k/8/6K1/8/8/8/1n5P/1R6 w - - 0 1", true)]
    {
        let mut with = engine(&folder);
        let report = run(&mut with, fen, &Limits::nodes(100_000));
        let tb_hits = with.lines().get(0).unwrap().tb_hits;
        assert!(tb_hits > 0, "{fen}");
        assert_eq!(with.stats().tb_hits, tb_hits);
        if wins {
            assert_ne!(report.score.kind, ScoreKind::Centipawns, "{report:?}");
            assert!(report.score.value > 0);
        }
    }
    let mut none = engine(&folder);
    let report = run(&mut none, KIWIPETE, &Limits::depth(6));
    none.set_option("SyzygyPath", "").unwrap();
    none.clear_history();
    assert_eq!(run(&mut none, KIWIPETE, &Limits::depth(6)).nodes, report.nodes, "far from them");
}

#[test]
fn a_capture_into_the_tables_has_their_result() {
    for (fen, capture, wins) in [
        ("7k/8/6K1/8/8/8/1n6/1R6 w - - 0 1", "b1b2", true),
        ("7k/2q5/8/8/8/8/p7/K7 w - - 0 1", "a1a2", false),
    ] {
        let limits = Limits { search_moves: capture.to_owned(), ..Limits::depth(2) };
        let report = run(&mut engine(&small_tables()), fen, &limits);
        assert_eq!(report.score.kind, ScoreKind::Tablebase, "{report:?}");
        assert_eq!(report.score.value > 0, wins, "{report:?}");
    }
}

#[track_caller]
fn check_refused(engine: &mut Engine, list: &str, kind: ErrorKind, part: &str) {
    let before = engine.option("SyzygyPath").unwrap();
    let error = engine.set_option("SyzygyPath", list).unwrap_err();
    assert_eq!(error.kind(), kind, "{error}");
    assert!(error.message().contains(part) && error.message().contains("SyzygyPath"), "{error}");
    assert_eq!(engine.option("SyzygyPath").unwrap(), before, "the old value stays");
}

#[test]
fn what_is_no_folder_of_tables_is_refused() {
    let mut engine = Engine::new().unwrap();
    check_refused(&mut engine, "/no/such/folder", ErrorKind::Io, "/no/such/folder");
    let separator = if cfg!(windows) { ";" } else { ":" };
    check_refused(&mut engine, separator, ErrorKind::InvalidValue, "names no folder");
    let empty = scratch("empty");
    fs::write(empty.join("readme.txt"), "no table").unwrap();
    check_refused(&mut engine, empty.to_str().unwrap(), ErrorKind::InvalidValue, "no table");
    for (name, content) in
        [("KQvK.rtbw", vec![1; 80]), ("KRvK.rtbz", vec![]), ("KPvK.rtbw", vec![7; 99])]
    {
        let folder = scratch("damaged");
        fs::write(folder.join(name), content).unwrap();
        check_refused(&mut engine, folder.to_str().unwrap(), ErrorKind::InvalidValue, name);
    }
    engine.set_option("SyzygyPath", "").unwrap();
}

/// Opening a pipe blocks until something writes to it.
#[cfg(unix)]
#[test]
fn a_pipe_is_not_a_table_and_is_not_waited_for() {
    let folder = scratch("pipe");
    for name in ["KQvK.rtbw", "KQvK.rtbz"] {
        testkit::make_pipe(&folder.join(name));
    }
    let list = folder.into_os_string().into_string().unwrap();
    testkit::in_time(move || {
        let mut engine = Engine::new().unwrap();
        check_refused(&mut engine, &list, ErrorKind::InvalidValue, "no table");
    });
}

/// A drawn position is not lost, whether the tables have distances or only results.
#[test]
fn a_move_that_ends_the_game_in_a_draw_holds_it() {
    let results = scratch("results");
    fs::copy(small_tables().join("KQvK.rtbw"), results.join("KQvK.rtbw")).unwrap();
    let shuffle = "a1a2 h8h7 a2a1 h7h8 a1a2 h8h7 a2a1";
    for folder in [small_tables(), results] {
        for (fen, moves, best) in [
            ("7k/8/8/8/8/8/8/K1Q5 w - - 0 1", shuffle, Some("h7h8")),
            ("7k/8/8/8/8/8/8/K1Q5 b - - 99 80", "", None),
        ] {
            let mut engine = engine(&folder);
            engine.set_position(Some(fen), moves).unwrap();
            let report =
                engine.search(&Limits::nodes(2000), |_| ControlFlow::Continue(())).unwrap();
            let found = (report.score.kind, report.score.value);
            assert_eq!(found, (ScoreKind::Centipawns, 0), "{folder:?} {fen}: {report:?}");
            assert!(best.is_none_or(|m| report.best_move.as_str() == m), "{report:?}");
        }
    }
}

/// If more than fifty moves are over already, the game goes on from there.
#[test]
fn a_late_pawn_move_still_wins() {
    let mut engine = engine(&small_tables());
    engine.set_option("MultiPV", "8").unwrap();
    for clock in [0, 99, 150, 30_000, 3_000_000_000_u32] {
        let fen = format!("8/4P1k1/8/8/8/8/8/K7 w - - {clock} 200");
        let report = run(&mut engine, &fen, &Limits::nodes(500));
        assert!(report.best_move.as_str().starts_with("e7e8"), "{report:?}");
        assert_ne!(report.score.kind, ScoreKind::Centipawns, "{report:?}");
        // Where the pawn is safe, the king may move first, but not late.
        let fen = format!("8/4P3/8/8/8/8/6k1/K7 w - - {clock} 200");
        run(&mut engine, &fen, &Limits::nodes(500));
        let promotes = engine.lines().iter().all(|line| line.pv.starts_with("e7e8"));
        assert_eq!(promotes, clock >= 99, "{clock}");
    }
}

/// Won with king and pawn.
const PAWN: &str = "4k3/8/4K3/8/4P3/8/8/8 w - - 0 1";
/// Won with a rook.
const ROOK: &str = "8/8/8/8/8/4k3/8/KR6 w - - 0 1";
/// Won with a queen.
const QUEEN: &str = "8/8/8/3k4/8/8/3K4/3Q4 w - - 0 1";
/// Won with a queen after a capture.
const QUEEN_TO_BE: &str = "8/8/8/3k4/8/3p4/3K4/3Q4 w - - 0 1";

/// A small engine without tables.
fn small_engine() -> Engine {
    let mut engine = Engine::new().unwrap();
    engine.set_option("Hash", "1").unwrap();
    engine
}

/// Searches, checks that the best move is legal, and returns the number of tablebase hits.
fn hits(engine: &mut Engine, fen: &str, nodes: u64) -> u64 {
    let report = run(engine, fen, &Limits::nodes(nodes));
    let m = report.best_move.as_str().parse::<UciMove>().unwrap();
    assert!(m.to_move(&chess(fen)).is_ok(), "{fen}: {report:?}");
    engine.lines().get(0).unwrap().tb_hits
}

/// Flips each bit of a table in turn: the table is rejected, or a search of its material still
/// returns a legal move.
#[test]
fn no_flipped_bit_of_a_table_does_harm() {
    const NAME: &str = "KQvK.rtbw";
    let folder = copied_tables("flipped");
    let sound = fs::read(folder.join(NAME)).unwrap();
    let mut engine = small_engine();
    let (mut refused, mut unasked) = (0, 0);
    for bit in 0..8 * sound.len() {
        let mut table = sound.clone();
        table[bit / 8] ^= 1 << (bit % 8);
        fs::write(folder.join(NAME), table).unwrap();
        engine.set_option("SyzygyPath", "").unwrap();
        match engine.set_option("SyzygyPath", folder.to_str().unwrap()) {
            Ok(()) => unasked += u32::from(hits(&mut engine, QUEEN_TO_BE, 300) == 0),
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::InvalidValue, "bit {bit}: {error}");
                assert!(error.message().contains(NAME), "bit {bit}: {error}");
                refused += 1;
            }
        }
    }
    println!("{refused} of {} refused, {unasked} not asked", 8 * sound.len());
    assert!(refused > 32, "the four bytes in front, and much of the head");
    assert!(unasked > 0, "damage that only a search meets");
}

/// A table truncated to any length that a table may have, with the others sound: distances are
/// probed after results.
#[test]
fn no_cut_table_does_harm() {
    let folder = copied_tables("cut");
    let mut damaged = 0;
    let mut engine = small_engine();
    for (name, fen) in [
        ("KPvK.rtbw", PAWN),
        ("KQvK.rtbw", QUEEN),
        ("KRvK.rtbz", ROOK),
        ("KPvK.rtbz", PAWN),
        ("KQvK.rtbz", QUEEN),
    ] {
        let sound = fs::read(folder.join(name)).unwrap();
        let (mut accepted, mut unasked) = (0, 0);
        for length in (16..sound.len()).step_by(64) {
            engine.set_option("SyzygyPath", "").unwrap();
            fs::write(folder.join(name), &sound[..length]).unwrap();
            if engine.set_option("SyzygyPath", folder.to_str().unwrap()).is_ok() {
                hits(&mut engine, fen, 100);
                accepted += 1;
                unasked += u32::from(hits(&mut engine, QUEEN_TO_BE, 100) == 0);
            }
        }
        assert!(accepted > 0, "{name}");
        damaged += unasked;
        fs::write(folder.join(name), sound).unwrap();
    }
    assert!(damaged > 0, "cuts that only a search meets end all asking");
}

/// Distances are probed before a search begins: damage found there ends all probing as well.
#[test]
fn a_damaged_table_of_distances_is_met_once() {
    let folder = copied_tables("distances");
    assert!(hits(&mut engine(&folder), ROOK, 100) > 0, "as long as it is sound");
    cut(&folder.join("KRvK.rtbz"), 16 + 64);
    let mut tables = Tablebase::<Chess>::new();
    tables.add_directory(&folder).unwrap();
    assert!(tables.probe_dtz(&chess(ROOK)).is_err(), "the reader notices the damage");
    let mut engines = [0, 1].map(|_| engine(&folder));
    hits(&mut engines[0], ROOK, 100);
    for engine in &mut engines {
        assert_eq!(hits(engine, ROOK, 100), 0);
        assert_eq!(hits(engine, QUEEN_TO_BE, 300), 0, "the sound ones neither");
    }
    engines[0].set_option("SyzygyPath", small_tables().to_str().unwrap()).unwrap();
    assert!(hits(&mut engines[0], ROOK, 100) > 0, "others are asked");
}

/// Random bytes after the header: a search takes them as no information.
#[test]
fn damaged_tables_do_no_harm() {
    let folder = small_tables();
    let mut random = random_numbers(0x5eed_0004);
    let mut accepted = 0;
    for round in 0..40 {
        let damaged = scratch("scrambled");
        for name in ["KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw", "KRvK.rtbz"] {
            let mut bytes = fs::read(folder.join(name)).unwrap();
            let length = bytes.len();
            for _ in 0..1 + length / [10, 100, 1000][round % 3] {
                bytes[4 + random(length - 4)] = random(256) as u8;
            }
            if round % 4 == 3 {
                bytes.truncate(16);
            }
            fs::write(damaged.join(name), bytes).unwrap();
        }
        let mut engine = Engine::new().unwrap();
        if engine.set_option("SyzygyPath", damaged.to_str().unwrap()).is_ok() {
            accepted += 1;
            for fen in [QUEEN, "8/8/8/3k4/8/8/3K4/3R4 b - - 0 1", QUEEN_TO_BE] {
                hits(&mut engine, fen, 3000);
            }
        }
    }
    assert!(accepted > 0);
}

#[test]
fn several_folders_and_engines_share_tables() {
    let folder = small_tables();
    let [first, second] = ["first", "second"].map(scratch);
    for name in ["KQvK.rtbw", "KQvK.rtbz"] {
        fs::copy(folder.join(name), first.join(name)).unwrap();
    }
    for name in ["KRvK.rtbw", "KRvK.rtbz"] {
        fs::copy(folder.join(name), second.join(name)).unwrap();
    }
    let list = std::env::join_paths([&first, &second]).unwrap();
    let mut engines = [0, 1].map(|_| engine(Path::new(&list)));
    for engine in &mut engines {
        for fen in [QUEEN, "8/8/8/3k4/8/8/3K4/3R4 w - - 0 1"] {
            run(engine, fen, &Limits::depth(1));
            assert_eq!(engine.lines().get(0).unwrap().tb_hits, 1, "{fen}");
        }
    }
}
