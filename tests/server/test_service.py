"""The server as callers meet it: over gRPC, from the first name to the end of a match."""

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import grpc
import pytest
import structlog
from google.protobuf.descriptor_pool import DescriptorPool
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped] # no types
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (  # type: ignore[import-untyped] # no types
    ProtoReflectionDescriptorDatabase,
)
from structlog.testing import CapturingLogger

from cardtui.v1 import (
    actions_pb2,
    cards_pb2,
    errors_pb2,
    lobby_service_pb2,
    rummy_pb2,
    session_service_pb2,
    table_service_pb2,
    tables_pb2,
    truco_brasileiro_pb2,
)
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.faces.arguments import plainest
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_server.app import RunningServer
from cardtui_server.limits import Limits
from cardtui_server.match.refusals import Refused
from cardtui_server.rpc import table_service
from cardtui_server.rpc.addresses import AddressRules, read_networks
from cardtui_server.settings import Settings
from cardtui_server.store import sqlite_writer
from cardtui_server.store.memory import MemoryStore
from cardtui_server.store.sqlite import SqliteStore
from cardtui_server.table.subscription import Subscription
from cardtui_server.wire.action_codec import verb_field
from cardtui_server.wire.codec import codec_for
from cardtui_server.wire.values import write_option
from tests.support.calling import (
    BOUND,
    Caller,
    Stream,
    reason,
    refusal,
    refused_as,
    retry_delay,
    running,
)
from tests.support.nights import games_and_by_night
from tests.support.playing import brief, until
from tests.support.ports import FakeClock

BET = actions_pb2.Action(bet=actions_pb2.BetAction())
PASS = actions_pb2.Action()
getattr(PASS, "pass").SetInParent()


@pytest.fixture
async def server() -> AsyncIterator[RunningServer]:
    async with running() as server:
        yield server


@pytest.fixture
async def ana(server: RunningServer) -> AsyncIterator[Caller]:
    caller = await Caller.of(server.address, "Ana")
    yield caller
    await caller.close()


@pytest.fixture
async def bia(server: RunningServer) -> AsyncIterator[Caller]:
    caller = await Caller.of(server.address, "Bia")
    yield caller
    await caller.close()


async def two_at_cacho(ana: Caller, bia: Caller, **fields: Any) -> tuple[str, Stream, Stream]:
    """Seat two at a table and start; return their streams, which have the first hand."""
    table = (await ana.create(seat=0, **fields)).id
    await bia.join(table)
    first, second = ana.play(table), bia.play(table)
    await first.send()
    await second.send()
    await ana.ready(table)
    await bia.ready(table)
    for stream in (first, second):
        await stream.until(lambda stream=stream: stream.view.phase == Phase.PHASE_FIRST)
    return table, first, second


# --- a match -----------------------------------------------------------------------------


async def test_two_people_play_a_match_and_a_third_watches(
    server: RunningServer, ana: Caller, bia: Caller
) -> None:
    options = {"hands": tables_pb2.OptionValue(number=3)}
    table, *players = await two_at_cacho(ana, bia, options=options)
    carla = await Caller.of(server.address, "Carla")
    watching = carla.watch(table)
    await watching.until(lambda: watching.seq >= 0)
    luck = random.Random(1)
    while players[0].table.state == tables_pb2.TABLE_STATE_PLAYING:
        (seat,) = players[0].view.to_act
        stream = players[seat]
        await stream.reach(players[0].seq)
        choice = luck.choice(stream.own.choices)
        reply = await stream.act(plainest(choice), expected=stream.position)
        assert not reply.HasField("refusal")
        for each in (*players, watching):
            await each.reach(reply.seq)
        await players[0].until(lambda: players[0].view.to_act or players[0].table.state != 2)
    for each in (*players, watching):
        await each.until(lambda each=each: each.table.state == tables_pb2.TABLE_STATE_OVER)
        assert list(each.view.winners)
    players[0].knows(without_presence(await ana.view(table)))
    players[1].knows(without_presence(await bia.view(table)))
    watching.knows(without_presence(await carla.view(table)))
    assert not watching.own.hand
    await carla.close()


def without_presence(snapshot: table_service_pb2.Snapshot) -> table_service_pb2.Snapshot:
    snapshot.ClearField("presence")
    return snapshot


