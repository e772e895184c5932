"""How one buys chips before a match or between two hands, where each player buys their own."""

from __future__ import annotations

from cardtui_client.faces.standing import buy_in_limits, buys, tops_up
from cardtui_client.i18n import _
from cardtui_client.scene.commands import Bare
from cardtui_client.scene.scene import Amount, ChosenAmount
from cardtui_client.tui.table.modes.mode import Outcome, Situation
from cardtui_client.tui.table.ui_state import TableUi


def ask(ui: TableUi, now: Situation) -> Outcome:
    """Let an amount of chips be chosen, beginning with what one brings, or with the least."""
    model, button = now.model, now.button(Bare.ASK_BUY_IN)
    ui, own = ui.untold(), model.sitter(model.seat)
    if own is None or button is None:
        return Outcome(ui)
    if (more := tops_up(model)) is not None:
        amount = Amount(_("Chips to have"), *more, more[0])
    elif buys(model):
        least, most = buy_in_limits(model.table)
        amount = Amount(_("Chips that you bring"), least, most, min(max(own.buy_in, least), most))
    else:
        return Outcome(ui)
    return Outcome(ui._replace(waiting=ChosenAmount(button, amount)))
