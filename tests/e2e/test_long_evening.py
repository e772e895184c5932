"""The evening that nothing stops: five machines, twelve people at `TABLES`, and all that happens.

Nobody types anything to recover, and nothing goes wrong in any program (`FAULTS`).
"""

import json
import re
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import pytest

from tests.e2e.conftest import StartAt
from tests.support.namespaces import House, house
from tests.support.programs import PROGRAM, Held, Program, Taker

PORT = "8782"
LATE, HELD = "Lia", ("Ana", "Dora", "Gil")
TABLES = {
    "truco-argentino target=12 friends=no": ("Ana", "Bia", LATE),
    "cacho hands=6": ("Caio", "Dora", "Edu"),
    "truco-brasileiro": ("Fia", "Gil", "Hugo"),
    "cacheta rounds=2 window=0": ("Ines", "Joel", "Kim"),
}
PEOPLE = [name for names in TABLES.values() for name in names]
FLAPS, OUT, EVERY = 10, 0.3, 1.5  # seconds
OVER = "The match is over"
VERIFIED = "its record is verified|The record of this match holds"
FAULTS = re.compile('Traceback|went wrong|do not trust|"level":')  # the last in a server's log


@pytest.fixture
def home() -> Iterator[House]:
    with house(4) as made:
        yield made


class Guest(NamedTuple):
    program: Program
    held: Held


class Night:
    """Who is there, on which machine, and the server to which they came."""

    def __init__(self, home: House, start_at: StartAt) -> None:
        self.home, self._start_at = home, start_at
        self.server = self.host()
        at = self.server.wait_for(r"^Join from another machine:  cardtui connect \S+$")
        self.line = self.server.lines[at - 1].split()[-1]
        self.guests: dict[str, Guest] = {}
        self.all = [self.server]

    def host(self) -> Program:
        """Start the server; three people at each machine are more than at a home."""
        command = ("host", "--lan", "--port", PORT, "--name", "Ana's", "--profile", "club")
        program = self._start_at(self.home.server, "host", PROGRAM, *command)
        program.wait_for("^Join from another machine:")
        return program

    def machine(self, name: str) -> str:
        return self.home.machines[PEOPLE.index(name) % len(self.home.machines)]

    def come(self, name: str, *how: str, holds: bool = False) -> Program:
        """Let somebody come from their own machine, into the lobby or to a table."""
        held = Held(Taker(), holds=holds)
        command = (PROGRAM, "connect", self.line, "--plain", *how)
        program = self._start_at(self.machine(name), name, *command, answer=held)
        self.guests[name] = Guest(program, held)
        self.all.append(program)
        return program

    def asked(self, name: str, *command: str) -> str:
        """Return what a command answers that somebody types after all is over."""
        program = self._start_at(self.machine(name), name, PROGRAM, *command)
        assert program.wait() == 0, program.text
        self.all.append(program)
        return program.text

    def through(
        self, trouble: Callable[[], object], *patterns: str, who: Sequence[str] = PEOPLE
    ) -> None:
        """Let something happen, and wait until all of them have seen what comes of it."""
        before = {name: len(self.guests[name].program.lines) for name in who}
        trouble()
        for name, at in before.items():
            seen = at
            for pattern in patterns:
                seen = self.guests[name].program.wait_for(pattern, after=seen)


def sit_down(night: Night) -> None:
    for options, (first, *others) in TABLES.items():
        host = night.come(first, holds=first in HELD)
        host.type(f"create {options} seats=4 bots=easy patience=1 pause=0 name={first}")
        host.wait_for("^Table ")
        for name in (each for each in others if each != LATE):
            night.come(name, "--table", first, holds=name in HELD).wait_for("You are ")
        host.type("start")
    for name in HELD:
        night.guests[name].program.wait_for("It is your turn")


def a_friend_comes_late(night: Night) -> None:
    lia, (ana, held) = night.come(LATE), night.guests["Ana"]
    lia.type("join Ana")
    ana.wait_for("Lia asks for a bot’s seat")
    ana.type("admit")
    lia.wait_for("You have a bot’s seat from the next hand on")
    held.go_on(ana, until="Lia now plays for")  # or the match may be over before much happens
    lia.wait_for("You are Lia, in seat")