@pytest.mark.slow
@pytest.mark.parametrize("game", games_and_by_night())
async def test_bots_play_a_whole_match_in_seconds(ana: Caller, game: str) -> None:
    table = await ana.create(
        game=game,
        seats=get_rules(game).seats[0],
        bots=tables_pb2.BOT_LEVEL_NORMAL,
        options={name: write_option(value) for name, value in brief(game).items()},
    )
    watching = ana.watch(table.id)
    await watching.until(lambda: watching.seq >= 0)
    async with asyncio.timeout(30):
        await ana.start(table.id)
        await watching.until(lambda: watching.table.state == tables_pb2.TABLE_STATE_OVER)
    watching.knows(without_presence(await ana.view(table.id)))


async def test_a_stream_resumes_after_its_last_number(ana: Caller, bia: Caller) -> None:
    table, first, second = await two_at_cacho(ana, bia)
    seq = first.seq
    first.call.cancel()
    (seat,) = second.view.to_act
    await (ana, bia)[seat].act(table, table_service_pb2.PlayAct(action=BET))
    again = ana.play(table, after=seq)
    again.see(snapshot_of(first))
    again.snapshots = 0
    await again.until(lambda: again.seq == seq + 1)
    assert again.snapshots == 0
    again.knows(without_presence(await ana.view(table)))


def snapshot_of(stream: Stream) -> table_service_pb2.Snapshot:
    """Return what a stream has folded, as a snapshot."""
    return table_service_pb2.Snapshot(
        seq=stream.seq,
        position=stream.position,
        table=stream.table,
        view=stream.view,
        own=stream.own,
        talk=stream.talk,
        counts=stream.counts,
        shuffle=stream.shuffle,
    )


async def test_the_next_hand_comes_when_both_have_seen_the_last(ana: Caller, bia: Caller) -> None:
    table, first, second = await two_at_cacho(ana, bia, pause_milliseconds=60_000)
    for verb in (BET, PASS):
        (seat,) = first.view.to_act
        stream = (first, second)[seat]
        await stream.turn_of(seat)
        reply = await stream.act(verb)
        await first.reach(reply.seq)
    assert first.view.phase == Phase.PHASE_DEAL
    for stream in (first, second):
        await stream.send(go_on=table_service_pb2.PlayContinue(hand=1))
    for stream in (first, second):
        await stream.until(lambda stream=stream: stream.view.hand == 2)
    assert not any(reply.HasField("refusal") for reply in first.replies)
    await ana.view(table)


async def test_presence_tells_who_is_connected_and_how_many_watch(
    server: RunningServer, ana: Caller, bia: Caller
) -> None:
    table = (await ana.create(seat=1)).id
    playing = ana.play(table)
    await playing.until(lambda: list(playing.presence.connected) == [1])
    watching = bia.watch(table)
    await playing.until(lambda: playing.presence.spectators == 1)
    await watching.until(lambda: watching.presence.spectators == 1)
    watching.call.cancel()
    await playing.until(lambda: playing.presence.spectators == 0)


async def test_a_second_stream_of_a_seat_replaces_the_first(ana: Caller) -> None:
    table = (await ana.create(seat=0)).id
    first = ana.play(table)
    await first.next()
    second = ana.play(table)
    await second.next()
    await first.rest()
    assert first.end.reason == table_service_pb2.END_REASON_REPLACED
    assert first.end.sentence


async def test_who_leaves_has_the_stream_ended(ana: Caller, bia: Caller) -> None:
    table, first, second = await two_at_cacho(ana, bia)
    await ana.call(ana.lobby.LeaveTable, lobby_service_pb2.LeaveTableRequest(table=table))
    await first.rest()
    assert first.end.reason == table_service_pb2.END_REASON_LEFT
    await second.until(lambda: second.table.seats[0].bot != 0)
    assert second.table.host == "Bia"


