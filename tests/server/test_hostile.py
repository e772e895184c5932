"""Whatever bytes come, the caller gets a status and the others notice nothing."""

import random
from typing import Any

import grpc
import pytest

from cardtui.v1 import (
    club_service_pb2,
    lobby_service_pb2,
    session_service_pb2,
    table_service_pb2,
    tournament_service_pb2,
)
from cardtui_server.app import RunningServer
from tests.support.calling import BOUND, Caller, refused_as, running
from tests.support.playing import until

FILES = (
    session_service_pb2,
    lobby_service_pb2,
    table_service_pb2,
    tournament_service_pb2,
    club_service_pb2,
)
METHODS = [
    (f"/{service.full_name}/{method.name}", getattr(file, method.input_type.name), method)
    for file in FILES
    for service in file.DESCRIPTOR.services_by_name.values()
    for method in service.methods
]
STATUSES = {
    grpc.StatusCode.OK,
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.NOT_FOUND,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.ALREADY_EXISTS,
    grpc.StatusCode.DEADLINE_EXCEEDED,  # a stream that was granted stays open
}


def noise(luck: random.Random, example: bytes) -> bytes:
    """Return bytes at random, or a message in which a few bytes are not what they were."""
    if luck.random() < 0.5:
        return luck.randbytes(luck.randrange(40))
    spoiled = bytearray(example)
    for _ in range(luck.randrange(1, 4)):
        spoiled[luck.randrange(len(spoiled))] = luck.randrange(256)
    return bytes(spoiled[: luck.randrange(1, len(spoiled) + 1)])


async def send(caller: Caller, path: str, method: Any, data: bytes) -> grpc.StatusCode:
    """Send a message to an RPC and return its status."""
    timeout, metadata = 0.05, caller.metadata
    channel: Any = caller.channel  # raw bytes have no message types
    try:
        if method.client_streaming:
            both = channel.stream_stream(path)(metadata=metadata, timeout=timeout)
            await both.write(data)
            await both.read()
        elif method.server_streaming:
            down = channel.unary_stream(path)(data, metadata=metadata, timeout=timeout)
            await down.read()
        else:
            await channel.unary_unary(path)(data, metadata=metadata, timeout=BOUND)
    except grpc.aio.AioRpcError as error:
        return error.code()
    return grpc.StatusCode.OK


@pytest.mark.slow
async def test_no_bytes_break_the_server() -> None:
    async with running() as server:
        for number, (path, request, method) in enumerate(METHODS):
            caller = await Caller.of(server.address, f"Eva {number}")
            table = await caller.create(seat=0)
            known = request.DESCRIPTOR.fields_by_name
            example = request(**({"table": table.id} if "table" in known else {}))
            data = example.SerializeToString() or b"\x0a\x03abc"
            taken = {*STATUSES, *([grpc.StatusCode.UNAUTHENTICATED] if "code" in known else [])}
            luck = random.Random(path)
            for _ in range(10):
                status = await send(caller, path, method, noise(luck, data))
                assert status in taken, (path, status)
            other = await Caller.of(server.address, f"Ana {number}")
            assert (await other.create(seat=0)).id, path
            await caller.close()
            await other.close()


async def test_what_is_no_rpc_of_ours_is_told() -> None:
    async with running() as server:
        caller = Caller(server.address)
        channel: Any = caller.channel
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await channel.unary_unary("/cardtui.v1.TableService/Peek")(b"")
        assert error.value.code() is grpc.StatusCode.UNIMPLEMENTED
        await caller.close()


async def test_metadata_that_is_too_big_is_refused() -> None:
    async with running() as server:
        caller = Caller(server.address)
        caller.token = "x" * 20_000
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await caller.call(caller.lobby.ListTables, lobby_service_pb2.ListTablesRequest())
        assert error.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        caller.token = ""
        await caller.open("Ana")
        await caller.close()


async def test_streams_beyond_the_bound_of_a_connection_wait_and_harm_nobody() -> None:
    async with running() as server:
        eva, ana = Caller(server.address), Caller(server.address)
        await eva.open("Eva")
        table = (await eva.create(seat=0)).id
        streams = [eva.watch(table) for _ in range(40)]
        for stream in streams[:32]:
            assert await stream.next()
        await ana.open("Ana")
        assert (await ana.view(table)).table.id == table
        for stream in streams:
            stream.call.cancel()
        await eva.close()
        await ana.close()


async def test_a_caller_who_resets_stream_after_stream_hinders_nobody() -> None:
    async with running() as server:
        eva, ana = [await Caller.of(server.address, name) for name in ("Eva", "Ana")]
        table = (await ana.create(seat=0)).id
        playing = ana.play(table)
        await playing.next()
        for _ in range(300):
            eva.watch(table).call.cancel()
        stranger = Caller(server.address)
        stranger.token = "wrong"
        with refused_as("BAD_TOKEN"):
            await stranger.view(table)
        request = table_service_pb2.SayRequest(table=table, text="still here")
        await ana.call(ana.tables.Say, request)
        await playing.until(lambda: playing.talk)
        await no_streams_left(server, table)
        for caller in (eva, ana, stranger):
            await caller.close()


async def no_streams_left(server: RunningServer, table: str) -> None:
    """Wait until nobody watches the table any more."""
    await until(lambda: not server.tables[table].subscribers.spectators)
