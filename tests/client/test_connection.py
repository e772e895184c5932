"""A connection: the session's token, refusals decoded, and silence told from refusal."""

import asyncio
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest

from cardtui.v1 import errors_pb2
from cardtui_client.net.address import BadAddress
from cardtui_client.net.call_errors import Patience, Refused, Unreachable
from cardtui_client.net.connection import Connection, probe
from cardtui_client.net.known_servers import Tokens
from tests.support.door import certificate, pinned
from tests.support.fake_server import FakeServer

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
    monkeypatch.setattr("cardtui_client.net.call_errors._PATIENCE", Patience(first=0.001))
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
        await connection.say("t1", "hello")
    assert fake[0].said == ["hello"]
