"""A table grants, refuses, writes down and tells, in that order, and never forgets."""

import asyncio
import random
from functools import partial
from typing import Any

import pytest

from cardtui.v1 import table_service_pb2
from cardtui_engine.actions import Action
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.match.entries import Talked
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.replies import KEPT_REFUSALS, KEPT_REPLIES, ReplyCache
from cardtui_server.match.requests import (
    Act,
    AddBot,
    Close,
    Leave,
    RemoveBot,
    Request,
    Say,
    SetReady,
    Sit,
    Start,
)
from cardtui_server.match.state import Life
from cardtui_server.match.transaction import Answered, Transaction
from cardtui_server.ports.log_store import Behind
from cardtui_server.store.memory import MemoryStore
from cardtui_server.table.actor import Table
from cardtui_server.wire.values import refusal_message
from tests.server.at_table import TAP, GatedLog, end_hand, life, ready, reason, refuses, waiting
from tests.support.playing import (
    House,
    act,
    any_action,
    attach,
    brief,
    frames,
    kinds,
    play,
    quiet,
    until,
)


def phase(table: Table) -> str:
    """Return the phase of the match."""
    assert table.state.turn is not None
    return table.state.turn.phase


async def talk(table: Table, seat: int | None, text: str) -> int:
    watching = seat is None
    return await table.ask(Say(player=f"p{seat}", name=f"P{seat}", text=text, watching=watching))


# --- durable first -----------------------------------------------------------------------


async def test_nothing_is_answered_or_told_before_it_is_durable() -> None:
    store = GatedLog()
    house = House(store)
    table = await house.table()
    reader = attach(table, waiting(table), None)
    reader.take()
    before = table.state
    store.interceptor.clear()
    answers: list[Any] = []
    table.post(
        Act(
            seat=waiting(table),
            player=f"p{waiting(table)}",
            action=Action("bet"),
        ),
        answers.append,
    )
    await quiet()
    assert not answers
    assert reader.take() == b""
    assert table.state is before
    store.interceptor.set()
    await quiet()
    assert answers == [before.seq + 1]
    assert kinds(frames(reader)) == ["update"]


async def test_the_answer_comes_before_the_update_that_it_is_about(house: House) -> None:
    table = await house.table()
    seat = waiting(table)
    reader = attach(table, seat, None)
    reader.take()
    table.post(
        Act(seat=seat, player=f"p{seat}", action=Action("bet")),
        partial(reader.answer, "x"),
    )
    await quiet()
    assert kinds(frames(reader)) == ["reply", "update"]


async def test_requests_that_pile_up_are_written_in_one_append() -> None:
    store = GatedLog()
    house = House(store)
    table = await house.table()
    store.interceptor.clear()
    first = asyncio.ensure_future(talk(table, 0, "one"))
    await quiet()
    others = [asyncio.ensure_future(talk(table, 0, f"line {number}")) for number in range(10)]
    await quiet()
    appends = store.appends
    store.interceptor.set()
    assert await asyncio.gather(first, *others) == list(range(first.result(), first.result() + 11))
    assert store.appends == appends + 1


async def test_who_goes_away_has_acted_all_the_same() -> None:
    store = GatedLog()
    house = House(store)
    table = await house.table()
    store.interceptor.clear()
    seq = table.state.seq
    asking = asyncio.ensure_future(act(table, waiting(table), Action("bet")))
    await quiet()
    asking.cancel()
    await quiet()
    store.interceptor.set()
    await until(lambda: table.state.seq == seq + 1)


async def test_a_full_disk_refuses_and_goes_on_when_there_is_room() -> None:
    store = MemoryStore()
    house = House(store)
    table = await house.table(pause=5)
    seat = waiting(table)
    before = table.state
    store.full = True
    with refuses("REASON_READ_ONLY"):
        await act(table, seat, Action("bet"), None, "one")
    assert table.state is before
    store.full = False
    assert await act(table, seat, Action("bet"), None, "one") == before.seq + 1


