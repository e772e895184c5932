"""What a seat may do now at Cacheta: stay, discard, knock, say “na boa”, cut the line; who may
leave a hand (`may_fold`) and who may cut (`may_cut`; CA-20 to CA-63).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, assert_never

from cardtui_engine.cards import Card
from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.families.rummy.cards import play as phases
from cardtui_engine.families.rummy.cards.declaring import GoingOut, completing, ways_out
from cardtui_engine.families.rummy.cards.game import discard_choice, draw_choice
from cardtui_engine.families.rummy.cards.laying import declaration, vain_declaration
from cardtui_engine.families.rummy.cards.play import HAND_SIZE
from cardtui_engine.families.rummy.cards.view import WayOut
from cardtui_engine.families.rummy.melding.melder import Arrangement
from cardtui_engine.games.cacheta.state import State
from cardtui_engine.turn import Turn

KNOCK: Final = GoingOut("CA-30", ten=True, unnamed=True)
"""How a hand goes out on its own turn."""
WAY_OUT: Final = WayOut("knock", ten=KNOCK.ten)

CUT: Final = GoingOut("CA-42", ten=True, unnamed=True)
"""How a hand goes out by cutting the line."""

VERBS_BY_PHASE: Final[dict[str, tuple[str, ...]]] = {
    phases.DEAL: (),
    phases.OVER: (),
    phases.STAYING: ("stay", "fold"),
    phases.DRAW: ("draw", "good_one", "cut"),
    phases.DISCARD: ("discard", "knock", "good_one"),
    phases.CONTEST: ("cut", "waive"),
}

OUT_OF_TURN_VERBS: Final[dict[str, tuple[str, ...]]] = {
    phases.DRAW: ("good_one", "cut"),
    phases.DISCARD: ("good_one",),
}
"""By phase, the verbs that other seats may use as well as the seat whose turn it is."""

_GOOD_ONE: Final = Choice("good_one")
_WAIVE: Final = Choice("waive")
_STAY: Final = Choice("stay")
_FOLD: Final = Choice("fold", price=1, kind=ChoiceKind.GIVES_UP)


@lru_cache(maxsize=4096)
def turn(  # noqa: PLR0917 - a cache is fastest with positional arguments
    phase: phases.Phase,
    seat: int | None,
    order: tuple[int, ...],
    thrower: int | None,
    good: tuple[int, ...],
    burned: tuple[int, ...],
) -> Turn:
    """Return the turn while a seat draws or discards.

    Seats that are na boa may cut the line (CA-41). The others may still say it,
    even out of turn (CA-40), and then cut; so the draw is held for them as well.

    Args:
        phase: ``DRAW`` or ``DISCARD``.
        seat: the seat whose turn it is.
        order: the seats in play.
        thrower: the seat that threw the card that may be taken; ``None`` if there is none.
        good: the seats that are na boa.
        burned: the seats that may not cut any more.
    """
    others = [each for each in sorted(order) if each != seat]
    never = (thrower, *burned)
    open_to = [] if thrower is None else [each for each in others if each not in never]
    return Turn(
        phase,
        () if seat is None else (seat,),
        may_act=tuple([each for each in open_to if each in good]),
        may_declare=tuple([each for each in others if each not in good]),
        holds_draw=bool(open_to),
    )


def legal(state: State, seat: int) -> tuple[Choice, ...]:
    """Return what the seat may do now."""
    play, phase = state.play, state.phase
    if seat not in play.order:
        return ()
    found: list[Choice] = []
    match phase:
        case phases.DRAW:
            if may_cut(state, seat):
                found.append(_cut_choice(state, seat))
            if seat == play.seat:
                found.append(draw_choice(play))
        case phases.DISCARD:
            if seat == play.seat:
                found.extend(_out_or_throw(state, seat))
        case phases.CONTEST:
            assert play.contest is not None
            return (_cut_choice(state, seat), _WAIVE) if seat == play.contest.asked[0] else ()
        case phases.STAYING:
            if seat != play.seat:
                return ()
            return (_STAY, _FOLD) if may_fold(state, seat) else (_STAY,)
        case phases.DEAL | phases.CUT | phases.BETTING | phases.MATCHING | phases.OVER:
            return ()
        case _:
            assert_never(phase)
    if may_declare(state, seat):
        found.append(_GOOD_ONE)
    return tuple(found)


def _out_or_throw(state: State, seat: int) -> tuple[Choice, ...]:
    hand = state.play.hands[seat]
    throw = discard_choice(hand)
    ways = ways_out(state.melder, KNOCK, hand)
    return (_knock_choice(state, WAY_OUT.verb, KNOCK, hand, ways), throw) if ways else (throw,)


def _knock_choice(
    state: State,
    verb: str,
    going_out: GoingOut,
    cards: tuple[Card, ...],
    ways: dict[Card | None, Arrangement],
) -> Choice:
    """Return the choice to go out; its price is what each opponent loses (CA-31)."""
    nine, ten_cards = state.lost
    if None in ways:
        domains = declaration(state.melder, going_out, cards, ways, price=nine)
        return Choice(verb, domains, ten_cards, ChoiceKind.TAKES)
    domains = declaration(state.melder, going_out, cards, ways)
    return Choice(verb, domains, nine, ChoiceKind.TAKES)


def may_fold(state: State, seat: int) -> bool:
    """Return whether a seat that is asked may leave the hand: with one point it stays (CA-60)."""
    return state.scores[seat] > 1


def may_declare(state: State, seat: int) -> bool:
    """Return whether a seat in play may say “na boa” (CA-40)."""
    hand = state.play.hands[seat]
    return (
        seat not in state.declared_good
        and len(hand) == HAND_SIZE
        and bool(completing(state.melder, hand))
    )


def may_cut(state: State, seat: int) -> bool:
    """Return whether the seat may cut the line now (CA-41)."""
    thrower = state.play.thrower
    return (
        thrower is not None
        and seat != thrower
        and seat in state.declared_good
        and seat not in state.burned
    )


def ten(state: State, seat: int) -> tuple[Card, ...]:
    """Return the cards of the seat, and the top discard if there is one."""
    return (*state.play.hands[seat], *state.play.discards[-1:])


def _cut_choice(state: State, seat: int) -> Choice:
    cards = ten(state, seat)
    ways = ways_out(state.melder, CUT, cards)
    if ways:
        return _knock_choice(state, "cut", CUT, cards, ways)
    return Choice("cut", vain_declaration(CUT, cards), kind=ChoiceKind.BURNS)  # CA-43
