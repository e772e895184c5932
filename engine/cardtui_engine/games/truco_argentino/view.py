"""What viewers may know of a match of Argentinean truco: views, with the points not yet counted;
what others have told of their cards (`said`); facts for scenarios.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple

from cardtui_engine.cards import SPANISH, Card, Deck
from cardtui_engine.events import Viewer
from cardtui_engine.families.scenario_values import facts_of
from cardtui_engine.families.truco.game import added
from cardtui_engine.families.truco.seats import SEATS_IN, has
from cardtui_engine.families.truco.tricks import winning_seat
from cardtui_engine.families.truco.view import (
    FACT_WRITERS,
    FinishedTrick,
    PlayedCard,
    SpokenCall,
    TrucoSaid,
)
from cardtui_engine.games.truco_argentino.calls import (
    DECLARING,
    OPEN,
    TRUCO,
    Calls,
    EnvidoClaim,
    EnvidoResult,
    FlorResult,
)
from cardtui_engine.games.truco_argentino.cards import best_pair, flor_number, is_flor
from cardtui_engine.games.truco_argentino.flor import flor_accepted
from cardtui_engine.games.truco_argentino.habits import ArgentinoHabit
from cardtui_engine.games.truco_argentino.legal import interrupting, legal, waiting_for
from cardtui_engine.games.truco_argentino.state import FLOR, State, TrucoResult
from cardtui_engine.hidden import Said
from cardtui_engine.plain import Told, plain
from cardtui_engine.views import Own, SeatView, View, common_part

_NO_POINTS: Final = (0, 0)


class EnvidoState(NamedTuple):
    """The envido of this hand; ``state`` is open, declaring, folded or won.

    ``winner`` is the seat whose ``number`` won it; both are ``None`` until then. ``worth`` are the
    points for which numbers are being said, ``None`` before and after that. Where a falta envido is
    not worth the same to both sides (TA-46), they are those of the side that bet it.
    """

    bets: tuple[str, ...]
    state: str
    claims: tuple[EnvidoClaim, ...]
    winner: int | None
    number: int | None
    worth: int | None = None


class FlorState(NamedTuple):
    """The flor of this hand; ``state`` is open, folded or won.

    ``seats`` are those that have one. ``winner`` is the seat whose ``number`` won an accepted bet;
    otherwise both are ``None``.
    """

    bets: tuple[str, ...]
    state: str
    seats: tuple[int, ...]
    winner: int | None
    number: int | None


class TrucoArgentinoPublic(NamedTuple):
    """The public fields; they mirror the message of the same name.

    ``winning`` is the seat that is winning the trick on the table. ``proposed`` is the number of
    points for which the waiting call plays, to the side of ``caller``, the seat that made it.
    Points beyond ``malas``, the first half of the match, are *buenas*. ``pending`` are the points,
    by team, that are won but not counted yet; it is empty while there are none. ``said`` are all
    bets, calls and answers of this hand, and ``habits``, by seat, what the finished hands of the
    match have shown; it is empty before one is. ``flor`` is ``None`` until one is announced.
    """

    mano: int
    stake: int
    call: str
    held: str
    envido: EnvidoState | None
    tricks: tuple[FinishedTrick, ...]
    trick: tuple[PlayedCard, ...]
    leader: int
    resigned: tuple[int, ...]
    winning: int | None
    last: TrucoResult | None
    duels: tuple[TrucoResult, ...]
    deal: str
    earlier: tuple[PlayedCard, ...]
    active: tuple[int, ...]
    spoken: tuple[SpokenCall, ...]
    target: int
    malas: int
    proposed: int | None
    caller: int | None
    pending: tuple[int, ...]
    said: tuple[TrucoSaid, ...]
    habits: tuple[ArgentinoHabit, ...]
    flor: FlorState | None


class TrucoArgentinoOwn(NamedTuple):
    """A seat's true envido number, the two cards that make it, and the number of its flor.

    ``flor`` is ``None`` without one, and where flor is not played.
    """

    number: int
    pair: tuple[Card, ...]
    flor: int | None = None


ArgentinoView = SeatView[TrucoArgentinoPublic, TrucoArgentinoOwn]
"""What a seat may know in Argentinean truco."""


def _waiting(calls: Calls, falta: tuple[int, int]) -> tuple[str, str, int | None, int | None]:
    """Return the waiting call, the one held behind it, what it plays for, and who made it.

    Args:
        falta: what a falta envido is worth to each team.
    """
    raises, envido, flor, *_ = calls
    proposed = raises.proposed
    truco = "" if proposed is None else TRUCO.calls[TRUCO.rung(proposed) - 1]
    if flor is not None and flor.stage is OPEN:
        points = flor_accepted(flor.bets[-1], falta[flor.raiser & 1])
        return flor.bets[-1], truco, points, flor.raiser
    if envido is None:
        return truco, "", proposed, raises.caller
    if envido.stage is OPEN:
        points = envido.bets.accepted(falta[envido.raiser & 1])
        return envido.bets.words[-1], truco, points, envido.raiser
    if envido.stage is DECLARING:
        return "", truco, None, None
    return truco, "", proposed, raises.caller


def view(state: State, viewer: Viewer) -> View[TrucoArgentinoPublic, TrucoArgentinoOwn]:
    """Return all that the viewer may know."""
    waiting = waiting_for(state)
    hands = state.tricks.hands
    own = None if viewer is None else own_view(state, viewer)
    common = common_part(
        phase=state.phase,
        to_act=SEATS_IN[waiting],
        may_act=SEATS_IN[interrupting(state, waiting)],
        dealer=state.deal.dealer,
        hand=state.deal.hand,
        scores=state.scores,
        cards=tuple([len(hand) for hand in hands]),
        winners=state.winners,
    )
    return View(common, _public(state), own)


def _public(state: State) -> TrucoArgentinoPublic:
    terms, deal, (mano, active, falta), phase, _, tricks, calls, last, _, _, habits = state
    call, held, proposed, caller = _waiting(calls, falta)
    if phase is FLOR:  # TA-82: nothing can be answered yet
        call, held, proposed, caller = "", held or ("" if calls.envido else call), None, None
    envido = None
    pending = () if deal.pending == _NO_POINTS else deal.pending
    if calls.envido is not None:
        bets, raiser = calls.envido.bets, calls.envido.raiser
        won = calls.envido.result
        winner, number = (None, None) if won is None else (won.seat, won.number)
        if won is not None and not terms.as_called:  # TA-50
            pending = added(deal.pending, won.team, won.points)
        stage = calls.envido.stage
        worth = bets.accepted(falta[raiser & 1]) if stage is DECLARING else None
        envido = EnvidoState(bets.words, stage, calls.envido.claims, winner, number, worth)
    flor = None
    if calls.flor is not None:
        won_flor = calls.flor.result
        winner, number = (None, None) if won_flor is None else (won_flor.seat, won_flor.number)
        if won_flor is not None and not terms.as_called:
            pending = added(pending or _NO_POINTS, won_flor.team, won_flor.points)
        flor = FlorState(
            calls.flor.bets, calls.flor.stage, SEATS_IN[calls.flor.seats], winner, number
        )
    done = tricks.done
    if terms.face_down:
        done = tuple([trick._replace(cards=()) for trick in done])
    return TrucoArgentinoPublic(
        mano=mano,
        stake=calls.raises.stake,
        call=call,
        held=held,
        envido=envido,
        tricks=done,
        trick=tricks.trick,
        leader=tricks.leader,
        resigned=SEATS_IN[active & ~tricks.live],
        winning=winning_seat(tricks.counting) if tricks.trick else None,
        last=last,
        duels=deal.results,
        deal="duels" if deal.duels else "team",
        earlier=deal.earlier,
        active=SEATS_IN[active],
        spoken=calls.spoken,
        target=terms.target,
        malas=terms.malas,
        proposed=proposed,
        caller=caller,
        pending=pending,
        said=calls.said,
        habits=habits,
        flor=flor,
    )


def own_view(state: State, seat: int) -> Own[TrucoArgentinoOwn]:
    """Return the seat's own part of its view."""
    tricks = state.tricks
    own = _makes_of(_still_mine(state, seat), state.terms.highest_alone, state.terms.flor)
    if state.terms.face_down and tricks.done:
        own = own._replace(pair=())  # TA-15: one of them may lie face down
    return Own(seat, tricks.hands[seat], legal(state, seat), own)


