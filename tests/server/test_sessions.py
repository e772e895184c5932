"""A token proves who calls, is kept only as its hash, and names are told apart."""

import asyncio
from typing import Any, cast

import pytest
from structlog.testing import CapturingLogger
from structlog.typing import FilteringBoundLogger

from cardtui_server.limits import Limits
from cardtui_server.lobby.sessions import Sessions
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.ports.log_store import Player, Result, SeatResult, Unreadable
from cardtui_server.store.memory import MemoryStore
from cardtui_server.table.outage import Outage
from tests.support.ports import FakeClock, FakeDealer

DAY = 24 * 3600


def outage() -> Outage:
    return Outage(FakeClock(), cast("FilteringBoundLogger", CapturingLogger()))


@pytest.fixture
def seated() -> set[str]:
    return set()


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def sessions(store: MemoryStore, seated: set[str], clock: FakeClock) -> Sessions:
    return Sessions(store, FakeDealer(), lambda: seated, outage(), clock=clock)


async def test_the_token_is_nowhere_in_the_store(sessions: Sessions, store: MemoryStore) -> None:
    player, token = await sessions.open("Ana", "")
    assert sessions.find(token) == player
    (kept,) = (await store.players()).found
    assert token.encode() not in kept.token_hash
    assert token not in (kept.id, kept.name)


async def test_sessions_are_read_back(
    sessions: Sessions, store: MemoryStore, clock: FakeClock
) -> None:
    player, token = await sessions.open("Ana", "")
    again = Sessions(store, FakeDealer(), set, outage(), clock=clock)
    await again.load()
    assert again.find(token) is None  # nobody is in memory who is not here
    await again.learn(token)
    assert again.find(token) == player


async def test_a_name_is_numbered_while_somebody_has_it(
    sessions: Sessions, seated: set[str], clock: FakeClock
) -> None:
    first, token = await sessions.open("Ana", "")
    seated.add(first.id)
    second, _ = await sessions.open("Ana", "")
    assert second.name == "Ana 2"
    sessions.online[second.id] += 1
    third, _ = await sessions.open("ANA", "")
    assert third.name == "ANA 3"
    assert (await sessions.open("Wolfeschlegelste", ""))[0].name == "Wolfeschlegelste"
    clock.advance(90 * DAY)
    assert (await sessions.open("Ana", token))[0].name == "Ana"


async def test_a_known_name_is_its_owners_while_away(
    sessions: Sessions, clock: FakeClock, store: MemoryStore
) -> None:
    carla, token = await sessions.open("Carla", "")
    await sessions.sat_down(carla.id)
    clock.advance(89 * DAY)
    other, _ = await sessions.open("Carla", "")
    assert other.name == "Carla 2"
    with pytest.raises(Refused, match="looks like"):
        await sessions.open("Carla.", "")
    assert (await sessions.open("Carla", token))[0].name == "Carla"
    clock.advance(89 * DAY)  # used since
    assert (await sessions.open("Carla", ""))[0].name != "Carla"
    clock.advance(91 * DAY)
    assert (await sessions.open("Carla.", ""))[0].name == "Carla."
    assert next(each for each in (await store.players()).found if each.id == carla.id).sat


async def test_a_name_of_somebody_who_only_looked_in_is_kept_for_a_day(
    sessions: Sessions, clock: FakeClock
) -> None:
    await sessions.open("Carla", "")
    assert (await sessions.open("Carla.", ""))[0].name == "Carla."
    clock.advance(DAY + 1)
    assert (await sessions.open("Carla", ""))[0].name == "Carla"


@pytest.mark.parametrize(
    "name",
    ["\u0421arla", "C\u0430rla", "Carla.", "Car1a", "Carl\u00e1", "C arla", "CarIa", "\uff23arla~"],
)
async def test_a_name_that_looks_like_somebodys_here_is_refused(
    sessions: Sessions, seated: set[str], name: str
) -> None:
    carla, token = await sessions.open("Carla", "")
    seated.add(carla.id)
    with pytest.raises(Refused) as refused:
        await sessions.open(name, "")
    assert refused.value.reason is Reason.NAME_TAKEN
    assert "choose one" in str(refused.value)
    bia, other = await sessions.open("Bia", "")
    with pytest.raises(Refused):
        await sessions.open(name, other)
    assert sessions.find(other) == bia
    # A player's new name may look like their old one.
    assert (await sessions.open(name, token))[0].name


async def test_who_got_a_number_keeps_it_when_somebody_comes_whose_name_looks_alike(
    sessions: Sessions, seated: set[str]
) -> None:
    first, _ = await sessions.open("Ana.", "")  # only looks in
    second, token = await sessions.open("Ana.", "")
    assert second.name == "Ana. 2"
    third, _ = await sessions.open("Ana", "")
    seated.update((second.id, third.id))
    assert (await sessions.open("Ana.", token))[0].name == "Ana. 2"
    assert first.id not in seated


