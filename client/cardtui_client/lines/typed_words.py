"""Which words you may type in lines: those of `table_actions`, a `Command`, or one of `_ALIASES`.
How similar a word must be to the one that you mistyped to be proposed: `_LEAST_SIMILARITY` (never
one of `_IRREVERSIBLE_COMMANDS`); what needs a seat: `SEAT_COMMANDS`; what hosts may:
`HOST_COMMANDS`; where each word is known: `LOBBY_COMMANDS`, `TABLE_COMMANDS`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from difflib import get_close_matches
from enum import Enum
from itertools import chain
from typing import Final, TypeVar

from cardtui_client.faces.table_actions import ACTION_OF, TABLE_ACTIONS
from cardtui_client.i18n import _, mark_p, p_
from cardtui_client.scene.commands import Bare, Open, Talk
from cardtui_client.scene.commands import Command as TableCommand
from cardtui_client.text import unaccented


class Command(Enum):
    """What you can ask for in lines alone; the values are the words in English."""

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
    FORGET = mark_p("command to type", "forget")
    FRIEND = mark_p("command to type", "friend")
    FRIENDS = mark_p("command to type", "friends")
    GAMES = mark_p("command to type", "games")
    HAND = mark_p("command to type", "hand")
    HELP = mark_p("command to type", "help")
    HOLD = mark_p("command to type", "hold")
    HOST = mark_p("command to type", "host")
    IGNORE = mark_p("command to type", "ignore")
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
    REPORT = mark_p("command to type", "report")
    REPEAT = mark_p("command to type", "repeat")
    SPECTATORS = mark_p("command to type", "spectators")
    STAND = mark_p("command to type", "stand")
    START = mark_p("command to type", "start")
    TABLE = mark_p("command to type", "table")
    TELL = mark_p("command to type", "tell")
    UNBAN = mark_p("command to type", "unban")
    UNMUTE = mark_p("command to type", "unmute")
    WATCH = mark_p("command to type", "watch")


Typed = Command | TableCommand
"""A command of lines alone, or of a table action."""

_Among = TypeVar("_Among", bound=Typed)

_ALIASES: Final = {"?": Command.HELP, "exit": Command.QUIT, "sit": Command.JOIN}

TABLE_ACTION_COMMANDS: Final = tuple(each.command for each in TABLE_ACTIONS if each.word)
"""What is a table action, which the screen has as well."""

_SPECTATOR_COMMANDS: Final = (
    Talk(),
    Talk(team=True),
    Bare.READY,
    Bare.ADMIT,
    Bare.DENY,
    Open.ORDER,
)

SEAT_COMMANDS: Final = frozenset(TABLE_ACTION_COMMANDS) - {*_SPECTATOR_COMMANDS}
"""What those who watch a table cannot ask for."""

LEAVING_COMMANDS: Final = frozenset({Command.LEAVE, Command.QUIT, Command.STAND})
"""What takes you from the table; with words behind it, such as “leave the hand”, it does not."""

HOST_COMMANDS: Final = frozenset(
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

PEOPLE_COMMANDS: Final = frozenset(
    {Command.FORGET, Command.FRIEND, Command.FRIENDS, Command.IGNORE, Command.TELL}
)
"""What is about friends, and who is ignored, on the server."""

SHARED_COMMANDS: Final = frozenset(
    {
        Command.ABOUT,
        Command.DESCRIBE,
        Command.HELP,
        Command.HOLD,
        Command.QUIT,
        Command.RANKING,
        Command.REPEAT,
        *HOST_COMMANDS,
        *PEOPLE_COMMANDS,
    }
)
"""What you may type in the lobby and at a table."""

LOBBY_COMMANDS: Final = SHARED_COMMANDS | {
    Command.CODE,
    Command.CREATE,
    Command.DEVICES,
    Command.GAMES,
    Command.JOIN,
    Command.LIST,
    Command.QUICK,
    Command.WATCH,
}

TABLE_COMMANDS: Final = SHARED_COMMANDS | {
    *TABLE_ACTION_COMMANDS,
    Command.HAND,
    Command.JOIN,
    Command.LEAVE,
    Command.LEDGER,
    Command.MUTE,
    Command.REPORT,
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


def is_for_the_lobby(word: str, rest: str) -> bool:
    """Tell whether a line that is typed at a table can be done in the lobby alone."""
    command = command_of(word, LOBBY_COMMANDS)
    if command is Command.JOIN:
        return bool(rest) and not rest.isdecimal()  # it is not about a seat of this table
    if command is Command.WATCH:
        return bool(rest)
    return command is not None and command_of(word, TABLE_COMMANDS) is None


_LEAST_SIMILARITY: Final = 0.75
"""How like a word must be to be the one that was meant: fewer would guess."""
_IRREVERSIBLE_COMMANDS: Final = (Command.STAND, Command.CLOSE)
"""What cannot be taken back: a slip of the pen never brings you there."""


def unknown(
    line: str, among: Iterable[Typed], others: Iterable[str] = (), final: Iterable[str] = ()
) -> str:
    """Say that nothing is called so here, and what was meant most likely.

    Args:
        others: other words that mean something.
        final: those of them that cannot be taken back, as some commands cannot.
    """
    words = {unaccented(each.casefold()): each for each in (*map(typed, among), *others)}
    kept = {unaccented(each.casefold()) for each in (*map(typed, _IRREVERSIBLE_COMMANDS), *final)}
    said = unaccented(line.casefold())
    begun = [each for each in words if each.startswith(f"{said} ")]
    near = begun or get_close_matches(
        said.partition(" ")[0], words.keys() - kept, 1, _LEAST_SIMILARITY
    )
    if near:
        return _(
            "There is no “{line}” here. Did you mean “{near}”?", line=line, near=words[near[0]]
        )
    return _("There is no “{line}” here. Type ? for help.", line=line)


def typed(command: Typed) -> str:
    """Return what you type for a command."""
    return p_("command to type", _english(command))


def _english(command: Typed) -> str:
    return command.value if isinstance(command, Command) else ACTION_OF[command].word
