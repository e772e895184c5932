"""Talk: the players' reaches everybody, the spectators' only them and players who ask for it."""

import asyncio
from typing import Any

import grpc
import pytest

from cardtui.v1 import events_pb2, table_service_pb2, tables_pb2, talk_pb2
from cardtui_engine.actions import Action
from cardtui_engine.games.truco_argentino.talk import calls_in
from cardtui_server.limits import Limits
from cardtui_server.match.commands.play import called_by, may_commit
from cardtui_server.match.entries import Partners
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import Leave, Say, SayToTeam, SetReady, Sit, SwapSeats
from cardtui_server.match.state import TALK_KEPT
from cardtui_server.match.told_to_few import HEARERS_KEPT
from cardtui_server.quick_talk import PHRASES, Phrase, Reaction
from cardtui_server.rpc.caller import Caller as RpcCaller
from cardtui_server.rpc.parsing import said
from cardtui_server.settings import Settings
from cardtui_server.table.actor import Table
from cardtui_server.table.reader import Reader, Watcher
from cardtui_server.table.subscription import Subscription
from tests.server.at_table import TAP, waiting
from tests.support.calling import Caller, reason, refused_as, retry_delay, running
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


async def test_spectators_talk_reaches_spectators_and_the_players_who_ask_for_it(
    house: House,
) -> None:
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


async def test_what_a_player_does_not_hear_is_only_a_number(house: House) -> None:
    table = await house.table()
    reader = attach(table, 0, None)
    frames(reader)
    seq = await say(table, "w1", "their seven of cups is marked")
    data = reader.take()
    assert b"marked" not in data
    (update,) = table_service_pb2.PlayResponse.FromString(data).frames
    position = table.state.position
    assert update.update == table_service_pb2.Update(seq=seq, position=position)


async def test_neither_snapshots_nor_restarts_tell_players_what_they_do_not_hear(
    house: House,
) -> None:
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
        table = await house.restarted(table)


async def test_a_player_who_comes_back_is_not_told_what_was_not_for_them(house: House) -> None:
    table = await house.table()
    seq = table.state.seq
    await say(table, "w1", "peek")
    await say(table, "p1", "hola")
    for hears, expected in ((False, ["hola"]), (True, ["peek", "hola"])):
        onlooker = Onlooker()
        onlooker.seq = seq
        assert heard(attach(table, 0, seq, hears=hears), onlooker) == expected


async def test_however_much_spectators_say_the_players_talk_is_kept(house: House) -> None:
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


async def test_who_neither_sits_nor_watches_says_nothing(house: House) -> None:
    table = await house.table()
    seq = table.state.seq
    with pytest.raises(Refused, match="neither sit at this table nor watch it") as refused:
        await say(table, "stranger", "hola")
    assert refused.value.reason == Reason.NOT_PRESENT
    assert table.state.seq == seq


async def test_reserved_words_commit_only_who_sits(house: House) -> None:
    """TA-70: a spectator's word is no call, not even of one who sat there before."""
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


async def test_spectators_talk_makes_no_act_stale_and_holds_nothing_up(house: House) -> None:
    table = await house.table()
    seat, position = waiting(table), table.state.position
    await say(table, "w1", "bet!")
    await act(table, seat, Action("bet"), position)
    await quiet()


@pytest.mark.parametrize("phrase", Phrase)
async def test_phrases_and_reactions_never_commit(house: House, phrase: Phrase) -> None:
    """TA-70: no phrase is an action, and none has a word that would be one."""
    assert not calls_in(PHRASES[phrase])
    table = await house.table("truco-argentino", 2)
    await act(table, waiting(table), TAP)
    player, position = f"p{waiting(table)}", table.state.position
    await table.ask(Say(player, "Ana", "", phrase=phrase))
    await table.ask(Say(player, "Ana", "", reaction=Reaction.LAUGH))
    assert table.state.position == position


async def test_who_said_what_is_known_by_the_player_and_survives_a_restart(house: House) -> None:
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


@pytest.mark.parametrize("player", ["p0", "w1"])
async def test_a_line_that_is_repeated_with_its_id_is_said_once_also_at_another_server(
    house: House, player: str
) -> None:
    table = await house.table("truco-argentino", 2)
    wanted = Say(player, "Ana", "hola", watching=player == "w1", request_id="a")
    seq = await table.ask(wanted)
    table = await house.restarted(table)
    assert await table.ask(wanted) == seq == table.state.seq
    await table.ask(wanted._replace(request_id="b"))
    assert [each.text for each in table.state.talk] == ["hola", "hola"]
    with pytest.raises(Refused) as refused:
        await table.ask(Say("p1", "Eva", "no", request_id="a"))
    assert refused.value.reason is Reason.REQUEST_ID


async def test_words_that_commit_commit_once_and_a_line_to_the_team_is_heard_once(
    house: House,
) -> None:
    table = await house.table("truco-argentino", 2)
    await act(table, waiting(table), TAP)
    player = f"p{waiting(table)}"
    wanted = Say(player, "Ana", "truco", request_id="a")
    assert await table.ask(wanted) == await table.ask(wanted) == table.state.position
    teams = await house.table("truco-argentino", 4, start=False)
    apart = SayToTeam("p0", "Ana", "psst", request_id="b")
    for _ in range(2):
        await teams.ask(apart)
    assert [each.said.text for each in teams.state.apart["p2"]] == ["psst"]


# --- over the wire ---------------------------------------------------------------------------


def line(table: str, text: str) -> table_service_pb2.SayRequest:
    return table_service_pb2.SayRequest(table=table, text=text)


