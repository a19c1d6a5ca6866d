#!/usr/bin/env bash
# Searches for inputs that break a promise of the library, with libFuzzer and the address sanitizer:
#
#     fuzz/run.sh [seconds for each target] [target...]
#
# Needs Rust 1.95 or newer and a C++ compiler. New inputs go to target/fuzz/corpus. One that breaks
# something is kept in target/fuzz/artifacts, and the script then fails once all targets have run.
#
# WORKERS=n runs n processes for each target (default: one for each processor).
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
seconds=${1:-60}
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(api game mates pgn pools position options network tablebase uci)
workers=${WORKERS:-$(nproc)}
host=$(rustc -vV | sed -n 's/^host: //p')

# The compiler's own flags for libFuzzer, which are not stable; a target folder of their own, since
# everything is compiled with them. Comparisons are not traced: that takes seven eighths of the time, since
# bitboards compare at every step, and the dictionary has the words.
coverage="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table -Ccodegen-units=1"
RUSTC_BOOTSTRAP=1 RUSTFLAGS="$coverage -Zsanitizer=address --cfg fuzzing" \
    cargo build --quiet --package fuzz --features libfuzzer --bin fuzz --target "$host" \
    --target-dir target/fuzz/build
program=target/fuzz/build/$host/debug/fuzz

artifacts=target/fuzz/artifacts
mkdir -p "$artifacts"
touch target/fuzz/begun
failed=()
for target in "${targets[@]}"; do
    mkdir -p "target/fuzz/corpus/$target"
    # The vocabulary of the texts that a target reads.
    words=()
    case $target in game | pgn | position | uci) words=(-dict=fuzz/words.dict) ;; esac
    # No input may take a minute on any machine, or much memory: one that does is a finding, which
    # libFuzzer's fork mode would ignore. The UCI example's output is discarded.
    FUZZ_TARGET=$target "$program" "target/fuzz/corpus/$target" "fuzz/corpus/$target" \
        ${words[@]+"${words[@]}"} -fork="$workers" -max_total_time="$seconds" -max_len=1024 -close_fd_mask=1 \
        -timeout=60 -report_slow_units=60 -ignore_timeouts=0 -rss_limit_mb=2048 -ignore_ooms=0 \
        -artifact_prefix="$artifacts/$target-" \
        2> >(tee "target/fuzz/$target.log" | tail -n 3 >&2) || failed+=("$target")
done
# Findings of earlier runs may have been fixed since.
mapfile -t found < <(find "$artifacts" -type f -newer target/fuzz/begun)
failed+=(${found[@]+"${found[@]}"})
[ ${#failed[@]} -eq 0 ] || { echo "failed: ${failed[*]}" >&2; exit 1; }
