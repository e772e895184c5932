"""The bot of the docs, which knows no rules, plays every game against the server's bots."""

import asyncio
import runpy
from pathlib import Path
from random import Random

import pytest

from tests.support.calling import BOUND, running
from tests.support.nights import by_night, games_and_by_night

BOT = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "wire_bot.py"))


@pytest.mark.parametrize("seed", [0, *by_night(1, 2)])
@pytest.mark.parametrize("game", games_and_by_night())
async def test_a_bot_that_knows_no_rules_is_never_refused(game: str, seed: int) -> None:
    async with running() as server, asyncio.timeout(3 * BOUND):
        assert await BOT["play"](server.address, game, 60, Random(f"{game} {seed}")) == []


def test_the_page_of_the_protocol_shows_the_very_code() -> None:
    root = Path(__file__).parents[2]
    code = (root / "examples" / "wire_bot.py").read_text()
    shown = code[code.index("def action_of(") : code.index("\n\ndef fold(")]
    assert shown in (root / "docs" / "protocol.md").read_text()
