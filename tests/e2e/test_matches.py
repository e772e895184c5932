"""Whole matches by real programs: a server, players and spectators, over pipes."""

import signal

import pytest

from tests.e2e.conftest import Host, Hosted, Start
from tests.e2e.waiting import QUICK, check_ends
from tests.support.lasting_port import lasting_port
from tests.support.programs import Program, Script


def seat_two(start: Start, at: Hosted, *scripts: Script) -> tuple[Program, Program]:
    """Seat Ana at a new table of truco, and Bia opposite."""
    new = ("--new", "truco-argentino", "--option", "target=4")
    ana = start("Ana", "connect", at.address, "--plain", *new, answer=scripts[0])
    ana.wait_for("The match has not started")
    bia = start("Bia", "connect", at.address, "--plain", "--table", "Ana", answer=scripts[1])
    bia.wait_for("The match has not started")
    return ana, bia


def watch(start: Start, at: Hosted) -> Program:
    watcher = start("Caio", "spectate", at.address, "--plain")
    watcher.wait_for("You are watching")
    return watcher


@pytest.mark.nightly(reason="tests/server/test_process.py, and tests/e2e/test_cluster.py")
def test_a_server_killed_in_the_middle_of_a_hand_comes_back_and_the_clients_go_on(
    host: Host, start: Start
) -> None:
    port = str(lasting_port())
    server = host(port)
    scripts = Script(*QUICK, hold_at="play"), Script(*QUICK, hold_at="play")
    players = seat_two(start, server, *scripts)
    watcher = watch(start, server)
    for player in players:
        player.type("ready")
    for player in players:
        player.wait_for("You get")
    server.program.send(signal.SIGKILL)
    server.program.wait()
    for each in (*players, watcher):
        each.wait_for("Reconnecting…")
    host(port)
    for each in (*players, watcher):
        each.wait_for("Reconnected")
    for script, player in zip(scripts, players, strict=True):
        script.go_on(player)
    check_ends(*players, watcher)
    for player in players:
        dealt = [line for line in player.lines if line.startswith("You get")]
        assert len(dealt) == player.text.count("\nHand "), player.text


@pytest.mark.nightly(reason="tests/screens/test_with_server.py, and tests/cli/test_own_server.py")
def test_a_match_against_bots_goes_on_where_it_was_left(start: Start) -> None:
    options = ("--plain", "--option", "hands=2")
    first = start("Ana", "play", "cacho", *options, answer=Script("pass", hold_at="pass"))
    first.wait_for("It is your turn")
    cards = next(line for line in first.lines if line.startswith(("You get", "Your cards")))
    first.close_input()
    assert first.wait() == 0
    assert "Your seat is kept" in first.text

    second = start("Ana", "play", "--plain", answer=Script("pass"))
    second.wait_for("The match is over")
    assert second.wait() == 0
    card = cards.rpartition("(")[2]
    assert f"({card}" in second.lines[second.wait_for("^Your cards") - 1]


@pytest.mark.nightly(reason="tests/cli/test_table_options.py")
def test_the_same_wish_goes_on_with_the_match_and_another_one_begins_one(start: Start) -> None:
    wish = ("play", "cacho", "--plain", "--seats", "3", "--bots", "easy", "--option", "hands=2")

    def table_of(*command: str) -> str:
        """Return the name of the table that one comes to."""
        program = start("Ana", *command)
        named = program.lines[program.wait_for("^Table ") - 1]
        program.wait_for("It is your turn")
        program.close_input()
        assert program.wait() == 0
        return named

    first = table_of(*wish)
    assert table_of(*wish) == first
    other = table_of(*wish, "--option", "buy_in=30")
    assert other != first
    assert table_of(*wish) == first
    assert table_of(*wish, "--new") not in (first, other)


@pytest.mark.nightly(reason="tests/client/test_local_servers.py, and tests/cli/test_tables.py")
def test_others_on_this_machine_can_join_a_game_against_bots(start: Start) -> None:
    ana = start("Ana", "play", "cacho", "--plain")
    ana.wait_for("It is your turn|waits for")
    listed = start("Ana", "connect", "--plain")
    assert listed.wait() == 0
    assert listed.lines[-1].endswith(": 1 table, 1 person")
    watcher = start("Ana", "spectate", "--plain", "--name", "Bia")
    watcher.wait_for("You are watching")
    ana.close_input()
    assert ana.wait() == 0
