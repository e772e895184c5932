"""Servers and their tables as JSON, for scripts: one shape, described in docs/lines.md."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from cardtui_client.commands.lookup import acquaintances, announced_servers, servers_here
from cardtui_client.commands.session import reach, run_reaching

if TYPE_CHECKING:
    from cardtui.v1 import session_service_pb2, tables_pb2
    from cardtui_client.commands.session import Access
    from cardtui_client.net.discovery import Announced
    from cardtui_client.net.known_servers import Acquaintances
    from cardtui_client.settings import Settings


def print_servers(settings: Settings, address: str | None, access: Access) -> int:
    """Print one server with its tables, or all that run on this machine; return the exit code.

    Raises:
        Failed: the server cannot be reached, or refuses.
    """

    async def ask() -> dict[str, list[dict[str, Any]]]:
        if address is not None:
            return {"servers": [await _ask(settings, address, access)]}
        here = await servers_here(settings)
        announced, problem = await announced_servers(settings, here)
        if problem:
            click.echo(problem, err=True)
        known = acquaintances(settings)
        return {
            "servers": [await _ask(settings, each, access) for each in here],
            "announced": [_announced(each, known) for each in announced],
        }

    click.echo(as_text(run_reaching(ask())))
    return 0


def as_text(values: dict[str, list[dict[str, Any]]]) -> str:
    """Return values as JSON in ASCII: names in it are other people's, and may hold anything."""
    return json.dumps(values, indent=2)


def _announced(server: Announced, known: Acquaintances) -> dict[str, Any]:
    return {
        "address": server.address,
        "name": server.name,
        "pin": server.line.pin,
        "knowing": known.knowing(server.name, server.line.pin).value,
        "tables": server.tables,
        "free_seats": server.free_seats,
    }


async def _ask(settings: Settings, address: str, access: Access) -> dict[str, Any]:
    connection = await reach(settings, address, access)
    try:
        server = await connection.get_server()
        tables = (await connection.list_tables()).tables
        return as_json(connection.address, server, tables)
    finally:
        await connection.close()


def as_json(
    address: str,
    server: session_service_pb2.GetServerResponse,
    tables: Sequence[tables_pb2.Table],
) -> dict[str, Any]:
    """Return a server and its tables as values of JSON.

    Names are as their owners wrote them.
    """
    return {
        "address": address,
        "name": server.name,
        "version": server.version,
        "protocol_revision": server.protocol_revision,
        "people": server.people,
        "tables": [_table(table) for table in tables],
    }


def _table(table: tables_pb2.Table) -> dict[str, Any]:
    from cardtui.v1 import tables_pb2

    return {
        "id": table.id,
        "name": table.name,
        "game": table.game,
        "preset": table.preset,
        "options": {name: _value(table.options[name]) for name in sorted(table.options)},
        "state": _word(tables_pb2.TableState, table.state, "TABLE_STATE_"),
        "seats": [_seat(seat) for seat in table.seats],
        "private": table.private,
        "rated": table.rated,
        "host": table.host,
        "spectators": table.spectators,
        "hand": table.hand,
        "scores": list(table.scores),
        "chips": list(table.chips),
        "partners": _word(tables_pb2.Partners, table.partners, "PARTNERS_"),
        "first_dealer": _word(tables_pb2.FirstDealer, table.first_dealer, "FIRST_DEALER_"),
    }


def _seat(seat: tables_pb2.Seat) -> dict[str, Any]:
    from cardtui.v1 import tables_pb2

    return {
        "seat": seat.seat + 1,
        "name": seat.name or None,
        "bot": "program"
        if seat.bot_account
        else _word(tables_pb2.BotLevel, seat.bot, "BOT_LEVEL_"),
        "ready": seat.ready,
        "team": seat.team + 1 if seat.HasField("team") else None,
    }


def _value(value: tables_pb2.OptionValue) -> bool | int | str | list[int] | None:
    match value.WhichOneof("value"):
        case "flag":
            return value.flag
        case "number":
            return value.number
        case "choice":
            return value.choice
        case "text":
            return value.text
        case "by_seat":
            return list(value.by_seat.numbers)
        case _:
            return None


def _word(kind: Any, value: int, prefix: str) -> str | None:
    """Return the value of an enum as a word; ``None`` for what is not set."""
    if not value:
        return None
    known = kind.Name(value) if value in kind.values() else str(value)
    return str(known).removeprefix(prefix).lower().replace("_", "-")
