"""Which clause of the rule sheet has decided a hand, in words, as the server tells it."""

from __future__ import annotations

from typing import Final

from cardtui.v1.table_service_pb2 import TieRule
from cardtui_client.i18n import _, n_
from cardtui_client.model.table import TableModel
from cardtui_client.text import safe_text

_CLAUSE_CELLS: Final = 8
_MOST: Final = 3
"""As many as there are duels in a deal."""


def clauses(model: TableModel) -> str:
    """Return the clauses that decided the hand that has ended, its duels' in order; or ``""``."""
    if model.counts is None:
        return ""
    found = [safe_text(each.clause, _CLAUSE_CELLS) for each in model.counts.decided[:_MOST]]
    return ", ".join(dict.fromkeys(filter(None, found)))


def rule_words(model: TableModel) -> str:
    """Return the same as people say it; ``""`` for none."""
    found = clauses(model)
    if not found:
        return ""
    return n_("rule {clauses}", "rules {clauses}", 1 + found.count(","), clauses=found)


def on_tricks(model: TableModel, duel: int = 0) -> str:
    """Return why a hand of truco, or one of its duels, was won by its tricks."""
    decided = () if model.counts is None else model.counts.decided
    match decided[duel].tie if duel < len(decided) else TieRule.TIE_RULE_UNSPECIFIED:
        case TieRule.TIE_RULE_FIRST:
            return _("a tie: the first trick decides")
        case TieRule.TIE_RULE_NEXT:
            return _("after a tie the next trick decides")
        case TieRule.TIE_RULE_MANO:
            return _("a tie: the mano's side wins")
        case _:
            return _("on tricks")
