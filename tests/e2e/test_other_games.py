"""A game of another package over real programs: the server alone has it, and clients play it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.e2e.conftest import Start
from tests.support.packages import FAILING, HIGH_CARD, install
from tests.support.programs import Program, environment

OVER = "The match is over|wins? the match"


def first(line: str) -> str | None:
    """Take the first thing of a list."""
    return "1" if line.startswith("1) ") else None


def hosting(tmp_path: Path, running: list[Program], **games: str) -> str:
    """Start a server for which those packages are installed, and return its address."""
    there = tmp_path / "there"
    for game, source in games.items():
        install(there, game.replace("_", "-"), source)
    env = environment(tmp_path, "host") | {"PYTHONPATH": str(there)}
    program = Program("host", "--port", "0", env=env)
    running.append(program)
    program.wait_for("cardtui connect")
    address = re.search(r"cardtui connect (\S+)", program.text)
    assert address is not None
    return address[1]


@pytest.mark.nightly(reason="tests/client/test_other_face.py, and tests/server/test_other_games.py")
def test_who_lacks_the_package_plays_and_watches_all_the_same(
    tmp_path: Path, running: list[Program], start: Start
) -> None:
    server = hosting(tmp_path, running, high_card=HIGH_CARD)
    new = ("--new", "high-card", "--seats", "2", "--option", "target=2")
    ana = start("Ana", "connect", server, "--plain", *new, answer=first)
    ana.wait_for("Type \\? for help")
    beto = start("Beto", "connect", server, "--plain", "--table", "Ana", answer=first)
    beto.wait_for("You are Beto, in seat 2")
    cora = start("Cora", "spectate", server, "--plain")
    cora.wait_for("You are watching")
    for each in (ana, beto):
        each.type("ready")
    for each in (ana, beto, cora):
        each.wait_for("The hand goes to")
        each.wait_for(OVER)
    assert re.search("Ana: play .* of ", beto.text)
    assert "Traceback" not in ana.text + beto.text + cora.text
    for each in (ana, beto):
        each.close_input()
        assert each.wait() == 0


@pytest.mark.nightly(reason="tests/server/test_other_games.py")
def test_a_game_that_fails_stops_its_table_with_a_sentence_and_others_go_on(
    tmp_path: Path, running: list[Program], start: Start
) -> None:
    server = hosting(tmp_path, running, **FAILING)
    beto = start("Beto", "connect", server, "--plain", answer=first)
    beto.type("create cacho seats=2 hands=3 pause=0")
    beto.type("bot easy")
    for game in FAILING:
        ana = start(game, "connect", server, "--plain", answer=first)
        ana.type(f"create {game} seats=2")
        ana.type("bot easy")
        ana.type("ready")
        ana.wait_for("stays closed")
        assert "Traceback" not in ana.text
    beto.type("ready")
    beto.wait_for(OVER)
    assert "Traceback" not in beto.text
