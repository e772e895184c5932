"""The paper over the middle of the felt: who is awaited, how a hand went, who won."""

from __future__ import annotations

from typing import Final

from cardtui.v1 import table_service_pb2, tables_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.games.cacheta.standing import tournament_rows
from cardtui_client.games.cacho import sentences as tell_cacho
from cardtui_client.games.high_card import announced
from cardtui_client.games.narration import outcome
from cardtui_client.games.registry import presenter_of
from cardtui_client.games.rummy import standing as standing_rummy
from cardtui_client.games.rummy.view import Rummy, rummy_of
from cardtui_client.i18n import _, n_
from cardtui_client.model.sides import chips_line, names
from cardtui_client.model.table import Status, TableModel
from cardtui_client.scene.paper import SMALLEST, Line, wrapped
from cardtui_client.text import safe_text

_MOST_LINES: Final = 11
"""So many lines have room on the smallest screens."""


def paper_of(model: TableModel) -> tuple[Line, ...]:
    """Return what lies over the felt now; empty while a hand is played."""
    if model.status is Status.ENDED:
        return _ended(model)
    match model.table.state:
        case tables_pb2.TABLE_STATE_WAITING:
            return _waiting(model)
        case tables_pb2.TABLE_STATE_CLOSED:
            return (Line(_("This table is closed."), strong=True),)
        case _:
            pass
    view = model.view
    if view is None:
        return ()
    if view.phase == Phase.PHASE_OVER or model.table.state == tables_pb2.TABLE_STATE_OVER:
        return _over(model)
    told = _told(model)
    if view.phase == Phase.PHASE_DEAL and told:
        title = Line(_("Hand {hand}", hand=view.hand), strong=True)
        return (title, Line(""), *told)
    return ()


def _told(model: TableModel) -> list[Line]:
    """Return how the last hand ended; cards that were shown are drawn."""
    view = model.view
    if view is not None and (rummy := rummy_of(view)) is not None:
        if not rummy.winners:
            return []
        standing = _lines([presenter_of(model).standing(view, model)])
        return [*_how(rummy, model), *_melds(rummy), *standing]
    if view is None or not view.HasField("cacho"):
        told = outcome(model)
        return [*_lines(told), *_last_trick(model)] if len(told) > 1 else []
    last = view.cacho.last
    if not last.winners:
        return []
    lines = _lines(tell_cacho.outcome(view.cacho, model)[: len(last.winners)])
    lines += [Line(f"{model.name_of(hand.seat)} ", tuple(hand.cards)) for hand in last.hands]
    return [*lines, *_lines([chips_line(model)])]


def _last_trick(model: TableModel) -> list[Line]:
    label = _("Last trick")
    return [Line(f"{label} ", tuple(model.trick))] if model.trick else []


def _how(rummy: Rummy, model: TableModel) -> list[Line]:
    return _lines(standing_rummy.outcome(rummy, model)[:1])


def _melds(rummy: Rummy) -> list[Line]:
    return [Line(" ", meld, wild=rummy.trumps) for meld in rummy.melds]


def _ended(model: TableModel) -> tuple[Line, ...]:
    reason = model.end.reason if model.end is not None else 0
    match reason:
        case table_service_pb2.END_REASON_CLOSED:
            title = _("This table is closed.")
        case table_service_pb2.END_REASON_REPLACED:
            title = _("You went on playing elsewhere: your seat is there now.")
        case table_service_pb2.END_REASON_LEFT:
            title = _("You have left the table.")
        case _:
            title = _("The table cannot be reached.")
    return (Line(title, strong=True),)


def _waiting(model: TableModel) -> tuple[Line, ...]:
    table = model.table
    taken = sum(bool(seat.name) for seat in table.seats)
    ready = sum(seat.ready or bool(seat.bot) for seat in table.seats if seat.name)
    free = len(table.seats) - taken
    lines = [Line(safe_text(table.name, 40) or _("A new table"), strong=True), Line("")]
    if free:
        lines.append(Line(n_("{n} seat is free.", "{n} seats are free.", free)))
    if ready < taken:
        waiting = [
            model.name_of(seat.seat)
            for seat in table.seats
            if seat.name and not seat.ready and not seat.bot
        ]
        lines += _lines([_("Not ready yet: {names}.", names=names(waiting))])
    lines += _lines([_("The match starts when every seat is taken and all are ready.")])
    return (*lines, *_lines(announced(table)))


def _over(model: TableModel) -> tuple[Line, ...]:
    view = model.view
    winners = [model.name_of(seat) for seat in view.winners] if view is not None else []
    title = (
        n_("{names} wins the match!", "{names} win the match!", len(winners), names=names(winners))
        if winners
        else _("The match is over.")
    )
    if view is not None and model.seat in view.winners:
        title = _("You win the match!")
    lines = [Line(title, strong=True), Line("")]
    rows = (
        [Line(row[0], columns=row[1:]) for row in tournament_rows(view, model)]
        if view is not None
        else []
    )
    rummy = rummy_of(view)
    if rummy is not None and rummy.pot and view is not None:
        ranked = sorted(enumerate(view.chips), key=lambda each: -each[1])[:_MOST_LINES]
        rows = [Line(model.name_of(seat), columns=(str(chips),)) for seat, chips in ranked]
    if not rows or rummy is None:
        return (*lines, *_told(model))
    # How the last round ended is told too, as far as small screens have room for it.
    for part in (_how(rummy, model), _melds(rummy)):
        if len(wrapped((*lines, *part, *rows), SMALLEST)) <= _MOST_LINES:
            lines += part
    return (*lines, *rows)


def _lines(sentences: list[str]) -> list[Line]:
    return [Line(sentence) for sentence in sentences]
