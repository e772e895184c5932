"""Nobody calls what no policy allows; buckets refill; addresses are told apart."""

import pytest
from grpc_health.v1 import health_pb2  # type: ignore[import-untyped] # it ships no types
from grpc_reflection.v1alpha import reflection_pb2  # type: ignore[import-untyped] # no types

from cardtui.v1 import (
    club_service_pb2,
    errors_pb2,
    host_service_pb2,
    lobby_service_pb2,
    session_service_pb2,
    table_service_pb2,
    tournament_service_pb2,
)
from cardtui_server.limits import PROFILES, Limits
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.rpc.access import POLICIES
from cardtui_server.rpc.addresses import (
    AddressRules,
    Origin,
    address_of,
    is_loopback,
    plain_address,
    read_networks,
    sender_of,
)
from cardtui_server.rpc.caller import Caller
from cardtui_server.rpc.limited import (
    ACTS,
    CALLS_OF_CONNECTION,
    CALLS_OF_PLAYER,
    CHANGES,
    JOINS,
    SESSIONS,
    STRANGERS,
    TALK,
)
from cardtui_server.rpc.limiter import Limiter
from cardtui_server.rpc.status import STATUS_CODES
from cardtui_server.table.reader import EndReason
from cardtui_server.wire.frames import END_REASONS
from cardtui_server.wire.values import REASONS
from tests.support.ports import FakeClock

SERVED = [
    f"/{service.full_name}/{method.name}"
    for file in (
        session_service_pb2,
        lobby_service_pb2,
        table_service_pb2,
        host_service_pb2,
        tournament_service_pb2,
        club_service_pb2,
        health_pb2,
        reflection_pb2,
    )
    for service in file.DESCRIPTOR.services_by_name.values()
    for method in service.methods
]
OPEN = {
    "/cardtui.v1.SessionService/OpenSession",
    "/cardtui.v1.SessionService/UseAccountCode",
    "/cardtui.v1.SessionService/GetServer",
    "/cardtui.v1.ClubService/Appeal",
}
STREAMS = {
    "/cardtui.v1.ClubService/FollowPeople",
    "/cardtui.v1.ClubService/ReadClubLog",
    "/cardtui.v1.SessionService/ExportPerson",
    "/cardtui.v1.LobbyService/WatchTables",
    "/cardtui.v1.TableService/GetHistory",
    "/cardtui.v1.TableService/GetRecord",
    "/cardtui.v1.TableService/Play",
    "/cardtui.v1.TableService/Watch",
    "/cardtui.v1.TournamentService/FollowTournament",
}


OF_THE_CLUB = {
    f"/cardtui.v1.ClubService/{method}"
    for method in (
        "ListReports",
        "ReadReport",
        "Restrict",
        "Lift",
        "ListRestrictions",
        "ReadClubLog",
    )
}


def test_every_rpc_has_a_policy_and_every_policy_an_rpc() -> None:
    assert set(SERVED) == set(POLICIES)


def test_only_what_must_be_is_open_to_strangers() -> None:
    ours = {method for method in SERVED if method.startswith("/cardtui.")}
    assert {method for method in ours if not POLICIES[method].token} == OPEN
    assert {method for method in ours if POLICIES[method].stream} == STREAMS


def test_the_operator_does_this_and_nothing_else() -> None:
    assert {method for method, policy in POLICIES.items() if policy.operator} == OF_THE_CLUB | {
        "/cardtui.v1.TournamentService/ListTournaments",
        "/cardtui.v1.TournamentService/FollowTournament",
        "/cardtui.v1.TournamentService/DirectTournament",
        "/cardtui.v1.LobbyService/ListTables",
        "/cardtui.v1.LobbyService/CloseTable",
        "/cardtui.v1.LobbyService/GetCluster",
        "/cardtui.v1.LobbyService/Drain",
        "/cardtui.v1.LobbyService/MoveTable",
        "/cardtui.v1.SessionService/RecoverAccount",
        "/cardtui.v1.SessionService/AnnounceRestart",
        "/cardtui.v1.SessionService/ExportPerson",
        "/cardtui.v1.SessionService/ErasePerson",
    }
    assert {method for method, policy in POLICIES.items() if not policy.player} == OF_THE_CLUB | {
        "/cardtui.v1.LobbyService/GetCluster",
        "/cardtui.v1.LobbyService/Drain",
        "/cardtui.v1.LobbyService/MoveTable",
        "/cardtui.v1.SessionService/RecoverAccount",
        "/cardtui.v1.SessionService/AnnounceRestart",
        "/cardtui.v1.SessionService/ExportPerson",
        "/cardtui.v1.SessionService/ErasePerson",
    }


