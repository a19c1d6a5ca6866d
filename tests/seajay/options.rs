//! Options: accepted and rejected values, and the effect of each option.

use seajay::{Engine, ErrorKind, Limits, OptionInfo, OptionKind};
use testkit::play::{Host, KIWIPETE, ORDINARY, search_in};

fn nodes(options: &[(&str, &str)], limits: &Limits) -> Vec<u64> {
    let mut engine = Host::fixed();
    for (name, value) in options {
        engine.set_option(name, value).unwrap();
    }
    let mut nodes = Vec::new();
    for fen in &ORDINARY[1..4] {
        engine.clear_history();
        engine.set_position(Some(fen), "").unwrap();
        nodes.push(search_in(&mut engine, limits).report.nodes);
    }
    nodes
}

/// A value far from the default.
fn other_value(info: &OptionInfo) -> String {
    if info.kind == OptionKind::Spin { info.max.to_string() } else { "false".to_owned() }
}

/// The options that switch a technique off or set its numbers.
fn techniques() -> impl Iterator<Item = &'static OptionInfo> {
    let options = Engine::options().iter();
    options.filter(|info| info.name().starts_with("LMR") || info.name().ends_with("Enabled"))
}

#[test]
fn every_technique_can_be_measured() {
    let limits = Limits::depth(8);
    let usual = nodes(&[], &limits);
    assert_eq!(techniques().count(), 7);
    for info in techniques() {
        let (name, other) = (info.name(), other_value(info));
        assert_ne!(info.default_value(), other);
        assert_ne!(nodes(&[(name, &other)], &limits), usual, "{name} does nothing");
        let there_and_back = [(name, &*other), (name, info.default_value())];
        assert_eq!(nodes(&there_and_back, &limits), usual, "{name} has another default");
    }
}

#[test]
fn without_reductions_it_does_not_matter_where_they_begin() {
    let limits = Limits::depth(7);
    let off = ("LMREnabled", "false");
    let usual = nodes(&[off], &limits);
    // The other two numbers still say which moves are pruned.
    for info in techniques().filter(|info| info.name().starts_with("LMRMin")) {
        assert_eq!(nodes(&[off, (info.name(), &other_value(info))], &limits), usual);
    }
    let mut engine = Host::fixed_at(KIWIPETE);
    engine.set_option("LMREnabled", "off").unwrap();
    assert_eq!(search_in(&mut engine, &limits).stats.reductions, 0);
    engine.set_option("LMREnabled", "on").unwrap();
    assert!(search_in(&mut engine, &limits).stats.reductions > 0);
}

#[test]
fn without_killers_none_cuts_off() {
    let mut engine = Host::fixed_at(KIWIPETE);
    for (enabled, expected) in [("yes", true), ("no", false)] {
        engine.set_option("KillersEnabled", enabled).unwrap();
        engine.clear_history();
        let cutoffs = search_in(&mut engine, &Limits::depth(8)).stats.killer_cutoffs;
        assert_eq!(cutoffs > 0, expected, "{enabled}: {cutoffs}");
    }
}

#[test]
fn extreme_values_are_searched_with() {
    for info in Engine::options().iter().filter(|info| info.name().starts_with("LMR")) {
        let (min, max) = (info.min.to_string(), info.max.to_string());
        for value in [&min, &max] {
            let option = (info.name(), value.as_str());
            assert!(nodes(&[option], &Limits::nodes(20_000)).iter().all(|&n| n > 0));
        }
    }
    let all_least = [("LMRMinDepth", "1"), ("LMRMinMoveNumber", "1"), ("LMRDepthFactor", "1")];
    nodes(&all_least, &Limits::depth(8));
    nodes(
        &[all_least[0], all_least[1], all_least[2], ("LMRBaseReduction", "400")],
        &Limits::depth(8),
    );
}

