"""Found, joined and played over private networks, with a cable that is pulled out."""

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.e2e.conftest import StartAt
from tests.e2e.waiting import QUICK, check_ends
from tests.support.namespaces import Network, house
from tests.support.programs import PROGRAM, SECONDS, Program, Script

TIMES = 20
LATE = 20.0
"""Seconds by which a busy machine may be late."""


@pytest.fixture
def start(start_at: StartAt) -> StartAt:
    return start_at


def test_all_servers_are_found_and_missed_when_they_go(cables: Network, start: StartAt) -> None:
    script = Path(__file__).with_name("announcing.py")
    listener = start(cables.near, "Bia", sys.executable, script, "listen")
    listener.wait_for("^listening $")
    arguments = ("announce", "10.77.0.1", str(TIMES))
    announcer = start(cables.server, "host", sys.executable, script, *arguments)
    for number in range(TIMES):
        listener.wait_for(rf"^server {number}$")
    announcer.close_input()
    assert announcer.wait() == 0
    listener.wait_for("all gone")


@pytest.mark.nightly(reason="tests/client/test_discovery.py")
def test_servers_of_one_name_are_all_found_though_two_are_on_one_machine(
    cables: Network, start: StartAt
) -> None:
    for number, namespace in enumerate((cables.near, cables.near, cables.server)):
        arguments = ("host", "--lan", "--port", "0", "--name", "kitchen")
        host = start(namespace, f"host {number}", PROGRAM, *arguments)
        host.wait_for(r"^Join from another machine:  cardtui connect \S+$")
    deadline = time.monotonic() + SECONDS
    found = set[str]()
    while len(found) < 3:
        program = start(cables.server, "Eva", PROGRAM, "connect", "--plain")
        program.wait()
        found = set(re.findall(r"^(\S+:\d+)  kitchen: .*; pin \S+$", program.text, re.MULTILINE))
        assert time.monotonic() < deadline, program.text
    told = ""
    while not all(each in told for each in found):  # it lists those that answer in time
        assert time.monotonic() < deadline, told
        asked = start(cables.server, "Eva", PROGRAM, "connect", "kitchen", "--plain")
        assert asked.wait() == 2
        told = asked.text
        assert "Several servers are called “kitchen”: give the address of one" in told


def link_local(namespace: str, link: str) -> str:
    """Return an interface's address on its own link, once nobody else claims it."""
    command = ["ip", "-n", namespace, "-6", "-o", "addr", "show", "dev", link, "-tentative"]
    deadline = time.monotonic() + SECONDS
    while True:
        seen = subprocess.run(command, capture_output=True, check=True, text=True).stdout
        if found := re.search(r"inet6 (fe80\S+)/", seen):
            return found[1]
        assert time.monotonic() < deadline, seen
        time.sleep(0.05)  # the kernel says nothing when it has found out


def test_a_link_without_any_other_addresses_is_enough(cables: Network, start: StartAt) -> None:
    own = link_local(cables.server, "lan0")
    link_local(cables.near, "lan0")
    host = start(cables.server, "host", PROGRAM, "host", "--listen", f"[{own}%lan0]", "--port", "0")
    at = host.wait_for(r"^Join from another machine:  cardtui connect \S+$")
    line = host.lines[at - 1].split()[-1]
    assert line.startswith(f"[{own}]:")  # the other machine's interfaces have other names
    there = start(cables.near, "Bia", PROGRAM, "connect", line, "--json")
    assert there.wait() == 0, there.text
    lost = start(cables.near, "Eva", PROGRAM, "connect", line.partition("/")[0], "--json")
    assert lost.wait() == 3
    assert "means nothing without one of your own interfaces" in lost.text


def find(start: StartAt, namespace: str, host: str, pin: str) -> str:
    """Return the address under which the server is listed there; it is once it is announced."""
    deadline = time.monotonic() + SECONDS
    while True:
        program = start(namespace, "Eva", PROGRAM, "connect", "--plain")
        program.wait()
        listed = re.search(
            rf"^({re.escape(host)}:\d+)  Ana's: .*; pin {pin}$", program.text, re.MULTILINE
        )
        if listed is not None:
            return listed[1]
        assert time.monotonic() < deadline, program.text


