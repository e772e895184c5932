"""What actions do at Truco Argentino: cards, calls, answers, numbers; a flor comes before all else
(TA-82, `_asked`), and what a side gives up that has folded (`_give_up`). Points are in `bets`,
`calls` and `flor`.
"""

from __future__ import annotations

from typing import Final

from cardtui_engine.actions import Action
from cardtui_engine.cards import Card
from cardtui_engine.events import Acted, EnvidoSettled, Event, FlorSettled
from cardtui_engine.families.truco.seats import MOST_SEATS, TEAM_MASKS, along, only, others, team_of
from cardtui_engine.families.truco.tricks import settle
from cardtui_engine.families.truco.view import PlayedCard
from cardtui_engine.games.truco_argentino.bets import NO_BETS
from cardtui_engine.games.truco_argentino.calls import (
    CANCELLED,
    FOLDED,
    OPEN,
    TRUCO,
    WON,
    Envido,
    EnvidoClaim,
    EnvidoResult,
    Flor,
    FlorResult,
    Stage,
    envido_bet,
)
from cardtui_engine.games.truco_argentino.cards import PACK
from cardtui_engine.games.truco_argentino.flor import (
    announced,
    best_of,
    flor_accepted,
    flor_declined,
    holders,
    nearest,
    open_flor,
)
from cardtui_engine.games.truco_argentino.hand import (
    conclude,
    deal_out,
    end_round,
    prove,
    prove_and_conclude,
    score_envido,
    score_flor,
    would_win,
)
from cardtui_engine.games.truco_argentino.legal import NUMBER_RANGES, speaker
from cardtui_engine.games.truco_argentino.refusing import refusal
from cardtui_engine.games.truco_argentino.state import (
    ANSWER,
    ENVIDO,
    FLOR,
    OVER,
    PLAY,
    SHOW,
    State,
)
from cardtui_engine.games.truco_argentino.talk import committed
from cardtui_engine.games.truco_argentino.tricks import course_of

_PLAYED: Final = tuple(tuple(PlayedCard(seat, card) for card in PACK) for seat in range(MOST_SEATS))


def act(state: State, seat: int, action: Action, events: list[Event]) -> State:
    """Return the position after an action whose verb is allowed; its argument is checked here."""
    match action.verb:
        case "play":
            card = action.card
            if card is None or card not in state.tricks.hands[seat]:
                raise refusal(state, seat, action)
            return play_card(state, seat, card, events)
        case "envido" | "real_envido" | "falta_envido":
            return bet_envido(state, seat, action)
        case "truco" | "retruco" | "vale_cuatro":
            return call_truco(state, seat, action)
        case "flor":
            return announce_flor(state, seat, action, events)
        case "contraflor" | "contraflor_al_resto":
            return raise_flor(state, seat, action)
        case "quiero":
            return accept(state, seat, action, events)
        case "no_quiero":
            return fold(state, seat, action, events)
        case "declare":
            _number(state, seat, action, action.points)
            return declare(state, seat, action, events)
        case "son_buenas":
            return declare(state, seat, action, events)
        case "tap":
            return deal_out(state, 0, events)
        case "cut":
            return deal_out(state, _number(state, seat, action, action.at), events)
        case "ask" | "waive":
            return answer_show(state, seat, action, events)
        case "resign":
            return resign(state, seat, action, events)
        case _:
            return say(state, seat, action, events)


def _number(state: State, seat: int, action: Action, number: object) -> int:
    """Return the number in an action, or refuse one that is out of range."""
    if not isinstance(number, int) or not NUMBER_RANGES[action.verb].has(number):
        raise refusal(state, seat, action)
    return number


def say(state: State, seat: int, action: Action, events: list[Event]) -> State:
    """Take a line of talk, and make the call that it names (TA-70)."""
    call = committed(state, seat, action.text or "") if state.terms.reserved_words else None
    if call is None:
        return state
    made = Action(call)
    events.append(Acted(seat, made))
    return act(state, seat, made, events)


