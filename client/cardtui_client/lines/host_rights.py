"""What the host of a table asks for in lines: people, bots, other rules, a match, the end.
How ``bot``, ``kick`` and ``change`` are typed: `Hosting`. Which terms may change is in
`faces/terms.py`; the same on the screen: `tui/host_rights.py`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Sequence

from cardtui.v1 import tables_pb2
from cardtui_client.faces.characters import CHARACTERS, LEVELS, character_named
from cardtui_client.faces.game_words import Menu, level_name
from cardtui_client.i18n import _
from cardtui_client.limits import NAME_CELLS
from cardtui_client.lines.requests import seat_named, too_long
from cardtui_client.lines.table_words import (
    CHANGEABLE_WISHES,
    BadWish,
    chosen_rules,
    table_name,
    term_changes,
    wishes_of,
)
from cardtui_client.lines.typed_lines import Print
from cardtui_client.lines.typed_words import Command, typed
from cardtui_client.model.cards import either_words
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.text import safe_text


def _typed(command: Command, table: tables_pb2.Table, *, at_table: bool) -> str:
    """Return what you type before a seat; in the lobby the table comes first."""
    return typed(command) if at_table else f"{typed(command)} {table_name(table)}"


def _name(seat: tables_pb2.Seat | None, name: str) -> str:
    return name if seat is None else safe_text(seat.name, NAME_CELLS)


def close_question(table: tables_pb2.Table, name: str) -> str:
    """Return what to ask before the player of that name closes a table; ``""`` for nothing."""
    ends = table.state == tables_pb2.TABLE_STATE_PLAYING and bool(name) and table.host == name
    return _("Close the table? The match ends for everybody.") if ends else ""


class Hosting:
    """Asks the server what the host of a table wants, and says what comes of it."""

    def __init__(self, connection: Connection, say: Print, *, at_table: bool) -> None:
        """Begin to ask.

        Args:
            at_table: whether one follows the table, which tells itself what happens to people.
        """
        self._connection = connection
        self._print = say
        self._at_table = at_table

    async def ask(self, command: Command, table: tables_pb2.Table, rest: str) -> bool:
        """Ask for what a command of `HOST_COMMANDS` says; return whether it was granted.

        Args:
            table: the table as it is known now.
            rest: what was typed after the command and the table.
        """
        words = rest.split()
        try:
            match command:
                case Command.BOT:
                    return await self._bot(table, words)
                case Command.REMOVE:
                    return await self._remove(table, words)
                case Command.CHANGE:
                    return await self._change(table, rest)
                case Command.START:
                    return await self._done(self._connection.start(table.id), "")
                case Command.CLOSE:
                    closed = _("The table is closed.")
                    return await self._done(self._connection.close_table(table.id), closed)
                case Command.KICK | Command.BAN | Command.UNBAN | Command.HOST | Command.ANNOUNCE:
                    return await self._ask_about_people(command, table, rest.strip())
                case _:
                    raise AssertionError(command)
        except (BadWish, Refused, Unreachable) as error:
            self._print([str(error)])
            return False

    async def _ask_about_people(self, command: Command, table: tables_pb2.Table, rest: str) -> bool:
        """Ask for what a command says of people; return whether it was granted.

        Raises:
            Refused: the server does not grant it.
            Unreachable: the server does not answer.
        """
        connection = self._connection
        if command is Command.ANNOUNCE:
            if not rest:
                self._print([_("Type what you want to say after the word.")])
                return False
            if told := too_long(rest):
                self._print(told)
                return False
            await connection.announce(table.id, rest.strip())
            self._print([_("Everybody at the table is told.")])
            return True
        seat = seat_named(rest, [each for each in table.seats if each.name and not each.bot])
        name = safe_text(rest, NAME_CELLS)
        match command:
            case Command.BAN if rest and (seat is not None or not rest.isdecimal()):
                await connection.ban(table.id, name if seat is None else seat)
                self._tell_in_lobby(_("{name} is banned for the evening.", name=_name(seat, name)))
            case Command.UNBAN if rest:
                await connection.ban(table.id, name, lift=True)
                self._tell_in_lobby(_("{name} may come back.", name=name))
            case Command.KICK if seat is not None:
                await connection.kick(table.id, seat)
                self._tell_in_lobby(_("{name} loses the seat.", name=_name(seat, name)))
            case Command.HOST if seat is not None:
                await connection.transfer_host(table.id, seat)
                self._tell_in_lobby(_("{name} is the host now.", name=_name(seat, name)))
            case Command.KICK if (bot := seat_named(rest, table.seats)) is not None and bot.bot:
                word = _typed(Command.REMOVE, table, at_table=self._at_table)
                about = {"name": _name(bot, ""), "word": word, "seat": bot.seat + 1}
                self._print(
                    [_("{name} is a bot; before a match {word} {seat} removes it.", **about)]
                )
                return False
            case _:
                word = _typed(command, table, at_table=self._at_table)
                self._print([_("Type a player’s seat or name, such as {word} 2.", word=word)])
                return False
        return True

    def _tell_in_lobby(self, said: str) -> None:
        """Tell what came of it; at the table, the table tells it."""
        if not self._at_table:
            self._print([said])

    async def _bot(self, table: tables_pb2.Table, words: Sequence[str]) -> bool:
        """Seat a bot: ``bot``, ``bot hard``, ``bot chela``, ``bot 3``, ``bot chela hard 3``.

        Any other word is the name of a bot account.
        """
        names = {level_name(level).casefold(): level for level in LEVELS.values()}
        level, seat = tables_pb2.BOT_LEVEL_NORMAL, None
        character, account = tables_pb2.CHARACTER_UNSPECIFIED, None
        for word in words:
            said = word.casefold()
            if said in LEVELS or said in names:
                level = LEVELS.get(said) or names[said]
            elif (known := character_named(word)) is not None:
                character = known
            elif (named := seat_named(word, table.seats)) is not None:
                seat = named.seat
            elif account is None:
                account = word
            else:
                self._print([_usage_of_bot()])
                return False
        if account is not None:
            return await self._invite(table, account, seat)
        asked = self._connection.add_bot(table.id, level, seat, character)
        return await self._done(asked, _("A bot sits down."))

    async def _invite(self, table: tables_pb2.Table, name: str, seat: int | None) -> bool:
        """Invite the bot account of that name, with or without the beginning of such names."""
        accounts = await self._connection.bot_accounts()
        said = name.casefold()
        for account in accounts:
            if account.name.casefold() in (said, f"bot-{said}"):
                asked = self._connection.invite(table.id, account.player, seat)
                return await self._done(asked, _("The program sits down."))
        here = [safe_text(each.name, NAME_CELLS) for each in accounts if not each.busy]
        self._print([_usage_of_bot()])
        if here:
            self._print([_("Programs that may be invited: {names}.", names=", ".join(here))])
        return False

    async def _remove(self, table: tables_pb2.Table, words: Sequence[str]) -> bool:
        bots = [each for each in table.seats if each.bot or each.bot_account]
        alone = not words and len(bots) == 1
        meant = bots[0] if alone else seat_named(" ".join(words), table.seats)
        if meant is None:
            word = _typed(Command.REMOVE, table, at_table=self._at_table)
            self._print([_("Type the seat of the bot to remove, such as {word} 2.", word=word)])
            return False
        if meant.name and not (meant.bot or meant.bot_account):
            name = safe_text(meant.name, NAME_CELLS)
            kick = _typed(Command.KICK, table, at_table=self._at_table)
            number = meant.seat + 1
            self._print(
                [
                    _(
                        "{name} is no bot; {word} {seat} takes the seat away.",
                        name=name,
                        word=kick,
                        seat=number,
                    )
                ]
            )
            return False
        asked = self._connection.remove_bot(table.id, meant.seat)
        return await self._done(asked, _("The bot gets up."))

    async def _change(self, table: tables_pb2.Table, rest: str) -> bool:
        """Change the rules: ``change target=15``, ``change rules=tradicional``."""
        games = {game.id: game for game in (await self._connection.list_games()).games}
        wishes = wishes_of(rest)
        if wishes and wishes.keys() <= CHANGEABLE_WISHES:
            for request in term_changes(wishes, table):
                await self._connection.change_term(request)
            self._print([_("The table is changed.")])
            return True
        if not wishes or table.game not in games:
            word = typed(Command.CHANGE)
            self._print([_("Type {word} and name=value, for rules of this table.", word=word)])
            return False
        menu = Menu([games[table.game]], table.game)
        preset, options = chosen_rules(wishes, menu, len(table.seats), table.options)
        asked = self._connection.change_rules(table.id, preset, options)
        return await self._done(asked, _("The rules of the table are changed."))

    async def _done(self, asked: Awaitable[object], said: str) -> bool:
        await asked
        self._print([said] if said else [])
        return True


def _usage_of_bot() -> str:
    return _(
        "Type {word}, and after it a level ({levels}), who ({names}) and a seat, if you like.",
        word=typed(Command.BOT),
        levels=either_words([level_name(level) for level in LEVELS.values()]),
        names=either_words([person.name for person in CHARACTERS.values()]),
    )
