"""What runs out at a table, put into its scene and its sentences at one moment."""

from __future__ import annotations

from typing import Final

from cardtui_client.games.prompt import between_hands
from cardtui_client.games.tell_times import WARNINGS, clock_words, minutes
from cardtui_client.i18n import _
from cardtui_client.model.sides import names
from cardtui_client.model.table import TableModel
from cardtui_client.model.timing import Left
from cardtui_client.scene.scene import Scene
from cardtui_client.scene.seats import SeatScene

_FULL, _EMPTY = "▰", "▱"
_CELLS: Final = 6
"""How many parts a bar has."""

_LEAST: Final = 0.05
"""The least seconds between two looks."""


def with_times(scene: Scene, model: TableModel) -> Scene:
    """Return the scene with what is left of each seat's time, and of the patience with it."""
    times = model.times
    if not times.seats and not times.away:
        return scene
    return scene._replace(seats=tuple(_with_time(seat, model) for seat in scene.seats))


def _with_time(seat: SeatScene, model: TableModel) -> SeatScene:
    now = model.now()
    time = model.times.clock(seat.seat, now)
    if time is not None and seat.turn:
        hurry = 0 if time.stopped else sum(time.left <= warning for warning in WARNINGS)
        return seat._replace(clock=clock_words(time), hurry=hurry)
    patience = model.times.patience(seat.seat, now)
    if patience is not None and not patience.stopped:
        return seat._replace(notes=(*seat.notes, minutes(patience.seconds)))
    return seat


def time_sentence(sentence: str, model: TableModel) -> str:
    """Return what the status line says with what runs out: the hand pause, the claim window."""
    now, times = model.now(), model.times
    if model.table.paused:
        return sentence
    if (left := times.fill(now)) is not None and not left.stopped:
        return f"{filling(left)} {bar(left)}"
    if between_hands(model) and (left := times.hand_pause(now)) is not None:
        if times.holding:
            held = names([model.name_of(seat) for seat in times.holding])
            return _("{names} holds the next hand.", names=held)
        return sentence if left.stopped else f"{sentence} {bar(left)} {minutes(left.seconds)}"
    if (left := times.window(now)) is not None and sentence:
        return f"{sentence} {bar(left)}"
    return sentence


def filling(left: Left) -> str:
    """Return when bots take the free seats."""
    return _("Waiting for people; bots come in {left}.", left=minutes(left.seconds))


def bar(left: Left) -> str:
    """Return what is left as a bar.

    >>> bar(Left(2, 3, False))
    '▰▰▰▰▱▱'
    """
    full = min(-int(-left.seconds * _CELLS // max(left.total, _LEAST)), _CELLS)
    return _FULL * full + _EMPTY * (_CELLS - full)


def next_look(model: TableModel) -> float | None:
    """Return the seconds until something looks different; ``None`` while nothing runs out."""
    now, times = model.now(), model.times
    waits = []
    for seat in times.seats:
        time = times.clock(seat, now)
        if time is not None and not time.stopped and time.left > 0:
            waits.append((time.act.seconds or time.reserve.seconds) % 1 or 1.0)
    for seat in times.away:
        left = times.patience(seat, now)
        if left is not None and not left.stopped and left.seconds > 0:
            waits.append(left.seconds % 1 or 1.0)
    for left in (times.window(now), times.hand_pause(now), times.fill(now)):
        if left is not None and not left.stopped and left.seconds > 0:
            step = left.total / _CELLS
            waits.append(left.seconds % step or step)
            waits.append(left.seconds % 1 or 1.0)
    return max(min(waits), _LEAST) if waits else None