def play_card(state: State, seat: int, card: Card, events: list[Event]) -> State:
    """Play a card from the hand to the trick."""
    tricks = state.tricks.with_card(_PLAYED[seat][card])
    calls = state.calls
    after = state.with_tricks(tricks, calls.silenced() if calls.spoken else calls)
    return _settle_trick(after, events) if tricks.complete else after


def call_truco(state: State, seat: int, action: Action) -> State:
    """Call truco or a raise; a raise in answer to a call also accepts it (TA-20)."""
    raises = state.calls.raises
    if raises.proposed is not None:
        raises = raises.accepted()  # TA-23
    raises = raises.raised(TRUCO.above(raises.stake), seat)
    calls = state.calls.noted(seat, action.verb, state.tricks.cards_laid)
    return _asked(state.with_calls(ANSWER, calls.heard_on_truco(raises, seat, action.verb)))


def bet_envido(state: State, seat: int, action: Action) -> State:
    """Bet envido, or raise an envido; a truco call that waits keeps waiting (TA-32)."""
    before = state.calls.envido
    bets = NO_BETS if before is None else before.bets
    envido = envido_bet(bets.after(action.verb), seat)
    calls = state.calls.noted(seat, action.verb, state.tricks.cards_laid)
    return _asked(state.with_calls(ANSWER, calls.heard_on_envido(envido, seat, action.verb)))


def _asked(state: State) -> State:
    """Have a call answered; or first a flor announced, by the holder nearest to the mano (TA-82).

    What that tells of who has a flor, and who has none, is known from then on.
    """
    if not state.terms.flor or state.calls.flor is not None:
        return state
    left, tricks = holders(state), state.tricks
    if not left:
        return state.with_calls(ANSWER, state.calls.telling(0, tricks.live))
    mano = state.round.mano
    first = nearest(state, left)
    passed, seat = only(state.calls.said[-1].seat), mano
    while seat != first:
        passed |= only(seat) & tricks.live & ~tricks.played
        seat = along(seat, 1, state.terms.seats)
    return state.with_calls(FLOR, state.calls.telling(only(first), passed))


def announce_flor(state: State, seat: int, action: Action, events: list[Event]) -> State:
    """Announce a flor; all others who have one announce theirs with it (TA-81 to TA-84)."""
    calls = state.calls.noted(seat, action.verb, state.tricks.cards_laid).heard(seat, action.verb)
    seats = holders(state)
    calls = calls.telling(seats, state.tricks.live & ~seats)
    if calls.envido is not None and calls.envido.stage is OPEN:
        calls = calls.with_envido(calls.envido.cancelled())
    flor = announced(seats, seat)
    after = state.with_calls(ANSWER, calls.with_flor(flor))
    return after if flor.result is None else _flor_settled(after, flor.result, events)


def raise_flor(state: State, seat: int, action: Action) -> State:
    """Bet more on a flor (TA-85)."""
    flor = state.calls.flor
    assert flor is not None
    calls = state.calls.noted(seat, action.verb, state.tricks.cards_laid).heard(seat, action.verb)
    return state.with_calls(ANSWER, calls.with_flor(flor.raised(action.verb, seat)))


def _accept_flor(state: State, flor: Flor, events: list[Event]) -> State:
    """Compare the flores once a bet was accepted (TA-85, TA-86)."""
    seat, number = best_of(state, flor.seats)
    team = team_of(seat)
    points = flor_accepted(flor.bets[-1], state.round.falta[team])
    return _settle_flor(state, WON, FlorResult(team, points, seat, number), events)


def _decline_flor(state: State, flor: Flor, team: int, events: list[Event]) -> State:
    """Give that team what a declined bet is worth (TA-85)."""
    return _settle_flor(state, FOLDED, FlorResult(team, flor_declined(flor.bets[-1])), events)


def _settle_flor(state: State, stage: Stage, result: FlorResult, events: list[Event]) -> State:
    flor = state.calls.flor
    assert flor is not None
    state = state.with_calls(state.phase, state.calls.with_flor(flor.settled(stage, result)))
    return _flor_settled(state, result, events)


