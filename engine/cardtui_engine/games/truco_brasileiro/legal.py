"""What a seat may do now, what is a foul, and why anything else is refused."""

from __future__ import annotations

from typing import Final, assert_never

from cardtui_engine.actions import Action
from cardtui_engine.cards import FRENCH, UNKNOWN
from cardtui_engine.choices import Choice
from cardtui_engine.domains import Numbers, Words
from cardtui_engine.families.truco.offers import (
    TURN_UP,
    offers_at_eleven,
    offers_of,
    play_offer,
)
from cardtui_engine.games.truco_brasileiro.stakes import ELEVEN_STAKE, STAKES
from cardtui_engine.games.truco_brasileiro.state import (
    ANSWER,
    CUT,
    DEAL,
    ELEVEN,
    IRON,
    MAO,
    ORDINARY,
    PLAY,
    TARGET,
    Phase,
    State,
    rejections,
    to_act,
)
from cardtui_engine.games.truco_brasileiro.verbs import (
    BOTTOM,
    CUT_HIGH,
    CUT_LOW,
    MOST_CUTS,
    MOST_REJECTIONS,
    TOP,
)
from cardtui_engine.refusals import Code, IllegalAction
from cardtui_engine.shared_refusals import NOT_CUT, NOT_DEALT, Note

NOTES: Final[dict[str, Note]] = {
    DEAL: Note("TB-04", NOT_DEALT),
    CUT: Note("TB-04", NOT_CUT, "First cut the pack."),
    MAO: Note(
        "TB-05",
        "Wait until the mão has kept three cards.",
        "First decide about your three cards: keep them, or what else you may.",
    ),
    ELEVEN: Note(
        "TB-51",
        "Wait until the side at eleven has run or chosen to play on.",
        "First choose: play on, or run.",
        "Only the side at eleven chooses: wait for it.",
    ),
    PLAY: Note(
        "TB-20",
        "Nothing waits for an answer now.",
        "Nothing waits for an answer now: play a card, or raise.",
    ),
    ANSWER: Note(
        "TB-30",
        "A raise waits: it must be answered first.",
        "First answer the raise that waits.",
        "The other side must answer that raise: wait for it.",
        turn_clause="TB-31",
    ),
    IRON: Note("TB-53", "This is the iron hand: turn up a card, unseen."),
}


_CUT: Final = Choice(
    "cut", (Numbers("at", CUT_LOW, CUT_HIGH, MOST_CUTS), Words("source", (TOP, BOTTOM)))
)
_OFFERS: Final = offers_of(STAKES)
_AT_ELEVEN: Final = offers_at_eleven(1, ELEVEN_STAKE)
_KEEP, _PASS, _REJECT = Choice("keep"), Choice("pass"), Choice("reject")


def may_raise(state: State, team: int) -> bool:
    """Return whether the team to act may raise at some score, below the highest stake."""
    if state.phase is ANSWER:
        return True
    if state.phase is not PLAY or state.kind is not ORDINARY:  # TB-52
        return False
    if team not in state.raises.open_to:  # TB-34
        return False
    return state.raises.raiser is None or not state.terms.trick_decides  # TB-34


def beyond(state: State, team: int, stands: int) -> bool:
    """Return whether the present stake would win the team the match, so that it may not raise."""
    return state.scores[team] + stands >= TARGET  # TB-33


def legal(state: State, seat: int) -> tuple[Choice, ...]:
    """Return what the seat may do now; fouls are never offered (TB-60)."""
    if seat not in to_act(state):
        return ()
    team = seat & 1
    phase = state.phase
    match phase:
        case Phase.PLAY:
            cards = state.cards
            # TB-22: in the first trick every card is played face up.
            choices: tuple[Choice, ...] = (play_offer(cards.hands[seat], bool(cards.tricks)),)
        case Phase.ANSWER:
            choices = _OFFERS.answers[state.raises.stands]
        case Phase.CUT:
            return (_CUT,)
        case Phase.MAO:
            offered = [_KEEP]
            if not state.passed:
                offered.append(_PASS)
            if rejections(state) < MOST_REJECTIONS:
                offered.append(_REJECT)
            return tuple(offered)
        case Phase.ELEVEN:
            return _AT_ELEVEN
        case Phase.IRON:
            return (TURN_UP,)
        case Phase.DEAL | Phase.OVER:
            return ()
        case _:
            assert_never(phase)
    if not may_raise(state, team):
        return choices
    stands = state.raises.stands
    return choices if beyond(state, team, stands) else choices + _OFFERS.raises[stands]


