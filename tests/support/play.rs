//! A second opinion on the rules: the claims of a search are replayed with shakmaty, and mates found by
//! brute force.

use std::ops::{ControlFlow, Deref, DerefMut};
use std::time::Duration;

use seajay::{
    Bound, Engine, Error, Game, InfoKind, Limits, Report, ReportedScore, ScoreKind, Stats,
};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Move, Position, PositionError};

use super::common::random_numbers;
use super::network::Network;
pub use super::positions::{KIWIPETE, ORDINARY, START, bench_fens};

/// The positions of a line of UCI moves, including the first; every move must be legal.
pub fn replay(start: &Chess, line: &str) -> Vec<Chess> {
    let mut positions = vec![start.clone()];
    for text in line.split_ascii_whitespace() {
        let position = positions.last().expect("not empty").clone();
        let m = text.parse::<UciMove>().ok().and_then(|uci| uci.to_move(&position).ok());
        let fen = || Fen::from_position(start, EnPassantMode::Legal);
        let m = m.unwrap_or_else(|| panic!("{text} of {line:?} from {} is not legal", fen()));
        positions.push(position.play(m).expect("legal"));
    }
    positions
}

/// An engine, and a game with the same position.
pub struct Host {
    pub engine: Engine,
    pub game: Game,
}

impl Host {
    pub fn new() -> Host {
        Host { engine: Engine::new().expect("memory"), game: Game::new() }
    }

    pub fn at(fen: &str) -> Host {
        let mut host = Host::new();
        host.set_position(Some(fen), "").unwrap_or_else(|error| panic!("{fen}: {error}"));
        host
    }

    /// An engine with a small network that never changes, for tests of what a search does at
    /// certain node counts or in certain positions: with the library's network these would change
    /// after each training.
    pub fn fixed() -> Host {
        let mut host = Host::new();
        let network = Network::of_material(random_numbers(1));
        host.load_network(&network.file()).expect("a sound network");
        host
    }

    pub fn fixed_at(fen: &str) -> Host {
        let mut host = Host::fixed();
        host.set_position(Some(fen), "").unwrap_or_else(|error| panic!("{fen}: {error}"));
        host
    }

    /// Sets the position of both; they must agree on whether it can be set.
    pub fn set_position(&mut self, fen: Option<&str>, moves: &str) -> Result<(), Error> {
        let result = self.engine.set_position(fen, moves);
        assert_eq!(self.game.set(fen, moves), result);
        result
    }
}

impl Deref for Host {
    type Target = Engine;

    fn deref(&self) -> &Engine {
        &self.engine
    }
}

impl DerefMut for Host {
    fn deref_mut(&mut self) -> &mut Engine {
        &mut self.engine
    }
}

/// The information that a callback got.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportedInfo {
    pub kind: InfoKind,
    pub depth: u32,
    pub seldepth: u32,
    pub score: ReportedScore,
    pub wdl: [i32; 3],
    pub hashfull: u32,
    pub nodes: u64,
    pub time: Duration,
    pub pv: String,
}

/// A finished search.
#[derive(Clone, Debug)]
pub struct Found {
    pub report: Report,
    pub stats: Stats,
    pub reported: Vec<ReportedInfo>,
    /// The last line, longer than the report's two moves.
    pub pv: String,
}

impl Found {
    /// The results of a search without the times.
    pub fn signature(&self) -> (u64, String, String, ReportedScore, u32, u32, Stats) {
        let r = &self.report;
        let best = format!("{} {}", r.best_move, r.ponder_move);
        (r.nodes, self.pv.clone(), best, r.score, r.depth, r.seldepth, self.stats)
    }

    pub fn mate(&self) -> Option<i32> {
        let score = self.report.score;
        (score.kind == ScoreKind::Mate).then_some(score.value)
    }

    pub fn centipawns(&self) -> i32 {
        assert_eq!(self.report.score.kind, ScoreKind::Centipawns, "{:?}", self.report);
        self.report.score.value
    }

    /// The reported lines, without ticks.
    pub fn lines(&self) -> impl Iterator<Item = &ReportedInfo> {
        self.reported.iter().filter(|reported| reported.kind == InfoKind::Line)
    }
}

/// Searches a position, and checks everything that holds for every search.
pub fn search_in(engine: &mut Host, limits: &Limits) -> Found {
    search_with(engine, limits, || ())
}

/// Searches and checks as [`search_in`] does; `on_info` is called as the search's callback.
pub fn search_with(engine: &mut Host, limits: &Limits, mut on_info: impl FnMut()) -> Found {
    let start = chess(&engine.game.fen());
    let mut reported: Vec<ReportedInfo> = Vec::new();
    let report = engine
        .search(limits, |info| {
            assert_eq!(info.multipv, 1);
            assert_eq!(info.tb_hits, 0);
            assert!(info.hashfull <= 1000);
            assert_eq!(info.wdl.iter().sum::<i32>(), 1000, "{info:?}");
            assert!(info.wdl.iter().all(|share| (0..=1000).contains(share)), "{info:?}");
            reported.push(ReportedInfo {
                kind: info.kind,
                depth: info.depth,
                seldepth: info.seldepth,
                score: info.score,
                wdl: info.wdl,
                hashfull: info.hashfull,
                nodes: info.nodes,
                time: info.time,
                pv: info.pv.to_string(),
            });
            on_info();
            ControlFlow::Continue(())
        })
        .expect("a search");
    let lines = engine.lines();
    let first = lines.get(0).map(|line| (line.score, line.depth));
    assert_eq!(lines.len(), usize::from(report.depth > 0), "a line has been searched");
    assert!(first.is_none_or(|first| first == (report.score, report.depth)), "{first:?}");
    let stats = *engine.stats();
    let pv = reported.last().map_or(String::new(), |reported| reported.pv.clone());
    let found = Found { report, stats, reported, pv };
    check_reported(&start, &found);
    check_report(&start, &found, limits);
    check_stats(&found);
    found
}