@lru_cache(maxsize=1024)
def _makes_of(cards: tuple[Card, ...], highest: bool, flor: bool) -> TrucoArgentinoOwn:
    """Return what a seat's cards make; each view of a hand asks for it anew."""
    number, pair = best_pair(cards, highest)
    has_flor = flor and is_flor(cards)
    return TrucoArgentinoOwn(number, pair, flor_number(cards) if has_flor else None)


def _still_mine(state: State, seat: int) -> tuple[Card, ...]:
    """Return the cards that the seat was dealt; none after it has laid them down."""
    dealt = state.deal.dealt[seat]
    if has(state.round.active, seat):
        return dealt if has(state.tricks.live, seat) else ()
    return dealt if state.tricks.hands[seat] else ()


def remembered(state: State, viewer: Viewer) -> Iterator[Card]:
    """Yield the cards that the viewer has seen in this hand: its own, turned ones, a proof."""
    if viewer is not None:
        yield from state.deal.dealt[viewer]
    for trick in state.tricks.done:
        for played in trick.cards:
            yield played.card
    envido = state.calls.envido
    if envido is not None and envido.result is not None:
        yield from envido.result.cards


def said(state: State, viewer: Viewer) -> tuple[Said, ...]:
    """Return the numbers that others have declared, unless one has proved to be wrong; and flores.

    A seat that has played a card or made a call without announcing a flor has none (TA-81).
    """
    heard = _flores_said(state, viewer) if state.terms.flor else ()
    envido = state.calls.envido
    if envido is None:
        return heard
    won = envido.result
    liar = won.seat if won is not None and won.wrong else None
    highest, dealt = state.terms.highest_alone, state.deal.dealt
    numbers = [
        Said(dealt[seat], partial(_makes, number, highest))
        for seat, number in envido.claims
        if number is not None and seat not in (viewer, liar)
    ]
    return (*numbers, *heard)


