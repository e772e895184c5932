"""What is asked once in lines before it is done: getting up, and a start without everybody."""

from collections.abc import AsyncIterator

import pytest

from cardtui.v1 import tables_pb2
from cardtui_server.app import serve
from cardtui_server.limits import Limits
from cardtui_server.settings import Settings
from tests.client.people import House, made, shown


@pytest.fixture
async def house() -> AsyncIterator[House]:
    settings = Settings(port=0, data=None, thinking=0.0, note=False, limits=Limits.open())
    running = await serve(settings)
    opened = House(running)
    yield opened
    await opened.close()
    await running.stop(grace=0)


async def test_the_host_who_gets_up_in_a_match_is_asked_and_told_what_becomes_of_it(
    house: House,
) -> None:
    ana, bia = await house.comes("Ana"), await house.comes("Bia")
    await made(ana, seat=0)
    host = house.visits(ana, tty=True)
    await host.asks("join 1", "You are Ana, in seat 1.")
    await host.asks("stand", "Get up? The table has no host until somebody sits down. Type yes")
    await host.asks("no", "Cancelled.")
    guest = house.visits(bia, tty=True)
    await guest.asks("join 1", "You are Bia, in seat 2.")
    await host.screen.shows("Bia sits down")
    await host.asks("start", "Bia is not ready. Start all the same? Type yes")
    await host.asks("yes", "Hand 1")
    await host.asks("stand", "A bot plays on in your seat. Somebody else becomes the host. Type")
    await host.asks("y", "You get up. A bot plays on in your seat.")
    await guest.screen.shows("You are the host of this table now.")
    await guest.asks("watch", "A bot plays on in your seat. The table has no host until")
    await guest.asks("hand", "Cancelled.")
    await guest.asks("watch", "A bot plays on in your seat. The table has no host until")
    await guest.asks("yes", "You get up. A bot plays on in your seat.")
    assert not any(seat.player for seat in (await shown(ana)).seats)


async def test_who_leaves_nothing_behind_is_not_asked(house: House) -> None:
    ana, bia = await house.comes("Ana"), await house.comes("Bia")
    await made(ana, seat=0)
    guest = house.visits(bia, tty=True)
    await guest.asks("join 1", "You are Bia, in seat 2.")
    await guest.asks("stand", "You get up. Your seat is free.")


async def test_who_comes_under_a_taken_name_is_told_and_so_is_who_watches_a_late_table(
    house: House,
) -> None:
    ana, bia, other = [await house.comes(name) for name in ("Ana", "Bia", "Bia")]
    await made(ana, seat=0, watching=tables_pb2.Spectators(delay_hands=1))
    second = house.visits(other, named="Bia")
    await second.screen.shows("Somebody else here is called “Bia”: you are “Bia 2”.")
    first = house.visits(bia, named="bia")
    await first.asks("watch 1", "You are watching, 1 hand later.")
    assert not any("Somebody else" in line for line in first.screen.lines)
    await first.asks("join", "Spectators see a match 1 hand later than it is played.")