async def test_the_stream_of_who_left_can_ask_for_nothing_any_more(
    server: RunningServer, ana: Caller, bia: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await ana.create(seat=0)
    await bia.join(table.id, 1)
    stream = ana.play(table.id)
    await stream.next()
    live = server.tables[table.id]
    monkeypatch.setattr(Subscription, "end", Mock())  # it has not heard yet that it ends
    leave = lobby_service_pb2.LeaveTableRequest(table=table.id)
    await ana.call(ana.lobby.LeaveTable, leave)
    seq = live.state.seq
    for fields in (
        {"act": table_service_pb2.PlayAct(action=BET, request_id="id")},
        {"talk": table_service_pb2.PlayTalk(text="boo")},
        {"go_on": table_service_pb2.PlayContinue(hand=1)},
    ):
        count = len(stream.replies)
        await stream.send(**fields)
        await stream.until(lambda: len(stream.replies) > count)  # noqa: B023
        assert stream.replies[-1].refusal.reason == errors_pb2.REASON_NOT_SEATED
    assert live.state.seq == seq


async def test_talk_reaches_everybody(ana: Caller, bia: Caller) -> None:
    table, first, second = await two_at_cacho(ana, bia)
    await first.send(talk=table_service_pb2.PlayTalk(text="  hola \x1b[31m  ¿qué tal? "))
    await second.until(lambda: second.talk)
    assert (second.talk[0].seat, second.talk[0].name) == (0, "Ana")
    assert second.talk[0].text == "hola [31m ¿qué tal?"
    request = table_service_pb2.SayRequest(table=table, text="bien")
    said = await bia.call(bia.tables.Say, request)
    await first.reach(said.seq)
    assert first.talk[-1].text == "bien"


async def test_the_list_of_tables_is_told_and_told_again_when_it_changes(
    ana: Caller, bia: Caller
) -> None:
    call: Any = bia.lobby.WatchTables(
        lobby_service_pb2.WatchTablesRequest(), metadata=bia.metadata, timeout=BOUND
    )
    begun = await call.read()
    assert begun.complete
    assert not begun.tables
    table = await ana.create(seat=0, name="Mesa")
    assert [each.name for each in (await call.read()).tables] == ["Mesa"]
    await bia.join(table.id, 1)
    (changed,) = (await call.read()).tables
    assert [seat.name for seat in changed.seats] == ["Ana", "Bia"]
    listed = await bia.call(bia.lobby.ListTables, lobby_service_pb2.ListTablesRequest())
    assert list(listed.tables) == [changed]
    await ana.call(ana.lobby.CloseTable, lobby_service_pb2.CloseTableRequest(table=table.id))
    gone: list[str] = []
    while not gone:
        gone = list((await call.read()).gone)
    assert gone == [table.id]


# --- sessions ----------------------------------------------------------------------------


async def test_a_token_makes_the_same_player_again(server: RunningServer, ana: Caller) -> None:
    table = await ana.create(seat=0)
    again = Caller(server.address)
    assert await again.open("", ana.token) == [table.id]
    assert again.name == "Ana"
    assert again.token == ana.token
    assert await again.open("Anna", ana.token) == [table.id]
    assert again.name == "Anna"
    await again.close()


async def test_a_token_of_another_server_makes_a_new_player(server: RunningServer) -> None:
    caller = Caller(server.address)
    assert await caller.open("Ana", "token-of-somewhere-else") == []
    assert caller.token != "token-of-somewhere-else"
    await caller.close()


async def test_two_people_of_one_name_can_be_told_apart(server: RunningServer, ana: Caller) -> None:
    await ana.create(seat=0)
    twin = await Caller.of(server.address, "ana")
    assert twin.name == "ana 2"
    await twin.close()


async def test_names_are_made_safe(server: RunningServer) -> None:
    caller = Caller(server.address)
    await caller.open("[/nope]\x1b]0;x\x07\n" + "w" * 100)
    assert caller.name == "[/nope]]0;x wwww"
    with refused_as("BAD_REQUEST"):
        await caller.open("\u200b\x00")
    await caller.close()


async def test_sessions_and_seats_survive_a_restart() -> None:
    store = MemoryStore()
    async with running(store=store) as server:
        ana = await Caller.of(server.address, "Ana")
        table = await ana.create(seat=1)
        await ana.close()
    async with running(store=store) as server:
        again = Caller(server.address)
        assert await again.open("Ana", ana.token) == [table.id]
        stream = again.play(table.id)
        await stream.until(lambda: stream.seq > 0)
        assert stream.table.seats[1].name == "Ana"
        await again.close()


async def test_anybody_may_ask_what_this_server_is(ana: Caller) -> None:
    found = await ana.sessions.GetServer(session_service_pb2.GetServerRequest())
    assert found.name == "cardtui"
    assert found.version
    assert found.tables == 0


# --- what ordinary tools ask ---------------------------------------------------------------


async def test_health_answers(server: RunningServer) -> None:
    async with grpc.aio.insecure_channel(server.address) as channel:
        stub: Any = health_pb2_grpc.HealthStub(channel)
        for service in ("", "cardtui.v1.TableService", "grpc.health.v1.Health"):
            found = await stub.Check(health_pb2.HealthCheckRequest(service=service))
            assert found.status == health_pb2.HealthCheckResponse.SERVING


async def test_reflection_lists_the_services(server: RunningServer) -> None:
    def look() -> tuple[set[str], set[str]]:
        with grpc.insecure_channel(server.address) as channel:
            database = ProtoReflectionDescriptorDatabase(channel)
            pool = DescriptorPool(database)
            service = pool.FindServiceByName("cardtui.v1.TableService")
            return set(database.get_services()), {method.name for method in service.methods}

    services, methods = await asyncio.to_thread(look)
    assert {"cardtui.v1.SessionService", "cardtui.v1.LobbyService"} <= services
    assert "grpc.health.v1.Health" in services
    assert {
        *(
            "Play",
            "Watch",
            "Act",
            "GetView",
            "Say",
            "PreviewTalk",
            "Advise",
            "Look",
            "Signal",
            "Pause",
        ),
        *("SitIn", "Reveal", "Sign", "GetRecord", "GetHistory"),
    } == methods


# --- the games -----------------------------------------------------------------------------


async def test_the_games_come_with_all_that_a_form_needs(ana: Caller) -> None:
    games = (await ana.call(ana.lobby.ListGames, lobby_service_pb2.ListGamesRequest())).games
    assert [game.id for game in games] == list(game_ids())
    for game in games:
        assert list(game.seats)
        assert game.presets
        assert all(option.help and option.HasField("default") for option in game.options)
        names = {option.name for option in game.options}
        assert all(set(preset.options) <= names for preset in game.presets)


@pytest.mark.parametrize("game", game_ids())
async def test_every_game_has_its_sheet_in_english_and_in_other_languages(
    ana: Caller, game: str
) -> None:
    sheets, answers = {}, {}
    for language in ("en", "pt_BR", "es_AR", "tlh", "../../etc/passwd"):
        request = lobby_service_pb2.GetRulesRequest(game=game, language=language)
        answers[language] = await ana.call(ana.lobby.GetRules, request)
        sheets[language] = answers[language].markdown
        assert len(sheets[language]) > 500
        named = {each.verb for each in answers[language].clauses}
        assert named == {verb_field(game, verb).name for verb in get_rules(game).verbs}
    assert sheets["tlh"] == sheets["../../etc/passwd"] == sheets["en"]


async def test_a_preset_is_named_by_what_its_options_are(ana: Caller) -> None:
    request: dict[str, Any] = {"game": "truco-argentino", "seats": 2}
    assert (await ana.create(**request)).preset == "fuente"
    assert (await ana.create(**request, preset="tradicional")).preset == "tradicional"
    options = {"target": tables_pb2.OptionValue(number=20)}
    other = await ana.create(**request, preset="tradicional", options=options)
    assert other.preset == ""
    assert other.options["target"].number == 20
    assert other.options["second_tie"].choice == "first"


# --- what is refused -----------------------------------------------------------------------


def bad(method: str, request: Any, code: str, found: str) -> Any:
    return pytest.param(method, request, code, found, id=f"{method} {found} {request}"[:80])


LOBBY, TABLE = lobby_service_pb2, table_service_pb2
CREATE = LOBBY.CreateTableRequest


@pytest.mark.parametrize(
    ("method", "request_", "code", "found"),
    [
        bad("lobby.GetRules", LOBBY.GetRulesRequest(game="go"), "NOT_FOUND", "UNKNOWN_GAME"),
        bad("lobby.CreateTable", CREATE(game="go", seats=2), "NOT_FOUND", "UNKNOWN_GAME"),
        bad("lobby.CreateTable", CREATE(game="cacho"), "INVALID_ARGUMENT", "BAD_REQUEST"),
        bad("lobby.CreateTable", CREATE(game="cacho", seats=9), "INVALID_ARGUMENT", "BAD_REQUEST"),
        bad(
            "lobby.CreateTable",
            CREATE(game="cacho", seats=2, seat=2),
            "INVALID_ARGUMENT",
            "BAD_REQUEST",
        ),
        bad(
            "lobby.CreateTable",
            CREATE(game="cacho", seats=2, pause_milliseconds=60_001),
            "INVALID_ARGUMENT",
            "BAD_REQUEST",
        ),
        bad(
            "lobby.CreateTable",
            CREATE(game="cacho", seats=2, thinking_milliseconds=10_001),
            "INVALID_ARGUMENT",
            "BAD_REQUEST",
        ),
        bad(
            "lobby.CreateTable",
            CREATE(game="cacho", seats=2, bots=7),  # type: ignore[arg-type] # that is the point
            "INVALID_ARGUMENT",
            "BAD_REQUEST",
        ),
        bad(
            "lobby.CreateTable",
            CREATE(game="cacho", seats=2, preset="mine"),
            "INVALID_ARGUMENT",
            "BAD_OPTION",
        ),
        bad(
            "lobby.CreateTable",
            CREATE(game="cacho", seats=2, options={"nope": tables_pb2.OptionValue(flag=True)}),
            "INVALID_ARGUMENT",
            "BAD_OPTION",
        ),
        bad(
            "lobby.CreateTable",
            CREATE(game="cacho", seats=2, options={"buy_in": tables_pb2.OptionValue(number=1)}),
            "INVALID_ARGUMENT",
            "BAD_OPTION",
        ),
        bad(
            "lobby.CreateTable",
            CREATE(game="cacho", seats=2, options={"buy_in": tables_pb2.OptionValue()}),
            "INVALID_ARGUMENT",
            "BAD_OPTION",
        ),
        bad("lobby.JoinTable", LOBBY.JoinTableRequest(table="no"), "NOT_FOUND", "UNKNOWN_TABLE"),
        bad("lobby.LeaveTable", LOBBY.LeaveTableRequest(table=""), "NOT_FOUND", "UNKNOWN_TABLE"),
        bad(
            "lobby.ChangeRules", LOBBY.ChangeRulesRequest(table="no"), "NOT_FOUND", "UNKNOWN_TABLE"
        ),
        bad("lobby.AddBot", LOBBY.AddBotRequest(table="no"), "NOT_FOUND", "UNKNOWN_TABLE"),
        bad("lobby.StartTable", LOBBY.StartTableRequest(table="no"), "NOT_FOUND", "UNKNOWN_TABLE"),
        bad("tables.GetView", TABLE.GetViewRequest(table="no"), "NOT_FOUND", "UNKNOWN_TABLE"),
        bad("tables.Act", TABLE.ActRequest(table="no"), "NOT_FOUND", "UNKNOWN_TABLE"),
        bad("tables.Say", TABLE.SayRequest(table="no", text="x"), "NOT_FOUND", "UNKNOWN_TABLE"),
    ],
)
async def test_a_bad_request_is_refused_with_a_sentence(
    ana: Caller, method: str, request_: Any, code: str, found: str
) -> None:
    stub, name = method.split(".")
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await ana.call(getattr(getattr(ana, stub), name), request_)
    assert error.value.code().name == code
    assert reason(error.value) == found
    told = refusal(error.value)
    assert told.sentence == error.value.details()
    assert told.sentence == told.template.format_map(told.arguments)
    assert told.sentence.endswith(".")


async def test_nobody_gets_in_without_a_token(server: RunningServer, ana: Caller) -> None:
    for token in ("", "wrong", "x" * 5000, ana.token[:-1]):
        stranger = Caller(server.address)
        stranger.token = token
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await stranger.call(stranger.lobby.ListTables, lobby_service_pb2.ListTablesRequest())
        assert error.value.code() is grpc.StatusCode.UNAUTHENTICATED
        assert reason(error.value) == "BAD_TOKEN"
        await stranger.close()


async def test_a_stream_that_does_not_join_is_ended(
    ana: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_service, "_JOIN_SECONDS", 0.05)
    call: Any = ana.tables.Play(metadata=ana.metadata)
    with pytest.raises(grpc.aio.AioRpcError, match="must be “join”"):
        async with asyncio.timeout(BOUND):
            await call.read()


async def test_an_act_that_the_game_does_not_have_or_that_is_too_big_is_refused(
    ana: Caller,
) -> None:
    table = await ana.create(seat=0, bots=1)
    await ana.start(table.id)
    melds = [rummy_pb2.Meld(cards=[cards_pb2.CARD_FRENCH_AS] * 3) for _ in range(2000)]
    foreign = actions_pb2.Action(bater=actions_pb2.BaterAction(melds=melds))
    with pytest.raises(grpc.aio.AioRpcError, match="bater"):
        await ana.act(table.id, table_service_pb2.PlayAct(action=foreign))
    cut = truco_brasileiro_pb2.TrucoBrasileiroCutAction(at=[1] * 5000)
    cuts = actions_pb2.Action(truco_brasileiro_cut=cut)
    for game, huge in (("pif-paf-tradicional", foreign), ("truco-brasileiro", cuts)):
        with pytest.raises(Refused, match="holds too much"):
            codec_for(game).actions.read(huge)


async def test_a_stream_must_begin_by_joining(ana: Caller) -> None:
    call = ana.tables.Play(metadata=ana.metadata)
    await call.write(table_service_pb2.PlayRequest(talk=table_service_pb2.PlayTalk(text="x")))
    with refused_as("BAD_REQUEST"):
        await call.read()


async def test_nobody_plays_in_a_seat_that_is_not_theirs(ana: Caller, bia: Caller) -> None:
    table = (await ana.create(seat=0)).id
    stream = bia.play(table)
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await stream.next()
    assert error.value.code() is grpc.StatusCode.PERMISSION_DENIED
    assert reason(error.value) == "NOT_SEATED"
    with refused_as("NOT_SEATED"):
        await bia.act(table, table_service_pb2.PlayAct(action=BET))


async def test_every_bad_message_of_a_stream_is_answered_and_the_stream_lives(
    ana: Caller, bia: Caller
) -> None:
    _, first, second = await two_at_cacho(ana, bia)
    (seat,) = first.view.to_act
    waits, acts = ((second, first), (first, second))[seat]
    await acts.turn_of(seat)
    play = table_service_pb2.PlayAct
    cards = actions_pb2.Action(play=actions_pb2.PlayAction(card=999))  # type: ignore[arg-type]
    bad: list[tuple[dict[str, Any], str]] = [
        ({"act": play()}, "MALFORMED"),
        ({"act": play(action=actions_pb2.Action())}, "MALFORMED"),
        ({"act": play(action=cards)}, "MALFORMED"),
        ({"act": play(action=actions_pb2.Action(truco=actions_pb2.TrucoAction()))}, "MALFORMED"),
        ({"act": play(action=BET, expected=0)}, "STALE"),
        ({"act": play(action=BET, request_id="x" * 65)}, "BAD_REQUEST"),
        ({"act": play(action=actions_pb2.Action(call=actions_pb2.CallAction()))}, "WRONG_PHASE"),
        ({"talk": table_service_pb2.PlayTalk(text=" \x00 ")}, "BAD_REQUEST"),
        ({"join": table_service_pb2.PlayJoin(table="x")}, "BAD_REQUEST"),
    ]
    for fields, found in bad:
        count = len(acts.replies)
        await acts.send(**fields)
        await acts.until(lambda count=count: len(acts.replies) > count)
        assert f"REASON_{found}" == table_reason(acts.replies[-1]), fields
    reply = await waits.act(BET)
    assert table_reason(reply) == "REASON_NOT_YOUR_TURN"
    await acts.call.write(table_service_pb2.PlayRequest())
    count = len(acts.replies)
    await acts.until(lambda: len(acts.replies) > count)
    assert table_reason(acts.replies[-1]) == "REASON_MALFORMED"
    reply = await acts.act(BET, request_id="good")
    assert (reply.request_id, reply.HasField("refusal")) == ("good", False)


def table_reason(reply: table_service_pb2.ActReply) -> str:
    assert reply.refusal.sentence
    return errors_pb2.Reason.Name(reply.refusal.reason)


async def test_bytes_that_are_no_message_are_answered(ana: Caller) -> None:
    table = (await ana.create(seat=0)).id
    unary: Any = ana.channel.unary_unary("/cardtui.v1.TableService/GetView")
    with refused_as("BAD_REQUEST"):
        await unary(b"\xff\xff\xff", metadata=ana.metadata)
    call: Any = ana.channel.stream_stream("/cardtui.v1.TableService/Play")(metadata=ana.metadata)
    join = table_service_pb2.PlayRequest(join=table_service_pb2.PlayJoin(table=table))
    await call.write(join.SerializeToString())
    await call.write(b"\xff\xff\xff")
    refused = False
    while not refused:
        message = table_service_pb2.PlayResponse.FromString(await call.read())
        refused = any(frame.reply.HasField("refusal") for frame in message.frames)


async def test_a_message_that_is_too_big_is_refused(ana: Caller) -> None:
    table = (await ana.create(seat=0)).id
    request = table_service_pb2.SayRequest(table=table, text="x" * 20_000)
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await ana.call(ana.tables.Say, request)
    assert error.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert (await ana.view(table)).table.id == table


async def test_a_full_disk_is_told_and_play_goes_on_when_there_is_room() -> None:
    store = MemoryStore()
    async with running(store=store) as server:
        ana, bia = [await Caller.of(server.address, name) for name in ("Ana", "Bia")]
        table, first, second = await two_at_cacho(ana, bia)
        (seat,) = first.view.to_act
        stream = (first, second)[seat]
        store.full = True
        reply = await stream.act(BET)
        assert table_reason(reply) == "REASON_READ_ONLY"
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await ana.create()
        assert error.value.code() is grpc.StatusCode.UNAVAILABLE
        assert reason(error.value) == "READ_ONLY"
        assert retry_delay(error.value) > 0
        assert (await ana.view(table)).seq == stream.seq
        store.full = False
        reply = await stream.act(BET)
        assert not reply.HasField("refusal")
        await ana.close()
        await bia.close()


async def test_everybody_is_told_when_the_database_is_taken_away_and_when_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_writer, "_IDLE_SECONDS", 0.01)
    store, told = SqliteStore(tmp_path / "cardtui.db"), CapturingLogger()
    log = structlog.wrap_logger(told, processors=[])
    async with running(store=store, log=log) as server:
        ana, bia, eva = (Caller(server.address) for _ in range(3))
        for caller, name in ((ana, "Ana"), (bia, "Bia"), (eva, "Eva")):
            await caller.open(name)
        table, *streams = await two_at_cacho(ana, bia)
        watching = eva.watch(table)
        everybody = [*streams, watching]
        (seat,) = streams[0].view.to_act
        away = tmp_path / "away"
        (tmp_path / "cardtui.db").rename(away)
        for stream in everybody:  # though nobody does anything
            await stream.until(lambda stream=stream: stream.presence.HasField("stopped"))
            assert "was deleted or replaced" in stream.presence.stopped.sentence
        for _ in range(5):
            refusal = (await streams[seat].act(BET)).refusal
            assert refusal == streams[seat].presence.stopped
        with refused_as("READ_ONLY"):
            await eva.create()
        assert [call.kwargs["event"] for call in told.calls] == ["database gone"]
        away.rename(tmp_path / "cardtui.db")
        for stream in everybody:
            await stream.until(lambda stream=stream: not stream.presence.HasField("stopped"))
        assert not (await streams[seat].act(BET)).HasField("refusal")
        for caller in (ana, bia, eva):
            await caller.close()


