"""The server's password: who needs it, how it is kept, and how often it may be tried."""

import asyncio
import os
import threading
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import grpc
import pytest

from cardtui.v1 import session_service_pb2
from cardtui_server import operator_file
from cardtui_server.failures import StartError
from cardtui_server.limits import Limits
from cardtui_server.lobby.password import Password, forget_password, keep_password, kept_password
from cardtui_server.rpc.session_service import SessionService
from tests.support.calling import BOUND, SWIFT, Caller, reason, refused_as, running
from tests.support.playing import until

SECRET = "três 7s, né?"
PASSWORD = Password.of(SECRET, cost=16)
CLOSED = replace(SWIFT, password=PASSWORD)


def test_only_the_right_password_matches() -> None:
    assert PASSWORD.matches(SECRET)
    assert not PASSWORD.matches(SECRET.upper())
    assert not PASSWORD.matches("")
    assert not PASSWORD.matches("x" * 257)
    assert not PASSWORD.matches("\ud800")


def test_only_a_salted_hash_is_kept_for_the_owner_alone(tmp_path: Path) -> None:
    keep_password(tmp_path, PASSWORD)
    assert kept_password(tmp_path) == PASSWORD
    assert Password.of(SECRET, cost=16) != PASSWORD
    [file] = tmp_path.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    assert SECRET not in file.read_text()
    forget_password(tmp_path)
    forget_password(tmp_path)
    assert kept_password(tmp_path) is None


def test_a_link_in_its_place_stays_and_a_pipe_is_refused(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "password").symlink_to(kept)
    keep_password(folder, PASSWORD)
    assert (folder / "password").readlink() == kept
    assert kept_password(folder) == PASSWORD
    forget_password(folder)
    os.mkfifo(folder / "password")
    with pytest.raises(OSError, match="Not a regular file"):
        keep_password(folder, PASSWORD)
    assert [each.name for each in folder.iterdir()] == ["password"]


@pytest.mark.parametrize(
    "text", ["", "scrypt 16 00", "plain 16 00 00", "scrypt 16 xx 00", "scrypt x 00 00", "\xff"]
)
def test_a_damaged_password_keeps_the_server_closed(tmp_path: Path, text: str) -> None:
    (tmp_path / "password").write_bytes(text.encode("latin-1"))
    with pytest.raises(StartError, match="--no-password"):
        kept_password(tmp_path)


async def open_with(caller: Caller, password: str, token: str = "") -> str:
    request = session_service_pb2.OpenSessionRequest(name="Ana", token=token, password=password)
    return (await caller.sessions.OpenSession(request, timeout=10)).token


async def test_newcomers_need_the_password_and_a_player_with_a_token_does_not() -> None:
    async with running(CLOSED) as server:
        ana = Caller(server.address)
        answer = await ana.sessions.GetServer(session_service_pb2.GetServerRequest(), timeout=10)
        assert answer.password_needed
        for wrong in ("", "no"):
            with pytest.raises(grpc.aio.AioRpcError) as error:
                await open_with(ana, wrong)
            assert error.value.code() is grpc.StatusCode.UNAUTHENTICATED
            assert reason(error.value) == "BAD_PASSWORD"
            with pytest.raises(grpc.aio.AioRpcError):
                await open_with(ana, wrong, token="unknown")
        token = await open_with(ana, SECRET)
        assert await open_with(ana, "", token=token) == token
        await ana.channel.close()


async def test_the_operator_comes_in_as_a_new_player_without_a_password(
    tmp_path: Path,
) -> None:
    async with running(replace(CLOSED, data=tmp_path)) as server:
        operator = operator_file.read(tmp_path)
        assert operator is not None
        host = Caller(server.address)
        token = await open_with(host, "", token=operator.token)
        assert token not in ("", operator.token), "a player like others"
        assert await open_with(host, "", token=token) == token
        await host.channel.close()


async def test_a_server_without_a_password_looks_at_none() -> None:
    async with running() as server:
        ana = Caller(server.address)
        answer = await ana.sessions.GetServer(session_service_pb2.GetServerRequest(), timeout=10)
        assert not answer.password_needed
        assert await open_with(ana, "whatever")
        await ana.channel.close()


async def test_passwords_are_hashed_one_at_a_time_even_if_some_give_up() -> None:
    go_on, counts = threading.Event(), Mock()
    counts.now = counts.most = 0

    def matches(_: str) -> bool:
        counts.now += 1
        counts.most = max(counts.now, counts.most)
        try:
            return not go_on.wait(BOUND)
        finally:
            counts.now -= 1

    service = SessionService(
        "", Mock(), Mock(), Mock(), codes=Mock(), calendar=Mock(), end_streams=Mock(), durable=False
    )
    for number in range(4):
        guess = asyncio.create_task(service._is_right(Mock(matches=matches), f"guess {number}"))
        await asyncio.sleep(0)
        await until(lambda: counts.now)
        await asyncio.to_thread(int)  # what a guess has begun has begun by then
        guess.cancel()
        await asyncio.wait([guess])
    go_on.set()
    assert not await service._is_right(Mock(matches=matches), "guess")
    assert counts.most == 1


async def test_guessing_is_slowed_down_even_on_this_machine() -> None:
    limits = replace(Limits.open(), guesses_burst=3, guesses_rate=0.1)
    async with running(replace(CLOSED, limits=limits)) as server:
        ana = Caller(server.address)
        tried = await asyncio.gather(
            *(open_with(ana, f"guess {n}") for n in range(5)), return_exceptions=True
        )
        reasons = sorted(reason(each) for each in tried if isinstance(each, grpc.aio.AioRpcError))
        assert reasons == ["BAD_PASSWORD"] * 3 + ["LIMIT"] * 2
        with refused_as("LIMIT"):
            await open_with(ana, SECRET)
        # To be told that one is needed costs nothing.
        with refused_as("BAD_PASSWORD"):
            await open_with(ana, "")
        await ana.channel.close()
