"""What a seat may do now: the one place where it is decided.

`allowed` gives the verbs as a mask; `legal` is that mask spelt out for people, and the rules
accept an action if its verb is in the mask and its argument in the range listed.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.domains import Cards, Domain, Range
from cardtui_engine.truco.ring import FIRST, TEAM
from cardtui_engine.truco_argentino import verbs
from cardtui_engine.truco_argentino.bets import LINES, NEXT_LINE, accepted_points, folded_points
from cardtui_engine.truco_argentino.state import (
    ANSWER,
    CUT,
    ENVIDO,
    OPEN,
    PLAY,
    SHOW,
    TRUCO,
    Calls,
    State,
    to_play,
)

RANGES: Final = {
    "declare": Range("points", verbs.LOW, verbs.HIGH),
    "cut": Range("at", verbs.CUT_LOW, verbs.CUT_HIGH),
}
"""The numbers that a verb takes."""

_ARGUMENTS: Final[dict[str, tuple[Domain, ...]]] = {
    verb: (numbers,) for verb, numbers in RANGES.items()
}
_GIVES_UP: Final = ("no_quiero", "resign")


def cutter(state: State) -> int:
    """Return who cuts: the player at the dealer's left (TA-03)."""
    seats = state.terms.seats
    return (state.deal.dealer + seats - 1) % seats


def answering(calls: Calls) -> int:
    """Return the team that must answer what waits."""
    envido = calls.envido
    if envido is not None and envido.state == OPEN:
        return 1 - (envido.raiser & 1)
    return 1 - calls.caller


def speaker(state: State) -> int:
    """Return who speaks next while numbers are declared, -1 if all have (TA-42)."""
    envido = state.calls.envido
    assert envido is not None
    silent = state.tricks.live
    for claim in envido.claims:
        silent &= ~(1 << claim.seat)
    return FIRST[envido.raiser][silent]


def asking(state: State) -> int:
    """Return the seats that may ask for the envido winner's cards, as a mask (TA-44)."""
    envido = state.calls.envido
    assert envido is not None
    assert envido.result is not None
    return state.round.active & TEAM[1 - envido.result.team]


def waiting_for(state: State) -> int:
    """Return the seats whose decision the game waits for, as a mask."""
    phase = state.phase
    if phase == PLAY:
        return 1 << to_play(state.tricks)
    if phase == ANSWER:
        return state.tricks.live & TEAM[answering(state.calls)]
    if phase == ENVIDO:
        return 1 << speaker(state)
    if phase == CUT:
        return 1 << cutter(state)
    return asking(state) if phase == SHOW else 0


def interrupting(state: State, waiting: int) -> int:
    """Return the seats that may do something although nobody waits for them (TA-22)."""
    if state.phase in (PLAY, ANSWER, ENVIDO):
        return state.tricks.live & ~waiting
    return 0


def allowed(state: State, seat: int) -> int:
    """Return the verbs that the seat may use now, as a mask; `say` is never in it."""
    phase = state.phase
    tricks = state.tricks
    calls = state.calls
    if phase == PLAY:
        if not tricks.live >> seat & 1:
            return 0
        mask = verbs.RESIGN
        if to_play(tricks) == seat:
            mask |= verbs.PLAY
        if calls.raisers >> (seat & 1) & 1:  # TA-22, TA-23
            mask |= verbs.NEXT_RAISE[calls.stake]
        return mask | _first_bets(state, seat)
    if phase == ANSWER:
        if not tricks.live >> seat & 1:
            return 0
        if seat & 1 != answering(calls):
            return verbs.RESIGN
        mask = verbs.QUIERO | verbs.NO_QUIERO | verbs.RESIGN
        envido = calls.envido
        if envido is not None and envido.state == OPEN:
            return mask | LINES[envido.line].raises  # TA-33, TA-34
        # TA-23: to raise is to accept first, so the next raise is that of the stake proposed.
        mask |= verbs.NEXT_RAISE[TRUCO.accepted(calls.called)]
        return mask | _first_bets(state, seat)  # TA-32
    if phase == ENVIDO:
        if not tricks.live >> seat & 1:
            return 0
        if speaker(state) != seat:
            return verbs.RESIGN
        assert calls.envido is not None
        said = verbs.SON_BUENAS if calls.envido.claims else 0
        return verbs.RESIGN | verbs.DECLARE | said
    if phase == CUT:
        return verbs.CUT | verbs.TAP if seat == cutter(state) else 0
    if phase == SHOW:
        return verbs.ASK | verbs.WAIVE if asking(state) >> seat & 1 else 0
    return 0


def _first_bets(state: State, seat: int) -> int:
    """Return the bets with which the seat may open an envido (TA-31, TA-32)."""
    calls = state.calls
    if (
        calls.envido is None
        and not state.tricks.played >> seat & 1
        and (calls.stake == 1 or state.terms.envido_after_truco)
    ):
        return verbs.BETS
    return 0


def legal(state: State, seat: int) -> tuple[Choice, ...]:
    """Return what the seat may do now, with arguments and prices."""
    mask = allowed(state, seat)
    if not mask:
        return ()
    calls = state.calls
    envido = calls.envido
    line = -1
    if envido is not None and envido.state == OPEN:
        line = envido.line
    choices = _priced(
        mask,
        calls.stake,
        calls.called,
        line,
        state.round.falta,
        state.terms.traditional_fold,
    )
    if mask & verbs.PLAY:
        return (Choice("play", (Cards("card", state.tricks.hands[seat]),)), *choices)
    return choices


@cache
def _priced(  # noqa: PLR0917 - a cache is asked fastest by position
    mask: int, stake: int, called: int, line: int, falta: int, traditional: bool
) -> tuple[Choice, ...]:
    """Return the choices of a mask but for `play`.

    Args:
        mask: the verbs.
        stake: the agreed truco points.
        called: the truco call that waits.
        line: the bets of an envido that waits for its answer, -1 if none does.
        falta: what a falta envido is worth.
        traditional: whether folds are reckoned the traditional way.
    """
    if line < 0:
        accepted, folded = TRUCO.accepted(called), stake
    else:
        accepted, folded = accepted_points(line, falta), folded_points(line, traditional)
    prices: dict[str, int] = {"quiero": accepted, "no_quiero": folded}
    for rung, call in enumerate(TRUCO.calls, 1):
        prices[call] = TRUCO.accepted(rung)
    for bet, after in NEXT_LINE[max(line, 0)].items():
        prices[bet] = accepted_points(after, falta)
    return tuple(
        [
            Choice(
                verb,
                _ARGUMENTS.get(verb, ()),
                prices.get(verb),
                ChoiceKind.GIVES_UP if verb in _GIVES_UP else ChoiceKind.PLAIN,
            )
            for verb in verbs.verbs_in(mask & ~verbs.PLAY)
        ]
    )
