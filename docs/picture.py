"""Draws docs/table.svg, the picture in the README: the real client at a real table.

The same seed deals the same cards, so the picture changes only when the screen does.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import tempfile
from pathlib import Path

from cardtui.v1 import actions_pb2, lobby_service_pb2, tables_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.games.arguments import build, cards_of
from cardtui_client.net.connection import Connection
from cardtui_client.settings import Settings as Person
from cardtui_client.tui.app import CardtuiApp
from cardtui_client.tui.launch import AtTable
from cardtui_client.tui.table.screen import TableScreen
from cardtui_server.app import serve
from cardtui_server.limits import Limits
from cardtui_server.ports.dealer import SystemDealer
from cardtui_server.settings import Settings

SIZE = (118, 36)
MOST_MATCHES = 50
TARGET = Path(__file__).with_name("table.svg")
_OUTSIDE_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


class Dealer(SystemDealer):
    """Deals the same match for the same number."""

    def __init__(self, number: int) -> None:
        self._number = number

    def secret(self) -> bytes:
        """Return the secret of the match."""
        return hashlib.sha512(f"the picture {self._number}".encode()).digest()


async def main() -> None:
    """Play matches until one gives a good picture, and draw it."""
    for number in range(MOST_MATCHES):
        picture = await _picture(number)
        if picture is not None:
            # Whoever looks at the README needs no font from elsewhere.
            TARGET.write_text(_OUTSIDE_FONT.sub("", picture), encoding="utf-8")
            return
    raise SystemExit(f"None of {MOST_MATCHES} matches gave a picture.")


async def _picture(number: int) -> str | None:
    """Return the screen at a good moment of the match of that number, if there is one."""
    server = await serve(Settings(port=0, thinking=0, limits=Limits.open()), dealer=Dealer(number))
    connection = await Connection.open(server.address, "Ana")
    try:
        table = await _table(connection)
        with tempfile.TemporaryDirectory() as folder:
            return await _drawn(server.address, connection, table, Path(folder))
    finally:
        await connection.close()
        await server.stop(grace=0)


async def _drawn(address: str, connection: Connection, table: str, folder: Path) -> str | None:
    person = Person(name="Ana", language="en", animation=False, path=folder / "config.toml")

    async def connect(address: str, name: str, _password: str) -> Connection:
        return await Connection.open(address, name, connection.token)

    app = CardtuiApp(person, start=AtTable(address, table, seat=True), connect=connect)
    async with app.run_test(size=SIZE) as pilot:
        while not isinstance(app.screen, TableScreen):
            await pilot.pause(0.05)
        good = await _play(connection, table)
        await pilot.pause(1.0)
        return app.export_screenshot(title="cardtui") if good else None


async def _table(connection: Connection) -> str:
    request = lobby_service_pb2.CreateTableRequest(
        game="truco-argentino",
        seats=4,
        preset="tradicional",
        seat=0,
        bots=tables_pb2.BOT_LEVEL_NORMAL,
        name="The kitchen table",
        pause_milliseconds=0,
    )
    table = (await connection.create_table(request)).table.id
    await connection.start(table)
    return table


async def _play(connection: Connection, table: str) -> bool:
    """Play on, saying yes to everything; tell whether a good moment came.

    That is: points on both sides, a truco accepted, and our turn in the second trick.
    """
    while True:
        snapshot = (await connection.get_view(table)).snapshot
        view, own, truco = snapshot.view, snapshot.own, snapshot.view.truco_argentino
        if view.phase == Phase.PHASE_OVER:
            return False
        if not own.choices or 0 not in view.to_act:
            await asyncio.sleep(0.01)
        elif (
            min(view.scores) > 2
            and truco.stake > 1
            and len(truco.tricks) == 1
            and len(truco.trick) > 1
        ):
            return True
        else:
            await connection.act(table, _action(own), request_id=str(snapshot.seq))


def _action(own: views_pb2.OwnView) -> actions_pb2.Action:
    """Return what a cheerful player would do."""
    verbs = {choice.action.WhichOneof("action"): choice for choice in own.choices}
    verb = next(each for each in ("quiero", "tap", "play", "declare") if each in verbs)
    match verb:
        case "play":
            return build(verbs[verb], card=cards_of(verbs[verb])[-1])
        case "declare":
            return build(verbs[verb], number=own.truco_argentino.number)
        case _:
            return build(verbs[verb])


if __name__ == "__main__":
    asyncio.run(main())
