"""A whole evening: four people, a spectator, a lost link, a match, another one, and good night."""

import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.conftest import Host, Hosted, Start
from tests.e2e.link import Link
from tests.e2e.waiting import QUICK
from tests.support.programs import Program, Script

PEOPLE = ("Ana", "Bia", "Caio", "Dora")
OVER = "The match is over"
CODE = r"with the code (\w+)"


@pytest.fixture
def server(host: Host) -> Hosted:
    return host()


@pytest.fixture
def link(server: Hosted) -> Iterator[Link]:
    link = Link(server.address)
    yield link
    link.close()


def sit_down(start: Start, server: Hosted, link: Link, bia: Script) -> list[Program]:
    """Seat the four at a table of truco, Bia over the link."""
    seated: list[Program] = []
    for name in PEOPLE:
        at = link.address if name == "Bia" else server.address
        how: tuple[str, ...] = ("--table", "Ana")
        if name == "Ana":
            how = ("--new", "truco-argentino", "--seats", "4", "--option", "target=2")
        script = bia if name == "Bia" else Script(*QUICK)
        person = start(name, "connect", at, "--plain", *how, answer=script)
        person.wait_for("The match has not started")
        seated.append(person)
    return seated


def begin(people: list[Program], after: list[int]) -> None:
    for person in people:
        person.type("ready")
    for person, seen in zip(people, after, strict=True):
        person.wait_for("You get", after=seen)


def see_it_end(people: list[Program], after: list[int]) -> tuple[list[int], str]:
    """Wait until all have seen the match end, alike; return what they have read, and who won."""
    read = [person.wait_for(OVER, after=seen) for person, seen in zip(people, after, strict=True)]
    told = {person.lines[at - 1] for person, at in zip(people, read, strict=True)}
    assert len(told) == 2, told  # each team is told in its own words
    return read, next(iter(told))


@pytest.mark.nightly(reason="by day a projector follows the evening below")
def test_a_projector_shows_all_matches_of_a_table_also_across_a_restart(
    server: Hosted, start: Start, host: Host
) -> None:
    ana = start("Ana", "connect", server.address, "--plain", "--new", "cacho", "--bots", "easy")
    ana.wait_for("The match has not started")
    watcher = start("Edu", "spectate", server.address, "--plain", "--follow")
    watcher.wait_for("You are watching|has not started")
    server.program.send(signal.SIGTERM)
    assert server.program.wait() == 0
    watcher.wait_for("Reconnecting…")
    again = host(server.address.rpartition(":")[2])
    back = watcher.wait_for("Reconnected")
    ana.wait_for("Reconnected")
    ana.type("start")
    watcher.wait_for("^Hand 1", after=back)
    ana.type("change spectators=no")
    assert watcher.wait() == 1, watcher.text
    refused = start("Edu", "spectate", again.address, "--plain", "--follow")
    assert refused.wait() == 1, refused.text


def test_an_evening_of_four_with_a_spectator_a_lost_link_and_another_match(
    server: Hosted, link: Link, start: Start
) -> None:
    bia = Script(*QUICK, hold_at="play")
    people = sit_down(start, server, link, bia)
    watcher = start("Edu", "spectate", server.address, "--plain")
    watcher.wait_for("You are watching")
    projector = start("Fia", "spectate", server.address, "--plain", "--follow")
    projector.wait_for("You are watching")

    begin(people, [0] * 4)
    people[1].wait_for("It is your turn")
    link.cut()
    people[1].wait_for("Reconnecting…")
    away = people[0].wait_for(r"Bia is away\.")
    link.mend()
    people[1].wait_for("Reconnected")
    people[0].wait_for(r"Bia is back\.", after=away)
    bia.go_on(people[1])
    read, _won = see_it_end(people, [0] * 4)
    watcher.wait_for(OVER)
    assert watcher.wait() == 0
    # A spectator is told that cards were dealt, never which.
    assert not re.search(r"^You get|^Your cards", watcher.text, re.MULTILINE)

    over = projector.wait_for(OVER)
    begin(people, read)
    see_it_end(people, read)
    projector.wait_for(OVER, after=over)
    for person in people:
        person.close_input()
        assert person.wait() == 0
    page = start("Bia", "records", "evening", "--plain")
    assert page.wait() == 0, page.text
    won = [line for line in page.lines if re.match(r"(Ana|Bia|Caio|Dora): \d won, \d lost\.", line)]
    assert len(won) == 4, page.text
    assert len([line for line in page.lines if " won, against " in line]) == 2, page.text
    server.program.send(signal.SIGINT)
    assert server.program.wait() == 0


@pytest.mark.nightly(reason="tests/cli/test_evening.py")
def test_who_runs_the_server_tells_the_evening_of_tables_without_them_but_for_private_ones(
    server: Hosted, start: Start, tmp_path: Path
) -> None:
    for first, second, *private in (("Ana", "Bia"), ("Eva", "Fede", "--private")):
        new = ("--new", "truco-argentino", "--option", "target=2", *private)
        host = start(first, "connect", server.address, "--plain", *new, answer=Script(*QUICK))
        host.wait_for("The match has not started")
        seek = ["--table", first]
        if private:
            host.wait_for(CODE)
            seek = ["--code", re.findall(CODE, host.text)[0]]
        guest = start(second, "connect", server.address, "--plain", *seek, answer=Script(*QUICK))
        guest.wait_for("The match has not started")
        begin([host, guest], [0, 0])
        for player in (host, guest):
            player.wait_for("its record is verified")
            player.close_input()
            assert player.wait() == 0

    page = start("host", "records", "evening", "--json")
    assert page.wait() == 0, page.text
    (told,) = [json.loads(line) for line in page.lines if line.startswith("{")]
    assert [sorted(each["players"]) for each in told["matches"]] == [["Ana", "Bia"]]
    assert {each["name"] for each in told["players"]} == {"Ana", "Bia"}
    assert "bluff" not in {each["kind"] for each in told["best"]}
    assert told["missing"] == []
    # A player has their own match alone, with what they may know of it.
    own = start("Eva", "records", "evening", "--plain")
    assert own.wait() == 0, own.text
    assert "Eva" in own.text
    assert "Ana" not in own.text

    server.program.send(signal.SIGTERM)
    assert server.program.wait() == 0
    file = tmp_path / "evening.html"
    later = start("host", "records", "evening", "--html", str(file))
    assert later.wait() == 0, later.text
    assert "Ana" in file.read_text(encoding="utf-8")
