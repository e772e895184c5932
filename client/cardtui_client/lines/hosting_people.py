"""What the host of a table asks for in words about people: kick, ban, another host, announce."""

from __future__ import annotations

from cardtui.v1 import tables_pb2
from cardtui_client.i18n import _
from cardtui_client.limits import NAME_CELLS
from cardtui_client.lines.commands import Command, typed
from cardtui_client.lines.seat_named import seat_named
from cardtui_client.lines.talking import too_long
from cardtui_client.lines.teller import Print
from cardtui_client.net.connection import Connection
from cardtui_client.text import safe_text


class HostingPeople:
    """Asks the server what a host wants about people, and says what comes of it."""

    def __init__(self, connection: Connection, say: Print, *, at_table: bool) -> None:
        """Begin to ask.

        Args:
            connection: to the server.
            say: prints lines.
            at_table: whether one follows the table, which tells itself what happens to people.
        """
        self._connection = connection
        self._print = say
        self._at_table = at_table

    async def ask(self, command: Command, table: tables_pb2.Table, rest: str) -> bool:
        """Ask for what a command says; return whether it was granted.

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
                self._done(_("{name} is banned for the evening.", name=_name(seat, name)))
            case Command.UNBAN if rest:
                await connection.ban(table.id, name, lift=True)
                self._done(_("{name} may come back.", name=name))
            case Command.KICK if seat is not None:
                await connection.kick(table.id, seat)
                self._done(_("{name} loses the seat.", name=_name(seat, name)))
            case Command.HOST if seat is not None:
                await connection.transfer_host(table.id, seat)
                self._done(_("{name} is the host now.", name=_name(seat, name)))
            case _:
                word = typed(command)
                self._print([_("Type a player’s seat or name, such as {word} 2.", word=word)])
                return False
        return True

    def _done(self, said: str) -> None:
        if not self._at_table:
            self._print([said])


def _name(seat: tables_pb2.Seat | None, name: str) -> str:
    return name if seat is None else safe_text(seat.name, NAME_CELLS)
