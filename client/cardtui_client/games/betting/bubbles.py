"""What seats have said in a betting round, for their bubbles; the same in every game for chips."""

from __future__ import annotations

from cardtui.v1 import betting_pb2
from cardtui.v1.betting_pb2 import BettingWord
from cardtui_client.games.presenter import Presenter
from cardtui_client.i18n import _, n_
from cardtui_client.model.verbs import word_in


def bubble(spoken: betting_pb2.SpokenBet, face: Presenter) -> str:
    """Return what was said, with its chips where that says more."""
    chips = spoken.to
    called = face.verb(word_in(BettingWord.DESCRIPTOR, spoken.verb)).aloud()
    match spoken.verb:
        case BettingWord.BETTING_WORD_PASS:
            return _("pass")
        case BettingWord.BETTING_WORD_CHECK:
            return _("check")
        case BettingWord.BETTING_WORD_BET:
            return n_("bet {n}", "bet {n}", chips) if chips else _("bet")
        case BettingWord.BETTING_WORD_CALL:
            return _("call")
        case BettingWord.BETTING_WORD_RAISE:
            return n_("raise to {n}", "raise to {n}", chips)
        case BettingWord.BETTING_WORD_FOLD:
            return _("fold")
        case BettingWord.BETTING_WORD_VOU if chips:
            return f"{called} {chips}"
        case _:
            return called
