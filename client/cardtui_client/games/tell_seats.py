"""What is told of seats before a match: who swaps with whom, who asks for it, who wants another."""

from __future__ import annotations

from cardtui.v1 import events_pb2, tables_pb2
from cardtui_client.i18n import _
from cardtui_client.model.sides import names
from cardtui_client.model.table import TableModel


def swapped(event: events_pb2.SeatsSwapped, model: TableModel) -> list[str]:
    """Return who sits where after two seats were swapped."""
    lines = []
    for seat in (event.other, event.seat):
        sitter = model.sitter(seat)
        if sitter is None or not sitter.name:
            continue
        if seat == model.seat:
            lines.append(_("You sit in seat {seat} now.", seat=seat + 1))
        else:
            name = model.name_of(seat)
            lines.append(_("{name} sits in seat {seat} now.", name=name, seat=seat + 1))
    return lines


def asked(before: tables_pb2.Presence, model: TableModel) -> list[str]:
    """Return who has asked for another's seat since then."""
    known = {(each.seat, each.other) for each in before.swaps}
    lines = []
    for each in model.presence.swaps:
        if (each.seat, each.other) in known or each.seat == model.seat:
            continue
        name = model.name_of(each.seat)
        if each.other == model.seat:
            number = each.seat + 1
            sentence = _(
                "{name} asks you to swap seats; you agree by asking for seat {seat}.",
                name=name,
                seat=number,
            )
        else:
            other = model.name_of(each.other)
            sentence = _("{name} asks {other} to swap seats.", name=name, other=other)
        lines.append(sentence)
    return lines


def rematch(model: TableModel) -> str:
    """Return after a match who wants another, and whom that waits for."""
    people = [each for each in model.table.seats if each.name and not each.bot]
    ready = [each.seat for each in people if each.ready and each.seat != model.seat]
    missing = [each.seat for each in people if not each.ready and each.seat != model.seat]
    own = model.sitter(model.seat)
    if own is not None and own.ready and missing:
        waited = names([model.name_of(seat) for seat in missing])
        return _("Another match begins once all want it; waiting for {names}.", names=waited)
    if own is not None and ready and not own.ready:
        wanting = names([model.name_of(seat) for seat in ready])
        return _("Another match? {names} would like one.", names=wanting)
    if own is not None:
        return _("Another match? It begins once all want it.")
    return _("Another match begins once the players want it.")
