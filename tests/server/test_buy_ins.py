"""Own buy-ins: each player chooses within the table's limits what they bring."""

import random
from typing import Any

import pytest

from cardtui_engine.library.registry import get_rules
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import (
    BanPlayer,
    BuyIn,
    ChangeRules,
    Kick,
    Leave,
    Request,
    SetReady,
    Sit,
    Start,
    SwapSeats,
)
from cardtui_server.match.state import Life
from tests.server.buy_ins import chips, made
from tests.support.calling import Caller, running
from tests.support.playing import House, Onlooker, attach, begin_next, frames, play, quiet, snapshot


@pytest.mark.parametrize(
    ("game", "usual"), [("cacho", 50), ("pif-paf", 80), ("pif-paf-tradicional", 80)]
)
async def test_each_brings_what_they_chose_and_others_the_usual_within_the_limits(
    house: House, game: str, usual: int
) -> None:
    table = await made(house, game)
    await table.ask(BuyIn("p1", 20))
    await table.ask(Start("p0"))
    before = table.state.rules.view(table.state.game, None).common
    assert sum(before.chips) + before.pot == 20 + 2 * usual
    assert chips(table)[1] <= 20


async def test_what_one_chose_is_seen_kept_and_goes_with_the_player(house: House) -> None:
    table = await made(house)
    reader, onlooker = attach(table, 0, None), Onlooker()
    await table.ask(BuyIn("p1", 77))
    await table.ask(SwapSeats("p1", 2))
    onlooker.fold(frames(reader))
    assert [seat.buy_in for seat in onlooker.table.seats] == [50, 50, 77]
    assert (onlooker.table.least_buy_in, onlooker.table.most_buy_in) == (20, 80)
    table = await house.restarted(table)
    assert [seat.buy_in for seat in snapshot(table, 0).table.seats] == [50, 50, 77]
    await table.ask(Leave("p1"))
    await table.ask(Sit(player="p9", name="P9", seat=2))
    assert [seat.buy_in for seat in snapshot(table, 0).table.seats] == [50, 50, 50]


async def test_who_was_ready_for_other_chips_is_asked_again(house: House) -> None:
    table = await made(house)
    reader, onlooker = attach(table, 0, None), Onlooker()
    await table.ask(SetReady(player="p0", ready=True))
    await table.ask(BuyIn("p1", 50))  # what they bring anyway
    assert snapshot(table, 0).table.seats[0].ready
    await table.ask(BuyIn("p1", 80))
    await table.ask(SetReady(player="p1", ready=True))
    assert table.state.life is Life.WAITING
    onlooker.fold(frames(reader))
    assert [seat.ready for seat in onlooker.table.seats] == [False, True, True]
    await table.ask(SetReady(player="p0", ready=True))
    assert (table.state.life, chips(table)) == (Life.PLAYING, (50, 80, 50))


LEAVING: dict[str, Request] = {
    "for good": Leave("p1"),
    "kicked": Kick("p0", 1),
    "banned": BanPlayer("p0", "p1", "", "P1", until=2**40),
}


@pytest.mark.parametrize("how", LEAVING)
async def test_who_leaves_a_match_or_is_sent_away_leaves_with_their_chips(
    house: House, how: str
) -> None:
    table = await made(house)
    await table.ask(BuyIn("p1", 70))
    await table.ask(Start("p0"))
    reader, onlooker = attach(table, 0, None), Onlooker()
    onlooker.fold(frames(reader))
    has = table.state.rules.view(table.state.game, None).common.chips
    await table.ask(LEAVING[how])
    assert table.state.rules.view(table.state.game, None).common.chips == has
    onlooker.fold(frames(reader))
    (told,) = [each.cashed_out for each in onlooker.events if each.HasField("cashed_out")]
    assert (told.seat, told.name, told.chips) == (1, "P1", has[1])
    table = await house.restarted(table)
    assert table.state.took == {"p1": has[1]}
    if how != "banned":
        for seat in (1, 2, None):
            with pytest.raises(Refused, match="sit down again once this one is over"):
                await table.ask(Sit(player="p1", name="P1", seat=seat))
    if how == "kicked":  # also in the next match, which has begun without those chips
        await play(table, random.Random(3))
        await begin_next(table)
        with pytest.raises(Refused, match="sit down again once this one is over"):
            await table.ask(Sit(player="p1", name="P1"))


