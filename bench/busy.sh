#!/usr/bin/env bash
# Runs a command while a busy process runs on each processor:
#
#     bench/busy.sh COMMAND [ARGUMENT ...]
#
# NICE is their niceness, from 0 (normal, the default) to 19 (lowest priority).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../tools/common.sh"

[ $# -gt 0 ] || usage
# The busy processes are jobs of this shell.
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
for ((i = 0; i < $(nproc); i++)); do
    nice -n "${NICE:-0}" sh -c 'while :; do :; done' &
done
"$@"