# --- limits --------------------------------------------------------------------------------


STRICT = Limits(
    actions_rate=0.01, actions_burst=3, talk_rate=0.01, talk_burst=2, joins_burst=4,
    joins_rate=0.01, streams=2, tables=2, loopback=True,
)  # fmt: skip


@pytest.fixture
async def strict() -> AsyncIterator[Caller]:
    async with running(Settings(port=0, thinking=0, limits=STRICT)) as server:
        caller = await Caller.of(server.address, "Ana")
        yield caller
        await caller.close()


async def test_too_much_talk_is_refused_and_told_for_how_long(strict: Caller) -> None:
    table = (await strict.create(seat=0)).id
    request = table_service_pb2.SayRequest(table=table, text="x")
    for _ in range(2):
        await strict.call(strict.tables.Say, request)
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await strict.call(strict.tables.Say, request)
    assert error.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert reason(error.value) == "LIMIT"
    assert 50 < retry_delay(error.value) <= 100


async def test_a_stream_with_too_many_messages_is_read_slowly_and_all_are_answered() -> None:
    limits = Limits(calls_burst=5, calls_rate=100)
    async with running(Settings(port=0, thinking=0, limits=limits)) as server:
        ana = await Caller.of(server.address, "Ana")
        stream = ana.play((await ana.create(seat=0)).id)
        await stream.next()
        began = asyncio.get_running_loop().time()
        for _ in range(35):
            await stream.send(hear=table_service_pb2.PlayHear(spectators=True))
        await stream.until(lambda: len(stream.replies) == 35)
        assert asyncio.get_running_loop().time() - began >= 0.25
        await ana.close()