#[test]
fn history_that_is_switched_off_is_not_used() {
    // Killers off too, so that nothing but the history is carried over.
    let quiet = |engine: &mut Host| {
        engine.set_option("KillersEnabled", "false").unwrap();
        engine.set_position(Some(KIWIPETE), "").unwrap();
    };
    let mut learnt = Host::new();
    quiet(&mut learnt);
    search_in(&mut learnt, &Limits::depth(8));
    learnt.set_option("HistoryEnabled", "false").unwrap();
    // Loading a network, even the same one, clears the hash table and the correction history.
    learnt.load_network(testkit::EMBEDDED).unwrap();
    let mut fresh = Host::new();
    quiet(&mut fresh);
    fresh.set_option("HistoryEnabled", "false").unwrap();
    let nodes = |engine: &mut Host| search_in(engine, &Limits::depth(8)).report.nodes;
    assert_eq!(nodes(&mut learnt), nodes(&mut fresh));
}

#[test]
fn the_size_of_the_table_matters() {
    // What is no longer in the table must be searched again: the trees differ once the small one is
    // full.
    let nodes_with = |mib: &str| {
        let mut engine = Host::fixed_at(KIWIPETE);
        engine.set_option("Hash", mib).unwrap();
        let found = search_in(&mut engine, &Limits::depth(12));
        (found.report.nodes, found.reported.last().unwrap().hashfull)
    };
    let [small, large] = [nodes_with("1"), nodes_with("64")];
    assert_ne!(small.0, large.0);
    assert!(small.1 > large.1, "permille full: {small:?} and {large:?}");
}

#[test]
fn too_large_a_table_is_refused_and_the_old_one_kept() {
    let mut engine = Host::at(KIWIPETE);
    // The first probe is that of the root.
    let knows = |engine: &mut Host| {
        search_in(engine, &Limits::nodes(1));
        engine.stats().tt_hits > 0
    };
    assert!(!knows(&mut engine));
    search_in(&mut engine, &Limits::depth(6));
    // A machine with a tebibyte of memory may well grant it.
    let Err(error) = engine.set_option("Hash", "1048576") else { return };
    assert!([ErrorKind::InvalidValue, ErrorKind::OutOfMemory].contains(&error.kind()), "{error}");
    assert!(error.message().contains("Hash") || error.message().contains("hash"), "{error}");
    assert_eq!(engine.option("Hash").unwrap(), "16");
    assert!(knows(&mut engine), "the table still remembers");
    // The same size changes nothing.
    engine.set_option("Hash", "16").unwrap();
    assert!(knows(&mut engine));
}

#[test]
fn values_are_read_with_some_patience() {
    let mut engine = Host::new();
    for (text, value) in [
        ("true", "true"),
        ("FALSE", "false"),
        ("1", "true"),
        ("0", "false"),
        ("Yes", "true"),
        ("nO", "false"),
        ("ON", "true"),
        ("off", "false"),
        (" true ", "true"),
    ] {
        engine.set_option("ponder", text).unwrap();
        assert_eq!(engine.option("PONDER").unwrap(), value, "{text}");
    }
    for (text, value) in [("1", "1"), (" 32\t", "32"), ("007", "7"), ("+5", "5")] {
        engine.set_option("hASH", text).unwrap();
        assert_eq!(engine.option("Hash").unwrap(), value, "{text}");
    }
    engine.set_option("move overhead", "5000").unwrap();
    assert_eq!(engine.option("Move Overhead").unwrap(), "5000");
}

#[test]
fn a_number_too_large_to_read_is_out_of_bounds() {
    let mut engine = Host::new();
    for value in ["99999999999999999999", "-99999999999999999999"] {
        let error = engine.set_option("Hash", value).unwrap_err();
        let expected = format!("option Hash: {value} is not within 1 to 1048576");
        assert_eq!(error.message(), expected);
    }
}

#[test]
fn wrong_values_are_refused_and_change_nothing() {
    let mut engine = Host::new();
    for info in Engine::options() {
        let name = info.name();
        let before = engine.option(name).unwrap();
        assert_eq!(before, info.default_value(), "{name}");
        let outside: Vec<String> = match info.kind {
            OptionKind::Check => {
                ["", "2", "-1", "tru", "yes no", "\u{2713}", "\0"].map(String::from).to_vec()
            }
            OptionKind::Spin => {
                let words =
                    ["", "x", "1.5", "0x10", "1e3", "1 2", "99999999999999999999", "\u{663}"];
                let mut all = words.map(String::from).to_vec();
                all.extend([(info.min - 1).to_string(), (info.max + 1).to_string()]);
                all
            }
            _ => vec!["x".repeat(4097)],
        };
        for value in outside {
            let error = engine.set_option(name, &value).expect_err(&value);
            assert_eq!(error.kind(), ErrorKind::InvalidValue, "{name} {value:?}");
            assert!(error.message().contains(name), "{error}");
            assert_eq!(engine.option(name).unwrap(), before, "{name} {value:?}");
        }
    }
    let error = engine.set_option("Hash", "0").unwrap_err();
    assert!(error.message().contains("1 to 1048576"), "the text has the bounds: {error}");
    let error = engine.set_option("Hash", &"9".repeat(100_000)).unwrap_err();
    assert!(error.message().len() < 400);
}

