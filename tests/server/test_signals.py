"""Signals: those who look at the giver see them, and nobody else learns that there was one."""

import asyncio
import random
from dataclasses import replace
from typing import Any

import grpc
import pytest

from cardtui.v1 import signals_pb2, table_service_pb2
from cardtui_engine.games.truco_argentino.bot.signals import SHOWN_STRENGTHS
from cardtui_engine.games.truco_argentino.cards import STRENGTH
from cardtui_engine.gestures import Gesture
from cardtui_engine.library.record_reading import read
from cardtui_server.fairness.verification import Kind, verify
from cardtui_server.match.entries import Gestured, SitInCause
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import GiveSignal, Look, Return, Say, SetReady, SitIn
from cardtui_server.match.state import Life
from cardtui_server.match.told_to_few import SIGNALS_KEPT
from cardtui_server.settings import Settings
from cardtui_server.table.actor import Table
from cardtui_server.table.subscription import Subscription
from tests.support.calling import Caller, reason, running
from tests.support.playing import House, Onlooker, act, any_action, attach, frames, quiet

FOUR = ("truco-argentino", 4)


async def gives(table: Table, seat: int, gesture: Gesture) -> None:
    await table.ask(GiveSignal(player=f"p{seat}", gesture=gesture))


async def looks(table: Table, seat: int, at: int) -> None:
    await table.ask(Look(player=f"p{seat}", at=at))


def seen(reader: Subscription) -> list[tuple[int, int, int]]:
    """Return the signals that a reader is told of now: number, seat, gesture."""
    return [
        (each.number, each.gestured.seat, each.gestured.gesture)
        for frame in frames(reader)
        for each in frame.signals.signals
    ]


async def everything(*, signals: bool) -> list[bytes]:
    """Return all that is given to an opponent who looks elsewhere, spectators and the lobby."""
    house = House()
    table = await house.table(*FOUR)
    readers = [attach(table, 1, None), attach(table, None, None)]
    given = [reader.take() for reader in readers]

    async def told() -> list[bytes]:
        await quiet()
        house.clock.advance(1)
        await quiet()
        return [reader.take() for reader in readers]

    async def signal(seat: int, gesture: Gesture) -> None:
        if signals:
            await gives(table, seat, gesture)
            assert await told() == [b"", b""]

    await looks(table, 3, 0)
    given += await told()
    await signal(0, Gesture.WINK)
    await table.ask(Say(player="p1", name="P1", text="what are they up to?"))
    given += await told()
    await signal(2, Gesture.EYES)
    await looks(table, 1, 0)
    given += await told()
    await signal(2, Gesture.BITE)
    given += [table.snapshot("p1"), table.snapshot(None), table.shown]
    given += [attach(table, 1, 4).take(), attach(table, None, 4).take()]
    table = await house.restarted(table)
    given += [table.snapshot("p1"), table.snapshot(None), attach(table, 1, None).take()]
    readers = [attach(table, 1, None)]
    await gives(table, 0, Gesture.KISS)  # the first that this player sees
    given += await told()
    await house.stop()
    return given


async def test_who_does_not_see_them_learns_nothing_at_all() -> None:
    assert await everything(signals=True) == await everything(signals=False)


async def test_all_who_look_at_the_giver_see_it_partner_or_opponent(house: House) -> None:
    table = await house.table(*FOUR)
    readers = [attach(table, seat, None) for seat in range(4)]
    for reader in readers:
        frames(reader)
    await gives(table, 0, Gesture.WINK)
    assert [seen(reader) for reader in readers] == [[(1, 0, 2)], [], [(1, 0, 2)], []]
    await looks(table, 1, 0)
    await looks(table, 2, 3)
    await gives(table, 0, Gesture.BITE)
    assert [seen(reader) for reader in readers] == [[(2, 0, 4)], [(1, 0, 4)], [], []]


