"""The same seed gives the same match, whatever people say, however many come, under any load."""

import random
from collections.abc import Awaitable, Callable
from unittest.mock import patch

import pytest

from cardtui_engine.library.registry import get_rules
from cardtui_server.characters import NATURES
from cardtui_server.match.entries import Acted, Entry, Packed, SpectatorsSet, SpectatorTalk, Talked
from cardtui_server.match.requests import Announce, ChangeTerms, Say, Start
from cardtui_server.match.state import Life
from cardtui_server.table.actor import Table
from cardtui_server.table.bots import players as bot_players
from cardtui_server.table.bots import talk as bot_talk
from cardtui_server.table.bots.queue import Ticket
from tests.support.nights import games_and_by_night
from tests.support.playing import House, attach, brief, quiet

TALKATIVE = {who: nature._replace(talks=1.0) for who, nature in NATURES.items()}

Disturbance = Callable[[House, Table, random.Random], Awaitable[None]]


async def nothing(house: House, table: Table, luck: random.Random) -> None:
    """Let the bots play alone, unheard."""


async def talk(house: House, table: Table, luck: random.Random) -> None:
    """Have the host and spectators say something, and the host allow them more or less."""
    if luck.random() < 0.3:
        await table.ask(Say("w1", "Wu", "hm", watching=True))
    if luck.random() < 0.2:
        await table.ask(Announce("p0", "P0", "hello"))
    if luck.random() < 0.1:
        await table.ask(
            ChangeTerms("p0", SpectatorsSet(refused=False, talk=SpectatorTalk(luck.randrange(2))))
        )


async def presence(house: House, table: Table, luck: random.Random) -> None:
    """Have spectators come and go; only while one reads do bots say anything."""
    for reader in [*table.subscribers.spectators][: luck.randrange(3)]:
        table.detach(reader)
    for _ in range(luck.randrange(2)):
        attach(table, None, None)


async def stalls(house: House, table: Table, luck: random.Random) -> None:
    """Have other tables' bots take long, and the server stand still, so that windows pass."""
    if luck.random() < 0.5:
        ticket = Ticket(house.env.queue, house.clock, lambda: None)
        house.env.queue.enter(ticket)
        await quiet()
        await house.passes(luck.choice((0.1, 5.0)))
        ticket.end()
    if luck.random() < 0.2:
        house.clock.stall(luck.choice((0.3, 20.0)))
    await quiet()


async def everything(house: House, table: Table, luck: random.Random) -> None:
    """All of it at once."""
    for disturb in (talk, presence, stalls):
        await disturb(house, table, luck)


async def played(game: str, disturb: Disturbance, *, slow: bool = False) -> list[Entry]:
    """Return the log of a match of bots with a fixed secret."""
    house, luck = House(seed=3), random.Random(game)
    seats = 4 if 4 in get_rules(game).seats else get_rules(game).seats[0]
    table = await house.table(
        game,
        seats,
        people=0,
        thinking=500,
        window=None,
        options=brief(game),
        start=False,
    )
    if disturb is not nothing:
        attach(table, None, None)
    await table.ask(Start("p0"))
    with (
        patch.object(bot_players, "_LONG_THINKING_SECONDS", -1.0 if slow else 1e9),
        patch.object(bot_talk, "NATURES", TALKATIVE),
    ):
        for _ in range(20_000):
            if table.state.life is not Life.PLAYING:
                break
            await disturb(house, table, luck)
            await house.passes(luck.choice((0.05, 0.5, 2.0)))
    assert table.state.life is Life.OVER
    read = house.env.journal.read
    log = [read(row, game).entry for row in await house.store.read(table.id)]
    await house.stop()
    return log


def course(log: list[Entry]) -> list[object]:
    """Return the packs and acts of a log."""
    return [
        (each.seat, each.action) if isinstance(each, Acted) else each
        for each in log
        if isinstance(each, Acted | Packed)
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    "disturbances",
    [(everything,), pytest.param((talk, presence, stalls), marks=pytest.mark.nightly)],
    ids=["at once", "one by one"],
)
@pytest.mark.parametrize("game", games_and_by_night())
async def test_the_same_seed_is_the_same_match_whatever_else_happens(
    game: str, disturbances: tuple[Disturbance, ...]
) -> None:
    alone = await played(game, nothing)
    assert not any(isinstance(each, Talked) for each in alone)
    said = 0
    for disturb in disturbances:
        log = await played(game, disturb, slow=disturb is stalls)
        said += sum(isinstance(each, Talked) and not each.player for each in log)
        assert course(log) == course(alone), disturb.__name__
    assert said, "no bot has said anything: the test sees nothing"
