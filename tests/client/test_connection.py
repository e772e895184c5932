"""A connection: the session's token, refusals decoded, and silence told from refusal."""

import asyncio
import random
import socket
import stat
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import grpc
import pytest

from cardtui.v1 import errors_pb2, lobby_service_pb2, signals_pb2
from cardtui_client.model.table import Status
from cardtui_client.net import validation
from cardtui_client.net.address import BadAddress, pin_of
from cardtui_client.net.call_errors import Patience, Refused, Unreachable
from cardtui_client.net.connection import Connection, probe
from cardtui_client.net.feed import FeedStatus, TableFeed
from cardtui_client.net.known_servers import Tokens
from cardtui_server.rpc.listening import DOOR_HOST
from tests.client.people import table_of
from tests.support.calling import SWIFT, Caller, running
from tests.support.door import certificate, pinned
from tests.support.fake_server import FakeServer
from tests.support.lasting_port import lasting_port
from tests.support.nights import by_night
from tests.support.proxy import proxy
from tests.support.slow_link import slow_link
from tests.support.squatter import squatting

Fake = tuple[FakeServer, str]


async def test_a_session_gives_token_name_and_seats(connection: Connection) -> None:
    assert (connection.token, connection.name) == ("token-1", "Ana")
    assert connection.seated_at == {"t1"}


async def test_a_kept_token_makes_one_oneself_again(fake: Fake, tmp_path: Path) -> None:
    for _again in range(2):
        opened = await Connection.open(fake[1], "Ana", tokens=Tokens(tmp_path))
        await opened.close()
    other = await Connection.open(fake[1], "Eva", tokens=Tokens(tmp_path))
    await other.close()
    assert [(session.name, session.token) for session in fake[0].sessions] == [
        ("Ana", ""), ("Ana", "token-1"), ("Eva", ""),
    ]  # fmt: skip


async def test_a_token_that_the_server_has_forgotten_makes_a_new_player(
    fake: Fake, tmp_path: Path
) -> None:
    fake[0].bad_tokens.add("old")
    tokens = Tokens(tmp_path)
    kept_at = certificate().fingerprint.hex()
    tokens.keep(kept_at, "Ana", "old")
    opened = await Connection.open(fake[1], "Ana", tokens=tokens)
    await opened.close()
    assert opened.token == tokens.get(kept_at, "Ana") == "token-2"


BAD_TOKEN = errors_pb2.Refusal(reason=errors_pb2.REASON_BAD_TOKEN, sentence="Who?")


async def test_calls_after_the_server_has_forgotten_its_players_open_one_session_again(
    fake: Fake, connection: Connection
) -> None:
    fake[0].bad_tokens.add("token-1")
    fake[0].failing.extend([(grpc.StatusCode.UNAUTHENTICATED, BAD_TOKEN, None)] * 2)
    await asyncio.gather(connection.say("t1", "hola"), connection.say("t1", "que tal"))
    assert [session.token for session in fake[0].sessions] == ["", "token-1", ""]
    assert len(fake[0].said) == 4


async def test_a_server_that_knows_nobody_for_long_is_not_asked_for_ever(
    fake: Fake, connection: Connection
) -> None:
    fake[0].failing.extend([(grpc.StatusCode.UNAUTHENTICATED, BAD_TOKEN, None)] * 2)
    with pytest.raises(Refused, match="Who"):
        await connection.say("t1", "hola")
    assert len(fake[0].sessions) == 2


async def test_an_operator_who_is_not_known_becomes_no_player(fake: Fake) -> None:
    operator = await Connection.as_operator(pinned(fake[1]), "secret")
    fake[0].failing.append((grpc.StatusCode.UNAUTHENTICATED, BAD_TOKEN, None))
    with pytest.raises(Refused, match="Who"):
        await operator.say("t1", "hola")
    await operator.close()
    assert not fake[0].sessions


async def test_a_refusal_comes_with_its_reason_and_in_the_readers_words(fake: Fake) -> None:
    template = "Choose a name that others can read."
    refusal = errors_pb2.Refusal(reason=errors_pb2.REASON_BAD_REQUEST, template=template)
    fake[0].refusal = (grpc.StatusCode.INVALID_ARGUMENT, refusal)
    with pytest.raises(Refused, match="Choose a name") as error:
        await Connection.open(fake[1], "\u202e")
    assert error.value.refusal.reason == errors_pb2.REASON_BAD_REQUEST
    assert error.value.code is grpc.StatusCode.INVALID_ARGUMENT
    assert error.value.wait is None


async def test_a_call_that_the_server_does_not_have_is_refused(connection: Connection) -> None:
    with pytest.raises(Refused) as error:
        await connection.list_games()
    assert error.value.code is grpc.StatusCode.UNIMPLEMENTED
    with pytest.raises(Refused):
        await anext(aiter(connection.tables()))


