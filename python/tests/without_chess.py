"""A program that hides python-chess and uses the package: test_plain.py runs it."""

from __future__ import annotations

import asyncio
import sys

sys.modules["chess"] = None  # type: ignore[assignment]

import seajay  # noqa: E402
from seajay import types  # noqa: E402
from seajay.plain import Cp, Mate, Move  # noqa: E402

assert not types.HAS_CHESS

# Scores, against the order that python-chess documents.
worst_first = [Mate(0), Mate(-1), Mate(-5), Cp(-50), Cp(200), Mate(4), Mate(1), -Mate(0)]
assert sorted(reversed(worst_first)) == worst_first
assert [-score for score in reversed(worst_first)] == [
    Mate(0), Mate(-1), Mate(-4), Cp(-200), Cp(50), Mate(5), Mate(1), -Mate(0)
]  # fmt: skip
assert Mate(3).score(mate_score=1000) == 997 and Mate(-3).score(mate_score=1000) == -997
assert Mate(0).score(mate_score=1000) == -1000 and (-Mate(0)).score(mate_score=1000) == 1000
assert Cp(5).score() == 5 and Mate(2).score() is None and Mate(2).mate() == 2
assert len({Cp(1), Cp(1), Mate(1), Mate(0), -Mate(0)}) == 4

with seajay.Engine({"Hash": 1}) as engine:
    result = engine.play("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", seajay.Limit(depth=8))
    assert result.move == "f6a6" and isinstance(result.move, Move) and result.info == {}
    assert result.stop_reason is seajay.StopReason.DEPTH

    info = engine.analyse("startpos moves f2f3 e7e5 g2g4", seajay.Limit(depth=3))
    assert info["pv"] == ["d8h4"] and info["score"].relative == Mate(1), info
    assert info["score"].white() == Mate(-1) and info["score"].is_mate()
    assert info["wdl"].white().expectation() < 0.1
    wdl = info["wdl"].relative
    assert list(wdl) == [wdl.wins, wdl.draws, wdl.losses] and wdl.total() == sum(wdl) == 1000
    chances = (wdl.winning_chance(), wdl.drawing_chance(), wdl.losing_chance())
    assert chances == tuple(part / 1000 for part in wdl)
    over = engine.analyse("startpos moves f2f3 e7e5 g2g4 d8h4", seajay.Limit(depth=3))
    assert over["score"].black() == -Mate(0) and "pv" not in over

    lines = engine.analyse("startpos", seajay.Limit(nodes=2000), multipv=3)
    assert [line["multipv"] for line in lines] == [1, 2, 3]
    with engine.analysis("startpos") as analysis:
        for info in analysis:
            if info["depth"] == 4:
                break
    assert analysis.wait().move in seajay.Game().legal_moves()
    assert engine.options["Hash"].default == 16
    try:
        engine.play("startpos moves e2e5", seajay.Limit(depth=1))
    except seajay.SeajayError as error:
        assert "e2e5" in str(error) and isinstance(error, seajay.EngineError)
    else:
        raise AssertionError("e2e5 is not legal")

    game = seajay.Game()
    while game.state() is seajay.State.ONGOING and game.ply_count() < 60:
        move = engine.play(game, seajay.Limit(nodes=200), ponder=True).move
        assert move is not None
        game.play(move)
    assert len(game.fen().split()) == 6 and game.moves_san().startswith("1. ")
    assert str(seajay.Game(str(game))) == str(game)
    line = engine.analyse(seajay.Game(), seajay.Limit(nodes=200))
    assert seajay.Game().to_san(line["pv"])

results = list(seajay.analyse_many(["startpos"] * 6, seajay.Limit(nodes=500), workers=2))
assert [info["nodes"] for info in results] == [500] * 6

text = '[White "Fool"]\n\n1. f3 {weak} e5 2. g4 Qh4# 0-1\n\n1. e4 e5 2. Ke3 *'
with seajay.Engine() as engine:
    fool, bad = seajay.read_pgn(text.encode())
    assert fool.tags["White"] == "Fool" and fool.comments == {1: "weak"} and bad.error is not None
    reviews = engine.review(fool, seajay.Limit(nodes=2000))
    assert [review.mark for review in reviews][2] is seajay.Mark.BLUNDER
    assert reviews[3].best_move == "d8h4" and reviews[3].before.relative == Mate(1)
    assert seajay.accuracy(reviews).white < 60
try:
    fool.to_chess()
except ImportError as error:
    assert "seajay[chess]" in str(error)
else:
    raise AssertionError("there is no python-chess")

from seajay.annotate import annotate  # noqa: E402

(annotated,) = annotate([fool], seajay.Limit(nodes=2000))
assert "2. g4 $4 {[%eval #-1," in str(annotated.game).replace("\n", " ")


async def main() -> None:
    async with seajay.AsyncEngine() as engine:
        assert (await engine.play("startpos", seajay.Limit(depth=3))).move


asyncio.run(main())
print("well")
