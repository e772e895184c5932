"""Films docs/pictures/hand.svg, the moving picture in the README: a hand in the real client. Which
match (`MATCH`), how large (`SIZE`), how long at most (`LONGEST`), and for how long a picture that
does not change is shown (`STILL`).

The same number deals the same cards. The bots act and the cards travel in real time, so that two
films of one match differ by some frames.
"""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
from pathlib import Path

from cardtui.v1 import actions_pb2, lobby_service_pb2, tables_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.faces.arguments import build, cards_of
from cardtui_client.net.address import JoinLine, parse_address, pin_of
from cardtui_client.net.connection import Connection
from cardtui_client.settings import Settings as Person
from cardtui_client.tui.app import CardtuiApp
from cardtui_client.tui.launch import AtTable
from cardtui_client.tui.table.screen import TableScreen
from cardtui_server.app import RunningServer, serve
from cardtui_server.limits import Limits
from cardtui_server.ports.dealer import SystemDealer
from cardtui_server.settings import Settings
from docs.animated_svg import Shot, animated

SIZE = (80, 24)
MATCH = 3
LONGEST = 40
"""Seconds of film at most."""
INTERVAL = 0.12
"""Seconds between two looks at the screen."""
STILL = 2.0
"""Seconds at most for which a picture that does not change is shown, but for the last one."""
TARGET = Path(__file__).parent / "pictures" / "hand.svg"


class Dealer(SystemDealer):
    """Deals the same match for the same number."""

    def __init__(self, number: int) -> None:
        self._number = number

    def secret(self) -> bytes:
        """Return the secret of the match."""
        return hashlib.sha512(f"the picture {self._number}".encode()).digest()


async def main() -> None:
    """Play a hand, and film it."""
    server = await serve(Settings(port=0, thinking=0.7, limits=Limits.open()), dealer=Dealer(MATCH))
    connection = await Connection.open(server.address, "Ana")
    try:
        table = await _table(connection)
        with tempfile.TemporaryDirectory() as folder:
            shots = await _filmed(_line(server), connection, table, Path(folder))
    finally:
        await connection.close()
        await server.stop(grace=0)
    TARGET.write_text(animated(shots), encoding="utf-8")


def _line(server: RunningServer) -> str:
    """Return the server's address with its pin, so that nobody is asked whether to trust it."""
    assert server.certificate is not None
    pin = pin_of(server.certificate.fingerprint)
    return str(JoinLine((parse_address(server.address),), pin))


async def _filmed(line: str, connection: Connection, table: str, folder: Path) -> list[Shot]:
    person = Person(
        name="Ana", language="en", animation=True, path=folder / "config.toml", data=str(folder)
    )

    async def connect(address: str, name: str, _password: str) -> Connection:
        return await Connection.open(address, name, connection.token)

    app = CardtuiApp(person, start=AtTable(line, table, seat=True), connect=connect)
    shots: list[Shot] = []
    async with app.run_test(size=SIZE) as pilot:
        while not isinstance(app.screen, TableScreen):
            await pilot.pause(0.05)
        await connection.start(table)
        playing = asyncio.ensure_future(_play(connection, table))
        ends: float = LONGEST
        while ends > 0:
            await asyncio.sleep(INTERVAL)
            ends -= INTERVAL
            if playing.done():
                ends = min(ends, 4.0)
            svg = app.export_screenshot(title="cardtui")
            if shots and shots[-1].svg == svg:
                longer = min(shots[-1].seconds + INTERVAL, STILL)
                shots[-1] = Shot(svg, longer)
            else:
                shots.append(Shot(svg, INTERVAL))
        playing.cancel()
    return [*shots[:-1], shots[-1]._replace(seconds=4.0)]


async def _table(connection: Connection) -> str:
    request = lobby_service_pb2.CreateTableRequest(
        game="truco-argentino",
        seats=2,
        preset="tradicional",
        seat=0,
        bots=tables_pb2.BOT_LEVEL_NORMAL,
        name="The kitchen table",
        pause_milliseconds=4000,
    )
    return (await connection.create_table(request)).table.id


async def _play(connection: Connection, table: str) -> None:
    """Play a hand, saying yes to everything, at the pace of a person."""
    while True:
        snapshot = (await connection.get_view(table)).snapshot
        view, own = snapshot.view, snapshot.own
        if view.phase == Phase.PHASE_OVER or view.hand > 1:
            return
        if not own.choices or 0 not in view.to_act:
            await asyncio.sleep(0.05)
        else:
            await asyncio.sleep(1.2)
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
