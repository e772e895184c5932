"""The words to type besides a game's own: what each is called in the reader's language."""

from __future__ import annotations

from collections.abc import Container
from enum import Enum
from typing import Final

from cardtui_client.i18n import mark_p, p_


class Command(Enum):
    """What one can ask for in words; the values are the words in English."""

    ANNOUNCE = "announce"
    BACK = "back"
    BAN = "ban"
    BOT = "bot"
    BUY = "buy"
    CHANGE = "change"
    CLOSE = "close"
    CODE = "code"
    CREATE = "create"
    DESCRIBE = "describe"
    GAMES = "games"
    HAND = "hand"
    HELP = "help"
    HOLD = "hold"
    HOST = "host"
    JOIN = "join"
    KICK = "kick"
    LEAVE = "leave"
    LIST = "list"
    LOOK = "look"
    MUTE = "mute"
    PAUSE = "pause"
    QUICK = "quick"
    QUIT = "quit"
    READY = "ready"
    REMOVE = "remove"
    REPEAT = "repeat"
    SAY = "say"
    SIGNAL = "signal"
    SPECTATORS = "spectators"
    STAND = "stand"
    SWAP = "swap"
    START = "start"
    TABLE = "table"
    TEAM = "team"
    UNBAN = "unban"
    UNMUTE = "unmute"
    WAIT = "wait"
    WATCH = "watch"


_NAMES: Final = {
    Command.ANNOUNCE: mark_p("command to type", "announce"),
    Command.BACK: mark_p("command to type", "back"),
    Command.BAN: mark_p("command to type", "ban"),
    Command.BOT: mark_p("command to type", "bot"),
    Command.BUY: mark_p("command to type", "buy"),
    Command.CHANGE: mark_p("command to type", "change"),
    Command.CLOSE: mark_p("command to type", "close"),
    Command.CODE: mark_p("command to type", "code"),
    Command.CREATE: mark_p("command to type", "create"),
    Command.DESCRIBE: mark_p("command to type", "describe"),
    Command.GAMES: mark_p("command to type", "games"),
    Command.HAND: mark_p("command to type", "hand"),
    Command.HELP: mark_p("command to type", "help"),
    Command.HOLD: mark_p("command to type", "hold"),
    Command.HOST: mark_p("command to type", "host"),
    Command.JOIN: mark_p("command to type", "join"),
    Command.KICK: mark_p("command to type", "kick"),
    Command.LEAVE: mark_p("command to type", "leave"),
    Command.LIST: mark_p("command to type", "list"),
    Command.LOOK: mark_p("command to type", "look"),
    Command.MUTE: mark_p("command to type", "mute"),
    Command.PAUSE: mark_p("command to type", "pause"),
    Command.QUICK: mark_p("command to type", "quick"),
    Command.QUIT: mark_p("command to type", "quit"),
    Command.READY: mark_p("command to type", "ready"),
    Command.REMOVE: mark_p("command to type", "remove"),
    Command.REPEAT: mark_p("command to type", "repeat"),
    Command.SAY: mark_p("command to type", "say"),
    Command.SIGNAL: mark_p("command to type", "signal"),
    Command.SPECTATORS: mark_p("command to type", "spectators"),
    Command.STAND: mark_p("command to type", "stand"),
    Command.START: mark_p("command to type", "start"),
    Command.SWAP: mark_p("command to type", "swap"),
    Command.TABLE: mark_p("command to type", "table"),
    Command.TEAM: mark_p("command to type", "team"),
    Command.UNBAN: mark_p("command to type", "unban"),
    Command.UNMUTE: mark_p("command to type", "unmute"),
    Command.WAIT: mark_p("command to type", "wait"),
    Command.WATCH: mark_p("command to type", "watch"),
}
_ALIASES: Final = {"?": Command.HELP, "exit": Command.QUIT, "sit": Command.JOIN}

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
    {Command.DESCRIBE, Command.HELP, Command.HOLD, Command.QUIT, Command.REPEAT, *OF_HOSTS}
)

IN_LOBBY: Final = EVERYWHERE | {
    Command.CODE,
    Command.CREATE,
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
    Command.LEAVE,
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
    return p_("command to type", _NAMES[command])