def check(state: State, seat: int, action: Action) -> str:
    """Return the kind of foul that the action is; ``""`` if it is not a foul.

    Raises:
        IllegalAction: the rules refuse it.
    """
    verb = action.verb
    match verb:
        case "cut":
            refused = _cut(action)
        case "reject":
            refused = _reject(state)
        case "pass":
            refused = _pass(state)
        case "play":
            _held(state, seat, action)
            if action.face_down and not state.cards.tricks:
                raise _forbidden("In the first trick every card is played face up.", "TB-22")
            return ""
        case "truco" | "raise":
            refused = _raising(state, seat, verb)
        case "show":
            _held(state, seat, action)
            refused = _forbidden("Cards are not shown: keep yours to yourself.", "TB-60")
        case _:
            return ""
    if refused is None:
        return ""
    if not state.terms.penalised:  # TB-62
        raise refused
    return "raise" if verb == "truco" else verb


def _forbidden(template: str, clause: str, **args: object) -> IllegalAction:
    return IllegalAction(Code.NOT_ALLOWED, template, clause, **args)


def _held(state: State, seat: int, action: Action) -> None:
    card = action.card
    hand = state.cards.hands[seat]
    if not hand:
        raise IllegalAction(Code.NO_SUCH_CARD, "You have no cards yet: wait for them.", "TB-05")
    if card not in hand:
        known = card is not None and card in range(len(FRENCH.codes))
        raise IllegalAction(
            Code.NO_SUCH_CARD,
            "{card} is not in your hand: name one of {hand}.",
            "TB-20",
            card=FRENCH.code(card if known and card is not None else UNKNOWN),
            hand=", ".join(map(FRENCH.code, hand)),
        )


def _cut(action: Action) -> IllegalAction | None:
    assert isinstance(action.at, tuple)
    if 1 <= len(action.at) <= MOST_CUTS and all(CUT_LOW <= n <= CUT_HIGH for n in action.at):
        return None
    return IllegalAction(
        Code.BAD_AMOUNT,
        "Cut one to three times, each time {low} to {high} cards.",
        "TB-04",
        low=CUT_LOW,
        high=CUT_HIGH,
    )


def _reject(state: State) -> IllegalAction | None:
    if rejections(state) < MOST_REJECTIONS:
        return None
    return _forbidden(
        "Cards have been rejected three times: keep these, or pass if you may.", "TB-09"
    )


def _pass(state: State) -> IllegalAction | None:
    if not state.passed:
        return None
    return _forbidden("Your partner has been served: keep these, or reject if you may.", "TB-07")


def _raising(state: State, seat: int, verb: str) -> IllegalAction | None:
    team = seat & 1
    mine = STAKES.call_above(state.raises.stands) if may_raise(state, team) else None
    if mine == verb:
        if not beyond(state, team, state.raises.stands):
            return None
        return _forbidden("What stands would win you the match: you may not raise it.", "TB-33")
    if mine:
        raise _forbidden("That is not the next raise: it is “{verb}”.", "TB-35", verb=mine)
    if state.phase is ANSWER or state.raises.stake == STAKES.top:
        raise _forbidden("Nothing goes above twelve: accept or run, or play on.", "TB-32")
    if state.kind is not ORDINARY:
        raise _forbidden("With a side at eleven nobody may raise: play a card.", "TB-52")
    if state.terms.trick_decides:
        raise _forbidden("The raise has been accepted and the trick decides: play on.", "TB-34")
    raise _forbidden("Your side raised last: only the other side may raise now.", "TB-34")