@pytest.fixture
def nobody() -> Iterator[str]:
    """Hold an address at which nobody listens, so that no other server can take it meanwhile."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield f"127.0.0.1:{held.getsockname()[1]}"


async def test_nobody_there_is_said_with_what_to_do(nobody: str) -> None:
    with pytest.raises(Unreachable, match="Is it running") as error:
        await Connection.open(nobody, "Ana", timeout=0.3)
    assert nobody in error.value.sentence
    with pytest.raises(Unreachable):
        await probe(nobody, timeout=0.3)


async def test_a_port_where_nobody_listens_is_told_at_once(nobody: str) -> None:
    async with asyncio.timeout(30):
        with pytest.raises(Unreachable):
            await Connection.open(nobody, "Ana", timeout=3600)
        with pytest.raises(Unreachable):
            await probe(nobody, timeout=3600)


async def test_a_machine_that_keeps_silent_is_waited_for() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        began = time.monotonic()
        with pytest.raises(Unreachable, match="Is it running"):
            await Connection.open(address, "Ana", timeout=0.5)
        assert time.monotonic() - began >= 0.5


async def test_what_is_no_table_server_is_called_so(connection: Connection) -> None:
    with pytest.raises(
        Refused, match=f"What answers at {connection.address} is not a table server"
    ):
        await connection.list_games()


async def test_what_is_no_address_is_said_before_anything_is_tried() -> None:
    with pytest.raises(BadAddress):
        await Connection.open("a b", "Ana")


async def test_a_probe_tells_what_a_server_is_without_a_session(fake: Fake) -> None:
    server, seconds = await probe(fake[1])
    assert server.name == "kitchen"
    assert seconds >= 0
    assert fake[0].sessions == []


@pytest.mark.parametrize(
    "code",
    [
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.CANCELLED,
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        grpc.StatusCode.DEADLINE_EXCEEDED,
    ],
)
async def test_a_question_that_a_busy_server_drops_is_asked_again(
    fake: Fake, connection: Connection, code: grpc.StatusCode
) -> None:
    fake[0].failing.extend([(code, None, None)] * 3)
    await connection.get_view("t1")
    assert fake[0].views == 4


async def test_a_question_is_asked_eight_times_and_no_more(
    fake: Fake, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtui_client.net.call_errors._DEFAULT_PATIENCE", Patience(first=0.001))
    fake[0].failing.extend([(grpc.StatusCode.CANCELLED, None, None)] * 20)
    with pytest.raises(Unreachable):
        await connection.get_view("t1")
    assert fake[0].views == 8


async def test_a_wait_that_the_server_asks_for_is_kept(fake: Fake, connection: Connection) -> None:
    busy = errors_pb2.Refusal(reason=errors_pb2.REASON_LIMIT, sentence="Wait.")
    fake[0].failing.append((grpc.StatusCode.RESOURCE_EXHAUSTED, busy, 0.3))
    began = time.monotonic()
    await connection.get_view("t1")
    assert time.monotonic() - began >= 0.3


@pytest.mark.parametrize(
    ("code", "reason", "wait"),
    [
        (grpc.StatusCode.INVALID_ARGUMENT, errors_pb2.REASON_BAD_REQUEST, None),
        (grpc.StatusCode.PERMISSION_DENIED, errors_pb2.REASON_NOT_SEATED, None),
        (grpc.StatusCode.RESOURCE_EXHAUSTED, errors_pb2.REASON_LIMIT, None),
        (grpc.StatusCode.RESOURCE_EXHAUSTED, errors_pb2.REASON_LIMIT, 30.0),
    ],
)
async def test_what_the_server_has_decided_is_told_at_once(
    fake: Fake,
    connection: Connection,
    code: grpc.StatusCode,
    reason: errors_pb2.Reason.ValueType,
    wait: float | None,
) -> None:
    fake[0].failing.append((code, errors_pb2.Refusal(reason=reason, sentence="No."), wait))
    with pytest.raises(Refused, match="No"):
        await connection.get_view("t1")
    assert fake[0].views == 1


async def test_what_may_have_been_done_already_is_not_done_again(
    fake: Fake, connection: Connection
) -> None:
    fake[0].failing.append((grpc.StatusCode.CANCELLED, None, None))
    with pytest.raises(Unreachable):
        await connection.signal("t1", signals_pb2.GESTURE_WINK)
    assert fake[0].signals == 1


async def test_a_line_that_may_have_been_said_is_repeated_with_the_same_id(
    fake: Fake, connection: Connection
) -> None:
    fake[0].failing.append((grpc.StatusCode.CANCELLED, None, None))
    await connection.say("t1", "hello")
    await connection.say("t1", "hello")
    first, again, new = [each.request_id for each in fake[0].said]
    assert first == again != new


async def test_a_server_that_vanishes_is_soon_missed_where_others_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(validation, "_CLUSTER_PINGS", validation._pings(200, 200))
    async with (
        running(SWIFT) as server,
        running(replace(SWIFT, lan=("127.0.0.3",))) as other,
        proxy(DOOR_HOST, server.port, random.Random(0)) as between,
    ):
        pin = pin_of(server.certificate.fingerprint)
        ana = await Connection.open(f"{between.address},{other.lan[0]}/{pin}", "Ana")
        table = await table_of(ana, "cacho")
        feed = TableFeed(ana, table, seat=True, patience=Patience())
        async with asyncio.timeout(validation._LONE_SERVER_PINGS[0][1] / 1000):
            async for item in feed.frames():
                if isinstance(item, FeedStatus) and item.status is Status.LIVE:
                    between.swallow()
                if isinstance(item, FeedStatus) and item.status is Status.RECONNECTING:
                    break
        await feed.close()
        await ana.close()


@pytest.mark.proof
async def test_a_feed_comes_back_although_its_connection_is_dead_and_open() -> None:
    async with running() as server, proxy(DOOR_HOST, server.port, random.Random(0)) as between:
        ana = await Connection.open(between.address, "Ana")
        request = lobby_service_pb2.CreateTableRequest(game="cacho", seats=2, seat=0)
        table = (await ana.create_table(request)).table.id
        feed = TableFeed(ana, table, seat=True, patience=Patience())
        live = 0
        async with asyncio.timeout(200):
            async for item in feed.frames():
                if isinstance(item, FeedStatus) and item.status is Status.LIVE:
                    live += 1
                    if live == 2:
                        break
                    between.swallow()
        # Where she came back, she hears what is new.
        bea = await Caller.of(server.address, "Bea")
        assert await bea.join(table) == 1
        await bea.close()
        await feed.close()
        await ana.close()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["plain", "junk", *by_night("outside", "certificate", "closes")])
async def test_a_visit_goes_on_with_the_server_alone_that_it_began_at(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = replace(SWIFT, port=lasting_port(), data=tmp_path)
    async with running(settings):
        ana = await Connection.open(f"localhost:{settings.port}", "Ana", timeout=5)
    with squatting(kind, settings.port) as heard, monkeypatch.context() as patched:
        patched.setattr("cardtui_client.net.call_errors._DEFAULT_PATIENCE", Patience(tries=2))
        for _attempt in range(2):
            with pytest.raises(Unreachable, match=f":{settings.port}"):
                await ana.list_tables()
        assert ana.token.encode() not in b"\n".join(heard)
    async with running(settings):
        token = ana.token
        assert not (await ana.list_tables()).tables
        assert ana.token == token
        await ana.close()


SECONDS = 0.9


@pytest.mark.slow
@pytest.mark.once
async def test_one_comes_in_over_a_link_of_almost_a_second_each_way() -> None:
    async with running() as server, slow_link(server.address, SECONDS) as address:
        ana = await Connection.open(address, "Ana")
        assert (await ana.list_games()).games
        await ana.close()


def test_a_token_is_found_again_by_server_and_name(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path / "data")
    assert tokens.get("127.0.0.1:8782", "Ana") == ""
    tokens.keep("127.0.0.1:8782", "Ana", "secret")
    assert Tokens(tmp_path / "data").get("127.0.0.1:8782", "Ana") == "secret"
    assert tokens.get("127.0.0.1:8782", "Eva") == ""
    assert tokens.get("127.0.0.1:9999", "Ana") == ""


def test_tokens_are_readable_by_their_owner_alone(tmp_path: Path) -> None:
    Tokens(tmp_path).keep("here", "Ana", "secret")
    file = tmp_path / "tokens.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.slow
def test_of_too_many_tokens_the_longest_unused_goes(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path)
    for number in range(200):
        tokens.keep(str(number), "Ana", "t")
    tokens.keep("0", "Ana", "t")
    tokens.keep("new", "Ana", "t")
    assert tokens.get("0", "Ana")
    assert not tokens.get("1", "Ana")


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"Ana@here": 3}', "\x00"])
def test_a_damaged_token_file_makes_one_a_stranger_and_no_more(tmp_path: Path, text: str) -> None:
    (tmp_path / "tokens.json").write_text(text, encoding="utf-8")
    tokens = Tokens(tmp_path)
    assert tokens.get("here", "Ana") == ""
    tokens.keep("here", "Ana", "secret")
    assert tokens.get("here", "Ana") == "secret"


def test_what_can_be_had_only_once_is_not_begun_where_nothing_can_be_kept(tmp_path: Path) -> None:
    Tokens(tmp_path / "data").need_place()
    (tmp_path / "file").write_text("")
    with pytest.raises(NotADirectoryError):
        Tokens(tmp_path / "file").need_place()
