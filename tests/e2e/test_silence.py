"""A player whose program stands still, over real programs: the others soon read why they wait."""

import signal

import pytest

from tests.e2e.conftest import Host, Start


@pytest.mark.nightly(reason="tests/server/test_silence.py")
def test_whose_program_is_stopped_does_not_answer_and_once_it_goes_on_answers_again(
    host: Host, start: Start
) -> None:
    server = host()
    ana = start("Ana", "connect", server.address, "--plain")
    ana.type("create truco-argentino seats=2 pause=0 patience=0")
    ana.wait_for("Type \\? for help")
    bia = start("Bia", "connect", server.address, "--plain", "--table", "Ana")
    ana.wait_for("Bia sits down")
    bia.type("ready")
    ana.type("ready")
    dealt = ana.lines[ana.wait_for("are mano|is mano") - 1]
    name, slow, other = ("Ana", ana, bia) if "You are mano" in dealt else ("Bia", bia, ana)
    slow.wait_for("It is your turn")
    slow.send(signal.SIGSTOP)
    try:
        told = other.wait_for(f"{name} does not answer")
    finally:
        slow.send(signal.SIGCONT)
    other.wait_for(f"{name} answers again", after=told)
    assert f"{name} is away." not in other.lines
