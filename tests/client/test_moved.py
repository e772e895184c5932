"""A lost server is looked for by its certificate, and nobody else is followed.

127.0.0.2 stands for the network, and so do its neighbours.
"""

import socket
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cardtui_client.net import moved
from cardtui_client.net.address import JoinLine, parse_address, parse_join_line, pin_of
from cardtui_client.net.connection import Connection
from cardtui_client.net.discovery import Announced
from cardtui_client.net.known_servers import KnownServers
from cardtui_client.net.moved import found_again, line_now
from cardtui_client.net.trust import Found
from cardtui_server.app import RunningServer
from tests.support.calling import SWIFT, running


def announced(at: RunningServer, as_if: RunningServer) -> Announced:
    """Return the announcement of a server, with the pin of another one perhaps."""
    pin = pin_of(as_if.certificate.fingerprint)
    return Announced(JoinLine((parse_address(at.lan[0]),), pin, hearsay=True), "Ana's", 0, 0)


def have_heard(monkeypatch: pytest.MonkeyPatch, heard: Sequence[Announced]) -> None:
    class Heard:
        problem = ""

        def tell(self, changed: Callable[[], object]) -> None:
            del changed

        async def begin(self) -> None: ...

        async def close(self) -> None: ...

        def servers(self) -> Sequence[Announced]:
            return heard

    monkeypatch.setattr(moved, "Discovery", Heard)


def lost(server: RunningServer) -> Found:
    return Found(parse_address("192.0.2.1:8782"), server.certificate.chain.decode())


def at(host: str) -> Any:
    return running(replace(SWIFT, lan=(host,)))


async def test_only_the_server_with_the_same_certificate_is_followed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with at("127.0.0.2") as own, at("127.0.0.3") as imposter:
        have_heard(monkeypatch, [announced(imposter, own), announced(own, own)])
        found = await found_again(lost(own))
        assert found is not None
        assert str(found.address) == own.lan[0]
        monkeypatch.setattr(moved, "_LISTEN_SECONDS", 1.0)
        have_heard(monkeypatch, [announced(imposter, own), announced(imposter, imposter)])
        assert await found_again(lost(own)) is None


async def test_an_old_line_or_a_known_address_leads_to_where_the_server_is_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = KnownServers(tmp_path)
    async with at("127.0.0.2") as own, at("127.0.0.3") as imposter:
        have_heard(monkeypatch, [announced(imposter, own), announced(own, own)])
        monkeypatch.setattr(moved, "_SEARCH_SECONDS", 1.0)
        before = lost(own)
        line = JoinLine((before.address,), before.pin)
        assert await line_now(line, known) == JoinLine((parse_address(own.lan[0]),), before.pin)
        # An address alone leads somewhere else only if it was known.
        alone = parse_join_line(str(before.address))
        assert await line_now(alone, known) is None
        before.remember(known)
        found = await line_now(alone, known)
        assert found == JoinLine((parse_address(own.lan[0]),), before.pin, hearsay=True)
        have_heard(monkeypatch, [announced(imposter, own)])
        assert await line_now(line, known) is None


async def test_those_who_never_answer_do_not_keep_a_server_from_being_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    quiet = [socket.create_server(("127.0.0.4", 0)) for _ in range(4)]
    monkeypatch.setattr(moved, "_LISTEN_SECONDS", 6.0)
    monkeypatch.setattr(moved, "_LOOK_SECONDS", 5.0)
    async with at("127.0.0.2") as own:
        true = announced(own, own)
        places = [parse_address("{}:{}".format(*each.getsockname())) for each in quiet]
        false = [true._replace(line=true.line._replace(addresses=(each,))) for each in places]
        have_heard(monkeypatch, [*false, true])
        found = await found_again(lost(own))
        assert found is not None
        assert str(found.address) == own.lan[0]
    for each in quiet:
        each.close()


async def test_a_connection_that_has_moved_calls_and_invites_there() -> None:
    async with running(replace(SWIFT, lan=("127.0.0.2", "127.0.0.3"))) as server:
        pin = pin_of(server.certificate.fingerprint)
        ana = await Connection.open(f"{server.lan[0]}/{pin}", "Ana")
        await ana.list_tables()
        await ana.move(ana.server._replace(address=parse_address(server.lan[1]), at=None))
        await ana.list_tables()
        assert str(ana.join_line) == f"{server.lan[1]}/{pin}"
        await ana.close()