def seat_all(cables: Network, start: StartAt) -> tuple[Program, Script, Program, Program, Program]:
    """Seat Ana, who holds her first card back, near the server; Bia and Caio are far from it."""
    host = start(cables.server, "host", PROGRAM, "host", "--lan", "--port", "0", "--name", "Ana's")
    at = host.wait_for(r"^Join from another machine:  cardtui connect \S+$")
    line = host.lines[at - 1].split()[-1]
    assert re.match(r"10\.7[78]\.0\.1,10\.7[78]\.0\.1:\d+/", line)
    pin = line.partition("/")[2]

    # From each side it is found at the address that leads there.
    find(start, cables.near, "10.77.0.1", pin)
    address = find(start, cables.far, "10.78.0.1", pin)
    # Nobody vouches for what was only heard.
    stranger = start(cables.far, "Eva", PROGRAM, "connect", address, "--plain")
    assert stranger.wait() == 3
    assert f"is new to you; its pin is {pin}" in stranger.text

    script = Script(*QUICK, hold_at="play")
    new = ("--new", "truco-argentino", "--option", "target=4")
    ana = start(cables.near, "Ana", PROGRAM, "connect", line, "--plain", *new, answer=script)
    ana.wait_for("The match has not started")
    table = ("--plain", "--table", "Ana")
    bia = start(cables.far, "Bia", PROGRAM, "connect", line, *table, answer=Script(*QUICK))
    bia.wait_for("The match has not started")
    caio = start(cables.far, "Caio", PROGRAM, "spectate", line, "--plain")
    caio.wait_for("You are watching")
    return host, script, ana, bia, caio


@pytest.mark.nightly(
    reason="by day: a link that is cut, in test_evening.py; cables, below and by ssh"
)
@pytest.mark.timeout(180)
@pytest.mark.parametrize("seconds", [2, 30])
def test_a_player_who_is_cut_off_in_the_middle_of_a_hand_goes_on_where_the_hand_stands(
    cables: Network, start: StartAt, seconds: float
) -> None:
    _host, script, ana, bia, caio = seat_all(cables, start)
    for player in (ana, bia):
        player.type("ready")
    ana.wait_for("You get")
    ana.wait_for("It is your turn")
    cables.cable(plugged=False)
    script.go_on(ana)  # into a network that is not there
    time.sleep(seconds)  # how long it is not there is what is tried
    cables.cable(plugged=True)
    check_ends(ana, bia, caio)


@pytest.mark.nightly
def test_a_server_whose_address_changes_twice_is_followed_by_its_certificate(
    cables: Network, start: StartAt
) -> None:
    _host, script, ana, bia, caio = seat_all(cables, start)
    for player in (ana, bia):
        player.type("ready")
    ana.wait_for("It is your turn")
    for before, after in (("10.77.0.1", "10.77.0.9"), ("10.77.0.9", "10.77.0.5")):
        cables.readdress(before, after)
        moved = ana.wait_for(rf"The server is at {after}:\d+ now\.")
        ana.wait_for("Reconnected", after=moved)
    script.go_on(ana)
    check_ends(ana, bia, caio)


@pytest.mark.nightly
def test_a_cable_that_is_exchanged_for_wi_fi_leads_to_the_same_match(
    cables: Network, start: StartAt
) -> None:
    host, script, ana, bia, caio = seat_all(cables, start)
    for player in (ana, bia):
        player.type("ready")
    ana.wait_for("It is your turn")
    before, since = len(ana.lines), time.monotonic()
    cables.wi_fi()
    host.wait_for(r"^The addresses of this machine have changed: .*10\.79\.0\.1:")
    assert time.monotonic() - since < 10 + LATE  # it listens there by then
    moved = ana.wait_for(r"The server is at 10\.79\.0\.1:\d+ now\.", after=before)
    ana.wait_for("Reconnected", after=moved)
    found = re.search(r"10\.79\.0\.1:\d+", ana.lines[moved - 1])
    assert found is not None
    # Whom she knows she need not be asked about there.
    told = start(cables.near, "Ana", PROGRAM, "connect", found[0], "--json")
    assert told.wait() == 0, told.text
    assert f'"address": "{found[0]}"' in told.text
    script.go_on(ana)
    check_ends(ana, bia, caio)


@pytest.mark.nightly
def test_a_laptop_that_leaves_its_cable_for_wi_fi_keeps_its_seat(start: StartAt) -> None:
    with house(1) as home:
        host = start(home.server, "host", PROGRAM, "host", "--lan", "--port", "0")
        at = host.wait_for(r"^Join from another machine:  cardtui connect \S+$")
        line = host.lines[at - 1].split()[-1]
        script = Script(*QUICK, hold_at="play")
        new = ("--new", "truco-argentino", "--option", "target=4", "--bots", "easy")
        (laptop,) = home.machines
        ana = start(laptop, "Ana", PROGRAM, "connect", line, "--plain", *new, answer=script)
        ana.wait_for("The match has not started")
        ana.type("ready")
        before = ana.wait_for("It is your turn")
        home.wi_fi(laptop)
        script.go_on(ana)  # into a network that is not there
        ana.wait_for("Reconnected", after=before)
        ana.wait_for("The match is over")
        ana.close_input()
        assert ana.wait() == 0
        assert "The server is at" not in ana.text  # it is where it was


