"""What a line of talk would call is told before it is said (TA-70)."""

from __future__ import annotations

from typing import Any

import grpc
import pytest

from cardtui.v1 import table_service_pb2
from cardtui_engine.actions import Action
from cardtui_server.match.play_commands import called_by, may_commit
from cardtui_server.match.requests import Say
from cardtui_server.table.actor import Table
from tests.server.at_table import TAP, waiting
from tests.support.calling import Caller, reason, running
from tests.support.playing import House, act


async def dealt(house: House, **options: Any) -> Table:
    table = await house.table("truco-argentino", 2, **options)
    await act(table, waiting(table), TAP)
    return table


@pytest.mark.clause("TA-70")
@pytest.mark.parametrize(
    ("line", "verb"),
    [
        ("¡TRÚCO, che!", "truco"),
        ("falta   envido", "falta_envido"),
        ("retruco", None),
        ("quiero", None),
        ("trucos", None),
        ("\u202etruco", "truco"),
        ("", None),
        ("x" * 5000 + " truco", None),
    ],
)
async def test_a_line_would_call_what_it_calls_once_it_is_said(line: str, verb: str | None) -> None:
    from cardtui_server.rpc.parsing import line as made_safe

    house = House()
    table = await dealt(house)
    player = f"p{waiting(table)}"
    text = made_safe(line) if line else ""
    before = table.state
    action = called_by(before, player, text)
    assert (action and action.verb) == verb
    assert table.state is before, "nothing is said yet"
    if text:
        await table.ask(Say(player, "Ana", text))
        assert (table.state.position > before.position) == (verb is not None)
    await house.stop()


async def test_only_who_may_call_is_told_of_a_call() -> None:
    house = House()
    table = await dealt(house)
    player = f"p{waiting(table)}"
    assert called_by(table.state, player, "truco") == Action("truco")
    assert called_by(table.state, "w1", "truco") is None
    assert not may_commit(table.state, "w1")
    assert called_by(table.state._replace(paused=True), player, "truco") is None
    other = await house.table("cacho", 2)
    assert not may_commit(other.state, "p0")
    assert called_by(other.state, "p0", "truco") is None
    await house.stop()


async def test_over_the_wire_it_is_told_with_the_position() -> None:
    async with running() as server:
        ana = Caller(server.address)
        await ana.open("Ana")
        table = (await ana.create(game="truco-argentino", seat=0)).id
        request = table_service_pb2.PreviewTalkRequest(table=table, text="truco")
        told = await ana.call(ana.tables.PreviewTalk, request)
        assert told.commits
        assert not told.HasField("action"), "there is no match yet"
        stranger = Caller(server.address)
        await stranger.open("Zoe")
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await stranger.call(stranger.tables.PreviewTalk, request)
        assert reason(refused.value) == "NOT_SEATED", "a position is not for everybody"
        for caller in (ana, stranger):
            await caller.close()