async def test_players_who_have_been_away_for_long_are_forgotten(
    store: MemoryStore, clock: FakeClock
) -> None:
    seated: set[str] = set()
    limits = Limits(players=10)
    sessions = Sessions(store, FakeDealer(), lambda: seated, outage(), clock=clock, limits=limits)
    first, _ = await sessions.open("Sitter", "")
    seated.add(first.id)
    sat, _ = await sessions.open("Sat", "")
    await sessions.sat_down(sat.id)
    for number in range(30):
        clock.advance(1)
        await sessions.open(f"Guest {number}", "")
    kept = {each.id for each in (await store.players()).found}
    assert len(kept) <= 10
    assert {first.id, sat.id} <= kept
    clock.advance(91 * DAY)
    again = Sessions(store, FakeDealer(), lambda: seated, outage(), clock=clock, limits=limits)
    await again.load()
    assert [each.id for each in (await store.players()).found] == [first.id]


def result(*players: str) -> Result:
    seats = tuple(SeatResult(each, 0, None, won=not n) for n, each in enumerate(players))
    return Result("t", 1, "cacho", "", 0, seats)


async def test_no_crowd_of_newcomers_takes_the_name_of_somebody_who_played(
    store: MemoryStore, clock: FakeClock
) -> None:
    limits = Limits(players=10)
    sessions = Sessions(store, FakeDealer(), set, outage(), clock=clock, limits=limits)
    ana, token = await sessions.open("Ana", "")
    await sessions.sat_down(ana.id)
    await store.append("t", 0, [b""], results=[result(ana.id, "guest-x")])
    clock.advance(DAY * 30)
    for number in range(50):
        clock.advance(1)
        newcomer, _ = await sessions.open(f"Guest {number}", "")
        await sessions.sat_down(newcomer.id)
    assert sessions.find(token) is not None
    assert (await sessions.open("Ana", ""))[0].name == "Ana 2"
    assert len((await store.players()).found) <= 10
    # When all have played, newcomers are refused, and nobody is given up for them.
    played: list[str] = []
    for number in range(9):
        player, other = await sessions.open(f"Player {number}", "")
        await store.append("t", number + 1, [b""], results=[result(player.id)])
        played.append(other)
    with pytest.raises(Refused) as refused:
        await sessions.open("Eva", "")
    assert refused.value.reason is Reason.LIMIT
    for each in (token, *played):
        await sessions.learn(each)
        assert sessions.find(each) is not None
    clock.advance(DAY * 91)
    assert (await sessions.open("Eva", ""))[0].name == "Eva"


async def test_newcomers_at_the_same_moment_have_names_of_their_own_and_no_more_places(
    store: MemoryStore, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = store.save_players

    async def slowly(*args: Any, **more: Any) -> None:
        await asyncio.sleep(0)
        await save(*args, **more)

    monkeypatch.setattr(store, "save_players", slowly)
    limits = Limits(players=10)
    here = set[str]()
    sessions = Sessions(store, FakeDealer(), lambda: here, outage(), clock=clock, limits=limits)
    bia, token = await sessions.open("Bia", "")
    here.add(bia.id)
    came = await asyncio.gather(
        sessions.open("Ana", token), *(sessions.open("Ana", "") for _ in range(5))
    )
    assert len({each.name for each, _ in came}) == 6
    here.update(each.id for each, _ in came)
    crowd = await asyncio.gather(
        *(sessions.open("Eva", "") for _ in range(20)), return_exceptions=True
    )
    assert len((await store.players()).found) <= 10
    assert any(isinstance(each, Refused) for each in crowd)


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


async def test_only_some_of_those_who_are_not_here_are_in_memory_and_nobody_is_a_stranger(
    sessions: Sessions,
) -> None:
    sessions.remembered = 5
    here, token = await sessions.open("Here", "")
    sessions.came(here.id)
    tokens = [(await sessions.open(f"Guest {number}", ""))[1] for number in range(40)]
    for each in tokens:
        await sessions.learn(each)
        assert sessions.find(each) is not None
        assert len(sessions._by_id) <= 12
    assert sessions.find(token) == here
    assert (await sessions.open("Guest 7", ""))[0].name == "Guest 7 2"


async def test_a_token_that_is_voided_while_it_is_looked_up_is_nobodys(
    store: MemoryStore, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    sessions = Sessions(store, FakeDealer(), set, outage(), clock=clock)
    ana, token = await sessions.open("Ana", "")
    again = Sessions(store, FakeDealer(7), set, outage(), clock=clock)
    looked_up, goes_on, player = asyncio.Event(), asyncio.Event(), store.player

    async def slowly(token_hash: bytes) -> Player | None:
        found = await player(token_hash)
        looked_up.set()
        await goes_on.wait()
        return found

    monkeypatch.setattr(store, "player", slowly)
    learning = asyncio.ensure_future(again.learn(token))
    await looked_up.wait()
    await again.open_another(ana.id, alone=True)
    goes_on.set()
    await learning
    assert again.find(token) is None


async def test_a_store_that_cannot_be_read_makes_nobody_a_stranger(
    sessions: Sessions, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unread(_: bytes) -> Player | None:
        raise Unreadable("It is away.")

    monkeypatch.setattr(store, "player", unread)
    with pytest.raises(Refused) as refused:
        await sessions.learn("x")
    assert refused.value.reason is Reason.READ_ONLY
