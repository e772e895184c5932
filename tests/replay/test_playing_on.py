"""Play on from any position of a match, by the rules, at a table of this process alone."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

import cardtui_server
from cardtui.v1 import table_service_pb2, tables_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.model.table import TableModel
from cardtui_engine.library.records import Pack
from cardtui_server.match.requests import BeginAt
from cardtui_server.settings import Settings
from cardtui_studio.film import PlayOn
from cardtui_studio.match_film import MatchFilm
from tests.support.films import BY_DAY_AND_NIGHT, record_of


@asynccontextmanager
async def played_on(
    film: MatchFilm, at: int, *, seat: int = 0, same_packs: bool = False
) -> AsyncGenerator[table_service_pb2.Snapshot]:
    """A table at that position, as the person who sits there is told of it at first."""
    easy = tables_pb2.BOT_LEVEL_EASY
    connection, table = await film.play_on(PlayOn(at, seat, "Ana", easy, same_packs))
    try:
        yield (await connection.get_view(table)).snapshot
    finally:
        await film.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", BY_DAY_AND_NIGHT)
async def test_a_table_begins_at_the_position(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = partial(Settings, thinking=3600.0)  # no bot acts before it is looked at
    monkeypatch.setattr("cardtui_client.deals.table.ServerSettings", slow)
    film = MatchFilm(record_of(name))
    for at in sorted({film.hands[0].first, film.last // 2, film.last * 3 // 4}):
        told = TableModel()
        told.fold(film.snapshot(at, 0))
        if told.view is not None and told.view.phase == Phase.PHASE_DEAL:
            continue  # the next pack is dealt at once
        async with played_on(film, at) as found:
            assert (found.view, found.own.hand) == (told.view, told.own and told.own.hand)
            assert [bool(seat.bot) for seat in found.table.seats[1:]] == [True] * (
                film.record.seats - 1
            )
            assert not found.table.seats[0].bot
            assert found.table.state == tables_pb2.TABLE_STATE_PLAYING


async def test_a_second_table_ends_the_first() -> None:
    film = MatchFilm(record_of("cacho-2"))
    async with played_on(film, 1):
        first = film._played_on
        await film.play_on(PlayOn(3, 1, "Ana", tables_pb2.BOT_LEVEL_EASY, False))
        assert film._played_on is not first


async def test_the_packs_that_followed_follow_again() -> None:
    film = MatchFilm(record_of("cacho-2"))
    packs = [entry.cards for entry in film.record.entries if isinstance(entry, Pack)]
    async with played_on(film, film.hands[0].first, same_packs=True):
        assert film._played_on is not None
        dealer = film._played_on.server._lobby._env.dealer
        cards = film.rules.pack
        assert [dealer.pack(b"key", number, cards) for number in range(1, len(packs) + 1)] == packs
        assert sorted(dealer.pack(b"key", len(packs) + 1, cards)) == sorted(cards)


def test_no_client_can_ask_for_it() -> None:
    for path in Path(cardtui_server.__file__).parent.joinpath("rpc").glob("*.py"):
        assert BeginAt.__name__ not in path.read_text(encoding="utf-8"), path
