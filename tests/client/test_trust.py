"""Servers on other machines: over TLS only, and only the one that is meant.

127.0.0.2 stands for the network: servers encrypt everywhere but where their own machine asks.
"""

import asyncio
import socket
import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import grpc
import pytest
from cryptography import x509

from cardtui.v1 import session_service_pb2
from cardtui_client.net.address import Address, JoinLine, parse_address, parse_join_line, pin_of
from cardtui_client.net.call_errors import (
    OtherServer,
    Patience,
    TlsRefused,
    Unreachable,
    answer_to,
    failure,
)
from cardtui_client.net.connection import Connection, probe
from cardtui_client.net.known_servers import Knowing, KnownServers, Tokens
from cardtui_client.net.stream import Lost, Stream
from cardtui_client.net.trust import Found, UnknownServer, Untrusted, find
from cardtui_client.net.validation import open_channel, until_ready
from cardtui_server import app
from cardtui_server.app import RunningServer
from cardtui_server.network.certificate import kept_certificate, make_certificate
from tests.support.calling import SWIFT, running
from tests.support.door import line_of
from tests.support.lasting_port import lasting_port

SECONDS = 30.0


def pem_of(server: RunningServer) -> str:
    assert server.certificate is not None
    return server.certificate.chain.decode()


@asynccontextmanager
async def on_the_lan(port: int = 0) -> AsyncGenerator[RunningServer]:
    async with running(replace(SWIFT, lan=("127.0.0.2",), port=port)) as server:
        yield server


@pytest.fixture
async def server() -> AsyncIterator[RunningServer]:
    async with on_the_lan() as running_server:
        yield running_server


@pytest.fixture
def known(tmp_path: Path) -> KnownServers:
    return KnownServers(tmp_path)


async def test_a_join_line_leads_to_the_server_and_makes_it_known(
    server: RunningServer, known: KnownServers, tmp_path: Path
) -> None:
    ana = await Connection.open(line_of(server), "Ana", tokens=Tokens(tmp_path), known=known)
    assert ana.address == server.lan[0]
    await ana.list_games()
    await ana.close()
    # From now on the address is enough, and the player is the same.
    again = await Connection.open(server.lan[0], "Ana", tokens=Tokens(tmp_path), known=known)
    assert again.token == ana.token
    await again.close()
    assert (tmp_path / "servers.json").stat().st_mode & 0o777 == 0o600


async def test_of_several_addresses_the_one_that_answers_is_taken(server: RunningServer) -> None:
    where, _slash, pin = line_of(server).partition("/")
    ana = await Connection.open(f"127.0.0.3,127.0.0.2:{server.port}/{pin}", "Ana")
    assert ana.address == where
    await ana.close()


async def test_a_server_that_nothing_vouches_for_is_told_with_its_pin(
    server: RunningServer, known: KnownServers
) -> None:
    with pytest.raises(UnknownServer) as unknown:
        await Connection.open(server.lan[0], "Ana", known=known)
    assert line_of(server) == f"{unknown.value.address}/{unknown.value.pin}"
    assert unknown.value.pin in str(unknown.value)
    assert not known.get(parse_address(server.lan[0]))


@pytest.mark.slow
async def test_another_certificate_than_before_is_refused_until_the_old_one_is_forgotten(
    known: KnownServers,
) -> None:
    port = lasting_port()
    async with on_the_lan(port) as first:
        await (await Connection.open(line_of(first), "Ana", known=known)).close()
        address = parse_address(first.lan[0])
    async with on_the_lan(port) as second:
        with pytest.raises(Untrusted, match=f"cardtui connect --forget {address}"):
            await Connection.open(str(address), "Ana", known=known)
        assert known.forget(address) == [str(address)]
        with pytest.raises(KeyError):
            known.forget(address)
        with pytest.raises(UnknownServer):
            await Connection.open(str(address), "Ana", known=known)
        await (await Connection.open(line_of(second), "Ana", known=known)).close()


async def test_a_new_join_line_is_believed_more_than_what_was_there_before(
    known: KnownServers,
) -> None:
    async with on_the_lan() as server:
        known.keep(parse_address(server.lan[0]), "00" * 32)
        await (await Connection.open(line_of(server), "Ana", known=known)).close()
        await (await Connection.open(server.lan[0], "Ana", known=known)).close()


