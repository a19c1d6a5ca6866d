//! Networks: evaluation, loading, and rejected files.

use std::fs;
use std::path::PathBuf;

use seajay::{Error, ErrorKind, Game, Limits};
use testkit::network::{
    ATTACK_DEFENCE, CASTLING, KING_SAFETY, Network, PASSED, THREAT, with_checksum,
};
use testkit::play::{Host, KIWIPETE, ORDINARY, search_in};
use testkit::positions::{CHESS960, QUEENS};
use testkit::{EMBEDDED, random_numbers};

fn random(width: usize, buckets: usize) -> Network {
    let mut below = random_numbers(width as u64);
    Network::new(width, buckets, |most| below(2 * most as usize + 1) as i16 - most)
}

/// A file in the tests' own folder.
fn write(name: &str, bytes: &[u8]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).unwrap();
    path.into_os_string().into_string().unwrap()
}

const EXTREMES: [&str; 5] = [
    "7k/p7/8/8/8/8/P7/K7 w - - 0 1",
    QUEENS,
    CHESS960,
    // Each side attacks a piece of the other, and two pawns are passed.
    "k3r3/3q1Q1P/2R1b1B1/3n1N2/2r1B1b1/1q1Q1R2/p2N1n2/7K w - - 0 1",
    // A pawn push gives check.
    "4k3/8/3P4/2N5/8/8/8/4K3 w - - 0 1",
];

/// Whether the network is asked: both sides have more than a king, and the position is no elementary
/// ending.
fn needs_network(fen: &str) -> bool {
    let pieces =
        |is_one: fn(&char) -> bool| fen.split(' ').next().unwrap().chars().filter(is_one).count();
    let [white, black] = [pieces(char::is_ascii_uppercase), pieces(char::is_ascii_lowercase)];
    white > 1 && black > 1 && white + black > 4
}

/// Many positions of all kinds: the ordinary ones and those after two more plies.
fn positions() -> Vec<String> {
    let mut fens = Vec::new();
    for fen in ORDINARY.into_iter().chain(EXTREMES) {
        let mut game = Game::from_fen(Some(fen)).unwrap();
        for first in game.legal_moves(None).unwrap().split(' ') {
            game.play(first).unwrap();
            for second in game.legal_moves(None).unwrap().split_whitespace().step_by(7) {
                game.play(second).unwrap();
                fens.push(game.fen());
                game.undo(1).unwrap();
            }
            fens.push(game.fen());
            game.undo(1).unwrap();
        }
        fens.push(game.fen());
    }
    fens.retain(|fen| needs_network(fen));
    fens
}

fn evaluate(engine: &mut Host, fen: &str) -> i64 {
    engine.set_position(Some(fen), "").unwrap();
    engine.evaluate().into()
}

#[test]
fn every_network_computes_what_its_definition_says() {
    let positions = positions();
    assert!(positions.len() > 1000);
    let mut engine = Host::new();
    let mut all = vec![Network::read(EMBEDDED), Network::of_material(random_numbers(1))];
    all.extend(
        [(16, 1), (32, 8), (80, 3), (176, 2), (256, 8), (1024, 7)].map(|(n, b)| random(n, b)),
    );
    for network in all {
        engine.load_network(&network.file()).unwrap();
        for fen in positions.iter().step_by(if network.width > 100 { 10 } else { 1 }) {
            assert_eq!(evaluate(&mut engine, fen), network.evaluate(fen), "{fen}");
        }
    }
}