def _flor_settled(state: State, result: FlorResult, events: list[Event]) -> State:
    """Tell who has scored a flor, count it at once if the table does so (TA-89), and go on."""
    events.append(FlorSettled(*result[:4]))
    if state.terms.as_called:
        state = score_flor(state, result, events)
    return state if state.phase is OVER else resume(state, events)


def accept(state: State, seat: int, action: Action, events: list[Event]) -> State:
    """Say quiero to the waiting call."""
    calls = state.calls.noted(seat, action.verb, state.tricks.cards_laid)
    flor = open_flor(calls)
    if flor is not None:
        return _accept_flor(state.with_calls(ANSWER, calls.heard(seat, action.verb)), flor, events)
    envido = calls.envido
    if envido is not None and envido.stage is OPEN:
        heard = calls.heard_on_envido(envido.accepted(), seat, action.verb)
        return state.with_calls(ENVIDO, heard)
    heard = calls.heard_on_truco(calls.raises.accepted(), seat, action.verb)
    return resume(state.with_calls(PLAY, heard), events)


def fold(state: State, seat: int, action: Action, events: list[Event]) -> State:
    """Say no quiero to the waiting call: this loses the envido (TA-41) or the hand (TA-21)."""
    calls = state.calls.heard(seat, action.verb)
    calls = calls.noted(seat, action.verb, state.tricks.cards_laid)
    heard = state.with_calls(ANSWER, calls)
    flor = open_flor(calls)
    if flor is not None:
        return _decline_flor(heard, flor, others(team_of(seat)), events)
    envido = calls.envido
    if envido is not None and envido.stage is OPEN:
        return _go_on(_fold_envido(heard, envido, others(team_of(seat)), events), events)
    assert calls.raises.raiser is not None
    return end_round(heard, calls.raises.raiser, "fold", events)


def declare(state: State, seat: int, action: Action, events: list[Event]) -> State:
    """Declare a number, or concede that the highest so far is good (TA-42)."""
    envido = state.calls.envido
    assert envido is not None
    said = envido.with_claim(EnvidoClaim(seat, action.points))
    heard = state.calls.heard_on_envido(said, seat, action.verb, action.points)
    return _when_all_have_spoken(state.with_calls(ENVIDO, heard), said, events)


def answer_show(state: State, seat: int, action: Action, events: list[Event]) -> State:
    """Ask to see the winner's cards, or waive it (TA-44)."""
    calls = state.calls.heard(seat, action.verb)
    envido = calls.envido
    assert envido is not None
    heard = state.with_calls(SHOW, calls)
    waived = heard.with_envido(envido.waived())
    if state.pending_end is None:
        return _score_and_go_on(prove(heard, events) if action.verb == "ask" else waived, events)
    if action.verb == "waive":
        return conclude(waived, state.pending_end, events)
    return prove_and_conclude(heard, state.pending_end, events)


def resign(state: State, seat: int, action: Action, events: list[Event]) -> State:
    """Lay the cards down (TA-13); the last seat of a team to do so gives up the hand (TA-14)."""
    tricks = state.tricks.without_hand(seat)
    gone = state.with_tricks(tricks, state.calls.heard(seat, action.verb))
    team = team_of(seat)
    if not tricks.live & TEAM_MASKS[team]:
        return _give_up(gone, team, events)
    if state.phase is PLAY:
        return resume(gone, events)
    if state.phase is FLOR:
        return _asked(gone)
    envido = gone.calls.envido
    if state.phase is ENVIDO:
        assert envido is not None
        return _when_all_have_spoken(gone, envido, events)
    return gone


def resume(state: State, events: list[Event]) -> State:
    """Return to what waited behind an envido or an answer: a truco call, or else the trick."""
    if state.calls.raises.proposed is not None:
        return state.in_phase(ANSWER)
    playing = state.in_phase(PLAY)
    # TA-13: a resignation may have completed the trick while the game waited for something else.
    return _settle_trick(playing, events) if playing.tricks.complete else playing


def _settle_trick(state: State, events: list[Event]) -> State:
    """Count a complete trick, and end the hand if the trick decides it."""
    tricks = state.tricks
    team, winner, leader, takes = settle(
        tricks.counting,
        tricks.leader,
        [trick.team for trick in tricks.done],
        course_of(state.terms, state.round.mano, tricks.live),
        events,
    )
    settled = state.with_tricks(tricks.with_finished(team, winner, leader), state.calls)
    return settled if takes is None else end_round(settled, takes, "tricks", events)


