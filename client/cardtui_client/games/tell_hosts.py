"""What is told of what the host did about people, and of who the host is."""

from __future__ import annotations

from cardtui.v1 import events_pb2, tables_pb2
from cardtui_client.games.delays import late_words
from cardtui_client.i18n import _
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.table import TableModel
from cardtui_client.text import safe_text


def told(event: events_pb2.Event, model: TableModel) -> list[str]:
    """Return such an event as sentences; none for another event."""
    match event.WhichOneof("event"):
        case "player_kicked":
            name = safe_text(event.player_kicked.name, NAME_CELLS)
            return [_("The host takes {name}’s seat away.", name=name)]
        case "player_banned":
            name = safe_text(event.player_banned.name, NAME_CELLS)
            if event.player_banned.lifted:
                return [_("{name} is no longer banned from this table.", name=name)]
            return [_("{name} is banned from this table for the evening.", name=name)]
        case "spectators_set":
            return spectator_lines(event.spectators_set)
        case "host_changed":
            return _host(safe_text(event.host_changed.name, NAME_CELLS), model)
        case _:
            return []


def spectator_lines(spectators: events_pb2.SpectatorsSet | tables_pb2.Spectators) -> list[str]:
    """Return what spectators may do at a table."""
    if spectators.refused:
        return [_("The table takes no spectators.")]
    match spectators.talk:
        case tables_pb2.SPECTATOR_TALK_EVERYBODY:
            talk = _("Anybody may watch; everybody hears what spectators say.")
        case tables_pb2.SPECTATOR_TALK_OFF:
            talk = _("Anybody may watch; spectators do not talk.")
        case _:
            talk = _("Anybody may watch; what spectators say stays apart.")
    late = late_words(spectators)
    return [talk, late] if late else [talk]


def _host(name: str, model: TableModel) -> list[str]:
    if not name:
        return [_("The table has no host now: the next player to sit down will be.")]
    if model.seat is not None and model.name_of(model.seat) == name:
        return [_("You are the host of this table now.")]
    return [_("{name} is the host of this table now.", name=name)]
