"""A host who hands the table on, over real programs: all see it, in lines, on a screen, in JSON."""

import json
from pathlib import Path

import pytest

from tests.e2e.conftest import Host, Start
from tests.support.programs import Program, environment
from tests.support.terminal import opened, readable


def host_told(start: Start, address: str) -> str:
    """Return whom the JSON of a server names as the host of its only table."""
    asked = start("Script", "connect", address, "--json")
    assert asked.wait() == 0
    (table,) = json.loads(asked.text)["servers"][0]["tables"]
    return str(table["host"])


def words(shown: bytes) -> str:
    """Return what was shown, with one blank between two words."""
    return " ".join(readable(shown).split())


def opens_table(start: Start, address: str, *, seats: int) -> Program:
    """Return Ana's client, in lines, at a table that she has opened."""
    ana = start("Ana", "connect", address, "--plain")
    ana.type(f"create truco-argentino seats={seats} pause=0")
    ana.wait_for("Type \\? for help")
    return ana


@pytest.mark.nightly(reason="test_hosts.py, test_lobby_plain.py and test_host_rights.py")
async def test_who_is_made_the_host_is_seen_by_all_and_has_the_rights(
    host: Host, start: Start, tmp_path: Path
) -> None:
    address = host().address
    ana = opens_table(start, address, seats=4)
    bia = start("Bia", "connect", address, "--plain", "--table", "Ana")
    bia.wait_for("Ana is the host")
    dora = ("spectate", address, "--table", "Ana", "--screens")
    async with opened(*dora, env=environment(tmp_path, "Dora"), size=(80, 24)) as screen:
        assert await screen.until(lambda shown: "Ana" in words(shown))
        assert host_told(start, address) == "Ana"
        bia.type("bot easy")
        bia.wait_for("Only Ana, the host of this table, may do that")
        ana.type("host 2")
        bia.wait_for("You are the host of this table now")
        handed = ana.wait_for("Bia is the host of this table now")
        assert await screen.until(lambda shown: "Bia is the host" in words(shown))
        assert host_told(start, address) == "Bia"
        ana.type("table")
        ana.wait_for("Bia is the host\\.", after=handed)
        bia.type("table")
        bia.wait_for("You are the host\\.")
        ana.type("bot easy")
        ana.wait_for("Only Bia, the host of this table, may do that")
        bia.type("bot easy")
        ana.wait_for("sits down", after=handed)


async def test_what_a_guest_says_at_a_full_table_reaches_its_host(
    host: Host, start: Start, tmp_path: Path
) -> None:
    address = host().address
    ana = opens_table(start, address, seats=2)
    bia = ("connect", address, "--table", "Ana")
    async with opened(*bia, env=environment(tmp_path, "Bia"), size=(80, 24)) as screen:
        assert await screen.until(lambda shown: b"host: Ana" in shown)
        dora = start("Dora", "connect", address, "--plain")
        dora.type("watch 1")
        dora.wait_for("Type \\? for help")
        dora.type("say can I play?")
        ana.wait_for("can I play\\?")
        ana.type("host 2")  # from now on Bia is asked, whose screen has told nothing of it
        assert await screen.until(lambda shown: "You are the host" in words(shown))
        assert "can I play?" not in words(bytes(screen.shown))
        dora.type("say or me next?")
        assert await screen.until(lambda shown: "or me next?" in words(shown))
