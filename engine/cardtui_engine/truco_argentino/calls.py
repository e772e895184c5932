"""Calls and answers: truco and its raises, envido and its numbers, and resigning from them."""

from __future__ import annotations

from cardtui_engine.actions import Action
from cardtui_engine.events import EnvidoSettled, Event
from cardtui_engine.truco.public import SpokenCall
from cardtui_engine.truco.ring import TEAM
from cardtui_engine.truco_argentino import state as s
from cardtui_engine.truco_argentino.bets import NEXT_LINE, accepted_points, folded_points
from cardtui_engine.truco_argentino.legality import speaker
from cardtui_engine.truco_argentino.play import lay_down, resume
from cardtui_engine.truco_argentino.public import EnvidoClaim, EnvidoResult
from cardtui_engine.truco_argentino.rounds import conclude, end_round, prove, score_envido
from cardtui_engine.truco_argentino.state import TRUCO, Calls, Envido, State


def call_truco(state: State, seat: int, action: Action, _events: list[Event]) -> State:
    """Call truco or a raise; as an answer it accepts the call before it (TA-20)."""
    calls = state.calls
    rung = TRUCO.calls.index(action.verb) + 1
    spoken = _spoken(calls, seat, action.verb)
    called = Calls(TRUCO.folded(rung), 0, rung, seat & 1, calls.envido, spoken)
    return _with(state, s.ANSWER, called)


def bet_envido(state: State, seat: int, action: Action, _events: list[Event]) -> State:
    """Call an envido bet, the first or a higher one; a truco that waits waits on (TA-32)."""
    calls = state.calls
    line = calls.envido.line if calls.envido is not None else 0
    envido = Envido(NEXT_LINE[line][action.verb], s.OPEN, seat, (), None, True)
    return _with(state, s.ANSWER, _with_envido(calls, envido, _spoken(calls, seat, action.verb)))


def accept(state: State, seat: int, action: Action, events: list[Event]) -> State:
    """Say quiero to what waits."""
    calls = state.calls
    spoken = _spoken(calls, seat, action.verb)
    envido = calls.envido
    if envido is not None and envido.state == s.OPEN:
        declaring = Envido(envido.line, s.DECLARING, envido.raiser, (), None, True)
        return _with(state, s.ENVIDO, _with_envido(calls, declaring, spoken))
    stake = TRUCO.accepted(calls.called)
    agreed = Calls(stake, 1 << (seat & 1), 0, 0, envido, spoken)  # TA-23
    return resume(_with(state, s.PLAY, agreed), events)


def fold(state: State, seat: int, action: Action, events: list[Event]) -> State:
    """Say no quiero to what waits: an envido is lost (TA-41), or the round (TA-21)."""
    calls = state.calls
    spoken = _spoken(calls, seat, action.verb)
    envido = calls.envido
    heard = _with(state, s.ANSWER, _with_envido(calls, envido, spoken))
    if envido is not None and envido.state == s.OPEN:
        return _go_on(_fold_envido(heard, 1 - (seat & 1), events), events)
    return end_round(heard, calls.caller, "fold", events)


def declare(state: State, seat: int, action: Action, events: list[Event]) -> State:
    """Declare a number, or admit that those so far are good (TA-42)."""
    calls = state.calls
    envido = calls.envido
    assert envido is not None
    claims = (*envido.claims, EnvidoClaim(seat, action.points))
    spoken = _spoken(calls, seat, action.verb, action.points)
    said = Envido(envido.line, s.DECLARING, envido.raiser, claims, None, True)
    return _when_all_have_spoken(_with(state, s.ENVIDO, _with_envido(calls, said, spoken)), events)


def answer_show(state: State, seat: int, action: Action, events: list[Event]) -> State:
    """Ask to see the winner's cards, or do without (TA-44)."""
    calls = state.calls
    envido = calls.envido
    assert envido is not None
    heard = _with(state, s.SHOW, _with_envido(calls, envido, _spoken(calls, seat, action.verb)))
    if action.verb == "ask":
        heard = prove(heard, events)
    else:
        done = envido._replace(checked=True)
        heard = _with(heard, s.SHOW, _with_envido(heard.calls, done, heard.calls.spoken))
    if state.ended is not None:
        return conclude(heard, state.ended, events)
    return _score_and_go_on(heard, events)


