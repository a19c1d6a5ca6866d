#!/usr/bin/env bash
# Meets the UCI example with the programs that people use. Run by hand, on a machine that does little
# else; it prints a line for each and ends with 1 if one of them stumbled.
#
#     docs/clients.sh [PART ...]
#
#     python       python-chess: docs/clients.py
#     compliance   fastchess --compliance
#     polyglot     polyglot in its epd-test mode: mates to be found
#     xboard       two games in xboard, through polyglot, on a screen that nobody sees
#     match        GAMES games (default: 200) of TC seconds (default: 1+0.01) against OPPONENT (default:
#                  Debian's stockfish), by docs/clock.sh: no loss on time, no illegal move, no crash
#
# Without a PART, all of them. Debian has the packages python3-chess, polyglot, xboard, xvfb, stockfish.
# FASTCHESS says where fastchess is (https://github.com/Disservin/fastchess). UCI names a program to take
# instead of building one, OPENINGS a file of openings in EPD for the match. KEEP names a folder
# for all that the programs print, and the games.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
games=${GAMES:-200}
tc=${TC:-1+0.01}
# Debian has its games apart.
PATH=$PATH:/usr/games

[ $# -gt 0 ] || set -- python compliance polyglot xboard match
for name in "$@"; do
    case $name in
        python | compliance | polyglot | xboard | match) ;;
        *) fail "no part $name" ;;
    esac
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
uci=$(uci_of "$work")
logs=${KEEP:-$work/logs}
mkdir -p "$logs"
logs=$(realpath "$logs")

check_python() {
    python3 "$root/docs/clients.py" "$uci"
}

check_compliance() {
    local fastchess
    fastchess=$(program "${FASTCHESS:-fastchess}")
    "$fastchess" --compliance "$uci"
}

check_polyglot() {
    program polyglot >/dev/null
    cat >"$work/mates.epd" <<'EPD'
5r1k/6pp/7N/8/2Q5/8/6PP/6K1 w - - bm Qg8+; id "smothered";
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id "back rank";
r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id "scholar";
EPD
    polyglot epd-test -noini -ec "$uci" -epd "$work/mates.epd" -min-depth 4 -max-depth 8 \
        </dev/null | tee "$work/polyglot.log"
    grep -q '^score=3/3' "$work/polyglot.log"
}

check_xboard() {
    local needed
    for needed in xboard polyglot xvfb-run; do program "$needed" >/dev/null; done
    local played=$logs/xboard.pgn
    rm -f "$played"
    # -mg 2: a match of two games, then xboard ends.
    HOME=$work timeout 600 xvfb-run -a xboard -fcp "$uci" -fUCI -scp "$uci" -sUCI -mg 2 -tc 0:05 -inc 0.1 \
        -saveGameFile "$played" -popupExitMessage false -popupMoveErrors false -autoFlipView false
    python3 - "$played" <<'PYTHON'
import sys, chess.pgn
count = 0
with open(sys.argv[1]) as file:
    while game := chess.pgn.read_game(file):
        end = game.end()
        comment = end.comment.lower()
        print(game.headers["Result"], end.ply(), "plies", end.comment)
        assert not game.errors and game.headers["Result"] != "*", game.errors
        assert not any(word in comment for word in ("illegal", "forfeit", "flag", "exit")), comment
        count += 1
assert count == 2, count
PYTHON
}

check_match() {
    UCI=$uci KEEP=$logs "$root/docs/clock.sh" --games "$games" --concurrency 1 "$tc"
}

for name in "$@"; do
    # Not as a condition: there `set -e` would do nothing.
    set +e
    (set -e; "check_$name") >"$logs/$name.log" 2>&1
    status=$?
    set -e
    if [ $status -eq 0 ]; then
        echo "passed  $name: $(tail -n 1 "$logs/$name.log")"
    else
        echo "FAILED  $name:"
        tail -n 20 "$logs/$name.log"
        failed+=("$name")
    fi
done
tell_failures
