"""People: what a player has won and lost, as the player and as others are told it."""

from __future__ import annotations

import random

import grpc
import pytest

from cardtui.v1 import tables_pb2
from cardtui_server.match.people import games_of
from cardtui_server.ports.log_store import Result, SeatResult
from tests.support.calling import Caller, person, running
from tests.support.playing import play


def result(won: bool, game: str = "cacho", *, chips: int = 0, calls: int = 0) -> Result:
    """Return a match that P0 won or lost."""
    own = SeatResult("p0", 0, None, won, chips, 3, 1, (("bet", calls),))
    return Result("t", 1, game, "club", 5, (SeatResult("", 2, None, not won), own))


def test_streaks_are_those_of_now_and_the_best_there_was() -> None:
    (game,) = games_of("p0", [result(each) for each in (True, True, False, True, False, False)])
    assert (game.won, game.streak, game.best_streak) == (3, -2, 2)
    (game,) = games_of("p0", [result(True)] * 3)
    assert (game.streak, game.best_streak) == (3, 3)


def test_each_game_is_counted_by_itself_and_the_last_one_comes_first() -> None:
    cacho, other = result(True, chips=5, calls=2), result(False, "pif-paf")
    games = games_of("p0", [cacho, other, result(False, chips=-9, calls=1)])
    assert [each.game for each in games] == ["cacho", "pif-paf"]
    assert dict(games[0].calls) == {"bet": 3}
    assert [each.chips for each in games[0].seats] == [5, -9]


def test_of_many_matches_the_latest_are_told_one_by_one() -> None:
    (game,) = games_of("p0", [result(number >= 50) for number in range(250)])
    assert (len(game.seats), len(game.latest), game.won) == (250, 200, 200)
    assert all(each.won for each in game.latest)


async def test_over_the_wire_only_oneself_is_told_how_one_plays() -> None:
    async with running() as server:
        ana, bia = Caller(server.address), Caller(server.address)
        await ana.open("Ana")
        await bia.open("Bia")
        brief = {"hands": tables_pb2.OptionValue(number=1)}
        table = await ana.create(seat=0, options=brief)
        await bia.join(table.id)
        await ana.start(table.id)
        await play(server.tables[table.id], random.Random(1))
        chips = (await ana.view(table.id)).view.chips
        own, other = await person(ana), await person(bia, name="ana")
        assert (own.player, own.name) == (other.player, "Ana")
        (mine,), (known,) = own.games, other.games
        assert (mine.game, mine.won + mine.lost) == ("cacho", 1)
        assert (known.won, known.lost, known.streak) == (mine.won, mine.lost, mine.streak)
        assert mine.won == int(chips[0] > chips[1])
        assert mine.chips == chips[0] - 50
        assert mine.calls
        told = {field.name for field, _value in known.ListFields()}
        assert not told & {"hands", "bluffs", "chips", "calls", "chips_course"}
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await person(bia, name="nobody")
        assert refused.value.code() is grpc.StatusCode.NOT_FOUND
        with pytest.raises(grpc.aio.AioRpcError):
            await person(bia, player="nobody")
        await ana.close()
        await bia.close()
