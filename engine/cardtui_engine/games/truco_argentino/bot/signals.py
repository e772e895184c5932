"""Signals of the bots: which one a bot gives, and what it makes of one that it saw
(`SIGNAL_TRUST`). What each shows: `SHOWN_STRENGTHS`, `GOOD_ENVIDO`; how readily a bluffer lies with
one: `_LIE_FACTOR`.

A bot shows its partners a flor, its best card, a good envido or that it has nothing, by the
traditional meanings (`SHOWN_STRENGTHS`). It gives nothing where an opponent looks, unless it likes
to bluff: then it shows a card that it lacks. So nobody heeds what opponents saw, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from cardtui_engine.bits import Bits
from cardtui_engine.games.truco_argentino.bot.styles import Style
from cardtui_engine.games.truco_argentino.cards import STRENGTH
from cardtui_engine.games.truco_argentino.view import ArgentinoView
from cardtui_engine.gestures import Gesture, Sign

SHOWN_STRENGTHS: Final[Mapping[Gesture, tuple[int, ...]]] = {
    Gesture.EYEBROW: (14,),
    Gesture.WINK: (13,),
    Gesture.LIPS: (12, 11),
    Gesture.BITE: (10,),
    Gesture.KISS: (9,),
    Gesture.MOUTH: (8,),
}
"""By gesture, the strengths of the cards that it shows; the higher come first."""

SIGNAL_TRUST: Final = 0.85
"""How likely a partner is taken to have what it shows: people err, and tease."""

GOOD_ENVIDO: Final = 27
"""The number from which the head is tilted."""

_BEST_ENVIDO: Final = 30
"""The number from which it is tilted although there is a card to show."""

_HIGHEST_BAD_STRENGTH: Final = 6
"""The strength up to which all cards are bad."""

_WHOLE_HAND: Final = 3
"""The cards of a hand of which nothing was played."""

_LIE_FACTOR: Final = 4.0
"""How many times as often as it bluffs otherwise a character shows what it lacks."""


class Shown(NamedTuple):
    """What a partner has shown of its cards.

    Attributes:
        strengths: the strengths of the cards that it showed.
        every: whether all its cards are such cards, or one of them.
    """

    strengths: frozenset[int]
    every: bool

    def fits(self, hand: Sequence[int]) -> bool:
        """Return whether a hand is as it was shown."""
        found = [each in self.strengths for each in hand]
        return all(found) if self.every else any(found)


_ONLY_BAD_CARDS: Final = Shown(frozenset(range(_HIGHEST_BAD_STRENGTH + 1)), every=True)


def signal_of(
    style: Style, bluff: float, view: ArgentinoView, lookers: Sequence[int], bits: Bits
) -> Gesture | None:
    """Return the signal that a bot gives, if it gives one: true, unless it is for an opponent."""
    game, own = view.game, view.own
    if len(game.active) == 2 or len(own.hand) < _WHOLE_HAND:
        return None
    often = style.signals if lookers else 0.0
    hand = sorted([STRENGTH[card] for card in own.hand], reverse=True)
    if any((each ^ own.seat) & 1 for each in lookers):
        lacks = [each for each in SHOWN_STRENGTHS if not set(SHOWN_STRENGTHS[each]) & set(hand)]
        lies = bits.chance() < often * max(bluff, 0.0) * _LIE_FACTOR
        return lacks[0] if lies and lacks else None
    if bits.chance() >= often:
        return None
    flor = own.game.flor is not None and game.flor is None
    return Gesture.CHEEKS if flor else _true(hand, _envido(view))


def _envido(view: ArgentinoView) -> int:
    """Return the number with which the seat could still win an envido; 0 for none."""
    game, own = view.game, view.own
    early = not game.tricks and game.envido is None and game.flor is None
    return own.game.number if early and own.game.flor is None else 0


def _true(hand: Sequence[int], number: int) -> Gesture | None:
    """Return what to show of a hand; ``None`` for cards that there is no gesture for."""
    if not hand:
        return None
    high = next((each for each, shown in SHOWN_STRENGTHS.items() if hand[0] in shown), None)
    if number >= _BEST_ENVIDO or (
        number >= GOOD_ENVIDO and hand[0] < max(SHOWN_STRENGTHS[Gesture.BITE])
    ):
        return Gesture.HEAD
    return Gesture.EYES if high is None and hand[0] <= _HIGHEST_BAD_STRENGTH else high


def heeded(style: Style, seat: int, signs: Sequence[Sign]) -> dict[int, Gesture]:
    """Return by partner the latest signal that a seat believes: what no opponent saw."""
    if not style.signals:
        return {}
    return {
        sign.seat: sign.gesture
        for sign in signs
        if (sign.seat ^ seat) & 1 == 0
        and seat in sign.lookers
        and not any((each ^ seat) & 1 for each in sign.lookers)
    }


def shown_flores(view: ArgentinoView, gestures: Mapping[int, Gesture]) -> list[int]:
    """Return which partners have shown a flor that is still to be announced, before their card."""
    if view.game.flor is not None or view.game.tricks:
        return []
    played = {each.seat for each in view.game.trick}
    return [
        seat for seat, shown in gestures.items() if shown is Gesture.CHEEKS and seat not in played
    ]


def shown_cards(view: ArgentinoView, gestures: Mapping[int, Gesture]) -> dict[int, Shown]:
    """Return by partner what it has shown and not yet played."""
    tricks = [trick.cards for trick in view.game.tricks]
    laid = [each for cards in (*tricks, view.game.trick) for each in cards]
    found: dict[int, Shown] = {}
    for seat, gesture in gestures.items():
        if gesture is Gesture.EYES:
            found[seat] = _ONLY_BAD_CARDS
        elif gesture in SHOWN_STRENGTHS and all(
            tricks
        ):  # where they lie face down, it may be among them
            shown = Shown(frozenset(SHOWN_STRENGTHS[gesture]), every=False)
            if not shown.fits([STRENGTH[each.card] for each in laid if each.seat == seat]):
                found[seat] = shown
    return found
