//! Games are small: a host may keep a million of them. PGN is read with memory for one at a time.

use std::io::{self, Read};

use seajay::pgn::{Reader, Record};
use seajay::{ErrorKind, Game};

use crate::{alloc, alone};

/// The promised size of a game of some plies.
fn most_bytes(plies: usize) -> usize {
    4096 + 24 * plies
}

/// The bytes that a call keeps on the heap, and its result.
fn kept<T>(make: impl FnOnce() -> T) -> (T, usize) {
    let before = alloc::bytes_here();
    let made = make();
    let bytes = usize::try_from(alloc::bytes_here() - before).unwrap();
    (made, bytes)
}

/// An endless series of moves.
fn moves(plies: usize) -> String {
    let round = ["g1f3 ", "g8f6 ", "f3g1 ", "f6g8 "];
    round.into_iter().cycle().take(plies).collect()
}

#[test]
fn a_game_takes_little_memory() {
    let _alone = alone();
    for plies in [0, 1, 16, 17, 20, 33, 200, 1000] {
        let moves = moves(plies);
        let (at_once, bytes) = kept(|| {
            let mut game = Game::new();
            game.play(&moves).unwrap();
            game
        });
        let (stepwise, bytes_stepwise) = kept(|| {
            let mut game = Game::new();
            for m in moves.split_whitespace() {
                game.play(m).unwrap();
            }
            game
        });
        let (mut set, bytes_set) = kept(|| {
            let mut game = Game::new();
            game.set(None, &moves).unwrap();
            game
        });
        let (copy, bytes_copy) = kept(|| at_once.try_clone().unwrap());
        for game in [&at_once, &stepwise, &set, &copy] {
            assert_eq!(game.ply_count(), plies);
        }
        let all =
            [bytes, bytes_stepwise, bytes_set, bytes_copy].map(|heap| size_of::<Game>() + heap);
        println!("{plies} plies: {all:?} bytes, at most {}", most_bytes(plies));
        assert!(all.iter().all(|&bytes| bytes < most_bytes(plies)));
        // Undone and played again, it takes no more.
        let ((), more) = kept(|| {
            for _ in 0..5 {
                set.undo(plies).unwrap();
                set.play(&moves).unwrap();
            }
        });
        assert_eq!(more, 0);
    }
}

#[test]
fn a_game_without_moves_takes_nothing_from_the_heap() {
    let _alone = alone();
    let board = Game::new().board();
    let before = alloc::allocations_here();
    let mut game = Game::new();
    game.set_board(&board).unwrap();
    let fork = game.clone();
    assert_eq!(game.state(), fork.state());
    assert_eq!((game.key(), game.perft(2).unwrap()), (fork.key(), 400));
    assert!(game.can_win(seajay::Color::White) && !game.in_check());
    assert_eq!(alloc::allocations_here(), before);
    assert!(size_of::<Game>() < 512, "{}", size_of::<Game>());
}

#[test]
fn a_refused_allocation_leaves_the_game_as_it_was() {
    let _alone = alone();
    let moves = moves(70);
    for begun in [0, 16, 20, 64] {
        let mut game = Game::new();
        game.play(&moves[..5 * begun]).unwrap();
        let before = (game.fen(), game.moves().unwrap());
        for number in 0.. {
            // Only one allocation is refused: there is memory for the error text.
            let mut copy = game.try_clone().unwrap();
            let (result, was_refused, _) =
                alloc::refusing(number, || copy.play(&moves[5 * begun..]));
            if let Err(error) = result {
                assert_eq!(error.kind(), ErrorKind::OutOfMemory);
                assert_eq!((copy.fen(), copy.moves().unwrap()), before);
            }
            let (result, copy_refused, _) = alloc::refusing(number, || game.try_clone());
            assert!(result.is_ok() || copy_refused);
            if !was_refused && !copy_refused {
                break;
            }
            assert!(number < 100);
        }
    }
}

/// A source that is a function.
struct Source<F>(F);

impl<F: FnMut(&mut [u8]) -> io::Result<usize>> Read for Source<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (self.0)(buffer)
    }
}

#[test]
fn a_file_of_pgn_is_read_in_little_memory() {
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
    let mut reader = Reader::from_reader(source);
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
fn a_refused_allocation_of_the_reader_changes_nothing() {
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
