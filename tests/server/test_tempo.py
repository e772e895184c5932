"""The tempo of bots: their own by name, within bounds, and the same whatever they hold."""

from __future__ import annotations

import pytest

from cardtui_server.match.bot_seats import BOT_NAMES
from cardtui_server.match.requests import Start
from cardtui_server.match.state import Sitter, TableState
from cardtui_server.table.tempo import ANYBODY, TEMPOS, tempo_of
from tests.server.playing import House


async def playing_as(sitter: Sitter) -> TableState:
    """Return a match of Cacho in which that sitter must act."""
    house = House()
    table = await house.table(start=False)
    await table.ask(Start(player="p0"))
    state = table.state
    await house.stop()
    assert state.turn is not None
    (seat,) = state.turn.to_act
    sitters = list(state.sitters)
    sitters[seat] = sitter
    return state._replace(sitters=tuple(sitters))


@pytest.mark.parametrize("name", TEMPOS)
async def test_a_bot_of_the_house_has_its_own_tempo_also_with_a_number(name: str) -> None:
    for shown in (name, f"{name} 2"):
        assert tempo_of(await playing_as(Sitter("", shown, bot=1))) == TEMPOS[name]


async def test_people_and_bots_that_play_for_them_have_none() -> None:
    assert tempo_of(await playing_as(Sitter("p0", "Beto"))) == ANYBODY
    assert tempo_of(await playing_as(Sitter("p0", "Beto", stand_in=1))) == ANYBODY
    assert tempo_of(await playing_as(Sitter("", "Alba", bot=1))) == ANYBODY


def test_no_tempo_leaves_the_bounds_and_each_is_of_a_bot_of_the_house() -> None:
    assert set(TEMPOS) <= set(BOT_NAMES)
    for each in TEMPOS.values():
        assert ANYBODY.least <= each.least < each.most <= ANYBODY.most
        assert each.at(0) == each.least
        assert each.at(1) == pytest.approx(each.most)
