"""A token proves who calls, is kept only as its hash, and names are told apart."""

from __future__ import annotations

from typing import cast

import pytest
from structlog.testing import CapturingLogger
from structlog.typing import FilteringBoundLogger

from cardtui_server.lobby.sessions import Sessions
from cardtui_server.match.refusals import Refused
from cardtui_server.store.memory import MemoryStore
from cardtui_server.table.outage import Outage
from tests.server.ports import FakeClock, FakeDealer


def outage() -> Outage:
    return Outage(FakeClock(), cast("FilteringBoundLogger", CapturingLogger()))


@pytest.fixture
def seated() -> set[str]:
    return set()


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def sessions(store: MemoryStore, seated: set[str]) -> Sessions:
    return Sessions(store, FakeDealer(), lambda: seated, outage())


async def test_the_token_is_nowhere_in_the_store(sessions: Sessions, store: MemoryStore) -> None:
    player, token = await sessions.open("Ana", "")
    assert sessions.find(token) == player
    (kept,) = await store.players()
    assert token.encode() not in kept.token_hash
    assert token not in (kept.id, kept.name)


async def test_sessions_are_read_back(sessions: Sessions, store: MemoryStore) -> None:
    player, token = await sessions.open("Ana", "")
    again = Sessions(store, FakeDealer(), set, outage())
    assert again.find(token) is None
    await again.load()
    assert again.find(token) == player


async def test_a_name_is_numbered_while_somebody_here_has_it(
    sessions: Sessions, seated: set[str]
) -> None:
    first, token = await sessions.open("Ana", "")
    second, _ = await sessions.open("Ana", "")
    assert second.name == "Ana"  # the first one has gone without a trace
    seated.add(first.id)
    sessions.online[second.id] += 1
    third, _ = await sessions.open("ANA", "")
    assert third.name == "ANA 2"
    seated.add(third.id)
    assert (await sessions.open("Ana", ""))[0].name == "Ana 3"
    assert (await sessions.open("Wolfeschlegelste", ""))[0].name == "Wolfeschlegelste"
    assert (await sessions.open("Ana", token))[0].name == "Ana"


async def test_a_long_name_has_room_for_its_number(sessions: Sessions, seated: set[str]) -> None:
    first, _ = await sessions.open("Wolfeschlegelste", "")
    seated.add(first.id)
    assert (await sessions.open("Wolfeschlegelste", ""))[0].name == "Wolfeschlegels 2"


@pytest.mark.parametrize("name", ["", "   ", "\x00\u200b", "\u3164"])
async def test_a_name_that_shows_nothing_is_refused(sessions: Sessions, name: str) -> None:
    with pytest.raises(Refused, match="name"):
        await sessions.open(name, "")


async def test_nobody_gets_in_who_could_not_be_written_down(
    sessions: Sessions, store: MemoryStore
) -> None:
    store.full = True
    with pytest.raises(Refused):
        await sessions.open("Ana", "")
    assert sessions.find("token-0") is None


@pytest.mark.parametrize("token", ["", "x", "x" * 100_000, "token-0 ", "\ud800"])
async def test_no_other_token_opens(sessions: Sessions, token: str) -> None:
    await sessions.open("Ana", "")
    assert sessions.find(token) is None
