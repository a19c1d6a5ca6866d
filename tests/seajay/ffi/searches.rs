//! A search through the C functions is that of the safe interface, field by field; limits as structs,
//! and the result that each gives.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::ptr;
use std::sync::{Arc, Mutex};

use seajay::ffi::*;
use seajay::{Bound, Engine, Info, InfoKind, Limits, ReportedScore, ScoreKind, StopReason};
use testkit::ffi::*;
use testkit::positions::MATE_IN_ONE;

use crate::tablebase::small_tables;

const DEPTH: i32 = SeajayStopReason::SEAJAY_STOP_DEPTH as i32;
const NODES: i32 = SeajayStopReason::SEAJAY_STOP_NODES as i32;
const MATE: i32 = SeajayStopReason::SEAJAY_STOP_MATE as i32;
const CALLBACK: i32 = SeajayStopReason::SEAJAY_STOP_CALLBACK as i32;
const GAME_OVER: i32 = SeajayStopReason::SEAJAY_STOP_GAME_OVER as i32;

/// The fields of a score, as seajay.h numbers them.
fn score(score: ReportedScore) -> [i32; 3] {
    let kind = match score.kind {
        ScoreKind::Centipawns => 0,
        ScoreKind::Mate => 1,
        ScoreKind::Tablebase => 2,
    };
    let bound = match score.bound {
        Bound::Exact => 0,
        Bound::Lower => 1,
        Bound::Upper => 2,
    };
    [kind, score.value, bound]
}

fn c_score(score: SeajayScore) -> [i32; 3] {
    [score.kind, score.value, score.bound]
}

/// All but the times, which differ.
fn line(info: &Info<'_>) -> String {
    let counts = [info.search_id, info.nodes, info.tb_hits];
    let depths = [info.depth, info.seldepth, info.multipv, info.hashfull].map(|n| n as i32);
    let kind = i32::from(info.kind == InfoKind::Tick);
    format!("{:?}", (kind, counts, depths, score(info.score), info.wdl, info.pv))
}

fn c_line(info: &SeajayInfo) -> String {
    let counts = [info.search_id, info.nodes, info.tb_hits];
    let depths = [info.depth, info.seldepth, info.multipv, info.hashfull];
    assert_eq!(info.struct_size as usize, size_of::<SeajayInfo>());
    assert!(info.nps >= info.nodes * 1000 / (info.time_ms as u64 + 1), "{info:?}");
    let pv = text(info.pv);
    format!("{:?}", (info.kind, counts, depths, c_score(info.score), info.wdl, pv))
}

fn check(options: &[(&str, &str)], fen: &str, limits: &Limits, c_limits: &SeajayLimits) {
    let (mut engine, mut handle) = (Engine::new().unwrap(), Handle::at(fen));
    engine.set_position(Some(fen), "").unwrap();
    for &(name, value) in options {
        engine.set_option(name, value).unwrap();
        assert_eq!(handle.set_option(name, value), OK, "{}", last_error());
    }
    let (mut told, c_told) = (Vec::new(), Arc::new(Mutex::new(Vec::new())));
    let report = engine.search(limits, |info| {
        told.push(line(info));
        ControlFlow::Continue(())
    });
    let (report, seen) = (report.unwrap(), Arc::clone(&c_told));
    handle.on_info(move |info| {
        seen.lock().unwrap().push(c_line(info));
        0
    });
    let result = handle.search(c_limits).unwrap();

    // A tick comes when it is time for it.
    let lines = |all: &[String]| -> Vec<String> {
        all.iter().filter(|line| line.starts_with("(0, ")).cloned().collect()
    };
    assert_eq!(lines(&c_told.lock().unwrap()), lines(&told));
    assert_eq!(c_told.lock().unwrap()[0], told[0], "as the search begins");
    let stop_reason = match report.stop_reason {
        StopReason::Depth => DEPTH,
        StopReason::Nodes => NODES,
        StopReason::Mate => MATE,
        StopReason::GameOver => GAME_OVER,
        other => panic!("{other:?}"),
    };
    assert_eq!(result.stop_reason, stop_reason);
    assert_eq!((result.search_id, result.nodes), (report.search_id, report.nodes));
    assert_eq!(best_move(&result), report.best_move.as_str());
    assert_eq!(text(result.ponder_move.as_ptr()), report.ponder_move.as_str());
    assert_eq!((c_score(result.score), result.wdl), (score(report.score), report.wdl));
    let depths = [report.depth as i32, report.seldepth as i32];
    assert_eq!([result.depth, result.seldepth], depths);

    let lines = engine.lines();
    assert_eq!(unsafe { seajay_line_count(handle.raw) }, lines.len());
    for (index, expected) in lines.iter().enumerate() {
        let mut info: SeajayInfo = init();
        let mut pv = [0; 768];
        let buffer = pv.as_mut_ptr();
        assert_eq!(unsafe { seajay_line(handle.raw, index, &mut info, buffer, pv.len()) }, OK);
        assert_eq!(c_line(&info), line(&expected));
        assert!(ptr::eq(info.pv, pv.as_ptr()), "the caller's buffer");
    }
    // The fields have the same names.
    let fields = |text: String| -> BTreeSet<String> {
        let (_, fields) = text.trim_end_matches(" }").split_once(" { ").unwrap();
        fields.split(", ").map(str::to_owned).collect()
    };
    let stats = handle.stats();
    let safe = fields(format!("{:?}", engine.stats()));
    let others = &fields(format!("{stats:?}")) - &safe;
    assert_eq!(others, BTreeSet::from([format!("struct_size: {}", stats.struct_size)]));
}

