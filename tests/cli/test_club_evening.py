"""`cardtui club evening`: all of a night at a server, as lines, as JSON and as one archive."""

import asyncio
import json
import runpy
import shutil
import sqlite3
import zipfile
from collections import Counter
from contextlib import closing
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardtui_engine import read_record
from cardtui_server.match.requests import SetReady
from cardtui_server.match.state import Life
from cardtui_server.store.sqlite import SqliteStore
from cardtui_server.tournament.entries import Form
from tests.cli.conftest import Cardtui
from tests.support.clubs import Club
from tests.support.ledgers import ledger, made, won
from tests.support.playing import House, begin_next, play, play_with_bots, until

DOCS = Path(__file__).parents[2] / "docs"
BEGINS = int(datetime(2026, 11, 27, 20, 0).timestamp())  # noqa: DTZ001 - by the clock of the machine
CALENDAR = """
[[evening]]
name = "Truco night"
begins = "2026-11-27 20:00"
hours = 4

[[evening]]
name = "Far away"
begins = "2999-01-01 20:00"
hours = 4
"""


async def night(folder: Path) -> Counter[str]:
    """Play an evening in that folder, after a match of the day before; return who won how much."""
    luck = Random(3)
    club = Club(House(SqliteStore(folder / "cardtui.db"), seed=5))
    house = club.house
    house.clock.time = BEGINS - 86_400.0
    plain = {"chip_value": ""}
    old = await made(house, options=plain)
    await begin_next(old)
    await play_with_bots(old, luck, house.clock)
    before = won(ledger(old))
    house.clock.time = BEGINS + 60.0
    await club.tournaments.load()
    cup = await club.cup(3, Form.ROUND_ROBIN)
    await club.begin(cup)
    async with asyncio.timeout(60):
        while not cup.state.ended:
            house.clock.advance(5)
            await asyncio.sleep(0.002)  # what is written to a disk takes time of the machine
    hidden = await made(house, options=plain, private=True)
    for table in (old, hidden):
        await begin_next(table)
        await play_with_bots(table, luck, house.clock)
    found = Counter(won(ledger(old)))
    found.subtract(before)
    found.update(won(ledger(hidden)))
    await house.passes(4 * 3600)
    await begin_next(old)
    await play_with_bots(old, luck, house.clock)  # of the next evening
    await begin_next(hidden)
    await play(hidden, luck, 3)  # this one goes on
    await club.tournaments.stop()
    await house.stop()
    await house.store.close()
    return found


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Counter[str]]:
    folder = tmp_path_factory.mktemp("night")
    return folder, asyncio.run(night(folder))


@pytest.fixture
def owing(tmp_path: Path, played: tuple[Path, Counter[str]]) -> Counter[str]:
    folder, owing = played
    shutil.copytree(folder, tmp_path / "data")
    (tmp_path / "config.toml").write_text(CALENDAR, encoding="utf-8")
    return owing


@pytest.mark.slow
def test_an_evening_has_all_tables_one_ledger_and_an_archive_that_proves_itself(
    cardtui: Cardtui, tmp_path: Path, owing: Counter[str]
) -> None:
    told = json.loads(cardtui("club", "evening", "--json").out)
    assert told["name"] == "Truco night"
    assert len(told["matches"]) == 3 + 2
    assert {each["name"] for each in told["players"] if not each["bot"]} >= {"P0", "P1", "P2"}
    paid = Counter[str]()
    for each in told["payments"]:
        paid.update({each["payee"]: each["chips"], each["payer"]: -each["chips"]})
    assert {name: chips for name, chips in owing.items() if chips} == paid
    (cup,) = told["tournaments"]
    assert len(cup["standings"]) == 3
    for which in ("truco NIGHT", "2026-11-27"):
        assert json.loads(cardtui("club", "evening", which, "--json").out) == told
    said = cardtui("club", "evening").out.splitlines()
    assert said[0].startswith("Truco night, ")
    assert "Standings of Cup:" in said

    file = tmp_path / "night.zip"
    assert cardtui("club", "evening", "--export", str(file)).out == f"{file}\n"
    zipfile.ZipFile(file).extractall(tmp_path)
    folder = tmp_path / "night"
    records = sorted((folder / "records").iterdir())
    assert len(records) == 5
    assert json.loads((folder / "evening.json").read_text("utf-8")) == told
    assert (folder / "evening.txt").read_text("utf-8").splitlines() == said
    assert cardtui("verify", str(folder / "records")).code == 0
    findings: Any = runpy.run_path(str(DOCS / "standings.py"))["findings"]
    (table,) = (folder / "tournaments").iterdir()
    assert json.loads(table.read_text("utf-8")) == cup
    read = [read_record(each.read_text("utf-8")) for each in records]
    assert [each for each in findings(cup, read) if not each.startswith("note: by lot")] == []

    again = cardtui("club", "evening", "--export", str(file))
    assert again.code == 1
    assert "--force" in again.err
    before = file.read_bytes()
    assert cardtui("club", "evening", "--export", str(file), "--force").code == 0
    assert file.read_bytes() == before

    # What is none, each with a sentence.
    for which, sentence in (
        ("Truko night", "Did you mean “Truco night”?"),
        ("Far away", "“Far away” has not begun yet."),
        ("9999-12-31", "9999-12-31 is no day that this machine knows."),
    ):
        refused = cardtui("club", "evening", which)
        assert refused.code == 1
        assert sentence in refused.err
    none = "No match began that evening, or none is over."
    assert cardtui("club", "evening", "2026-11-25").out == f"{none}\n"
    assert cardtui("club", "evening", "2026-11-25", "--export", str(tmp_path / "x.zip")).code == 1
    assert not (tmp_path / "x.zip").exists()
    nowhere = cardtui("club", "evening", "--export", str(tmp_path / "no" / "x.zip"))
    assert (nowhere.code, "cannot be written" in nowhere.err) == (1, True)

    # Without a calendar the latest evening is that of the day of the last match.
    (tmp_path / "config.toml").unlink()
    assert json.loads(cardtui("club", "evening", "--json").out)["name"] is None


