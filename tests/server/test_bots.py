"""Bots at a table: what is done for one that fails, and how many there can be."""

import asyncio
import threading
from typing import Any
from unittest.mock import patch

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level
from cardtui_engine.library.random_play import random_match, random_options
from cardtui_engine.library.registry import get_rules
from cardtui_server.match.requests import Close, Leave, RemoveBot, Sit, Start
from cardtui_server.table.actor import Table
from cardtui_server.table.bots import players as bot_players
from cardtui_server.table.bots.decisions import BotDecisions
from tests.support.nights import games_and_by_night
from tests.support.playing import House, act, attach, quiet


@pytest.mark.parametrize("game", games_and_by_night())
def test_whatever_is_offered_can_be_done_for_a_bot_that_fails(game: str) -> None:
    rules, bits = get_rules(game), Bits(5)
    seats = rules.seats[-1]
    tried = set()
    for step in random_match(rules, seats, bits, random_options(rules, seats, bits), limit=300):
        turn = rules.turn(step.state)
        for seat in (*turn.may_act, *turn.to_act):
            for choice in rules.legal(step.state, seat):
                rules.apply(step.state, seat, choice.first())
                tried.add(choice.verb)
    assert len(tried) > 2


async def truco_called_by(house: House) -> Table:
    """Return a table where truco was called to seat 0, a person, and its partner, a bot."""
    table = await house.table("truco-argentino", 4, people=4)
    rules = table.state.rules
    while True:
        (seat,) = turn_of(table)
        choices = {each.verb: each for each in rules.legal(table.state.game, seat)}
        if "truco" in choices and seat % 2:
            break
        verb = "play" if "play" in choices else next(iter(choices))
        await act(table, seat, choices[verb].first())
        await quiet()
    await table.ask(Leave(player="p2"))
    await act(table, seat, Action("truco"))
    assert turn_of(table) == (0, 2)
    return table


def turn_of(table: Table) -> tuple[int, ...]:
    assert table.state.turn is not None
    return table.state.turn.to_act


async def test_a_bot_leaves_the_answer_to_a_partner_who_is_there(house: House) -> None:
    table = await truco_called_by(house)
    reader = attach(table, 0, None)
    await quiet()
    await house.passes(60)
    assert turn_of(table) == (0, 2)
    table.detach(reader)
    for _ in range(5):
        await house.passes(1)
    assert turn_of(table) != (0, 2)


async def test_a_bot_answers_for_a_partner_who_is_not_there(house: House) -> None:
    table = await truco_called_by(house)
    for _ in range(5):
        await house.passes(1)
    assert turn_of(table) != (0, 2)


async def test_a_person_with_a_bots_name_can_get_up_from_a_full_table(house: House) -> None:
    table = await house.table("pif-paf", 8, people=0, start=False)
    await table.ask(RemoveBot(player="p0", seat=7))
    await table.ask(Sit(player="p9", name="Hugo", seat=7))
    await table.ask(Start(player="p0"))
    await table.ask(Leave(player="p9"))
    names = [sitter.name for sitter in table.state.sitters if sitter]
    assert sorted(names) == [
        "Alba", "Alba 2", "Beto", "Chela", "Dino", "Elsa", "Fito", "Greta"
    ]  # fmt: skip


async def asides(house: House, level: int, longest: float) -> list[bool]:
    """Return of 20 decisions of bots which were made beside the loop; ``longest`` it bears."""
    made: list[bool] = []
    first = BotDecisions.first

    def noted(decisions: BotDecisions, *asked: Any) -> Any:
        made.append(threading.current_thread() is not threading.main_thread())
        return first(decisions, *asked)

    with (
        patch.object(BotDecisions, "first", noted),
        patch.object(bot_players, "_LONG_THINKING_SECONDS", longest),
    ):
        table = await house.table("truco-argentino", 2, people=0, bots=level, start=False)
        await table.ask(Start("p0"))
        while len(made) < 20:
            await house.passes(2)
        await table.ask(Close("p0"))
    return made[:20]


async def test_quick_bots_decide_on_the_loop_except_the_first_of_their_kind(house: House) -> None:
    assert await asides(house, Level.EASY, 1e9) == [True] + [False] * 19
    assert not any(await asides(house, Level.EASY, 1e9))
    assert (await asides(house, Level.NORMAL, 1e9))[0]


async def test_hard_bots_never_decide_on_the_loop(house: House) -> None:
    assert all(await asides(house, Level.HARD, 1e9))


async def test_once_a_bot_took_long_none_of_its_kind_decides_on_the_loop_at_any_table(
    house: House,
) -> None:
    assert all(await asides(house, Level.EASY, -1.0))  # each took longer than that
    assert all(house.env.queue.longest.values())
    kept = max(house.env.queue.longest.values()) / 2
    assert all(await asides(house, Level.EASY, kept))


async def test_what_a_thread_found_has_come_once_it_is_quiet(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = asyncio.get_running_loop()
    tell = loop.call_soon_threadsafe
    begun, told, go_on = (threading.Event() for _ in range(3))

    def tell_and_stop(*work: Any, **how: Any) -> Any:
        handle = tell(*work, **how)
        if threading.current_thread() is not threading.main_thread():
            told.set()
            go_on.wait()
        return handle

    monkeypatch.setattr(loop, "call_soon_threadsafe", tell_and_stop)
    found = asyncio.create_task(asyncio.to_thread(begun.wait))
    await asyncio.sleep(0)
    begun.set()
    told.wait()
    await quiet()
    go_on.set()
    assert found.done()
