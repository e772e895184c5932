"""A draw waits until others have had their time to take the discard, and tells nothing."""

import asyncio

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.cards import FRENCH
from cardtui_server.match.entries import Acted
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import Leave, Say
from cardtui_server.store.memory import MemoryStore
from cardtui_server.table.actor import Table
from tests.server.at_table import GatedLog
from tests.server.clocks import pass_time
from tests.server.rummies import IDLE, THROWER, WAITS_FOR_JD, at_a_discard, seated, stacked, throw
from tests.support.playing import House, act, attach, quiet

DRAW = Action("draw", source="stock")
CLAIM = Action("claim")
CUT = Action("cut")
WAIVE = Action("waive")


def four() -> House:
    """Return a house where two seats can go out with the first card thrown."""
    return stacked(THROWER, IDLE, WAITS_FOR_JD, WAITS_FOR_JD)


@pytest.fixture
async def house() -> House:
    return four()


def asks(
    table: Table, seat: int, action: Action, expected: int | None = None, request_id: str = ""
) -> asyncio.Task[int]:
    """Begin to ask for an action."""
    return asyncio.ensure_future(act(table, seat, action, expected, request_id))


def phase(table: Table) -> str:
    assert table.state.turn is not None
    return table.state.turn.phase


def to_act(table: Table) -> tuple[int, ...]:
    assert table.state.turn is not None
    return table.state.turn.to_act


async def refused(asked: asyncio.Task[int]) -> Reason:
    """Return why it was refused."""
    with pytest.raises(Refused) as caught:
        await asked
    return caught.value.reason


async def actions(house: House, table: Table) -> list[tuple[int, str]]:
    """Return what the log says that was done: who, and what."""
    game, read = table.state.rules.id, house.env.journal.read
    entries = [read(row, game).entry for row in await house.store.read(table.id)]
    return [(each.seat, each.action.verb) for each in entries if isinstance(each, Acted)]


# --- draws that wait -------------------------------------------------------------------------


@pytest.mark.parametrize(("window", "seconds"), [(None, 3.0), (700, 0.7), (10_000, 10.0)])
async def test_a_draw_waits_unlogged_until_the_window_closes(
    window: int | None, seconds: float
) -> None:
    house = four()
    table = await at_a_discard(house, window=window)
    before = table.state
    drawn = asks(table, 1, DRAW, before.position)
    await pass_time(house, seconds - 0.01)
    assert not drawn.done()
    assert table.state is before
    assert len(await house.store.read(table.id)) == before.seq
    await pass_time(house, 0.01)
    assert await drawn == before.seq + 1
    assert phase(table) == "discard"


async def test_a_draw_after_the_window_does_not_wait(house: House) -> None:
    table = await at_a_discard(house)
    await pass_time(house, 3)
    await act(table, 1, DRAW)
    assert phase(table) == "discard"


async def test_the_first_draw_of_a_hand_does_not_wait(house: House) -> None:
    table = await seated(house)
    await act(table, 0, DRAW)
    assert phase(table) == "discard"


async def test_every_discard_opens_a_window_of_the_whole_length(house: House) -> None:
    table = await at_a_discard(house)
    drawn = asks(table, 1, DRAW)
    await pass_time(house, 3)
    await drawn
    await act(table, 1, Action("discard", card=FRENCH.card("KH")))
    drawn = asks(table, 2, DRAW)
    await pass_time(house, 2.99)
    assert not drawn.done()
    await pass_time(house, 0.01)
    await drawn


async def test_a_table_may_do_without_windows(house: House) -> None:
    table = await at_a_discard(house, window=0)
    await act(table, 1, DRAW)
    assert phase(table) == "discard"


async def test_where_a_discard_cannot_be_claimed_no_draw_waits() -> None:
    house = stacked(THROWER, IDLE, WAITS_FOR_JD)
    table = await house.table("pif-paf-tradicional", 3, window=None)
    firsts = {"cut": Action("cut", at=50), "betting": Action("vou", to=5), "draw": DRAW}
    while phase(table) != "discard":
        (seat,) = to_act(table)
        await act(table, seat, firsts.get(phase(table), Action("pagar")))
    (thrower,) = to_act(table)
    own = table.state.rules.view(table.state.game, thrower).own
    assert own is not None
    await act(table, thrower, Action("discard", card=own.hand[0]))
    (seat,) = to_act(table)
    await act(table, seat, DRAW)
    assert phase(table) == "discard"


# --- claims and cuts -------------------------------------------------------------------------


@pytest.mark.parametrize("told", [True, False])
async def test_a_claim_that_is_taken_answers_the_waiting_draw_as_stale(
    house: House, told: bool
) -> None:
    table = await at_a_discard(house)
    drawn = asks(table, 1, DRAW, table.state.position if told else None, "draw-1")
    await pass_time(house, 1)
    await act(table, 2, CLAIM)
    await quiet()
    assert await refused(drawn) == Reason.STALE
    assert phase(table) != "draw"
    assert await refused(asks(table, 1, DRAW, None, "draw-1")) == Reason.STALE
    assert (1, "draw") not in await actions(house, table)


