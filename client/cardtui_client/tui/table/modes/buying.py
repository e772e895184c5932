"""How one buys chips before a match, where each player buys their own."""

from __future__ import annotations

from cardtui_client.games.buy_ins import amounts, buys
from cardtui_client.i18n import _
from cardtui_client.scene.buttons import Button, Tone
from cardtui_client.scene.commands import AskBuyIn, BuyIn, TakeBack
from cardtui_client.tui.table.modes.mode import Outcome, Situation
from cardtui_client.tui.table.ui_state import TableUi


def ask(ui: TableUi, now: Situation) -> Outcome:
    """Ask how many chips one brings."""
    model = now.model
    if not buys(model):
        return Outcome(ui)
    own = model.sitter(model.seat)
    brings = 0 if own is None else own.buy_in
    answers = [
        Button(
            BuyIn(chips),
            str(number),
            str(chips),
            tone=Tone.YES if chips == brings else Tone.PLAIN,
        )
        for number, chips in enumerate(amounts(model.table), 1)
    ]
    stay = Button(TakeBack(), "escape", _("Keep {chips}", chips=brings))
    return Outcome(ui.asked(_("How many chips do you bring?"), *answers, stay, about=AskBuyIn()))