def test_every_reason_has_a_status() -> None:
    assert set(STATUS_CODES) == set(Reason)


def test_every_reason_has_a_number_of_its_own_on_the_wire() -> None:
    assert set(REASONS) == set(Reason)
    numbers = set(errors_pb2.Reason.values()) - {errors_pb2.REASON_UNSPECIFIED}
    assert sorted(REASONS.values()) == sorted(numbers)


def test_every_end_of_a_stream_has_a_number_of_its_own_on_the_wire() -> None:
    assert set(END_REASONS) == set(EndReason)
    numbers = set(table_service_pb2.EndReason.values())
    assert sorted(END_REASONS.values()) == sorted(
        numbers - {table_service_pb2.END_REASON_UNSPECIFIED}
    )


ANA = Caller("ana", "Ana", "10.0.0.1", limited=True)
BIA = Caller("bia", "Bia", "10.0.0.2", limited=True)
LOCAL = Caller("eva", "Eva", "127.0.0.1", limited=False)


def test_a_burst_is_let_through_and_then_a_rate() -> None:
    clock = FakeClock()
    limiter = Limiter(Limits(talk_rate=1, talk_burst=5), clock)
    for _ in range(5):
        limiter.count(TALK, ANA)
    with pytest.raises(Refused) as refused:
        limiter.count(TALK, ANA)
    assert refused.value.retry == pytest.approx(1.0)
    clock.advance(refused.value.retry)
    limiter.count(TALK, ANA)
    with pytest.raises(Refused):
        limiter.count(TALK, ANA)
    clock.advance(1000)
    for _ in range(5):
        limiter.count(TALK, ANA)
    with pytest.raises(Refused):
        limiter.count(TALK, ANA)


def test_one_callers_rush_does_not_hinder_another() -> None:
    limiter = Limiter(Limits(actions_burst=1, joins_burst=1), FakeClock())
    limiter.count(ACTS, ANA, "t")
    with pytest.raises(Refused):
        limiter.count(ACTS, ANA, "t")
    limiter.count(ACTS, BIA, "t")
    limiter.count(ACTS, ANA, "another table")
    limiter.count(JOINS, ANA)
    with pytest.raises(Refused):
        limiter.count(JOINS, ANA)
    limiter.count(JOINS, BIA)


def test_callers_on_this_machine_share_an_address_that_is_not_limited() -> None:
    limiter = Limiter(Limits(joins_burst=1, streams=1), FakeClock())
    for _ in range(10):
        limiter.count(JOINS, LOCAL)
        limiter.open_stream(LOCAL)


def test_a_player_on_this_machine_is_limited_like_any_other() -> None:
    limiter = Limiter(Limits(actions_burst=1, talk_burst=1), FakeClock())
    limiter.count(ACTS, LOCAL, "t")
    limiter.count(TALK, LOCAL)
    with pytest.raises(Refused):
        limiter.count(ACTS, LOCAL, "t")
    with pytest.raises(Refused):
        limiter.count(TALK, LOCAL)
    limiter.count(ACTS, LOCAL._replace(id="noa"), "t")


def test_new_players_on_this_machine_are_limited_too() -> None:
    clock = FakeClock()
    limiter = Limiter(Limits(sessions_burst=2, sessions_rate=0.5), clock)
    for _ in range(2):
        limiter.count(SESSIONS, LOCAL)
    with pytest.raises(Refused) as refused:
        limiter.count(SESSIONS, LOCAL)
    assert refused.value.retry == pytest.approx(2.0)
    clock.advance(2)
    limiter.count(SESSIONS, LOCAL)