def resign(state: State, seat: int, action: Action, events: list[Event]) -> State:
    """Lay the cards down (TA-13); the last of a side gives up the round (TA-14)."""
    calls = state.calls
    heard = _with_envido(calls, calls.envido, _spoken(calls, seat, action.verb))
    tricks = lay_down(state.tricks, seat)
    gone = State(
        state.terms,
        state.deal,
        state.round,
        state.phase,
        state.scores,
        tricks,
        heard,
        state.last,
        None,
        (),
    )
    team = seat & 1
    if not tricks.live & TEAM[team]:
        return _give_up(gone, team, events)
    if state.phase == s.PLAY:
        return resume(gone, events)
    if state.phase == s.ENVIDO:
        return _when_all_have_spoken(gone, events)
    return gone


def _give_up(state: State, team: int, events: list[Event]) -> State:
    """Settle everything for a side that has resigned as a whole (TA-14)."""
    others = 1 - team
    calls = state.calls
    envido = calls.envido
    if envido is not None and envido.result is None:
        if envido.state == s.OPEN:
            state = _fold_envido(state, others, events)
        else:
            points = accepted_points(envido.line, state.round.falta)
            lost = EnvidoResult(others, points, None, None, ())
            state = _settle(state, _settled(envido, s.WON, lost, checked=True), events)
        if state.terms.as_called:
            assert state.calls.envido is not None
            assert state.calls.envido.result is not None
            state = score_envido(state, state.calls.envido.result, events)
            if state.phase == s.OVER:
                return state
    reason = "fold" if calls.called and calls.caller == others else "resigned"
    return end_round(state, others, reason, events)


def _fold_envido(state: State, team: int, events: list[Event]) -> State:
    """Give a folded envido's points to a team; not counted yet."""
    envido = state.calls.envido
    assert envido is not None
    points = folded_points(envido.line, state.terms.traditional_fold)
    result = EnvidoResult(team, points, None, None, ())
    return _settle(state, _settled(envido, s.FOLDED, result, checked=True), events)


def _when_all_have_spoken(state: State, events: list[Event]) -> State:
    """Settle the envido by its numbers once nobody is left to speak (TA-43)."""
    if speaker(state) >= 0:
        return state
    envido = state.calls.envido
    assert envido is not None
    mano, seats = state.round.mano, state.terms.seats
    best = max(
        (claim for claim in envido.claims if claim.number is not None),
        key=lambda claim: (claim.number or 0, -((claim.seat - mano) % seats)),
    )
    points = accepted_points(envido.line, state.round.falta)
    result = EnvidoResult(best.seat & 1, points, best.seat, best.number, ())
    won = _settle(state, _settled(envido, s.WON, result, checked=False), events)
    if not state.terms.as_called:
        return resume(won, events)  # TA-44: checked after the round
    if state.terms.on_request:
        return _with(won, s.SHOW, won.calls)  # TA-52
    return _score_and_go_on(prove(won, events), events)


def _settle(state: State, settled: Envido, events: list[Event]) -> State:
    """Put a settled envido in the place of the one that was open."""
    result = settled.result
    assert result is not None
    events.append(EnvidoSettled(result.team, result.points, result.seat, result.number))
    return _with(state, state.phase, _with_envido(state.calls, settled, state.calls.spoken))


def _settled(envido: Envido, how: str, result: EnvidoResult, *, checked: bool) -> Envido:
    return Envido(envido.line, how, envido.raiser, envido.claims, result, checked)


def _go_on(state: State, events: list[Event]) -> State:
    """Go on after a folded envido."""
    return _score_and_go_on(state, events) if state.terms.as_called else resume(state, events)


def _score_and_go_on(state: State, events: list[Event]) -> State:
    """Count a settled envido at once (TA-52); go on if that does not end the match."""
    envido = state.calls.envido
    assert envido is not None
    assert envido.result is not None
    scored = score_envido(state, envido.result, events)
    return scored if scored.phase == s.OVER else resume(scored, events)


def _spoken(
    calls: Calls, seat: int, verb: str, number: int | None = None
) -> tuple[SpokenCall, ...]:
    """Return the speech bubbles with a new one, instead of that seat's last."""
    word = SpokenCall(seat, verb, number)
    if not calls.spoken:
        return (word,)
    return (*[said for said in calls.spoken if said.seat != seat], word)


def _with_envido(calls: Calls, envido: Envido | None, spoken: tuple[SpokenCall, ...]) -> Calls:
    return Calls(calls.stake, calls.raisers, calls.called, calls.caller, envido, spoken)


def _with(state: State, phase: str, calls: Calls) -> State:
    return State(
        state.terms,
        state.deal,
        state.round,
        phase,
        state.scores,
        state.tricks,
        calls,
        state.last,
        state.ended,
        (),
    )
