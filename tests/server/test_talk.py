"""Talk: the players' reaches everybody, the spectators' only them and players who ask for it."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest

from cardtui.v1 import events_pb2, table_service_pb2, tables_pb2, talk_pb2
from cardtui_engine.actions import Action
from cardtui_engine.games.truco_argentino.talk import calls_in
from cardtui_server.limits import Limits
from cardtui_server.match.quick_talk import PHRASES, Phrase, Reaction
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import Say
from cardtui_server.match.state import TALK_KEPT
from cardtui_server.rpc.caller import Caller as RpcCaller
from cardtui_server.rpc.parsing import said
from cardtui_server.settings import Settings
from cardtui_server.table.actor import Table
from cardtui_server.table.reader import Reader, Watcher
from cardtui_server.table.subscription import Subscription
from tests.server.at_table import TAP, waiting
from tests.support.calling import Caller, reason, retry_delay, running
from tests.support.playing import House, Onlooker, act, attach, frames, quiet, snapshot

PLAYERS, SPECTATORS = events_pb2.TALK_PLAYERS, events_pb2.TALK_SPECTATORS


async def say(table: Table, who: str, text: str) -> int:
    """Say a line: ``p0`` and ``p1`` sit, ``w…`` watch."""
    line = Say(player=who, name=who.upper(), text=text)
    return await table.ask(line._replace(watching=who.startswith("w")))


def heard(reader: Subscription, onlooker: Onlooker) -> list[str]:
    """Fold what a reader is given and return what was said in it."""
    found = frames(reader)
    onlooker.fold(found)
    events = [event for frame in found for event in frame.update.events]
    return [event.said.text for event in events if event.HasField("said")]


async def test_spectators_talk_reaches_spectators_and_the_players_who_ask_for_it() -> None:
    house = House()
    table = await house.table()
    readers = {
        "deaf": attach(table, 0, None),
        "curious": attach(table, 1, None, hears=True),
        "watcher": table.attach(Reader(watcher=Watcher("w1"))),
    }
    onlookers = {who: Onlooker() for who in readers}
    for who, reader in readers.items():
        onlookers[who].fold(frames(reader))
    await say(table, "w1", "peek")
    await say(table, "p0", "hola")
    told = {who: heard(reader, onlookers[who]) for who, reader in readers.items()}
    assert told == {
        "deaf": ["hola"],
        "curious": ["peek", "hola"],
        "watcher": ["peek", "hola"],
    }
    said = onlookers["curious"].talk
    assert [(each.talk, each.HasField("seat"), each.name) for each in said] == [
        (SPECTATORS, False, "W1"),
        (PLAYERS, True, "P0"),
    ]
    assert {each.seq for each in onlookers.values()} == {table.state.seq}
    onlookers["deaf"].knows(snapshot(table, 0))
    onlookers["watcher"].knows(snapshot(table, None))
    await house.stop()


async def test_what_a_player_does_not_hear_is_only_a_number() -> None:
    house = House()
    table = await house.table()
    reader = attach(table, 0, None)
    frames(reader)
    seq = await say(table, "w1", "their seven of cups is marked")
    data = reader.take()
    assert b"marked" not in data
    (update,) = table_service_pb2.PlayResponse.FromString(data).frames
    position = table.state.position
    assert update.update == table_service_pb2.Update(seq=seq, position=position)
    await house.stop()


async def test_neither_snapshots_nor_restarts_tell_players_what_they_do_not_hear() -> None:
    house = House()
    table = await house.table()
    await say(table, "w1", "peek")
    await say(table, "p0", "hola")
    for _ in range(2):
        (deaf,) = [each.snapshot for each in frames(attach(table, 0, None)) if each.snapshot.seq]
        (curious,) = [
            each.snapshot
            for each in frames(attach(table, 1, None, hears=True))
            if each.snapshot.seq
        ]
        assert [said.text for said in deaf.talk] == ["hola"]
        assert [said.text for said in snapshot(table, 0).talk] == ["hola"]
        assert [said.text for said in curious.talk] == ["peek", "hola"]
        assert [said.text for said in snapshot(table, None).talk] == ["peek", "hola"]
        await house.restart()
        table = house.lobby.tables[table.id]
    await house.stop()


async def test_a_player_who_comes_back_is_not_told_what_was_not_for_them() -> None:
    house = House()
    table = await house.table()
    seq = table.state.seq
    await say(table, "w1", "peek")
    await say(table, "p1", "hola")
    for hears, expected in ((False, ["hola"]), (True, ["peek", "hola"])):
        onlooker = Onlooker()
        onlooker.seq = seq
        assert heard(attach(table, 0, seq, hears=hears), onlooker) == expected
    await house.stop()


async def test_however_much_spectators_say_the_players_talk_is_kept() -> None:
    house = House()
    table = await house.table()
    reader, onlooker = attach(table, None, None), Onlooker()
    await say(table, "p0", "hola")
    for number in range(2 * TALK_KEPT):
        await say(table, "w1", f"line {number}")
        heard(reader, onlooker)
    assert [said.text for said in snapshot(table, 0).talk] == ["hola"]
    kept = [f"line {number}" for number in range(TALK_KEPT, 2 * TALK_KEPT)]
    assert [said.text for said in snapshot(table, None).talk] == ["hola", *kept]
    onlooker.knows(snapshot(table, None))
    unseated = table_service_pb2.Snapshot.FromString(table.snapshot("w1"))
    assert unseated == snapshot(table, None), "who holds no seat is a spectator"
    await house.stop()


async def test_who_neither_sits_nor_watches_says_nothing() -> None:
    house = House()
    table = await house.table()
    seq = table.state.seq
    with pytest.raises(Refused, match="neither sit at this table nor watch it") as refused:
        await say(table, "stranger", "hola")
    assert refused.value.reason == Reason.NOT_PRESENT
    assert table.state.seq == seq
    await house.stop()


async def test_reserved_words_commit_only_who_sits() -> None:
    """TA-70: a spectator's word is no call, not even of one who sat there before."""
    house = House()
    table = await house.table("truco-argentino", 2)
    await act(table, waiting(table), TAP)
    position = table.state.position
    await say(table, "w1", "truco")
    assert table.state.position == position
    with pytest.raises(Refused):
        await say(table, "stranger", "truco")
    assert table.state.position == position
    await say(table, f"p{waiting(table)}", "truco")
    assert table.state.position > position
    await house.stop()