async def test_they_are_shown_again_to_who_comes_back_after_a_restart_too(house: House) -> None:
    table = await house.table(*FOUR)
    await gives(table, 0, Gesture.WINK)
    await gives(table, 2, Gesture.EYES)
    told = [(1, 0, 2), (2, 2, 7)]
    assert seen(attach(table, 2, table.state.seq)) == told
    table = await house.restarted(table)
    assert seen(attach(table, 2, None)) == seen(attach(table, 0, None)) == told
    assert seen(attach(table, 1, None)) == []
    for _ in range(SIGNALS_KEPT):
        await gives(table, 0, Gesture.HEAD)
    assert [number for number, _, _ in seen(attach(table, 2, None))] == list(
        range(3, SIGNALS_KEPT + 3)
    )


async def test_everybody_sees_where_each_looks_and_a_new_match_begins_with_partners(
    house: House,
) -> None:
    table = await house.table(*FOUR, start=False)
    onlooker, reader = Onlooker(), attach(table, None, None)
    onlooker.fold(frames(reader))
    assert onlooker.gazes == [2, 3, 0, 1]
    for seat in range(4):
        await table.ask(SetReady(player=f"p{seat}", ready=True))
    await looks(table, 1, 2)
    before = table.state.seq
    await looks(table, 1, 2)
    assert table.state.seq == before
    house.clock.advance(1)
    await quiet()
    onlooker.fold(frames(reader))
    assert onlooker.gazes == [2, 2, 0, 1]
    assert [(each.looked.seat, each.looked.at) for each in onlooker.events[-1:]] == [(1, 2)]
    onlooker.knows(table_service_pb2.Snapshot.FromString(table.snapshot(None)))


async def test_with_six_each_looks_at_the_next_partner_at_first(house: House) -> None:
    table = await house.table("truco-argentino", 6)
    assert table.state.gazes == (2, 3, 4, 5, 0, 1)


async def test_who_lets_a_bot_play_sees_nothing_and_gives_none_until_they_are_back(
    house: House,
) -> None:
    table = await house.table(*FOUR)
    await table.ask(SitIn(2, SitInCause.HOST))
    await gives(table, 0, Gesture.WINK)
    entries = table.state.entries
    with pytest.raises(Refused, match="A bot plays for you") as refused:
        await gives(table, 2, Gesture.WINK)
    assert refused.value.reason is Reason.TABLE_STATE
    assert table.state.entries == entries
    reader = attach(table, 2, None)
    assert seen(reader) == []
    await table.ask(Return("p2"))
    await gives(table, 2, Gesture.WINK)
    assert seen(reader) == [(1, 2, Gesture.WINK)]


async def hands_of(table: Table, house: House, hands: int, luck: random.Random) -> None:
    """Let people play at random and slowly, and bots as they do, for so many hands."""
    for _ in range(20_000):
        if table.state.packs > hands or table.state.life is not Life.PLAYING:
            return
        turn = table.state.turn
        people = [seat for seat, each in enumerate(table.state.sitters) if each and each.player]
        if turn is not None and not turn.wants_pack and set(people) & set(turn.to_act):
            seat, action = any_action(table, luck)
            if seat in people and house.clock.now() % 5 < 0.1:
                await act(table, seat, action)
        house.clock.advance(0.1)
        await quiet()
    raise AssertionError("the hands did not end")


@pytest.mark.slow
async def test_a_bot_shows_its_best_card_to_its_partner_once_a_hand_and_to_nobody_else() -> None:
    house = House(seed=4)
    table = await house.table(*FOUR, people=2, bots=3, thinking=900)
    readers = [attach(table, viewer, None) for viewer in (0, 1, None)]
    best: dict[int, set[int]] = {2: set(), 3: set()}
    publish = table._publisher.publish

    def note(step: Any) -> None:
        if isinstance(step.entry, Gestured):
            hand = table.state.rules.seat_view(step.after.game, step.entry.seat).own
            best[step.entry.seat].add(step.after.packs)
            meant = SHOWN_STRENGTHS.get(step.entry.gesture)
            assert meant is None or max(STRENGTH[card] for card in hand.hand) in meant
            assert len(hand.hand) == 3
        publish(step)

    table._publisher.publish = note  # type: ignore[method-assign]
    await hands_of(table, house, 8, random.Random(1))
    told = [seen(reader) for reader in readers]
    assert [{seat for _, seat, _ in each} for each in told] == [{2}, {3}, set()]
    assert [len(each) for each in told] == [len(best[2]), len(best[3]), 0]


