"""The melds of traditional Pif Paf: which groups and sequences count (PT-30, PT-31)."""

from __future__ import annotations

from typing import Final

from cardtui_engine.families.rummy.melding.forms import Form

# PT-30: at least three suits, at most five cards. PT-31: the ace is low or high.
FORM: Final = Form(aces_high=True, least_suits=3, most_suits=4, longest=5)
