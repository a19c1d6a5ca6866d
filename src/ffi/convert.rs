//! Conversions between the structs of the C ABI and those of the engine.

use std::ffi::c_char;
use std::ptr;
use std::time::Duration;

use crate::board::moves::MoveText;
use crate::ffi::call::{Call, HasStructSize, Plain};
use crate::ffi::constants::*;
use crate::ffi::failure::Failure;
use crate::ffi::types::*;
use crate::game::{Board, Color};
use crate::limits::Limits;
use crate::notation::move_data::{MoveData, Role};
use crate::options::{OptionInfo, OptionKind};
use crate::report::{Info, InfoKind, Report, ReportedScore, ScoreKind, StopReason};
use crate::review::{Mark, Review};
use crate::score::Bound;
use crate::search::Stats;
use crate::sys;

macro_rules! has_struct_size {
    ($($name:ident: $first_size:expr),* $(,)?) => {$(
        // SAFETY: #[repr(C)], struct_size comes first, and all fields are numbers or pointers.
        unsafe impl HasStructSize for $name {
            const NAME: &'static str = stringify!($name);
            const FIRST_SIZE: usize = $first_size;
        }
    )*};
}

// The sizes in the first release, which never change: programs compiled then keep working when the
// structs grow.
has_struct_size!(
    SeajayLimits: 88,
    SeajayInfo: 96,
    SeajayResult: 88,
    // On i686 a u64 is aligned to 4 bytes.
    SeajayStats: if align_of::<u64>() == 8 { 144 } else { 140 },
    SeajayOptionInfo: if cfg!(target_pointer_width = "64") { 48 } else { 40 },
    SeajayBoard: 128,
);

// SAFETY: all fields are numbers, and it never grows.
unsafe impl Plain for SeajayMove {}
// SAFETY: as above.
unsafe impl Plain for SeajayReview {}

/// Reads a limit; 0 means not set.
fn limit(name: &'static str, value: i64) -> Result<Option<u64>, Failure> {
    match u64::try_from(value) {
        Ok(0) => Ok(None),
        Ok(value) => Ok(Some(value)),
        Err(_) => Err(Failure::Negative { limit: name, value }),
    }
}

/// Reads a limit of 32 bits; 0 means not set.
fn small_limit(name: &'static str, value: i32) -> Result<Option<u32>, Failure> {
    Ok(limit(name, value.into())?.map(|value| value as u32))
}

/// Reads what is on or off.
fn switch(name: &'static str, value: i32) -> Result<bool, Failure> {
    match value {
        0 | 1 => Ok(value == 1),
        _ => Err(Failure::Number { what: name, value: value.into(), allowed: "0 or 1" }),
    }
}

/// Reads a time; 0 means not set.
fn time(name: &'static str, milliseconds: i64) -> Result<Option<Duration>, Failure> {
    Ok(limit(name, milliseconds)?.map(Duration::from_millis))
}

/// Reads a clock: 0 means not set, and below 0 time is up.
fn clock(milliseconds: i64) -> Option<Duration> {
    (milliseconds != 0).then(|| Duration::from_millis(milliseconds.max(0) as u64))
}

