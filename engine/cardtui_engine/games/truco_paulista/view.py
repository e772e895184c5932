"""What viewers may know of a match of Truco Paulista; at eleven also the partners' cards
(`own_part`).
"""

from __future__ import annotations

from typing import NamedTuple

from cardtui_engine.cards import Card, CardName
from cardtui_engine.families.truco.brazilian.stakes import TARGET, Kind
from cardtui_engine.families.truco.brazilian.state import TrucoHandResult
from cardtui_engine.families.truco.brazilian.view import (
    hidden_by,
    kind_of_hand,
    stakes_shown,
    tricks_shown,
)
from cardtui_engine.families.truco.seats import TEAM_SEATS
from cardtui_engine.families.truco.view import FinishedTrick, PlayedCard, SpokenCall, TrucoSaid
from cardtui_engine.games.truco_paulista.state import State
from cardtui_engine.views import SeatView


class TrucoPaulistaPublic(NamedTuple):
    """The public fields, as in the message of the same name.

    They hide a card played face down even from its owner. ``said`` are all raises and answers of
    this hand, and ``habits``, by seat, what its last hands have shown
    (`families.truco.brazilian.habits`); it is empty before a hand is over.
    """

    mao: int
    kind: str
    eleven: int | None
    flip: Card | None
    manilha: str | None
    manilhas: tuple[CardName, ...]
    stake: int
    proposed: int | None
    caller: int | None
    raiser: int | None
    tricks: tuple[FinishedTrick, ...]
    trick: tuple[PlayedCard, ...]
    leader: int
    winning: int | None
    games: tuple[int, ...]
    best_of: int
    last: TrucoHandResult | None
    spoken: tuple[SpokenCall, ...]
    said: tuple[TrucoSaid, ...]
    habits: tuple[str, ...]
    target: int


class TrucoPaulistaOwn(NamedTuple):
    """The own part of a seat's view.

    Attributes:
        partners: the cards of its partners, as they were dealt, that this seat has seen.
        face_down: the cards that it has played face down and that still lie on the table.
    """

    partners: tuple[PlayedCard, ...]
    face_down: tuple[Card, ...]


PaulistaView = SeatView[TrucoPaulistaPublic, TrucoPaulistaOwn]
"""What a seat may know in Truco Paulista."""


def public_part(state: State) -> TrucoPaulistaPublic:
    """Return what everybody may know."""
    flip, manilha, _, last = state.game
    terms = state.terms
    fields = (
        *kind_of_hand(state),
        flip,
        manilha,
        terms.manilhas.highest(manilha),
        *stakes_shown(state),
        *tricks_shown(state),
        state.games,
        terms.best_of,
        last,
        state.spoken,
        state.said,
        state.habits,
        TARGET,
    )
    return TrucoPaulistaPublic(*fields)


def own_part(state: State, seat: int) -> TrucoPaulistaOwn:
    """Return what only the seat may know; at eleven also its partners' hands (TP-41)."""
    partners: tuple[PlayedCard, ...] = ()
    if state.kind is Kind.ELEVEN and seat & 1 == state.eleven:
        others = [each for each in TEAM_SEATS[state.terms.seats][seat & 1] if each != seat]
        partners = tuple([PlayedCard(each, card) for each in others for card in state.dealt[each]])
    return TrucoPaulistaOwn(partners, hidden_by(state, seat))