FETCH = """
import ssl, sys, urllib.request
page = urllib.request.urlopen(sys.argv[1], context=ssl._create_unverified_context(), timeout=10)
print("fetched", "cardtui.js" in page.read().decode())
"""


@pytest.mark.nightly
def test_a_server_that_starts_in_no_network_is_there_once_it_is_in_one(
    cables: Network, start: StartAt
) -> None:
    cables.leave()
    arguments = ("host", "--lan", "--web", "--port", "0", "--name", "Ana's")
    host = start(cables.server, "host", PROGRAM, *arguments)
    told = host.wait_for("This machine is in no network: others can join as soon as it is in one")
    cables.join("10.77.0.9")
    at = host.wait_for(r"^Join from another machine:  cardtui connect 10\.77\.0\.9:", after=told)
    line = host.lines[at - 1].split()[-1]
    there = start(cables.near, "Ana", PROGRAM, "connect", line, "--json")
    assert there.wait() == 0, there.text

    # Its old line, and its old address alone where it is known, lead to where it is next.
    cables.readdress("10.77.0.9", "10.77.0.5")
    moved = host.wait_for(r"^Join from another machine:  cardtui connect 10\.77\.0\.5:", after=at)
    for old in (line, line.partition("/")[0]):
        there = start(cables.near, "Ana", PROGRAM, "connect", old, "--json")
        assert there.wait() == 0, there.text
        assert '"address": "10.77.0.5:' in there.text
    # So does the page, which is there as soon as its turn to look comes.
    page = host.lines[host.wait_for(r"^Join from a phone.*https://10\.77\.0\.5:", after=moved) - 1]
    deadline = time.monotonic() + SECONDS
    while "fetched True" not in (fetched := fetch(start, cables.near, page.split()[-1])):
        assert time.monotonic() < deadline, fetched


def fetch(start: StartAt, namespace: str, page: str) -> str:
    program = start(namespace, "Eva", sys.executable, "-c", FETCH, page)
    program.wait()
    return program.text


@pytest.mark.nightly
@pytest.mark.parametrize("asleep", ["client", "server"])
def test_a_laptop_that_sleeps_for_a_while_goes_on_when_it_wakes(
    cables: Network, start: StartAt, asleep: str
) -> None:
    host, script, ana, bia, caio = seat_all(cables, start)
    for player in (ana, bia):
        player.type("ready")
    ana.wait_for("It is your turn")
    before = len(ana.lines)
    sleeper = ana if asleep == "client" else host
    sleeper.send(signal.SIGSTOP)
    time.sleep(45)  # how long it sleeps is what is tried
    sleeper.send(signal.SIGCONT)
    ana.wait_for("Reconnected", after=before)
    script.go_on(ana)
    check_ends(ana, bia, caio)


@pytest.mark.nightly
@pytest.mark.timeout(180)
@pytest.mark.parametrize("link_alone", [False, True])
def test_ipv6_alone_is_enough_to_be_found_joined_and_followed(
    cables: Network, start: StartAt, *, link_alone: bool
) -> None:
    own = link_local(cables.server, "lan0")
    link_local(cables.server, "lan1")
    link_local(cables.near, "lan0")
    if link_alone:
        before, after, scope = own, "fe80::9", "%lan0"
        cables.only_ipv6()
    else:
        before, after, scope = "fd77::1", "fd77::9", ""
        cables.only_ipv6(before, "fd77::2")
    host = start(cables.server, "host", PROGRAM, "host", "--lan", "--port", "0", "--name", "Ana's")
    at = host.wait_for(r"^Join from another machine:  cardtui connect \S+$")
    line = host.lines[at - 1].split()[-1]
    assert before in line
    assert "%" not in line
    address = find(start, cables.near, f"[{before}{scope}]", line.partition("/")[2])
    pin = line.partition("/")[2]
    ana = start(
        cables.near, "Ana", PROGRAM, "connect", f"{address}/{pin}", "--plain", "--new", "cacho"
    )
    ana.wait_for("The match has not started")
    cables.readdress(before, after)
    changed = host.wait_for(r"^The addresses of this machine have changed: ")
    at = host.wait_for(r"^Join from another machine:", after=changed)
    moved = ana.wait_for(rf"The server is at \[{re.escape(after + scope)}\]:\d+ now\.")
    ana.wait_for("Reconnected", after=moved)
    bia = start(cables.near, "Bia", PROGRAM, "connect", host.lines[at - 1].split()[-1], "--json")
    assert bia.wait() == 0, bia.text
