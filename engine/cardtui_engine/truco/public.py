"""Values that the views of all truco games share, named as on the wire."""

from __future__ import annotations

from typing import NamedTuple

from cardtui_engine.cards import Card


class PlayedCard(NamedTuple):
    """A card on the table and who played it."""

    seat: int
    card: Card


class FinishedTrick(NamedTuple):
    """A finished trick: ``team`` is ``None`` for a tie; no ``cards`` where they lie face down."""

    team: int | None
    cards: tuple[PlayedCard, ...]


class SpokenCall(NamedTuple):
    """A call or an answer that still is news."""

    seat: int
    verb: str
    number: int | None
