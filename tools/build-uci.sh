#!/usr/bin/env bash
# Builds the UCI example of a checkout the way it is measured: as a lone rlib, so that cargo
# optimises library and program together (beside a C library it drops link-time optimisation).
#
#     tools/build-uci.sh FOLDER PROGRAM [TARGET_DIR]
#
# FOLDER is left as it is; its uncommitted changes and new files are part of what is built.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

[ $# -ge 2 ] || usage
folder=$1 program=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
target=$(realpath -m "${3:-$work/target}")

mkdir "$work/tree"
# With new times (-m): cargo would take the build of another folder in the same target for this one.
git -C "$folder" ls-files -z --cached --others --exclude-standard \
    | tar -C "$folder" --null -T - --ignore-failed-read --warning=no-failed-read -c \
    | tar -C "$work/tree" -x -m
sed -i 's/^crate-type = .*/crate-type = ["rlib"]/' "$work/tree/Cargo.toml"
(cd "$work/tree" && cargo build --quiet --release --example uci --target-dir "$target")
mkdir -p "$(dirname "$program")"
cp "$target/release/examples/uci" "$program"
