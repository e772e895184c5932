"""Bots at a table: what is done for one that fails, and how many there can be."""

from __future__ import annotations

from functools import partial

import pytest

from cardtui_engine.bits import Bits
from cardtui_engine.registry import game_ids, get_rules
from cardtui_server import seating
from cardtui_server.bots import plain_action
from tests.laws.playing import random_match, random_options
from tests.server.playing import House


@pytest.mark.parametrize("game", game_ids())
def test_whatever_is_offered_can_be_done_for_a_bot_that_fails(game: str) -> None:
    rules, bits = get_rules(game), Bits(5)
    seats = rules.seats[-1]
    tried = set()
    for step in random_match(rules, seats, bits, random_options(rules, seats, bits), limit=300):
        turn = rules.turn(step.state)
        for seat in (*turn.may_act, *turn.to_act):
            for choice in rules.legal(step.state, seat):
                rules.apply(step.state, seat, plain_action(rules, choice))
                tried.add(choice.verb)
    assert len(tried) > 2


async def test_a_person_with_a_bots_name_can_get_up_from_a_full_table() -> None:
    house = House()
    table = await house.table("pif-paf", 8, people=0, start=False)
    await table.ask(partial(seating.remove_bot, player="p0", seat=7))
    await table.ask(partial(seating.sit, player="p9", name="Hugo", seat=7))
    await table.ask(partial(seating.start, player="p0"))
    await table.ask(partial(seating.leave, player="p9"))
    names = [sitter.name for sitter in table.standing.sitters if sitter]
    assert sorted(names) == [
        "Alba", "Alba 2", "Beto", "Chela", "Dino", "Elsa", "Fito", "Greta"
    ]  # fmt: skip
    await house.stop()
