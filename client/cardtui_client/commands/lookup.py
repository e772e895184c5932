"""Which server or table a command means by a name, or by none (`only_server`, `find_table`).
With none, it is the only one there, or the table where you sit; of several it asks to choose one.
Servers, tables and players as JSON: `as_json`, `person_as_json`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cardtui_client.command_line.errors import Failed, unreadable
from cardtui_client.commands.session import reach, run_reaching
from cardtui_client.exit_codes import FAILED, NO_SERVER, USAGE
from cardtui_client.hosting.own_server import SOLO
from cardtui_client.i18n import _, n_
from cardtui_client.limits import SERVER_NAME_CELLS, TABLE_NAME_CELLS
from cardtui_client.model.calendar import evening_as_json, evening_words, read_evening
from cardtui_client.text import safe_text
from cardtui_server.store.data_folder import database_in

if TYPE_CHECKING:
    from pathlib import Path

    from cardtui.v1 import session_service_pb2, tables_pb2
    from cardtui_client.command_line.options import Access
    from cardtui_client.model.person import Person, PersonGame, Ranking, Rating
    from cardtui_client.net.connection import Connection
    from cardtui_client.net.discovery import Announced
    from cardtui_client.net.known_servers import Acquaintances
    from cardtui_client.settings import Settings
    from cardtui_server.operator_file import Operator

T = TypeVar("T")


def list_servers(settings: Settings, *, network: bool) -> Sequence[str]:
    """Print the servers that run on this machine, and return their addresses.

    Args:
        settings: what the person has chosen.
        network: whether to print those that are announced in the network, too.

    Raises:
        Failed: there is none.
    """
    network = network and settings.discovery

    async def ask() -> list[str]:
        found, (announced, problem) = await asyncio.gather(
            _answers(settings), _listen(network=network)
        )
        for address, info in found.items():
            name = safe_text(info.name, SERVER_NAME_CELLS)
            tables = n_("{n} table", "{n} tables", info.tables)
            people = n_("{n} person", "{n} people", info.people)
            told = f"{address}  {name}: {tables}, {people}"
            click.echo("; ".join(filter(None, (told, evening_words(read_evening(info))))))
        others = elsewhere(announced, list(found)) if announced else []
        known = acquaintances(settings)
        others.sort(key=lambda each: known.knowing(each.name, each.line.pin) is not Knowing.KNOWN)
        for server in others:
            tables = n_("{n} table", "{n} tables", server.tables)
            seats = n_("{n} free seat", "{n} free seats", server.free_seats)
            pin = _("pin {pin}", pin=server.line.pin)
            told = f"{server.address}  {server.name}: {tables}, {seats}; {pin}"
            evening = evening_words(server.evening)
            click.echo("; ".join(filter(None, (told, evening, _marked(known, server)))))
        if problem:
            click.echo(problem, err=True)
        if network and (found or others):
            click.echo(_("Go to one with “cardtui connect” and its address or its name."), err=True)
        if not found and not others:
            raise Failed(_none(heard=network and not problem), NO_SERVER)
        return list(found)

    from cardtui_client.net.discovery import elsewhere
    from cardtui_client.net.known_servers import Knowing

    return run_reaching(ask())


def acquaintances(settings: Settings) -> Acquaintances:
    """Return the servers on other machines that the person knows."""
    from cardtui_client.command_line.profile import keeping_folder
    from cardtui_client.net.known_servers import Acquaintances, KnownServers

    folder = keeping_folder(settings)
    return Acquaintances() if folder is None else KnownServers(folder).acquaintances()


def _marked(known: Acquaintances, server: Announced) -> str:
    """Return what the person knows of a server that is announced; empty if that is nothing."""
    from cardtui_client.net.known_servers import Knowing

    match known.knowing(server.name, server.line.pin):
        case Knowing.KNOWN:
            return _("you know it")
        case Knowing.OTHER:
            return _("not the one that you know")
        case _:
            return ""


def _none(*, heard: bool) -> str:
    if heard:
        return _(
            "No table server is running on this machine, and none is announced in the network. "
            "Start one with cardtui host, or give an address."
        )
    return _(
        "No table server is running on this machine. Start one with cardtui host, or give "
        "an address."
    )


async def announced_servers(
    settings: Settings, here: Sequence[str]
) -> tuple[Sequence[Announced], str]:
    """Return the servers announced in the network that are not these, and why there are none."""
    from cardtui_client.net.discovery import elsewhere

    announced, problem = await _listen(network=settings.discovery)
    return elsewhere(announced, here) if announced else [], problem


async def _listen(*, network: bool) -> tuple[Sequence[Announced], str]:
    if not network:
        return [], ""
    from cardtui_client.net.discovery import LISTEN_SECONDS, Discovery

    discovery = Discovery()
    try:
        await discovery.begin()
        if discovery.problem:
            return [], discovery.problem
        await asyncio.sleep(LISTEN_SECONDS)
        return discovery.servers(), ""
    finally:
        await discovery.close()


def server_meant(settings: Settings, text: str) -> str:
    """Return the address of the server that is announced under that name, or else the text.

    What names a machine means that machine, and is not looked for.

    Raises:
        Failed: several servers have that name; or none has, and no machine could be called that.
    """
    from cardtui_client.net.address import names_machine
    from cardtui_client.net.discovery import servers_called

    if not settings.discovery or names_machine(text):
        return text
    announced, _problem = asyncio.run(_listen(network=True))
    found = servers_called(text, announced)
    known = acquaintances(settings)
    if len(found) > 1:
        marked = [(server.address, _marked(known, server)) for server in found]
        marked.sort(key=lambda each: each[1] != _("you know it"))
        addresses = ", ".join(f"{at} ({mark})" if mark else at for at, mark in marked)
        sentence = _(
            "Several servers are called “{name}”: give the address of one ({addresses}).",
            name=safe_text(text, SERVER_NAME_CELLS),
            addresses=addresses,
        )
        raise Failed(sentence, USAGE)
    if found:  # as it was announced: whom to trust is still asked
        if warning := known.warning(found[0].name, found[0].line.pin, found[0].address):
            click.echo(warning, err=True)
        return str(found[0].line)
    if " " in text:  # no machine is called that
        sentence = _(
            "No server called “{name}” is announced here: cardtui connect lists those that are.",
            name=safe_text(text, SERVER_NAME_CELLS),
        )
        raise Failed(sentence, NO_SERVER)
    return text


async def servers_here(settings: Settings) -> Sequence[str]:
    """Return the addresses of the servers that run on this machine."""
    return list(await _answers(settings))


async def _answers(settings: Settings) -> dict[str, session_service_pb2.GetServerResponse]:
    """Return what each server that runs on this machine says of itself, by address."""
    from cardtui_client.net.call_errors import Refused, Unreachable
    from cardtui_client.net.connection import probe
    from cardtui_client.net.discovery import running_servers

    found = {}
    for server in running_servers(settings.data_folder()):
        try:
            found[server.address], _seconds = await probe(server.address)
        except (Refused, Unreachable):
            continue  # it is starting or ending; a moment later it is in the list or gone
    return found


def only_server(settings: Settings, option: str = "--at ") -> str:
    """Return the address of the server on this machine.

    Args:
        settings: whose data folder is looked at.
        option: what stands before an address in the command.

    Raises:
        Failed: there is none, or there are several.
    """
    from cardtui_client.net.discovery import running_servers

    here = running_servers(settings.data_folder())
    if not here:
        raise Failed(_none(heard=False), NO_SERVER)
    if len(here) > 1:
        addresses = ", ".join(server.address for server in here)
        sentence = _(
            "Several servers run on this machine ({addresses}): name one, such as “{example}”.",
            addresses=addresses,
            example=f"{option}{here[0].address}",
        )
        raise Failed(sentence, USAGE)
    return here[0].address


def find_tables(data: Path) -> Path | None:
    """Return which folder has a database: a server's, otherwise that of what you play alone.

    Raises:
        Failed: the system does not say what is there.
    """
    for folder in (data, data / SOLO):
        path = database_in(folder)
        try:
            path.stat()
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            raise unreadable(path, error, FAILED) from None
        return folder
    return None


def find_operator(settings: Settings) -> Operator | None:
    """Return what the server of the data folder says to its operator, if one runs there.

    Raises:
        Failed: the file is there, but may not be read.
    """
    from cardtui_server import operator_file

    folder = settings.data_folder()
    try:
        return operator_file.read(folder)
    except OSError as error:
        raise unreadable(error.filename or folder, error) from None


def ask_as_operator(
    settings: Settings, ask: Callable[[Connection], Awaitable[T]], seconds: float = 5
) -> T:
    """Ask the server of the data folder as its operator, and return what that comes to.

    Args:
        settings: whose data folder it is.
        ask: what is asked over the connection.
        seconds: how long a call may take.

    Raises:
        Failed: none runs there, or refuses, or the file is there, but may not be read.
    """
    from cardtui_client.net.address import line_to
    from cardtui_client.net.connection import Connection

    operator = find_operator(settings)
    if operator is None:
        sentence = _(
            "No server runs in the data folder {folder}: name the server’s own with --data.",
            folder=settings.data_folder(),
        )
        raise Failed(sentence, NO_SERVER)
    line, token = line_to(operator.address, operator.sha256), operator.token

    async def work() -> T:
        async with await Connection.as_operator(line, token, timeout=seconds) as connection:
            return await ask(connection)

    return run_reaching(work())


async def find_table(
    connection: Connection, wanted: str | None, *, seat: bool = True, exactly: bool = False
) -> tables_pb2.Table:
    """Return the table of that name or id; without one, the one to go to, if that is clear.

    Args:
        wanted: a name or an id, or the beginning of one; ``None`` for the table where I sit, or
            the only one there.
        seat: whether to play there. Who wants to watch prefers tables where they do not sit.
        exactly: whether a beginning is not enough.

    Raises:
        Failed: there is none, or there are several to choose from.
    """
    from cardtui_client.model.table_summary import names_of, tables_named

    tables = (await connection.list_tables()).tables
    if wanted is not None:
        meant = tables_named(wanted, tables)
        if len(meant) == 1 and not (exactly and wanted.casefold() not in names_of(meant[0])):
            return meant[0]
        if len(meant) > 1 and not exactly:
            sentence = _("Several tables begin with “{table}”.", table=_safe(wanted))
            raise Failed(f"{sentence} {_listed(meant)}", USAGE)
        sentence = _("There is no table “{table}” there.", table=_safe(wanted))
        raise Failed(f"{sentence} {_listed(tables)}".strip(), FAILED)
    mine = [table for table in tables if table.id in connection.seated_at]
    if not seat:
        others = [table for table in tables if table not in mine]
        mine = [table for table in others if not table.watching.refused] or others
    choices = mine or list(tables)
    if len(choices) == 1:
        return choices[0]
    if not choices:
        raise Failed(_("There is no table there yet: somebody has to create one first."), FAILED)
    sentence = _("There are several tables; choose one with --table NAME.")
    raise Failed(f"{sentence} {_listed(tables)}", USAGE)


def _listed(tables: Sequence[tables_pb2.Table]) -> str:
    names = [f"“{_safe(table.name)}” ({_safe(table.game)})" for table in tables]
    return _("Choose from {names}.", names=", ".join(names)) if names else ""


def _safe(text: str) -> str:
    return safe_text(text, TABLE_NAME_CELLS)


def message_as_json(message: Any) -> dict[str, Any]:
    """Return a message as values of JSON, by the names of its fields."""

    def value(found: Any) -> Any:
        if hasattr(found, "DESCRIPTOR"):
            return message_as_json(found)
        return found if isinstance(found, (str, int)) else [value(each) for each in found]

    return {each.name: value(getattr(message, each.name)) for each in message.DESCRIPTOR.fields}


def person_as_json(person: Person) -> dict[str, Any]:
    """Return what a player has won and lost, as values of JSON."""
    return {"name": person.name, "games": [_game(each) for each in person.games]}


def rankings_as_json(rankings: Sequence[Ranking]) -> list[dict[str, Any]]:
    """Return who is how strong, as values of JSON."""
    return [
        {
            "game": each.game,
            "preset": each.preset,
            "players": [{"name": name, **_rating(rating)} for name, rating in each.players],
        }
        for each in rankings
    ]


def _game(game: PersonGame) -> dict[str, Any]:
    rating = None
    if game.rating is not None:
        rating = {**_rating(game.rating), "course": list(game.rating.course)}
    return {
        "game": game.game,
        "preset": game.preset,
        "won": game.won,
        "lost": game.lost,
        "streak": game.streak,
        "best_streak": game.best_streak,
        "rating": rating,
        "course": list(game.course),
        "hands": game.hands,
        "bluffs": game.bluffs,
        "chips": game.chips,
        "calls": dict(game.calls),
        "chips_course": list(game.chips_course),
    }


def _rating(rating: Rating) -> dict[str, float]:
    return {
        "points": rating.points,
        "deviation": rating.deviation,
        "matches": rating.matches,
        "counted": rating.counted,
    }


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
        "evening": evening_as_json(server.evening),
    }


async def _ask(settings: Settings, address: str, access: Access) -> dict[str, Any]:
    async with await reach(settings, address, access) as connection:
        server = await connection.get_server()
        tables = (await connection.list_tables()).tables
        return as_json(connection.address, server, tables)


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
        "message": server.message,
        "evening": evening_as_json(read_evening(server)),
        "web_port": server.web_port,
        "ssh_port": server.ssh_port,
        "ssh_key": server.ssh_key,
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
        "seats": [_seat(seat, table.silent) for seat in table.seats],
        "host": table.host,
        "spectators": table.spectators,
        "hand": table.hand,
        "scores": list(table.scores),
        "chips": list(table.chips),
        **dict(_terms(table)),
        "clock": _clock(table),
        "bots_at_start": table.bots_at_start,
        "asking": [{"name": each.name, "granted": each.granted} for each in table.asking],
    }


def _terms(table: tables_pb2.Table) -> Iterator[tuple[str, Any]]:
    """Yield the terms of a table that are a plain value, by their names on the wire."""
    from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper

    from cardtui_client.faces.terms import TERMS

    for field in (field for term in TERMS for field in term.fields):
        known = table.DESCRIPTOR.fields_by_name.get(field)
        if known is None or field in ("clock_milliseconds", "reserve_milliseconds"):
            continue  # no part of a table that is there, or told by `_clock`
        value = getattr(table, field)
        if known.enum_type is not None:
            prefix = known.enum_type.values_by_number[0].name.removesuffix("UNSPECIFIED")
            value = _word(EnumTypeWrapper(known.enum_type), value, prefix)
        yield field, value


def _clock(table: tables_pb2.Table) -> dict[str, float] | None:
    """Return the seconds to act and in reserve; ``None`` at a table without clocks."""
    if not table.clock_milliseconds:
        return None
    act, reserve = table.clock_milliseconds, table.reserve_milliseconds
    return {"act": act / 1000, "reserve": reserve / 1000}


def _seat(seat: tables_pb2.Seat, silent: Sequence[int]) -> dict[str, Any]:
    from cardtui.v1 import tables_pb2

    return {
        "seat": seat.seat + 1,
        "name": seat.name or None,
        "bot": "program"
        if seat.bot_account
        else _word(tables_pb2.BotLevel, seat.bot, "BOT_LEVEL_"),
        "ready": seat.ready,
        "silent": seat.seat in silent,
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
