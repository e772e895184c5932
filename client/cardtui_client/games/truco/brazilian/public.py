"""What lies open at a Brazilian truco: the part of the view, whichever game's it is."""

from __future__ import annotations

from cardtui.v1 import truco_brasileiro_pb2, truco_paulista_pb2, views_pb2

Public = truco_brasileiro_pb2.TrucoBrasileiroPublic | truco_paulista_pb2.TrucoPaulistaPublic
"""All of them tell of stakes, tricks and hands in the same words."""


def public_of(view: views_pb2.PublicView, game: str) -> Public:
    """Return the game's own part of a view."""
    part: Public = getattr(view, game.replace("-", "_"))
    return part