async def test_who_is_to_act_claims_without_waiting() -> None:
    house = stacked(THROWER, WAITS_FOR_JD, IDLE)
    table = await at_a_discard(house)
    await act(table, 1, CLAIM)
    assert phase(table) != "draw"


async def test_no_draw_waits_where_only_two_are_left_in_the_hand() -> None:
    """PP-42, PP-16: of three players one has folded; who draws next is the only other one."""
    house = stacked(THROWER, WAITS_FOR_JD, IDLE)
    table = await house.table("pif-paf", 3, window=None)
    for seat, verb in enumerate(("check", "check", "fold")):
        await act(table, seat, Action(verb))
    await throw(table)
    await act(table, 1, DRAW)
    assert phase(table) == "discard"


async def test_no_draw_waits_at_cacheta_for_two() -> None:
    """CA-45: who draws next may cut as well, but needs no time before the own draw for it."""
    house = stacked(THROWER, WAITS_FOR_JD, stock="2D 4C 4S")
    table = await seated(house, "cacheta")
    await act(table, 1, Action("good_one"))
    await throw(table)
    await act(table, 1, DRAW)
    assert phase(table) == "discard"


async def test_a_draw_waits_for_who_could_yet_declare_na_boa_but_not_for_the_burned() -> None:
    """CA-40, CA-43: that somebody is burned is public; what an undeclared hand needs is not."""
    house = stacked(THROWER, IDLE, WAITS_FOR_JD, stock="2D 4C 4S")
    table = await seated(house, "cacheta")
    await throw(table, "KS")
    drawn = asks(table, 1, DRAW)
    await pass_time(house, 2.99)
    assert not drawn.done()
    await act(table, 2, Action("good_one"))
    await act(table, 2, CUT)
    await pass_time(house, 0.01)
    await drawn
    await act(table, 1, Action("discard", card=FRENCH.card("KH")))
    drawn = asks(table, 2, DRAW)
    await pass_time(house, 2.99)
    assert not drawn.done()
    await pass_time(house, 0.01)
    await drawn
    await act(table, 2, Action("discard", card=FRENCH.card("KC")))
    await pass_time(house, 3)
    await act(table, 0, DRAW)
    await act(table, 0, Action("discard", card=FRENCH.card("7S")))
    await act(table, 1, DRAW)  # the only other one is burned


async def test_a_wrong_cut_leaves_the_draw_waiting_for_its_time() -> None:
    """CA-43: the cut burns, the card still lies there, and the window is no longer for it."""
    house = stacked(THROWER, IDLE, WAITS_FOR_JD, stock="2D 4C 4S")
    table = await seated(house, "cacheta")
    await act(table, 2, Action("good_one"))
    await throw(table, "KS")
    drawn = asks(table, 1, DRAW, table.state.position)
    await pass_time(house, 2)
    await act(table, 2, CUT)
    await pass_time(house, 0.99)
    assert not drawn.done()
    await pass_time(house, 0.01)
    await drawn
    assert (await actions(house, table))[-2:] == [(2, "cut"), (1, "draw")]


async def test_a_cut_that_is_taken_answers_the_waiting_draw_as_stale() -> None:
    house = stacked(THROWER, IDLE, WAITS_FOR_JD, stock="2D 4C 4S")
    table = await seated(house, "cacheta")
    await act(table, 2, Action("good_one"))
    await throw(table)
    drawn = asks(table, 1, DRAW, table.state.position)
    await pass_time(house, 1)
    await act(table, 2, CUT)
    assert await refused(drawn) == Reason.STALE
    assert table.state.tally.hand == 2


async def test_waiting_tells_nobody_whether_anybody_can_claim() -> None:
    """The same to the byte at the same moments, for all who cannot see the hands that differ."""
    told: list[dict[int | None, list[bytes]]] = []
    for exchanged in (None, (FRENCH.card("AS"), FRENCH.card("7D"))):
        house = four()
        house.dealer.exchanged = exchanged
        table = await seated(house)
        readers = {viewer: attach(table, viewer, None) for viewer in (None, 0, 1, 2)}
        heard: dict[int | None, list[bytes]] = {viewer: [] for viewer in readers}
        await throw(table)
        drawn = asks(table, 1, DRAW, table.state.position)
        for _ in range(40):
            for viewer, reader in readers.items():
                heard[viewer].append(reader.take())
            await pass_time(house, 0.1)
        await drawn
        told.append(heard)
        await house.stop()
    with_claimer, without = told
    for viewer in (None, 0, 1):
        assert with_claimer[viewer] == without[viewer]
        assert any(with_claimer[viewer][25:])
    assert with_claimer[2] != without[2], "the exchange reached nobody: the test sees nothing"


# --- contests --------------------------------------------------------------------------------


async def contested(house: House, window: int | None = None) -> Table:
    """Return a table where the last seat has claimed and a nearer one is asked (PP-43)."""
    table = await at_a_discard(house, window=window)
    await act(table, 3, CLAIM)
    await quiet()
    assert phase(table) == "contest"
    return table


