//! A search through the C functions is that of the safe interface, field by field.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::ptr;
use std::sync::{Arc, Mutex};

use seajay::ffi::*;
use seajay::{Bound, Engine, Info, InfoKind, Limits, ReportedScore, ScoreKind, StopReason};
use testkit::ffi::*;
use testkit::positions::MATE_IN_ONE;

use crate::tables::small_tables;

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
        StopReason::Depth => 1,
        StopReason::Nodes => 2,
        StopReason::Mate => 4,
        StopReason::GameOver => 7,
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
    let nodes = SeajayLimits { nodes: 3000, ..limits() };
    check(&[], START, &Limits::nodes(3000), &nodes);
    check(&tables, "4k3/8/4K3/8/4P3/8/8/8 w - - 0 1", &Limits::depth(4), &depth(4));
    let mate = Limits { mate: Some(1), ..Limits::default() };
    check(&[], MATE_IN_ONE, &mate, &SeajayLimits { mate: 1, ..limits() });
    check(&[], STALEMATED, &Limits::depth(3), &depth(3));
}
