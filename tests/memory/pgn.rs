//! Reading PGN: memory for one game at a time, and what is left when there is none.

use std::io::{self, Read};

use seajay::pgn::{Reader, Record};
use seajay::{ErrorKind, Game};

use crate::{alloc, alone};

/// A source that is a function.
struct Source<F>(F);

impl<F: FnMut(&mut [u8]) -> io::Result<usize>> Read for Source<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (self.0)(buffer)
    }
}

#[test]
fn a_file_is_read_in_little_memory() {
    let _alone = alone();
    const GAME: &[u8] =
        b"[White \"A\"]\n\n1. e4 {x} e5 2. Nf3 (2. d4 exd4) 2... Nc6 3. Bb5 a6 1-0\n\n";
    const GAMES: usize = 100_000;
    let mut given = 0;
    let source = Source(move |buffer: &mut [u8]| {
        let room = buffer.len().min(GAME.len() * GAMES - given);
        for byte in &mut buffer[..room] {
            *byte = GAME[given % GAME.len()];
            given += 1;
        }
        Ok(room)
    });
    let before = alloc::bytes_here();
    let mut reader = Reader::from_source(source);
    let (mut game, mut record) = (Game::new(), Record::new());
    let mut count = 0;
    while reader.read(&mut game, &mut record).unwrap() {
        assert!(record.fault().is_none() && game.ply_count() == 6);
        assert!(alloc::bytes_here() - before < 256 << 10, "{}", alloc::bytes_here() - before);
        count += 1;
    }
    assert_eq!(count, GAMES);
}

#[test]
fn a_refused_allocation_changes_nothing() {
    let _alone = alone();
    let long = ["x".repeat(300), "word ".repeat(100)];
    let moves = "} e5 $1 (1... c5 2. Nf3 {y} (2. c3)) 2. Nf3 *";
    let parts = ["[A \"", &long[0], "\u{e4}\"]\n\n1. e4 {", &long[1], moves].concat();
    // Not UTF-8.
    let text: Vec<u8> = parts.chars().map(|c| c as u8).collect();
    let (mut expected, mut record) = (Game::new(), Record::new());
    assert!(Reader::from_text(&text).unwrap().read(&mut expected, &mut record).unwrap());
    let state = |game: &Game, record: &Record| (game.moves().unwrap(), record.clone());
    let expected = state(&expected, &record);
    let mut refused = 0;
    for number in 0.. {
        let mut reader = Reader::from_text(&text).unwrap();
        let (mut game, mut record) = (Game::new(), Record::new());
        let (result, was_refused, _) =
            alloc::refusing(number, || reader.read(&mut game, &mut record));
        if let Err(error) = result {
            assert_eq!(error.kind(), ErrorKind::OutOfMemory);
            assert_eq!(state(&game, &record), (String::new(), Record::new()), "as before");
            refused += 1;
            assert!(reader.read(&mut game, &mut record).unwrap(), "again");
        }
        assert_eq!(state(&game, &record), expected);
        if !was_refused {
            break;
        }
    }
    assert!(refused > 10, "{refused}");
}