async def test_who_does_not_answer_in_a_contest_waives(house: House) -> None:
    table = await contested(house)
    await pass_time(house, 2.99)
    assert phase(table) == "contest"
    await pass_time(house, 0.01)
    assert (await actions(house, table))[-2:] == [(3, "claim"), (2, "waive")]
    assert table.state.tally.hand == 2


async def test_who_answers_in_time_is_not_answered_for(house: House) -> None:
    table = await contested(house)
    await pass_time(house, 2)
    await act(table, 2, CLAIM)
    await pass_time(house, 10)
    assert (2, "waive") not in await actions(house, table)


async def test_without_windows_nobody_is_hurried_in_a_contest(house: House) -> None:
    table = await contested(house, window=0)
    await pass_time(house, 1000)
    assert phase(table) == "contest"
    await act(table, 2, WAIVE)
    assert phase(table) != "contest"


async def test_a_waiver_that_cannot_be_written_is_written_later() -> None:
    store = MemoryStore()
    house = stacked(THROWER, IDLE, WAITS_FOR_JD, WAITS_FOR_JD, store=store)
    table = await contested(house)
    store.full = True
    await pass_time(house, 3)
    assert phase(table) == "contest"
    store.full = False
    await pass_time(house, 1)
    assert (await actions(house, table))[-1] == (2, "waive")


# --- what goes wrong -------------------------------------------------------------------------


async def test_a_restart_begins_the_window_anew(house: House) -> None:
    table = await at_a_discard(house)
    drawn = asks(table, 1, DRAW, table.state.position, "draw-1")
    await pass_time(house, 2)
    await house.restart()
    assert await refused(drawn) == Reason.SHUTTING_DOWN
    table = house.lobby.tables[table.id]
    drawn = asks(table, 1, DRAW, table.state.position, "draw-1")
    await pass_time(house, 2.99)
    assert not drawn.done()
    await pass_time(house, 0.01)
    await drawn


async def test_a_restart_gives_who_is_asked_the_whole_time(house: House) -> None:
    table = await contested(house)
    await pass_time(house, 2)
    table = await house.restarted(table)
    await pass_time(house, 2.99)
    assert phase(table) == "contest"
    await pass_time(house, 0.01)
    assert (await actions(house, table))[-1] == (2, "waive")


async def test_a_draw_that_is_sent_again_is_answered_once_for_both(house: House) -> None:
    table = await at_a_discard(house)
    position = table.state.position
    first = asks(table, 1, DRAW, position, "draw-1")
    await pass_time(house, 1)
    again = asks(table, 1, DRAW, position, "draw-1")
    await pass_time(house, 2)
    assert await first == await again == position + 1
    assert [verb for _, verb in await actions(house, table)].count("draw") == 2


async def test_a_draw_whose_player_has_gone_away_is_done_all_the_same(house: House) -> None:
    table = await at_a_discard(house)
    drawn = asks(table, 1, DRAW)
    await quiet()
    drawn.cancel()
    await pass_time(house, 3)
    assert phase(table) == "discard"


async def test_who_gets_up_while_a_draw_waits_leaves_it_to_the_bot(house: House) -> None:
    table = await at_a_discard(house)
    drawn = asks(table, 1, DRAW)
    await quiet()
    await table.ask(Leave(player="p1"))
    await pass_time(house, 3)
    assert await refused(drawn) == Reason.NOT_SEATED
    assert (1, "draw") in await actions(house, table)


async def test_draws_that_wait_do_not_pile_up(house: House) -> None:
    table = await at_a_discard(house)
    waiting = [asks(table, 1, DRAW) for _ in range(16)]
    await quiet()
    assert await refused(asks(table, 1, DRAW)) == Reason.LIMIT
    await act(table, 2, CLAIM)
    for each in waiting:
        assert await refused(each) == Reason.STALE


async def test_a_window_that_closes_while_the_log_is_written_lets_the_draw_go() -> None:
    store = GatedLog()
    house = stacked(THROWER, IDLE, WAITS_FOR_JD, WAITS_FOR_JD, store=store)
    table = await at_a_discard(house)
    store.interceptor.clear()
    said = asyncio.ensure_future(table.ask(Say(player="p0", name="P0", text="hola")))
    drawn = asks(table, 1, DRAW)
    await quiet()
    await pass_time(house, 3)
    store.interceptor.set()
    await said
    await quiet()
    assert drawn.done()
    assert phase(table) == "discard"


async def test_a_claim_and_a_draw_that_come_together_are_both_answered(house: House) -> None:
    table = await seated(house)
    await act(table, 0, DRAW)
    thrown = asks(table, 0, Action("discard", card=FRENCH.card("JD")))
    drawn, claimed = asks(table, 1, DRAW), asks(table, 2, CLAIM)
    await quiet()
    assert await thrown < await claimed
    assert await refused(drawn) == Reason.STALE
