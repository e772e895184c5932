"""Rules of other packages under a limit of time (`LIMIT_SECONDS`), so that they cannot stop the
server.

An answer that takes longer fails. So does one that raises what the contract does not know, and a
position in which nobody can act: then the table is stopped, and the others go on. Our own rules are
used as they are. Where no signal can interrupt, as in a thread, time is not limited.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from copy import copy
from functools import cache, wraps
from inspect import getattr_static, isfunction
from pathlib import Path
from types import FrameType
from typing import Any, Final

from cardtui_engine.library.registry import get_rules, own_games
from cardtui_engine.refusals import BadOption, BadSetup, IllegalAction
from cardtui_engine.rules import AnyRules, Rules
from cardtui_engine.turn import Turn

LIMIT_SECONDS: Final = 2.0
"""Seconds that a game of another package has for an answer."""


class RulesFailed(Exception):
    """Rules of another package have not answered in time, or raised what they must not."""


_REFUSAL_ERRORS: Final = (IllegalAction, BadOption, BadSetup)
_SEAT_METHODS: Final = ("view", "own_view", "seat_view", "resample")
"""What refuses a seat that is not there by a `ValueError`."""


class _Under:
    """Whether a limit runs already: what rules ask of themselves is within it."""

    way = False


@cache
def rules_of(game: str) -> AnyRules:
    """Return the rules of a game, under a limit of time unless they are ours.

    Raises:
        KeyError: there is no game with that id.
    """
    rules = get_rules(game)
    if game in own_games():
        return rules
    cls = type(rules)
    asked = {
        name: _limited(getattr(cls, name))
        for name in dir(Rules)
        if not name.startswith("_") and isfunction(getattr_static(cls, name))
    }
    timed = copy(rules)
    timed.__class__ = type(cls.__name__, (cls,), asked)
    return timed


def _limited(method: Callable[..., Any]) -> Callable[..., Any]:
    if method.__name__ == "turn":
        method = _going_on(method)

    @wraps(method)
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        if _Under.way:
            return method(self, *args, **kwargs)
        try:
            with time_limit(self.id):
                return method(self, *args, **kwargs)
        except (*_REFUSAL_ERRORS, RulesFailed):
            raise
        except Exception as error:
            if isinstance(error, ValueError) and method.__name__ in _SEAT_METHODS:
                raise
            raise RulesFailed(f"the rules of {self.id} failed in “{method.__name__}”") from error

    return call


def _going_on(turn: Callable[[Any, Any], Turn]) -> Callable[[Any, Any], Turn]:
    """Return a ``turn`` that fails where nobody can act, so that no table stands for ever."""
    seen: Any = None

    @wraps(turn)
    def asked(self: Any, state: Any) -> Turn:
        nonlocal seen
        found = turn(self, state)
        if state is not seen:
            seen = state
            waits = not found.over and found.chance is None
            if waits and not any(self.legal(state, seat) for seat in found.to_act):
                raise RulesFailed(f"in “{found.phase}” of {self.id} nobody can act")
        return found

    return asked


def _place(frame: FrameType | None) -> str:
    return "" if frame is None else f": {Path(frame.f_code.co_filename).name}:{frame.f_lineno}"


@contextmanager
def time_limit(game: str) -> Generator[None]:
    """Have what is done inside fail if it takes too long.

    Raises:
        RulesFailed: it does.
    """
    if _Under.way or threading.current_thread() is not threading.main_thread():
        yield
        return

    def late(_number: int, frame: FrameType | None) -> None:
        if _Under.way:
            raise RulesFailed(
                f"the rules of {game} have not answered within {LIMIT_SECONDS:g} seconds"
                f"{_place(frame)}"
            )

    handled = signal.signal(signal.SIGALRM, late)
    _Under.way = True
    left, again = signal.setitimer(signal.ITIMER_REAL, LIMIT_SECONDS)
    try:
        yield
    finally:
        _Under.way = False
        signal.setitimer(signal.ITIMER_REAL, left, again)
        signal.signal(signal.SIGALRM, handled)
