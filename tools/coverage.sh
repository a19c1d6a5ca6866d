#!/usr/bin/env bash
# Measures which lines of src/ the tests run, and which the inputs saved from fuzzing:
#
#     tools/coverage.sh [word...]        (tests whose names contain one of these; default: all)
#
# Prints a table by file and folder, and writes the lines that nothing runs to target/coverage/missed.txt.
# Code for other systems and processors is not compiled here, and not counted; unit tests in a file are.
# Needs the compiler's own tools: rustup component add llvm-tools.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder=$PWD/target/coverage
host=$(rustc -vV | sed -n 's/^host: //p')
tools=$(rustc --print sysroot)/lib/rustlib/$host/bin
[ -x "$tools/llvm-cov" ] || fail "rustup component add llvm-tools is needed"

# Without the assertions, which evaluate each position of the unit tests twice. Tests that measure memory or time
# may fail with the counters: this is reported, and does not affect the counts.
with_counters() {
    RUSTFLAGS="-Cinstrument-coverage" LLVM_PROFILE_FILE="$folder/$1-%4m.profraw" \
        cargo test --target-dir "$folder" --config profile.dev.package.seajay.debug-assertions=false "${@:2}"
}

# The tests of a package. Each has a library of its own, whose counts do not fit the other's.
programs() {
    with_counters build --package "$1" --no-run --message-format=json |
        sed -n 's/.*"executable":"\([^"]*\)".*/\1/p'
}

# What the tests of a package ran, in the format of lcov.
report() {
    local executable objects=()
    while read -r executable; do objects+=(--object "$executable"); done < <(programs "$1")
    "$tools/llvm-profdata" merge --sparse "$folder/$1"-*.profraw -o "$folder/$1.profdata"
    # The first goes without the option.
    "$tools/llvm-cov" export "${objects[@]:1}" --format=lcov --instr-profile="$folder/$1.profdata" \
        --ignore-filename-regex='/tests(/|\.rs$)' --sources src >"$folder/$1.lcov"
}

# One row for each file and folder of src/, and the lines that neither has run, to a file.
table() {
    awk -F'[:,]' -v missed="$folder/missed.txt" '
        FNR == 1 { run++ }
        $1 == "SF" { file = $2; sub(".*/src/", "", file); split(file, path, "/"); row = path[1] (path[2] ? "/" : "") }
        $1 != "DA" { next }
        { line = file ":" $2 }
        !(line in rows) { rows[line] = row; lines[row]++; lines["~all"]++ }
        $3 > 0 && !((run, line) in hit) { hit[run, line]; sum[row, run]++; sum["~all", run]++ }
        function share(row, run) { return sprintf("%.1f %%", 100 * sum[row, run] / lines[row]) }
        END {
            for (line in rows)
                if ((1, line) in hit || (2, line) in hit) { sum[rows[line], 3]++; sum["~all", 3]++ }
                else print "src/" line >missed
            for (row in lines)
                print row " | " lines[row] " | " share(row, 1) " | " share(row, 2) " | " share(row, 3)
        }' "$folder"/{seajay,fuzz}.lcov | LC_ALL=C sort | sed 's/^~//; s/.*/| & |/'
    sort -t: -k1,1 -k2n -o "$folder/missed.txt" "$folder/missed.txt"
}

rm -f "$folder"/*.profraw
step "Tests" with_counters seajay --package seajay --no-fail-fast -- "$@"
step "Inputs saved from fuzzing" with_counters fuzz --package fuzz --no-fail-fast
report seajay
report fuzz
step "Lines of src/, and how many are run by tests, by inputs, by both" table
report_failures
