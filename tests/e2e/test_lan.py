"""A host that is open to others, and those who come: real programs, on addresses of loopback."""

import json
import re
import signal
from pathlib import Path

import pytest

from tests.e2e.conftest import Start
from tests.support.dated_certificate import dated_certificate
from tests.support.programs import Held, Taker, environment
from tests.support.terminal import opened, readable


def test_a_host_for_this_machine_alone_says_what_it_is_called(start: Start) -> None:
    host = start("host", "host", "--port", "0", "--name", "Ana's kitchen")
    host.wait_for(r"^“Ana's kitchen” listens at 127\.0\.0\.1:\d+, for this machine only\.$")


def test_a_host_lets_in_who_knows_it_and_its_password(start: Start, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("vale quatro\n")
    host = start(
        "host", "host", "--listen", "127.0.0.2", "--port", "0", "--name", "Ana's kitchen",
        "--password-file", str(secret),
    )  # fmt: skip
    host.wait_for(r"^“Ana's kitchen” listens at 127\.0\.0\.1:\d+, 127\.0\.0\.2:\d+\.$")
    at = host.wait_for(r"^Join from another machine:  cardtui connect \S+$")
    host.wait_for(r"^Newcomers need the password\.$")
    line = host.lines[at - 1].split()[-1]
    address = line.partition("/")[0]
    assert "█" not in host.text

    # Nothing vouches for the address alone, and nobody can be asked.
    stranger = start("Bia", "connect", address, "--plain")
    assert stranger.wait() == 3
    assert "is new to you; its pin is " + line.partition("/")[2] in stranger.text
    # Nor for the password.
    closed = start("Bia", "connect", line, "--plain")
    assert closed.wait() == 1
    assert "New players need this server’s password." in closed.text
    assert "--password-file" in closed.text
    # With both it works; then the address is enough, and the token does for a password.
    bia = start(
        "Bia", "connect", line, "--plain", "--new", "cacho", "--bots", "easy",
        "--password-file", str(secret),
    )  # fmt: skip
    bia.wait_for("Table ")
    bia.close_input()
    bia.wait()
    again = start("Bia", "spectate", address, "--plain")
    again.wait_for("Table ")
    again.close_input()
    host.send(signal.SIGTERM)
    assert host.wait() == 0


@pytest.mark.nightly
def test_a_table_of_ones_own_is_joined_from_another_machine(start: Start, tmp_path: Path) -> None:
    (tmp_path / "Ana.toml").write_text('listen = "127.0.0.2"\n')
    ana = start("Ana", "play", "cacho", "--lan", "--plain")
    at = ana.wait_for(r"^Join from another machine:  cardtui connect \S+$")
    line = ana.lines[at - 1].split()[-1]
    bia = start("Bia", "connect", line, "--plain", "--table", "Ana")
    ana.wait_for("Bia")
    ana.type("start")
    ana.wait_for("^Hand 1")
    bia.wait_for("^Hand 1")
    bia.close_input()
    ana.close_input()
    assert (bia.wait(), ana.wait()) == (0, 0)


@pytest.mark.nightly(reason="tests/server/test_ledger.py")
def test_a_table_whose_host_is_gone_plays_on_and_its_ledger_says_who_owes_whom(
    start: Start,
) -> None:
    host = start("host", "host", "--listen", "127.0.0.2", "--port", "0")
    at = host.wait_for(r"^Join from another machine:  cardtui connect \S+$")
    line = host.lines[at - 1].split()[-1]
    ana = start("Ana", "connect", line, "--plain", answer=Held(Taker()))
    options = "hands=4 pause=0 bots=easy patience=5 chip_value=R$0,25"
    ana.type(f"create cacho seats=3 {options}")
    # Bots take what is free at the start, and nothing before.
    ana.wait_for("^Players: 1 Ana .you., 2 free, 3 free")
    bia = start("Bia", "connect", line, "--plain", "--table", "Ana", answer=Taker())
    bia.wait_for("^Players: 1 Ana, 2 Bia .you., 3 free")
    ana.type("start")
    bot = re.findall(r"\w+", bia.lines[bia.wait_for("sits down") - 1])[0]
    ana.wait_for("It is your turn")
    ana.send(signal.SIGKILL)
    # While the host may come back, the table waits; then a bot plays, and Bia is the host.
    away = bia.wait_for("^Ana is away")
    bia.type("say we wait for you")
    waits = bia.wait_for("we wait for you", after=away)
    bia.wait_for("^Ana is still away: a bot plays meanwhile", after=waits)
    assert not any(each.startswith("Ana is still away") for each in bia.lines[away:waits])
    bia.wait_for("you are the host meanwhile", after=away)

    over = bia.wait_for("^The match is over")
    chips = re.findall(r"\d+", [each for each in bia.lines[:over] if "Chips: " in each][-1])
    told = bia.wait_for("its record is verified", after=over)
    bia.type("ledger")
    bia.type("quit")
    assert bia.wait() == 0
    kept = start("Bia", "results", "--ledger")
    assert kept.wait() == 0
    _head, *balances = kept.lines
    for name, left in zip(("Ana", "Bia", bot), map(int, chips), strict=True):
        (balance,) = [each for each in balances if each.startswith(f"{name} brought 50 chips")]
        assert ("is even" if left == 50 else str(abs(left - 50))) in balance
    assert all("R$" in each for each in balances if " owes " in each)
    assert set(balances) <= set(bia.lines[told:])


@pytest.mark.nightly(reason="tests/client/test_trust.py")
async def test_a_clock_that_is_years_off_is_named_as_the_reason(
    start: Start, tmp_path: Path
) -> None:
    """Of two clocks that may be wrong, each reads of its own: on the screen, in lines, in JSON."""
    certificate = tmp_path / "host" / "certificate.pem"
    certificate.parent.mkdir()
    certificate.write_bytes(dated_certificate(2100, 2200))
    host = start("host", "host", "--listen", "127.0.0.2", "--port", "0")
    at = host.wait_for(r"^Join from another machine:  cardtui connect \S+$")
    host.wait_for("is valid from 2100-01-01 to 2200-01-01, but this machine’s clock says ")
    line = host.lines[at - 1].split()[-1]

    plain, json_ = (start("Ana", "connect", line, how) for how in ("--plain", "--json"))
    assert (plain.wait(), json_.wait()) == (3, 3)
    assert "Set the clock" in plain.text
    assert "Set the clock" in json.loads(json_.text)["error"]
    env = environment(tmp_path, "Ana") | {"CARDTUI_LANGUAGE": "es_AR"}
    async with opened("connect", line, env=env, size=(80, 24)) as screen:
        assert await screen.until(lambda shown: "Poné el reloj en hora" in readable(shown))