/// Searches and checks as [`search_in`] does, with a new engine.
pub fn search(fen: &str, limits: &Limits) -> Found {
    search_in(&mut Host::at(fen), limits)
}

fn check_reported(start: &Chess, found: &Found) {
    let first = found.reported.first().expect("the callback is called as the search begins");
    assert_eq!((first.kind, first.depth, first.nodes), (InfoKind::Tick, 0, 0), "{first:?}");
    assert!(found.reported.is_sorted_by_key(|reported| reported.time), "time goes back");
    assert!(found.reported.is_sorted_by_key(|reported| reported.nodes), "nodes go back");
    assert!(found.reported.is_sorted_by_key(|reported| reported.depth), "depth goes back");
    for reported in &found.reported {
        replay(start, &reported.pv);
        if reported.kind == InfoKind::Line {
            assert!(!reported.pv.is_empty(), "{reported:?}");
        }
        let score = reported.score;
        if reported.kind == InfoKind::Line
            && score.kind == ScoreKind::Mate
            && score.bound == Bound::Exact
        {
            let plies = score.value.unsigned_abs() * 2 - u32::from(score.value > 0);
            let length = reported.pv.split(' ').count() as u32;
            assert_eq!(length, plies, "a mate in {}: {reported:?}", score.value);
        }
    }
    for pair in found.lines().collect::<Vec<_>>().windows(2) {
        if pair[1].score.bound == Bound::Exact {
            // A mate that was asked for is proven, or its line was completed.
            let is_mate = pair[1].score.kind == ScoreKind::Mate;
            let is_deeper = pair[1].depth > pair[0].depth;
            assert!(is_deeper || is_mate || pair[0].score.bound != Bound::Exact);
        }
    }
}

fn check_report(start: &Chess, found: &Found, limits: &Limits) {
    let report = &found.report;
    assert_eq!(report.nodes, found.stats.nodes);
    if start.legal_moves().is_empty() {
        assert!(report.best_move.is_empty() && report.ponder_move.is_empty(), "{report:?}");
        assert_eq!(report.score.value, 0);
        let kind = if start.is_check() { ScoreKind::Mate } else { ScoreKind::Centipawns };
        assert_eq!(report.score.kind, kind);
    } else {
        let line = format!("{} {}", report.best_move, report.ponder_move);
        assert!(!report.best_move.is_empty(), "{report:?}");
        replay(start, &line);
    }
    if let Some(nodes) = limits.nodes {
        assert!(report.nodes <= nodes, "{report:?}");
    }
    if let Some(depth) = limits.depth {
        assert!(report.depth <= depth, "{report:?}");
    }
    // An upper bound belongs to the line that failed low, not to a later score; that of a mate to
    // a line that does not reach it.
    if report.score.bound == Bound::Upper && report.score.kind != ScoreKind::Mate {
        let last = found.lines().last().expect("a line");
        assert_eq!(report.score, last.score, "a stale bound: {report:?}");
    }
}

fn check_stats(found: &Found) {
    let s = &found.stats;
    assert!(s.qnodes <= s.nodes, "{s:?}");
    assert!(s.tt_hits <= s.tt_probes && s.tt_cutoffs <= s.tt_hits, "{s:?}");
    let by_stage = s.tt_move_cutoffs
        + s.promotion_cutoffs
        + s.good_capture_cutoffs
        + s.killer_cutoffs
        + s.quiet_cutoffs
        + s.bad_capture_cutoffs;
    assert_eq!(s.beta_cutoffs, by_stage, "{s:?}");
    assert!(s.first_move_cutoffs <= s.beta_cutoffs, "{s:?}");
    assert!(s.re_searches <= s.reductions && s.reductions <= s.nodes, "{s:?}");
    assert!(s.null_move_cutoffs <= s.null_move_tries, "{s:?}");
}

/// The position of a FEN, as shakmaty reads it.
pub fn chess(fen: &str) -> Chess {
    let setup = fen.parse::<Fen>().expect("a FEN").into_setup();
    let mode = CastlingMode::detect(&setup);
    Chess::from_setup(setup, mode)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .expect("a position")
}

/// Whether the side to move can force mate in at most this many moves, before the fifty-move rule
/// draws. By brute force.
pub fn is_mate_within(position: &Chess, moves: u32) -> bool {
    position.legal_moves().into_iter().any(|m| mates_within(position, m, moves))
}

/// Whether this move forces mate in at most this many moves, itself included, whatever the defence.
pub fn mates_within(position: &Chess, m: Move, moves: u32) -> bool {
    let mut child = position.clone();
    child.play_unchecked(m);
    let replies = child.legal_moves();
    if replies.is_empty() {
        return child.is_check();
    }
    child.halfmoves() < 100
        && moves > 1
        && replies.into_iter().all(|reply| {
            let mut next = child.clone();
            next.play_unchecked(reply);
            // With the attacker to move, only a mate on the board comes before the draw.
            next.halfmoves() < 100 && is_mate_within(&next, moves - 1)
        })
}
