"""What is announced in the network: read with care, trusted by nobody, and told when it fails."""

import asyncio
import builtins
import socket
from collections.abc import Sequence
from ipaddress import IPv4Interface
from typing import Any

import pytest
from zeroconf import ServiceInfo
from zeroconf.asyncio import AsyncServiceInfo

from cardtui_client.net import discovery
from cardtui_client.net.address import JoinLine, parse_join_line, pin_of
from cardtui_client.net.discovery import (
    SERVICE_TYPE,
    Announced,
    Discovery,
    answering_first,
    elsewhere,
    line_by_pin,
    read,
)
from cardtui_server.calendar import Occasion
from cardtui_server.network import announcer
from cardtui_server.network.announcer import Announcement, Counts

FINGERPRINT = bytes(range(32))


def info(
    addresses: Sequence[str] = ("10.1.2.3",), port: int = 8782, **said: bytes
) -> AsyncServiceInfo:
    properties = {"sha256": FINGERPRINT.hex().encode(), "name": b"kitchen"} | said
    return AsyncServiceInfo(
        SERVICE_TYPE,
        f"x.{SERVICE_TYPE}",
        port=port,
        properties=properties,
        parsed_addresses=list(addresses),
    )


def heard(line: str, name: str = "kitchen") -> Announced:
    return Announced(parse_join_line(line), name, 1, 2)


@pytest.fixture(autouse=True)
def one_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "own_interfaces", lambda: [IPv4Interface("192.168.1.9/24")])


def test_what_a_server_announces_is_what_clients_read() -> None:
    assert announcer.SERVICE_TYPE == SERVICE_TYPE
    announcement = Announcement("Ana's café.", ["10.0.0.7", "192.168.1.7"], 9000, FINGERPRINT, 1)
    told = announcement.info(Counts(2, 3))
    assert told.name == f"Ana's café (00010203-9000).{SERVICE_TYPE}"
    found = read(told)  # type: ignore[arg-type] # the parts that are read are the same
    assert found is not None
    assert (found.name, found.tables, found.free_seats) == ("Ana's café.", 2, 3)
    # The address in the client's own network comes first.
    assert found.address == "192.168.1.7:9000"
    pin = pin_of(FINGERPRINT)
    assert str(found.line) == f"192.168.1.7,10.0.0.7:9000/~{pin}"
    assert parse_join_line(str(found.line)) == found.line
    assert found.line.trusting(pin) == JoinLine(found.line.addresses, pin)


def test_a_server_announces_where_people_come_by_ssh_if_they_can() -> None:
    announcement = Announcement("kitchen", ["10.0.0.7"], 9000, FINGERPRINT, 1)
    assert announcement.info(Counts(0, 0, 8783)).properties[b"ssh"] == b"8783"
    assert b"ssh" not in announcement.info(Counts(0, 0)).properties


def test_a_server_announces_its_evening_and_what_is_none_is_passed_over() -> None:
    announcement = Announcement("kitchen", ["10.0.0.7"], 9000, FINGERPRINT, 1)
    evening = Occasion("Noche de truco", 1_764_374_400, 1_764_388_800)
    heard = read(announcement.info(Counts(0, 0, evening=evening)))  # type: ignore[arg-type]
    assert heard is not None
    assert heard.evening == tuple(evening)
    widest = Occasion("é" * 32, 9_999_999_998, 9_999_999_999)
    assert announcement.info(Counts(0, 0, evening=widest)).properties[b"evening"]
    for wrong in (b"", b"truco", b"5-3 x", b"1-2 \x1b", b"1-" + b"9" * 200 + b" x", b"\xff-2 x"):
        found = read(info(evening=wrong))
        assert found is not None
        assert found.evening is None


def test_two_servers_of_one_name_claim_nothing_that_the_other_has() -> None:
    said = Announcement("kitchen", ["10.0.0.7"], 9000, FINGERPRINT, 1)
    others = [said._replace(port=9001), said._replace(fingerprint=FINGERPRINT[::-1])]
    told = [each.info(Counts(0, 0)) for each in (said, *others)]
    assert len({each.name for each in told}) == len({each.server for each in told}) == 3
    assert {each.properties[b"name"] for each in told} == {b"kitchen"}


@pytest.mark.parametrize("name", ["", ".", "…" * 40, "a" * 200])
def test_every_name_fits_the_list_of_services(name: str) -> None:
    told = Announcement(name, ["10.0.0.7"], 1, FINGERPRINT, 1).info(Counts(0, 0))
    assert isinstance(told, ServiceInfo)
    assert 1 <= len(told.name.removesuffix(f".{SERVICE_TYPE}").encode()) <= 60


@pytest.mark.parametrize(
    "wrong",
    [
        info(sha256=b""),
        info(sha256=b"\xff" * 64),
        info(sha256=FINGERPRINT.hex().encode() * 2),
        info(port=0),
        info([]),
        info(["127.0.0.1"]),
        info(["224.0.0.251", "0.0.0.0", "fe80::1"]),
    ],
)
def test_what_is_no_announcement_of_a_server_is_passed_over(wrong: AsyncServiceInfo) -> None:
    assert read(wrong) is None


