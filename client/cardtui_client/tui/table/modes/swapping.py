"""How one changes one's seat before a match: with whom, and what becomes of what others ask."""

from __future__ import annotations

from typing import Final

from cardtui_client.i18n import _
from cardtui_client.scene.commands import Bare, Swap
from cardtui_client.scene.scene import Button, Tone
from cardtui_client.tui.table.effects import TakeSeat
from cardtui_client.tui.table.modes.mode import Outcome, Situation
from cardtui_client.tui.table.ui_state import TableUi

_MOST: Final = 8


def ask(ui: TableUi, now: Situation) -> Outcome:
    """Ask which seat one would like to have."""
    model = now.model
    asking = {each.seat for each in model.presence.swaps if each.other == model.seat}
    answers = []
    for seat in model.table.seats[:_MOST]:
        if seat.seat == model.seat:
            continue
        number = seat.seat + 1
        words = _("{seat} {name}", seat=number, name=model.name_of(seat.seat))
        if not seat.name:
            words = _("{seat} free", seat=number)
        tone = Tone.YES if seat.seat in asking else Tone.PLAIN
        answers.append(Button(Swap(seat.seat), str(number), words, tone=tone))
    stay = Button(Bare.TAKE_BACK, "escape", _("Stay"))
    return Outcome(
        ui.untold().asked(_("Which seat would you like?"), *answers, stay, about=Bare.ASK_SWAP)
    )


def swap(seat: int, ui: TableUi, now: Situation) -> Outcome:
    """Ask for that seat; or no more, if one did."""
    model = now.model
    sitter = model.sitter(seat)
    asks = any((each.seat, each.other) == (model.seat, seat) for each in model.presence.swaps)
    agreed = any((each.other, each.seat) == (model.seat, seat) for each in model.presence.swaps)
    if asks:
        ui = ui.told(_("You no longer ask."))
    elif sitter is not None and sitter.name and not sitter.bot and not agreed:
        ui = ui.told(_("Asked; {name} must agree.", name=model.name_of(seat)))
    return Outcome(ui, TakeSeat(seat, asks))