#[test]
fn a_search_is_that_of_the_safe_interface_field_by_field() {
    let tables = small_tables();
    let tables = [("SyzygyPath", tables.to_str().unwrap())];
    check(&[("MultiPV", "3")], KIWIPETE, &Limits::depth(6), &depth(6));
    check(&[], START, &Limits::nodes(3000), &nodes(3000));
    check(&tables, "4k3/8/4K3/8/4P3/8/8/8 w - - 0 1", &Limits::depth(4), &depth(4));
    let mate = Limits { mate: Some(1), ..Limits::default() };
    check(&[], MATE_IN_ONE, &mate, &SeajayLimits { mate: 1, ..limits() });
    check(&[], STALEMATED, &Limits::depth(3), &depth(3));
}

#[test]
fn refused_limits_are_named_and_leave_the_engine_free() {
    let handle = Handle::new();
    for (limits, part) in [
        (limits(), "limit"),
        (SeajayLimits { black_time_ms: 1000, ..limits() }, "limit"),
        (SeajayLimits { search_moves: c"e2e4".as_ptr(), ..limits() }, "limit"),
        (SeajayLimits { depth: -1, ..limits() }, "depth"),
        (SeajayLimits { move_time_ms: -1, ..limits() }, "move_time_ms"),
        (SeajayLimits { mate: -1, ..limits() }, "mate"),
        (SeajayLimits { moves_to_go: -1, ..depth(1) }, "moves_to_go"),
        (SeajayLimits { white_increment_ms: i64::MIN, ..depth(1) }, "white_increment_ms"),
        (SeajayLimits { black_increment_ms: -1, ..depth(1) }, "black_increment_ms"),
        (SeajayLimits { infinite: -1, ..depth(1) }, "infinite"),
        (SeajayLimits { infinite: 2, ..depth(1) }, "infinite"),
        (SeajayLimits { ponder: 2, ..depth(1) }, "ponder"),
        (SeajayLimits { ponder: -1, ..depth(1) }, "ponder"),
    ] {
        assert_eq!(handle.search(&limits).unwrap_err(), INVALID_ARGUMENT, "{part}");
        error_names(part);
        assert_eq!(handle.start(&limits), INVALID_ARGUMENT, "{part}");
    }
    assert!(handle.search(&depth(1)).is_ok());
}

#[test]
fn every_reason_for_the_end_has_its_number() {
    let mut handle = Handle::new();
    let stopped = |handle: &Handle, limits: &SeajayLimits| {
        let result = handle.search(limits).unwrap();
        assert_eq!(result.struct_size as usize, size_of::<SeajayResult>());
        result.stop_reason
    };
    assert_eq!(stopped(&handle, &depth(3)), DEPTH);
    assert_eq!(stopped(&handle, &nodes(500)), NODES);
    assert_eq!(stopped(&handle, &SeajayLimits { move_time_ms: 20, ..limits() }), TIME);
    // A clock may be below 0, other times may not.
    assert_eq!(stopped(&handle, &SeajayLimits { white_time_ms: i64::MIN, ..limits() }), TIME);
    assert_eq!(handle.start(&infinite()), OK);
    assert_eq!(handle.stop(), OK);
    assert_eq!(handle.wait(-1).unwrap().stop_reason, STOPPED);
    assert_eq!(handle.set_position(Some("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), ""), OK);
    let mate = handle.search(&SeajayLimits { mate: 1, ..limits() }).unwrap();
    assert_eq!((mate.stop_reason, best_move(&mate).as_str()), (MATE, "a1a8"));
    let kind = SeajayScoreKind::SEAJAY_SCORE_MATE as i32;
    assert_eq!((mate.score.kind, mate.score.value), (kind, 1));
    assert_eq!(handle.set_position(Some(STALEMATED), ""), OK);
    let over = handle.search(&depth(5)).unwrap();
    assert_eq!((over.stop_reason, over.best_move, over.ponder_move), (GAME_OVER, [0; 8], [0; 8]));
    handle.on_info(|_| 1);
    assert_eq!(handle.set_position(None, ""), OK);
    assert_eq!(stopped(&handle, &infinite()), CALLBACK);
}

#[test]
fn the_largest_numbers_do_no_harm() {
    let handle = Handle::new();
    let largest = SeajayLimits {
        depth: 3,
        nodes: u64::MAX,
        move_time_ms: i64::MAX,
        mate: i32::MAX,
        white_time_ms: i64::MAX,
        black_time_ms: i64::MAX,
        white_increment_ms: i64::MAX,
        black_increment_ms: i64::MAX,
        ..limits()
    };
    for moves_to_go in [0, 1, 2, i32::MAX] {
        let result = handle.search(&SeajayLimits { moves_to_go, ..largest }).unwrap();
        assert_eq!(result.stop_reason, DEPTH);
    }
    let none = Handle::at(MATED);
    assert_eq!(best_move(&none.search(&depth(i32::MAX)).unwrap()), "");
}

#[test]
fn only_the_wanted_moves_are_searched() {
    let handle = Handle::at("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    for (wanted, best) in [(c"a1a3", "a1a3"), (c"", "a1a8")] {
        let limits = SeajayLimits { search_moves: wanted.as_ptr(), ..depth(4) };
        assert_eq!(best_move(&handle.search(&limits).unwrap()), best);
    }
}