async def test_too_many_actions_are_refused(strict: Caller) -> None:
    table = (await strict.create(seat=0)).id
    stream = strict.play(table)
    found = [table_reason(await stream.act(BET)) for _ in range(5)]
    assert found == ["REASON_TABLE_STATE"] * 3 + ["REASON_LIMIT"] * 2


async def test_too_many_newcomers_of_one_address_are_refused_but_not_who_returns(
    strict: Caller,
) -> None:
    for number in range(3):
        await strict.open(f"P{number}")
    with refused_as("LIMIT"):
        await strict.open("one too many")
    await strict.open("", strict.token)


async def test_too_many_streams_of_one_address_are_refused(strict: Caller) -> None:
    table = (await strict.create(seat=0)).id
    streams = [strict.watch(table) for _ in range(2)]
    for stream in streams:
        await stream.next()
    extra = strict.watch(table)
    with refused_as("LIMIT"):
        await extra.next()
    streams[0].call.cancel()
    async with asyncio.timeout(BOUND):
        while True:
            again = strict.watch(table)
            try:
                await again.next()
            except grpc.aio.AioRpcError:
                continue
            break


async def test_an_address_that_is_denied_is_told_and_a_proxy_tells_addresses_apart() -> None:
    rules = AddressRules(deny=read_networks("10.6.6.6", ""), proxies=read_networks("127.0.0.1", ""))
    async with running(Settings(port=0, thinking=0, limits=STRICT, rules=rules)) as server:
        caller = Caller(server.address)
        request = session_service_pb2.GetServerRequest()

        def forwarded(address: str) -> tuple[tuple[str, str], ...]:
            return (("x-forwarded-for", address),)

        with pytest.raises(grpc.aio.AioRpcError) as error:
            await caller.sessions.GetServer(request, metadata=forwarded("10.6.6.6"))
        assert error.value.code() is grpc.StatusCode.PERMISSION_DENIED
        assert reason(error.value) == "ADDRESS"
        # An IPv6 address counts as its whole network.
        for each in ("10.0.0.1", "10.0.0.2", "2001:db8::5:{}", "2001:db8:0:1::{}"):
            for number in range(STRICT.joins_burst):
                named = session_service_pb2.OpenSessionRequest(name=f"P{number} {each[-6:]}")
                await caller.sessions.OpenSession(named, metadata=forwarded(each.format(number)))
            named = session_service_pb2.OpenSessionRequest(name="Last")
            with refused_as("LIMIT"):
                await caller.sessions.OpenSession(named, metadata=forwarded(each.format("f")))
        await caller.close()


