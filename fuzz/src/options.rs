//! Lines of `name=value`.

use seajay::ffi::*;
use testkit::ffi::*;

use crate::HAS_THREADS;
use crate::snapshot::{change, is_costly};

pub const SPIN: i32 = SeajayOptionKind::SEAJAY_OPTION_SPIN as i32;
pub const CHECK: i32 = SeajayOptionKind::SEAJAY_OPTION_CHECK as i32;

pub fn run(bytes: &[u8]) {
    let Ok(input) = std::str::from_utf8(bytes) else { return };
    if input.contains('\0') {
        return;
    }
    let handle = Handle::new();
    handle.set_option("Hash", "1");
    for line in input.split('\n').take(16) {
        let (name, value) = line.split_once('=').unwrap_or((line, ""));
        if is_costly(name, value) {
            continue;
        }
        let accepted = change(&handle, || handle.set_option(name, value));
        let known = option_infos().find(|info| text(info.name).eq_ignore_ascii_case(name));
        let Some(info) = known else {
            assert!(!accepted, "an unknown option: {name:?}");
            assert_eq!(handle.option(name), Err(UNKNOWN_OPTION));
            continue;
        };
        if info.kind != SPIN && info.kind != CHECK {
            assert!(accepted || !value.is_empty());
            assert!(!accepted || handle.option(name).as_deref() == Ok(value));
            continue;
        }
        let expected = canonical(&info, value);
        assert_eq!(accepted, expected.is_some(), "{line:?}: {}", last_error());
        if let Some(expected) = expected {
            assert_eq!(handle.option(name), Ok(expected));
        }
    }
    let result = handle.search(&nodes(100)).expect("a search");
    assert_eq!(best_move(&result).len(), 4);
}

/// The value as the option gives it back, or `None` where it does not take it.
fn canonical(info: &SeajayOptionInfo, value: &str) -> Option<String> {
    let value = value.trim_ascii().to_ascii_lowercase();
    if info.kind == SPIN {
        let number = value.parse::<i64>().ok()?;
        let max = if text(info.name) == "Threads" && !HAS_THREADS { 1 } else { info.max };
        return (info.min..=max).contains(&number).then(|| number.to_string());
    }
    match value.as_str() {
        "true" | "1" | "yes" | "on" => Some("true".to_owned()),
        "false" | "0" | "no" | "off" => Some("false".to_owned()),
        _ => None,
    }
}
