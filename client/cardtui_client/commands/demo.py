"""``cardtui demo``: a whole match of bots over a real server, and a check that all saw the same.
How many seats it has, if the game can be played so: `_WANTED_SEATS`; how fast bots play:
`_THINKING_MILLISECONDS`; after how long without news it gives up: `_STALL_SECONDS`.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import sys
from typing import TYPE_CHECKING, Final

import click

from cardtui_client.command_line.errors import Failed
from cardtui_client.command_line.options import GAME, first_game
from cardtui_client.command_line.profile import load_settings
from cardtui_client.exit_codes import FAILED
from cardtui_client.i18n import _
from cardtui_server.ports.dealer import SystemDealer
from cardtui_server.table.reader import Reader

if TYPE_CHECKING:
    from cardtui.v1 import table_service_pb2, views_pb2
    from cardtui_client.model.table import TableModel
    from cardtui_client.net.connection import Connection
    from cardtui_server.table.actor import Table

_STALL_SECONDS: Final = 300.0
"""The most that may pass without an update; how long a match takes is up to the machine."""
_WANTED_SEATS: Final = 4
_THINKING_MILLISECONDS: Final = 1
"""Without any, the match would run away from those who watch it."""


@click.command(
    epilog="""\b
Examples:
  cardtui demo
  cardtui demo cacho --seed 7 > match.txt

Exits 0 if the match was played to its end and every view that was built from updates equals a
fresh snapshot.
"""
)
@click.argument("game", type=GAME, metavar="[GAME]", default=first_game)
@click.option(
    "--seed",
    type=int,
    metavar="NUMBER",
    help="Repeat a match. Without it, a new one each time.",
)
def command(game: str, seed: int | None) -> int:
    """Watch bots play a whole match of GAME, as lines, at full speed."""
    from cardtui_client.commands.session import run_reaching

    load_settings()
    chosen = secrets.randbelow(1_000_000) if seed is None else seed
    return run_reaching(_demo(game, chosen))


class _SeededDealer(SystemDealer):
    """Deals the same match for the same seed; tokens stay secrets."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._drawn = 0

    def secret(self) -> bytes:
        """Return the next secret that the seed gives."""
        self._drawn += 1
        return self._bytes()

    def new_id(self, length: int) -> str:
        """Return the next id that the seed gives: the code of a match follows from it, too."""
        self._drawn += 1
        return self._bytes().hex()[:length]

    def _bytes(self) -> bytes:
        return hashlib.sha512(f"cardtui demo {self._seed} {self._drawn}".encode()).digest()


async def _demo(game: str, seed: int) -> int:
    from cardtui_client.net.connection import Connection
    from cardtui_server.app import serve
    from cardtui_server.server_log import printed
    from cardtui_server.settings import Settings

    dealer = _SeededDealer(seed)
    server = await serve(Settings(port=0), dealer=dealer, log=printed())
    try:
        # The server is here: on a machine that is busy, it only takes its time.
        connection = await Connection.open(server.address, "demo", timeout=_STALL_SECONDS)
        try:
            async with asyncio.timeout(_STALL_SECONDS) as patience:
                table = server.tables[await _make_table(connection, game)]
                count = await _match(connection, table, patience)
        except TimeoutError:
            still = _("The match stood still for {seconds} s.", seconds=round(_STALL_SECONDS))
            raise Failed(still, FAILED) from None
        finally:
            await connection.close()
    finally:
        await server.stop(grace=0)
    click.echo(
        _(
            "All {seats} seats and the spectators agreed on all {count} updates "
            "(--seed {seed} repeats them).",
            seats=_seats(game),
            count=count,
            seed=seed,
        )
    )
    return 0


def _seats(game: str) -> int:
    from cardtui_engine.library.registry import get_rules

    return min(get_rules(game).seats, key=lambda each: abs(each - _WANTED_SEATS))


async def _make_table(connection: Connection, game: str) -> str:
    from cardtui.v1 import lobby_service_pb2, tables_pb2
    from cardtui_client.faces.registry import face_of

    request = lobby_service_pb2.CreateTableRequest(
        game=game,
        seats=_seats(game),
        bots=tables_pb2.BOT_LEVEL_NORMAL,
        pause_milliseconds=0,
        thinking_milliseconds=_THINKING_MILLISECONDS,
    )
    for option, number in face_of(game).demo.items():
        request.options[option].number = number
    return (await connection.create_table(request)).table.id


