"""The ledger: what everybody has brought to a table and taken, over all its matches."""

import random
from functools import cache
from itertools import combinations
from typing import Any

import grpc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtui.v1 import table_service_pb2, tables_pb2
from cardtui_engine.library.registry import get_rules
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.match.ledger import (
    MOST_ACCOUNTS,
    MOST_EXACT_PEOPLE,
    Holder,
    Ledger,
    Payment,
    settle,
)
from cardtui_server.match.refusals import Refused
from cardtui_server.match.requests import AddBot, BuyIn, ChangeRules, Close, Leave, Sit, Start
from cardtui_server.match.state import Life
from cardtui_server.ports.log_store import Result, SeatResult
from cardtui_server.ratings.people import games_of
from tests.support.calling import Caller, person, running
from tests.support.ledgers import ledger, made, won
from tests.support.nights import few_examples
from tests.support.playing import (
    House,
    Onlooker,
    attach,
    begin_next,
    brief,
    frames,
    play,
    quiet,
    snapshot,
)


def adds_up(told: table_service_pb2.Ledger) -> None:
    """Check that some have won what others have lost, and that all are even once they have paid."""
    assert sum(won(told).values()) == 0
    assert any(won(told).values())
    assert not owed(told)


def owed(told: table_service_pb2.Ledger) -> dict[str, int]:
    """Return what each is still owed, or owes, after the payments."""
    left = [each.took - each.brought for each in told.accounts]
    for payment in told.payments:
        left[payment.payer] += payment.chips
        left[payment.payee] -= payment.chips
    return {each.name: chips for each, chips in zip(told.accounts, left, strict=True) if chips}


async def test_an_evening_adds_up_to_nothing_and_is_paid_to_the_last_chip() -> None:
    house, luck = House(seed=2), random.Random(5)
    table = await made(house)
    onlooker, reader = Onlooker(), attach(table, 1, None)
    assert not ledger(table).accounts
    await table.ask(Start("p0"))
    for match in (1, 2, 3):
        await play(table, luck)
        await quiet()
        onlooker.fold(frames(reader))
        told = onlooker.ledger
        assert told == ledger(table)
        assert [each.brought for each in told.accounts] == [20 * match] * 3
        adds_up(told)
        assert len(told.payments) <= 2
        assert told.chip_value == "R$ 0,25"
        await begin_next(table)
    await house.restart()
    assert ledger(house.lobby.tables[table.id]) == ledger(table)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["pif-paf", "pif-paf-tradicional"])
async def test_what_bots_win_and_lose_is_counted_too(game: str) -> None:
    house = House(seed=2)
    waits: dict[str, Any] = {"thinking_milliseconds": 0, "window_milliseconds": 0}
    table = await house.lobby.create("p0", "P0", NewTable.of(game, 3, options=brief(game), **waits))
    for seat in range(3):
        await table.ask(AddBot(player="p0", seat=seat, level=2))
    await table.ask(Start("p0"))
    while table.state.life is not Life.OVER:
        await house.passes(1)
    adds_up(ledger(table))


async def test_while_a_match_is_played_nobody_owes_anything_for_it() -> None:
    house = House(seed=2)
    table = await made(house)
    await table.ask(Start("p0"))
    told = ledger(table)
    assert [(each.brought, each.took) for each in told.accounts] == [(20, 0)] * 3
    assert not told.payments


async def test_who_leaves_takes_their_chips_and_who_goes_on_has_bought_them() -> None:
    house, luck = House(seed=2), random.Random(2)
    table = await made(house, options={"hands": 6})
    await table.ask(Start("p0"))
    await play(table, luck, 4)
    await quiet()
    has = table.state.rules.view(table.state.game, None).common.chips[1]
    await table.ask(Leave("p1"))
    told = {each.name: each for each in ledger(table).accounts}
    assert (told["P1"].brought, told["P1"].took) == (20, has)
    stands_in = table.state.sitters[1]
    assert stands_in is not None
    assert told[stands_in.name].brought == has
    await table.ask(Sit(player="p1", name="P1", seat=1))
    now = table.state.rules.view(table.state.game, None).common.chips[1]
    told = {each.name: each for each in ledger(table).accounts}
    assert told[stands_in.name].took == now
    assert told["P1"].brought == 20 + now
    await play(table, luck)
    await quiet()
    adds_up(ledger(table))


