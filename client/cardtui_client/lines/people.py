"""Friends and who is ignored, in lines: the words about them, and what friends say meanwhile."""

from __future__ import annotations

from contextlib import aclosing
from typing import Final

from cardtui_client.faces.reporting import person_and_words
from cardtui_client.i18n import _
from cardtui_client.limits import TALK_CELLS
from cardtui_client.lines.typed_lines import Print
from cardtui_client.lines.typed_words import Command, typed
from cardtui_client.model.people import (
    FRIEND,
    IGNORED,
    NO_RELATION,
    people_lines,
    related_words,
    told_words,
)
from cardtui_client.model.quick_talk import MutePerson, Mutes
from cardtui_client.net.club import people_news
from cardtui_client.net.connection import Connection
from cardtui_client.text import cell_width

_RELATIONS: Final = {
    Command.FRIEND: FRIEND,
    Command.IGNORE: IGNORED,
    Command.FORGET: NO_RELATION,
}


async def ask_about_people(
    connection: Connection, command: Command, rest: str, say: Print, mutes: Mutes | None = None
) -> None:
    """Do what a command of `PEOPLE_COMMANDS` says.

    Args:
        rest: what was typed after the command.
        mutes: whose talk is hidden where you are.

    Raises:
        Refused: the server does not grant it.
        Unreachable: the server does not answer.
    """
    if command is Command.FRIENDS:
        say(people_lines(await connection.known_people()))
    elif command is Command.TELL:
        known = [MutePerson(each.player, each.name) for each in connection.knows]
        name, text = person_and_words(rest, known)
        if not name or not text or cell_width(text) > TALK_CELLS:
            say([_("Type to whom, and a line: {word} NAME TEXT.", word=typed(command))])
            return
        await connection.tell_friend(name, text)
        say([told_words(name, text)])
    elif not rest:
        say([_("Type who is meant: {word} NAME.", word=typed(command))])
    else:
        say([related_words(await connection.set_relation(rest, _RELATIONS[command], mutes))])


async def follow_people(connection: Connection, say: Print) -> None:
    """Tell what friends say, who asks to be one, and who has come, until it is cancelled."""
    async with aclosing(people_news(connection)) as news:
        async for lines, _said in news:
            if lines:
                say(lines)