async def test_who_comes_back_brings_no_fewer_chips_than_they_left_with(house: House) -> None:
    table = await made(house)
    await table.ask(BuyIn("p1", 70))
    await table.ask(Start("p0"))
    await table.ask(Leave("p1"))
    took = table.state.took["p1"]
    assert took >= 50
    await play(table, random.Random(3))
    assert await table.ask(Sit(player="p1", name="P1", seat=None)) == 1
    assert snapshot(table, 0).table.seats[1].buy_in == took
    with pytest.raises(Refused, match=f"You left this table with {took} chips"):
        await table.ask(BuyIn("p1", took - 1))
    await table.ask(BuyIn("p1", 80))
    await table.ask(BuyIn("p1", took))
    await begin_next(table)
    assert not table.state.took  # they have brought it


async def test_another_match_begins_with_chips_bought_anew(house: House) -> None:
    table = await made(house)
    await table.ask(BuyIn("p0", 30))
    await table.ask(Start("p0"))
    with pytest.raises(Refused, match="between two hands"):
        await table.ask(BuyIn("p0", 40))
    await play(table, random.Random(3))
    assert sum(chips(table)) == 130
    await table.ask(BuyIn("p0", 80))
    await begin_next(table)
    await quiet()
    assert sum(table.state.rules.view(table.state.game, None).common.chips) <= 180
    await house.restart()
    assert house.lobby.tables[table.id].state.tally == table.state.tally


async def test_what_is_beyond_the_limits_or_not_ones_own_is_refused(house: House) -> None:
    table = await made(house)
    for amount in (0, 19, 81, 10**9):
        with pytest.raises(Refused, match="20 to 80 chips") as refused:
            await table.ask(BuyIn("p0", amount))
        assert refused.value.reason is Reason.BAD_AMOUNT
    with pytest.raises(Refused):
        await table.ask(BuyIn("stranger", 50))
    same = await house.table(start=False)
    with pytest.raises(Refused, match="nobody chooses"):
        await same.ask(BuyIn("p0", 50))


@pytest.mark.parametrize(
    "wishes",
    [
        {"game": "truco-argentino"},
        {"least_buy_in": 0},
        {"least_buy_in": 90},
        {"most_buy_in": 10**7},
        {"least_buy_in": 2},
        {"options": {"buy_in": (10, 20, 30)}},
    ],
)
async def test_limits_that_make_no_sense_are_refused(house: House, wishes: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        await made(house, **wishes)
    assert refused.value.reason in (Reason.BAD_OPTION, Reason.BAD_REQUEST)


async def test_the_rules_cannot_be_changed_to_what_nobody_could_begin(house: House) -> None:
    table = await made(house, "pif-paf-tradicional", options={})
    rules = get_rules("pif-paf-tradicional")
    for change in ({"min_bet": 40, "max_bet": 60}, {"cacife": (50, 60, 70)}):
        with pytest.raises(Refused):
            await table.ask(ChangeRules("p0", "", rules.options(change, 3)))
    assert table.state.life is Life.WAITING


async def test_over_the_wire_one_buys_after_sitting_down() -> None:
    async with running() as server:
        ana, bia = [await Caller.of(server.address, name) for name in ("Ana", "Bia")]
        table = await ana.create(seat=0, least_buy_in=20, most_buy_in=80)
        await bia.join(table.id)
        assert [seat.buy_in for seat in (await bia.buy_in(table.id, 33)).seats] == [50, 33]
        await ana.start(table.id)
        view = (await ana.view(table.id)).view
        assert list(view.chips) == [50, 33]
        await ana.close()
        await bia.close()