async def test_spectators_talk_makes_no_act_stale_and_holds_nothing_up() -> None:
    house = House()
    table = await house.table()
    seat, position = waiting(table), table.state.position
    await say(table, "w1", "bet!")
    await act(table, seat, Action("bet"), position)
    await quiet()
    await house.stop()


@pytest.mark.parametrize("phrase", Phrase)
async def test_phrases_and_reactions_never_commit(phrase: Phrase) -> None:
    """TA-70: no phrase is an action, and none has a word that would be one."""
    assert not calls_in(PHRASES[phrase])
    house = House()
    table = await house.table("truco-argentino", 2)
    await act(table, waiting(table), TAP)
    player, position = f"p{waiting(table)}", table.state.position
    await table.ask(Say(player, "Ana", "", phrase=phrase))
    await table.ask(Say(player, "Ana", "", reaction=Reaction.LAUGH))
    assert table.state.position == position
    await house.stop()


async def test_who_said_what_is_known_by_the_player_and_survives_a_restart() -> None:
    house = House()
    table = await house.table("truco-argentino", 2)
    await table.ask(Say("p0", "Ana", "", phrase=Phrase.LIAR))
    await table.ask(Say("p1", "Eva", "", reaction=Reaction.YAWN))
    await table.ask(Say("w1", "Leo", "", watching=True, phrase=Phrase.LUCKY))
    await say(table, "p0", "hola")
    told = list(snapshot(table, None).talk)
    assert [(each.player, each.phrase, each.reaction, each.text) for each in told] == [
        ("p0", talk_pb2.PHRASE_LIAR, 0, PHRASES[Phrase.LIAR]),
        ("p1", 0, talk_pb2.REACTION_YAWN, "zzz"),
        ("w1", talk_pb2.PHRASE_LUCKY, 0, PHRASES[Phrase.LUCKY]),
        ("p0", 0, 0, "hola"),
    ]
    seated = snapshot(table, None).table.seats
    assert [seat.player for seat in seated] == ["p0", "p1"]
    await house.restart()
    assert list(snapshot(house.lobby.tables[table.id], None).talk) == told
    await house.stop()


# --- over the wire ---------------------------------------------------------------------------


def line(table: str, text: str) -> table_service_pb2.SayRequest:
    return table_service_pb2.SayRequest(table=table, text=text)


