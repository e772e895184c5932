"""The words to type besides a game's own: what each is called in the reader's language."""

from __future__ import annotations

from collections.abc import Container
from enum import Enum
from typing import Final

from cardtui_client.i18n import mark_p, p_


class Command(Enum):
    """What one can ask for in words; the values are the words in English."""

    ABOUT = mark_p("command to type", "about")
    ANNOUNCE = mark_p("command to type", "announce")
    BACK = mark_p("command to type", "back")
    BAN = mark_p("command to type", "ban")
    BOT = mark_p("command to type", "bot")
    BUY = mark_p("command to type", "buy")
    CHANGE = mark_p("command to type", "change")
    CLOSE = mark_p("command to type", "close")
    CODE = mark_p("command to type", "code")
    CREATE = mark_p("command to type", "create")
    DESCRIBE = mark_p("command to type", "describe")
    DEVICES = mark_p("command to type", "devices")
    GAMES = mark_p("command to type", "games")
    HAND = mark_p("command to type", "hand")
    HELP = mark_p("command to type", "help")
    HINT = mark_p("command to type", "hint")
    HOLD = mark_p("command to type", "hold")
    HOST = mark_p("command to type", "host")
    JOIN = mark_p("command to type", "join")
    KICK = mark_p("command to type", "kick")
    LEAVE = mark_p("command to type", "leave")
    LEDGER = mark_p("command to type", "ledger")
    LIST = mark_p("command to type", "list")
    LOOK = mark_p("command to type", "look")
    MUTE = mark_p("command to type", "mute")
    PAUSE = mark_p("command to type", "pause")
    QUICK = mark_p("command to type", "quick")
    QUIT = mark_p("command to type", "quit")
    RANKING = mark_p("command to type", "ranking")
    READY = mark_p("command to type", "ready")
    REMOVE = mark_p("command to type", "remove")
    REPEAT = mark_p("command to type", "repeat")
    SAY = mark_p("command to type", "say")
    SIGNAL = mark_p("command to type", "signal")
    SPECTATORS = mark_p("command to type", "spectators")
    STAND = mark_p("command to type", "stand")
    START = mark_p("command to type", "start")
    SWAP = mark_p("command to type", "swap")
    TABLE = mark_p("command to type", "table")
    TEAM = mark_p("command to type", "team")
    UNBAN = mark_p("command to type", "unban")
    UNMUTE = mark_p("command to type", "unmute")
    WAIT = mark_p("command to type", "wait")
    WATCH = mark_p("command to type", "watch")


_ALIASES: Final = {"?": Command.HELP, "exit": Command.QUIT, "sit": Command.JOIN}

NEED_SEAT: Final = frozenset(
    {
        Command.BACK,
        Command.BUY,
        Command.HINT,
        Command.LOOK,
        Command.PAUSE,
        Command.SIGNAL,
        Command.SWAP,
        Command.WAIT,
    }
)
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
    Command.BACK,
    Command.BUY,
    Command.HAND,
    Command.HINT,
    Command.JOIN,
    Command.LEAVE,
    Command.LEDGER,
    Command.LOOK,
    Command.MUTE,
    Command.PAUSE,
    Command.READY,
    Command.SAY,
    Command.SIGNAL,
    Command.SPECTATORS,
    Command.STAND,
    Command.SWAP,
    Command.TABLE,
    Command.TEAM,
    Command.UNMUTE,
    Command.WAIT,
    Command.WATCH,
}


def command_of(word: str, among: Container[Command]) -> Command | None:
    """Return the command that a word names, in the reader's language or in English."""
    said = word.casefold()
    known = [each for each in Command if each in among]
    for command in known:
        if said in (command.value, typed(command).casefold()):
            return command
    alias = _ALIASES.get(said)
    return alias if alias in known else None


def typed(command: Command) -> str:
    """Return what one types for a command."""
    return p_("command to type", command.value)
