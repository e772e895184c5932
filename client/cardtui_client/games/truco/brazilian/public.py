"""What lies open at a Brazilian truco: the part of the view, whichever game's it is."""

from __future__ import annotations

from typing import Final

from cardtui.v1 import truco_brasileiro_pb2, truco_paulista_pb2, truco_pb2, views_pb2
from cardtui_client.i18n import _, mark

Public = truco_brasileiro_pb2.TrucoBrasileiroPublic | truco_paulista_pb2.TrucoPaulistaPublic
"""All of them tell of stakes, tricks and hands in the same words."""

Result = truco_brasileiro_pb2.TrucoBrasileiroResult | truco_pb2.TrucoHandResult
"""How their hands ended."""


def public_of(view: views_pb2.PublicView, game: str) -> Public:
    """Return the game's own part of a view."""
    part: Public = getattr(view, game.replace("-", "_"))
    return part


_NUMBERS: Final = {10: mark("ten"), 11: mark("eleven")}


def brink(view: views_pb2.PublicView | None) -> str:
    """Return the score, in words, at which one more hand wins: the side at eleven, or at ten."""
    points = 0 if view is None else max(view.scores, default=0)
    return _(_NUMBERS[points]) if points in _NUMBERS else str(points)
