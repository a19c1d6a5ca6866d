//! A network file: a valid one chosen by the first bytes, with some of its bytes changed.

use std::io::Write as _;
use std::sync::OnceLock;

use tempfile::NamedTempFile;
use testkit::ffi::*;
use testkit::network::{Network, with_checksum};

use crate::HAS_FILES;
use crate::choices::Choices;
use crate::snapshot::{change, check_result};

const FENS: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ b - - 0 1",
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
];

pub fn run(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let (file, expected) = bytes_of_a_file(&mut choices);
    let handle = Handle::new();
    handle.set_option("Hash", "1");
    handle.set_option("Threads", choices.one_of(&["1", "2"]));
    let by_name = choices.yes();
    let accepted = if by_name && HAS_FILES {
        let mut place = NamedTempFile::new().expect("a temporary file");
        place.write_all(&file).expect("room for it");
        let path = place.path().to_str().expect("UTF-8").to_owned();
        change(&handle, || handle.set_option("EvalFile", &path))
    } else {
        change(&handle, || handle.load_network(&file))
    };
    assert!(expected.is_none_or(|expected| accepted == expected), "{}", last_error());
    for fen in FENS {
        assert_eq!(handle.set_position(Some(fen), ""), OK);
        let evaluation = handle.evaluate();
        if accepted {
            // The plainest way the format allows.
            let expected = Network::read(&file).evaluate(fen);
            assert_eq!(i64::from(evaluation), expected, "{fen}");
        }
        let result = handle.search(&nodes(100)).expect("a search");
        check_result(&handle, &Game::at(fen), &result);
    }
}

/// A sound network, then changes at places the bytes choose; most often with a right checksum. And
/// whether it is to be accepted, where that is plain: as it was made, and not with a wrong
/// checksum.
fn bytes_of_a_file(choices: &mut Choices<'_>) -> (Vec<u8>, Option<bool>) {
    const CHECKSUM: usize = 8;
    static SOUND: OnceLock<[Vec<u8>; 3]> = OnceLock::new();
    let sound = SOUND.get_or_init(|| {
        let mut state = 0x2545_f491_u32;
        let mut number = |most: i16| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((state >> 16) as i16) % (most + 1)
        };
        [(16, 1), (16, 8), (48, 3)].map(|(width, buckets)| {
            // As large as is allowed, and as a trained one is.
            Network::new(width, buckets, |most| number(most) / 8).file()
        })
    });
    let sound = &sound[choices.below(sound.len())];
    let mut file = sound.clone();
    let seal = choices.yes();
    for _ in 0..choices.below(16) {
        match choices.below(8) {
            // Header and description.
            0 | 1 => {
                let at = choices.below(128).min(file.len() - 1);
                file[at] = choices.byte();
            }
            // Anywhere.
            2..=5 => {
                let at = choices.short() << 8 | usize::from(choices.byte());
                let at = at % file.len();
                file[at] = choices.byte();
            }
            6 => {
                let length = choices.short() % file.len();
                file.truncate(length.max(1));
            }
            _ => file.extend_from_slice(choices.bytes(32)),
        }
    }
    if seal && file.len() > CHECKSUM {
        file.truncate(file.len() - CHECKSUM);
        file = with_checksum(file);
    }
    let expected = if file == *sound { Some(true) } else { (!seal).then_some(false) };
    (file, expected)
}