def _flores_said(state: State, viewer: Viewer) -> tuple[Said, ...]:
    """Return which seats have told that they have a flor, or none, and how high it may be."""
    calls, dealt = state.calls, state.deal.dealt
    flor = calls.flor
    lack = calls.told.lack | state.tricks.played & ~calls.told.have
    best = None if flor is None else flor.result
    competing = 0 if flor is None else flor.seats  # TA-87: without who folded before announcing
    said = []
    for seat in SEATS_IN[state.round.active & (calls.told.have | lack)]:
        if seat == viewer or len(dealt[seat]) != 3:
            continue
        if has(lack, seat):
            said.append(Said(dealt[seat], _no_flor))
        elif best is None or best.seat is None or best.number is None or not has(competing, seat):
            said.append(Said(dealt[seat], is_flor))
        else:
            mano, seats = state.round.mano, state.terms.seats
            # TA-86: of equal ones, that of the player nearest to the mano wins.
            nearer = (seat - mano) % seats < (best.seat - mano) % seats
            most = best.number - 1 if nearer else best.number
            least = best.number if seat == best.seat else 0
            said.append(Said(dealt[seat], partial(_flor_from, least, most)))
    return tuple(said)


def _no_flor(cards: tuple[Card, ...]) -> bool:
    return not is_flor(cards)


def _flor_from(least: int, most: int, cards: tuple[Card, ...]) -> bool:
    return is_flor(cards) and least <= flor_number(cards) <= most


def _makes(number: int, highest: bool, cards: tuple[Card, ...]) -> bool:
    return best_pair(cards, highest)[0] == number


def facts(state: State) -> dict[str, Any]:
    """Return every fact about the position as plain data, all hands open."""
    seen = view(state, None)
    game: TrucoArgentinoPublic = seen.game
    bare = seen._replace(game=game._replace(said=(), habits=()))
    told = facts_of(
        bare,
        state.tricks.hands,
        SPANISH,
        _FACT_WRITERS if state.terms.flor else _FACT_WRITERS_WITHOUT_FLOR,
    )
    del told["said"], told["habits"]  # what bots remember is no part of a scenario
    return told | {
        "call": game.call or None,
        "held": game.held or None,
        "envido": None if game.envido is None else _envido(game.envido, state.terms.seats),
        "flor": None if game.flor is None else _flor(game.flor),
        # TA-60: a dealer's second deal counts as the one for duels, even if it is not played so.
        "deal": "duels" if state.deal.second else "team",
    }


def _envido(envido: EnvidoState, seats: int) -> dict[str, Any]:
    declared: list[int | str | None] = [None] * seats
    for claim in envido.claims:
        declared[claim.seat] = "buenas" if claim.number is None else claim.number
    return {"bets": list(envido.bets), "state": envido.state, "declared": declared}


def _flor(flor: FlorState) -> dict[str, Any]:
    return {
        "bets": list(flor.bets),
        "state": flor.state,
        "seats": list(flor.seats),
        "seat": flor.winner,
        "number": flor.number,
    }


def _result(result: TrucoResult, deck: Deck) -> dict[str, Any]:
    return {**_bare_result(result, deck), "flor": plain(result.flor, deck, _FACT_WRITERS)}


def _bare_result(result: TrucoResult, deck: Deck) -> dict[str, Any]:
    truco = None if result.team is None else {"team": result.team, "points": result.points}
    return {
        "winners": list(result.winners),
        "truco": truco,
        "envido": plain(result.envido, deck, _FACT_WRITERS),
        "reason": result.reason,
    }


def _envido_result(result: EnvidoResult, deck: Deck) -> dict[str, Any]:
    settled: dict[str, Any] = {"team": result.team, "points": result.points}
    if result.seat is not None:
        settled["seat"] = result.seat
        settled["number"] = result.number
        settled["cards"] = deck.sorted_codes(result.cards) or None
    return settled


def _flor_result(result: FlorResult, deck: Deck) -> dict[str, Any]:
    settled: dict[str, Any] = {"team": result.team, "points": result.points}
    if result.seat is not None:
        settled["seat"] = result.seat
        settled["number"] = result.number
        settled["cards"] = [deck.sorted_codes(each.cards) for each in result.flores]
    return settled


_FACT_WRITERS: Final[Told] = {
    **FACT_WRITERS,
    TrucoResult: _result,
    EnvidoResult: _envido_result,
    FlorResult: _flor_result,
}
_FACT_WRITERS_WITHOUT_FLOR: Final[Told] = {**_FACT_WRITERS, TrucoResult: _bare_result}
