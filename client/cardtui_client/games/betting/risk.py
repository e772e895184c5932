"""When an act for chips is asked about: all of one's chips, and what lies in the pot already."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import actions_pb2
from cardtui_client.games.arguments import Argument, argument
from cardtui_client.games.risk import Risk
from cardtui_client.i18n import _, n_
from cardtui_client.model.game_part import part_of
from cardtui_client.model.table import TableModel


def chips_risk(choice: actions_pb2.Choice, model: TableModel, number: int | None) -> Risk | None:
    """Return what is at stake with a choice; ``None`` for nothing worth a question.

    Args:
        choice: the choice.
        model: the table.
        number: the amount that is chosen, all in all; ``None`` for none.
    """
    view, seat = model.view, model.seat
    if view is None or seat is None or seat >= len(view.chips):
        return None
    bets: Sequence[int] = getattr(part_of(view), "bets", ())
    paid = bets[seat] if seat < len(bets) else 0
    if choice.kind == actions_pb2.CHOICE_KIND_GIVES_UP:
        return _risk_of_folding(paid, model)
    price = choice.price
    if number is not None and argument(choice) is Argument.NUMBER:
        price = number - paid
    if 0 < view.chips[seat] <= price:
        return Risk(_("that is all you have"), price)
    return None


def _risk_of_folding(paid: int, model: TableModel) -> Risk | None:
    if any(each.kind == actions_pb2.CHOICE_KIND_CHECK for each in model.choices()):
        return Risk(_("you could check for nothing"))
    if paid > 1:
        return Risk(n_("you leave {n} chip in the pot", "you leave {n} chips in the pot", paid))
    return None
