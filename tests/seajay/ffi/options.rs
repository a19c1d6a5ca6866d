//! The list of options.

use std::ptr;

use seajay::ffi::*;
use testkit::ffi::*;

#[test]
fn the_list_agrees_with_a_new_engine() {
    let handle = Handle::new();
    assert!(seajay_option_count() > 0);
    for info in option_infos() {
        let name = text(info.name);
        assert_eq!(handle.option(&name).unwrap(), text(info.default_value), "{name}");
        assert_eq!(handle.option(&name.to_lowercase()), handle.option(&name.to_uppercase()));
        assert_eq!(handle.set_option(&name, &text(info.default_value)), OK, "{name}");
        assert!(info.choices.is_null());
    }
    let mut info = init();
    for index in [seajay_option_count(), usize::MAX] {
        assert_eq!(unsafe { seajay_option_info(index, &mut info) }, INVALID_ARGUMENT);
    }
}

#[test]
fn bounds_are_kept() {
    let handle = Handle::new();
    let spin = SeajayOptionKind::SEAJAY_OPTION_SPIN as i32;
    for info in option_infos().filter(|info| info.kind == spin) {
        let name = text(info.name);
        let before = handle.option(&name).unwrap();
        for value in [info.min - 1, info.max + 1, i64::MIN, i64::MAX] {
            assert_eq!(handle.set_option(&name, &value.to_string()), INVALID_VALUE, "{name}");
            assert!(last_error().contains(&name), "{}", last_error());
        }
        for value in ["", "x", "1.5", "99999999999999999999"] {
            assert_eq!(handle.set_option(&name, value), INVALID_VALUE, "{name} {value}");
        }
        assert_eq!(handle.option(&name).unwrap(), before, "the old value stays");
        assert_eq!(handle.set_option(&name, &info.min.to_string()), OK, "{name}");
        assert_eq!(handle.option(&name).unwrap(), info.min.to_string());
    }
}

#[test]
fn booleans_take_all_their_words() {
    let handle = Handle::new();
    for (value, meaning) in [("On", "true"), ("0", "false"), ("YES", "true"), ("off", "false")] {
        assert_eq!(handle.set_option("uci_chess960", value), OK);
        assert_eq!(handle.option("UCI_Chess960").unwrap(), meaning);
    }
    assert_eq!(handle.set_option("UCI_Chess960", "maybe"), INVALID_VALUE);
    assert!(last_error().contains("maybe"));
    assert_eq!(handle.option("UCI_Chess960").unwrap(), "false");
}

#[test]
fn an_unknown_option_has_no_value() {
    let handle = Handle::new();
    assert_eq!(handle.option("Hsah"), Err(UNKNOWN_OPTION));
    assert!(last_error().contains("Hsah"));
    let status = unsafe { seajay_get_option(handle.raw, c"".as_ptr(), ptr::null_mut(), 0) };
    assert_eq!(status, i64::from(UNKNOWN_OPTION));
}

#[test]
fn more_hash_than_memory_is_refused_and_the_old_one_stays() {
    let handle = Handle::new();
    let status = handle.set_option("Hash", "1048576");
    let refused = [INVALID_VALUE, SeajayStatus::SEAJAY_ERR_OUT_OF_MEMORY as i32];
    // A machine with a tebibyte of memory may well grant it.
    if status != OK {
        assert!(refused.contains(&status));
        assert_eq!(handle.option("Hash").unwrap(), "16");
    }
    assert!(handle.search(&depth(2)).is_ok());
}
