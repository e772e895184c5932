"""Top-ups: between two hands a player buys chips up to the table's most."""

import random

import pytest

from cardtui_engine.actions import Action
from cardtui_server.match.refusals import Refused
from cardtui_server.match.requests import BuyIn, Start
from cardtui_server.match.state import Life
from cardtui_server.table.actor import Table
from tests.server.buy_ins import chips, made
from tests.support.playing import House, Onlooker, act, any_action, attach, frames, quiet, snapshot

PAUSE = 60


async def after_a_hand(house: House) -> Table:
    """A table of Cacho at which the first hand is over, and has changed everybody's chips."""
    table = await made(house, pause_milliseconds=PAUSE * 1000)
    await table.ask(Start("p0"))
    await a_hand(table)
    return table


async def a_hand(table: Table) -> None:
    """Play a hand to its end: the first seat that may bet does, and then nobody pays any more."""
    await quiet()
    bet = False
    while not table.state.resting and table.state.life is Life.PLAYING:
        assert table.state.turn is not None
        (seat,) = table.state.turn.to_act
        await act(table, seat, Action("pass" if bet else "bet"))
        bet = True
        await quiet()


async def test_what_is_bought_counts_from_the_next_hand_on_and_is_told_to_everybody(
    house: House,
) -> None:
    table = await after_a_hand(house)
    before = chips(table)
    reader, onlooker = attach(table, 1, None), Onlooker()
    onlooker.fold(frames(reader))
    await table.ask(BuyIn("p0", 80))
    await quiet()
    assert table.state.resting
    assert chips(table) == (80, *before[1:])
    onlooker.fold(frames(reader))
    (told,) = [each.chips_bought for each in onlooker.events if each.HasField("chips_bought")]
    assert (told.seat, told.chips, told.has) == (0, 80 - before[0], 80)
    onlooker.knows(snapshot(table, 1))
    await house.passes(PAUSE + 10)
    common = table.state.rules.view(table.state.game, None).common
    assert common.hand == 2
    assert sum(common.chips) + common.pot == 150 + 80 - before[0]


async def test_a_table_that_is_read_back_knows_what_was_bought(house: House) -> None:
    table = await after_a_hand(house)
    await table.ask(BuyIn("p1", 77))
    known = table.state
    table = await house.restarted(table)
    assert (table.state.game, table.state.tally) == (known.game, known.tally)
    assert table.state.resting


async def test_chips_are_bought_within_the_limits_and_not_in_a_hand(house: House) -> None:
    table = await after_a_hand(house)
    has = chips(table)[0]
    for amount in (0, has, 81, 10**9):
        with pytest.raises(Refused, match=f"You have {has} chips: say how many you want"):
            await table.ask(BuyIn("p0", amount))
    await table.ask(BuyIn("p0", 80))
    with pytest.raises(Refused, match="nobody buy more than 80"):
        await table.ask(BuyIn("p0", 80))
    with pytest.raises(Refused):
        await table.ask(BuyIn("stranger", 80))
    await house.passes(PAUSE + 10)
    with pytest.raises(Refused, match="wait until this one is over"):
        await table.ask(BuyIn("p1", 80))


async def test_who_is_out_for_want_of_chips_comes_back_while_the_match_goes_on(
    house: House,
) -> None:
    table = await made(house, pause_milliseconds=PAUSE * 1000, least_buy_in=3, options={})
    await table.ask(BuyIn("p1", 3))
    await table.ask(Start("p0"))
    luck = random.Random(5)
    while chips(table)[1] >= 3 or not table.state.resting:
        await quiet()
        if table.state.resting:
            house.clock.advance(PAUSE + 10)
            continue
        seat, action = any_action(table, luck)
        await act(table, seat, Action("bet") if seat == 1 and action.to is None else action)
    await table.ask(BuyIn("p1", 40))
    await house.passes(PAUSE + 10)
    assert len(table.state.rules.facts(table.state.game)["hands"][1]) == 1
