#!/usr/bin/env bash
# Runs a command beside busy processes, one for each processor:
#
#     docs/busy.sh COMMAND [ARGUMENT ...]
#
# NICE is their priority, from 0, like everyone's (the default), to 19, the lowest.
set -euo pipefail

[ $# -gt 0 ] || { sed -n '2,/^set/{/^#/!d;s/^# \{0,1\}//;p}' "$0" >&2; exit 2; }
# They are jobs of this shell.
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
for ((i = 0; i < $(nproc); i++)); do
    nice -n "${NICE:-0}" sh -c 'while :; do :; done' &
done
"$@"
