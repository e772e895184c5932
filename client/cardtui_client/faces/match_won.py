"""Who has won a match or a hand, in words, and what decided it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui.v1.table_service_pb2 import TieRule
from cardtui_client.i18n import _, n_
from cardtui_client.model.sides import names
from cardtui_client.model.table import Numbers, TableModel, count_of
from cardtui_client.text import safe_text


def over_sentence(winners: Sequence[int], model: TableModel) -> str:
    """Return the sentence by which a match ends."""
    if _all_won(winners, model):
        return _("The match is over. A tie: everybody wins!")
    if others := _won_too(winners, model):
        return _("The match is over. You share the win with {names}!", names=others)
    if model.seat in winners:
        return _("The match is over. You win!")
    return n_(
        "The match is over. {names} wins!",
        "The match is over. {names} win!",
        len(winners),
        names=_names(winners, model),
    )


def titles(winners: Sequence[int], model: TableModel) -> tuple[str, str]:
    """Return who has won, as the title of the page at the end; and where there is little room."""
    if not winners:
        return _("The match is over."), _("The match is over.")
    if _all_won(winners, model):
        return _("A tie: everybody wins!"), _("A tie: everybody wins!")
    if others := _won_too(winners, model):
        return _("You share the win with {names}!", names=others), _("You win the match!")
    told, count = _names(winners, model), len(winners)
    if model.seat is None:
        title = n_("{names} wins the match!", "{names} win the match!", count, names=told)
        return title, title
    if model.seat in winners:
        return _("You win the match!"), _("You win the match!")
    title = n_(
        "You lost: {names} wins the match.", "You lost: {names} win the match.", count, names=told
    )
    return title, _("You lost.")


def _all_won(winners: Sequence[int], model: TableModel) -> bool:
    return len(winners) == len(model.table.seats) > 1


def _won_too(winners: Sequence[int], model: TableModel) -> str:
    """Return the names of those who won as oneself did, but as no partners; ``""`` for none."""
    others = [seat for seat in winners if seat != model.seat]
    return "" if model.has_teams or len(others) in (0, len(winners)) else _names(others, model)


def _names(winners: Sequence[int], model: TableModel) -> str:
    return names([model.name_of(seat) for seat in winners])


def count_lines(counts: Sequence[tuple[str, Numbers]], model: TableModel) -> list[str]:
    """Return a sentence for each thing of which there has been any, with those who have some.

    Args:
        counts: what is counted, in words, and how many of it each seat has.
        model: the table.
    """
    return [
        _(
            "{what}: {sides}.",
            what=words,
            sides="; ".join(
                f"{model.name_of(each.seat)} {count_of(numbers, each.seat)}"
                for each in model.table.seats
                if count_of(numbers, each.seat)
            ),
        )
        for words, numbers in counts
        if any(numbers)
    ]


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
