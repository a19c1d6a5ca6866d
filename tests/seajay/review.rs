//! Reviews: every position is searched once, from the last to the first, and marks, losses and
//! accuracies follow from what the searches found.

use std::ops::ControlFlow;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

use seajay::{
    Accuracy, Bound, Color, Engine, ErrorKind, Game, GameState, Limits, Mark, Report,
    ReportedScore, Review, ScoreKind, accuracy,
};
use testkit::games::{STARTS, game_after, play_many, words};
use testkit::play::{Host, START};
use testkit::positions::MATE_IN_ONE;
use testkit::{ms, random_numbers};

fn review(engine: &mut Engine, game: &Game, limits: &Limits) -> Vec<Review> {
    engine.review(game, limits, |_| ControlFlow::Continue(())).unwrap()
}

fn search(engine: &mut Engine, limits: &Limits) -> Report {
    engine.search(limits, |_| ControlFlow::Continue(())).unwrap()
}

/// The game before each of its moves, and at its end.
fn positions(game: &Game) -> Vec<Game> {
    let count = game.ply_count();
    (0..=count)
        .map(|plies| {
            let mut position = game.try_clone().unwrap();
            position.undo(count - plies).unwrap();
            position
        })
        .collect()
}

/// Random games from starts of all kinds, and some that end.
fn some_games() -> Vec<Game> {
    let mut random = random_numbers(0x5eed_0042);
    let mut games: Vec<Game> = STARTS
        .iter()
        .map(|start| {
            let mut game = game_after(start, "");
            let plies = random(14);
            play_many(&mut game, plies, &mut random);
            game
        })
        .collect();
    games.extend([
        game_after(START, ""),
        game_after(START, "f2f3 e7e5 g2g4 d8h4"),
        game_after(START, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"),
        game_after(MATE_IN_ONE, "g5g6"),
        game_after("7k/8/5K2/8/8/8/8/6Q1 w - - 95 60", "g1g2 h8h7 g2g1 h7h8 g1g2"),
        game_after("7k/8/8/8/8/8/1p6/K7 w - - 0 1", "a1b2"),
    ]);
    games
}

/// What a review must say, from searches of the positions by another engine.
fn by_hand(engine: &mut Engine, game: &Game, limits: &Limits) -> Vec<(Report, String)> {
    let mut found: Vec<_> = positions(game)
        .iter()
        .rev()
        .map(|position| {
            engine.set_game(position);
            let report = search(engine, limits);
            (report, engine.lines().get(0).map_or(String::new(), |line| line.pv.to_owned()))
        })
        .collect();
    found.reverse();
    found
}

fn points([win, draw, _]: [i32; 3]) -> i32 {
    (2 * win + draw) / 2
}

/// A score after a move, as the score of that move.
fn turned(score: ReportedScore) -> ReportedScore {
    let value = match (score.kind, score.value) {
        (ScoreKind::Mate, moves) if moves > 0 => -moves,
        (ScoreKind::Mate, moves) => moves.abs() + 1,
        (ScoreKind::Tablebase, plies) if plies > 0 => -plies - 1,
        (ScoreKind::Tablebase, plies) => 1 - plies,
        (ScoreKind::Centipawns, centipawns) => -centipawns,
    };
    let bound = [Bound::Exact, Bound::Upper, Bound::Lower][score.bound as usize - 1];
    ReportedScore { kind: score.kind, value, bound }
}

#[track_caller]
fn check_against_searches(game: &Game, reviews: &[Review], found: &[(Report, String)]) {
    let moves = game.moves().unwrap();
    let moves = words(&moves);
    assert_eq!(reviews.len(), moves.len());
    let is_drawn = !matches!(game.state(), GameState::Ongoing | GameState::Checkmate);
    for (index, review) in reviews.iter().enumerate() {
        let [(before, line), (after, _)] = &found[index..index + 2] else { panic!("two") };
        let board = positions(game)[index].board();
        assert_eq!((review.index, review.turn), (index, board.turn));
        assert_eq!((review.before, review.after), (before.score, turned(after.score)));
        assert_eq!((review.best_move, review.depth), (before.best_move, before.depth));
        assert_eq!(review.line, *line);
        let ends_drawn = is_drawn && index + 1 == moves.len();
        let expected = if ends_drawn { 500 } else { 1000 - points(after.wdl) };
        assert_eq!((review.expected_before, review.expected_after), (points(before.wdl), expected));
        check_marks(review, moves[index], &positions(game)[index]);
    }
}

/// Loss and mark follow from the other numbers.
#[track_caller]
fn check_marks(review: &Review, played: &str, before: &Game) {
    let mut loss = review.expected_before - review.expected_after;
    if loss < 0 || review.best_move.as_str() == played {
        loss = 0;
    }
    assert_eq!(review.loss, loss, "{review:?}");
    // With the numbers of the PGN standard for ?!, ? and ??.
    let (mark, nag) = match loss {
        0..50 => (None, None),
        50..100 => (Some(Mark::Inaccuracy), Some(6)),
        100..150 => (Some(Mark::Mistake), Some(2)),
        150..=1000 => (Some(Mark::Blunder), Some(4)),
        _ => panic!("{review:?}"),
    };
    assert_eq!((review.mark, review.mark.map(Mark::nag)), (mark, nag), "{review:?}");
    let is_forced = words(&before.legal_moves(None).unwrap()).len() == 1;
    assert!(!is_forced || loss == 0, "a forced move: {review:?}");
    let first = (review.depth > 0).then_some(review.best_move.as_str());
    assert_eq!(words(&review.line).first().copied(), first, "{review:?}");
    before.to_san(&review.line).expect("the line is legal, and written as the game is");
}

#[test]
fn a_review_is_one_search_of_each_position_from_the_last_to_the_first() {
    let shallow = Limits { depth: Some(3), ..Limits::nodes(2000) };
    for (seed, limits) in [Limits::nodes(400), shallow].iter().enumerate() {
        let [mut engine, mut other] = [Host::fixed().engine, Host::fixed().engine];
        for (number, game) in some_games().iter().enumerate() {
            // What earlier games have left in the hash table and the histories is used by both.
            if number % 3 == seed {
                engine.clear_history();
                other.clear_history();
            }
            let reviews = review(&mut engine, game, limits);
            let found = by_hand(&mut other, game, limits);
            check_against_searches(game, &reviews, &found);
            assert_eq!(engine.stats(), other.stats());
            other.set_game(&Game::new());
            let ids =
                [&mut engine, &mut other].map(|engine| search(engine, &Limits::depth(1)).search_id);
            assert_eq!(ids[0], ids[1], "as many searches");
        }
    }
}

/// Both sides' accuracies, with all lists made.
fn naive_accuracy(reviews: &[Review]) -> [f64; 2] {
    let of_white = |turn: Color, permille: i32| {
        let percent = f64::from(permille) / 10.0;
        if turn == Color::White { percent } else { 100.0 - percent }
    };
    let mut percents: Vec<f64> =
        reviews.iter().map(|review| of_white(review.turn, review.expected_before)).collect();
    percents.extend(reviews.last().map(|review| of_white(review.turn, review.expected_after)));
    let size = (reviews.len() / 10).clamp(2, 8);
    let mut windows = vec![percents[..size].to_vec(); size - 2];
    windows.extend(percents.windows(size).map(<[f64]>::to_vec));
    assert_eq!(windows.len(), reviews.len());
    [Color::White, Color::Black].map(|turn| {
        let mut all = Vec::new();
        for (review, window) in reviews.iter().zip(&windows) {
            let mean = window.iter().sum::<f64>() / window.len() as f64;
            let variance = window.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>();
            let weight = (variance / window.len() as f64).sqrt().clamp(0.5, 12.0);
            let fall = 0.04354 * f64::from(review.loss) / 10.0;
            let accuracy = if review.loss == 0 {
                100.0
            } else {
                (103.1668 / fall.exp() - 3.1669).clamp(0.0, 100.0)
            };
            if review.turn == turn {
                all.push((accuracy, weight));
            }
        }
        if all.is_empty() {
            return 100.0;
        }
        let weights: f64 = all.iter().map(|(_, weight)| weight).sum();
        let weighted = all.iter().map(|(a, weight)| a * weight / weights).sum::<f64>();
        let harmonic = all.len() as f64 / all.iter().map(|(a, _)| 1.0 / a.max(1.0)).sum::<f64>();
        f64::midpoint(weighted, harmonic)
    })
}

/// The review of a move that loses this much, or that ends with these points: a real one, changed.
fn judged(index: usize, expected: [i32; 2], loss: i32) -> Review {
    static REAL: LazyLock<Review> = LazyLock::new(|| {
        let game = game_after(START, "e2e4");
        review(&mut Host::fixed().engine, &game, &Limits::depth(1)).remove(0)
    });
    let mut review = REAL.clone();
    review.index = index;
    review.turn = [Color::White, Color::Black][index % 2];
    [review.expected_before, review.expected_after] = expected;
    review.loss = loss;
    review
}

/// The last moves of a game, with random numbers.
fn random_reviews(
    indices: std::ops::Range<usize>,
    random: &mut impl FnMut(usize) -> usize,
) -> Vec<Review> {
    let judge = |index| {
        let expected = [random(1001) as i32, random(1001) as i32];
        let is_best = random(3) == 0;
        judged(index, expected, if is_best { 0 } else { (expected[0] - expected[1]).max(0) })
    };
    indices.map(judge).collect()
}

#[test]
fn accuracies_are_those_of_the_published_formula() {
    let mut random = random_numbers(0x5eed_0043);
    for count in (1_usize..40).chain([79, 80, 81, 90, 200]) {
        for begin in [0, count / 2, count - 1] {
            let reviews = random_reviews(begin..count, &mut random);
            let found = accuracy(&reviews);
            for (found, naive) in
                [found.white, found.black].into_iter().zip(naive_accuracy(&reviews))
            {
                assert!((found - naive).abs() < 1e-9, "{found} {naive}");
                assert!((0.0..=100.0).contains(&found), "{found}");
            }
        }
    }
    assert_eq!(accuracy(&[]), Accuracy { white: 100.0, black: 100.0 });
}

/// The numbers of <https://lichess.org/page/accuracy>, for one move.
#[test]
fn the_accuracy_of_a_move_is_the_published_one() {
    for (loss, percent) in
        [(0, 100.0), (50, 79.8), (100, 63.6), (200, 40.0), (500, 8.5), (1000, 0.0)]
    {
        let Accuracy { white, black } = accuracy(&[judged(0, [1000, 0], loss)]);
        let few = (percent - white).abs();
        assert!(few < 0.06 || loss == 1000 && few < 0.6, "{loss}: {white}");
        assert_eq!(black, 100.0);
    }
}

/// Reviews a game in which only material counts, and returns its moves.
fn marks_of(fen: &str, moves: &str) -> Vec<Review> {
    let game = game_after(fen, moves);
    let reviews = review(&mut Host::fixed().engine, &game, &Limits::nodes(5000));
    assert_eq!(reviews.len(), game.ply_count());
    reviews
}

fn mate(moves: i32) -> ReportedScore {
    ReportedScore { kind: ScoreKind::Mate, value: moves, bound: Bound::Exact }
}

#[test]
fn a_hung_queen_is_a_blunder_and_taking_it_is_not() {
    let reviews = marks_of("6k1/3q1ppp/3p4/8/8/8/3Q1PPP/6K1 w - - 0 1", "d2d6 d7d6");
    assert_eq!(reviews[0].mark, Some(Mark::Blunder), "{reviews:?}");
    assert_ne!(reviews[0].best_move.as_str(), "d2d6");
    assert_eq!((reviews[1].mark, reviews[1].loss), (None, 0), "{reviews:?}");
    assert_eq!(reviews[1].best_move.as_str(), "d7d6");
    let Accuracy { white, black } = accuracy(&reviews);
    assert!(white < 60.0 && black == 100.0, "{white} {black}");
}

#[test]
fn a_forced_move_costs_nothing() {
    let reviews = marks_of("k7/8/1K6/8/8/8/8/7R b - - 0 1", "a8b8 h1h8");
    assert_eq!((reviews[0].mark, reviews[0].loss), (None, 0), "{reviews:?}");
    assert_eq!((reviews[0].before, reviews[0].after), (mate(-1), mate(-1)));
    assert_eq!((reviews[1].before, reviews[1].after), (mate(1), mate(1)));
    assert_eq!((reviews[1].expected_before, reviews[1].expected_after), (1000, 1000));
}

#[test]
fn a_mate_that_stays_a_mate_costs_nothing() {
    let reviews = marks_of(MATE_IN_ONE, "g5h5 h8g8 h5f7 g8h8 f7g7");
    let values = |of: fn(&Review) -> ReportedScore| -> Vec<_> {
        reviews.iter().map(|review| (of(review).kind, of(review).value)).collect()
    };
    let mates = |moves: [i32; 5]| moves.map(|moves| (ScoreKind::Mate, moves)).to_vec();
    assert_eq!(values(|review| review.before), mates([1, -2, 2, -1, 1]), "{reviews:?}");
    assert_eq!(values(|review| review.after), mates([3, -2, 2, -1, 1]), "{reviews:?}");
    assert!(reviews.iter().all(|review| (review.mark, review.loss) == (None, 0)), "{reviews:?}");
}

#[test]
fn a_missed_mate_costs_what_is_left() {
    let stalemate = marks_of(MATE_IN_ONE, "g5g6");
    assert_eq!((stalemate[0].mark, stalemate[0].loss), (Some(Mark::Blunder), 500));
    assert_eq!((stalemate[0].before, stalemate[0].after.value), (mate(1), 0));
    // Black then takes the queen.
    let lost = marks_of("7k/8/5K2/6Q1/8/8/8/6r1 w - - 0 1", "f6f7 g1g5");
    assert_eq!(lost[0].mark, Some(Mark::Blunder), "{lost:?}");
    assert!(lost[0].before == mate(2) && lost[0].loss > 500, "{lost:?}");
    assert_eq!((lost[1].mark, lost[1].loss), (None, 0), "{lost:?}");
}

/// A side that is winning gives half a point away, whatever a search of the last position says.
#[test]
fn a_game_that_ends_in_a_draw_by_rule_ends_with_half_a_point() {
    let queen_up = "6k1/5pp1/7p/8/8/7P/3Q1PP1/6K1 w - - 0 1";
    let shuffle = "d2d1 g8h7 d1d2 h7g8 d2d1 g8h7 d1d2 h7g8";
    let reviews = marks_of(queen_up, shuffle);
    assert_eq!(reviews[7].expected_after, 500, "{reviews:?}");
    assert_eq!((reviews[7].mark, reviews[7].loss), (None, 0), "Black saves half a point");
    assert!(reviews[5].expected_after < 400, "the game goes on: {reviews:?}");
    let white_repeats = format!("{shuffle} d2d1");
    let reviews = marks_of(queen_up, &white_repeats);
    assert_eq!(reviews[8].expected_after, 500, "{reviews:?}");
    assert_eq!(reviews[8].mark, Some(Mark::Blunder), "{reviews:?}");
    assert!(reviews[7].expected_after < 400, "nobody claimed the draw: {reviews:?}");
    // The fiftieth move.
    let reviews = marks_of("6k1/5pp1/7p/8/8/7P/3Q1PP1/6K1 w - - 99 80", "d2d1");
    assert_eq!((reviews[0].expected_after, reviews[0].mark), (500, Some(Mark::Blunder)));
    // No material.
    let reviews = marks_of("7k/8/8/8/8/8/1p6/K7 w - - 0 1", "a1b2");
    assert_eq!((reviews[0].expected_after, reviews[0].mark), (500, None));
}

/// Moves that would be judged, were the review to go on, are as if they had never been looked at.
#[test]
fn what_was_judged_before_the_end_stays() {
    let mut random = random_numbers(0x5eed_0044);
    let mut game = Game::new();
    play_many(&mut game, 24, &mut random);
    let limits = Limits::nodes(300);
    let mut engine = Host::fixed().engine;
    let whole = review(&mut engine, &game, &limits);
    let count = whole.len();
    for judged in 1..=count {
        engine.clear_history();
        let mut seen = Vec::new();
        let reviews = engine
            .review(&game, &limits, |review| {
                seen.push(review.clone());
                if seen.len() == judged {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })
            .unwrap();
        assert_eq!(reviews, whole[count - judged..]);
        seen.reverse();
        assert_eq!(seen, reviews, "from the last move to the first");
        // A stop between two positions ends it too.
        engine.clear_history();
        let (stopper, mut seen) = (engine.stopper(), 0);
        let reviews = engine
            .review(&game, &limits, |_| {
                seen += 1;
                if seen == judged {
                    stopper.stop();
                }
                ControlFlow::Continue(())
            })
            .unwrap();
        assert_eq!(reviews, whole[count - judged..]);
    }
    engine.stopper().stop();
    engine.clear_history();
    assert_eq!(review(&mut engine, &game, &limits), whole, "a stop before it is forgotten");
}

#[test]
fn a_review_is_stopped_from_another_thread_at_any_moment() {
    let mut game = Game::new();
    play_many(&mut game, 30, &mut random_numbers(0x5eed_0045));
    let limits = Limits::nodes(1000);
    let mut engine = Host::fixed().engine;
    let whole = review(&mut engine, &game, &limits);
    for delay in 0..10 {
        engine.clear_history();
        let stopper = engine.stopper();
        let reviews = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(ms(delay * 3));
                stopper.stop();
            });
            review(&mut engine, &game, &limits)
        });
        assert_eq!(reviews, whole[whole.len() - reviews.len()..], "after {delay} * 3 ms");
    }
    // Without a stop it would take a day. A stop before it has begun has no effect.
    let (stopper, has_ended) = (engine.stopper(), AtomicBool::new(false));
    let reviews = thread::scope(|scope| {
        scope.spawn(|| {
            while !has_ended.load(SeqCst) {
                thread::sleep(ms(10));
                stopper.stop();
            }
        });
        let reviews = review(&mut engine, &game, &Limits::move_time(Duration::from_secs(3600)));
        has_ended.store(true, SeqCst);
        reviews
    });
    assert!(reviews.is_empty(), "the search of the last position was not finished");
}