async def test_a_name_that_looks_like_a_players_is_refused_with_what_to_do() -> None:
    async with running() as server:
        carla, other = Caller(server.address), Caller(server.address)
        await carla.open("Carla")
        await carla.create(seat=0)
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await other.open("Carla.")
        assert error.value.code() is grpc.StatusCode.ALREADY_EXISTS
        assert reason(error.value) == "NAME_TAKEN"
        assert "choose one that nobody takes for it" in str(error.value.details())
        await other.open("Carla")
        assert other.name == "Carla 2"
        for caller in (carla, other):
            await caller.close()


async def test_too_many_tables_are_refused(strict: Caller) -> None:
    await strict.create()
    await strict.create()
    with refused_as("LIMIT"):
        await strict.create()


# --- the end -------------------------------------------------------------------------------


async def test_a_server_that_stops_says_so_to_everybody() -> None:
    async with running() as server:
        ana = await Caller.of(server.address, "Ana")
        table = (await ana.create(seat=0)).id
        playing, watching = ana.play(table), ana.watch(table)
        await playing.next()
        await watching.next()
        stopping = asyncio.ensure_future(server.stop())
        for stream in (playing, watching):
            await stream.rest()
            assert stream.end.reason == table_service_pb2.END_REASON_SHUTDOWN
            assert stream.end.sentence
        await stopping
        await ana.close()


