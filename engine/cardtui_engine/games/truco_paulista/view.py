"""What viewers may know of a match of Truco Paulista: views, and facts for scenarios."""

from __future__ import annotations

from typing import Any, NamedTuple

from cardtui_engine.cards import FRENCH, Card, CardName
from cardtui_engine.events import Viewer
from cardtui_engine.families.facts import facts_of
from cardtui_engine.families.truco.brazilian.eleven import Kind
from cardtui_engine.families.truco.brazilian.laid import faces, finished_faces, strengths
from cardtui_engine.families.truco.brazilian.stakes import TARGET
from cardtui_engine.families.truco.brazilian.state import TrucoHandResult
from cardtui_engine.families.truco.brazilian.view import common_of, hidden_by, own_hand
from cardtui_engine.families.truco.seats import SIDES, mao
from cardtui_engine.families.truco.tricks import winning_seat
from cardtui_engine.families.truco.view import TOLD, FinishedTrick, PlayedCard, SpokenCall
from cardtui_engine.games.truco_paulista.legal import legal
from cardtui_engine.games.truco_paulista.state import State
from cardtui_engine.views import Own, SeatView, View, check_viewer


class TrucoPaulistaPublic(NamedTuple):
    """The public fields; they hide a card played face down even from its owner.

    Attributes:
        mao: the seat that is the mão.
        kind: ordinary, eleven or iron; empty before the cut.
        eleven: the team at eleven in a hand of that kind; otherwise ``None``.
        flip: the card turned up; ``None`` if none lies there.
        manilha: the rank of the manilhas, if a card turned up says which it is.
        manilhas: the manilhas, the highest first; empty before they are known.
        stake: the agreed stake.
        proposed: the stake that waits for an answer; ``None`` if none does.
        caller: the seat that proposed it; ``None`` if none waits.
        raiser: the team that raised last; ``None`` if none has.
        tricks: the finished tricks.
        trick: the trick on the table, in the order in which cards were played.
        leader: the seat that leads, or led, the trick on the table.
        winning: the seat that is winning the trick on the table; ``None`` if tied or empty.
        games: the games won, by team.
        best_of: the games of the match; more than half of them win it.
        last: how the last hand ended.
        spoken: the last word of each seat since a card was played.
        target: the points that win a game.
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


def view(state: State, viewer: Viewer) -> View[TrucoPaulistaPublic, TrucoPaulistaOwn]:
    """Return all that the viewer may know."""
    check_viewer(viewer, state.terms.seats)
    own = None if viewer is None else _own(state, viewer)
    return View(common_of(state), _public(state), own)


def _public(state: State) -> TrucoPaulistaPublic:
    flip, manilha, strength, last = state.game
    stake, proposed, raiser, _, caller = state.raises
    return TrucoPaulistaPublic(
        mao=mao(state.dealer, state.terms.seats),
        kind=state.kind or "",
        eleven=state.eleven,
        flip=flip,
        manilha=manilha,
        manilhas=state.terms.manilhas.highest(manilha),
        stake=stake,
        proposed=proposed,
        caller=caller,
        raiser=raiser,
        tricks=finished_faces(state.cards.tricks),
        trick=faces(state.cards.trick),
        leader=state.cards.leader,
        winning=winning_seat(strengths(state.cards.trick, strength)),
        games=state.games,
        best_of=state.terms.best_of,
        last=last,
        spoken=state.spoken,
        target=TARGET,
    )


def _own(state: State, seat: int) -> Own[TrucoPaulistaOwn]:
    game = TrucoPaulistaOwn(_partners(state, seat), hidden_by(state, seat))
    return Own(seat, own_hand(state, seat), legal(state, seat), game)


def _partners(state: State, seat: int) -> tuple[PlayedCard, ...]:
    """Return what the seat has seen of its partners' hands (TP-41)."""
    if state.kind is not Kind.ELEVEN or seat & 1 != state.eleven:
        return ()
    partners = [each for each in SIDES[state.terms.seats][seat & 1] if each != seat]
    return tuple([PlayedCard(each, card) for each in partners for card in state.dealt[each]])


def facts(state: State) -> dict[str, Any]:
    """Return every fact about the position as plain data, all hands open."""
    return facts_of(view(state, None), state.cards.hands, FRENCH, TOLD)
