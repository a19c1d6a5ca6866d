#!/usr/bin/env bash
# Makes a release twice and compares the bytes: archives, wheels, Debian packages, the npm package, the source
# distribution and the crate.
#
#     tools/reproduce.sh [TARGET...]      (default: x86_64-unknown-linux-gnu and the npm package)
#
# Each time it clones the newest commit into another folder, with another umask, time zone and download cache.
# Uncommitted changes are left out. It takes as long as two releases, and needs what they need. If something
# differs, it leaves both folders and names them.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")
commit=$(git -C "$root" rev-parse HEAD)
[ $# -gt 0 ] || set -- x86_64-unknown-linux-gnu wasm32-unknown-unknown
work=$(mktemp -d)

# Makes everything in a new folder, in a shell of its own.
make_in() (
    local folder=$work/$1 targets=("${@:2}")
    git clone --quiet "$root" "$folder"
    cd "$folder"
    git checkout --quiet --detach "$commit"
    export CARGO_HOME=$folder/target/cargo ZIG_GLOBAL_CACHE_DIR=$folder/target/zig
    tools/dist.py "${targets[@]}"
    tools/wheels.py
    tools/deb.py
    cargo package --quiet --no-verify
    cp target/package/*.crate dist
)

sums() {
    (cd "$work/$1/dist" && sha256sum -- *)
}

other=a/much/longer/name
(umask 022 && TZ=UTC make_in one "$@")
(umask 002 && TZ=Asia/Kathmandu make_in "$other" "$@")

sums one
if diff <(sums one) <(sums "$other"); then
    rm -rf "$work"
    echo "twice the same bytes"
else
    fail "the bytes differ: compare $work/one/dist and $work/$other/dist"
fi