impl Limits {
    /// The limits of a call.
    pub(super) fn read(call: &Call, limits: *const SeajayLimits) -> Result<Limits, Failure> {
        let c = call.record(limits, "limits")?;
        let wanted = call.optional_text(c.search_moves, "limits.search_moves")?;
        let search_moves = sys::copied(wanted.unwrap_or_default())
            .ok_or(Failure::OutOfMemory("limits.search_moves"))?;
        Ok(Limits {
            depth: small_limit("depth", c.depth)?,
            nodes: (c.nodes != 0).then_some(c.nodes),
            move_time: time("move_time_ms", c.move_time_ms)?,
            mate: small_limit("mate", c.mate)?,
            moves_to_go: small_limit("moves_to_go", c.moves_to_go)?,
            white_time: clock(c.white_time_ms),
            black_time: clock(c.black_time_ms),
            white_increment: time("white_increment_ms", c.white_increment_ms)?.unwrap_or_default(),
            black_increment: time("black_increment_ms", c.black_increment_ms)?.unwrap_or_default(),
            infinite: switch("infinite", c.infinite)?,
            ponder: switch("ponder", c.ponder)?,
            search_moves,
            priority: c.priority,
        })
    }
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

impl From<ReportedScore> for SeajayScore {
    fn from(score: ReportedScore) -> SeajayScore {
        let kind = match score.kind {
            ScoreKind::Centipawns => SEAJAY_SCORE_CP,
            ScoreKind::Mate => SEAJAY_SCORE_MATE,
            ScoreKind::Tablebase => SEAJAY_SCORE_TB,
        };
        let bound = match score.bound {
            Bound::Exact => SEAJAY_BOUND_EXACT,
            Bound::Lower => SEAJAY_BOUND_LOWER,
            Bound::Upper => SEAJAY_BOUND_UPPER,
        };
        SeajayScore { kind: kind as i32, value: score.value, bound: bound as i32 }
    }
}

impl SeajayInfo {
    pub(super) fn new(info: &Info<'_>, pv: *const c_char) -> SeajayInfo {
        let kind = match info.kind {
            InfoKind::Line => SEAJAY_INFO_LINE,
            InfoKind::Tick => SEAJAY_INFO_TICK,
        };
        SeajayInfo {
            struct_size: size_of::<SeajayInfo>() as u32,
            kind: kind as i32,
            search_id: info.search_id,
            depth: info.depth as i32,
            seldepth: info.seldepth as i32,
            multipv: info.multipv as i32,
            hashfull: info.hashfull as i32,
            score: info.score.into(),
            wdl: info.wdl,
            nodes: info.nodes,
            nps: info.nps,
            tb_hits: info.tb_hits,
            time_ms: milliseconds(info.time),
            pv,
            #[cfg(target_pointer_width = "32")]
            reserved: 0,
        }
    }
}

impl From<&Report> for SeajayResult {
    fn from(report: &Report) -> SeajayResult {
        let stop_reason = match report.stop_reason {
            StopReason::Depth => SEAJAY_STOP_DEPTH,
            StopReason::Nodes => SEAJAY_STOP_NODES,
            StopReason::Time => SEAJAY_STOP_TIME,
            StopReason::Mate => SEAJAY_STOP_MATE,
            StopReason::Stopped => SEAJAY_STOP_STOPPED,
            StopReason::Callback => SEAJAY_STOP_CALLBACK,
            StopReason::GameOver => SEAJAY_STOP_GAME_OVER,
        };
        SeajayResult {
            struct_size: size_of::<SeajayResult>() as u32,
            stop_reason: stop_reason as i32,
            search_id: report.search_id,
            best_move: chars(report.best_move),
            ponder_move: chars(report.ponder_move),
            score: report.score.into(),
            depth: report.depth as i32,
            seldepth: report.seldepth as i32,
            wdl: report.wdl,
            nodes: report.nodes,
            time_ms: milliseconds(report.time),
            queue_ms: milliseconds(report.queue_time),
        }
    }
}

/// A move as text, padded with NUL.
fn chars(m: MoveText) -> [c_char; 8] {
    m.to_bytes().map(|byte| byte as c_char)
}

impl From<&Review> for SeajayReview {
    fn from(review: &Review) -> SeajayReview {
        let mark = match review.mark {
            None => SEAJAY_MARK_NONE,
            Some(Mark::Inaccuracy) => SEAJAY_MARK_INACCURACY,
            Some(Mark::Mistake) => SEAJAY_MARK_MISTAKE,
            Some(Mark::Blunder) => SEAJAY_MARK_BLUNDER,
        };
        SeajayReview {
            judged: 1,
            mark: mark as i32,
            before: review.before.into(),
            after: review.after.into(),
            loss: review.loss,
            best_move: chars(review.best_move),
            expected_before: review.expected_before,
            expected_after: review.expected_after,
            depth: review.depth as i32,
            reserved: [0; 2],
        }
    }
}

impl From<&Stats> for SeajayStats {
    fn from(stats: &Stats) -> SeajayStats {
        SeajayStats {
            struct_size: size_of::<SeajayStats>() as u32,
            nodes: stats.nodes,
            qnodes: stats.qnodes,
            beta_cutoffs: stats.beta_cutoffs,
            first_move_cutoffs: stats.first_move_cutoffs,
            reductions: stats.reductions,
            re_searches: stats.re_searches,
            tt_probes: stats.tt_probes,
            tt_hits: stats.tt_hits,
            tt_cutoffs: stats.tt_cutoffs,
            tt_move_cutoffs: stats.tt_move_cutoffs,
            promotion_cutoffs: stats.promotion_cutoffs,
            good_capture_cutoffs: stats.good_capture_cutoffs,
            killer_cutoffs: stats.killer_cutoffs,
            quiet_cutoffs: stats.quiet_cutoffs,
            bad_capture_cutoffs: stats.bad_capture_cutoffs,
            null_move_tries: stats.null_move_tries,
            null_move_cutoffs: stats.null_move_cutoffs,
        }
    }
}

impl From<&'static OptionInfo> for SeajayOptionInfo {
    fn from(info: &'static OptionInfo) -> SeajayOptionInfo {
        let kind = match info.kind {
            OptionKind::Check => SEAJAY_OPTION_CHECK,
            OptionKind::Spin => SEAJAY_OPTION_SPIN,
            OptionKind::String => SEAJAY_OPTION_STRING,
        };
        SeajayOptionInfo {
            struct_size: size_of::<SeajayOptionInfo>() as u32,
            kind: kind as i32,
            name: info.name.as_ptr(),
            default_value: info.default.as_ptr(),
            min: info.min,
            max: info.max,
            choices: ptr::null(),
            #[cfg(target_pointer_width = "32")]
            reserved: 0,
        }
    }
}

