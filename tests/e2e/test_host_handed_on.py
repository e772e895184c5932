"""What a guest says at a full table reaches its host, also a new one, over real programs."""

from pathlib import Path

import pytest

from tests.e2e.conftest import Host, Start
from tests.support.programs import Program, environment
from tests.support.terminal import opened, readable


def words(shown: bytes) -> str:
    """Return what was shown, with one blank between two words."""
    return " ".join(readable(shown).split())


def opens_table(start: Start, address: str, *, seats: int) -> Program:
    """Return Ana's client, in lines, at a table that she has opened."""
    ana = start("Ana", "connect", address, "--plain")
    ana.type(f"create truco-argentino seats={seats} pause=0")
    ana.wait_for("Type \\? for help")
    return ana


@pytest.mark.nightly(reason="tests/server/test_seat_asking.py")
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
