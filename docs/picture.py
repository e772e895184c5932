"""Draws docs/table.svg, the picture in the README: the real client at a real table.

The same seed deals the same cards, so the picture changes only when the screen does.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import sys
import tempfile
from pathlib import Path

import structlog

from cardtui.v1 import actions_pb2, lobby_service_pb2, tables_pb2, views_pb2
from cardtui_client.app import CardtuiApp
from cardtui_client.connection import Connection
from cardtui_client.settings import Settings as Person
from cardtui_client.starting import AtTable
from cardtui_server.app import Settings, serve
from cardtui_server.dealer import SystemDealer

SIZE = (118, 36)
SEED = sys.argv[1] if len(sys.argv) > 1 else "the picture 10"
TARGET = Path(__file__).with_name("table.svg")
_OUTSIDE_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


class Dealer(SystemDealer):
    """Deals the same match each time."""

    def secret(self) -> bytes:
        """Return the secret of the one match."""
        return hashlib.sha512(SEED.encode()).digest()


async def main() -> None:
    """Play until the second trick, and draw."""
    server = await serve(Settings(port=0, thinking=0), dealer=Dealer(), log=structlog.get_logger())
    with tempfile.TemporaryDirectory() as folder:
        connection = await Connection.open(server.address, "Ana")
        table = await _table(connection)
        person = Person(name="Ana", language="en", animation=False, path=Path(folder) / "none.toml")

        async def connect(address: str, name: str) -> Connection:
            return await Connection.open(address, name, connection.token)

        app = CardtuiApp(person, start=AtTable(server.address, table, seat=True), connect=connect)
        async with app.run_test(size=SIZE) as pilot:
            for _ in range(50):
                await pilot.pause(0.05)
                if len(app.screen_stack) > 2:
                    break
            await _play(connection, table)
            await pilot.pause(1.0)
            picture = app.export_screenshot(title="cardtui")
        await connection.close()
    await server.stop(grace=0)
    # Whoever looks at the README needs no font from elsewhere.
    TARGET.write_text(_OUTSIDE_FONT.sub("", picture), encoding="utf-8")


async def _table(connection: Connection) -> str:
    request = lobby_service_pb2.CreateTableRequest(
        game="truco-argentino",
        seats=4,
        preset="tradicional",
        seat=0,
        bots=tables_pb2.BOT_LEVEL_NORMAL,
        name="The kitchen table",
        pause=60,
    )
    table = (await connection.create_table(request)).table.id
    await connection.start(table)
    return table


async def _play(connection: Connection, table: str) -> None:
    """Play on, saying yes to everything, until it is our turn in a later trick."""
    for number in range(2000):
        snapshot = (await connection.get_view(table)).snapshot
        own, truco = snapshot.own, snapshot.view.truco_argentino
        if not own.choices or 0 not in snapshot.view.to_act:
            await asyncio.sleep(0.01)
        elif snapshot.view.phase == "play" and truco.tricks and len(truco.trick) > 1:
            return
        else:
            await connection.act(table, _action(own), request_id=str(number))
    raise SystemExit("It was never our turn in a second trick: choose another seed.")


def _action(own: views_pb2.OwnView) -> actions_pb2.Action:
    """Return what a cheerful player would do."""
    verbs = {choice.action.WhichOneof("action"): choice for choice in own.choices}
    for verb in ("quiero", "tap", "play", "son_buenas", "declare"):
        if verb not in verbs:
            continue
        action = actions_pb2.Action()
        action.CopyFrom(verbs[verb].action)
        if verb == "play":
            action.play.card = verbs[verb].cards[-1]
        if verb == "declare":
            action.declare.points = own.truco_argentino.number
        return action
    raise SystemExit(f"Nothing cheerful to do among {sorted(map(str, verbs))}.")


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
