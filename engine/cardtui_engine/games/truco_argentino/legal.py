"""Whose turn it is, what a seat may do, who says its envido first (`speaker`), who may interrupt
(`interrupting`), and what is done for you when your time is up (`mildest`). The sentences of
refusals are in `refusing`.

`allowed` returns the verbs as a mask, and `legal` spells that mask out as choices. The rules accept
an action if its verb is in the mask and its argument is in the listed range. No path is hotter.
"""

from __future__ import annotations

from functools import cache
from typing import Final, assert_never

from cardtui_engine.actions import Action
from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.domains import Cards, Domain, Range
from cardtui_engine.families.truco.seats import (
    SEATS_IN,
    TEAM_MASKS,
    cutter,
    has,
    next_from,
    only,
    others,
    team_of,
    without,
)
from cardtui_engine.games.truco_argentino import verbs
from cardtui_engine.games.truco_argentino.bets import NO_BETS, Bets
from cardtui_engine.games.truco_argentino.calls import DECLARING, OPEN, TRUCO, Calls
from cardtui_engine.games.truco_argentino.cards import STRENGTH, best_pair
from cardtui_engine.games.truco_argentino.flor import (
    FLOR_RAISES,
    UNCONTESTED_POINTS,
    flor_accepted,
    flor_declined,
    holders,
    holds_flor,
    nearest,
    open_flor,
)
from cardtui_engine.games.truco_argentino.state import (
    ANSWER,
    CUT,
    DEAL,
    ENVIDO,
    FLOR,
    OVER,
    PLAY,
    SHOW,
    State,
)

NUMBER_RANGES: Final = {
    "declare": Range("points", verbs.DECLARED_LOW, verbs.DECLARED_HIGH),
    "cut": Range("at", verbs.CUT_LOW, verbs.CUT_HIGH),
}

_NUMBER_ARGUMENTS: Final[dict[str, tuple[Domain, ...]]] = {
    verb: (numbers,) for verb, numbers in NUMBER_RANGES.items()
}
_GIVE_UP_VERBS: Final = ("no_quiero", "resign")


def answering(calls: Calls) -> int:
    """Return the team that must answer the waiting call."""
    flor = open_flor(calls)
    if flor is not None:
        return 1 - (flor.raiser & 1)
    envido = calls.envido
    if envido is not None and envido.stage is OPEN:
        return 1 - (envido.raiser & 1)
    return calls.raises.answering


def speaker(state: State) -> int | None:
    """Return the seat to speak next while numbers are declared; ``None`` if all have (TA-42)."""
    envido = state.calls.envido
    assert envido is not None
    silent = state.tricks.live
    for claim in envido.claims:
        silent = without(silent, claim.seat)
    first = state.round.mano if state.terms.mano_speaks_first else envido.raiser
    return next_from(first, silent) if silent else None


def asking(state: State) -> int:
    """Return the seats that may ask for the envido winner's cards, as a mask (TA-44)."""
    envido = state.calls.envido
    assert envido is not None
    assert envido.result is not None
    return state.round.active & TEAM_MASKS[others(envido.result.team)]


def waiting_for(state: State) -> int:
    """Return the seats whose decision the game waits for, as a mask."""
    phase = state.phase
    if phase is PLAY:
        return 1 << state.tricks.to_play
    if phase is ANSWER:
        return state.tricks.live & TEAM_MASKS[answering(state.calls)]
    if phase is ENVIDO:
        seat = speaker(state)
        assert seat is not None
        return only(seat)
    if phase is FLOR:
        return only(nearest(state, holders(state)))  # TA-82
    if phase is CUT:
        return only(cutter(state.deal.dealer, state.terms.seats))  # TA-03
    if phase is SHOW:
        return asking(state)
    if phase is DEAL or phase is OVER:
        return 0
    assert_never(phase)


def interrupting(state: State, waiting: int) -> int:
    """Return the seats that may act although the game does not wait for them (TA-22)."""
    phase = state.phase
    if phase is PLAY or phase is ANSWER or phase is ENVIDO or phase is FLOR:
        return state.tricks.live & ~waiting
    return 0