@pytest.mark.slow
async def test_a_bot_heeds_its_partner_and_the_record_proves_it_with_the_signals() -> None:
    house, luck = House(seed=2), random.Random(2)
    table = await house.table(*FOUR, people=2, bots=3, options={"target": 15})
    dealt = 0
    for _ in range(20_000):
        if table.state.life is not Life.PLAYING:
            break
        if table.state.packs > dealt:
            dealt = table.state.packs
            await gives(table, 0, Gesture.EYEBROW)
            await gives(table, 1, Gesture.EYES)
            await quiet()
        turn = table.state.turn
        if turn is not None and not turn.wants_pack and min(turn.to_act) < 2:
            seat, action = any_action(table, luck)
            if seat < 2:
                await act(table, seat, action)
        house.clock.advance(0.1)
        await quiet()
    kept = read(await house.lobby.records.text(table.id, 1, "p0"))
    assert kept.origin is not None
    assert {each.sign.gesture for each in kept.origin.signs} == {Gesture.EYEBROW, Gesture.EYES}
    assert verify(kept).holds
    without = replace(kept, origin=replace(kept.origin, signs=()))
    assert {each.kind for each in verify(without).findings if each.is_fault} == {Kind.BOT}


async def test_a_signal_makes_no_action_stale(house: House) -> None:
    table = await house.table(*FOUR)
    position = table.state.position
    await gives(table, 0, Gesture.WINK)
    await looks(table, 0, 1)
    assert table.state.position == position


@pytest.mark.parametrize(
    ("game", "seats", "start", "sentence"),
    [
        ("cacho", 4, True, "Nobody has partners"),
        ("truco-argentino", 2, True, "Nobody has partners"),
        (*FOUR, False, "wait until it has begun"),
    ],
)
async def test_they_are_refused_where_there_are_none(
    house: House, game: str, seats: int, start: bool, sentence: str
) -> None:
    table = await house.table(game, seats, start=start)
    entries = table.state.entries
    for request in (GiveSignal("p0", Gesture.WINK), Look("p0", 1)):
        with pytest.raises(Refused, match=sentence) as refused:
            await table.ask(request)
        assert refused.value.reason is Reason.TABLE_STATE
    assert table.state.entries == entries


async def test_one_looks_at_another_seat_of_the_table(house: House) -> None:
    table = await house.table(*FOUR)
    for at, sentence in ((0, "at yourself"), (4, "seats 0 to 3")):
        with pytest.raises(Refused, match=sentence):
            await looks(table, 0, at)
    with pytest.raises(Refused) as refused:
        await table.ask(Look("stranger", 1))
    assert refused.value.reason is Reason.NOT_SEATED


async def test_over_the_wire_partners_see_them_and_too_many_are_refused() -> None:
    async with running(Settings(port=0, thinking=0)) as server:
        ana, bia = [await Caller.of(server.address, name) for name in ("Ana", "Bia")]
        table = (await ana.create(game="truco-paulista", seats=4, seat=0)).id
        await bia.join(table, 2)
        await ana.start(table)
        playing = bia.play(table)
        await playing.until(lambda: playing.seq >= 0)
        wink = table_service_pb2.SignalRequest(table=table, gesture=signals_pb2.GESTURE_WINK)
        await ana.call(ana.tables.Signal, wink)
        await playing.until(lambda: playing.signals)
        (signal,) = playing.signals
        assert (signal.gestured.name, signal.gestured.seat) == ("Ana", 0)
        await bia.call(bia.tables.Look, table_service_pb2.LookRequest(table=table, at=1))
        await playing.until(lambda: list(playing.gazes) == [2, 3, 1, 1])
        unknown = table_service_pb2.SignalRequest(table=table)
        with pytest.raises(Exception, match="does not know that gesture"):
            await ana.call(ana.tables.Signal, unknown)
        given = [ana.call(ana.tables.Signal, wink) for _ in range(20)]
        answers = await asyncio.gather(*given, return_exceptions=True)
        refused = [each for each in answers if isinstance(each, grpc.aio.AioRpcError)]
        assert {reason(each) for each in refused} == {"LIMIT"}
        await ana.close()
        await bia.close()
