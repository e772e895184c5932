"""Talk apart: partners hear it where they may talk, and nobody else learns that there was any."""

from __future__ import annotations

import pytest

from cardtui.v1 import events_pb2, table_service_pb2
from cardtui_engine.actions import Action
from cardtui_server.match.entries import Partners
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import Leave, Say, SayToTeam, SetReady, Sit, SwapSeats
from cardtui_server.match.state import TALK_KEPT
from cardtui_server.match.told_to_few import HEARERS_KEPT
from cardtui_server.table.actor import Table
from cardtui_server.table.subscription import Subscription
from tests.support.calling import Caller, reason, running
from tests.support.playing import House, act, attach, frames, quiet

FOUR = ("truco-brasileiro", 4)


async def apart(table: Table, who: str, text: str) -> int:
    return await table.ask(SayToTeam(player=who, name=who.upper(), text=text))


def told(reader: Subscription) -> list[tuple[int, str]]:
    """Return the lines that a reader is told apart now, with their numbers."""
    lines = [line for frame in frames(reader) for line in frame.team_talk.lines]
    assert all(line.said.talk == events_pb2.TALK_TEAM for line in lines)
    return [(line.number, line.said.text) for line in lines]


async def everything(*, talks: bool) -> list[bytes]:
    """Return all that an opponent, a spectator, who comes later, and the lobby are given."""
    house = House()
    table = await house.table(*FOUR, start=False)
    readers = [attach(table, 1, None), attach(table, None, None)]
    given = [reader.take() for reader in readers]

    async def say(text: str) -> None:
        if talks:
            await apart(table, "p0", text)
            await quiet()
            assert [reader.take() for reader in readers] == [b"", b""]

    await say("I begin with the big ones")
    await table.ask(Say(player="p1", name="P1", text="what are they up to?"))
    given += [reader.take() for reader in readers]
    await say("let them come")
    for who in ("p0", "p1", "p2", "p3"):
        await table.ask(SetReady(player=who, ready=True))
    await quiet()
    house.clock.advance(1)
    given += [reader.take() for reader in readers]
    given += [table.snapshot("p1"), table.snapshot(None), table.shown]
    given += [attach(table, 1, 4).take(), attach(table, 3, None).take()]
    await house.restart()
    table = house.lobby.tables[table.id]
    given += [table.snapshot("p1"), table.snapshot(None), attach(table, 1, None).take()]
    await house.stop()
    return given


async def test_who_does_not_hear_it_learns_nothing_at_all() -> None:
    assert await everything(talks=True) == await everything(talks=False)


async def called(house: House) -> tuple[Table, list[int]]:
    """Return a table where a truco was called; the seats that must answer, then the others."""
    table = await house.table(*FOUR)
    rules = table.state.rules
    while (turn := table.state.turn) is not None and turn.phase != "answer":
        truco = Action("truco")
        may = rules.accepts(table.state.game, turn.to_act[0], truco)
        mildest = rules.mildest(table.state.game, turn.to_act[0])
        await act(table, turn.to_act[0], truco if may else mildest)
    assert turn is not None
    return table, [*turn.to_act, *(seat for seat in range(4) if seat not in turn.to_act)]


async def raise_told(*, talks: bool) -> list[bytes]:
    """Return all that the callers and a spectator are given while a raise is talked over."""
    house = House()
    table, (one, other, *callers) = await called(house)
    readers = [attach(table, viewer, None) for viewer in (*callers, None)]
    house.clock.advance(1)
    await quiet()
    given = [reader.take() for reader in readers]
    for seat in (one, other) if talks else ():
        await apart(table, f"p{seat}", "shall we?")
        await quiet()
        house.clock.advance(1)
        assert [reader.take() for reader in readers] == [b"", b"", b""]
    await act(table, other, Action("accept"))
    house.clock.advance(1)
    await quiet()
    given += [reader.take() for reader in readers]
    given += [table.snapshot(f"p{callers[0]}"), table.snapshot(None)]
    given.append(attach(table, callers[1], None).take())
    await house.stop()
    return given


async def test_what_partners_say_about_a_raise_reaches_nobody_else() -> None:
    assert await raise_told(talks=True) == await raise_told(talks=False)


async def test_who_must_answer_a_raise_may_talk_it_over_until_one_does() -> None:
    house = House()
    table, (one, other, caller, partner) = await called(house)

    async def is_refused(seat: int) -> None:
        with pytest.raises(Refused, match="only while they must answer a raise"):
            await apart(table, f"p{seat}", "psst")

    await apart(table, f"p{one}", "shall we?")
    assert told(attach(table, other, None)) == [(1, "shall we?")]
    await is_refused(caller)
    await act(table, other, Action("raise"))
    await apart(table, f"p{partner}", "now we must")
    await is_refused(one)
    await act(table, caller, Action("accept"))
    await is_refused(partner)
    await house.stop()


async def test_partners_hear_it_at_once_and_again_when_they_come_back() -> None:
    house = House()
    table = await house.table(*FOUR, start=False)
    mine, partners = attach(table, 0, None), attach(table, 2, None)
    frames(mine)
    frames(partners)
    await apart(table, "p0", "mine")
    await apart(table, "p1", "theirs")
    await apart(table, "p2", "ours")
    lines = [(1, "mine"), (2, "ours")]
    assert told(mine) == told(partners) == lines
    assert told(attach(table, 2, table.state.seq)) == lines
    await house.restart()
    table = house.lobby.tables[table.id]
    assert told(attach(table, 2, None)) == lines
    assert told(attach(table, 3, None)) == [(1, "theirs")]
    await house.stop()


