"""Logs of many matches of all games that bots have played: `filled`. It stands apart from
`recounting.py`, whose processes would load what plays the matches.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level
from cardtui_engine.library.registry import game_ids, get_bot_maker, get_rules
from cardtui_server.limits import Limits
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.lobby.tables import Lobby
from cardtui_server.match.requests import Act, Sit, Start
from cardtui_server.match.state import Life
from cardtui_server.ports.clock import SystemClock
from cardtui_server.ports.dealer import SystemDealer
from cardtui_server.ports.log_store import append_all
from cardtui_server.server_log import unprinted
from cardtui_server.store.memory import MemoryStore
from cardtui_server.store.sqlite import SqliteStore
from cardtui_server.table.environment import Environment
from cardtui_server.wire.checkpoints import PickledCheckpoints
from cardtui_server.wire.journal import WireJournal
from cardtui_server.wire.table_encoder import TableFrames

_BATCH_MATCHES: Final = 500


def lobby_in_memory() -> tuple[Lobby, MemoryStore]:
    """Return a lobby without limits whose bots do not wait, and the store of its logs."""
    store = MemoryStore()
    env = Environment(
        store,
        SystemClock(),
        SystemDealer(),
        unprinted(),
        WireJournal(),
        TableFrames,
        PickledCheckpoints(),
    )
    return Lobby(env, thinking=0, limits=Limits.open()), store


async def played(game: str) -> list[bytes]:
    """Return the rows of a table at which bots have played a match of a game to its end."""
    lobby, store = lobby_in_memory()
    rules, bits = get_rules(game), Bits(1)
    short = {each.name: each.short[1] for each in rules.specs if each.short}
    wanted = NewTable.of(
        game, 4, seat=0, options=short if rules.chips_option else {}, window_milliseconds=0
    )
    table = await lobby.create("p0", "P0", wanted)
    for seat in range(1, 4):
        await table.ask(Sit(f"p{seat}", f"P{seat}", seat=seat))
    await table.ask(Start("p0"))
    bot = get_bot_maker(game)(table.state.made.options, 4, Level.EASY)
    while (state := table.state).life is not Life.OVER:
        if state.turn is None or not state.turn.to_act:
            await asyncio.sleep(0.001)  # the next hand is about to be dealt
            continue
        seat = state.turn.to_act[0]
        action = bot.decide(rules.seat_view(state.game, seat), bits)
        await table.ask(Act(seat, f"p{seat}", action or rules.mildest(state.game, seat)))
    rows = await store.read(table.id)
    await lobby.stop()
    return rows


async def filled(path: Path, matches: int) -> int:
    """Write that many matches into a database; return how many entries they have."""
    logs = [await played(game) for game in game_ids()]
    store, entries = SqliteStore(path), 0
    for begin in range(0, matches, _BATCH_MATCHES):
        tables = range(begin, min(begin + _BATCH_MATCHES, matches))
        rows = {f"t{table}": logs[table % len(logs)] for table in tables}
        await asyncio.gather(*(append_all(store, table, log) for table, log in rows.items()))
        entries += sum(map(len, rows.values()))
    await store.close()
    return entries
