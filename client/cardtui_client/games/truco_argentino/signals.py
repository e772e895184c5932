"""What the gestures of signals mean in Truco Argentino by tradition, and when that may change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui.v1.signals_pb2 import Gesture
from cardtui_client.i18n import mark

OWN_SIGNALS: Final = "own_signals"
"""The option by which each team may agree on signals of its own."""

SIGNALS: Final[Mapping[Gesture.ValueType, str]] = {
    Gesture.GESTURE_EYEBROW: mark("the 1 of espadas"),
    Gesture.GESTURE_WINK: mark("the 1 of bastos"),
    Gesture.GESTURE_LIPS: mark("the 7 of espadas or of oros"),
    Gesture.GESTURE_BITE: mark("a 3"),
    Gesture.GESTURE_KISS: mark("a 2"),
    Gesture.GESTURE_MOUTH: mark("a 1 of copas or of oros"),
    Gesture.GESTURE_EYES: mark("bad cards"),
    Gesture.GESTURE_HEAD: mark("a good envido"),
}
