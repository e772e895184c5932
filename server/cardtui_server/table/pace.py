"""How long waits at a table are where nobody chooses: `HAND_PAUSE_MILLISECONDS`,
`FILL_MILLISECONDS` (at most `LONGEST_FILL_MILLISECONDS`), `PATIENCE_MILLISECONDS`,
`ASKERS_PATIENCE_SECONDS` (for who asked for a bot's seat and left), `CLAIM_WINDOW_SECONDS` (or
`LONG_CLAIM_WINDOW_SECONDS`), `LONGEST_REVEALING_SECONDS`. Also how long bots think
(`THINKING_SECONDS`, `HURRY_SHARE`) and you may hold a hand (`LONGEST_HOLD_SECONDS`), and who need
not wait (`spent`). What a host chooses: `rpc/terms.py`.

Some bots are quick and some ponder, whatever cards they hold. Bots that are left alone take the
part `HURRY_SHARE` of it: the people at the table are out, and wait for the end of the match.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain
from typing import Any, Final

from cardtui_server.characters import USUAL_TEMPO, Tempo, nature_of
from cardtui_server.match.state import TableState

THINKING_SECONDS: Final = 0.9
"""Seconds that a bot thinks."""

HAND_PAUSE_MILLISECONDS: Final = 4_000
"""Milliseconds between two hands."""

CLAIM_WINDOW_SECONDS: Final = 3.0
"""Seconds after a discard in which others may claim it."""

LONG_CLOCK_MILLISECONDS: Final = 120_000
"""Milliseconds to act from which a table is for people who need time."""

LONG_CLAIM_WINDOW_SECONDS: Final = 10.0
"""Seconds after a discard in which others may claim it at a table with such a clock."""

BOTS_CLAIM_WINDOW_SECONDS: Final = 0.4
"""The greatest claim window where only bots could take the card."""

PATIENCE_MILLISECONDS: Final = 60_000
"""Milliseconds that a player may be away before a bot sits in."""

ASKERS_PATIENCE_SECONDS: Final = 20.0
"""Seconds after which the request for a seat ends whose player does not watch the table."""

LONGEST_HOLD_SECONDS: Final = 120.0
"""The most seconds that a player may hold a hand pause."""

LONGEST_SHOWING_SECONDS: Final = 5.0
"""The most seconds that a hand pause waits until the end of the hand stands on all screens."""

LONGEST_REVEALING_SECONDS: Final = 3.0
"""The most seconds that a match waits for players who have yet to reveal their bits for it."""

FILL_MILLISECONDS: Final = 30_000
"""Milliseconds that a table of a quick match waits for people before bots fill it."""

SHORTEST_FILL_MILLISECONDS: Final = 1_000
LONGEST_FILL_MILLISECONDS: Final = 300_000
"""The times that the maker of a table may choose for that."""


HURRY_SHARE: Final = 0.1
"""The part of their usual time that bots take, and a hand pause lasts, for people who are out."""


OUT_OF_PLAY: Final = ("out", "folded", "passed", "resigned")
"""What views call the seats that are out of the match, or have left the hand."""


def hurries(state: TableState) -> bool:
    """Return whether people sit at the table, and all of them are out of the match."""
    return _people_are_among(_named(state, "out"), state)


def all_are_spent(state: TableState) -> bool:
    """Return whether people sit at the table, and none has anything more to do in this hand."""
    return _people_are_among(spent(state), state)


def spent(state: TableState) -> set[int]:
    """Return the seats that have nothing more to do in this hand, as everybody sees."""
    duels = chain.from_iterable(each.seats for each in _named(state, "duels"))
    return {*chain.from_iterable(_named(state, name) for name in OUT_OF_PLAY), *duels}


def _named(state: TableState, field: str) -> tuple[Any, ...]:
    """Return what everybody sees under that name; not every game has it."""
    if state.game is None:
        return ()
    return tuple(getattr(state.rules.view(state.game, None).game, field, ()))


def _people_are_among(seats: Collection[int], state: TableState) -> bool:
    """Return whether people sit at the table, and all of them in these seats."""
    people = {
        seat for seat, sitter in enumerate(state.sitters) if sitter is not None and not sitter.level
    }
    return bool(people) and people.issubset(seats)


def tempo_of(state: TableState) -> Tempo:
    """Return the tempo of who must act.

    It follows from what everybody sees, so that the time which a bot takes tells nobody anything.
    """
    turn = state.turn
    if turn is None or len(turn.to_act) != 1:
        return USUAL_TEMPO
    sitter = state.sitters[turn.to_act[0]]
    nature = None if sitter is None else nature_of(sitter.character)
    return USUAL_TEMPO if nature is None else nature.tempo