/// Reads a number that must not be negative.
fn count(what: &'static str, value: i32) -> Result<u32, Failure> {
    let allowed = "0 or more";
    u32::try_from(value).map_err(|_| Failure::Number { what, value: value.into(), allowed })
}

/// Reads a side of the board.
pub fn color(what: &'static str, value: i32) -> Result<Color, Failure> {
    let allowed = "SEAJAY_WHITE (0) or SEAJAY_BLACK (1)";
    let color = [Color::White, Color::Black].into_iter().find(|&color| number_of(color) == value);
    color.ok_or(Failure::Number { what, value: value.into(), allowed })
}

/// The number of a side in C.
fn number_of(color: Color) -> i32 {
    match color {
        Color::White => SEAJAY_WHITE as i32,
        Color::Black => SEAJAY_BLACK as i32,
    }
}

impl Board {
    /// The board of a call.
    pub(super) fn read(call: &Call, board: *const SeajayBoard) -> Result<Board, Failure> {
        let c = call.record(board, "board")?;
        let en_passant = match c.en_passant {
            -1 => None,
            square => Some(u32::try_from(square).ok().filter(|&square| square < 64).ok_or({
                let (what, allowed) = ("board.en_passant", "-1 or a square from 0 to 63");
                Failure::Number { what, value: square.into(), allowed }
            })?),
        };
        Ok(Board {
            turn: color("board.turn", c.turn)?,
            pieces: c.pieces,
            castling_rooks: c.castling_rooks,
            en_passant,
            halfmove_clock: count("board.halfmove_clock", c.halfmove_clock)?,
            fullmove_number: count("board.fullmove_number", c.fullmove_number)?,
            chess960: c.chess960 != 0,
        })
    }
}

impl From<MoveData> for SeajayMove {
    fn from(m: MoveData) -> SeajayMove {
        /// The square of no rook.
        const NO_SQUARE: u32 = 64;
        let role = |role: Option<Role>| role.map_or(0, |role| role as u8);
        let flag = |is_set, flag: SeajayMoveFlag| if is_set { flag as u8 } else { 0 };
        let (rook_from, rook_to) = m.castling_rook.unwrap_or((NO_SQUARE, NO_SQUARE));
        SeajayMove {
            from: m.from as u8,
            to: m.to as u8,
            role: m.role as u8,
            captured: role(m.captured),
            promotion: role(m.promotion),
            flags: flag(m.castling_rook.is_some(), SEAJAY_MOVE_CASTLING)
                | flag(m.is_en_passant, SEAJAY_MOVE_EN_PASSANT)
                | flag(m.is_check, SEAJAY_MOVE_CHECK)
                | flag(m.is_mate, SEAJAY_MOVE_MATE),
            rook_from: rook_from as u8,
            rook_to: rook_to as u8,
            uci: chars(m.uci),
            san: chars(m.san),
        }
    }
}

impl From<Board> for SeajayBoard {
    fn from(board: Board) -> SeajayBoard {
        let count = |number: u32| i32::try_from(number).unwrap_or(i32::MAX);
        SeajayBoard {
            struct_size: size_of::<SeajayBoard>() as u32,
            turn: number_of(board.turn),
            pieces: board.pieces,
            castling_rooks: board.castling_rooks,
            en_passant: board.en_passant.map_or(-1, |square| square as i32),
            halfmove_clock: count(board.halfmove_clock),
            fullmove_number: count(board.fullmove_number),
            chess960: board.chess960.into(),
        }
    }
}
