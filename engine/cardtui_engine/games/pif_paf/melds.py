"""The melds of Pif Paf: which groups and sequences count (PP-30, PP-31)."""

from __future__ import annotations

from cardtui_engine.families.rummy.melding.forms import Form


def form_of(aces: str) -> Form:
    """Return the melds that the option ``aces`` allows."""
    # PP-31: exactly three suits, so at most six cards.
    return Form(aces_high=aces == "both", least_suits=3, most_suits=3, longest=6)
