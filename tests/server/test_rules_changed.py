"""The host changes the rules of a table before a match, or between two."""

from __future__ import annotations

import random

import pytest

from cardtui_engine.library.registry import get_rules
from cardtui_server.lobby.games import chosen_options
from cardtui_server.match.refusals import Refused
from cardtui_server.match.requests import ChangeRules, Start
from cardtui_server.match.state import Life
from tests.server.at_table import life, ready, reason
from tests.support.playing import House, play

RULES = get_rules("cacho")


def wish(player: str, preset: str = "", **given: int) -> ChangeRules:
    options, name = chosen_options(RULES, preset, given, 2)
    return ChangeRules(player, name, options)


async def test_changed_rules_are_those_of_the_next_match_and_everybody_is_asked_again() -> None:
    house = House()
    table = await house.table(start=False)
    await ready(table, 1)
    await table.ask(wish("p0", hands=1))
    assert not any(sitter and sitter.ready for sitter in table.state.sitters)
    assert table.state.made.options["hands"] == 1
    assert table.state.made.preset == ""
    await ready(table, 0, 1)
    await play(table, random.Random(1))
    assert life(table) is Life.OVER
    await table.ask(wish("p0", "check"))
    assert table.state.made.preset == "check"
    assert table.state.made.options["third_round_check"] is True
    assert table.state.made.options["hands"] == 0
    await house.stop()


async def test_changed_rules_survive_a_restart() -> None:
    house = House()
    table = await house.table(start=False)
    await table.ask(wish("p0", hands=7))
    await house.restart()
    table = house.lobby.tables[table.id]
    assert table.state.made.options["hands"] == 7
    await house.stop()


async def test_rules_that_stay_as_they_are_ask_nobody_again() -> None:
    house = House()
    table = await house.table(start=False)
    await ready(table, 1)
    seq = table.state.seq
    options, preset = table.state.made.options, table.state.made.preset
    await table.ask(ChangeRules("p0", preset, options))
    assert table.state.seq == seq
    await house.stop()


async def test_only_the_host_changes_rules_and_never_those_of_a_match_in_progress() -> None:
    house = House()
    table = await house.table(start=False)
    with pytest.raises(Refused) as refused:
        await table.ask(wish("p1", hands=1))
    assert reason(refused) == "REASON_NOT_HOST"
    await table.ask(Start(player="p0"))
    with pytest.raises(Refused) as refused:
        await table.ask(wish("p0", hands=1))
    assert reason(refused) == "REASON_TABLE_STATE"
    await house.stop()
