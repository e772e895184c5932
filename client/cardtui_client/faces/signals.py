"""Signals and looks between partners in sentences, and what a gesture means."""

from __future__ import annotations

from cardtui.v1 import events_pb2
from cardtui.v1.signals_pb2 import Gesture
from cardtui_client.faces.registry import presenter_of
from cardtui_client.i18n import _
from cardtui_client.model.quick_talk import GESTURES, gesture_name, gesture_told
from cardtui_client.model.sides import names
from cardtui_client.model.table import TableModel


def signals_told(event: events_pb2.Event, model: TableModel) -> list[str]:
    """Return such an event as sentences; none for another event."""
    match event.WhichOneof("event"):
        case "gestured":
            return [_gestured(event.gestured, model)]
        case "looked":
            return [_looked(event.looked, model)]
        case _:
            return []


def meaning(gesture: Gesture.ValueType, model: TableModel, seat: int | None) -> str:
    """Return what a gesture of a seat means, by tradition or in the code of one's own team.

    Whoever gives it may be bluffing.
    """
    presenter = presenter_of(model)
    known = presenter.signals.get(gesture)
    traditional = _(known) if known else ""
    if not presenter.has_own_signals(model.table):
        return traditional
    if seat is None or model.seat is None or model.team_of(seat) != model.team_of(model.seat):
        return ""  # only the team that gives it knows
    return _written(gesture, model) or traditional


def gesture_line(gesture: Gesture.ValueType, model: TableModel) -> str:
    """Return a gesture as it stands in a list: its form, its name, and what it means."""
    return f"{GESTURES[gesture].form} {gesture_words(gesture, model)}"


def gesture_words(gesture: Gesture.ValueType, model: TableModel) -> str:
    """Return the name of a gesture, and what it means to one's team."""
    name = gesture_name(gesture)
    return f"{name}: {said}" if (said := meaning(gesture, model, model.seat)) else name


def gaze_lines(model: TableModel) -> list[str]:
    """Return who looks where, in a line for each seat."""
    return [
        _looked(events_pb2.Looked(seat=seat, at=at), model) for seat, at in enumerate(model.gazes)
    ]


def gaze_note(seat: int, model: TableModel) -> str:
    """Return in short where a seat looks, ``""`` where that goes without saying: at its partner."""
    partners = model.partners_of(seat) if seat < len(model.gazes) else []
    seats = len(model.gazes)
    if not partners or model.gazes[seat] == min(partners, key=lambda each: (each - seat) % seats):
        return ""
    at = model.gazes[seat]
    return _("→ you") if at == model.seat else f"→ {model.name_of(at)}"


def _written(gesture: Gesture.ValueType, model: TableModel) -> str:
    """Return what a gesture means in the code of one's own team; ``""`` if that says nothing."""
    written = model.code.get(gesture)
    if written is None or model.seat is None:
        return ""
    team = model.team_of(model.seat)
    players = {each.player for each in model.table.seats if model.team_of(each.seat) == team}
    return written.text if written.player in players else ""


def _gestured(given: events_pb2.Gestured, model: TableModel) -> str:
    said = meaning(given.gesture, model, given.seat)
    after = f" ({said})" if said else ""
    if given.seat != model.seat:
        return gesture_told(given.gesture, model.name_of(given.seat)) + after
    if given.gesture not in GESTURES:
        return _("You give a signal.")
    lookers = [
        model.name_of(seat)
        for seat, at in enumerate(model.gazes)
        if at == given.seat
        and (sitter := model.sitter(seat)) is not None
        and not (sitter.bot or sitter.stand_in)
    ]
    form, name = GESTURES[given.gesture].form, gesture_name(given.gesture)
    if not lookers:
        return _("{form} Your signal: {gesture}. Nobody looks at you.", form=form, gesture=name)
    return _(
        "{form} Your signal: {gesture}. Seen by {names}.",
        form=form,
        gesture=name,
        names=names(lookers),
    )


def _looked(looked: events_pb2.Looked, model: TableModel) -> str:
    name, at = model.name_of(looked.seat), model.name_of(looked.at)
    if looked.seat == model.seat:
        return _("You look at {name}.", name=at)
    if looked.at == model.seat:
        return _("{name} looks at you.", name=name)
    return _("{name} looks at {at}.", name=name, at=at)
