"""Writes the database that every later version must open: one table of each game, and others.

``make old-database`` writes it anew, for a release that adds to what is stored. Those of
earlier releases stay as they are.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from pathlib import Path
from typing import Any

from cardtui.v1 import tables_pb2
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_server.match.entries import Partners
from cardtui_server.match.requests import Close, Say
from cardtui_server.match.state import TableState
from cardtui_server.ports.log_store import Player
from cardtui_server.rpc.session_service import REVISION
from cardtui_server.store.sqlite import SqliteStore
from tests.support.playing import House, play

DATA = Path(__file__).with_name("data")
ACTIONS = 40
PLAYER = Player(b"h" * 32, "p0", "Ana")


def summary(state: TableState) -> dict[str, Any]:
    """Return what of a table must be as it was, in words that no version changes."""
    tally = state.tally
    return {
        "game": state.made.game,
        "name": state.made.name,
        "life": state.life.name,
        "seq": state.seq,
        "position": state.position,
        "scores": list(tally.scores),
        "chips": list(tally.chips),
        "hand": tally.hand,
        "seats": [sitter and [sitter.player, sitter.name] for sitter in state.sitters],
        "talk": [[said.name, said.text] for said in state.talk],
    }


async def write(path: Path) -> dict[str, Any]:
    """Write the database, and return what is in it."""
    store, luck = SqliteStore(path), random.Random(REVISION)
    house = House(store)
    for game in game_ids():
        rules = get_rules(game)
        table = await house.table(
            game,
            rules.seats[-1],
            people=2,
            partners=Partners(rules.has_partners(rules.seats[-1])),
            first_dealer=tables_pb2.FIRST_DEALER_HIGH_CARD,
        )
        await table.ask(Say(player="p0", name="P0", text="¡Hola! çãé 你好"))
        await play(table, luck, ACTIONS)
    closed = await house.table()
    await closed.ask(Close(player="p0"))
    await house.table(start=False)
    await store.save_players([PLAYER])
    found = {id_: summary(table.state) for id_, table in house.lobby.tables.items()}
    await house.stop()
    await store.close()
    return found


def main(folder: Path = DATA) -> None:
    """Write it under the number of the protocol's revision."""
    folder.mkdir(exist_ok=True)
    path = folder / f"revision-{REVISION}.db"
    path.unlink(missing_ok=True)
    found = asyncio.run(write(path))
    text = json.dumps(found, indent=1, ensure_ascii=False, sort_keys=True)
    path.with_suffix(".json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
