"""Players of the arena: whatever kind of bot it is, it is asked in one way, and its faults counted.

A fault is an action that is not legal, or none in time: the mildest action is done instead. Whoever
makes too many of them, or ends, has lost the match.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from cardtui_client.commands.arenas.entrants import Entrant, made_bot
from cardtui_client.commands.programs.player import Fault, GaveUp, ProgramPlayer
from cardtui_client.commands.programs.process import Process
from cardtui_client.i18n import _
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

_MOST_SILENCE: Final = 3
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
            elif not self._answered and self._program.faults == _MOST_SILENCE:
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