def _give_up(state: State, team: int, events: list[Event]) -> State:
    """Settle everything for a team that has resigned as a whole (TA-14)."""
    winners = others(team)
    state = _give_up_flor(state, winners, events)
    if state.phase is OVER:
        return state
    calls = state.calls
    envido = calls.envido
    if envido is not None and envido.stage is not CANCELLED and envido.result is None:
        if envido.stage is OPEN:
            state = _fold_envido(state, envido, winners, events)
        else:
            points = envido.bets.accepted(state.round.falta[winners])
            lost = EnvidoResult(team=winners, points=points, resigned=True)
            state = _settle(state, envido.won(lost, checked=True), lost, events)
        if state.terms.as_called:
            state = _score(state, events)
            if state.phase is OVER:
                return state
    raises = calls.raises
    folded = raises.proposed is not None and raises.raiser == winners
    return end_round(state, winners, "fold" if folded else "resigned", events)


def _give_up_flor(state: State, winners: int, events: list[Event]) -> State:
    """Settle the flor for the side that is left: one that waits, or one not yet told (TA-87)."""
    calls = state.calls
    waiting = open_flor(calls)
    if waiting is not None:
        result = FlorResult(winners, flor_declined(waiting.bets[-1]))
        flor = waiting.settled(FOLDED, result)
    elif seats := holders(state):
        flor = announced(seats, nearest(state, seats))
        if calls.envido is not None and calls.envido.stage is OPEN:
            calls = calls.with_envido(calls.envido.cancelled())
    else:
        return state
    assert flor.result is not None
    events.append(FlorSettled(*flor.result[:4]))
    state = state.with_calls(state.phase, calls.with_flor(flor))
    return score_flor(state, flor.result, events) if state.terms.as_called else state


def _fold_envido(state: State, envido: Envido, team: int, events: list[Event]) -> State:
    """Give a folded envido to a team; its points are not counted yet."""
    points = envido.bets.folded(state.terms.traditional_fold)
    result = EnvidoResult(team=team, points=points)
    return _settle(state, envido.folded(result), result, events)


def _when_all_have_spoken(state: State, envido: Envido, events: list[Event]) -> State:
    """Settle the envido by its numbers once every seat has spoken (TA-43)."""
    if speaker(state) is not None:
        return state
    mano, seats = state.round.mano, state.terms.seats
    best = max(
        (claim for claim in envido.claims if claim.number is not None),
        key=lambda claim: (claim.number or 0, -((claim.seat - mano) % seats)),
    )
    team = team_of(best.seat)
    points = envido.bets.accepted(state.round.falta[team])
    result = EnvidoResult(team=team, points=points, seat=best.seat, number=best.number)
    won = _settle(state, envido.won(result, checked=False), result, events)
    if not (state.terms.as_called and would_win(state, result)):
        return _go_on(won, events)  # TA-44: checked after the hand
    if state.terms.on_request:
        return won.in_phase(SHOW)  # TA-52
    return _score_and_go_on(prove(won, events), events)


def _settle(state: State, settled: Envido, result: EnvidoResult, events: list[Event]) -> State:
    """Replace the open envido with the settled one."""
    events.append(EnvidoSettled(result.team, result.points, result.seat, result.number))
    return state.with_envido(settled)


def _go_on(state: State, events: list[Event]) -> State:
    """Continue after an envido that was folded, or won by its numbers."""
    return _score_and_go_on(state, events) if state.terms.as_called else resume(state, events)


def _score_and_go_on(state: State, events: list[Event]) -> State:
    """Count a settled envido at once (TA-52), and continue unless that ends the match."""
    scored = _score(state, events)
    return scored if scored.phase is OVER else resume(scored, events)


def _score(state: State, events: list[Event]) -> State:
    """Count a settled envido."""
    envido = state.calls.envido
    assert envido is not None
    assert envido.result is not None
    return score_envido(state, envido.result, events)
