#!/usr/bin/env bash
# Plays two commits against each other and prints the lines for a commit message.
#
#     docs/match.sh NEW_COMMIT OLD_COMMIT [option ...]
#
#     --games N            a match of so many games (default: 600)
#     --sprt LOW HIGH      a sequential test instead, alpha = beta = 0.05, in normalized Elo
#     --nodes N            nodes a move (default: 10000)
#     --tc TIME+INCREMENT  a clock instead, in seconds, such as 1+0.01
#     --options "A=x;B=y"  UCI options of the new side; with the same commit twice this
#                          measures what an option is worth
#     --hash MIB           hash table of both sides (default: 16)
#     --seed N             which openings are drawn (default: 1)
#     --concurrency N      games at a time (default: one for each core)
#
# It needs fastchess (https://github.com/Disservin/fastchess), found by the variable FASTCHESS
# or in PATH, and a file of openings, OPENINGS.
# Every opening is played twice, colours swapped. KEEP names a folder for the games.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

[ $# -ge 2 ] || usage
repository=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
openings=${OPENINGS:?set OPENINGS to a file of openings in EPD}
games=600 sprt=() limit=(tc=inf nodes=10000) limit_text="10000 nodes a move"
options=() hash=16 seed=1 concurrency=$(nproc)

new=$1 old=$2
shift 2
while [ $# -gt 0 ]; do
    [ $# -ge 2 ] || fail "$1: unknown, or without a value"
    case $1 in
        --games) games=$2 ;;
        --sprt)
            [ $# -ge 3 ] || fail "--sprt takes two bounds"
            sprt=(-sprt "elo0=$2" "elo1=$3" alpha=0.05 beta=0.05 model=normalized)
            games=40000
            shift ;;
        --nodes) limit=(tc=inf "nodes=$2") limit_text="$2 nodes a move" ;;
        --tc) limit=("tc=$2") limit_text="$2 s" ;;
        --options) IFS=';' read -ra options <<<"$2" ;;
        --hash) hash=$2 ;;
        --seed) seed=$2 ;;
        --concurrency) concurrency=$2 ;;
        *) fail "unknown option $1" ;;
    esac
    shift 2
done
[ -f "$openings" ] || fail "no openings: set OPENINGS to a file of EPD lines"
# The games are played in another folder.
openings=$(realpath "$openings")
fastchess=$(program "${FASTCHESS:-fastchess}")
[ -z "${KEEP:-}" ] || { mkdir -p "$KEEP" && KEEP=$(realpath "$KEEP"); }

work=$(mktemp -d)
tree=$work/tree
trap 'git -C "$repository" worktree remove --force "$tree" || true; rm -rf "$work"' EXIT
git -C "$repository" worktree add --quiet --detach "$tree" "$new"

# Builds the engine of a commit, and tells its bench.
build() {
    git -C "$tree" checkout --quiet --detach "$1"
    "$repository/docs/build-uci.sh" "$tree" "$work/$2" "$work/target"
    printf '%-4s %s  %s\n' "$2:" "$(git -C "$tree" log -1 --format='%h %s')" \
        "$("$work/$2" bench 2>/dev/null | tail -n 1)"
}
build "$new" new
build "$old" old

cd "$work"
new_options=()
for option in ${options[@]+"${options[@]}"}; do
    new_options+=("option.$option")
done
"$fastchess" \
    -engine name=new "cmd=$work/new" ${new_options[@]+"${new_options[@]}"} \
    -engine name=old "cmd=$work/old" \
    -each "${limit[@]}" "option.Hash=$hash" \
    -openings "file=$openings" format=epd order=random -srand "$seed" \
    -rounds $((games / 2)) -games 2 -repeat -concurrency "$concurrency" -recover \
    -draw movenumber=40 movecount=8 score=10 -resign movecount=4 score=600 \
    -pgnout file=games.pgn -ratinginterval 100 ${sprt[@]+"${sprt[@]}"} >match.log 2>&1 \
    || { tail -n 20 match.log >&2; fail "fastchess has failed"; }
if [ -n "${KEEP:-}" ]; then
    cp match.log games.pgn "$KEEP"
fi

echo
echo "Match, $limit_text, $hash MiB${options[*]:+, new side with ${options[*]}}:"
grep -E '^(Elo|Games|Ptnml|LLR)|SPRT.*(H0|H1)' match.log | tail -n $((3 + (${#sprt[@]} > 0) * 2)) \
    | sed -E 's/, (nElo|Points|WL).*//'
ended() { grep -cE "^\[Termination \"($1)\"\]" games.pgn || true; }
lost=$(ended "time forfeit")
illegal=$(ended "illegal move")
broken=$(($(grep -c '^\[Termination ' games.pgn) - $(ended "normal|adjudication") - lost - illegal))
echo "Time losses: $lost, illegal moves: $illegal, crashes: $broken"
[ "$lost$illegal$broken" = 000 ] || fail "the match does not count: all three must be 0"