async def test_who_takes_the_seat_later_hears_nothing_of_before() -> None:
    house = House()
    table = await house.table(*FOUR, start=False)
    await apart(table, "p0", "our plan")
    await table.ask(Leave(player="p2"))
    await table.ask(Sit(player="p9", name="P9", seat=2))
    assert told(attach(table, 2, None)) == []
    await apart(table, "p0", "another plan")
    assert told(attach(table, 2, None)) == [(1, "another plan")]
    await house.stop()


async def partner_told(*, talks: bool) -> list[bytes]:
    """Return all that who becomes a partner by a swap is given by then and after."""
    house = House()
    table = await house.table(*FOUR, start=False)
    for _ in range(7 if talks else 0):
        await apart(table, "p0", "secret")
    await apart(table, "p1", "theirs")
    await table.ask(SwapSeats("p1", 2, "p2"))
    given = [attach(table, 2, None).take()]
    await apart(table, "p0", "hello")
    await apart(table, "p1", "good evening")
    given += [attach(table, 2, None).take(), attach(table, 2, table.state.seq).take()]
    await house.restart()
    given.append(attach(house.lobby.tables[table.id], 2, None).take())
    await house.stop()
    return given


async def test_who_becomes_a_partner_by_a_swap_learns_nothing_of_the_talk_before() -> None:
    assert await partner_told(talks=True) == await partner_told(talks=False)


async def test_it_is_kept_for_so_many_players_and_for_all_who_sit_there() -> None:
    house = House()
    table = await house.table(*FOUR, start=False)
    await apart(table, "p1", "theirs")
    for number in range(HEARERS_KEPT + 3):
        await table.ask(Leave(player=table.state.sitters[2].player))  # type: ignore[union-attr] # somebody sits there
        await table.ask(Sit(player=f"q{number}", name=f"Q{number}", seat=2))
        await apart(table, "p0", f"line {number}")
    assert len(table.state.apart) == HEARERS_KEPT
    assert told(attach(table, 3, None)) == [(1, "theirs")]
    assert len(told(attach(table, 0, None))) == HEARERS_KEPT + 3
    assert told(attach(table, 2, None)) == [(1, f"line {HEARERS_KEPT + 2}")]
    before = table.state
    await house.restart()
    assert [*house.lobby.tables[table.id].state.apart] == [*before.apart]
    await house.stop()


async def test_only_so_much_of_it_is_kept_for_each_team() -> None:
    house = House()
    table = await house.table(*FOUR, start=False)
    await apart(table, "p1", "theirs")
    for number in range(TALK_KEPT + 3):
        await apart(table, "p0", f"line {number}")
    numbers = [number for number, _ in told(attach(table, 2, None))]
    assert numbers == list(range(4, TALK_KEPT + 4))
    assert told(attach(table, 3, None)) == [(1, "theirs")]
    await house.stop()


@pytest.mark.parametrize(
    ("game", "seats", "wishes", "sentence"),
    [
        ("cacho", 4, {"start": False}, "Nobody has partners"),
        ("truco-argentino", 2, {"start": False}, "Nobody has partners"),
        (*FOUR, {"start": False, "partners": Partners.HIGH_CARD}, "Partners are found"),
        (*FOUR, {"start": False, "people": 2}, "a bot does not listen"),
        (*FOUR, {}, "only while they must answer a raise"),
        ("truco-argentino", 4, {}, "During a match partners do not"),
        ("truco-paulista", 4, {}, "During a match partners do not"),
    ],
)
async def test_it_is_refused_where_partners_may_not_talk_apart(
    game: str, seats: int, wishes: dict[str, bool], sentence: str
) -> None:
    house = House()
    table = await house.table(game, seats, **wishes)  # type: ignore[arg-type] # of all kinds
    entries = table.state.entries
    with pytest.raises(Refused, match=sentence) as refused:
        await apart(table, "p0", "psst")
    assert refused.value.reason is Reason.TABLE_STATE
    assert table.state.entries == entries
    with pytest.raises(Refused):
        await apart(table, "stranger", "psst")
    await house.stop()


async def test_over_the_wire_a_line_apart_is_answered_without_a_number() -> None:
    async with running() as server:
        ana, bia, eva = (Caller(server.address) for _ in range(3))
        for who, name in ((ana, "Ana"), (bia, "Bia"), (eva, "Eva")):
            await who.open(name)
        table = (await ana.create(game="truco-brasileiro", seats=4, seat=0)).id
        await bia.join(table, 2)
        await eva.join(table, 1)
        playing = ana.play(table)
        await playing.until(lambda: playing.seq >= 0)
        await playing.send(talk=table_service_pb2.PlayTalk(text="psst", team=True))
        await playing.until(lambda: playing.replies)
        (reply,) = playing.replies
        assert not reply.HasField("seq")
        assert not reply.HasField("refusal")
        request = table_service_pb2.SayRequest(table=table, text="yes?", team=True)
        assert (await bia.call(bia.tables.Say, request)).seq == 0
        await playing.until(lambda: len(playing.team_talk) == 2)
        assert [line.said.text for line in playing.team_talk] == ["psst", "yes?"]
        with pytest.raises(Exception, match="a bot does not listen") as error:
            await eva.call(eva.tables.Say, request)
        assert reason(error.value) == "TABLE_STATE"  # type: ignore[arg-type] # it is of gRPC
        for who in (ana, bia, eva):
            await who.close()
