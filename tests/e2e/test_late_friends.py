"""Who comes late, over real programs: a bot's seat is asked for, promised, and taken over."""

import json
import signal

import pytest

from tests.e2e.conftest import Host, Hosted, Start
from tests.e2e.waiting import QUICK
from tests.support.nights import by_night
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


@pytest.mark.nightly(reason="tests/server/test_seat_asking.py")
def test_where_friends_need_not_ask_the_seat_is_theirs_and_a_request_is_taken_back(
    server: Hosted, start: Start
) -> None:
    ana = playing(start, server, Held(Script(*QUICK)), friends="yes")
    dora = start("Dora", "connect", server.address, "--plain", "--table", "Ana")
    ana.wait_for("Dora has a bot’s seat from the next hand on")
    dora.wait_for("You are watching")
    dora.type("stand")
    ana.wait_for("Dora no longer asks for a seat")
    ana.type("change friends=no")
    dora.wait_for("Friends ask the host now")
    dora.type("join")
    ana.wait_for("Dora asks for a bot’s seat")
    ana.type("quit")
    dora.type("quit")
    assert (ana.wait(), dora.wait()) == (0, 0)


@pytest.mark.nightly(reason="tests/server/test_seat_asking.py")
def test_who_asks_in_the_last_hand_sits_down_once_the_match_is_over(
    server: Hosted, start: Start
) -> None:
    held = Held(Script("pass", "call", "fold"))
    ana = start("Ana", "connect", server.address, "--plain", answer=held)
    ana.type("create cacho seats=2 hands=1 pause=0 bots=easy friends=yes")
    ana.wait_for("Type \\? for help")
    ana.type("ready")
    ana.wait_for("It is your turn")
    dora = start("Dora", "connect", server.address, "--plain")
    dora.type("join Ana")
    watches = dora.wait_for("You have a bot’s seat from the next hand on")
    held.go_on(ana)
    dora.wait_for(OVER, after=watches)
    dora.wait_for("You are Dora, in seat 2", after=watches)
    assert not any("in the lobby" in line for line in dora.lines[watches:])


@pytest.mark.nightly(reason="tests/server/test_seat_asking.py")
def test_a_request_outlives_a_killed_server(server: Hosted, host: Host, start: Start) -> None:
    held = Held(Script(*QUICK))
    ana = playing(start, server, held, friends="no")
    dora = start("Dora", "connect", server.address, "--plain", answer=Script(*QUICK))
    dora.type("join Ana")
    ana.wait_for("Dora asks for a bot’s seat")
    dora.wait_for("You ask for a bot’s seat: Ana, the host, is asked")
    server.program.send(signal.SIGKILL)
    server.program.wait()
    ana.wait_for("Reconnecting…")
    dora.wait_for("Reconnecting…")
    host(server.address.rpartition(":")[2])
    ana.wait_for("Reconnected")
    dora.wait_for("Reconnected")
    ana.type("admit")
    dora.wait_for("You have a bot’s seat from the next hand on")
    held.go_on(ana)
    dora.wait_for("You are Dora, in seat 2")


def with_bia(start: Start, server: Hosted, held: Held) -> tuple[Program, Program]:
    """Return Ana and Bia, who play truco against each other, while Ana plays."""
    ana = start("Ana", "connect", server.address, "--plain", answer=held)
    ana.type("create truco-argentino seats=2 target=30 pause=0 friends=yes")
    ana.wait_for("Type \\? for help")
    bia = start("Bia", "connect", server.address, "--plain", answer=Script(*QUICK))
    bia.type("join Ana 2")
    ana.wait_for("Bia sits down")
    ana.type("start")
    bia.wait_for("The match starts")
    return ana, bia


@pytest.mark.nightly(reason="tests/server/test_seat_asking.py")
@pytest.mark.parametrize("banned", [True, *by_night(False)], ids=["banned", "kicked"])
def test_who_was_put_out_by_mistake_asks_and_gets_the_own_seat_back(
    server: Hosted, start: Start, banned: bool
) -> None:
    held = Held(Script(*QUICK))
    ana, bia = with_bia(start, server, held)
    ana.type("ban Bia" if banned else "kick Bia")
    out = bia.wait_for("You are Bia, in the lobby", after=bia.wait_for("The match starts"))
    bia.type("join Ana")
    if banned:
        out = bia.wait_for("banned you from this table for the evening", after=out)
        ana.type("unban Bia")
        ana.wait_for("Bia is no longer banned")
        bia.type("join Ana")
    bia.wait_for("You ask for a bot’s seat: Ana, the host, is asked", after=out)
    ana.wait_for("Bia asks for a bot’s seat")
    ana.type("admit")
    bia.wait_for("You have a bot’s seat from the next hand on")
    held.go_on(ana)
    bia.wait_for("You are Bia, in seat 2", after=out)


@pytest.mark.nightly(reason="tests/server/test_seat_asking.py")
def test_who_left_by_mistake_has_the_own_seat_back_without_asking(
    server: Hosted, start: Start
) -> None:
    ana, bia = with_bia(start, server, Held(Script(*QUICK)))
    bia.type("stand")
    out = bia.wait_for("You are Bia, in the lobby", after=bia.wait_for("A bot plays on"))
    ana.wait_for("now plays for Bia")
    bia.type("join Ana")
    bia.wait_for("You are Bia, in seat 2", after=out)
    ana.wait_for("Bia now plays for")


@pytest.mark.nightly(reason="tests/server/test_seat_asking.py")
def test_a_late_friend_has_no_seat_in_a_rated_match_not_even_of_who_is_gone(
    server: Hosted, start: Start
) -> None:
    ana, bia = (start(each, "connect", server.address, "--plain") for each in ("Ana", "Bia"))
    ana.type("create truco-argentino seats=2 rated=yes patience=1")
    ana.wait_for("You are Ana, in seat 1")
    bia.type("join Ana")
    ana.wait_for("Bia sits down")
    for each in (ana, bia):
        each.type("ready")
    ana.wait_for("This match is rated")
    bia.send(signal.SIGKILL)
    ana.wait_for("Bia is still away: a bot plays meanwhile")
    dora = start("Dora", "connect", server.address, "--plain")
    dora.type("join Ana")
    dora.wait_for("This match is rated, so nobody comes in before it is over")
