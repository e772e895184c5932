"""How much later spectators see a match than it is played: in sentences."""

from __future__ import annotations

from cardtui.v1 import events_pb2, tables_pb2
from cardtui_client.i18n import _, n_


def late_words(spectators: events_pb2.SpectatorsSet | tables_pb2.Spectators) -> str:
    """Return a sentence about the delay; empty if there is none."""
    if spectators.delay_hands:
        return n_(
            "Spectators see a match 1 hand later than it is played.",
            "Spectators see a match {n} hands later than it is played.",
            spectators.delay_hands,
        )
    if spectators.delay_milliseconds:
        return n_(
            "Spectators see a match 1 second later than it is played.",
            "Spectators see a match {n} seconds later than it is played.",
            max(1, spectators.delay_milliseconds // 1000),
        )
    return ""


def watching_words(spectators: tables_pb2.Spectators) -> str:
    """Return what stands where a spectator has no hand."""
    if spectators.delay_hands:
        return n_(
            "You are watching, 1 hand later.",
            "You are watching, {n} hands later.",
            spectators.delay_hands,
        )
    if spectators.delay_milliseconds:
        seconds = max(1, spectators.delay_milliseconds // 1000)
        return n_(
            "You are watching, 1 second later.", "You are watching, {n} seconds later.", seconds
        )
    return _("You are watching.")
