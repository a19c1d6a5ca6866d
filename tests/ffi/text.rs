//! Text out: the full length, cut and terminated.

use std::ptr;

use seajay::ffi::*;

use crate::support::*;

#[test]
fn text_is_cut_and_terminated_at_every_size() {
    let handle = Handle::new();
    let full = handle.fen();
    for size in 0..full.len() + 3 {
        let mut buffer = vec![0x55_u8; size + 4];
        let length = unsafe { seajay_fen(handle.raw, buffer.as_mut_ptr().cast(), size) };
        assert_eq!(length as usize, full.len());
        let kept = full.len().min(size.saturating_sub(1));
        assert_eq!(&buffer[..kept], &full.as_bytes()[..kept]);
        if size > 0 {
            assert_eq!(buffer[kept], 0);
        }
        assert!(buffer[size..].iter().all(|&byte| byte == 0x55), "nothing behind the buffer");
    }
    assert_eq!(unsafe { seajay_fen(handle.raw, ptr::null_mut(), 0) } as usize, full.len());
}

#[test]
fn text_is_cut_between_letters() {
    let handle = Handle::new();
    assert_eq!(handle.set_option("ä", "1"), UNKNOWN_OPTION);
    let full = handle.last_error();
    for size in 1..full.len() + 1 {
        let mut buffer = vec![0_u8; size];
        unsafe { seajay_last_error(handle.raw, buffer.as_mut_ptr().cast(), size) };
        let end = buffer.iter().position(|&byte| byte == 0).unwrap();
        assert!(full.starts_with(std::str::from_utf8(&buffer[..end]).unwrap()));
    }
}

#[test]
fn a_line_is_cut_between_moves() {
    let handle = Handle::new();
    handle.search(&depth(7)).unwrap();
    let give = |size: usize| {
        let mut buffer = [b'x'; 768];
        let pv = buffer.as_mut_ptr().cast();
        assert_eq!(unsafe { seajay_line(handle.raw, 0, ptr::null_mut(), pv, size) }, OK);
        text(pv)
    };
    let whole = give(768);
    assert!(whole.split(' ').count() > 3, "{whole}");
    for size in 1..=whole.len() + 2 {
        let mut expected = String::new();
        for m in whole.split(' ') {
            let longer = format!("{expected} {m}").trim_start().to_owned();
            if longer.len() >= size {
                break;
            }
            expected = longer;
        }
        assert_eq!(give(size), expected, "{size} bytes");
    }
}
