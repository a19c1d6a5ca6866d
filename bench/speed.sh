#!/usr/bin/env bash
# Compares nodes per second of processor time with Stockfish's classical evaluation, in five
# alternating runs: a busy machine then disturbs both alike. Prints each ratio and their median.
#
#     bench/speed.sh [RUNS]
#
# STOCKFISH names the other engine (default: Debian's), UCI ours (default:
# built here). Node counts of different engines are not comparable; the ratio shows whether ours
# wastes time, not which engine is better.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../tools/common.sh"

# Decimal points, whatever the user's language.
export LC_NUMERIC=C LC_ALL=
root=$(cd "$(dirname "$0")/.." && pwd)
runs=${1:-5}
[[ $runs =~ ^[1-9][0-9]*$ ]] || usage
stockfish=$(program "${STOCKFISH:-stockfish}")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
uci=$(uci_of "$work")

# Runs a benchmark and prints its nodes for each second of user time. The first argument is the
# pattern of the line with the node count.
nodes_per_cpu_second() {
    local pattern=$1 seconds nodes
    shift
    seconds=$({ TIMEFORMAT=%U; time "$@" >"$work/out" 2>&1; } 2>&1)
    nodes=$(grep -E "$pattern" "$work/out" | tail -n 1 | grep -oE '[0-9]+' | head -n 1)
    awk -v n="$nodes" -v s="$seconds" 'BEGIN { printf "%.0f", n / s }'
}

ratios=()
printf '%4s %14s %14s %8s\n' run seajay stockfish ratio
for ((run = 1; run <= runs; run++)); do
    ours=$(nodes_per_cpu_second ' nodes .* nps$' "$uci" bench)
    theirs=$(nodes_per_cpu_second '^Nodes searched' \
        "$stockfish" bench 16 1 13 default depth classical)
    ratio=$(awk -v a="$ours" -v b="$theirs" 'BEGIN { printf "%.3f", a / b }')
    ratios+=("$ratio")
    printf '%4d %14d %14d %8s\n' "$run" "$ours" "$theirs" "$ratio"
done
median=$(printf '%s\n' "${ratios[@]}" | sort -n | sed -n "$(((runs + 1) / 2))p")
echo "Median ratio: $median (nodes per second of user time)"
