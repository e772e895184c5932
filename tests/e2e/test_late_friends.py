"""Who comes late, over real programs: a bot's seat is asked for, promised, and taken over."""

import json

import pytest

from tests.e2e.conftest import Host, Hosted, Start
from tests.e2e.waiting import QUICK
from tests.support.programs import Held, Program, Script

OVER = "The match is over"


@pytest.fixture
def server(host: Host) -> Hosted:
    return host()


def playing(start: Start, server: Hosted, held: Held, *, friends: str) -> Program:
    """Return Ana in a match of truco with a bot, which stands still while she does."""
    ana = start("Ana", "connect", server.address, "--plain", answer=held)
    ana.type(f"create truco-argentino seats=2 target=9 pause=0 friends={friends}")
    ana.wait_for("Type \\? for help")
    ana.type("bot easy")
    ana.wait_for("sits down")
    ana.type("ready")
    ana.wait_for("It is your turn")
    return ana


@pytest.mark.nightly(
    reason="tests/server/test_seat_asking.py, and tests/screens/test_with_server.py"
)
def test_the_host_lets_a_late_friend_in_who_plays_from_the_next_hand(
    server: Hosted, start: Start
) -> None:
    held = Held(Script(*QUICK))
    ana = playing(start, server, held, friends="no")
    dora = start("Dora", "connect", server.address, "--plain", answer=Script(*QUICK))
    dora.type("join Ana")
    dora.wait_for("You are watching")
    ana.wait_for("Dora asks for a bot’s seat")
    dora.type("say may I?")
    ana.wait_for("may I\\?")
    ana.type("deny")
    dora.wait_for("The host says no: you can watch")
    dora.type("join")
    asked = ana.wait_for("Dora asks for a bot’s seat", after=ana.wait_for("says no to Dora"))
    ana.type("admit Dora")
    ana.wait_for("Dora has a bot’s seat from the next hand on", after=asked)
    dora.wait_for("You have a bot’s seat from the next hand on")
    held.go_on(ana)
    ana.wait_for("Dora now plays for")
    dora.wait_for("You are Dora, in seat 2")
    ana.wait_for(OVER)
    dora.wait_for(OVER)
    for person in (ana, dora):
        person.wait_for("its record is verified")
        person.close_input()
        assert person.wait() == 0
    # Whose seat was a bot's at the start is who played there.
    kept = start("Ana", "records", "--json")
    assert kept.wait() == 0, kept.text
    assert sorted(json.loads(kept.text)["players"]) == ["Ana", "Dora"]
