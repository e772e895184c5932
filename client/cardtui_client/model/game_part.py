"""The part of a view that is a game's own: which game's it is, and what it says."""

from __future__ import annotations

from google.protobuf.message import Message

from cardtui.v1 import views_pb2


def game_of(view: views_pb2.PublicView | views_pb2.OwnView | None) -> str:
    """Return the field in which a game's own part stands, ``""`` if there is none."""
    return (view.WhichOneof("game") or "") if view is not None else ""


def part_of(view: views_pb2.PublicView | views_pb2.OwnView | None) -> Message | None:
    """Return the game's own part, ``None`` if there is none that this client knows."""
    game = game_of(view)
    return getattr(view, game) if game else None
