"""Playing a tournament in lines: from table to table, and what you read and type between them.
The words you may type there: `_COMMANDS`. The sentences are in `faces/tournament_words.py`.
"""

from __future__ import annotations

import asyncio
from typing import TextIO

from cardtui_client.exit_codes import INTERRUPTED, NO_SERVER, OK
from cardtui_client.faces.tournament_words import (
    call_words,
    field_code_words,
    news_lines,
    packs_words,
    standings_lines,
    waiting_words,
    whole_lines,
)
from cardtui_client.i18n import _
from cardtui_client.limits import TABLE_NAME_CELLS
from cardtui_client.lines.plain_table import Way, at_table, catching_interrupts
from cardtui_client.lines.typed_lines import Teller, TypedLines
from cardtui_client.lines.typed_words import Command, command_of, typed, unknown
from cardtui_client.model.tournament import News, TournamentModel
from cardtui_client.net.connection import Connection
from cardtui_client.net.field_packs import FieldPacks
from cardtui_client.net.tournament_feed import followed
from cardtui_client.settings import Settings
from cardtui_client.text import safe_text

_COMMANDS = (Command.HELP, Command.JOIN, Command.LIST, Command.QUIT, Command.REPEAT)


class Player:
    """Somebody who plays a tournament."""

    def __init__(
        self,
        connection: Connection,
        tournament: str,
        lines: TypedLines,
        teller: Teller,
        settings: Settings,
    ) -> None:
        self._connection = connection
        self._tournament = tournament
        self._lines = lines
        self._teller = teller
        self._settings = settings
        self._model = TournamentModel()
        self._packs = FieldPacks(connection, settings)
        self._news = News(connection.name)
        self._changed = asyncio.Event()
        self._interrupted = asyncio.Event()
        self._is_told = False  # what there is to wait for
        self._been = ""  # the table that you have left, or where the match is over
        self._left = False  # in mid-match

    async def run(self) -> int:
        """Play until the tournament is over or the person leaves; return the exit code.

        Raises:
            Refused: there is no such tournament.
        """
        following = asyncio.create_task(self._follow())
        try:
            while True:
                with catching_interrupts(self._interrupted.set):
                    table = await self._next(following)
                if table is None:
                    return INTERRUPTED if self._interrupted.is_set() else OK
                self._been = table
                code, way = await at_table(
                    self._connection,
                    table,
                    seat=True,
                    lines=self._lines,
                    teller=self._teller,
                    settings=self._settings,
                    lobby=True,
                    until_over=True,
                    last=True,
                )
                self._left = way is Way.LEFT
                if way is Way.QUIT or code == NO_SERVER:
                    return code
        finally:
            following.cancel()
            await asyncio.wait([following])

    async def _follow(self) -> None:
        async for model, _lost in followed(self._connection, self._tournament):
            self._model = model
            self._packs.look(model)
            self._changed.set()

    async def _next(self, following: asyncio.Task[None]) -> str | None:
        """Return the table to go to; ``None`` if there will be none, or the person leaves."""
        typing: asyncio.Task[str] | None = None
        self._is_told = False
        self._changed.set()
        try:
            while True:
                if self._changed.is_set():
                    self._changed.clear()
                    if table := self._tell():
                        return table
                if following.done():
                    await self._end(following)
                    return None
                # A pipe has said beforehand what is for its tables.
                if typing is None and self._lines.at_terminal:
                    typing = asyncio.ensure_future(anext(self._lines))
                happening = [
                    asyncio.ensure_future(each.wait())
                    for each in (self._changed, self._interrupted)
                ]
                waited = [*happening, following, *([typing] if typing else [])]
                await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
                for each in happening:
                    each.cancel()
                if self._interrupted.is_set():
                    return None
                if typing is not None and typing.done():
                    done, typing = typing, None
                    if done.exception() is not None:
                        return None  # the terminal is gone
                    match self._typed(done.result().strip()):
                        case Command.QUIT:
                            return None
                        case Command.JOIN if table := self._model.table_of(self._connection.name):
                            return table
                        case _:
                            pass
        finally:
            if typing is not None and not typing.cancel() and not typing.exception():
                self._lines.give_back(typing.result())

    def _tell(self) -> str:
        """Tell what is new; return the table where the person is to play, if it is another."""
        model = self._model
        if not model.now.id:
            return ""
        self._teller.news(news_lines(model, self._news.take(model), self._connection.name))
        table = model.table_of(self._connection.name)
        if not table or table == self._been:
            if not self._is_told and not model.is_over:
                goes_on = _("Your match goes on: {word} takes you back.", word=typed(Command.JOIN))
                waits = waiting_words(model, self._connection.name)
                self._teller.answer([goes_on if table and self._left else waits])
            self._is_told = True
            return ""
        self._teller.answer([call_words(model, self._connection.name)])
        return table

    async def _end(self, following: asyncio.Task[None]) -> None:
        """Tell how the tournament ended.

        Raises:
            Refused: there is no such tournament.
        """
        following.result()
        over = _("“{tournament}” is over.", tournament=self._model.name)
        self._teller.answer([over, *standings_lines(self._model)])
        packs = [field_code_words(self._model), packs_words(await self._packs.held(self._model))]
        self._teller.answer([*filter(None, packs)])

    def _typed(self, line: str) -> Command | None:
        """Do what somebody types between two matches; return the command."""
        word = line.partition(" ")[0]
        command = command_of(word, _COMMANDS) if word else Command.REPEAT
        match command:
            case Command.LIST | Command.REPEAT:
                self._teller.answer(whole_lines(self._model))
            case Command.JOIN if not self._model.table_of(self._connection.name):
                self._teller.answer([_("No table is open for you now: wait for it.")])
            case Command.JOIN:
                pass
            case Command.QUIT:
                left = _("You stay in the tournament: come back before your next match.")
                self._teller.answer([] if self._model.is_over else [left])
            case Command.HELP:
                self._teller.answer(
                    [
                        _("{word}: the standings, and who meets whom.", word=typed(Command.LIST)),
                        _("{word}: go back to your table.", word=typed(Command.JOIN)),
                        _("{word}: leave; you stay in the tournament.", word=typed(Command.QUIT)),
                    ]
                )
            case _:
                self._teller.answer([unknown(safe_text(word, TABLE_NAME_CELLS), _COMMANDS)])
        return command


async def play_tournament(
    connection: Connection,
    tournament: str,
    *,
    input: TextIO,  # noqa: A002 - what it is called everywhere
    output: TextIO,
    settings: Settings,
) -> int:
    """Play a tournament that you have entered; return the exit code.

    Raises:
        Refused: there is none with that id.
    """
    lines, teller = TypedLines(input), Teller(output)
    try:
        return await Player(connection, tournament, lines, teller, settings).run()
    except BrokenPipeError:
        return OK  # the reader has had enough
    finally:
        lines.close()


async def watch_tournament(connection: Connection, tournament: str, output: TextIO) -> int:
    """Write a tournament whenever it has changed, until it is over; return the exit code.

    Raises:
        Refused: there is none with that id.
    """
    teller, told = Teller(output), list[str]()
    try:
        async for model, lost in followed(connection, tournament):
            if (lines := [lost] if lost else whole_lines(model)) != told:
                teller.answer(lines)
                told = lines
    except BrokenPipeError:
        pass  # the reader has had enough
    return OK
