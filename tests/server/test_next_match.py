"""Between two matches: the next one, and rules that the host changes."""

import random

import pytest

from cardtui_engine.library.registry import get_rules
from cardtui_server.lobby.games import chosen_options
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import ChangeRules, Kick, SetReady, Start
from cardtui_server.match.state import Life
from cardtui_server.table.actor import Table
from tests.server.at_table import life, ready, refuses
from tests.support.playing import House, attach, brief, play, quiet


async def over(house: House, patience: int = 0) -> Table:
    """Return a table whose first match is over: three people, one bot."""
    game = "truco-argentino"
    table = await house.table(game, 4, people=3, options=brief(game), patience=patience)
    await play(table, random.Random(1))
    assert table.state.life is Life.OVER
    return table


async def test_the_host_cannot_begin_it_while_others_have_not_agreed(house: House) -> None:
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


async def test_the_host_may_take_the_seat_of_who_does_not_agree(house: House) -> None:
    table = await over(house)
    await table.ask(SetReady(player="p1", ready=True))
    await table.ask(Kick("p0", 2))
    await table.ask(Start("p0"))
    assert table.state.life is Life.PLAYING
    sitter = table.state.sitters[2]
    assert sitter is not None
    assert sitter.bot


async def test_it_does_not_wait_for_who_has_gone_and_a_bot_sits_in(house: House) -> None:
    table = await over(house, patience=60)
    attach(table, 0, None)
    attach(table, 1, None)
    await quiet()
    await table.ask(SetReady(player="p1", ready=True))
    await house.passes(59)
    assert not table.gone_after_match
    with pytest.raises(Refused, match=r"Still missing: P2\."):
        await table.ask(Start("p0", table.gone_after_match))
    await house.passes(2)
    assert table.gone_after_match == {"p2"}
    await table.ask(Start("p0", table.gone_after_match))
    sitter = table.state.sitters[2]
    assert sitter is not None
    assert (sitter.player, sitter.level > 0) == ("p2", True)


RULES = get_rules("cacho")


def wish(player: str, preset: str = "", **given: int) -> ChangeRules:
    options, name = chosen_options(RULES, preset, given, 2)
    return ChangeRules(player, name, options)


async def test_changed_rules_are_those_of_the_next_match_and_everybody_is_asked_again(
    house: House,
) -> None:
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


async def test_changed_rules_survive_a_restart(house: House) -> None:
    table = await house.table(start=False)
    await table.ask(wish("p0", hands=7))
    table = await house.restarted(table)
    assert table.state.made.options["hands"] == 7


async def test_rules_that_stay_as_they_are_ask_nobody_again(house: House) -> None:
    table = await house.table(start=False)
    await ready(table, 1)
    seq = table.state.seq
    options, preset = table.state.made.options, table.state.made.preset
    await table.ask(ChangeRules("p0", preset, options))
    assert table.state.seq == seq


async def test_only_the_host_changes_rules_and_never_those_of_a_match_in_progress(
    house: House,
) -> None:
    table = await house.table(start=False)
    with refuses("REASON_NOT_HOST"):
        await table.ask(wish("p1", hands=1))
    await table.ask(Start(player="p0"))
    with refuses("REASON_TABLE_STATE"):
        await table.ask(wish("p0", hands=1))
