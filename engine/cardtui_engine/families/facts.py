"""Facts: a position as plain data for scenarios, read from what everybody sees, hands open.

The fields of a view are named once, in the game's NamedTuples; here they get the names and
shapes of notation. A game adds what it tells otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardtui_engine.cards import Card, Deck
from cardtui_engine.plain import Told, plain
from cardtui_engine.views import View


def facts_of(
    view: View[Any, Any], hands: Sequence[tuple[Card, ...]], deck: Deck, told: Told | None = None
) -> dict[str, Any]:
    """Return the facts of a position.

    Args:
        view: what a spectator sees.
        hands: by seat, the cards.
        deck: what the cards are.
        told: how the game tells values of some classes.
    """
    common = view.common
    facts: dict[str, Any] = {
        **plain(view.game, deck, told),
        "phase": common.phase,
        "to_act": list(common.to_act),
        "may_act": list(common.may_act),
        "dealer": common.dealer,
        "hand": common.hand,
        "hands": [deck.sorted_codes(hand) for hand in hands],
        "over": {"winners": list(common.winners)} if common.winners else None,
    }
    if common.scores:
        facts["scores"] = list(common.scores)
    if common.chips:
        facts["chips"] = list(common.chips)
        facts["pot"] = common.pot
    return facts
