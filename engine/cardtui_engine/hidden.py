"""Hidden cards: the same position with other cards where a viewer sees none, which fit what was
said of them (`Said`). How often cards are drawn until they fit: `_MOST_DRAWS`. Whole hands played
again with other cards are in `library/worlds.py`.

The cards of a position are found by its types. Each card that the viewer does not know stands for
another one, wherever it is: so a card that is in two places at once (as dealt, and in the hand that
is left) is the same card in both afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, MutableSequence, Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import Any, Final, NamedTuple, TypeVar

from cardtui_engine.cards import UNKNOWN, Card
from cardtui_engine.domains import RandomBits
from cardtui_engine.plain import (
    field_types,
    inner_type,
    is_record,
    is_union,
    known_cards,
    may_hold_cards,
)
from cardtui_engine.views import View

S = TypeVar("S")

EARLIER_HAND_FIELD: Final = "last"
"""The field, of positions and of views, that tells of a hand which is over: its cards have been
shuffled back since, and may lie anywhere."""

_MOST_DRAWS: Final = 1000
"""How often cards are drawn that are to fit what was said of them, before it is not believed."""

_MOST_COMBINATIONS: Final = 10_000
"""Up to how many ways to draw them are all looked at, if none of those tries fits."""

_SWEEPS: Final = 3
"""How often this is done for each seat, where what a seat holds leaves less to the others."""

_new: Final = tuple.__new__


class Said(NamedTuple):
    """What somebody has told of cards that others do not see.

    Attributes:
        cards: the cards, as they are in the position.
        fits: returns whether those cards could have been told of in that way.
    """

    cards: tuple[Card, ...]
    fits: Callable[[tuple[Card, ...]], bool]


def shuffle(items: MutableSequence[Any], bits: RandomBits) -> None:
    """Put the items into a random order, in place."""
    for last in range(len(items) - 1, 0, -1):
        other = bits.below(last + 1)
        items[last], items[other] = items[other], items[last]


def cards_in_view(view: View[Any, Any]) -> set[Card]:
    """Return the cards of this hand that a view shows."""
    game = view.game
    if getattr(game, EARLIER_HAND_FIELD, None) is not None:
        game = game._replace(**{EARLIER_HAND_FIELD: None})
    return known_cards(View(view.common, game, view.own))


def redrawn(
    state: S,
    pack: Sequence[Card],
    known: Collection[Card],
    said: Sequence[Said],
    bits: RandomBits,
) -> S:
    """Return the position with the cards that are not known exchanged among their places.

    Args:
        state: the position; no two cards of it are the same.
        pack: all cards.
        known: those that stay where they are.
        said: what is to stay true; where nothing fits, it is not believed.
    """
    hidden = [card for card in pack if card not in known]
    drawn = hidden.copy()
    shuffle(drawn, bits)
    # The last place is that of `UNKNOWN`, which is -1.
    table = [*map(Card, range(max(pack) + 1)), UNKNOWN]
    for card, other in zip(hidden, drawn, strict=True):
        table[card] = other
    if said:
        _believe(table, hidden, said, bits)
    redrawn_state: S = _relabelled(state, type(state), table)
    return redrawn_state


def _believe(
    table: list[Card], hidden: Sequence[Card], said: Sequence[Said], bits: RandomBits
) -> None:
    """Change what the hidden cards stand for until it fits what was said of them."""
    unseen = frozenset(hidden)
    told = [[card for card in each.cards if card in unseen] for each in said]
    taken = {card for cards in told for card in cards}
    free = [card for card in hidden if card not in taken]
    for _ in range(1 if len(said) == 1 else _SWEEPS):
        for each, mine in zip(said, told, strict=True):
            if mine:
                _draw_fitting(table, each, mine, mine + free, bits)


def _draw_fitting(
    table: list[Card], said: Said, mine: list[Card], places: list[Card], bits: RandomBits
) -> None:
    """Draw what some cards stand for from all that stands in the given places, until it fits.

    Args:
        table: what each card stands for; it is changed.
        said: what is to fit.
        mine: the cards to draw for: the first of the places.
        places: the cards whose places are exchanged.
    """
    pool = [table[card] for card in places]
    trial = table.copy()
    for _ in range(_MOST_DRAWS):
        for first, card in enumerate(mine):
            other = first + bits.below(len(pool) - first)
            pool[first], pool[other] = pool[other], pool[first]
            trial[card] = pool[first]
        if said.fits(tuple([trial[card] for card in said.cards])):
            _put(table, places, pool)
            return
    if comb(len(pool), len(mine)) > _MOST_COMBINATIONS:
        return
    fitting = []
    for drawn in combinations(pool, len(mine)):
        for card, stands_for in zip(mine, drawn, strict=True):
            trial[card] = stands_for
        if said.fits(tuple([trial[card] for card in said.cards])):
            fitting.append(drawn)
    if fitting:
        drawn = fitting[bits.below(len(fitting))]
        _put(table, places, [*drawn, *[card for card in pool if card not in drawn]])


def _put(table: list[Card], places: Sequence[Card], pool: Sequence[Card]) -> None:
    for card, stands_for in zip(places, pool, strict=True):
        table[card] = stands_for


@cache
def _plan(cls: type) -> tuple[tuple[int, Any], ...]:
    """Return which fields of a NamedTuple class can hold cards of this hand, and as what."""
    fields = enumerate(field_types(cls).items())
    return tuple(
        [
            (at, hint)
            for at, (name, hint) in fields
            if name != EARLIER_HAND_FIELD and may_hold_cards(hint)
        ]
    )


@cache
def _is_record(cls: type) -> bool:
    return is_record(cls)


def _relabelled(value: Any, hint: Any, table: Sequence[Card]) -> Any:
    """Return the value with every card replaced by what it stands for."""
    if value is None:
        return None
    if hint is Card:
        return table[value]
    cls: Any = type(value)
    if _is_record(cls):
        if not (plan := _plan(cls)):
            return value
        fields = [*value]
        for at, inner in plan:
            fields[at] = _relabelled(fields[at], inner, table)
        return _new(cls, fields)
    if cls is tuple:
        inner = inner_type(hint)
        if inner is Card:
            return tuple([table[card] for card in value])
        return tuple([_relabelled(each, inner, table) for each in value])
    return _relabelled(value, inner_type(hint), table) if is_union(hint) else value