def test_what_others_write_is_made_safe() -> None:
    found = read(info(name=b"\x1b]52;c;x\x07[/nope]\xff" + b"x" * 200, tables=b"-1", free=b"9" * 9))
    assert found is not None
    assert "\x1b" not in found.name
    assert "\x07" not in found.name
    assert len(found.name) <= 40
    assert (found.tables, found.free_seats) == (0, 0)
    many = read(info([f"10.0.0.{last}" for last in range(1, 100)]))
    assert many is not None
    assert len(many.line.addresses) == 6


def test_the_servers_of_this_machine_are_not_listed_twice() -> None:
    pin = pin_of(FINGERPRINT)
    own, other = heard(f"192.168.1.9:9000/~{pin}"), heard(f"192.168.1.8:9000/~{pin}")
    assert elsewhere([own, other], ["127.0.0.1:9000"]) == [other]
    assert elsewhere([own, other], ["127.0.0.1:9001"]) == [own, other]


async def problem() -> str:
    listening = Discovery()
    await listening.begin()
    await listening.begin()  # it is tried once
    await listening.close()
    assert listening.servers() == []
    return listening.problem


async def test_without_the_library_one_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(name: str, *rest: Any) -> Any:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(discovery, "import_module", missing)
    assert "-m pip install zeroconf)" in await problem()
    # So is the host of a server.
    before = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        return missing(name) if name.startswith("zeroconf") else before(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(announcer.Unannounced, match="zeroconf, which is not installed"):
        start_announcing("10.0.0.7")


async def test_a_machine_without_a_network_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "own_interfaces", list)
    assert "connect it to one, or type the address" in await problem()


async def test_where_nothing_may_be_sent_to_all_one_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused(*_: object) -> int:
        raise PermissionError(1, "Operation not permitted")

    class Silent(socket.socket):
        sendto = refused

        def setsockopt(self, *_: object) -> None:
            pass

    monkeypatch.setattr(socket, "socket", Silent)
    assert "(Operation not permitted): let UDP port 5353 through" in await problem()
    with pytest.raises(announcer.Unannounced, match="let UDP port 5353 through"):
        start_announcing("10.0.0.7")


def test_an_address_of_one_link_is_the_last_resort_and_says_its_interface() -> None:
    name, number = "lo", socket.if_nametoindex("lo")

    def read_scoped(*addresses: str) -> Announced | None:
        told = info()
        told.parsed_scoped_addresses = lambda *_: list(addresses)  # type: ignore[method-assign]
        return read(told)

    alone = read_scoped(f"fe80::7%{number}")
    assert alone is not None
    assert alone.address == f"[fe80::7%{name}]:8782"
    assert parse_join_line(str(alone.line)) == alone.line
    both = read_scoped(f"fe80::7%{number}", "fd00::7")
    assert both is not None
    assert both.address == "[fd00::7]:8782"


async def test_of_addresses_that_are_equally_likely_the_one_that_answers_comes_first() -> None:
    async with await asyncio.start_server(
        lambda _reader, _writer: None, "127.0.0.1", 0
    ) as listening:
        port = listening.sockets[0].getsockname()[1]
        said = heard(f"127.0.0.2,127.0.0.1,127.0.0.3:{port}/~{pin_of(FINGERPRINT)}")
        found = await answering_first(said, None)
        assert found.line.where == f"127.0.0.1,127.0.0.2,127.0.0.3:{port}"
        # In our own network it is likelier, and is not asked for.
        likely = heard(f"192.168.1.8,127.0.0.1:{port}/~{pin_of(FINGERPRINT)}")
        assert await answering_first(likely, None) == likely
    # It is asked once for what is announced anew, as with each table that comes.
    anew = await answering_first(said._replace(tables=3), found)
    assert anew == found._replace(tables=3)
    # Nobody answers any more.
    assert await answering_first(said, None) == said


def test_a_server_announces_an_address_of_one_link_without_its_own_interface() -> None:
    said = Announcement("kitchen", ["fe80::7%eth0"], 9000, FINGERPRINT, 1)
    assert said.info(Counts(0, 0)).parsed_addresses() == ["fe80::7"]


def start_announcing(address: str) -> None:
    from cardtui_server.server_log import unprinted

    said = Announcement("kitchen", [address], 9000, FINGERPRINT, 1)
    announcer.Announcer.start(said, lambda: Counts(0, 0), unprinted())


def test_a_server_that_a_line_vouches_for_is_found_where_it_is_announced_now() -> None:
    pin, other = pin_of(FINGERPRINT), pin_of(bytes(32))
    now = [heard(f"192.168.1.8:9000/~{other}"), heard(f"192.168.1.7:9000/~{pin}")]
    found = line_by_pin(parse_join_line(f"192.168.1.5:9000/{pin}"), now)
    assert str(found) == f"192.168.1.7:9000/{pin}"
    for line in ("192.168.1.5:9000", f"192.168.1.5:9000/~{pin}"):  # nobody vouches for a pin
        assert line_by_pin(parse_join_line(line), now) is None
