//! Replays stored games, and selects the positions for training.

use anyhow::{Context, Result, ensure};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, Position as _};

use crate::games::Game;
use crate::packed::PackedMove;

/// Positions before this ply are too similar and too random.
const FIRST_PLY: u32 = 16;
/// Scores beyond this are mates.
const MAX_SCORE: u16 = 10_000;

/// Calls `visit` with each position of the game that is selected for training, and the number of
/// its ply in the game.
///
/// A static evaluation cannot see what a search sees: positions in check, and those whose best move
/// is a capture or promotion, would teach it the tactics of single positions.
pub fn for_each_kept(game: &Game, mut visit: impl FnMut(&Chess, usize)) -> Result<()> {
    let mut position: Chess = game
        .start
        .parse::<Fen>()
        .context("the start position is not a FEN")?
        .into_position(CastlingMode::Standard)
        .context("the start position is not legal")?;
    for (index, ply) in game.plies.iter().enumerate() {
        let legal = position.legal_moves();
        let played = legal.iter().copied().find(|&m| PackedMove::new(m) == ply.played);
        let played = played.with_context(|| format!("move {} is not legal", index + 1))?;
        let quiet = !played.is_capture() && !played.is_promotion();
        let kept = ply_number(&position) >= FIRST_PLY
            && ply.score.unsigned_abs() <= MAX_SCORE
            && quiet
            && !position.is_check();
        if kept {
            visit(&position, index);
        }
        position.play_unchecked(played);
    }
    ensure!(!game.plies.is_empty(), "the game has no moves");
    Ok(())
}

/// The number of plies of the whole game before a position.
pub fn ply_number(position: &Chess) -> u32 {
    2 * (position.fullmoves().get() - 1) + u32::from(position.turn() == Color::Black)
}

/// The number of positions of the game that are selected for training.
pub fn count_kept(game: &Game) -> Result<u64> {
    let mut kept = 0;
    for_each_kept(game, |_, _| kept += 1)?;
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{MATE, Outcome, Ply};
    use crate::test_support::position;

    fn game(start: &str, moves: &str, scores: &[i16]) -> Game {
        let mut position = position(start);
        let mut plies = Vec::new();
        for (text, &score) in moves.split(' ').zip(scores) {
            let m = text.parse::<shakmaty::uci::UciMove>().unwrap().to_move(&position).unwrap();
            plies.push(Ply { played: PackedMove::new(m), score });
            position.play_unchecked(m);
        }
        Game { start: start.to_owned(), plies, outcome: Outcome::Draw }
    }

    fn kept_scores(game: &Game) -> Vec<i16> {
        let mut kept = Vec::new();
        for_each_kept(game, |_, index| kept.push(game.plies[index].score)).unwrap();
        kept
    }

    #[test]
    fn quiet_positions_are_kept() {
        // Ply 14 is early; then come a quiet move, a check, its answer, a capture, a promotion
        // and a mate score.
        let start = "4k3/P6p/8/8/8/8/3n4/R3K2R w KQ - 0 8";
        let moves = "h1h2 e8e7 h2e2 e7d7 e1d2 h7h6 a7a8q h6h5 a1a7";
        let game = game(start, moves, &[0, 1, 2, 3, 4, 5, 6, MATE, -7]);
        assert_eq!(kept_scores(&game), [2, 5, -7]);
        assert_eq!(count_kept(&game).unwrap(), 3);
    }

    #[test]
    fn what_is_no_game_is_refused() {
        let good = game("4k3/8/8/8/8/8/8/R3K3 w Q - 0 20", "e1c1 e8e7", &[1, 2]);
        assert_eq!(kept_scores(&good), [1, 2]);
        let refused = |game: &Game| format!("{:#}", count_kept(game).unwrap_err());
        let mut bad = good.clone();
        bad.plies[1].played = bad.plies[0].played;
        assert_eq!(refused(&bad), "move 2 is not legal");
        bad.plies.clear();
        assert_eq!(refused(&bad), "the game has no moves");
        bad.start = "4k3/8/8/8/8/8/8/8 w - - 0 20".to_owned();
        assert!(refused(&bad).starts_with("the start position is not legal"));
        bad.start.clear();
        assert!(refused(&bad).starts_with("the start position is not"));
    }
}
