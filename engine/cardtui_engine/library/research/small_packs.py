"""Small packs: a game with fewer cards, so that its whole tree can be counted or solved."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Any, NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.refusals import BadSetup
from cardtui_engine.rules import AnyRules


def with_fewer_cards(rules: AnyRules, codes: Iterable[str]) -> AnyRules:
    """Return the same rules for a pack of these cards.

    There must be enough of them for a hand: that is not checked.

    >>> from cardtui_engine import Match, get_rules
    >>> small = with_fewer_cards(get_rules("cacho"), ["AS", "2S", "3S", "AH", "2H", "3H"])
    >>> state, _ = small.deal(small.start(small.options({}, 2), 2, 0), small.pack)
    >>> small.deck.sorted_codes(small.seat_view(state, 1).own.hand)
    ['AS']

    Raises:
        BadSetup: a card is not in the game's pack, or not so often.
    """
    left = [*rules.pack]
    cards = sorted([rules.deck.card(code) for code in codes])
    for card in cards:
        if card not in left:
            raise BadSetup(f"the pack of {rules.id} has no {rules.deck.code(card)}, or no more")
        left.remove(card)
    pack = tuple(cards)
    small = copy(rules)
    vars(small).update(pack=pack, pack_of=_Always(pack))
    return small


class _Always(NamedTuple):
    """Answers what cards a pack has; as a value, so that the rules can be pickled."""

    pack: tuple[Card, ...]

    def __call__(self, _state: Any) -> tuple[Card, ...]:
        return self.pack
