#!/usr/bin/env bash
# Runs the tests under sanitizers, valgrind and Miri:
#
#     tools/sanitize.sh [address] [leak] [thread] [valgrind] [miri]     (default: all)
#
# Needs clang with its sanitizers and valgrind for the C programs, rust-src for `thread`, and a nightly Rust
# with Miri for `miri`; a missing tool is reported and its tests are skipped. Every build has its own target
# folder below target/sanitize, about 1 GiB each.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ $# -gt 0 ] || set -- address leak thread valgrind miri
host=$(rustc -vV | sed -n 's/^host: //p')
folder=$PWD/target/sanitize
mkdir -p "$folder"

# Cargo with a sanitizer, on the stable compiler. Tests that limit memory or threads, or measure memory or
# promptness, are left out: a sanitizer needs terabytes of address space, memory and processes of its own,
# and time. With `only`, those whose names contain one of its words are run.
with() {
    local sanitizer=$1
    shift
    RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=$sanitizer" RUSTDOCFLAGS="-Zsanitizer=$sanitizer" \
        cargo ${TOOLCHAIN:-} test --no-fail-fast --target "$host" --target-dir "$folder/$sanitizer" "$@" -- \
        --skip in_little_memory --skip exhausted --skip refused_thread --skip the_greatest_number_of_threads \
        --skip takes_no_memory --skip takes_little_memory --skip options_free_what \
        --skip reports_as_it_begins --skip prompt --skip signs_of_life --skip spares_the_clock \
        --skip valgrind --skip with_sanitizers ${only[@]+"${only[@]}"} \
        ${too_slow[@]+"${too_slow[@]/#/--skip=}"}
}

# The C programs of ffi-tests: compiled by clang with the same sanitizer as the library.
c_programs() {
    local sanitizer=$1 only=(c::)
    CC=clang CFLAGS="-fsanitize=$sanitizer" with "$sanitizer" --package ffi-tests
}

# The active Rust, or else the first, that has the standard library's sources, so that all of it is
# instrumented. Otherwise a mutex used with a condition variable looks like a race.
with_sources() {
    local toolchain active
    active=$(rustup show active-toolchain 2>/dev/null | sed 's/ .*//')
    for toolchain in $active $(rustup toolchain list 2>/dev/null | sed 's/ .*//'); do
        if [ -d "$(rustc "+$toolchain" --print sysroot)/lib/rustlib/src/rust/library" ]; then
            echo "$toolchain"
            return
        fi
    done
}

# The tests with threads. Instrumented searches are slow, some thousand nodes a second. Assertions, which
# evaluate each position of the unit tests twice, are left to the other runs. So are tests that take a quarter
# of an hour, of the evaluation, which has no threads, and of the helpers' allocations.
run_thread() {
    local toolchain only
    local too_slow=(eval::tests helpers_allocate)
    toolchain=$(with_sources)
    [ -n "$toolchain" ] || { missing "the standard library's sources (rustup component add rust-src)"; return; }
    local TOOLCHAIN=+$toolchain status=0
    local -x CARGO_PROFILE_DEV_DEBUG_ASSERTIONS=false CARGO_PROFILE_DEV_OVERFLOW_CHECKS=false
    with thread -Zbuild-std --package seajay --lib || status=1
    only=(faults:: process:: handles::)
    with thread -Zbuild-std --package seajay --test memory || status=1
    # Elsewhere, those that use threads have the word in their names.
    only=(ffi:: limits:: tablebase:: thread)
    with thread -Zbuild-std --package seajay --test seajay || status=1
    return "$status"
}

# Only memcheck: helgrind and drd know the locks of pthread, not those of Rust, which are futexes, and
# would report each of them. The thread sanitizer knows both.
run_valgrind() {
    command -v valgrind >/dev/null || { missing valgrind; return; }
    cargo test --package ffi-tests -- valgrind the_whole_api_with_the_shared_library
}

run_miri() {
    cargo +nightly miri --version >/dev/null 2>&1 || { missing "Miri (rustup component add miri)"; return; }
    # Tests of unsafe code that do not take Miri hours, as searches with the network do, seconds for a
    # position. Each of these names must match a test.
    local name tests status=0
    for name in tt::tests histories::history::tests::captures ffi::tests::a_struct ffi::tests::an_older \
        ffi::tests::a_panic_is_logged ffi::pgn::games ffi::pgn::a_record ffi::pgn::records \
        ffi::pgn::a_read_callback ffi::pgn::fens ffi::review::kings_alone ffi::pools::an_engine_is_freed; do
        tests=(--lib)
        [[ $name != ffi::@(pgn|pools|review)::* ]] || tests=(--test seajay)
        MIRIFLAGS="-Zmiri-disable-isolation" cargo +nightly miri test "${tests[@]}" --target-dir "$folder/miri" \
            "$name" | tee "$folder/miri.log" || status=1
        grep -qE '^test result: ok\. [1-9]' "$folder/miri.log" || status=1
    done
    return "$status"
}

for tool in "$@"; do
    case $tool in
    address | leak)
        step "Rust tests, $tool sanitizer" with "$tool" --package seajay --package fuzz
        # The address sanitizer finds leaks too.
        [ "$tool" = address ] || continue
        # The compiler and the sanitizer's library come in two packages.
        if clang "-fsanitize=$tool" -x c -o "$folder/nothing" - <<<"int main(void) { return 0; }"; then
            step "C programs, $tool sanitizer" c_programs "$tool"
        else
            missing "clang with its sanitizers (libclang-rt-dev), for the C programs"
        fi
        ;;
    thread) step "Rust tests, thread sanitizer" run_thread ;;
    valgrind) step "C programs, valgrind" run_valgrind ;;
    miri) step "Miri" run_miri ;;
    *) fail "there is no $tool" ;;
    esac
done
report_failures
