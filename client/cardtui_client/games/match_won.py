"""Who has won a match, in words; where each plays alone, several may have won alike."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui_client.i18n import _, n_
from cardtui_client.model.sides import names
from cardtui_client.model.table import TableModel


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
