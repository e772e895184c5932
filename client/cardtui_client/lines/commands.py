"""The words to type besides a game's own: what each is called in the reader's language.

Those of `Command` belong to lines alone; the others stand with their actions in `TABLE_ACTIONS`.
"""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches
from enum import Enum
from itertools import chain
from typing import Final, TypeVar

from cardtui_client.games.table_actions import ACTION_OF, TABLE_ACTIONS
from cardtui_client.i18n import mark_p, p_
from cardtui_client.scene.commands import Bare, Talk
from cardtui_client.scene.commands import Command as TableCommand
from cardtui_client.text import unaccented


class Command(Enum):
    """What one can ask for in lines alone; the values are the words in English."""

    ABOUT = mark_p("command to type", "about")
    ANNOUNCE = mark_p("command to type", "announce")
    BAN = mark_p("command to type", "ban")
    BOT = mark_p("command to type", "bot")
    CHANGE = mark_p("command to type", "change")
    CLOSE = mark_p("command to type", "close")
    CODE = mark_p("command to type", "code")
    CREATE = mark_p("command to type", "create")
    DESCRIBE = mark_p("command to type", "describe")
    DEVICES = mark_p("command to type", "devices")
    GAMES = mark_p("command to type", "games")
    HAND = mark_p("command to type", "hand")
    HELP = mark_p("command to type", "help")
    HOLD = mark_p("command to type", "hold")
    HOST = mark_p("command to type", "host")
    JOIN = mark_p("command to type", "join")
    KICK = mark_p("command to type", "kick")
    LEAVE = mark_p("command to type", "leave")
    LEDGER = mark_p("command to type", "ledger")
    LIST = mark_p("command to type", "list")
    MUTE = mark_p("command to type", "mute")
    QUICK = mark_p("command to type", "quick")
    QUIT = mark_p("command to type", "quit")
    RANKING = mark_p("command to type", "ranking")
    REMOVE = mark_p("command to type", "remove")
    REPEAT = mark_p("command to type", "repeat")
    SPECTATORS = mark_p("command to type", "spectators")
    STAND = mark_p("command to type", "stand")
    START = mark_p("command to type", "start")
    TABLE = mark_p("command to type", "table")
    UNBAN = mark_p("command to type", "unban")
    UNMUTE = mark_p("command to type", "unmute")
    WATCH = mark_p("command to type", "watch")


Typed = Command | TableCommand
"""A command of lines alone, or of a table action."""

_Among = TypeVar("_Among", bound=Typed)

_ALIASES: Final = {"?": Command.HELP, "exit": Command.QUIT, "sit": Command.JOIN}

AROUND: Final = tuple(each.command for each in TABLE_ACTIONS if each.word)
"""What is a table action, which the screen has as well."""

_FOR_ALL: Final = (Talk(), Talk(team=True), Bare.READY)

NEED_SEAT: Final = frozenset(AROUND) - {*_FOR_ALL}
"""What those who watch a table cannot ask for."""

OF_HOSTS: Final = frozenset(
    {
        Command.ANNOUNCE,
        Command.BAN,
        Command.BOT,
        Command.CHANGE,
        Command.CLOSE,
        Command.HOST,
        Command.KICK,
        Command.REMOVE,
        Command.START,
        Command.UNBAN,
    }
)
"""What the host of a table does about it; in the lobby, the table is named first."""

EVERYWHERE: Final = frozenset(
    {
        Command.ABOUT,
        Command.DESCRIBE,
        Command.HELP,
        Command.HOLD,
        Command.QUIT,
        Command.RANKING,
        Command.REPEAT,
        *OF_HOSTS,
    }
)
"""What one may type in the lobby and at a table."""

IN_LOBBY: Final = EVERYWHERE | {
    Command.CODE,
    Command.CREATE,
    Command.DEVICES,
    Command.GAMES,
    Command.JOIN,
    Command.LIST,
    Command.QUICK,
    Command.WATCH,
}

AT_TABLE: Final = EVERYWHERE | {
    *AROUND,
    Command.HAND,
    Command.JOIN,
    Command.LEAVE,
    Command.LEDGER,
    Command.MUTE,
    Command.SPECTATORS,
    Command.STAND,
    Command.TABLE,
    Command.UNMUTE,
    Command.WATCH,
}


def command_of(word: str, among: Collection[_Among]) -> _Among | None:
    """Return the command that a word names, in the reader's language or in English.

    Accents need not be typed.
    """
    said = word.casefold()
    plain = unaccented(said)
    own = (each for each in among if plain == unaccented(typed(each).casefold()))
    english = (each for each in among if said == _english(each))
    alias = (each for each in among if each is _ALIASES.get(said))
    return next(chain(own, english, alias), None)


def near_to(word: str, among: Collection[Typed]) -> str:
    """Return what one types for the command that was meant most likely; ``""`` if for none."""
    words = {unaccented(typed(each).casefold()): typed(each) for each in among}
    near = get_close_matches(unaccented(word.casefold()), words, 1)
    return words[near[0]] if near else ""


def typed(command: Typed) -> str:
    """Return what one types for a command."""
    return p_("command to type", _english(command))


def _english(command: Typed) -> str:
    return command.value if isinstance(command, Command) else ACTION_OF[command].word