async def test_a_hand_that_is_broken_off_changes_nothing() -> None:
    house, luck = House(seed=4), random.Random(4)
    table = await made(house, options={"hands": 0})
    await table.ask(Start("p0"))
    while table.state.tally.hand < 3:
        await play(table, luck, 1)
        await quiet()
    rest = table.state.ledger.rest
    assert sum(rest) == 60
    reader, onlooker = attach(table, None, None), Onlooker()
    await table.ask(Close("p0"))
    onlooker.fold(frames(reader))
    assert [each.took for each in onlooker.ledger.accounts] == [*rest]
    assert not owed(onlooker.ledger)


async def test_chips_bought_between_two_hands_are_brought() -> None:
    house, luck = House(seed=4), random.Random(4)
    table = await made(
        house,
        options={"hands": 6, "buy_in": 50},
        least_buy_in=20,
        most_buy_in=80,
        pause_milliseconds=9000,
    )
    await table.ask(Start("p0"))
    while not table.state.resting or table.state.tally.chips[0] >= 80:
        assert table.state.life is Life.PLAYING
        await play(table, luck, 1)
        await quiet()
        if table.state.resting and table.state.tally.chips[0] >= 80:
            await house.passes(10)
    before = table.state.tally.chips[0]
    await table.ask(BuyIn("p0", 80))
    (account, *_) = ledger(table).accounts
    assert account.brought == 50 + 80 - before
    assert table.state.ledger.rest[0] == 80


async def test_what_was_won_stays_worth_what_it_was_played_for() -> None:
    house, luck = House(seed=2), random.Random(2)
    table = await made(house)
    rules = get_rules("cacho")

    def worth(value: str, hands: int = 1) -> ChangeRules:
        return ChangeRules("p0", "", rules.options({"hands": hands, "chip_value": value}, 3))

    await table.ask(worth("R$ 0,50"))
    await table.ask(Start("p0"))
    await play(table, luck)
    await quiet()
    assert any(won(ledger(table)).values())
    with pytest.raises(Refused, match="at another value"):
        await table.ask(worth("R$ 1,00"))
    await table.ask(worth("R$ 0,50", hands=2))


async def test_games_without_chips_have_no_ledger(house: House) -> None:
    table = await house.table("truco-argentino", options=brief("truco-argentino"))
    await play(table, random.Random(1))
    assert not snapshot(table, None).HasField("ledger")


def test_of_those_who_left_the_oldest_share_an_account() -> None:
    ledger = Ledger({})
    seated = [Holder(f"p{number}") for number in range(3)]
    for number in range(MOST_ACCOUNTS + 20):
        holder = Holder(f"p{number}")
        ledger = ledger.brought(holder, f"P{number}", number).took(holder, f"P{number}", 7)
    kept = ledger.without_oldest(seated)
    assert len(kept.accounts) == MOST_ACCOUNTS
    assert [*kept.accounts][1:4] == seated
    assert kept.accounts[Holder("")].name == ""
    for what in ("brought", "took"):
        assert sum(getattr(each, what) for each in kept.accounts.values()) == sum(
            getattr(each, what) for each in ledger.accounts.values()
        )


async def test_over_the_wire_all_are_told_who_owes_whom() -> None:
    async with running() as server:
        ana, bia = [await Caller.of(server.address, name) for name in ("Ana", "Bia")]
        table = await ana.create(seat=0)
        await bia.join(table.id)
        await ana.start(table.id)
        seen = await bia.view(table.id)
        assert [each.name for each in seen.ledger.accounts] == ["Ana", "Bia"]
        await ana.close()
        await bia.close()


_CHIPS = st.integers(-9, 9)


def after(won: list[int], payments: list[Payment]) -> list[int]:
    """Return what each has won or lost once all have paid."""
    left = [*won]
    for payer, payee, chips in payments:
        assert chips > 0
        left[payer] += chips
        left[payee] -= chips
    return left


