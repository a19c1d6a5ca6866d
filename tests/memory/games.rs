//! Games are small: a host may keep a million of them.

use seajay::Game;

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
                assert_eq!(error.kind(), seajay::ErrorKind::OutOfMemory);
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
