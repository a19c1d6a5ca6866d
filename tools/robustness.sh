#!/usr/bin/env bash
# Runs everything that tries to break the library, for hours:
#
#     tools/robustness.sh
#
# It continues after a failure, or after a step whose program is missing. At the end it names them, and
# exits with 1 if there were any. FASTCHESS, OPENINGS and OPPONENT are as in bench/clock.py;
# FUZZ_SECONDS is the time for each fuzz target (default: 2400, together six hours of one processor), and
# STORM_SECONDS that for the storm in C (default: 3600), of which each other language takes a sixth; below 360
# these do not judge memory. Those in Node need npm, games with pondering python-chess, the board CMake and Qt 6.
# Games, logs and fuzzer findings are in target/robustness and target/fuzz.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
[ $# -eq 0 ] || usage

# Exports a variable's path, which counts from the folder of the caller.
absolute() {
    local path
    path=$(realpath "${!1}")
    export "$1=$path"
}

for variable in FASTCHESS OPPONENT; do
    [[ ${!variable:-} != */* ]] || absolute "$variable"
done
[ -z "${OPENINGS:-}" ] || absolute OPENINGS
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [ -z "${SEAJAY_TEST_DATA:-}" ] && [ -d ../shared/data ]; then
    SEAJAY_TEST_DATA=../shared/data
    absolute SEAJAY_TEST_DATA
fi

# Compiles a C program against the library that `cargo build --release` has made.
compile() {
    cc -std=c11 -O2 -pthread "$1" -Iinclude -Ltarget/release -lseajay \
        -Wl,-rpath,"$PWD/target/release" -o "target/$(basename "$1" .c)"
}

# Runs a command while a busy process of this niceness runs on each processor.
busy() (
    nice=$1
    shift
    trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
    for ((i = 0; i < $(nproc); i++)); do
        nice -n "$nice" sh -c 'while :; do :; done' &
    done
    "$@"
)

# With a margin, since the machine may be shared: the opponent is the control.
games() {
    busy 19 bench/clock.py --uci target/uci --keep target/robustness --margin 20 --games "$@"
}

# The same kind of storm from each language.
storms() {
    local seconds=${STORM_SECONDS:-3600}
    local sixth=$((seconds / 6))
    step "Storm: compile" compile ffi-tests/c/storm.c
    step "Storm: 1,000 games for $seconds s, then 100,000 searches on one engine, and a million games" \
        timeout "$((seconds + 7200))" target/storm "$seconds" 100000 1000000
    step "Storm from Python: $sixth s" \
        env PYTHONPATH=python timeout "$((sixth + 1200))" python3 python/tests/storm.py "$sixth"
    step "npm package" make web
    step "Storm from Node: $sixth s" timeout "$((sixth + 1200))" node --expose-gc web/test/storm.mjs "$sixth"
}

# Faults, corpora, determinism, each vector level, the libraries as they are installed, and all the rest.
step "Tests" env CARGO_PROFILE_RELEASE_LTO=fat cargo test --workspace
# As its users build it: the tests compile many files as one.
step "Board" make gui
# Without link-time optimisation, as `cargo build --release` makes them.
step "Search of the release libraries" cargo test --release --package ffi-tests same_tree
step "Engines, pools and searches under 9,000 schedules" \
    env SCHEDULES=3000 cargo test --manifest-path tests/schedules/Cargo.toml
step "Release library" cargo build --release
storms
step "Stack: compile" compile ffi-tests/c/stack.c
step "Stack: 256 KiB" target/stack nets/seajay.sjnn 256 15000000 0 \
    "k2b4/p1p1p1p1/P1P1P1Pp/8/8/p1p1p1p1/P1P1P1PP/1B1B1K2 w - - 0 1"
step "Stops: compile" compile bench/measure.c
for threads in 1 2; do
    step "Stops beside busy processes, threads: $threads" \
        busy 0 target/measure latency "$threads" 20
done
rm -f target/uci
step "UCI example" tools/build-uci.sh . target/uci
step "Games at 0.1+0.001 s, and at 10 ms a move: 1,600" games 800 0.1+0.001 st=0.01
step "Games at 1+0.01 s: 400" games 400 1+0.01
step "Games with pondering: 100" \
    busy 19 bench/clock.py 1+0.01 --ponder --games 100 --margin 20 --uci target/uci
step "Sanitizers" tools/sanitize.sh
step "Fuzzing" env WORKERS=1 fuzz/run.sh "${FUZZ_SECONDS:-2400}"
report_failures