async def test_a_pack_that_could_not_be_written_is_dealt_when_there_is_room() -> None:
    store = MemoryStore()
    house = House(store)
    table = await house.table(pause=5)
    await end_hand(table)
    store.full = True
    await house.passes(5)
    hand = table.state.tally.hand
    assert table.state.turn is not None
    assert table.state.turn.wants_pack
    store.full = False
    house.clock.advance(1)
    await until(lambda: table.state.tally.hand == hand + 1)


async def test_bots_try_again_when_there_is_room() -> None:
    store = GatedLog()
    house = House(store)
    table = await house.table(people=0, start=False)
    attach(table, None, None)
    await table.ask(Start(player="p0"))
    await quiet()
    store.full = True
    refusals = store.refusals
    await until(lambda: store.refusals > refusals, house.clock)
    seq = table.state.seq
    store.full = False
    house.clock.advance(1)
    await until(lambda: table.state.seq > seq, house.clock)


# --- acts --------------------------------------------------------------------------------


async def test_a_refused_action_changes_nothing(house: House) -> None:
    table = await house.table()
    before, seat = table.state, waiting(table)
    with pytest.raises(Refused) as refused:
        await act(table, 1 - seat, Action("bet"))
    assert reason(refused) == "REASON_NOT_YOUR_TURN"
    assert refused.value.clause == "CC-02"
    with refuses("REASON_WRONG_PHASE"):
        await act(table, seat, Action("raise", to=5))
    assert table.state is before


async def test_a_stale_number_is_told_apart_from_an_illegal_action(house: House) -> None:
    table = await house.table()
    seat, position = waiting(table), table.state.position
    await act(table, seat, Action("bet"), position)
    with refuses("REASON_STALE"):
        await act(table, 1 - seat, Action("bet"), position)
    with refuses("REASON_NOT_YOUR_TURN"):
        await act(table, seat, Action("bet"), table.state.position)


async def test_talk_makes_no_act_stale(house: House) -> None:
    table = await house.table()
    seat, position = waiting(table), table.state.position
    seq = await talk(table, 1 - seat, "hola")
    assert seq > position
    assert table.state.position == position
    await act(table, seat, Action("bet"), position)


async def test_the_same_request_is_answered_the_same_and_done_once(house: House) -> None:
    table = await house.table()
    seat = waiting(table)
    seq = await act(table, seat, Action("bet"), None, "id")
    assert await act(table, seat, Action("bet"), None, "id") == seq
    assert await act(table, seat, Action("pass"), 3, "id") == seq
    assert table.state.seq == seq
    with refuses("REASON_REQUEST_ID"):
        await act(table, 1 - seat, Action("bet"), None, "id")


async def test_the_same_request_in_one_batch_is_done_once() -> None:
    store = GatedLog()
    house = House(store)
    table = await house.table()
    store.interceptor.clear()
    blocker = asyncio.ensure_future(talk(table, 0, "wait"))
    await quiet()
    seat = waiting(table)
    twice = [asyncio.ensure_future(act(table, seat, Action("bet"), None, "id")) for _ in range(2)]
    await quiet()
    store.interceptor.set()
    first, second = await asyncio.gather(*twice)
    assert first == second == await blocker + 1


async def test_a_refused_request_is_refused_the_same_when_it_is_repeated(house: House) -> None:
    table = await house.table()
    seat = waiting(table)
    with pytest.raises(Refused) as first:
        await act(table, 1 - seat, Action("bet"), None, "id")
    await act(table, seat, Action("bet"))
    with pytest.raises(Refused) as second:
        await act(table, 1 - seat, Action("bet"), None, "id")
    assert refusal_message(second.value) == refusal_message(first.value)


async def test_a_request_is_answered_the_same_after_a_restart(house: House) -> None:
    table = await house.table()
    seat = waiting(table)
    seq = await act(table, seat, Action("bet"), None, "id")
    table = await house.restarted(table)
    assert await act(table, seat, Action("bet"), None, "id") == seq
    assert table.state.seq == seq
    with refuses("REASON_REQUEST_ID"):
        await act(table, 1 - seat, Action("bet"), None, "id")


