//! Replays games, and selects the positions for training.

use shakmaty::{Chess, Color, Position as _};

use crate::games::Game;

/// Positions before this ply are too similar and too random.
const FIRST_PLY: u32 = 16;
/// Scores beyond this are mates.
const MAX_SCORE: u16 = 10_000;

/// Calls `visit` with each position of the game that is selected for training, and the number of
/// its ply in the game.
///
/// A static evaluation cannot see what a search sees: positions in check, and those whose best move
/// is a capture or promotion, would teach it the tactics of single positions.
pub fn for_each_kept(game: &Game, mut visit: impl FnMut(&Chess, usize)) {
    let mut position = game.start.clone();
    for (index, ply) in game.plies.iter().enumerate() {
        let quiet = !ply.played.is_capture() && !ply.played.is_promotion();
        let kept = ply_number(&position) >= FIRST_PLY
            && ply.score.unsigned_abs() <= MAX_SCORE
            && quiet
            && !position.is_check();
        if kept {
            visit(&position, index);
        }
        position.play_unchecked(ply.played);
    }
}

/// The number of plies of the whole game before a position.
pub fn ply_number(position: &Chess) -> u32 {
    2 * (position.fullmoves().get() - 1) + u32::from(position.turn() == Color::Black)
}

/// The number of positions of the game that are selected for training.
pub fn count_kept(game: &Game) -> u64 {
    let mut kept = 0;
    for_each_kept(game, |_, _| kept += 1);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{MATE, Outcome, Ply};
    use crate::test_support::position;

    fn game(start: &str, moves: &str, scores: &[i16]) -> Game {
        let start = position(start);
        let mut position = start.clone();
        let mut plies = Vec::new();
        for (text, &score) in moves.split(' ').zip(scores) {
            let m = text.parse::<shakmaty::uci::UciMove>().unwrap().to_move(&position).unwrap();
            plies.push(Ply { played: m, score });
            position.play_unchecked(m);
        }
        Game { start, plies, outcome: Outcome::Draw }
    }

    #[test]
    fn quiet_positions_are_kept() {
        // Ply 14 is early; then come a quiet move, a check, its answer, a capture, a promotion
        // and a mate score.
        let start = "4k3/P6p/8/8/8/8/3n4/R3K2R w KQ - 0 8";
        let moves = "h1h2 e8e7 h2e2 e7d7 e1d2 h7h6 a7a8q h6h5 a1a7";
        let game = game(start, moves, &[0, 1, 2, 3, 4, 5, 6, MATE, -7]);
        let mut scores = Vec::new();
        for_each_kept(&game, |_, index| scores.push(game.plies[index].score));
        assert_eq!(scores, [2, 5, -7]);
        assert_eq!(count_kept(&game), 3);
    }
}
