"""What the table says from the moment that something around the match is asked of the server."""

from __future__ import annotations

from typing import assert_never

from cardtui_client.i18n import _
from cardtui_client.tui.table import effects


def words_of(request: effects.Request) -> str:
    """Return what to say until that is answered; ``""`` for what needs no words.

    Acts of the game have words of their own, talk stands in the log, and what the screen tells
    by itself is nobody's to wait for.
    """
    match request:
        case effects.SetReady(ready=True):
            return _("Telling the table that you are ready…")
        case effects.SetReady():
            return _("Telling the table that you are not ready…")
        case effects.PutBot():
            return _("Seating a bot…")
        case effects.DropBot():
            return _("Removing the bot…")
        case effects.Begin():
            return _("Starting the match…")
        case effects.TakeSeat(take_back=False):
            return _("Asking for that seat…")
        case effects.TakeSeat():
            return _("Taking your request back…")
        case effects.BringChips():
            return _("Buying chips…")
        case effects.AskPause(pause=True):
            return _("Asking for a pause…")
        case effects.AskPause():
            return _("Asking to go on…")
        case effects.BeBack():
            return _("Telling the table that you are back…")
        case effects.SendBot():
            return _("Sending a bot to that seat…")
        case effects.WantHint():
            return _("A bot thinks about it…")
        case (
            effects.Act()
            | effects.SayLine()
            | effects.SayQuick()
            | effects.SawHand()
            | effects.ShownHand()
            | effects.HoldHand()
            | effects.Signal()
            | effects.Look()
        ):
            return ""
        case _:
            assert_never(request)
