"""Hints: who may have one and when, what others are told, and that it is what a strong bot does."""

import random
from typing import Any

import pytest

from cardtui.v1 import table_service_pb2
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Advice, Level
from cardtui_engine.bots import Reason as Why
from cardtui_engine.library.registry import game_ids, get_bot_maker, get_rules
from cardtui_engine.views import SeatView
from cardtui_server.match.commands.play import seat_to_advise
from cardtui_server.match.entries import Hinted, SitInCause
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import AskHint, SetPause
from cardtui_server.table.actor import Table
from cardtui_server.table.bots.decisions import Hints
from cardtui_server.wire.codec import advice_message, codec_for
from tests.server.at_table import waiting
from tests.support.calling import Caller, refused_as, running
from tests.support.playing import House, act, any_action, attach, begin_next, frames, quiet, until


async def told(table: Table, house: House) -> list[int]:
    """Return the seats of whose hints the log says that others were told."""
    read = house.env.journal.read
    entries = [read(row, table.state.rules.id).entry for row in await house.store.read(table.id)]
    return [each.seat for each in entries if isinstance(each, Hinted)]


def refusal(table: Table, player: str) -> Reason:
    with pytest.raises(Refused) as caught:
        seat_to_advise(table.state, player)
    return caught.value.reason


# --- who may have one ------------------------------------------------------------------------


async def test_only_a_player_who_may_act_has_a_hint(house: House) -> None:
    table = await house.table("cacho", 2, start=False)
    assert refusal(table, "p0") is Reason.TABLE_STATE, "no match is played"
    await begin_next(table)
    seat = waiting(table)
    assert seat_to_advise(table.state, f"p{seat}") == seat
    assert refusal(table, f"p{1 - seat}") is Reason.NOT_YOUR_TURN
    assert refusal(table, "w1") is Reason.NOT_SEATED
    await table.ask(SetPause("p0", paused=True, agreed=True))
    assert refusal(table, f"p{seat}") is Reason.TABLE_STATE


async def test_who_lets_a_bot_play_has_no_hint(house: House) -> None:
    table = await house.table("cacho", 2)
    seat = waiting(table)
    sitter = table.state.sitters[seat]
    assert sitter is not None
    plays = [*table.state.sitters]
    plays[seat] = sitter._replace(stand_in=2, cause=SitInCause.LATE)
    with pytest.raises(Refused, match="A bot plays for you"):
        seat_to_advise(table.state._replace(sitters=tuple(plays)), f"p{seat}")


async def test_a_rated_table_has_none_whether_or_not_this_match_is_rated(house: House) -> None:
    table = await house.table(people=1, bots=1, rated=True, start=False)
    await begin_next(table)
    assert not table.state.rated, "nobody is rated for beating bots"
    with pytest.raises(Refused, match="no hints at a rated table"):
        await table.ask(AskHint("p0"))


# --- what others are told --------------------------------------------------------------------


async def test_other_people_are_told_once_in_each_hand(house: House) -> None:
    table = await house.table("truco-argentino", 2)
    seat = waiting(table)
    other = attach(table, 1 - seat, None)
    frames(other)
    await table.ask(AskHint(f"p{seat}"))
    await table.ask(AskHint(f"p{seat}"))
    await quiet()
    events = [event for frame in frames(other) for event in frame.update.events]
    assert [event.hinted.seat for event in events if event.HasField("hinted")] == [seat]
    assert seat in table.state.hinted
    hand, luck = table.state.tally.hand, random.Random(4)
    while table.state.tally.hand == hand:
        await act(table, *any_action(table, luck))
        await quiet()
    assert not table.state.hinted
    await table.ask(AskHint(f"p{waiting(table)}"))
    assert len(await told(table, house)) == 2
    after = table.state
    await house.restart()
    assert house.lobby.tables[table.id].state == after, "after a restart it is still known"


async def test_who_plays_against_bots_alone_is_not_told_of(house: House) -> None:
    table = await house.table("cacho", 2, people=1)
    await until(lambda: waiting(table) == 0, house.clock)
    before = table.state
    await table.ask(AskHint("p0"))
    assert table.state is before


# --- what it says ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", game_ids())
async def test_a_hint_is_what_a_strong_bot_does_with_that_view_and_may_be_done(game: str) -> None:
    house = House(seed=3)
    table = await house.table(game, min(get_rules(game).seats))
    for _ in range(4):
        state, seat = table.state, waiting(table)
        advice = await Hints().hint(state, seat)
        assert await Hints().hint(state, seat) == advice, "asking twice gives the same hint"
        assert advice.action is not None
        message = advice_message(advice, state)
        assert message.position == state.position
        assert len(message.numbers) == numbers_of(advice.reason)
        await act(table, seat, codec_for(game).actions.read(message.action))
        await quiet()


def numbers_of(why: Why) -> int:
    """Return how many numbers belong to a reason."""
    return {Why.ONLY: 0, Why.SURE: 0, Why.MIX: 1}.get(why, 2)


async def test_a_hint_asks_for_no_secret_and_no_bits_of_the_match(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the match's key and the cards of others, the same view has the same hint."""
    table = await house.table("cacho", 2)
    state, seat = table.state, waiting(table)
    view = state.rules.seat_view(state.game, seat)
    seen: list[tuple[SeatView[Any, Any], int]] = []
    bot = type(get_bot_maker("cacho")(state.made.options, 2, Level.HARD))
    advise = bot.advise

    def noted(self: Any, view: SeatView[Any, Any], bits: Bits) -> Advice:
        seen.append((view, bits.next64()))
        found: Advice = advise(self, view, bits)
        return found

    monkeypatch.setattr(bot, "advise", noted)
    await Hints().hint(state, seat)
    first = seen.copy()
    seen.clear()
    await Hints().hint(state._replace(key=bytes(64), position=9), seat)
    assert seen == first
    assert seen[0][0] == view


def test_every_reason_has_its_number_in_the_protocol() -> None:
    names = {
        each.removeprefix("ADVICE_REASON_")
        for each in table_service_pb2.AdviceReason.DESCRIPTOR.values_by_name
    }
    assert names == {each.name for each in Why} | {"UNSPECIFIED"}


async def test_over_the_wire_it_comes_typed_and_strangers_get_none() -> None:
    async with running() as server:
        ana, zoe = Caller(server.address), Caller(server.address)
        for caller, name in ((ana, "Ana"), (zoe, "Zoe")):
            await caller.open(name)
        table = (await ana.create(game="cacho", seat=0)).id
        request = table_service_pb2.AdviseRequest(table=table)
        with refused_as("TABLE_STATE"):
            await ana.call(ana.tables.Advise, request)
        await zoe.join(table, 1)
        await ana.ready(table)
        await zoe.ready(table)
        snapshot = await ana.view(table)
        first, second = (ana, zoe) if 0 in snapshot.view.to_act else (zoe, ana)
        hint = await first.call(first.tables.Advise, request)
        assert hint.action.WhichOneof("action")
        assert hint.reason
        assert hint.position == snapshot.position
        with refused_as("NOT_YOUR_TURN"):
            await second.call(second.tables.Advise, request)
        for caller in (ana, zoe):
            await caller.close()
