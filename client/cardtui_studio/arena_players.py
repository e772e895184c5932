"""Which bots can be named for an arena (`entrants_of`), and how each kind is asked (`Player`).
After how many questions without an answer one is no bot: `_MOST_UNANSWERED`.
"""

from __future__ import annotations

import importlib
import inspect
import os
import shlex
import shutil
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from cardtui_client.command_line.errors import Failed
from cardtui_client.command_line.options import LEVELS
from cardtui_client.exit_codes import USAGE
from cardtui_client.faces.characters import UnknownBot, wanted_bots
from cardtui_client.i18n import _
from cardtui_client.limits import NAME_CELLS
from cardtui_client.text import safe_text
from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Bot
from cardtui_engine.choices import Choice
from cardtui_engine.events import Event
from cardtui_engine.library.bot_lines import LONGEST_ANSWER, Clock
from cardtui_engine.library.display import choice_text
from cardtui_engine.options import OptionValue
from cardtui_engine.rules import AnyRules
from cardtui_engine.views import SeatView
from cardtui_studio.bot_process import (
    Fault,
    GaveUp,
    Process,
    ProgramPlayer,
    check_program,
)


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
    if last in LEVELS and ":" in before:
        target, level = before, last
    if not target.partition(":")[2]:
        sentence = _(
            "There is no bot “{said}”: name a level ({levels}), somebody (fito, fito:hard), a "
            "class (module:Class) or a program (./bot, 'python bot.py').",
            said=said,
            levels=", ".join(LEVELS),
        )
        raise Failed(sentence, USAGE)
    entrant = Entrant(said.partition(":")[2], said, LEVELS.index(level) + 1, target=target)
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
    from cardtui_server.characters import manner_of

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


_MOST_UNANSWERED: Final = 3
"""After so many questions without an answer to any, a program is taken for something else."""


class BotFailed(Exception):
    """A bot raised an exception, or is none at all; the sentence says which, where and why."""


class Setting(NamedTuple):
    """What the matches of an arena have in common.

    Attributes:
        game: the game's id.
        seats: how many seats a table has.
        options: all options of the table.
        entrants: the bots.
        seed: from which all chance follows.
        clock: how long programs may take.
        duplicate: whether each deal is played in all shifts.
        records: the folder that records go to; empty for none.
        logs: the folder that the standard errors of programs go to; empty for none.
    """

    game: str
    seats: int
    options: Mapping[str, OptionValue]
    entrants: tuple[Entrant, ...]
    seed: int
    clock: Clock
    duplicate: bool = True
    records: str = ""
    logs: str = ""


class Player(Protocol):
    """A bot in a seat."""

    def begin(self, rules: AnyRules, players: Sequence[str], seat: int, bits: Bits) -> None:
        """Begin a match."""

    def decide(self, view: SeatView[Any, Any], *, optional: bool) -> Action | None:
        """Return what to do.

        Raises:
            Fault: it gave no good answer.
            GaveUp: it plays no further.
            BotFailed: it is broken.
        """

    def close(self) -> None:
        """Free what it holds."""


class ObjectPlayer:
    """A bot that is a Python object, made anew for each match."""

    def __init__(self, entrant: Entrant, setting: Setting) -> None:
        """Play with that bot."""
        self._entrant, self._setting = entrant, setting
        self._bot: Bot
        self._bits: Bits
        self._rules: AnyRules

    def begin(self, rules: AnyRules, players: Sequence[str], seat: int, bits: Bits) -> None:  # noqa: ARG002 - of the protocol
        """See `Player.begin`."""
        self._rules, self._bits = rules, bits
        setting = self._setting
        try:
            self._bot = made_bot(self._entrant, setting.game, setting.options, setting.seats)
        except Exception as error:  # noqa: BLE001 - the class may be anybody's
            raise BotFailed(_raised(self._entrant, error, _("when it was made"))) from None

    def decide(self, view: SeatView[Any, Any], *, optional: bool) -> Action | None:
        """See `Player.decide`."""
        try:
            action: Any = self._bot.decide(view, self._bits)
        except Exception as error:  # noqa: BLE001 - the class may be anybody's
            raise BotFailed(_raised(self._entrant, error, _where(view, self._rules))) from None
        if action is None:
            if optional:
                return None
            raise Fault(_("it did nothing although it was its turn"))
        if not isinstance(action, Action):
            raise Fault(_("it returned what is no action"))
        return action

    def close(self) -> None:
        """See `Player.close`."""


class LinePlayer:
    """A program."""

    def __init__(self, entrant: Entrant, setting: Setting) -> None:
        """Play with that program."""
        self._entrant, self._options = entrant, setting.options
        log = Path(setting.logs) / f"{_file_name(entrant.name)}.log" if setting.logs else None
        start: Callable[[], Process] = lambda: Process(entrant.command, log, LONGEST_ANSWER)  # noqa: E731
        self._program = ProgramPlayer(start, setting.clock)
        self._answered = False

    def begin(self, rules: AnyRules, players: Sequence[str], seat: int, bits: Bits) -> None:  # noqa: ARG002 - of the protocol
        """See `Player.begin`."""
        self._program.begin(rules, self._options, players, seat)

    def tell(self, events: Sequence[Event]) -> None:
        """Tell of events, as the seat may know them."""
        self._program.tell(events)

    def decide(self, view: SeatView[Any, Any], *, optional: bool) -> Action | None:
        """See `Player.decide`."""
        if optional and not view.own.choices:
            return None
        try:
            action = self._program.decide(view, optional=optional)
        except GaveUp as error:
            if self._answered:
                raise
            raise self._silent(str(error)) from None
        except Fault as error:
            if not error.late:
                self._answered = True
            elif not self._answered and self._program.faults == _MOST_UNANSWERED:
                raise self._silent(_("its time was up")) from None
            raise
        self._answered = True
        return action

    def _silent(self, why: str) -> BotFailed:
        return BotFailed(
            _(
                "The bot “{said}” has not answered a single question: {why}.",
                said=self._entrant.said,
                why=why,
            )
        )

    def end(self, winners: Sequence[int]) -> None:
        """Tell how the match ended: who has won it."""
        self._program.end(winners)

    def close(self) -> None:
        """See `Player.close`."""
        self._program.close()


def made_player(entrant: Entrant, setting: Setting) -> Player:
    """Return a player for a bot; a program plays with as many processes as it holds seats."""
    return LinePlayer(entrant, setting) if entrant.command else ObjectPlayer(entrant, setting)


def _raised(entrant: Entrant, error: Exception, where: str) -> str:
    """Return what to tell of an exception: which, where in the bot, and at which decision."""
    frames = traceback.extract_tb(error.__traceback__)
    last = frames[-1]
    return _(
        "The bot “{said}” failed {where}: {kind}: {error} ({file}, line {line}).",
        said=entrant.said,
        where=where,
        kind=type(error).__name__,
        error=safe_text(str(error), 300),
        file=last.filename,
        line=last.lineno,
    )


def _where(view: SeatView[Any, Any], rules: AnyRules) -> str:
    words: Callable[[Choice], str] = lambda each: choice_text(each, rules.deck)  # noqa: E731
    return _(
        "in hand {hand}, seat {seat}, phase “{phase}”, holding {cards}, when it might {choices}",
        hand=view.common.hand,
        seat=view.own.seat,
        phase=view.common.phase,
        cards=" ".join(map(rules.deck.code, view.own.hand)) or "-",
        choices="; ".join(map(words, view.own.choices)) or "-",
    )


def _file_name(name: str) -> str:
    return "".join([each if each.isalnum() or each in "-_." else "-" for each in name])
