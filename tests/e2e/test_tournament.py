"""Tournaments between real programs: a director, four players, a hall; the server is killed."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.conftest import Start
from tests.e2e.waiting import QUICK
from tests.support.lasting_port import lasting_port
from tests.support.programs import PROGRAM, Program, Script, environment

pytest.importorskip("rustworkx")

STANDINGS = Path(__file__).parents[2] / "docs" / "standings.py"
NAMES = ("Ana", "Bia", "Caio", "Davi")


class Player(Script):
    """Somebody who is ready at once, and plays quickly."""

    def __call__(self, line: str) -> str | None:
        return "ready" if "The match has not started" in line else super().__call__(line)


@pytest.fixture
def hosted(start: Start) -> Callable[[], Program]:
    """Start the server, each time on the same port and with the same tables."""
    port = lasting_port()

    def hosted() -> Program:
        server = start("host", "host", "--port", str(port))
        server.wait_for("Ctrl-C stops")
        return server

    return hosted


@pytest.mark.nightly
def test_a_swiss_goes_on_after_a_kill_and_its_standings_follow_from_the_records(
    hosted: Callable[[], Program], start: Start, tmp_path: Path
) -> None:
    server = hosted()
    address = next(line for line in server.lines if "cardtui connect" in line).split()[-1]

    def direct(*words: str) -> str:
        return subprocess.run(
            [PROGRAM, "tournament", *words, "--at", address], capture_output=True, text=True,
            env=environment(tmp_path, "Dora"), timeout=60, check=True,
        ).stdout  # fmt: skip

    direct("new", "Friday", "truco-argentino", "--rounds", "2", "--clock", "60+60",
           "--option", "target=6")  # fmt: skip
    scripts = {name: Player(*QUICK, hold_at="play") for name in NAMES}
    play = ("tournament", "play", "Friday", "--plain", "--at", address)
    players = {name: start(name, *play, answer=scripts[name]) for name in NAMES}
    for each in players.values():
        each.wait_for("The tournament has not begun")
    hall = start("Hall", "spectate", address, "--standings", "Friday", "--plain")
    hall.wait_for("4 players")
    direct("begin", "Friday")
    for each in players.values():
        each.wait_for("You get")
    server.send(signal.SIGKILL)
    server.wait()
    hosted()
    for name, each in players.items():
        each.wait_for("Reconnected")
        scripts[name].go_on(each)
    for each in players.values():
        each.wait_for("“Friday” is over")
        assert each.wait() == 0
    hall.wait_for("; over; ")
    assert hall.wait() == 0
    told = direct("show", "Friday", "--json")
    cup = json.loads(told)
    assert [len(each["scores"]) for each in cup["matches"]] == [2, 2, 2, 2]
    (tmp_path / "friday.json").write_text(told)
    records = {
        path.name: path for name in NAMES for path in (tmp_path / name).rglob("records/*.txt")
    }
    counted = subprocess.run(
        [sys.executable, STANDINGS, tmp_path / "friday.json", *records.values()],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert counted.returncode == 0, counted.stdout + counted.stderr
    assert "server says" not in counted.stdout


@pytest.mark.nightly
def test_a_duplicate_goes_on_after_a_kill_and_its_records_have_the_same_packs(
    hosted: Callable[[], Program], start: Start, tmp_path: Path
) -> None:
    server = hosted()
    address = next(line for line in server.lines if "cardtui connect" in line).split()[-1]

    def run(*words: str, code: int = 0) -> str:
        done = subprocess.run(
            [PROGRAM, *words], capture_output=True, text=True,
            env=environment(tmp_path, "Dora"), timeout=60, check=False,
        )  # fmt: skip
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    there = ("--at", address)
    run("tournament", "new", "Friday", "truco-argentino", "--form", "duplicate", "--sides", "teams",
        "--score", "difference", "--clock", "60+60", "--option", "target=6", *there)  # fmt: skip
    scripts = {name: Player(*QUICK, hold_at="play") for name in NAMES}
    players = {
        name: start(
            name, "tournament", "play", "Friday", "--plain", "--team", f"T{at // 2}", *there,
            answer=scripts[name],
        )
        for at, name in enumerate(NAMES)
    }  # fmt: skip
    for each in players.values():
        each.wait_for("The tournament has not begun")
    run("tournament", "begin", "Friday", *there)
    for each in players.values():
        each.wait_for("You get")
    tables = json.loads(run("tournament", "show", "Friday", "--json", *there))["matches"]
    seen = ("--table", tables[0]["table"], "--plain", "--trust")
    refused = run("spectate", address, *seen, code=1)
    assert "takes no spectators" in refused
    server.send(signal.SIGKILL)
    server.wait()
    hosted()
    for name, each in players.items():
        each.wait_for("Reconnected")
        scripts[name].go_on(each)
    for each in players.values():
        each.wait_for("“Friday” is over")
        assert each.wait() == 0
        assert not any("broke" in line or "left your bits out" in line for line in each.lines)
    cup = json.loads(run("tournament", "show", "Friday", "--json", *there))
    assert [len(each["scores"]) for each in cup["matches"]] == [2, 2]
    assert sum(each["points"] for each in cup["standings"]) == 0
    records = {
        path.name: path for name in NAMES for path in (tmp_path / name).rglob("records/*.txt")
    }
    assert len(records) == 4
    packs = []
    for path in records.values():
        lines = path.read_text().splitlines()
        packs.append([line for line in lines if line.startswith("pack ")])
        assert sum(line.startswith("reveal ") and "absent" not in line for line in lines) == 4
        assert run("verify", str(path))
    common = min(map(len, packs))
    assert all(each[:common] == packs[0][:common] for each in packs)


@pytest.mark.nightly
def test_each_plays_a_field_when_they_like_and_all_are_compared_after_a_kill(
    hosted: Callable[[], Program], start: Start, tmp_path: Path
) -> None:
    server = hosted()
    address = next(line for line in server.lines if "cardtui connect" in line).split()[-1]

    def run(*words: str, code: int = 0, name: str = "Dora") -> str:
        done = subprocess.run(
            [PROGRAM, "tournament", *words, "--at", address], capture_output=True, text=True,
            env=environment(tmp_path, name), timeout=60, check=False,
        )  # fmt: skip
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    run("new", "Week48", "truco-argentino", "--form", "field", "--days", "7", "--clock", "60+60",
        "--option", "target=6")  # fmt: skip
    before = json.loads(run("show", "Week48", "--json"))
    play = ("tournament", "play", "Week48", "--plain", "--at", address)
    for name in NAMES[:2]:
        player = start(name, *play, answer=Script(*QUICK))
        player.wait_for("You have played. The standings come on")
        assert not any("broke" in line or "left your bits out" in line for line in player.lines)
        player.send(signal.SIGTERM)
        player.wait()
    server.send(signal.SIGKILL)
    server.wait()
    hosted()
    assert json.loads(run("show", "Week48", "--json"))["matches"] == []
    assert run("end", "Week48") == "“Week48” takes nobody any more.\n"
    cup = json.loads(run("show", "Week48", "--json"))
    assert cup["stage"] == "over"
    assert [len(each["scores"]) for each in cup["matches"]] == [2, 2]
    assert sum(each["points"] for each in cup["standings"]) == 2
    assert cup["commitment"] == before["commitment"]
    shown = run("show", "Week48", name="Ana")
    assert "The packs are those that the server had committed to" in shown