def test_open_limits_are_never_met() -> None:
    limiter = Limiter(Limits.open(), FakeClock())
    for _ in range(1000):
        limiter.count(ACTS, ANA, "t")
        limiter.count(TALK, ANA)
        limiter.count(JOINS, ANA)
        limiter.count(SESSIONS, ANA)


def stranger(address: str, *, limited: bool = True) -> Caller:
    return Caller("", "", address, limited)


def test_calls_without_a_session_are_counted_by_address() -> None:
    clock = FakeClock()
    limiter = Limiter(Limits(strangers_burst=2, strangers_rate=1), clock)
    for _ in range(2):
        limiter.count(STRANGERS, stranger("a"))
    with pytest.raises(Refused) as refused:
        limiter.count(STRANGERS, stranger("a"))
    assert refused.value.reason == Reason.LIMIT
    limiter.count(STRANGERS, stranger("b"))
    limiter.count(STRANGERS, stranger("a", limited=False))
    clock.advance(refused.value.retry)
    limiter.count(STRANGERS, stranger("a"))


def test_streams_are_counted_by_address_and_by_player() -> None:
    limiter = Limiter(Limits(streams=2, streams_each=3), FakeClock())
    noa = ANA._replace(id="noa")
    for caller in (ANA, noa):
        limiter.open_stream(caller)
    with pytest.raises(Refused, match="address") as refused:
        limiter.open_stream(ANA)
    assert refused.value.retry
    limiter.open_stream(BIA)
    limiter.close_stream(noa)
    limiter.open_stream(ANA)
    for _ in range(3):
        limiter.open_stream(LOCAL)
    with pytest.raises(Refused, match="You have 3 open streams"):
        limiter.open_stream(LOCAL)
    limiter.close_stream(LOCAL)
    limiter.open_stream(LOCAL)


def test_streams_without_a_session_are_few() -> None:
    limiter = Limiter(Limits(stranger_streams=2), FakeClock())
    for address in "ab":
        limiter.open_stream(stranger(address, limited=False))
    with pytest.raises(Refused):
        limiter.open_stream(stranger("c", limited=False))
    limiter.open_stream(LOCAL)


def call(limiter: Limiter, caller: Caller) -> None:
    limiter.count(CALLS_OF_CONNECTION, caller)
    limiter.count(CALLS_OF_PLAYER, caller)


def test_calls_are_counted_by_connection_and_by_player_on_this_machine_too() -> None:
    clock = FakeClock()
    limiter = Limiter(Limits(calls_burst=3, calls_rate=1), clock)
    one, two = (LOCAL._replace(connection=f"ipv4:127.0.0.1:{port}") for port in (1, 2))
    call(limiter, one)
    call(limiter, two)
    call(limiter, two)
    with pytest.raises(Refused) as refused:
        call(limiter, one)  # a player's connections together
    call(limiter, one._replace(id="noa"))
    with pytest.raises(Refused):
        call(limiter, one._replace(id="noa"))  # and a connection's players together
    clock.advance(refused.value.retry)
    call(limiter, two)


def test_a_player_changes_tables_no_faster_than_people_do_and_holds_few_seats() -> None:
    limiter = Limiter(Limits(changes_burst=2, seats_each=2), FakeClock())
    for _ in range(2):
        limiter.count(CHANGES, LOCAL)
    with pytest.raises(Refused):
        limiter.count(CHANGES, LOCAL)
    limiter.seat(1)
    with pytest.raises(Refused, match="You hold 2 seats"):
        limiter.seat(2)


def test_a_flood_of_addresses_takes_bounded_memory() -> None:
    limiter = Limiter(Limits(), FakeClock())
    for number in range(12_000):
        limiter.count(JOINS, Caller("x", "x", str(number), limited=True))
    assert len(limiter._buckets) == 10_000


