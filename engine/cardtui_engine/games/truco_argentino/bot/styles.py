"""How well each level of the bots plays, how much it errs, bluffs and signals (`STYLES`). How calm
one is, before which trick: `CALM_CALL_RATES`, `HARD_RAISE_MARGINS`; before a dearer call:
`LEAST_CHANCES_TO_CALL`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_engine.bots import Level


class Style(NamedTuple):
    """How a level plays.

    Attributes:
        samples: how many guesses at the hidden cards it plays out, with two players.
        error: the greatest error in its estimate of its chances.
        hopes: by how much it overestimates an even chance; the surer it could be, the less.
        slip: the chance that it plays a card at random, or says at envido whatever comes to mind.
        blur: by how many classes at most it misjudges its number at envido; with partners, only in
            what it says by habit, and not in what it weighs.
        opens: the number from which it opens the envido; below it, it seldom does
        (`WEAK_OPENING_RATE`).
        bluffs: how often at most it raises on cards that do not bear it.
        naive: how often it plays a card without thinking ahead (`naive`); if ever, it bets, calls
            and raises as somebody who does not.
        forgets: whether it no longer knows what others have declared, and played in tricks that are
            over.
        reads: whether it draws conclusions from what others have said and shown.
        calm: whether it calls truco as people do (`CALM_CALL_RATES`).
        signals: how often it gives partners a signal; if never, it heeds none either.
    """

    samples: int
    error: float = 0.0
    hopes: float = 0.0
    slip: float = 0.0
    blur: int = 0
    opens: int = 0
    bluffs: float = 0.0
    naive: float = 0.0
    forgets: bool = False
    reads: bool = False
    calm: bool = False
    signals: float = 0.0


WEAK_OPENING_RATE: Final = 0.15
"""How often a bot that opens the envido from some number on (`Style.opens`) does so below it."""

CALM_CALL_RATES: Final = (0.07, 0.12, 0.31, 0.4)
"""How often a calm bot says what it has in mind about truco: before any card lies on the table, in
the first trick, in the second, in the third."""

HARD_RAISE_MARGINS: Final = (0.04, 0.04, 0.003, 0.003)
"""By the same moments, how much a raise must improve the chance to win the match at the hard level:
below, silence is worth as much, as far as guesses can tell, and hides the cards."""

LEAST_CHANCES_TO_CALL: Final = {"truco": 0.0, "retruco": 0.7, "vale_cuatro": 0.9}
"""By call, the least chance to win the hand with which a calm bot makes it."""


STYLES: Final = {
    Level.EASY: Style(6, error=0.3, hopes=0.5, naive=0.8, forgets=True, calm=True),
    Level.NORMAL: Style(
        8, error=0.42, slip=0.35, blur=8, opens=24, bluffs=0.15, calm=True, signals=0.5
    ),
    Level.HARD: Style(64, bluffs=0.5, reads=True, signals=0.7),
}


def style_of(level: Level, seats: int) -> Style:
    """Return how a level plays at a table.

    A side of several decides more often. Each of them errs less, so that together they err no more
    than one alone.
    """
    style, part = STYLES[level], 2 / seats
    return style._replace(error=style.error * part, slip=style.slip * part)