async def test_no_seat_makes_the_table_forget_the_requests_of_another(house: House) -> None:
    table = await house.table()
    seat = waiting(table)
    seq = await act(table, seat, Action("bet"), None, "honest")
    for number in range(300):
        with pytest.raises(Refused):
            await act(table, 1 - seat, Action("tap"), None, f"flood {number}")
        with pytest.raises(Refused):
            await act(table, seat, Action("tap"), None, f"own flood {number}")
    assert await act(table, seat, Action("bet"), None, "honest") == seq


def test_of_what_was_done_the_latest_is_remembered_however_long_a_match_goes_on() -> None:
    answers = ReplyCache()
    for number in range(KEPT_REPLIES):
        answers.add({f"done {number}": Answered("p0", number)})
    assert answers.get("done 0") == Answered("p0", 0)
    answers.add({"later": Answered("p1", KEPT_REPLIES)})
    assert answers.get("done 0") is None
    assert answers.get("done 1") == Answered("p0", 1)
    assert answers.get("later") == Answered("p1", KEPT_REPLIES)
    assert len(answers) == KEPT_REPLIES
    assert list(ReplyCache.of_granted(answers.granted.items()).granted) == list(answers.granted)


def test_of_refusals_the_latest_of_each_player_are_remembered() -> None:
    refused = Refused(Reason.STALE, "Too late.")
    answers = ReplyCache()
    answers.add({"other": Answered("p1", refused)})
    answers.add({f"refused {number}": Answered("p0", refused) for number in range(1000)})
    assert len(answers) == KEPT_REFUSALS + 1
    assert answers.get("refused 999") is not None
    assert answers.get("refused 0") is None
    assert answers.get("other") is not None
    for number in range(100):
        answers.add({f"passer-by {number}": Answered(f"q{number}", refused)})
    assert len(answers) == 16
    assert answers.get("refused 999") is None


@pytest.mark.slow
async def test_the_first_act_of_a_match_is_known_after_thousands_and_after_a_restart(
    house: House,
) -> None:
    table = await house.table("truco-argentino", 2)
    say = Action("say", text="hola")
    first = await act(table, 0, say, None, "first")
    for number in range(1000):
        await act(table, 0, say, None, f"then {number}")
    for _ in range(2):
        seq = table.state.seq
        assert await act(table, 0, say, None, "first") == first
        assert table.state.seq == seq
        with pytest.raises(Refused, match="Somebody else"):
            await act(table, 1, say, None, "first")
        table = await house.restarted(table)


async def test_a_clock_that_is_set_before_1970_stops_nothing(house: House) -> None:
    house.clock.wall = lambda: -86_400_000  # type: ignore[method-assign]
    table = await house.table()
    seq = await act(table, waiting(table), Action("bet"))
    row = (await house.store.read(table.id))[seq - 1]
    assert house.env.journal.read(row, table.state.rules.id).time == -86_400_000


async def test_nobody_acts_before_the_match_or_after_it(house: House) -> None:
    table = await house.table(start=False, options={"hands": 1})
    with refuses("REASON_TABLE_STATE"):
        await act(table, 0, Action("bet"))
    await ready(table, 0, 1)
    await play(table, random.Random(1))
    with refuses("REASON_MATCH_OVER"):
        await act(table, 0, Action("bet"))