async def test_a_client_that_vanishes_leaves_its_seat_and_nothing_else(
    server: RunningServer, ana: Caller, bia: Caller
) -> None:
    table, first, second = await two_at_cacho(ana, bia)
    # Where nobody is reading, a channel of an older grpc leaves its streams open.
    first.call.cancel()
    await ana.close()
    await second.until(lambda: list(second.presence.connected) == [1])
    assert second.table.seats[0].name == "Ana"
    again = Caller(server.address)
    assert await again.open("", ana.token) == [table]
    stream = again.play(table, after=first.seq)
    await stream.send()
    await second.until(lambda: list(second.presence.connected) == [0, 1])
    await again.close()


@pytest.mark.slow
async def test_a_spectator_who_never_reads_is_let_go_and_nobody_else_notices() -> None:
    clock = FakeClock()
    async with running(clock=clock) as server:
        # Without this what the network holds for one who does not read grows to megabytes.
        narrow = ("grpc.http2.bdp_probe", 0)
        ana, eva = Caller(server.address), Caller(server.address, narrow)
        await ana.open("Ana")
        await eva.open("Eva")
        table = await ana.create(seat=0)
        there = server.tables[table.id]
        stuck = eva.watch(table.id)
        assert await stuck.next()
        (reader,) = there.subscribers.spectators
        request = table_service_pb2.SayRequest(table=table.id, text="漢" * 100)
        for _ in range(20_000):
            await ana.call(ana.tables.Say, request)
            clock.advance(1)
            if reader.writing and reader.cursor < there.subscribers.buffer.first:
                break
        assert reader.writing
        for _ in range(5):
            clock.advance(10)
            await asyncio.sleep(0)
        await until(lambda: reader not in there.subscribers.spectators)
        with refused_as("LIMIT"):
            await stuck.rest()
        assert (await ana.view(table.id)).seq > 256
        await ana.close()
        await eva.close()