async def test_a_stranger_between_with_another_certificate_is_refused(
    server: RunningServer, known: KnownServers
) -> None:
    async with on_the_lan() as other:
        line = parse_join_line(line_of(server))._replace(addresses=(parse_address(other.lan[0]),))
        with pytest.raises(Untrusted, match="somebody is intercepting you"):
            await Connection.open(str(line), "Ana", known=known)
        with pytest.raises(Untrusted):
            await probe(str(line))
        assert not known.get(line.addresses[0])


async def test_a_stranger_who_steps_between_after_the_certificate_was_shown_gets_no_connection(
    server: RunningServer,
) -> None:
    """The first connection, which only looks, is led to the right server; the next is not."""
    async with on_the_lan() as other:
        ports = iter([server.port])

        async def lead(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            to = next(ports, other.port)
            there, back = await asyncio.open_connection("127.0.0.2", to)
            await asyncio.gather(pass_on(reader, back), pass_on(there, writer))

        relay = await asyncio.start_server(lead, "127.0.0.2", 0)
        async with relay:
            port = relay.sockets[0].getsockname()[1]
            line = parse_join_line(line_of(server))._replace(
                addresses=(Address("127.0.0.2", port),)
            )
            with pytest.raises(Unreachable):
                await Connection.open(str(line), "Ana")
        assert next(ports, None) is None
        assert not other.tables


async def pass_on(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    try:
        while data := await source.read(4096):
            target.write(data)
            await target.drain()
    except ConnectionError:
        pass
    finally:
        target.close()


async def test_grpc_takes_no_certificate_but_the_one_compared(server: RunningServer) -> None:
    async with on_the_lan() as other:
        at = Found(parse_address(server.lan[0]), pem_of(other))
        async with open_channel(at) as channel:
            with pytest.raises(Unreachable):
                await until_ready(channel, at, SECONDS)


@pytest.mark.slow
async def test_another_server_at_the_address_is_told_when_the_connection_comes_back() -> None:
    port = lasting_port()
    async with on_the_lan(port) as first:
        ana = await Connection.open(line_of(first), "Ana")
    async with on_the_lan(port):
        request = session_service_pb2.GetServerRequest()
        with pytest.raises(grpc.RpcError) as error:
            await answer_to(ana._session.GetServer, request, SECONDS, None)
        stream = Stream(ana, "wshpk4", seat=True, after=None)
        with pytest.raises(Lost, match="Another server than before answers"):
            await anext(aiter(stream.frames(list, Patience())))
    told = failure(error.value, ana.address)
    assert isinstance(told, OtherServer)
    assert "Another server than before answers" in told.sentence
    await ana.close()


def dated(end: str, year: int) -> Callable[..., object]:
    """Return what sets that date of a certificate, whatever it is told."""
    setter = getattr(x509.CertificateBuilder, end)

    def put(builder: x509.CertificateBuilder, _date: datetime) -> object:
        return setter(builder, datetime(year, 1, 1, tzinfo=UTC))

    return put


@pytest.mark.parametrize(("first", "last"), [(2050, 9999), (1970, 2000)])
async def test_a_certificate_of_other_dates_than_the_clocks_is_told(
    monkeypatch: pytest.MonkeyPatch, first: int, last: int
) -> None:
    with monkeypatch.context() as odd:
        for end, year in (("not_valid_before", first), ("not_valid_after", last)):
            odd.setattr(x509.CertificateBuilder, end, dated(end, year))
        made = make_certificate()
    monkeypatch.setattr(app, "make_certificate", lambda: made)
    async with on_the_lan() as server:
        with pytest.raises(TlsRefused, match=r"is not valid on .* Set the clock"):
            await Connection.open(line_of(server), "Ana")
        # So it is told to who plays there while either clock is set.
        line = parse_join_line(line_of(server))
        ana = Connection(Found(line.addresses[0], pem_of(server)), "Ana", SECONDS)
        stream = Stream(ana, "wshpk4", seat=True, after=None)
        with pytest.raises(Lost, match="Set the clock"):
            await anext(aiter(stream.frames(list, Patience())))
        await ana.close()


@pytest.mark.parametrize("ciphers", ["ECDHE-ECDSA-AES256-SHA384", "ECDHE+AESGCM"])
async def test_what_agrees_on_no_encryption_is_not_called_away(
    tmp_path: Path, ciphers: str
) -> None:
    """Python's TLS takes it, and gRPC's does not: the cipher is old, or HTTP/2 is not spoken."""
    made = kept_certificate(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "certificate.pem")
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers(ciphers)

    async def say_nothing(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    web = await asyncio.start_server(say_nothing, "127.0.0.2", 0, ssl=context)
    async with web:
        at = Address("127.0.0.2", web.sockets[0].getsockname()[1])
        line = JoinLine((at,), pin_of(made.fingerprint))
        # Of an old cipher, grpcio 1.75 tells no more than that the socket was closed.
        says_little = grpc.__version__.startswith("1.75.") and "SHA384" in ciphers
        told = "No table server answers" if says_little else "no encrypted connection"
        with pytest.raises(Unreachable if says_little else TlsRefused, match=told):
            await Connection.open(str(line), "Ana")


async def test_a_server_without_encryption_is_told_from_one_that_is_away(
    server: RunningServer,
) -> None:
    pin = line_of(server).partition("/")[2]
    async with running(replace(SWIFT, host="127.0.0.9")) as plain:
        with pytest.raises(Unreachable, match="does not encrypt"):
            await Connection.open(f"{plain.address}/{pin}", "Ana")
    async with running() as gone:
        pass
    with pytest.raises(Unreachable, match="No table server answers"):
        await Connection.open(f"127.0.0.2:{gone.port}/{pin}", "Ana")
    with pytest.raises(Unreachable, match="No machine is called"):
        await Connection.open(f"{'a' * 70}/{pin}", "Ana")
    with pytest.raises(Unreachable, match=r"300\.1\.1\.1 is no address of a machine"):
        await Connection.open(f"300.1.1.1/{pin}", "Ana")


async def test_a_server_that_says_nothing_is_given_up() -> None:
    with socket.create_server(("127.0.0.2", 0)) as silent:
        line = f"127.0.0.2:{silent.getsockname()[1]}"
        with pytest.raises(Unreachable, match="does not answer"):
            await find(parse_join_line(line), None, 0.2)


async def test_a_server_can_be_looked_at_before_it_is_trusted(server: RunningServer) -> None:
    answer, _seconds = await probe(server.lan[0])
    assert answer.name == "cardtui"
    assert not answer.password_needed


def test_a_damaged_file_of_known_servers_costs_a_question(tmp_path: Path) -> None:
    for text in ("", "[]", '{"a": 1', '{"127.0.0.2:1": 5}'):
        (tmp_path / "servers.json").write_text(text)
        assert KnownServers(tmp_path).get(Address("127.0.0.2", 1)) == ""


@pytest.mark.slow
async def test_a_server_that_is_known_is_so_at_another_address_by_its_name_too(
    server: RunningServer, known: KnownServers
) -> None:
    line = parse_join_line(line_of(server))
    known.keep(Address("127.0.0.9", 1), "00" * 32)
    known.keep(Address("127.0.0.9", 2), "no fingerprint")
    ana = await Connection.open(str(line), "Ana", known=known)
    await ana.get_server()
    await ana.close()
    book = known.acquaintances()
    assert book.knowing("anything", line.pin) is Knowing.KNOWN
    assert book.knowing("CARDTUI", pin_of(bytes(32))) is Knowing.KNOWN  # by its pin, again
    assert book.knowing("CARDTUI", pin_of(bytes([1] * 32))) is Knowing.OTHER
    assert book.knowing("kitchen", pin_of(bytes([1] * 32))) is Knowing.NEW
    assert line.pin in book.warning("cardtui", pin_of(bytes([1] * 32)), "127.0.0.3:1")
    assert known.forget(line.addresses[0]) == [str(line.addresses[0])]
    known.keep(Address("127.0.0.9", 3), server.certificate.fingerprint.hex())
    await (await Connection.open(line.where, "Ana", known=known)).close()
    assert known.get(line.addresses[0]) == server.certificate.fingerprint.hex()


async def test_what_was_only_heard_is_compared_asked_about_and_never_replaces_what_is_known(
    server: RunningServer, known: KnownServers
) -> None:
    line = parse_join_line(line_of(server))
    heard = line._replace(hearsay=True)
    # The pin of the announcement fits, but nobody has vouched for it.
    with pytest.raises(UnknownServer) as unknown:
        await find(heard, known, SECONDS)
    assert unknown.value.pin == line.pin
    assert not known.get(line.addresses[0])
    # One that another machine answers for is refused before anything is asked.
    with pytest.raises(Untrusted, match="not the server that was announced") as other:
        await find(heard._replace(pin=pin_of(bytes(32))), known, SECONDS)
    assert not isinstance(other.value, UnknownServer)
    # The client accepts a known server, from any announcement.
    await find(line, known, SECONDS)
    assert (await find(heard, known, SECONDS)).pin == line.pin
    # And one that was another before is not, though the announcement says so.
    known.keep(line.addresses[0], "00" * 32)
    with pytest.raises(Untrusted, match="another certificate than before"):
        await find(heard, known, SECONDS)
    assert known.get(line.addresses[0]) == "00" * 32


async def test_to_have_let_one_in_unasked_vouches_for_nothing(
    server: RunningServer, known: KnownServers
) -> None:
    """So another account that has a port of this machine first gets a name, and no more."""
    own, line = parse_join_line(server.address), parse_join_line(line_of(server))
    for _visit in range(2):
        ana = await Connection.open(str(own), "Ana", known=known)
        await ana.get_server()  # it says what it is called
        await ana.close()
    assert known.get(own.addresses[0])
    elsewhere = line.addresses[0]
    for there in (own, JoinLine((elsewhere,)), line._replace(hearsay=True)):
        with pytest.raises(UnknownServer):
            await find(there, known, SECONDS, secret=True)
        for secret in ({"password": "horse"}, {"token": "secret"}):
            with pytest.raises(UnknownServer):
                await Connection.open(str(there), "Ana", known=known, **secret)  # type: ignore[arg-type] # texts
        with pytest.raises(UnknownServer):
            await Connection.with_code(str(there), "hk4mz-7wq2n", known=known)
    for nobody in (JoinLine((elsewhere,)), line._replace(hearsay=True)):
        with pytest.raises(UnknownServer):
            await Connection.open(str(nobody), "Ana", known=known)
    book = known.acquaintances()
    assert book.knowing("cardtui", line.pin) is Knowing.NEW
    assert book.knowing("cardtui", pin_of(bytes(32))) is Knowing.NEW
    # Another one that has the port later is told from it all the same.
    async with on_the_lan() as other:
        known.keep(
            parse_address(other.address), server.certificate.fingerprint.hex(), vouched=False
        )
        with pytest.raises(Untrusted, match="another certificate than before"):
            await Connection.open(other.address, "Ana", known=known)
    # With the pin it is vouched for from then on, and no visit takes that back.
    await (await Connection.open(f"{own}/{line.pin}", "Ana", known=known)).close()
    await (await Connection.open(str(own), "Ana", known=known)).close()
    assert not (await find(own, known, SECONDS, secret=True)).new
    assert known.acquaintances().knowing("", line.pin) is Knowing.KNOWN
    await find(JoinLine((elsewhere,)), known, SECONDS, secret=True)


async def test_a_server_is_forgotten_at_all_its_addresses(
    server: RunningServer, known: KnownServers
) -> None:
    there, own = parse_address(server.lan[0]), parse_address(server.address)
    await find(parse_join_line(line_of(server)), known, SECONDS)
    known.keep(own, server.certificate.fingerprint.hex())
    known.keep(Address("127.0.0.9", 1), server.certificate.fingerprint.hex(), vouched=False)
    known.keep(Address("127.0.0.9", 2), "00" * 32)
    assert set(known.forget(there)) == {str(there), str(own), "127.0.0.9:1"}
    assert known.get(Address("127.0.0.9", 2)) == "00" * 32
    for address in (there, own):
        with pytest.raises(UnknownServer):
            await find(JoinLine((address,)), known, SECONDS, secret=True)
