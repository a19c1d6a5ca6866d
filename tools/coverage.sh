#!/usr/bin/env bash
# Measures which lines of src/ the tests run, and which the inputs kept from fuzzing:
#
#     tools/coverage.sh [test...]        (the unit tests and some files of tests/; default: all)
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

# Without the assertions, which evaluate each position twice. Tests that measure memory or time may fail with the
# counters: that is told, and changes no line.
with_counters() {
    RUSTFLAGS="-Cinstrument-coverage" LLVM_PROFILE_FILE="$folder/$1-%4m.profraw" \
        cargo test --target-dir "$folder" --config profile.dev.package.seajay.debug-assertions=false "${@:2}"
}

programs() {
    with_counters build --package seajay --package fuzz --no-run --message-format=json |
        sed -n 's/.*"executable":"\([^"]*\)".*/\1/p'
}

# The report on the profiles of some runs, in the format of lcov.
report() {
    local name=$1 run raw=()
    shift
    for run in "$@"; do raw+=("$folder/$run"-*.profraw); done
    "$tools/llvm-profdata" merge --sparse "${raw[@]}" -o "$folder/$name.profdata"
    "$tools/llvm-cov" export "${objects[@]}" --format=lcov --instr-profile="$folder/$name.profdata" \
        --ignore-filename-regex='/tests(/|\.rs$)' --sources src >"$folder/$name.lcov"
}

# One row for each file and folder of src/, of three reports.
table() {
    awk -F: '
        FNR == 1 { column++ }
        $1 == "SF" { sub(".*/src/", "", $2); split($2, path, "/"); row = path[1] (path[2] ? "/" : "") }
        $1 == "LF" && column == 1 { lines[row] += $2; lines["~all"] += $2 }
        $1 == "LH" { hit[row, column] += $2; hit["~all", column] += $2 }
        function share(row, column) { return sprintf("%.1f %%", 100 * hit[row, column] / lines[row]) }
        END {
            for (row in lines)
                print row " | " lines[row] " | " share(row, 1) " | " share(row, 2) " | " share(row, 3)
        }' "$folder"/{tests,corpora,both}.lcov | LC_ALL=C sort | sed 's/^~//; s/.*/| & |/'
}

rm -f "$folder"/*.profraw
mapfile -t executables < <(programs)
objects=("${executables[0]}")
for executable in "${executables[@]:1}"; do objects+=(--object "$executable"); done
rm -f "$folder"/*.profraw
selection=()
[ $# -eq 0 ] || selection=(--lib "${@/#/--test=}")
step "Tests" with_counters tests --package seajay --no-fail-fast ${selection[@]+"${selection[@]}"}
step "Inputs kept from fuzzing" with_counters corpora --package fuzz --no-fail-fast
report tests tests
report corpora corpora
report both tests corpora
awk -F'[:,]' '$1 == "SF" { sub(".*/src/", "src/", $2); file = $2 } $1 == "DA" && $3 == 0 { print file ":" $2 }' \
    "$folder/both.lcov" >"$folder/missed.txt"
step "Lines of src/: lines, run by tests, by inputs, by both" table
report_failures
