"""The line that says whose turn it is, and what is awaited (`prompt`)."""

from __future__ import annotations

from cardtui.v1 import table_service_pb2, tables_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.faces.arguments import verb_of
from cardtui_client.faces.registry import presenter_of
from cardtui_client.faces.seats import rematch
from cardtui_client.i18n import _
from cardtui_client.model.cards import part_of
from cardtui_client.model.sides import names
from cardtui_client.model.table import Status, TableModel
from cardtui_client.scene.middle import Mood


def between_hands(model: TableModel) -> bool:
    """Tell whether a hand has just ended and the next one waits."""
    view = model.view
    if view is None or view.phase != Phase.PHASE_DEAL:
        return False
    part = part_of(view)
    return part is not None and part.HasField("last")


def may_interrupt(model: TableModel) -> bool:
    """Tell whether there is something to do out of turn."""
    if model.is_my_turn:
        return False
    face = presenter_of(model)
    return any(face.verb(verb_of(choice)).aside for choice in model.choices())


def is_awaited(model: TableModel) -> bool:
    """Tell whether nothing is known of the table yet but what is played there."""
    return bool(model.table.game) and not model.table.id and not model.is_prepared


def prompt(model: TableModel) -> tuple[str, Mood]:
    """Return the sentence that says what is awaited, and whether that is oneself."""
    view = model.view
    if model.status is Status.ENDED:
        return _prompt_ended(model), Mood.PLAIN
    if is_awaited(model):
        return _("Joining the table…"), Mood.PLAIN
    match model.table.state:
        case tables_pb2.TABLE_STATE_WAITING:
            return _prompt_waiting(model), Mood.PLAIN
        case tables_pb2.TABLE_STATE_OVER:
            return rematch(model), Mood.PLAIN
        case tables_pb2.TABLE_STATE_PLAYING if view is not None:
            pass
        case _:
            return "", Mood.PLAIN
    if model.table.paused:
        return _("The table is paused."), Mood.PLAIN
    if model.is_out:
        return _("You are out; the others play on."), Mood.PLAIN
    if model.is_sat_in(model.seat):
        return _("A bot plays for you until you act, or say that you are back."), Mood.PLAIN
    if between_hands(model):
        if model.is_prepared:
            return _("The next hand waits until you continue."), Mood.PLAIN
        return _("The next hand starts by itself."), Mood.PLAIN
    if view.phase == Phase.PHASE_DEAL:
        return _("The pack is being shuffled."), Mood.PLAIN
    if not view.to_act:
        return "", Mood.PLAIN
    face = presenter_of(model)
    if not model.is_my_turn:
        if may_interrupt(model):
            return face.prompt_aside(model), Mood.TURN
        waited = names([model.name_of(seat) for seat in view.to_act])
        if model.seat is None:
            return _("You are watching. {names} to act.", names=waited), Mood.PLAIN
        return _("Waiting for {names}.", names=waited), Mood.PLAIN
    return face.prompt(view, model), Mood.TURN


def _prompt_ended(model: TableModel) -> str:
    """Return what to do where nothing is awaited any more."""
    if model.end is not None and model.end.reason == table_service_pb2.END_REASON_REPLACED:
        return _("To play on here, leave the table and open it again.")
    return ""


def _prompt_waiting(model: TableModel) -> str:
    own = next((seat for seat in model.table.seats if seat.seat == model.seat), None)
    if own is None:
        return _("Waiting for the match to start.")
    if not own.ready:
        return _("Are you ready?")
    others = [seat for seat in model.table.seats if seat.seat != own.seat]
    if len(others) > 1:
        return _("Waiting for the others.")
    return (
        _("Waiting for {names}.", names=names([model.name_of(seat.seat) for seat in others]))
        if all(seat.name for seat in others)
        else _("Waiting for another player.")
    )