@pytest.mark.slow
async def test_a_request_that_breaks_is_answered_and_leaves_the_table_whole(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.table()
    before = table.state

    def broken(tx: Transaction, _: Request) -> int:
        tx.add(Talked(None, "x", "half done"))
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr("cardtui_server.table.mailbox.execute", broken)
        with pytest.raises(Refused) as refused:
            await table.ask(Start(player="p0"))
    assert reason(refused) == "REASON_INTERNAL"
    assert table.state is before
    await act(table, waiting(table), Action("bet"))


async def test_a_full_inbox_refuses() -> None:
    store = GatedLog()
    house = House(store)
    table = await house.table()
    store.interceptor.clear()
    answers: list[Any] = []
    table.post(Say(player="p0", name="P", text="0"), answers.append)
    await quiet()
    for number in range(300):
        table.post(Say(player="p0", name="P", text=f"{number}"), answers.append)
    assert len(answers) == 300 - 256
    assert {answer.reason for answer in answers} == {Reason.LIMIT}
    store.interceptor.set()
    await until(lambda: len(answers) == 301)
    assert sum(isinstance(answer, int) for answer in answers) == 257


# --- another writer ----------------------------------------------------------------------


async def test_who_is_late_reads_on_and_tries_again() -> None:
    """Two servers share the store: the second one's act comes after what the first wrote."""
    store = MemoryStore()
    house = House(store)
    table = await house.table()
    other = House(store)
    await other.lobby.load()
    twin = other.lobby.tables[table.id]
    reader = attach(twin, None, None)
    reader.take()
    seat = waiting(table)
    await act(table, seat, Action("bet"), None, "mine")
    with refuses("REASON_NOT_YOUR_TURN"):
        await act(twin, seat, Action("bet"))
    await quiet()
    assert twin.state == table.state
    assert await act(twin, seat, Action("bet"), None, "mine") == table.state.seq
    assert [frame.update.seq for frame in frames(reader) if frame.HasField("update")] == [
        table.state.seq
    ]
    await act(twin, 1 - seat, Action("bet"))
    with pytest.raises(Behind):
        await store.append(table.id, table.state.seq, [b"x"])
    await house.stop()
    await other.stop()


# --- hands and matches -------------------------------------------------------------------


async def test_the_next_hand_waits_a_little(house: House) -> None:
    table = await house.table(pause=4)
    await end_hand(table)
    hand = table.state.tally.hand
    await house.passes(3.9)
    assert table.state.resting
    await house.passes(0.2)
    assert table.state.tally.hand == hand + 1


async def test_without_a_pause_the_next_hand_comes_at_once(house: House) -> None:
    table = await house.table(pause=0)
    luck = random.Random(3)
    while table.state.tally.hand < 4:
        await act(table, *any_action(table, luck))
        await quiet()
        assert not table.state.turn or not table.state.turn.wants_pack


async def test_the_next_hand_comes_when_all_who_are_connected_have_seen_the_last(
    house: House,
) -> None:
    table = await house.table(seats=3, pause=60)
    attach(table, 0, None)
    attach(table, 1, None)
    await end_hand(table)
    hand = table.state.tally.hand
    table.go_on("p0", hand - 1)
    table.go_on("p0", hand)
    table.go_on("p0", hand)
    await quiet()
    assert table.state.tally.hand == hand
    table.go_on("p1", hand)
    await quiet()
    assert table.state.tally.hand == hand + 1


async def test_the_next_hand_comes_when_the_last_who_has_not_seen_goes_away(house: House) -> None:
    table = await house.table(pause=60)
    attach(table, 0, None)
    reader = attach(table, 1, None)
    await end_hand(table)
    hand = table.state.tally.hand
    table.go_on("p0", hand)
    table.detach(reader)
    await quiet()
    assert table.state.tally.hand == hand + 1


async def test_the_pause_begins_anew_after_a_restart(house: House) -> None:
    table = await house.table(pause=4)
    await end_hand(table)
    hand = table.state.tally.hand
    table = await house.restarted(table)
    assert table.state.resting
    await house.passes(4.1)
    assert table.state.tally.hand == hand + 1


async def test_the_match_starts_when_every_seat_is_taken_and_ready(house: House) -> None:
    table = await house.table(seats=3, people=2, start=False)
    await table.ask(RemoveBot(player="p0", seat=2))
    await ready(table, 0, 1)
    assert life(table) is Life.WAITING
    await table.ask(Sit(player="p2", name="P2", seat=None))
    await ready(table, 2)
    assert table.state.life is Life.PLAYING


async def test_who_is_not_ready_any_more_holds_the_match_up(house: House) -> None:
    table = await house.table(start=False)
    await ready(table, 0)
    await table.ask(SetReady(player="p0", ready=False))
    await ready(table, 1)
    assert life(table) is Life.WAITING
    await ready(table, 0)
    assert table.state.life is Life.PLAYING


async def test_after_a_match_all_are_asked_again_and_another_one_starts(house: House) -> None:
    table = await house.table(options={"hands": 1})
    key = table.state.key
    await play(table, random.Random(1))
    assert life(table) is Life.OVER
    assert not any(sitter and sitter.ready for sitter in table.state.sitters)
    await ready(table, 0, 1)
    assert table.state.life is Life.PLAYING
    assert table.state.match == 2
    assert table.state.key != key
    assert table.state.tally.hand == 1


# --- seats -------------------------------------------------------------------------------


async def test_a_person_takes_a_bots_seat_before_a_match_and_between_two(house: House) -> None:
    table = await house.table(
        "truco-argentino", 4, people=1, options=brief("truco-argentino"), start=False
    )
    assert await table.ask(Sit("p1", "P1", None)) == 1
    assert [each and each.name for each in table.state.sitters][:2] == ["P0", "P1"]
    for player in ("p0", "p1"):
        await table.ask(SetReady(player, ready=True))
    for seat, words in ((2, "Seat 2 is taken"), (None, "This table is full")):
        with pytest.raises(Refused, match=words):
            await table.ask(Sit("p2", "P2", seat))
    await play(table, random.Random(1))
    assert await table.ask(Sit("p2", "P2", 2)) == 2
    assert table.state.life is Life.OVER


async def test_a_seat_is_taken_once(house: House) -> None:
    table = await house.table(seats=3, people=2, start=False)
    await table.ask(RemoveBot(player="p0", seat=2))
    for seat, found in ((0, "REASON_SEAT_TAKEN"), (1, "REASON_SEAT_TAKEN"), (9, "BAD_REQUEST")):
        with pytest.raises(Refused) as refused:
            await table.ask(Sit(player="new", name="New", seat=seat))
        assert found in reason(refused)
    sit = Sit(player="new", name="New")
    assert await table.ask(sit._replace(seat=None)) == 2
    seq = table.state.seq
    assert await table.ask(sit._replace(seat=None)) == 2
    assert await table.ask(sit._replace(seat=2)) == 2
    assert table.state.seq == seq
    with pytest.raises(Refused, match="This table is full"):
        await table.ask(Sit(player="late", name="Late", seat=None))
    with pytest.raises(Refused, match="You already sit at this table, in seat 2"):
        await table.ask(sit._replace(seat=1))


async def test_who_gets_up_in_a_match_leaves_a_bot_and_may_come_back(house: House) -> None:
    table = await house.table("truco-argentino", 4)
    reader = attach(table, 2, None)
    await table.ask(Leave(player="p2"))
    sitter = table.state.sitters[2]
    assert sitter is not None
    assert sitter.bot
    assert table.state.life is Life.PLAYING
    assert frames(reader)[-1].end.reason == table_service_pb2.END_REASON_LEFT
    assert reader.done
    with refuses("REASON_SEAT_TAKEN"):
        await table.ask(Sit(player="thief", name="T", seat=2))
    assert await table.ask(Sit(player="p2", name="P2", seat=None)) == 2
    assert table.state.seat_of("p2") == 2


async def test_nobody_acts_in_a_seat_after_getting_up_from_it(house: House) -> None:
    """Not the player whose stream is not closed yet, nor a bot that was still thinking."""
    table = await house.table()
    seat, position = waiting(table), table.state.position
    request = Act(seat=seat, player="", action=Action("bet"), expected=position)
    await table.ask(Leave(player=f"p{seat}"))
    with refuses("REASON_NOT_SEATED"):
        await table.ask(request._replace(player=f"p{seat}"))
    await table.ask(Sit(player=f"p{seat}", name="back", seat=seat))
    with refuses("REASON_NOT_SEATED"):
        await table.ask(request)
    assert table.state.position == position
    await table.ask(request._replace(player=f"p{seat}"))


async def test_who_comes_to_a_table_as_it_closes_is_told(house: House) -> None:
    table = await house.table()
    await table.ask(Close(player="p0"))
    await quiet()
    assert frames(attach(table, None, None))[-1].HasField("end")


@pytest.mark.slow
async def test_bots_finish_a_match_that_everybody_left(house: House) -> None:
    table = await house.table("truco-argentino", 2)
    for player in ("p0", "p1"):
        await table.ask(Leave(player=player))
    for _ in range(1000):
        await house.passes(2)
    assert life(table) is Life.OVER


async def test_where_nobody_plays_or_reads_the_bots_take_their_time(house: House) -> None:
    table = await house.table(people=0, start=False)
    await table.ask(Start(player="p0"))
    await quiet()
    position = table.state.position
    await house.passes(0.5)
    assert table.state.position == position
    reader = attach(table, None, None)
    house.clock.advance(1)
    await until(lambda: table.state.position > position + 9, house.clock)
    table.detach(reader)
    await house.passes(0)
    position = table.state.position
    await house.passes(0.5)
    assert table.state.position == position


@pytest.mark.slow
async def test_bots_of_different_tables_move_one_after_the_other() -> None:
    store = GatedLog()
    house = House(store)
    tables = [await house.table(people=0, start=False) for _ in range(3)]
    for table in tables:
        attach(table, None, None)
        await table.ask(Start(player="p0"))
    await quiet()
    positions = [table.state.position for table in tables]
    store.interceptor.clear()
    before = store.appends
    await until(lambda: store.appends > before, house.clock)
    for _ in range(9):
        await house.passes(0)
    assert store.appends == before + 1
    house.clock.advance(0.06)  # the disk takes too long: the others need not wait
    await until(lambda: store.appends == before + 2, house.clock)
    store.interceptor.set()
    for number, table in enumerate(tables):
        await until(lambda: table.state.position > positions[number] + 5, house.clock)  # noqa: B023


async def test_a_table_that_ends_while_its_bot_moves_does_not_stop_the_others(house: House) -> None:
    tables = [await house.table(people=0, start=False) for _ in range(2)]
    for table in tables:
        attach(table, None, None)
        await table.ask(Start(player="p0"))
    house.clock.advance(0)
    await tables[0].ask(Close(player="p0"))
    position = tables[1].state.position
    await until(lambda: tables[1].state.position > position + 5, house.clock)


async def test_the_host_passes_to_the_next_person(house: House) -> None:
    table = await house.table(seats=3, start=False)
    await table.ask(Leave(player="p0"))
    assert table.state.host == "p1"
    with pytest.raises(Refused, match="Only P1, the host") as refused:
        await table.ask(Start(player="p0"))
    assert reason(refused) == "REASON_NOT_HOST"
    for player in ("p1", "p2"):
        await table.ask(Leave(player=player))
    assert table.state.host == ""
    await table.ask(Sit(player="new", name="New", seat=None))
    assert table.state.host == "new"


async def test_only_the_host_brings_bots_and_only_between_matches(house: House) -> None:
    table = await house.table(seats=3, start=False)
    await table.ask(Leave(player="p2"))
    with pytest.raises(Refused) as refused:
        await table.ask(AddBot(player="p1", seat=2, level=1))
    assert reason(refused) == "REASON_NOT_HOST"
    for level in (0, 4, 99):
        with refuses("REASON_BAD_REQUEST"):
            await table.ask(AddBot(player="p0", seat=2, level=level))
    assert await table.ask(AddBot(player="p0", seat=None, level=3)) == 2
    with pytest.raises(Refused) as refused:
        await table.ask(RemoveBot(player="p0", seat=1))
    assert reason(refused) == "REASON_BAD_REQUEST"
    await table.ask(Start(player="p0"))
    for request in (
        RemoveBot(player="p0", seat=2),
        AddBot(player="p0", seat=2, level=1),
        Start(player="p0"),
        SetReady(player="p0", ready=True),
    ):
        with refuses("REASON_TABLE_STATE"):
            await table.ask(request)


async def test_who_holds_no_seat_cannot_leave_or_be_ready(house: House) -> None:
    table = await house.table(start=False)
    for request in (
        Leave(player="nobody"),
        SetReady(player="nobody", ready=True),
    ):
        with refuses("REASON_NOT_SEATED"):
            await table.ask(request)


async def test_a_closed_table_ends_its_streams_and_is_gone(house: House) -> None:
    table = await house.table()
    readers = [attach(table, 0, None), attach(table, None, None)]
    with refuses("REASON_NOT_HOST"):
        await table.ask(Close(player="p1"))
    await table.ask(Close(player="p0"))
    await quiet()
    for reader in readers:
        assert frames(reader)[-1].end.reason == table_service_pb2.END_REASON_CLOSED
    assert table.id not in house.lobby.tables
    with refuses("REASON_TABLE_STATE"):
        await table.ask(Leave(player="p0"))
    await house.restart()
    assert not house.lobby.tables


# --- talk --------------------------------------------------------------------------------


async def test_reserved_words_commit_their_speaker(house: House) -> None:
    """TA-70: who says it is committed to it; the line is talk all the same."""
    table = await house.table("truco-argentino", 2)
    await act(table, waiting(table), TAP)
    seat, position = waiting(table), table.state.position
    reader = attach(table, None, None)
    reader.take()
    await talk(table, seat, "pues ¡Truco!")
    assert phase(table) == "answer"
    assert table.state.position > position
    (update,) = [frame.update for frame in frames(reader) if frame.HasField("update")]
    assert update.events[0].said.text == "pues ¡Truco!"
    assert update.events[0].said.name == f"P{seat}"
    assert update.events[1].acted.action.HasField("truco")


async def test_words_that_commit_to_nothing_are_talk(house: House) -> None:
    table = await house.table("truco-argentino", 2)
    seat, position = waiting(table), table.state.position
    await talk(table, seat, "hola, quiero un mate")
    assert table.state.position == position
    assert [said.text for said in table.state.talk] == ["hola, quiero un mate"]


async def test_spectators_words_never_commit_anybody(house: House) -> None:
    table = await house.table("truco-argentino", 2)
    await act(table, waiting(table), TAP)
    position = table.state.position
    await talk(table, None, "truco")
    assert table.state.position == position
    assert table.state.talk[-1].seat is None


async def test_a_newcomer_is_told_the_latest_talk(house: House) -> None:
    table = await house.table()
    for number in range(60):
        await talk(table, 0, f"line {number}")
    (snapshot,) = [f.snapshot for f in frames(attach(table, None, None)) if f.HasField("snapshot")]
    assert [said.text for said in snapshot.talk] == [f"line {n}" for n in range(10, 60)]


# --- bots --------------------------------------------------------------------------------


class Stub:
    """A bot that does what the test says."""

    def __init__(self, does: Any) -> None:
        self.does = does
        self.asked = 0

    def decide(self, view: Any, bits: Any) -> Action | None:
        self.asked += 1
        if isinstance(self.does, Exception):
            raise self.does
        result: Action | None = self.does
        return result


@pytest.mark.slow
@pytest.mark.parametrize(
    "does", [ZeroDivisionError(), None, Action("tap"), Action("nonsense"), Action("raise", to=9)]
)
async def test_a_bot_that_fails_does_something_legal_all_the_same(house: House, does: Any) -> None:
    table = await house.table(people=1)
    table._reactors.bots._decisions._made[2, 1] = stub = Stub(does)
    for _ in range(3):
        if waiting(table) == 0:
            await act(table, 0, Action("bet"))
        await until(lambda: waiting(table) == 0, house.clock)
    assert stub.asked


async def test_a_bot_may_interrupt_when_it_is_not_its_turn(house: House) -> None:
    """TA-22: truco may be called out of turn, by a bot as by anybody."""
    table = await house.table("truco-argentino", 2, people=1)
    await until(lambda: phase(table) == "play", house.clock)
    if waiting(table) == 1:
        await until(lambda: waiting(table) == 0, house.clock)
    # From here on it calls truco whenever it is asked.
    table._reactors.bots._decisions._made[2, 1] = Stub(Action("truco"))
    table._reactors.bots._looked = -1
    table._reactors.bots.on_state(table.state)
    await until(lambda: phase(table) == "answer", house.clock)
    assert waiting(table) == 0


async def test_a_bot_takes_its_time(house: House) -> None:
    table = await house.lobby.create(
        "p0",
        "P0",
        NewTable.of(
            game="cacho",
            seats=2,
            name="",
            pause_milliseconds=0,
            thinking_milliseconds=1000,
            seat=None,
            bots=1,
        ),
    )
    await table.ask(Start(player="p0"))
    await quiet()
    position = table.state.position
    await house.passes(0.59)
    assert table.state.position == position
    await house.passes(0.9)
    assert table.state.position > position
