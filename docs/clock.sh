#!/usr/bin/env bash
# Plays games on the clock and says who lost any on time, by an illegal move or by a crash. Fails where
# seajay did.
#
#     docs/clock.sh [option ...] TIME+INCREMENT|st=TIME ...
#
#     --games N        an even number for each time control (default: 200); times are in seconds,
#                      st=TIME is a fixed one for each move
#     --concurrency N  games at a time (default: one for each processor)
#     --margin MS      milliseconds a move may be late (default: 0)
#
# OPPONENT is the other engine (default: Debian's stockfish), FASTCHESS says where fastchess is
# (https://github.com/Disservin/fastchess), OPENINGS names a file of openings in EPD, UCI a program to
# take instead of building one, and KEEP a folder for the games.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
games=200 concurrency=$(nproc) margin=0 controls=()
while [ $# -gt 0 ]; do
    case $1 in
        --games) games=${2:-} && shift ;;
        --concurrency) concurrency=${2:-} && shift ;;
        --margin) margin=${2:-} && shift ;;
        -*) fail "unknown option $1" ;;
        *) controls+=("$1") ;;
    esac
    shift || fail "the last option has no value"
done
[ ${#controls[@]} -gt 0 ] || fail "no time control"
# Each opening is played twice.
[[ $games =~ ^[0-9]*[02468]$ && $games =~ [1-9] ]] || fail "games is $games, and must be even, above 0"
fastchess=$(program "${FASTCHESS:-fastchess}")
opponent=$(program "${OPPONENT:-stockfish}")
openings=()
[ -z "${OPENINGS:-}" ] || openings=(-openings "file=$(realpath "$OPENINGS")" format=epd order=random)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
uci=$(uci_of "$work")
kept=${KEEP:-$work/games}
mkdir -p "$kept"
kept=$(realpath "$kept")

# Reads games: how many, and for both sides what ended them besides chess.
count() {
    awk -v control="$1" '
        /^\[White / { white = /"seajay"/ }
        /^\[Result / {
            games++
            lost = /"0-1"/ ? (white ? "seajay" : "other") : /"1-0"/ ? (white ? "other" : "seajay") : "?"
        }
        /^\[Termination / {
            split($0, words, "\"")
            how = words[2]
            if (how != "normal" && how != "adjudication") ended[lost " " how]++
        }
        END {
            printf "%s: %d games", control, games
            split("time forfeit,illegal move,abandoned,stalled connection", ways, ",")
            for (i = 1; i <= 4; i++) {
                way = ways[i]
                printf ", %s %d:%d", way, ended["seajay " way], ended["other " way]
            }
            print " (seajay:other)"
            for (end in ended) if (end !~ /^other /) broken += ended[end]
            exit broken > 0 || games != '"$games"'
        }' "$2"
}

status=0
cd "$work"
for control in "${controls[@]}"; do
    [[ $control == st=* ]] || control=tc=$control
    played=$kept/$control.pgn
    rm -f "$played"
    "$fastchess" -engine name=seajay "cmd=$uci" -engine name=other "cmd=$opponent" \
        -each "$control" "timemargin=$margin" option.Hash=16 ${openings[@]+"${openings[@]}"} -srand 1 \
        -rounds $((games / 2)) -games 2 -repeat -concurrency "$concurrency" -recover \
        -pgnout "file=$played" >"$kept/$control.log" || { tail "$kept/$control.log" >&2; fail "no games"; }
    count "$control" "$played" || status=1
done
[ $status -eq 0 ] || [ -n "${KEEP:-}" ] || { kept=$(mktemp -d) && cp games/* "$kept" && echo "games: $kept"; }
exit $status