def test_the_limits_of_a_club_let_200_behind_one_address_in_within_a_minute() -> None:
    clock = FakeClock()
    limiter = Limiter(PROFILES["club"], clock)
    for number in range(200):
        guest = Caller("", "", "10.0.0.1", limited=True)
        player = guest._replace(id=f"p{number}", connection=f"ipv4:10.0.0.1:{number}")
        call(limiter, guest)
        limiter.count(JOINS, guest)
        limiter.count(SESSIONS, guest)
        for _ in range(10):
            call(limiter, player)
        limiter.count(JOINS, player)
        for _ in range(3):
            limiter.open_stream(player)
        clock.advance(0.3)


RULES = AddressRules(
    allow=read_networks("10.0.0.0/8, 2001:db8::/32", ""),
    deny=read_networks("10.6.6.0/24", ""),
    proxies=read_networks("127.0.0.1 10.1.1.1", ""),
)


@pytest.mark.parametrize(
    ("address", "admitted"),
    [
        ("10.0.0.7", True),
        ("10.6.6.6", False),
        ("2001:db8::1", True),
        ("192.168.0.1", False),
        ("127.0.0.1", True),
        ("::1", True),
        ("unix", True),
        ("unknown", False),
    ],
)
def test_addresses_are_admitted_by_their_networks(address: str, admitted: bool) -> None:
    assert RULES.admits(address) is admitted
    assert AddressRules().admits(address)
    assert not AddressRules(deny=read_networks("127.0.0.0/8", "")).admits("127.0.0.1")


@pytest.mark.parametrize(
    ("address", "sender"),
    [
        ("10.0.0.7", "10.0.0.7"),
        ("::ffff:10.0.0.7", "10.0.0.7"),
        ("2001:db8:0:1:aaaa::1", "2001:db8:0:1::/64"),
        ("2001:db8:0:1:ffff:ffff:ffff:ffff", "2001:db8:0:1::/64"),
        ("2001:db8:0:2::1", "2001:db8:0:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::1"),
        ("unix", "unix"),
        ("nonsense", "nonsense"),
    ],
)
def test_an_ipv6_network_counts_as_one_sender(address: str, sender: str) -> None:
    assert sender_of(address) == sender


@pytest.mark.parametrize(
    ("address", "forwarded", "origin"),
    [
        ("10.0.0.7", "", Origin("10.0.0.7", shared=False, proxied=False)),
        ("10.0.0.7", "1.2.3.4", Origin("10.0.0.7", shared=False, proxied=False)),
        ("::1", "", Origin("::1", shared=True, proxied=False)),
        ("127.0.0.1", "", Origin("127.0.0.1", shared=True, proxied=True)),
        ("127.0.0.1", "9.9.9.9, 1.2.3.4", Origin("1.2.3.4", shared=False, proxied=True)),
        ("127.0.0.1", "1.2.3.4, 10.1.1.1", Origin("1.2.3.4", shared=False, proxied=True)),
        ("10.1.1.1", "::ffff:1.2.3.4", Origin("1.2.3.4", shared=False, proxied=True)),
    ],
)
def test_a_trusted_proxy_and_nobody_else_says_where_a_call_comes_from(
    address: str, forwarded: str, origin: Origin
) -> None:
    assert RULES.origin(address, (("x-forwarded-for", forwarded),)) == origin


@pytest.mark.parametrize(
    ("peer", "address", "local"),
    [
        ("ipv4:127.0.0.1:5555", "127.0.0.1", True),
        ("ipv4:10.0.0.7:1", "10.0.0.7", False),
        ("ipv6:%5B::1%5D:5555", "::1", True),
        ("ipv6:[::ffff:127.0.0.1]:5", "127.0.0.1", True),
        ("ipv6:[fe80::1%25eth0]:5", "fe80::1", False),
        ("ipv6:%5Bfe80::1%254%5D:5", "fe80::1", False),
        ("unix:", "unix", True),
        ("unknown", "unknown", False),
    ],
)
def test_the_address_is_found_in_what_grpc_calls_a_peer(
    peer: str, address: str, local: bool
) -> None:
    assert address_of(peer) == plain_address(address) == address
    assert is_loopback(address) == local
