//! Moves as data, against what shakmaty says of them.

use seajay::{ErrorKind, Game, MoveData};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Position, PositionError, Role};
use testkit::games::game_at;
use testkit::positions::STARTS;

/// A move in words: squares, roles, flags and both notations.
fn described(m: &MoveData) -> String {
    let role = |role: Option<seajay::Role>| role.map_or(0, |role| role as u8);
    let (captured, promotion) = (role(m.captured), role(m.promotion));
    format!(
        "{} {} {}{captured}{promotion} {:?} {}{}{} {} {}",
        m.from,
        m.to,
        m.role as u8,
        m.castling_rook,
        m.is_en_passant,
        m.is_check,
        m.is_mate,
        m.uci.as_str(),
        m.san.as_str()
    )
}

/// The same of a move as shakmaty has it.
fn naive(position: &Chess, m: shakmaty::Move, mode: CastlingMode) -> String {
    let role = |role: Option<Role>| role.map_or(0, |role| role as u8);
    let mut next = position.clone();
    next.play_unchecked(m);
    let turn = position.turn();
    let castling = m.castling_side();
    let rook = castling.map(|side| (m.to().to_u32(), side.rook_to(turn).to_u32()));
    format!(
        "{} {} {}{}{} {rook:?} {}{}{} {} {}",
        m.from().unwrap().to_u32(),
        castling.map_or(m.to(), |side| side.king_to(turn)).to_u32(),
        m.role() as u8,
        role(m.capture()),
        role(m.promotion()),
        m.is_en_passant(),
        next.is_check(),
        next.is_checkmate(),
        m.to_uci(mode),
        SanPlus::from_move(position.clone(), m)
    )
}

fn position_of(game: &Game) -> Chess {
    let fen: Fen = game.fen().parse().unwrap();
    fen.into_position(CastlingMode::Chess960)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .unwrap()
}

fn sorted(mut moves: Vec<String>) -> Vec<String> {
    moves.sort();
    moves
}

/// Positions of all kinds, and what comes after some of their moves.
#[test]
fn moves_as_data_are_what_the_rules_say() {
    let (mut castlings, mut en_passants, mut checks, mut mates) = (0, 0, 0, 0);
    for start in STARTS {
        let mut game = game_at(start);
        for round in 0..40_usize {
            let mode = CastlingMode::from_chess960(game.board().chess960);
            let position = position_of(&game);
            let legal = position.legal_moves();
            let expected = legal.iter().map(|&m| naive(&position, m, mode)).collect();
            let found = game.legal_move_list(None).unwrap();
            assert_eq!(
                sorted(found.iter().map(described).collect()),
                sorted(expected),
                "{}",
                game.fen()
            );
            castlings += found.iter().filter(|m| m.castling_rook.is_some()).count();
            en_passants += found.iter().filter(|m| m.is_en_passant).count();
            checks += found.iter().filter(|m| m.is_check).count();
            mates += found.iter().filter(|m| m.is_mate).count();
            let Some(m) = found.get(round * 7 % found.len().max(1)) else { break };
            let square = shakmaty::Square::new(m.from).to_string();
            let of_square = game.legal_move_list(Some(&square)).unwrap();
            let others = found.iter().filter(|other| other.from == m.from).map(described);
            assert_eq!(
                of_square.iter().map(described).collect::<Vec<_>>(),
                others.collect::<Vec<_>>()
            );
            let (uci, san) = (m.uci.as_str(), m.san.as_str());
            for name in [uci, san, &format!("1. {san}!?")] {
                let read = game.parse_move(name).unwrap();
                assert_eq!(described(&read), described(m), "{name} in {}", game.fen());
            }
            game.play(uci).unwrap();
            let played = game.played_move_list().unwrap();
            assert_eq!(
                (played.len(), played.last().map(described)),
                (round + 1, Some(described(m)))
            );
        }
    }
    assert!(castlings.min(en_passants).min(checks).min(mates) > 0);
}

#[test]
fn what_is_no_move_has_no_data() {
    let game = Game::new();
    for wrong in ["e5", "", "e4 e5", "e2e5", "1.", "O-O"] {
        assert_eq!(game.parse_move(wrong).unwrap_err().kind(), ErrorKind::IllegalMove, "{wrong}");
    }
    let error = game.legal_move_list(Some("e9")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(game.legal_move_list(Some("e5")).unwrap().is_empty());
}