@cache
def most_groups(won: tuple[int, ...]) -> int:
    """Return how many groups there can be in which all is even, by trying all of them."""
    if not won:
        return 0
    first, others = won[0], range(1, len(won))
    return max(
        1 + most_groups(tuple(won[each] for each in others if each not in chosen))
        for size in range(len(won))
        for chosen in combinations(others, size)
        if first + sum(won[each] for each in chosen) == 0
    )


@few_examples()
@given(st.lists(_CHIPS, max_size=6))
def test_no_fewer_payments_would_do(some: list[int]) -> None:
    won = [*some, -sum(some)]
    payments = settle(won)
    assert not any(after(won, payments))
    uneven = tuple(each for each in won if each)
    assert len(payments) == len(uneven) - most_groups(uneven)


@pytest.mark.slow
@given(st.lists(st.integers(-(10**9), 10**9), min_size=MOST_EXACT_PEOPLE, max_size=40))
def test_among_many_people_each_pays_or_is_paid_out(some: list[int]) -> None:
    won = [*some, -sum(some)]
    payments = settle(won)
    assert not any(after(won, payments))
    assert len(payments) < len(won)


def test_who_is_even_pays_nothing() -> None:
    assert settle([]) == settle([0, 0]) == []
    assert {(each.payer, each.payee) for each in settle([0, 5, -5])} == {(2, 1)}


def test_what_nobody_has_lost_cannot_be_won() -> None:
    with pytest.raises(ValueError, match="nobody has lost"):
        settle([1])


def result(won: bool, game: str = "cacho", *, chips: int = 0, calls: int = 0) -> Result:
    """Return a match that P0 won or lost."""
    own = SeatResult("p0", 0, None, won, chips, 3, 1, (("bet", calls),))
    return Result("t", 1, game, "club", 5, (SeatResult("", 2, None, not won), own))


def test_streaks_are_those_of_now_and_the_best_there_was() -> None:
    (game,) = games_of("p0", [result(each) for each in (True, True, False, True, False, False)])
    assert (game.won, game.streak, game.best_streak) == (3, -2, 2)
    (game,) = games_of("p0", [result(True)] * 3)
    assert (game.streak, game.best_streak) == (3, 3)


def test_each_game_is_counted_by_itself_and_the_last_one_comes_first() -> None:
    cacho, other = result(True, chips=5, calls=2), result(False, "pif-paf")
    games = games_of("p0", [cacho, other, result(False, chips=-9, calls=1)])
    assert [each.game for each in games] == ["cacho", "pif-paf"]
    assert dict(games[0].calls) == {"bet": 3}
    assert [each.chips for each in games[0].seats] == [5, -9]


def test_of_many_matches_the_latest_are_told_one_by_one() -> None:
    (game,) = games_of("p0", [result(number >= 50) for number in range(250)])
    assert (len(game.seats), len(game.latest), game.won) == (250, 200, 200)
    assert all(each.won for each in game.latest)


async def test_over_the_wire_only_oneself_is_told_how_one_plays() -> None:
    async with running() as server:
        ana, bia = [await Caller.of(server.address, name) for name in ("Ana", "Bia")]
        brief = {"hands": tables_pb2.OptionValue(number=1)}
        table = await ana.create(seat=0, options=brief)
        await bia.join(table.id)
        await ana.start(table.id)
        await play(server.tables[table.id], random.Random(1))
        chips = (await ana.view(table.id)).view.chips
        own, other = await person(ana), await person(bia, name="ana")
        assert (own.player, own.name) == (other.player, "Ana")
        (mine,), (known,) = own.games, other.games
        assert (mine.game, mine.won + mine.lost) == ("cacho", 1)
        assert (known.won, known.lost, known.streak) == (mine.won, mine.lost, mine.streak)
        assert mine.won == int(chips[0] > chips[1])
        assert mine.chips == chips[0] - 50
        assert mine.calls
        told = {field.name for field, _value in known.ListFields()}
        assert not told & {"hands", "bluffs", "chips", "calls", "chips_course"}
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await person(bia, name="nobody")
        assert refused.value.code() is grpc.StatusCode.NOT_FOUND
        with pytest.raises(grpc.aio.AioRpcError):
            await person(bia, player="nobody")
        await ana.close()
        await bia.close()
