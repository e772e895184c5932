"""What is done about pauses and about players who are away, oneself among them."""

from __future__ import annotations

from cardtui_client.faces.seats import asking_pause, away_seats
from cardtui_client.i18n import _
from cardtui_client.scene.commands import Bare, LetBotPlay
from cardtui_client.scene.scene import Button, Tone
from cardtui_client.tui.table.effects import AskPause, HoldHand
from cardtui_client.tui.table.modes.mode import Outcome, Situation
from cardtui_client.tui.table.ui_state import TableUi


def hold(ui: TableUi, now: Situation) -> Outcome:
    """Have the next hand wait, or wait no longer."""
    return Outcome(ui.untold(), HoldHand(now.model.seat not in now.model.times.holding))


def pause(ui: TableUi, now: Situation) -> Outcome:
    """Ask for a pause or for its end; who has asked already takes it back."""
    wanted, told = asking_pause(now.model, host=now.host)
    return Outcome(ui.told(told) if told else ui.untold(), AskPause(wanted))


def let_bot_play(command: LetBotPlay, ui: TableUi, now: Situation) -> Outcome:
    """Have a bot play for who is away; the host alone need not wait for others."""
    return Outcome(ui if now.host else ui.told(_("Asked; more than half must agree.")), command)


def ask_for_bot(seat: int | None, ui: TableUi, now: Situation) -> Outcome:
    """Ask whether a bot is to play for who is away."""
    away = away_seats(now.model)
    if not away or (seat is not None and seat not in away):
        return Outcome(ui.told(_("Nobody is away.")))
    chosen = away[0] if seat is None else seat
    question = _("Let a bot play for {name} meanwhile?", name=now.model.name_of(chosen))
    return Outcome(
        ui.asked(
            question,
            Button(LetBotPlay(chosen), "enter", _("Yes"), tone=Tone.YES),
            Button(Bare.TAKE_BACK, "escape", _("No")),
        )
    )