#[test]
fn a_review_leaves_the_engine_as_it_was() {
    let game = game_after(START, "e2e4 e7e5 g1f3");
    let [mut engine, mut other] = [Host::fixed().engine, Host::fixed().engine];
    engine.set_position(Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), "").unwrap();
    other.set_position(Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), "").unwrap();
    let evaluation = engine.evaluate();
    let reviews = review(&mut engine, &game, &Limits::nodes(500));
    assert_eq!(engine.evaluate(), evaluation);
    for engine in [&mut engine, &mut other] {
        engine.clear_history();
    }
    let [one, two] = [&mut engine, &mut other].map(|engine| search(engine, &Limits::nodes(500)));
    assert_eq!((one.nodes, one.best_move, one.score), (two.nodes, two.best_move, two.score));
    // A level does not weaken it.
    engine.set_option("UCI_LimitStrength", "true").unwrap();
    engine.set_option("UCI_Elo", "400").unwrap();
    engine.clear_history();
    assert_eq!(review(&mut engine, &game, &Limits::nodes(500)), reviews);
}

#[test]
fn limits_that_do_not_suit_a_review_are_refused() {
    let some = || Limits::nodes(10);
    let second = Some(Duration::from_secs(1));
    let bad = [
        Limits::default(),
        Limits { infinite: true, ..some() },
        Limits { ponder: true, ..some() },
        Limits { mate: Some(2), ..some() },
        Limits { mate: Some(2), ..Limits::default() },
        Limits { search_moves: "e2e4".to_owned(), ..some() },
        Limits { white_time: second, ..some() },
        Limits { black_time: second, ..some() },
        Limits { white_increment: ms(1), ..some() },
        Limits { black_increment: ms(1), ..some() },
        Limits { moves_to_go: Some(9), ..some() },
    ];
    let (mut engine, game) = (Host::fixed().engine, game_after(START, "e2e4"));
    for limits in bad {
        let error = engine.review(&game, &limits, |_| panic!("refused")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{limits:?}");
        assert!(error.message().contains("review"), "{error}");
    }
    let good = [
        Limits { search_moves: " ".to_owned(), ..some() },
        Limits { mate: Some(0), depth: Some(2), ..some() },
        Limits::move_time(ms(1)),
    ];
    for limits in good {
        assert_eq!(review(&mut engine, &game, &limits).len(), 1, "{limits:?}");
    }
}