def a_host_leaves_and_comes_back(night: Night) -> None:
    caio, dora, edu = (night.guests[name].program for name in ("Caio", "Dora", "Edu"))
    caio.type("quit")
    assert caio.wait() == 0
    dora.wait_for("The host is away: you are the host meanwhile")
    edu.wait_for("The host is away: Dora is the host meanwhile")
    dora.type("announce we go on")
    edu.wait_for("we go on")
    night.come("Caio", "--table", "Caio")
    for each in (dora, edu):
        each.wait_for("Caio is back, and the host of this table again")


def a_link_is_bad(night: Night) -> None:
    gil, held = night.guests["Gil"]
    machine = night.machine("Gil")
    there = [name for name in PEOPLE if night.machine(name) == machine]
    night.home.worsen(machine)
    night.through(lambda: night.home.cable(machine, plugged=False), "Reconnecting…", who=there)
    held.go_on(gil)  # into a network that is not there
    night.through(lambda: night.home.cable(machine, plugged=True), "Reconnected", who=there)
    a_plug_is_loose(night, "Gil", listener="Fia")


def a_plug_is_loose(night: Night, name: str, *, listener: str) -> None:
    """Pull and plug in the cable again and again; what is said meanwhile is heard."""
    speaker, hears = night.guests[name].program, night.guests[listener].program
    heard = len(hears.lines)
    for number in range(FLAPS):
        night.home.cable(night.machine(name), plugged=False)
        speaker.type(f"say still here {number}")
        time.sleep(OUT)  # how it comes and goes is what is tried
        night.home.cable(night.machine(name), plugged=True)
        time.sleep(EVERY - OUT)
    for number in range(FLAPS):
        heard = hears.wait_for(f"still here {number}", after=heard)


def a_laptop_leaves_its_cable(night: Night) -> None:
    machine = night.machine("Ana")
    there = [name for name in PEOPLE if night.machine(name) == machine]
    night.through(partial(night.home.wi_fi, machine), "Reconnected", who=there)


def the_address_changes_twice(night: Night) -> None:
    for before, after in (("10.77.0.1", "10.77.0.99"), ("10.77.0.99", "10.77.0.98")):
        moved = rf"The server is at {after}:{PORT} now\."
        night.through(partial(night.home.readdress, before, after), moved, "Reconnected")


def the_server_is_killed(night: Night) -> None:
    def kill() -> None:
        night.server.send(signal.SIGKILL)
        night.server.wait()

    def restart() -> None:
        night.server = night.host()
        night.all.append(night.server)

    night.through(kill, "Reconnecting…")
    night.through(restart, "Reconnected")


def good_night(night: Night) -> None:
    for program, held in night.guests.values():
        held.go_on(program)
    for program, _held in night.guests.values():
        program.wait_for(VERIFIED, after=program.wait_for(OVER))
        program.type("quit")
    for program, _held in night.guests.values():
        assert program.wait() == 0, program.text
    assert night.home.lost(night.machine("Gil")) > 0


def standings(games: list[Any]) -> dict[str, tuple[int, int]]:
    return {each["game"]: (each["won"], each["lost"]) for each in games}


def check_the_books(night: Night, name: str) -> dict[str, Any]:
    """Check that server, results and records say the same; return what this person's page says."""
    rows = [json.loads(line) for line in night.asked(name, "records", "--json").splitlines()]
    night.asked(name, "verify", *(row["path"] for row in rows))
    counts = Counter((row["game"], row["won"]) for row in rows)
    records = {game: (counts[game, True], counts[game, False]) for game, _won in counts}
    own = json.loads(night.asked(name, "results", "--json"))
    at = ("--at", f"10.77.0.98:{PORT}")
    server = json.loads(night.asked(name, "results", "--person", name, *at, "--json"))
    assert records == standings(own["games"]) == standings(server["games"])
    assert sum(map(sum, records.values())) == 1
    page: dict[str, Any] = json.loads(night.asked(name, "records", "evening", "--json"))
    return page


@pytest.mark.nightly
@pytest.mark.timeout(900)
def test_an_evening_that_nothing_stops(home: House, start_at: StartAt) -> None:
    night = Night(home, start_at)
    sit_down(night)
    a_friend_comes_late(night)
    a_host_leaves_and_comes_back(night)
    a_link_is_bad(night)
    a_laptop_leaves_its_cable(night)
    the_address_changes_twice(night)
    the_server_is_killed(night)
    good_night(night)
    for names in TABLES.values():
        for name in names:
            page = check_the_books(night, name)
            assert {each["name"] for each in page["players"] if not each["bot"]} == set(names)
    faults = [line for each in night.all for line in each.lines if FAULTS.search(line)]
    assert not faults, "\n".join(faults)
