"""What is to be seen of what a feed brings: shots of what happened, and a line on top."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui.v1 import events_pb2
from cardtui_client.faces.record_words import distrust_text
from cardtui_client.faces.standing import is_awaited
from cardtui_client.i18n import _
from cardtui_client.model.refusals import stopped_text
from cardtui_client.model.table import FINAL_REASONS, Status, TableModel
from cardtui_client.net.feed import FeedStatus
from cardtui_client.net.stream import end_sentence
from cardtui_client.text import safe_text
from cardtui_client.tui.table.animations import moments
from cardtui_client.tui.table.frames import Seen, Shot, shot_of, standing
from cardtui_client.tui.table.high_card_show import high_card_shots

_WHY_CELLS: Final = 120
"""As much of why a connection was lost, before what is done about it."""

_END_CELLS: Final = 200
"""As much of why a feed has ended."""


def news_shots(
    model: TableModel,
    seen: Seen,
    happened: Sequence[events_pb2.Event],
    *,
    animated: bool,
    arrived: bool,
) -> tuple[Shot, ...]:
    """Return how what happened is shown: the table as it is now comes last.

    Args:
        model: the table as it is now.
        seen: how one looks at it.
        happened: what led there.
        animated: whether it is shown how it came.
        arrived: whether one has just come to the table, and is told how it stands.
    """
    before: tuple[Shot, ...] = ()
    if animated:
        drawn = high_card_shots(model, seen, happened, arrived=arrived)
        before = (*drawn, *moments(model, seen, happened))
    shot = shot_of(model, seen, happened)
    if arrived:
        # With the last shot: what a show is about to tell is not told before it.
        before_it, after = model.frozen(), shot.tells
        shot = shot._replace(tells=lambda: (*standing(before_it), *after()))
    return (*before, shot)


def came_round(happened: Sequence[events_pb2.Event], seat: int | None) -> bool:
    """Tell whether others acted after the seat did: a turn of its own is another one then."""
    acted = [
        event.acted.seat
        for event in happened
        if event.HasField("acted") and not event.acted.action.HasField("say")
    ]
    return seat in acted and acted[-1] != seat


def warning_of(model: TableModel) -> str:
    """Return what is wrong while the connection stands; ``""`` for nothing."""
    return stopped_text(model) or distrust_text(model)


def banner_of(status: FeedStatus, model: TableModel) -> str:
    """Return what the top line says of a feed that stands so; ``""`` for nothing."""
    match status.status:
        case Status.LIVE:
            return warning_of(model)
        case Status.CONNECTING:
            # Where the game is known it is named there, and the status line says the rest.
            return "" if is_awaited(model) else _("Joining the table…")
        case Status.RECONNECTING:
            return _("{why} Reconnecting…", why=safe_text(status.sentence, _WHY_CELLS))
        case Status.ENDED if model.end is not None and model.end.reason in FINAL_REASONS:
            return end_sentence(model.end)  # in the language in use by now
        case Status.ENDED:
            return safe_text(status.sentence, _END_CELLS)