async def _match(connection: Connection, table: Table, patience: asyncio.Timeout) -> int:
    """Print a match as its spectators see it; return the number of its last update.

    Raises:
        Failed: some view is not what it should be.
    """
    from cardtui_client.lines.narrator import Narrator
    from cardtui_client.lines.typed_lines import write_lines
    from cardtui_client.model.table import TableModel
    from cardtui_client.net.call_errors import Patience
    from cardtui_client.net.feed import FeedStatus, TableFeed

    public: dict[int, bytes] = {}
    eyes = [asyncio.create_task(_look(table, seat, public)) for seat in range(_WANTED_SEATS)]
    model = TableModel()
    narrator = Narrator(model)
    slow = Patience(opening=_STALL_SECONDS, silence=_STALL_SECONDS)
    feed = TableFeed(connection, table.id, seat=False, patience=slow)
    snapshots = 0
    try:
        async for item in feed.frames():
            patience.reschedule(asyncio.get_running_loop().time() + _STALL_SECONDS)
            write_lines(sys.stdout, narrator.tell(item))
            if isinstance(item, FeedStatus):
                continue
            if item.HasField("snapshot"):
                snapshots += 1
                if snapshots == 1:
                    await connection.start(table.id)
            _agree(public, model, _("the spectators"))
            for task in eyes:
                if task.done():
                    task.result()
            if model.is_over:
                break
        await asyncio.gather(*eyes)
        fresh = (await connection.get_view(table.id)).snapshot
        _same(model, fresh, _("the spectators"))
        if not model.is_over or snapshots > 1:
            raise Failed(_("The spectators did not see the whole match."), FAILED)
        return model.seq
    finally:
        for task in eyes:
            task.cancel()
        await feed.close()


async def _look(table: Table, seat: int, public: dict[int, bytes]) -> None:
    """Fold what a seat is sent, and compare each time with a fresh snapshot.

    Bots have no connection, so this reads the same bytes where their stream would begin; like
    them it holds no seat as a player does.
    """
    from cardtui.v1 import table_service_pb2
    from cardtui_client.model.table import TableModel

    who = _("seat {seat}", seat=seat + 1)
    model = TableModel()
    viewer = f"seat {seat}"
    feed = table.attach(Reader(viewer))
    try:
        while not model.is_over:
            await feed.wait()
            for frame in table_service_pb2.PlayResponse.FromString(feed.take()).frames:
                model.fold(frame)
                if model.end is not None:
                    raise Failed(_("The match was cut off."), FAILED)
                _agree(public, model, who)
            fresh = table_service_pb2.Snapshot.FromString(table.snapshot(viewer))
            if fresh.seq == model.seq:
                _same(model, fresh, who)
    finally:
        table.detach(feed)


def _agree(public: dict[int, bytes], model: TableModel, who: str) -> None:
    """Compare the public view with what the others saw after the same update."""
    seen = _bytes(model.view)
    if public.setdefault(model.seq, seen) != seen:
        sentence = _(
            "After update {seq}, {who} saw a different table from the others.",
            seq=model.seq,
            who=who,
        )
        raise Failed(sentence, FAILED)


def _same(model: TableModel, fresh: table_service_pb2.Snapshot, who: str) -> None:
    """Compare what was folded from updates with a snapshot of the same moment."""
    own = fresh.own if fresh.HasField("own") else None
    view = fresh.view if fresh.HasField("view") else None
    if (fresh.seq, _bytes(view), _bytes(own)) != (model.seq, _bytes(model.view), _bytes(model.own)):
        sentence = _(
            "After update {seq}, the view of {who} differed from a fresh one.",
            seq=model.seq,
            who=who,
        )
        raise Failed(sentence, FAILED)


def _bytes(message: views_pb2.PublicView | views_pb2.OwnView | None) -> bytes:
    return b"" if message is None else message.SerializeToString(deterministic=True)
