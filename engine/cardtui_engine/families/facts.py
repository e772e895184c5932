"""Facts: a position as plain data for scenarios: what everybody sees, and all hands.

The fields of a view are named once, in the game's NamedTuples. This module gives them the names and
shapes of notation; a game says which of its values look different there.
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
        view: the view of a spectator.
        hands: by seat, its cards.
        deck: the deck that the cards belong to.
        told: by class, how the game turns values into plain data, where it is not field by field.
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
