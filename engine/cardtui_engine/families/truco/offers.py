"""What is offered where the stake is raised: cards, raises and answers, with their prices."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.domains import Cards, Flag
from cardtui_engine.families.truco.ladder import Ladder

TURN_UP: Final = Choice("turn_up")
"""The next card of an iron hand."""

_HIDDEN: Final = Flag("face_down")


class Offers(NamedTuple):
    """The choices of a ladder; each is built once.

    Attributes:
        answers: by proposed stake, the ways to answer it, other than to raise again.
        raises: by stake, the raise of that stake; empty at the top.
    """

    answers: Mapping[int, tuple[Choice, ...]]
    raises: Mapping[int, tuple[Choice, ...]]


def offers_of(ladder: Ladder) -> Offers:
    """Return the choices of a ladder.

    >>> offers = offers_of(Ladder(("truco", "raise"), (1, 3, 6)))
    >>> [(each.verb, each.price) for each in offers.answers[3] + offers.raises[3]]
    [('accept', 3), ('run', 1), ('raise', 6)]
    """
    below_top = dict(zip(ladder.stakes, ladder.calls, strict=False))
    raises = {
        stake: (Choice(call, price=ladder.above(stake)),) for stake, call in below_top.items()
    }
    answers = {
        stake: (
            Choice("accept", price=stake),
            Choice("run", price=ladder.below(stake), kind=ChoiceKind.GIVES_UP),
        )
        for stake in ladder.stakes[1:]
    }
    return Offers(answers, {**raises, ladder.top: ()})


def offers_at_eleven(run: int, stake: int) -> tuple[Choice, ...]:
    """Return the choices of a team at eleven.

    Args:
        run: what running costs.
        stake: what the hand is worth if the team plays on.
    """
    return (
        Choice("run", price=run, kind=ChoiceKind.GIVES_UP),
        Choice("play_on", price=stake),
    )


@lru_cache(maxsize=4096)
def play_offer(hand: tuple[Card, ...], hides: bool) -> Choice:
    """Return the choice of a card to play, also face down if ``hides``."""
    card = Cards("card", hand)
    return Choice("play", (card, _HIDDEN) if hides else (card,))