#[test]
fn unknown_options_are_named() {
    let mut engine = Host::new();
    for name in ["", "Has", "Hashh", "Hash ", "\u{1f600}", "LMR"] {
        let error = engine.set_option(name, "1").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnknownOption, "{name:?}");
        assert!(error.message().contains(name), "{error}");
        assert_eq!(engine.option(name).unwrap_err().kind(), ErrorKind::UnknownOption);
    }
    let error = engine.set_option(&"x".repeat(100_000), "1").unwrap_err();
    assert!(error.message().len() < 400);
}

#[test]
fn the_table_of_options_is_consistent() {
    let mut names: Vec<String> =
        Engine::options().iter().map(|info| info.name().to_ascii_lowercase()).collect();
    names.sort();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count, "two options share a name");
    let mut engine = Host::new();
    for info in Engine::options() {
        assert!(info.min <= info.max);
        engine.set_option(info.name(), info.default_value()).unwrap();
        assert_eq!(engine.option(info.name()).unwrap(), info.default_value());
        if info.kind == OptionKind::Spin {
            engine.set_option(info.name(), &info.min.to_string()).unwrap();
            assert_eq!(engine.option(info.name()).unwrap(), info.min.to_string());
        }
    }
}

#[test]
fn the_guide_says_what_a_thread_takes() {
    let guide = include_str!("../../docs/guide.md");
    let (_, rest) = guide.split_once("An engine takes its hash table and about ").unwrap();
    let (said, _) = rest.split_once(" MiB for each thread").unwrap();
    assert!(guide.contains(&format!("its hash table plus about {said} MiB |")));
    let (_, rest) = rest.split_once(" MiB for each thread, ").unwrap();
    let (with_lines, _) = rest.split_once(" MiB with `MultiPV` above 1").unwrap();
    let mut engine = Engine::new().unwrap();
    engine.set_option("Hash", "1").unwrap();
    assert_eq!(engine.memory_usage(), Engine::estimate_memory(1, 1).unwrap());
    for (lines, said) in [("1", said), ("2", with_lines), ("256", with_lines), ("1", said)] {
        engine.set_option("MultiPV", lines).unwrap();
        let taken = engine.memory_usage() - (1 << 20);
        let difference = taken as f64 / f64::from(1 << 20) - said.parse::<f64>().unwrap();
        assert!(difference.abs() < 0.25, "{taken} bytes for {lines} lines, not {said} MiB");
    }
}

#[test]
fn memory_grows_with_table_threads_and_network() {
    let mut engine = Engine::new().unwrap();
    let estimate = |hash, threads| Engine::estimate_memory(hash, threads).unwrap();
    assert_eq!(engine.memory_usage(), estimate(16, 1));
    engine.set_option("Hash", "3").unwrap();
    engine.set_option("Threads", "2").unwrap();
    assert_eq!(engine.memory_usage(), estimate(3, 2));
    assert_eq!(estimate(19, 2) - estimate(3, 2), 16 << 20);
    assert_eq!(estimate(3, 5) - estimate(3, 4), estimate(3, 2) - estimate(3, 1));
    engine.load_network(testkit::EMBEDDED).unwrap();
    let own = engine.memory_usage() - estimate(3, 2);
    assert!(own >= testkit::EMBEDDED.len() as u64 - 2048, "{own}");
    assert!(own < 2 * testkit::EMBEDDED.len() as u64, "{own}");
    for (hash, threads) in [(0, 1), (1 << 20 | 1, 1), (u64::MAX, 1), (1, 0), (1, 257)] {
        let error = Engine::estimate_memory(hash, threads).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidValue);
    }
}