async def duplicate(folder: Path, over: int) -> None:
    """Play a duplicate of two tables in that folder, of which so many are over."""
    club = Club(House(SqliteStore(folder / "cardtui.db"), seed=5))
    club.house.clock.time = BEGINS + 60.0
    await club.tournaments.load()
    cup = await club.cup(4, Form.DUPLICATE, rounds=1)
    await club.begin(cup)
    await until(lambda: all(each.table for each in cup.state.fixtures))
    tables = [await club.house.lobby.find(each.table) for each in cup.state.fixtures]
    for table in tables:
        for player in table.state.players():
            await table.ask(SetReady(player, ready=True, commitment=b""))
    await until(lambda: all(each.state.life is Life.PLAYING for each in tables))
    for table in tables[:over]:
        await play(table, Random(1))
    await until(lambda: over < len(tables) or not cup.state.unsettled())
    await club.tournaments.stop()
    await club.house.stop()
    await club.house.store.close()


@pytest.mark.parametrize("over", [1, 2])
def test_a_running_round_of_a_duplicate_is_counted_and_not_told(
    cardtui: Cardtui, tmp_path: Path, over: int
) -> None:
    (tmp_path / "data").mkdir()
    asyncio.run(duplicate(tmp_path / "data", over))
    told = json.loads(cardtui("club", "evening", "2026-11-27", "--json").out)
    held = over == 1
    assert len(told["matches"]) == (0 if held else 2)
    said = "1 match of a duplicate: other tables may still play its packs."
    assert told["missing"] == [said] * held
    assert (said in cardtui("club", "evening", "2026-11-27").out) is held
    file = tmp_path / "night.zip"
    assert cardtui("club", "evening", "2026-11-27", "--export", str(file)).code == held
    assert file.exists() is not held


@pytest.mark.slow
def test_a_damaged_tournament_is_missing_and_one_of_another_day_is_not_read(
    cardtui: Cardtui, tmp_path: Path, owing: Counter[str]
) -> None:
    def spoil(cup: str) -> None:
        with closing(sqlite3.connect(tmp_path / "data" / "cardtui.db")) as connection:
            connection.execute("UPDATE entries SET body = x'ffff' WHERE table_id = ?", (cup,))
            connection.commit()

    told = json.loads(cardtui("club", "evening", "--json").out)
    (cup,) = told["tournaments"]
    spoil(cup["id"])
    damaged = json.loads(cardtui("club", "evening", "--json").out)
    assert damaged["matches"] == told["matches"]
    assert damaged["tournaments"] == []
    assert f"The log of tournament {cup['id']} is damaged." in damaged["missing"][0]
    assert json.loads(cardtui("club", "evening", "2026-11-26", "--json").out)["missing"] == []


def test_without_a_server_of_yours_or_with_a_damaged_database_it_says_so(
    cardtui: Cardtui, tmp_path: Path
) -> None:
    refused = cardtui("club", "evening")
    assert refused.code == 1
    assert f"No server has kept tables in {tmp_path / 'data'}." in refused.err
    (tmp_path / "data").mkdir(exist_ok=True)
    (tmp_path / "data" / "cardtui.db").write_bytes(b"no database" * 100)
    damaged = cardtui("club", "evening")
    assert damaged.code == 1
    assert "cardtui.db cannot be read" in damaged.err
    assert cardtui("--kiosk", "club", "evening").code == 2
