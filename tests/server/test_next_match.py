"""The next match: it begins when all who hold seats have agreed, or are gone for good."""

from __future__ import annotations

import random

import pytest

from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import Kick, SetReady, Start
from cardtui_server.match.state import Life
from cardtui_server.table.actor import Table
from tests.support.playing import House, attach, brief, play, quiet


async def over(house: House, patience: int = 0) -> Table:
    """Return a table whose first match is over: three people, one bot."""
    game = "truco-argentino"
    table = await house.table(game, 4, people=3, options=brief(game), patience=patience)
    await play(table, random.Random(1))
    assert table.state.life is Life.OVER
    return table


async def test_the_host_cannot_begin_it_while_others_have_not_agreed() -> None:
    house = House()
    table = await over(house)
    with pytest.raises(Refused) as refused:
        await table.ask(Start("p0"))
    assert refused.value.reason is Reason.TABLE_STATE
    assert str(refused.value).endswith("Still missing: P1, P2.")
    await table.ask(SetReady(player="p1", ready=True))
    with pytest.raises(Refused, match=r"Still missing: P2\."):
        await table.ask(Start("p0"))
    await table.ask(SetReady(player="p2", ready=True))
    await table.ask(Start("p0"))
    assert (table.state.life, table.state.match) == (Life.PLAYING, 2)
    assert [each.name for each in table.state.sitters if each][:3] == ["P0", "P1", "P2"]
    await house.stop()


async def test_the_host_may_take_the_seat_of_who_does_not_agree() -> None:
    house = House()
    table = await over(house)
    await table.ask(SetReady(player="p1", ready=True))
    await table.ask(Kick("p0", 2))
    await table.ask(Start("p0"))
    assert table.state.life is Life.PLAYING
    sitter = table.state.sitters[2]
    assert sitter is not None
    assert sitter.bot
    await house.stop()


async def test_it_does_not_wait_for_who_has_gone_and_a_bot_sits_in() -> None:
    house = House()
    table = await over(house, patience=60)
    attach(table, 0, None)
    attach(table, 1, None)
    await quiet()
    await table.ask(SetReady(player="p1", ready=True))
    house.clock.advance(59)
    await quiet()
    assert not table.gone_after_match
    with pytest.raises(Refused, match=r"Still missing: P2\."):
        await table.ask(Start("p0", table.gone_after_match))
    house.clock.advance(2)
    await quiet()
    assert table.gone_after_match == {"p2"}
    await table.ask(Start("p0", table.gone_after_match))
    sitter = table.state.sitters[2]
    assert sitter is not None
    assert (sitter.player, sitter.level > 0) == ("p2", True)
    await house.stop()
