#!/usr/bin/env bash
# Compares the binary interface of two commits with abidiff (Debian: abigail-tools):
#
#     tools/abi.sh OLD [NEW]
#
# NEW is HEAD by default. Prints what has changed, and exits with abidiff's code: 0 for no change, 4 for
# changes (added functions are harmless, check "Changed" ones), 12 if a function is gone, which is certain
# to break compiled programs.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

[ $# -ge 1 ] && [ $# -le 2 ] || usage
abidiff=$(program abidiff)
cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The shared library of a commit, with its types.
build() {
    mkdir "$work/$1"
    git archive "$2" | tar -C "$work/$1" -x
    (cd "$work/$1" && CARGO_PROFILE_RELEASE_DEBUG=2 CARGO_PROFILE_RELEASE_LTO=off \
        cargo rustc --quiet --release --lib --crate-type cdylib --target-dir target)
    cp "$work/$1/target/release/libseajay.so" "$work/$1.so"
}

build old "$1"
build new "${2:-HEAD}"
# Rust's own structs behind the opaque handle may change.
printf '[suppress_type]\nname_regexp = ^.*SeajayEngine$\n' > "$work/opaque"
"$abidiff" --suppressions "$work/opaque" "$work/old.so" "$work/new.so"