def allowed(state: State, seat: int) -> int:
    """Return the verbs that the seat may use now, as a mask; `say` is never in it."""
    phase = state.phase
    tricks = state.tricks
    calls = state.calls
    if phase is PLAY:
        if seat not in SEATS_IN[tricks.live]:
            return 0
        mask = verbs.MAY_RESIGN
        if state.terms.flor and holds_flor(state, seat):  # TA-81
            return mask | verbs.MAY_FLOR
        if tricks.to_play == seat:
            mask |= verbs.MAY_PLAY
        raises, envido, flor, _, _, _ = calls
        if seat & 1 in raises.open_to:  # TA-22, TA-23
            mask |= verbs.NEXT_RAISE[raises.stake]
        if envido is not None or flor is not None:
            return mask
        return mask | _first_bets(state, seat, raises.stake)
    if phase is ANSWER:
        if seat not in SEATS_IN[tricks.live]:
            return 0
        if seat & 1 != answering(calls):
            return verbs.MAY_RESIGN
        mask = verbs.MAY_QUIERO | verbs.MAY_NO_QUIERO | verbs.MAY_RESIGN
        raises, envido, flor, _, _, _ = calls
        if flor is not None and flor.stage is OPEN:
            return mask | FLOR_RAISES[flor.bets[-1]]  # TA-85
        if envido is not None and envido.stage is OPEN:
            return mask | envido.bets.raises(state.terms.real_envido_many)  # TA-33, TA-34
        # TA-23: to raise is to accept first, so the next raise follows the proposed stake.
        mask |= verbs.NEXT_RAISE[raises.stands]
        if envido is not None or flor is not None:
            return mask
        return mask | _first_bets(state, seat, raises.stake)  # TA-32
    if phase is ENVIDO:
        if seat not in SEATS_IN[tricks.live]:
            return 0
        if speaker(state) != seat:
            return verbs.MAY_RESIGN
        assert calls.envido is not None
        said = verbs.MAY_SON_BUENAS if calls.envido.claims else 0
        return verbs.MAY_RESIGN | verbs.MAY_DECLARE | said
    if phase is FLOR:
        if seat not in SEATS_IN[tricks.live]:
            return 0
        must = has(waiting_for(state), seat)
        return verbs.MAY_RESIGN | verbs.MAY_FLOR if must else verbs.MAY_RESIGN
    if phase is CUT:
        cuts = seat == cutter(state.deal.dealer, state.terms.seats)
        return verbs.MAY_CUT | verbs.MAY_TAP if cuts else 0
    if phase is SHOW:
        return verbs.MAY_ASK | verbs.MAY_WAIVE if has(asking(state), seat) else 0
    if phase is DEAL or phase is OVER:
        return 0
    assert_never(phase)


def _first_bets(state: State, seat: int, stake: int) -> int:
    """Return the bets with which the seat may open the hand's envido (TA-31, TA-32)."""
    if seat not in SEATS_IN[state.tricks.played] and (stake == 1 or state.terms.envido_after_truco):
        return verbs.MAY_BET
    return 0


def legal(state: State, seat: int) -> tuple[Choice, ...]:
    """Return what the seat may do now, with arguments and prices."""
    mask = allowed(state, seat)
    if not mask:
        return ()
    raises, envido, flor, _, _, _ = state.calls
    bets = None
    flor_bet = flor.bets[-1] if flor is not None and flor.stage is OPEN else ""
    if envido is not None and envido.stage is OPEN:
        bets = envido.bets
    # The stake as numbers: they are looked up faster than the value that holds them.
    choices = _priced(
        mask,
        raises.stake,
        raises.proposed,
        bets,
        state.round.falta[seat & 1],
        state.terms.traditional_fold,
        flor_bet,
        _laid_down(state, seat),
    )
    if mask & verbs.MAY_PLAY:
        # A hand seldom comes twice: to build its choice costs less than a cache.
        play = (Choice("play", (Cards("card", state.tricks.hands[seat]),)),)
        return play + choices
    return choices


