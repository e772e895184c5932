"""Which hand of the match it is, as games say it that may end after so many."""

from __future__ import annotations

from cardtui_client.i18n import _


def hand_of_match(hand: int, hands: int) -> str:
    """Return the number of the hand, of how many if there is a limit (0: none)."""
    return (
        _("hand {hand} of {hands}", hand=hand, hands=hands)
        if hands
        else _("hand {hand}", hand=hand)
    )
