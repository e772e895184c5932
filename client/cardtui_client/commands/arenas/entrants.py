"""The bots of an arena, as one names them: a level or a character, a Python class, or a program."""

from __future__ import annotations

import importlib
import inspect
import os
import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cardtui_client.commands.errors import Failed
from cardtui_client.commands.programs.check import check_program
from cardtui_client.exit_codes import USAGE
from cardtui_client.games.characters import UnknownBot, wanted_bots
from cardtui_client.i18n import _
from cardtui_client.limits import NAME_CELLS
from cardtui_client.text import safe_text

if TYPE_CHECKING:
    from cardtui_engine.bots import Bot
    from cardtui_engine.options import OptionValue

_LEVELS: Final = ("easy", "normal", "hard")


class Entrant(NamedTuple):
    """A bot that was named.

    Attributes:
        name: what it is called in the table.
        said: as it was named.
        level: its level, for a bot of the house and for a class that takes one.
        character: which bot of the house it is; 0 for the plain one.
        target: ``module:Class``; empty for another kind.
        command: the program and its arguments; empty for another kind.
    """

    name: str
    said: str
    level: int = 2
    character: int = 0
    target: str = ""
    command: tuple[str, ...] = ()


def entrants_of(texts: Sequence[str]) -> tuple[Entrant, ...]:
    """Return the bots that are named, each with a name of its own.

    Raises:
        Failed: one of them is no bot.
    """
    found: list[Entrant] = []
    for text in texts:
        each = _entrant(text)
        taken = {other.name for other in found}
        name, number = each.name, 1
        while name in taken:
            number += 1
            name = f"{each.name} {number}"
        found.append(each._replace(name=name))
    return tuple(found)


def _entrant(text: str) -> Entrant:
    name, equals, said = text.partition("=")
    if not (equals and name and said and "/" not in name and " " not in name):
        name, said = "", text
    found = _house(said) or _program(said) or _class(said)
    return found._replace(name=safe_text(name or found.name, NAME_CELLS) or "bot")


def _house(said: str) -> Entrant | None:
    try:
        wanted = wanted_bots(said)
    except UnknownBot:
        return None
    if len(wanted.each) > 1:
        return None
    level, character = wanted.each[0] if wanted.each else (wanted.level, 0)
    return Entrant(said.casefold(), said, level, character)


def _program(said: str) -> Entrant | None:
    """Return the program that is named: by a path, with arguments, or as shells find it."""
    try:
        words = shlex.split(said)
    except ValueError:
        words = []
    if not words or (len(words) == 1 and "/" not in said and shutil.which(said) is None):
        return None
    command = words[0]
    check_program(command, said)
    shown = next((word for word in reversed(words) if not word.startswith("-")), command)
    return Entrant(os.path.basename(shown), said, command=tuple(words))  # noqa: PTH119 - of a word


def _class(said: str) -> Entrant:
    """Return the class that is named.

    Raises:
        Failed: there is no such class.
    """
    target, level = said, "normal"
    before, _colon, last = said.rpartition(":")
    if last in _LEVELS and ":" in before:
        target, level = before, last
    if not target.partition(":")[2]:
        sentence = _(
            "There is no bot “{said}”: name a level ({levels}), somebody (fito, fito:hard), a "
            "class (module:Class) or a program (./bot, 'python bot.py').",
            said=said,
            levels=", ".join(_LEVELS),
        )
        raise Failed(sentence, USAGE)
    entrant = Entrant(said.partition(":")[2], said, _LEVELS.index(level) + 1, target=target)
    class_of(entrant)
    return entrant


def class_of(entrant: Entrant) -> Any:
    """Return the class of a bot that is one; its module may lie in the current folder.

    Raises:
        Failed: there is no such class, or its module cannot be loaded.
    """
    module, _colon, name = entrant.target.partition(":")
    if "" not in sys.path and os.getcwd() not in sys.path:  # noqa: PTH109 - as sys.path has it
        sys.path.insert(0, "")
    try:
        found = getattr(importlib.import_module(module), name)
    except Exception as error:  # noqa: BLE001 - the module is somebody's own, and may do anything
        sentence = _(
            "The bot “{said}” cannot be loaded: {kind}: {error}",
            said=entrant.said,
            kind=type(error).__name__,
            error=safe_text(str(error), 300),
        )
        raise Failed(sentence, USAGE) from None
    if not callable(getattr(found, "decide", None)):
        raise Failed(_("The bot “{said}” has no method decide.", said=entrant.said), USAGE)
    return found


def made_bot(entrant: Entrant, game: str, options: Mapping[str, OptionValue], seats: int) -> Bot:
    """Return a bot of the house, or an object of a class, for a table."""
    from cardtui_engine.bots import Level
    from cardtui_engine.library.registry import get_bot_maker
    from cardtui_server.match.characters import manner_of

    level, manner = Level(entrant.level), manner_of(entrant.character)
    if not entrant.target:
        return get_bot_maker(game)(options, seats, level, manner)
    kind = class_of(entrant)
    bot: Bot = kind(options, seats, level, manner) if _takes_four(kind) else kind(options, seats)
    return bot


def _takes_four(kind: Any) -> bool:
    try:
        inspect.signature(kind).bind(1, 2, 3, 4)
    except (TypeError, ValueError):
        return False
    return True