async def test_over_the_wire_a_player_hears_spectators_only_while_asking_for_it() -> None:
    async with running() as server:
        ana, eva = [await Caller.of(server.address, name) for name in ("Ana", "Eva")]
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
        with refused_as("NOT_PRESENT"):
            await eva.call(eva.tables.Say, line(table, "still here"))
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
        ana = await Caller.of(server.address, "Ana")
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
        ana = await Caller.of(server.address, "Ana")
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
        ana = await Caller.of(server.address, "Ana")
        table = await ana.create(bots=2, options={"hands": tables_pb2.OptionValue(number=12)})
        watching = ana.watch(table.id)
        await watching.until(lambda: watching.seq >= 0)
        await ana.start(table.id)
        await watching.until(lambda: watching.table.state == tables_pb2.TABLE_STATE_OVER)
        await ana.close()


async def dealt(house: House, **options: Any) -> Table:
    table = await house.table("truco-argentino", 2, **options)
    await act(table, waiting(table), TAP)
    return table


@pytest.mark.clause("TA-70")
@pytest.mark.parametrize(
    ("line", "verb"),
    [
        ("¡TRÚCO, che!", "truco"),
        ("falta   envido", "falta_envido"),
        ("retruco", None),
        ("quiero", None),
        ("trucos", None),
        ("\u202etruco", "truco"),
        ("", None),
        ("x" * 5000 + " truco", None),
    ],
)
async def test_a_line_would_call_what_it_calls_once_it_is_said(
    house: House, line: str, verb: str | None
) -> None:
    from cardtui_server.rpc.parsing import line as made_safe

    table = await dealt(house)
    player = f"p{waiting(table)}"
    text = made_safe(line) if line else ""
    before = table.state
    action = called_by(before, player, text)
    assert (action and action.verb) == verb
    assert table.state is before, "nothing is said yet"
    if text:
        await table.ask(Say(player, "Ana", text))
        assert (table.state.position > before.position) == (verb is not None)


async def test_only_who_may_call_is_told_of_a_call(house: House) -> None:
    table = await dealt(house)
    player = f"p{waiting(table)}"
    assert called_by(table.state, player, "truco") == Action("truco")
    assert called_by(table.state, "w1", "truco") is None
    assert not may_commit(table.state, "w1")
    assert called_by(table.state._replace(paused=True), player, "truco") is None
    other = await house.table("cacho", 2)
    assert not may_commit(other.state, "p0")
    assert called_by(other.state, "p0", "truco") is None


async def test_over_the_wire_it_is_told_with_the_position() -> None:
    async with running() as server:
        ana = await Caller.of(server.address, "Ana")
        table = (await ana.create(game="truco-argentino", seat=0)).id
        request = table_service_pb2.PreviewTalkRequest(table=table, text="truco")
        told = await ana.call(ana.tables.PreviewTalk, request)
        assert told.commits
        assert not told.HasField("action"), "there is no match yet"
        stranger = await Caller.of(server.address, "Zoe")
        with refused_as("NOT_SEATED"):
            await stranger.call(stranger.tables.PreviewTalk, request)
        for caller in (ana, stranger):
            await caller.close()


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
    table = await house.restarted(table)
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
    await house.passes(1)
    given = [reader.take() for reader in readers]
    for seat in (one, other) if talks else ():
        await apart(table, f"p{seat}", "shall we?")
        await quiet()
        house.clock.advance(1)
        assert [reader.take() for reader in readers] == [b"", b"", b""]
    await act(table, other, Action("accept"))
    await house.passes(1)
    given += [reader.take() for reader in readers]
    given += [table.snapshot(f"p{callers[0]}"), table.snapshot(None)]
    given.append(attach(table, callers[1], None).take())
    await house.stop()
    return given


async def test_what_partners_say_about_a_raise_reaches_nobody_else() -> None:
    assert await raise_told(talks=True) == await raise_told(talks=False)


async def test_who_must_answer_a_raise_may_talk_it_over_until_one_does(house: House) -> None:
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


async def test_partners_hear_it_at_once_and_again_when_they_come_back(house: House) -> None:
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
    table = await house.restarted(table)
    assert told(attach(table, 2, None)) == lines
    assert told(attach(table, 3, None)) == [(1, "theirs")]


async def test_who_takes_the_seat_later_hears_nothing_of_before(house: House) -> None:
    table = await house.table(*FOUR, start=False)
    await apart(table, "p0", "our plan")
    await table.ask(Leave(player="p2"))
    await table.ask(Sit(player="p9", name="P9", seat=2))
    assert told(attach(table, 2, None)) == []
    await apart(table, "p0", "another plan")
    assert told(attach(table, 2, None)) == [(1, "another plan")]


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


async def test_it_is_kept_for_so_many_players_and_for_all_who_sit_there(house: House) -> None:
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


async def test_only_so_much_of_it_is_kept_for_each_team(house: House) -> None:
    table = await house.table(*FOUR, start=False)
    await apart(table, "p1", "theirs")
    for number in range(TALK_KEPT + 3):
        await apart(table, "p0", f"line {number}")
    numbers = [number for number, _ in told(attach(table, 2, None))]
    assert numbers == list(range(4, TALK_KEPT + 4))
    assert told(attach(table, 3, None)) == [(1, "theirs")]


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
    house: House, game: str, seats: int, wishes: dict[str, bool], sentence: str
) -> None:
    table = await house.table(game, seats, **wishes)  # type: ignore[arg-type] # of all kinds
    entries = table.state.entries
    with pytest.raises(Refused, match=sentence) as refused:
        await apart(table, "p0", "psst")
    assert refused.value.reason is Reason.TABLE_STATE
    assert table.state.entries == entries
    with pytest.raises(Refused):
        await apart(table, "stranger", "psst")


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