def _laid_down(state: State, seat: int) -> int | None:
    """Return what the others get if the seat lays its cards down; ``None`` if a partner plays on.

    It is the stake, and the envido or flor that is not settled yet (TA-14). A flor that was not
    announced counts, too, but is nobody else's to know.
    """
    if state.tricks.live & TEAM_MASKS[seat & 1] != 1 << seat:
        return None
    raises, envido, flor, _, _, _ = state.calls
    if flor is not None and flor.stage is OPEN:
        return raises.stake + flor_declined(flor.bets[-1])
    if envido is not None and envido.stage is OPEN:
        return raises.stake + envido.bets.folded(state.terms.traditional_fold)
    if envido is not None and envido.stage is DECLARING:
        return raises.stake + envido.bets.accepted(state.round.falta[others(team_of(seat))])
    return raises.stake


@cache
def _priced(  # noqa: PLR0917 - keywords would cost more than the choices
    mask: int,
    stake: int,
    proposed: int | None,
    bets: Bets | None,
    falta: int,
    traditional: bool,
    flor_bet: str,
    laid_down: int | None,
) -> tuple[Choice, ...]:
    """Return the choices of a mask, except `play`.

    Args:
        mask: the verbs.
        stake: the agreed stake of the truco.
        proposed: the stake that waits for an answer, if one does.
        bets: the bets of an envido that waits for an answer, if one does.
        falta: what a falta envido is worth to the seat's team.
        traditional: whether folded envidos count the traditional way.
        flor_bet: the bet on a flor that waits for an answer, if one does.
        laid_down: what the others get by `resign`; ``None`` for nothing yet.
    """
    if flor_bet:
        accepted, folded = flor_accepted(flor_bet, falta), flor_declined(flor_bet)
    elif bets is None:
        accepted, folded = proposed or stake, stake
    else:
        accepted, folded = bets.accepted(falta), bets.folded(traditional)
    prices: dict[str, int | None] = {
        "quiero": accepted,
        "no_quiero": folded,
        "resign": laid_down,
    }
    prices.update(zip(TRUCO.calls, TRUCO.stakes[1:], strict=True))
    for bet in ("envido", "real_envido", "falta_envido"):
        if mask & verbs.VERB_BITS[bet]:
            prices[bet] = (bets or NO_BETS).after(bet).accepted(falta)
    if mask & verbs.MAY_FLOR:
        prices["flor"] = UNCONTESTED_POINTS
    elif flor_bet:
        prices.update((bet, flor_accepted(bet, falta)) for bet in verbs.FLOR_BETS[1:])
    return tuple(
        [
            Choice(
                verb,
                _NUMBER_ARGUMENTS.get(verb, ()),
                prices.get(verb),
                ChoiceKind.GIVES_UP if verb in _GIVE_UP_VERBS else ChoiceKind.PLAIN,
            )
            for verb in verbs.verbs_in(mask & ~verbs.MAY_PLAY)
        ]
    )


def mildest(state: State, seat: int) -> Action:
    """Return the mildest action of a seat that the game waits for."""
    phase = state.phase
    if phase is FLOR or (phase is PLAY and holds_flor(state, seat)):
        return Action("flor")
    if phase is PLAY:
        return Action("play", card=min(state.tricks.hands[seat], key=STRENGTH.__getitem__))
    if phase is ANSWER:
        return Action("no_quiero")
    if phase is ENVIDO:
        return _number(state, seat)
    if phase is SHOW:
        return Action("waive")
    if phase is CUT:
        return Action("tap")
    if phase is DEAL or phase is OVER:
        raise ValueError("the game waits for no seat")
    assert_never(phase)


def _number(state: State, seat: int) -> Action:
    """Return the true number if it would win as things stand, or else “son buenas” (TA-42)."""
    envido = state.calls.envido
    assert envido is not None
    mano, seats = state.round.mano, state.terms.seats
    number, _ = best_pair(state.deal.dealt[seat], state.terms.highest_alone)
    mine = (number, -((seat - mano) % seats))  # TA-43: among equals, the nearest to the mano
    for claim in envido.claims:
        if claim.number is not None and (claim.number, -((claim.seat - mano) % seats)) > mine:
            return Action("son_buenas")
    return Action("declare", points=number)
