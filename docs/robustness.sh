#!/usr/bin/env bash
# All that tries to break the library, in one go:
#
#     docs/robustness.sh            long: hours
#     docs/robustness.sh short      what .ci/run does besides its other tests: a minute or two
#
# FUZZ_SECONDS is the time for each fuzz target (default: 2400, together four hours of one processor).
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

step() {
    printf '\n== %s\n' "$*"
}

case ${1:-long} in
short)
    # Faults, load and the corpora of the fuzzer are tests as others are.
    step "Search and stack of a release build"
    cargo test --release --test stack --test bench
    ;;
long)
    step "Faults"
    cargo test --test faults --test no_alloc --test process --test network --test tablebase
    cargo test --lib ffi::
    step "Search: each vector level, debug and release, each library"
    cargo test --lib every_level
    cargo test --test bench --test determinism
    cargo test --release --test bench --test stack
    cargo test --package ffi-tests --test bench
    step "Load: ten minutes with 64 engines, then 100,000 searches on one"
    cargo build --release
    cc -std=c11 -O2 -pthread ffi-tests/c/load.c -Iinclude -Ltarget/release -lseajay \
        -Wl,-rpath,"$PWD/target/release" -o target/load
    target/load 600 100000
    step "Time: 2,000 games and 200 stops beside busy processes"
    cc -std=c99 -O2 -pthread ffi-tests/c/latency.c -Iinclude -Ltarget/release -lseajay \
        -Wl,-rpath,"$PWD/target/release" -o target/latency
    docs/busy.sh target/latency
    if command -v "${FASTCHESS:-fastchess}" >/dev/null; then
        docs/build-uci.sh . target/uci
        export UCI=target/uci
        NICE=19 docs/busy.sh docs/clock.sh --margin 20 --games 800 0.1+0.001 st=0.01
        NICE=19 docs/busy.sh docs/clock.sh --margin 20 --games 400 1+0.01
    else
        echo "games left out: no fastchess (docs/clock.sh)" >&2
    fi
    step "Sanitizers"
    docs/sanitize.sh
    step "Fuzzing"
    WORKERS=1 fuzz/run.sh "${FUZZ_SECONDS:-2400}"
    ;;
*)
    echo "usage: docs/robustness.sh [short|long]" >&2
    exit 2
    ;;
esac