async def test_over_the_wire_a_player_hears_spectators_only_while_asking_for_it() -> None:
    async with running() as server:
        ana, eva = Caller(server.address), Caller(server.address)
        await ana.open("Ana")
        await eva.open("Eva")
        table = (await ana.create(seat=0)).id
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await eva.call(eva.tables.Say, line(table, "hola"))
        assert error.value.code() is grpc.StatusCode.PERMISSION_DENIED
        assert reason(error.value) == "NOT_PRESENT"
        playing, watching = ana.play(table), eva.watch(table)
        await playing.until(lambda: playing.seq >= 0)
        await watching.until(lambda: watching.seq >= 0)
        for number, hears in enumerate((False, True, False)):
            if number:
                count = len(playing.replies)
                hear = table_service_pb2.PlayHear(spectators=hears)
                await playing.send(hear=hear)
                await playing.until(lambda count=count: len(playing.replies) > count)
                assert not playing.replies[-1].HasField("refusal")
            said = await eva.call(eva.tables.Say, line(table, f"line {number}"))
            await playing.reach(said.seq)
            await watching.reach(said.seq)
        assert [each.text for each in playing.talk] == ["line 1"]
        assert [each.text for each in watching.talk] == ["line 0", "line 1", "line 2"]
        await playing.send(talk=table_service_pb2.PlayTalk(text="hola"))
        await watching.until(lambda: watching.talk[-1].talk == PLAYERS)
        watching.call.cancel()
        await playing.until(lambda: playing.presence.spectators == 0)
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await eva.call(eva.tables.Say, line(table, "still here"))
        assert reason(error.value) == "NOT_PRESENT"
        await ana.close()
        await eva.close()


@pytest.mark.parametrize(
    "line",
    [
        {"phrase": 10},
        {"phrase": 2**31 - 1},
        {"reaction": 7},
        {"reaction": -1},
        {"phrase": 1, "reaction": 1},
        {"phrase": 1, "text": "truco"},
        {"reaction": 1, "text": "\u202etruco"},
        {"text": "\u202e\x1b\u200f"},
        {},
    ],
)
def test_a_line_is_one_thing_that_there_is(line: dict[str, Any]) -> None:
    who = RpcCaller("p0", "Ana", "127.0.0.1", limited=False)
    for message in (table_service_pb2.PlayTalk(**line), table_service_pb2.SayRequest(**line)):
        with pytest.raises(Refused) as refused:
            said(message, who)
        assert refused.value.reason is Reason.BAD_REQUEST


async def test_phrases_and_reactions_count_as_talk_for_the_limits() -> None:
    async with running(Settings(port=0, thinking=0)) as server:
        ana = Caller(server.address)
        await ana.open("Ana")
        table = (await ana.create(seat=0)).id
        lines: list[dict[str, Any]] = [{"phrase": 1}, {"reaction": 1}] * 10
        answers = await asyncio.gather(
            *[
                ana.call(ana.tables.Say, table_service_pb2.SayRequest(table=table, **line))
                for line in lines
            ],
            return_exceptions=True,
        )
        refused = [each for each in answers if isinstance(each, grpc.aio.AioRpcError)]
        assert refused
        assert {reason(each) for each in refused} == {"LIMIT"}
        await ana.close()


async def test_nobody_on_this_machine_talks_or_acts_faster_than_a_person() -> None:
    async with running(Settings(port=0, thinking=0)) as server:
        ana = Caller(server.address)
        await ana.open("Ana")
        table = (await ana.create(seat=0)).id
        said = [ana.call(ana.tables.Say, line(table, f"{number}")) for number in range(20)]
        answers = await asyncio.gather(*said, return_exceptions=True)
        refused = [each for each in answers if isinstance(each, grpc.aio.AioRpcError)]
        assert 20 - len(refused) >= 5
        error = refused[-1]
        assert error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert reason(error) == "LIMIT"
        assert 0 < retry_delay(error) <= 1
        await ana.close()


async def test_bots_meet_no_limits() -> None:
    slow = Limits(actions_rate=0.001, actions_burst=1)
    async with running(Settings(port=0, thinking=0, limits=slow)) as server:
        ana = Caller(server.address)
        await ana.open("Ana")
        table = await ana.create(bots=2, options={"hands": tables_pb2.OptionValue(number=12)})
        watching = ana.watch(table.id)
        await watching.until(lambda: watching.seq >= 0)
        await ana.start(table.id)
        await watching.until(lambda: watching.table.state == tables_pb2.TABLE_STATE_OVER)
        await ana.close()
