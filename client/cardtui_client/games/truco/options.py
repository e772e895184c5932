"""What the options that trucos share are called."""

from __future__ import annotations

from typing import Final

from cardtui_client.games.presenter import OptionFace
from cardtui_client.i18n import mark

WON_TRICKS: Final = OptionFace(
    mark("Finished tricks"),
    {"open": mark("stay face up"), "face_down": mark("are turned face down")},
)