/// The network that other tests search with.
#[test]
fn the_fixed_network_counts_material() {
    for (fen, pawns) in [
        ("4k3/p2p4/8/8/8/8/P2PP3/4K3 w - - 0 1", 1),
        ("4k3/p2p4/8/8/8/8/P2PN3/4K3 b - - 0 1", -3),
        ("4k3/p2pb3/8/8/8/8/P2P4/4K3 b - - 0 1", 3),
        ("r3k3/p2p4/8/8/8/8/P2P4/4K3 w - - 0 1", -5),
        ("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 9),
    ] {
        let value = Host::fixed_at(fen).evaluate();
        assert!((value - 100 * pawns).abs() < 100, "{fen}: {value}");
    }
}

#[test]
fn the_largest_sums_overflow_nothing() {
    let mut engine = Host::new();
    let mut limit = 0;
    for (sign, bias) in [(1, 0), (-1, 0), (1, i32::MAX), (-1, i32::MIN), (0, 0)] {
        let mut network = Network::new(1024, 8, |_| 0);
        network.biases.fill(1225);
        network.pieces.fill(565);
        network.relations.fill(127);
        network.output.fill(127 * sign);
        network.output_biases.fill(bias);
        engine.load_network(&network.file()).unwrap();
        for fen in ORDINARY.into_iter().chain(EXTREMES) {
            let value = evaluate(&mut engine, fen);
            assert_eq!(value, network.evaluate(fen), "{sign} {bias}");
            limit = limit.max(value.abs());
        }
        // No evaluation looks like a mate.
        engine.clear_history();
        search_in(&mut engine, &Limits::depth(3)).centipawns();
    }
    assert!((10_000..31_900).contains(&limit), "{limit}");
}

#[test]
fn a_network_is_loaded_from_memory_and_from_a_file() {
    let loaded = random(64, 4);
    let path = write("loaded with spaces.sjnn", &loaded.file());
    let mut engine = Host::new();
    let own = evaluate(&mut engine, KIWIPETE);
    let other = loaded.evaluate(KIWIPETE);
    assert_ne!(own, other);

    engine.set_option("evalfile", &path).unwrap();
    assert_eq!(engine.option("EvalFile").unwrap(), path);
    assert_eq!(evaluate(&mut engine, KIWIPETE), other);
    engine.set_option("EvalFile", "").unwrap();
    assert_eq!(engine.option("EvalFile").unwrap(), "");
    assert_eq!(evaluate(&mut engine, KIWIPETE), own);

    engine.load_network(&loaded.file()).unwrap();
    assert_eq!(evaluate(&mut engine, KIWIPETE), other);
    assert_eq!(engine.option("EvalFile").unwrap(), "");
    engine.set_option("EvalFile", "").unwrap();
    assert_eq!(evaluate(&mut engine, KIWIPETE), own);
    // Other engines keep their own network.
    engine.load_network(&loaded.file()).unwrap();
    assert_eq!(evaluate(&mut Host::new(), KIWIPETE), own);
}

#[test]
fn a_search_uses_the_network_that_was_loaded_last() {
    let search = |engine: &mut Host| {
        engine.clear_history();
        engine.set_position(Some(KIWIPETE), "").unwrap();
        search_in(engine, &Limits::depth(7)).signature()
    };
    let mut engine = Host::new();
    let own = search(&mut engine);
    engine.load_network(&random(48, 8).file()).unwrap();
    let other = search(&mut engine);
    assert_ne!(own, other);
    engine.load_network(EMBEDDED).unwrap();
    assert_eq!(search(&mut engine), own);
    let mut fresh = Host::new();
    fresh.load_network(&random(48, 8).file()).unwrap();
    assert_eq!(search(&mut fresh), other);
}

#[test]
fn another_network_empties_the_table_and_the_same_does_not() {
    // The first probe is that of the root.
    let knows = |engine: &mut Host| {
        search_in(engine, &Limits::nodes(1));
        engine.stats().tt_hits > 0
    };
    let learn = |engine: &mut Host| search_in(engine, &Limits::depth(6));
    let mut engine = Host::new();
    assert!(!knows(&mut engine));
    learn(&mut engine);
    engine.set_option("EvalFile", "").unwrap();
    assert!(knows(&mut engine));
    engine.load_network(&random(16, 1).file()).unwrap();
    assert!(!knows(&mut engine));
    learn(&mut engine);
    assert!(knows(&mut engine));
    engine.set_option("EvalFile", "").unwrap();
    assert!(!knows(&mut engine));
}

/// Sets the weights of unit 3 for 32 pieces of a role, own (0) or foreign (1): on their squares, if
/// attacked, and if hanging. The bias leaves room for 1000 a piece, but not for 1001.
fn heavy_pieces(
    network: &mut Network,
    (role, side): (usize, usize),
    weight: i16,
    dangers: [i8; 2],
) {
    network.pieces.fill(0);
    network.relations.fill(0);
    let place = |square: usize| ((role * 2 + side) * 64 + square) * 16 + 3;
    for square in 0..32 {
        network.pieces[place(square)] = weight;
        for (danger, weight) in dangers.into_iter().enumerate() {
            network.relations[danger * 768 * 16 + place(square)] = weight;
        }
    }
    network.biases[3] = -736;
}

/// Sets the weights of unit 3 for own pawns.
fn heavy(network: &mut Network, weight: i16, dangers: [i8; 2]) {
    heavy_pieces(network, (0, 0), weight, dangers);
}

#[test]
fn rows_that_cancel_each_other_are_allowed() {
    let mut network = random(16, 2);
    heavy(&mut network, 1000, [-128, -1]);
    let mut engine = Host::new();
    engine.load_network(&network.file()).unwrap();
    for fen in ORDINARY {
        assert_eq!(evaluate(&mut engine, fen), network.evaluate(fen), "{fen}");
    }
}

/// Changes to a good file, and the error for each.
#[expect(clippy::too_many_lines, reason = "a table")]
fn defects() -> Vec<(&'static str, Vec<u8>)> {
    let good = random(16, 2);
    let changed = |at: usize, value: u32| {
        let mut content = good.content();
        content[at..at + 4].copy_from_slice(&value.to_le_bytes());
        with_checksum(content)
    };
    let with = |change: &dyn Fn(&mut Network)| {
        let mut network = random(16, 2);
        change(&mut network);
        network.file()
    };
    let file = good.file();
    let longer = [&file[..], &[0]].concat();
    let text = vec![0xff, 0xfe, 0x41, 0x41];
    let mut not_utf8 = good.content();
    not_utf8[24..28].copy_from_slice(&text);
    let mut padded = good.content();
    padded[40] = 1;
    vec![
        ("does not begin", Vec::new()),
        ("does not begin", b"SEAJAYN".to_vec()),
        ("does not begin", changed(0, 0)),
        ("ends after 8 bytes", b"SEAJAYNN".to_vec()),
        ("ends after 23 bytes", file[..23].to_vec()),
        ("version is 5", changed(8, 5)),
        ("width is 0", changed(12, 0)),
        ("width is 24", changed(12, 24)),
        ("width is 1040", changed(12, 1040)),
        ("width is 4294967280", changed(12, 0xffff_fff0)),
        ("buckets is 0", changed(16, 0)),
        ("buckets is 9", changed(16, 9)),
        ("description is 1025", changed(20, 1025)),
        ("description is 4294967295", changed(20, u32::MAX)),
        ("bytes instead of", changed(12, 32)),
        ("bytes instead of", file[..file.len() - 1].to_vec()),
        ("bytes instead of", file[..24].to_vec()),
        ("bytes instead of", longer),
        ("not UTF-8", with_checksum(not_utf8)),
        ("between description and weights", with_checksum(padded)),
        ("an output weight is 128", with(&|network| network.output[17] = 128)),
        ("an output weight is -128", with(&|network| network.output[60] = -128)),
        ("an output weight is -32768", with(&|network| network.output[0] = i16::MIN)),
        ("unit 3 may sum up to 32768", with(&|network| heavy(network, -1001, [0, 0]))),
        // The rows for attacked or hanging pieces are added to a piece's row.
        ("unit 3 may sum up to 32768", with(&|network| heavy(network, -936, [-65, 1]))),
        ("unit 3 may sum up to 32768", with(&|network| heavy(network, 936, [0, 65]))),
        ("unit 3 may sum up to 32768", with(&|network| heavy(network, -900, [127, -101]))),
        // So are the rows for passed pawns, mobility and king safety.
        (
            "unit 3 may sum up to 32768",
            with(&|network| {
                heavy(network, 1000, [0, 0]);
                network.relations[(PASSED + 2 * 64 + 31) * 16 + 3] = 32;
            }),
        ),
        (
            "unit 3 may sum up to 32768",
            with(&|network| {
                heavy_pieces(network, (4, 1), -901, [0, 0]);
                network.relations[(KING_SAFETY - 1) * 16 + 3] = -100;
            }),
        ),
        (
            "unit 3 may sum up to 32768",
            with(&|network| {
                heavy_pieces(network, (5, 1), 901, [0, 0]);
                network.relations[(KING_SAFETY + 2 * 256 - 1) * 16 + 3] = 100;
            }),
        ),
        // And those for attackers and defenders.
        (
            "unit 3 may sum up to 32768",
            with(&|network| {
                heavy_pieces(network, (4, 1), 901, [0, 0]);
                network.relations[(THREAT - 1) * 16 + 3] = 100;
            }),
        ),
        (
            "unit 3 may sum up to 32768",
            with(&|network| {
                heavy_pieces(network, (4, 0), -901, [0, 0]);
                network.relations[(ATTACK_DEFENCE + 5 * 12 * 13 - 1) * 16 + 3] = -100;
            }),
        ),
        (
            "unit 3 may sum up to 32768",
            with(&|network| {
                heavy_pieces(network, (0, 1), 901, [0, 0]);
                network.relations[(ATTACK_DEFENCE + 5 * 12 * 13) * 16 + 3] = 100;
            }),
        ),
        // Rows that belong to a side count once for each side and kind, regardless of the side to
        // move.
        (
            "unit 3 may sum up to 32768",
            with(&|network| {
                heavy(network, 1000, [0, 0]);
                // All ten groups: eight with 3, two with -4, of which the largest magnitude counts.
                let threats =
                    [0, 34, 176, 35, 65, 66, 81, 175, 2 * 176 + 35, 3 * 176 + 80, 3 * 176 + 81];
                for row in threats.map(|row| THREAT + row).into_iter().chain([CASTLING]) {
                    network.relations[row * 16 + 3] = 3;
                }
                for row in [THREAT + 2 * 176 + 7, CASTLING + 5] {
                    network.relations[row * 16 + 3] = -4;
                }
            }),
        ),
        (
            "unit 0 may sum up to 32768",
            with(&|network| {
                network.pieces.fill(565);
                network.relations.fill(127);
                network.biases.fill(1226);
            }),
        ),
        (
            "unit 15 may sum up to 65536",
            with(&|network| {
                network.pieces.fill(0);
                network.relations.fill(0);
                network.pieces[15] = i16::MIN;
                network.biases[15] = i16::MIN;
            }),
        ),
    ]
}

fn expect_error(result: Result<(), Error>, kind: ErrorKind, part: &str) {
    let error = result.expect_err(part);
    assert_eq!(error.kind(), kind, "{part}: {error}");
    assert!(error.message().contains(part), "{part}: {error}");
}

#[test]
fn every_defect_is_named_and_the_old_network_stays() {
    let mut engine = Host::new();
    engine.load_network(&random(32, 8).file()).unwrap();
    let before = evaluate(&mut engine, KIWIPETE);
    for (part, bytes) in defects() {
        expect_error(engine.load_network(&bytes), ErrorKind::InvalidArgument, part);
        let path = write("defect.sjnn", &bytes);
        let result = engine.set_option("EvalFile", &path);
        expect_error(result, ErrorKind::InvalidValue, part);
        expect_error(engine.set_option("EvalFile", &path), ErrorKind::InvalidValue, "defect.sjnn");
        assert_eq!(engine.option("EvalFile").unwrap(), "");
        assert_eq!(evaluate(&mut engine, KIWIPETE), before, "{part}");
    }
    // The largest allowed sums.
    let mut largest = random(16, 2);
    heavy(&mut largest, -1001, [0, 0]);
    largest.biases[3] = 735;
    engine.load_network(&largest.file()).unwrap();
}

#[test]
fn no_flipped_bit_and_no_cut_goes_unnoticed() {
    let mut engine = Host::new();
    let file = random(16, 1).file();
    let before = evaluate(&mut engine, KIWIPETE);
    let bits = (0..8 * 64)
        .chain((8 * 64..8 * file.len()).step_by(997))
        .chain(8 * (file.len() - 16)..8 * file.len());
    for bit in bits {
        let mut flipped = file.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(engine.load_network(&flipped).is_err(), "bit {bit}");
    }
    for length in (0..file.len()).step_by(61).chain(file.len() - 20..file.len()) {
        assert!(engine.load_network(&file[..length]).is_err(), "{length} bytes");
    }
    assert_eq!(evaluate(&mut engine, KIWIPETE), before);
    engine.load_network(&file).unwrap();
}

#[test]
fn what_cannot_be_read_is_named() {
    let mut engine = Host::new();
    let folder = env!("CARGO_TARGET_TMPDIR");
    let missing = format!("{folder}/no such file");
    for path in [missing.as_str(), folder, "\0", "nonsense"] {
        let result = engine.set_option("EvalFile", path);
        expect_error(result, ErrorKind::Io, "option EvalFile");
    }
    expect_error(engine.set_option("EvalFile", &missing), ErrorKind::Io, "no such file");
    let long = "x".repeat(4097);
    expect_error(engine.set_option("EvalFile", &long), ErrorKind::InvalidValue, "4097");
    assert_eq!(engine.option("EvalFile").unwrap(), "");
}

/// An endless file is read only up to the size of the largest network and one byte.
#[test]
fn a_large_file_is_read_in_part() {
    let mut engine = Host::new();
    let sound = random(16, 1).file();
    let large = write("large.sjnn", &sound);
    fs::File::options().write(true).open(&large).unwrap().set_len(1 << 32).unwrap();
    let error = engine.set_option("EvalFile", &large).unwrap_err();
    fs::remove_file(large).unwrap();
    assert_eq!(error.kind(), ErrorKind::InvalidValue, "{error}");
    let (begin, _) =
        error.message().split_once(&format!(" bytes instead of {}", sound.len())).unwrap();
    let largest = Network { description: "x".repeat(1024), ..random(1024, 8) };
    assert!(begin.ends_with(&format!(" {}", largest.file().len() + 1)), "{error}");
}

/// Opening a pipe blocks until something writes to it, and a device may never end.
#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_refused_at_once() {
    let pipe = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pipe.sjnn");
    testkit::make_pipe(&pipe);
    for path in [pipe.to_str().unwrap(), "/dev/zero"].map(str::to_owned) {
        testkit::in_time(move || {
            let mut engine = Host::new();
            let before = evaluate(&mut engine, KIWIPETE);
            expect_error(engine.set_option("EvalFile", &path), ErrorKind::Io, "option EvalFile");
            assert_eq!(engine.option("EvalFile").unwrap(), "");
            assert_eq!(evaluate(&mut engine, KIWIPETE), before);
        });
    }
}

#[test]
fn the_embedded_network_says_what_it_is() {
    let network = Network::read(EMBEDDED);
    assert!(!network.description.is_empty());
    assert!(!network.description.contains(char::is_control), "{}", network.description);
}

/// The compiler laid out its weights; when it is loaded as a file, the library does, and checks it.
#[test]
fn the_embedded_network_is_its_file() {
    let network = Network::read(EMBEDDED);
    let (mut embedded, mut loaded) = (Host::new(), Host::new());
    loaded.load_network(EMBEDDED).unwrap();
    for fen in positions().iter().step_by(10) {
        let value = network.evaluate(fen);
        assert_eq!(evaluate(&mut embedded, fen), value, "{fen}");
        assert_eq!(evaluate(&mut loaded, fen), value, "{fen}");
    }
}
