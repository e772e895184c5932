"""A database of every release opens, with all that was in it, and play goes on from there."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path

import pytest

from cardtui_engine.library.registry import game_ids
from cardtui_server.match.state import Life
from cardtui_server.rpc.session_service import REVISION
from cardtui_server.store.sqlite import SqliteStore
from tests.server.old_database import DATA, PLAYER, summary
from tests.support.playing import House, play, quiet

DATABASES = sorted(DATA.glob("*.db"))


@pytest.mark.parametrize("path", DATABASES, ids=lambda path: path.stem)
async def test_what_an_earlier_release_wrote_opens_and_goes_on(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / path.name
    shutil.copy(path, copy)
    written = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    store, luck = SqliteStore(copy), random.Random(1)
    house = House(store, seed=1000)
    await house.lobby.load()
    assert not house.lobby.damaged
    assert {id_: summary(table.state) for id_, table in house.lobby.tables.items()} == written
    assert await store.players() == [PLAYER]
    for table in list(house.lobby.tables.values()):
        if table.state.life is Life.PLAYING:
            before = table.state.position
            assert await play(table, luck, 3)
            assert table.state.position > before
    await quiet()
    gone_on = {id_: table.state.seq for id_, table in house.lobby.tables.items()}
    await house.restart()
    for id_ in gone_on:
        await house.lobby.find(id_)
    assert {id_: table.state.seq for id_, table in house.lobby.tables.items()} == gone_on
    await house.stop()
    await store.close()


def test_there_is_a_database_of_this_release_with_every_game() -> None:
    written = json.loads((DATA / f"revision-{REVISION}.json").read_text(encoding="utf-8"))
    assert {each["game"] for each in written.values()} == set(game_ids())
    assert {each["life"] for each in written.values()} >= {"PLAYING", "WAITING"}
