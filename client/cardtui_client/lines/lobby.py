"""The lobby in lines: what each word does there, the ways to a table, and what is said on coming.
What a table's line says is in `lines/table_words.py`.

Nobody is seated unasked: you sit down by `join`, or at a table that one creates.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import NamedTuple, TextIO

from cardtui.v1 import tables_pb2
from cardtui_client.exit_codes import INTERRUPTED, NO_SERVER, OK
from cardtui_client.faces.person_words import person_lines, ranking_lines
from cardtui_client.i18n import _, n_
from cardtui_client.limits import NAME_CELLS, SERVER_NAME_CELLS, TABLE_NAME_CELLS, TALK_CELLS
from cardtui_client.lines.acting import Sure
from cardtui_client.lines.help import lobby_help_lines
from cardtui_client.lines.host_rights import Hosting, close_question
from cardtui_client.lines.people import ask_about_people, follow_people
from cardtui_client.lines.plain_table import Way, at_table, catching_interrupts
from cardtui_client.lines.requests import seat_named
from cardtui_client.lines.table_words import (
    BadWish,
    NoSuchTable,
    chosen_table,
    description,
    game_lines,
    game_named,
    games_lines,
    new_table,
    table_line,
    table_name,
)
from cardtui_client.lines.typed_lines import Teller, TypedLines
from cardtui_client.lines.typed_words import (
    HOST_COMMANDS,
    LOBBY_COMMANDS,
    PEOPLE_COMMANDS,
    TABLE_COMMANDS,
    Command,
    command_of,
    typed,
    unknown,
)
from cardtui_client.model.calendar import evening_words, read_evening
from cardtui_client.model.people import friends_here
from cardtui_client.model.person import (
    device_lines,
    ended_words,
    read_devices,
    read_person,
    read_rankings,
)
from cardtui_client.model.table_summary import (
    code_words,
    full_words,
    numbered_words,
    seats_to_ask_for,
    seats_to_take,
)
from cardtui_client.net.address import table_code
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.net.moved import follow, moved_words
from cardtui_client.settings import Settings
from cardtui_client.text import safe_text


class Going(NamedTuple):
    """A table that one goes to.

    Attributes:
        table: its id.
        seat: whether you play there.
    """

    table: str
    seat: bool


class Lobby:
    """The tables of one server, to choose one from in words."""

    def __init__(
        self, connection: Connection, lines: TypedLines, teller: Teller, *, careful: bool
    ) -> None:
        self._connection = connection
        self._lines = lines
        self._teller = teller
        self._hosting = Hosting(connection, teller.answer, at_table=False)
        self._sure = Sure(teller.answer, careful=careful)
        self._agreed: list[Coroutine[None, None, bool]] = []
        self._listed: Sequence[tables_pb2.Table] = ()
        self._games: Sequence[tables_pb2.Game] = ()

    async def choose(self) -> Going | None:
        """Listen until you go to a table; return it, or ``None`` if you leave the server.

        Raises:
            Refused: the server does not want to show its tables at all.
            Unreachable: it does not answer.
        """
        await self._list()
        if self._listed:
            self._print([self._ways_in(self._first())])
        self._print([_("Type ? for help.")])
        async for line in self._lines:
            word, _blank, rest = line.strip().partition(" ")
            command = command_of(word, LOBBY_COMMANDS) if word else Command.LIST
            answered = self._sure.answered(line.strip())
            if command is Command.QUIT and not answered:
                return None
            try:
                going = None if answered else await self._do(command, word, rest.strip())
                while self._agreed:
                    await self._agreed.pop()
            except (BadWish, NoSuchTable, Refused, Unreachable) as error:
                self._print([str(error)])
                if isinstance(error, Unreachable) and await follow(self._connection):
                    self._print([moved_words(self._connection)])
                continue
            if going is not None:
                return going
        return None

    def _print(self, lines: Sequence[str]) -> None:
        self._teller.answer(lines)

    async def _do(self, command: Command | None, word: str, rest: str) -> Going | None:
        match command:
            case None:
                self._print([self._not_here(safe_text(word, TABLE_NAME_CELLS))])
            case Command.LIST | Command.REPEAT:
                await self._list()
            case Command.HELP:
                self._print(lobby_help_lines())
            case Command.ABOUT:
                told = await self._connection.get_person(name=rest)
                self._print(person_lines(read_person(told)))
            case Command.RANKING:
                game = game_named(rest, await self._known_games()).id if rest else ""
                ranked = read_rankings(await self._connection.get_ranking(game))
                self._print(ranking_lines(ranked))
            case Command.DEVICES:
                await self._devices(rest)
            case Command.GAMES:
                await self._tell_games(rest)
            case Command.DESCRIBE:
                await self._describe(rest)
            case Command.HOLD:
                self._print(self._teller.toggle())
            case Command.CREATE:
                return await self._create(rest)
            case Command.QUICK:
                return await self._quick_match(rest)
            case Command.CODE:
                return await self._join_by_code(rest)
            case Command.JOIN:
                return await self._join(rest)
            case Command.WATCH:
                table, _rest = await self._named(rest, Command.WATCH)
                return Going(table.id, seat=False)
            case Command.CLOSE:
                table, rest = await self._named(rest, command)
                self._close(table, rest)
            case command if command in PEOPLE_COMMANDS:
                await ask_about_people(self._connection, command, rest, self._print)
            case command if command in HOST_COMMANDS:
                table, rest = await self._named(rest, command)
                await self._hosting.ask(command, table, rest)
            case _:
                raise AssertionError(command)
        return None

    def _close(self, table: tables_pb2.Table, rest: str) -> None:
        """Close a table; ask first where that ends a match."""

        def agree() -> None:
            self._agreed.append(self._hosting.ask(Command.CLOSE, table, rest))

        self._sure.ask(close_question(table, self._connection.name), agree)

    def _first(self) -> int:
        """Return the number of the table to tell of: the first where you have a seat, if any."""
        own = map(self._connection.sits_at, self._listed)
        return next((number for number, sits in enumerate(own, 1) if sits), 1)

    def _ways_in(self, number: int) -> str:
        """Say what to type in order to come to a table of the list, and what it does."""
        table = self._listed[number - 1]
        words = {"join": typed(Command.JOIN), "watch": typed(Command.WATCH), "number": number}
        if self._connection.sits_at(table):
            return _(
                "Your seat at table {number} is kept: type “{join} {number}” to go on there.",
                **words,
            )
        if seats_to_take(table):
            return _(
                "Type “{join} {number}” to sit down at table {number}, or “{watch} {number}” to"
                " watch it.",
                **words,
            )
        if seats_to_ask_for(table):
            return _(
                "Type “{join} {number}” to ask for a bot’s seat at table {number}, or “{watch}"
                " {number}” to watch it.",
                **words,
            )
        return _("Table {number} is full. Type “{watch} {number}” to watch it.", **words)

    def _not_here(self, word: str) -> str:
        """Say what to type instead of a word that means nothing in the lobby."""
        join = typed(Command.JOIN)
        if word in map(str, range(1, len(self._listed) + 1)):
            return self._ways_in(int(word))
        if command_of(word, TABLE_COMMANDS) is not None:
            return _("“{word}” is for a table: go to one first, with {join}.", word=word, join=join)
        return unknown(word, LOBBY_COMMANDS)

    async def _devices(self, ended: str) -> None:
        """Tell on which machines you are known, or end the one that is named."""
        if ended:
            await self._connection.end_device(ended)
            self._print([ended_words(ended)])
        else:
            self._print(device_lines(read_devices(await self._connection.list_devices())))

    async def _list(self) -> None:
        server = await self._connection.get_server()
        self._listed = await self._tables()
        count = len(self._listed)
        name = safe_text(server.name, SERVER_NAME_CELLS)
        title = f"{name} ({self._connection.address})".strip()
        lines = [f"{title}: " + n_("1 table.", "{n} tables.", count)]
        if evening := evening_words(read_evening(server)):
            lines.append(f"{evening}.")
        if said := safe_text(server.message, TALK_CELLS):
            lines.append(_("Message of the server: {text}", text=said))
        if here := friends_here(self._connection.knows):
            lines.append(here)
        me = safe_text(self._connection.name, NAME_CELLS)
        lines.append(_("You are {name}, in the lobby.", name=me))
        for number, table in enumerate(self._listed, 1):
            line = table_line(table, mine=self._connection.sits_at(table))
            lines.append(f"{number}) {line}")
        if not count:
            lines.append(
                _(
                    "Create the first one, such as {word} cacho; there, {start} has bots take the"
                    " free seats.",
                    word=typed(Command.CREATE),
                    start=typed(Command.START),
                )
            )
        self._print(lines)

    async def _tell_games(self, rest: str) -> None:
        games = await self._known_games()
        self._print(game_lines(game_named(rest, games)) if rest else games_lines(games))

    async def _describe(self, rest: str) -> None:
        table, _rest = await self._named(rest, Command.DESCRIBE)
        games = {game.id: game for game in await self._known_games()}
        self._print(description(table, games.get(table.game)))

    async def _create(self, rest: str) -> Going | None:
        request = new_table(rest, await self._known_games())
        table = (await self._connection.create_table(request)).table
        self._print([_("Created: {table}.", table=table_name(table))])
        if table.private:
            self._print([code_words(table)])
        self._listed = [*self._listed, table]
        if not request.HasField("seat"):
            return None
        return Going(table.id, seat=True)

    async def _join(self, rest: str) -> Going | None:
        table, rest = await self._named(rest, Command.JOIN)
        if self._connection.sits_at(table) and not rest:
            return Going(table.id, seat=True)
        seat = seat_named(rest, table.seats)
        if rest and seat is None:
            self._print([_("That table has the seats 1 to {last}.", last=len(table.seats))])
            return None
        if not rest and not (seats_to_take(table) or seats_to_ask_for(table)):
            self._print([full_words(table)])
            return None
        chosen = None if seat is None else seat.seat
        answer = await self._connection.join(table.id, chosen, ask=True)
        return Going(table.id, seat=not answer.asked)

    async def _quick_match(self, rest: str) -> Going:
        game = game_named(rest, await self._known_games()).id if rest else ""
        table = (await self._connection.quick_match(game)).table
        return Going(table.id, seat=True)

    async def _join_by_code(self, rest: str) -> Going | None:
        first, watch, last = rest.rpartition(" ")
        watching = bool(watch) and command_of(last, LOBBY_COMMANDS) is Command.WATCH
        code = table_code(first if watching else rest)
        if not code:
            self._print(
                [_("Type the code after it, such as {word} wshpk4.", word=typed(Command.CODE))]
            )
            return None
        if watching:
            return Going((await self._connection.find_by_code(code)).id, seat=False)
        if await self._sits_at_code(code):
            return Going(code, seat=True)
        answer = await self._connection.join_by_code(code)
        return Going(code, seat=not answer.asked)

    async def _sits_at_code(self, code: str) -> bool:
        if code not in self._connection.seated_at:
            return False  # a try less: an address has not many
        # The host may have taken the seat away since.
        return self._connection.sits_at(await self._connection.find_by_code(code))

    async def _named(self, text: str, command: Command) -> tuple[tables_pb2.Table, str]:
        """Return the table that a text begins with, as it is now, and what follows its name."""
        return chosen_table(text, await self._tables(), self._listed, typed(command))

    async def _known_games(self) -> Sequence[tables_pb2.Game]:
        if not self._games:
            games = (await self._connection.list_games()).games
            self._games = [game for game in games if game.seats]
        return self._games

    async def _tables(self) -> list[tables_pb2.Table]:
        tables = (await self._connection.list_tables()).tables
        return [each for each in tables if each.state != tables_pb2.TABLE_STATE_CLOSED]


async def visit(
    connection: Connection,
    going: Going | None,
    *,
    input: TextIO,  # noqa: A002 - what it is called everywhere
    output: TextIO,
    settings: Settings,
) -> int:
    """Visit a server; return the exit code.

    Args:
        connection: a session there.
        going: the table to go to first; ``None`` begins in the lobby.
        input: where lines are typed; its end ends the visit.

    Raises:
        Refused: the server does not let this player into its lobby.
        Unreachable: the server does not answer, or does not send a table.
    """
    lines, teller = TypedLines(input), Teller(output)
    careful = settings.confirm and lines.at_terminal
    lobby = Lobby(connection, lines, teller, careful=careful)
    if told := numbered_words(settings.name, connection.name):
        teller.answer([told])
    # A pipe that asked for a table on the command line is done when the table is.
    returns = going is None or lines.at_terminal
    following = asyncio.ensure_future(follow_people(connection, teller.news))
    try:
        while True:
            if going is None:
                code, going = await _in_lobby(lobby)
                if going is None:
                    return code
            code, way = await at_table(
                connection,
                going.table,
                going.seat,
                lines=lines,
                teller=teller,
                settings=settings,
                lobby=True,
                until_over=not going.seat and not lines.at_terminal,
            )
            if way is Way.QUIT or code == NO_SERVER or (way is Way.ENDED and not returns):
                return code
            returns, going = True, None
    except BrokenPipeError:
        return OK  # the reader has had enough
    finally:
        following.cancel()
        lines.close()


async def _in_lobby(lobby: Lobby) -> tuple[int, Going | None]:
    """Be in the lobby until you go to a table, leave, or interrupt."""
    choosing = asyncio.ensure_future(lobby.choose())

    def leave() -> None:
        choosing.cancel()

    with catching_interrupts(leave):
        try:
            return OK, await choosing
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                choosing.cancel()
                raise
            return INTERRUPTED, None
