#!/usr/bin/env bash
# Compares the binary interface of two commits with abidiff (Debian: abigail-tools):
#
#     tools/abi.sh OLD [NEW]
#
# NEW is HEAD when it is left out. Prints what has changed, and ends with abidiff's exit code: 0 when
# nothing has, 4 when something has (added functions are harmless, "Changed" ones are to be looked at),
# 12 when a function is gone, which breaks compiled programs for certain.
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
