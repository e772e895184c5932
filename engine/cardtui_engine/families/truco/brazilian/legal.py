"""What a seat may do now at a Brazilian truco, who may raise (`may_raise`), when a card may lie
face down (`check_play`), and why anything else is refused. What is done for you when your time is
up: `mildest`.
"""

from __future__ import annotations

from typing import Final, NamedTuple, assert_never

from cardtui_engine.actions import Action
from cardtui_engine.cards import FRENCH, Card
from cardtui_engine.choices import Choice
from cardtui_engine.domains import Cards, Flag
from cardtui_engine.families.truco.brazilian import phases
from cardtui_engine.families.truco.brazilian.stakes import TARGET, Kind
from cardtui_engine.families.truco.brazilian.state import G, T, Truco
from cardtui_engine.refusals import Code, IllegalAction
from cardtui_engine.rules import VerbClause, verb_clauses
from cardtui_engine.shared_refusals import NOT_CUT, NOT_DEALT, Note, no_such_card


class Cited(NamedTuple):
    """Where a game's sheet says what all of these games say.

    Attributes:
        deal: who gets cards when.
        cut: the cut.
        play: what a trick is.
        face_up: when no card may lie face down.
        call: truco.
        answer: the answers to a raise.
        higher: raises above truco.
        sides: which side may raise again.
        limit: that nobody raises beyond what wins.
        order: that only the next stake is called.
        top: that none is higher.
        eleven: a hand with one side at eleven.
        choice: what that side may choose.
        no_calls: that nobody may raise in it.
        iron: the iron hand.
    """

    deal: str
    cut: str
    play: str
    face_up: str
    call: str
    answer: str
    higher: str
    sides: str
    limit: str
    order: str
    top: str
    eleven: str
    choice: str
    no_calls: str
    iron: str


def notes_of(cited: Cited) -> dict[str, Note]:
    """Return what a player is told whose action a phase refuses."""
    return {
        phases.DEAL: Note(cited.cut, NOT_DEALT),
        phases.CUT: Note(cited.cut, NOT_CUT, "First cut the pack."),
        phases.ELEVEN: Note(
            cited.eleven,
            "Wait until the side at eleven has run or chosen to play on.",
            "First choose: play on, or run.",
            "Only the side at eleven chooses: wait for it.",
        ),
        phases.PLAY: Note(
            cited.play,
            "There is nothing to answer now: wait for your turn.",
            "There is nothing to answer now: play a card, or raise.",
        ),
        phases.ANSWER: Note(
            cited.call,
            "A raise is waiting: it must be answered first.",
            "First answer the raise.",
            "The other side must answer that raise: wait for it.",
            turn_clause=cited.answer,
        ),
        phases.IRON: Note(cited.iron, "This is the iron hand: turn up a card without looking."),
    }


def clauses_of(cited: Cited) -> tuple[VerbClause, ...]:
    """Return the clause that says most about each verb that every game has, and about the cut."""
    return (
        *verb_clauses(
            {
                "cut": cited.cut,
                "play": cited.play,
                "truco": cited.call,
                "accept": cited.answer,
                "run": cited.answer,
                "raise": cited.higher,
                "play_on": cited.choice,
                "turn_up": cited.iron,
            }
        ),
        VerbClause("run", cited.choice, phase=phases.ELEVEN),
        VerbClause("raise", cited.sides, phase=phases.PLAY),
        *[VerbClause(verb, cited.higher, answered="raise") for verb in ("accept", "run")],
        VerbClause("play", cited.face_up, argument="face_down"),
    )


_TURN_UP: Final = (Choice("turn_up"),)
_FACE_DOWN: Final = Flag("face_down")


def legal(state: Truco[T, G], seat: int) -> tuple[Choice, ...]:
    """Return what a seat that is to act may do now, except cut or choose its cards."""
    phase = state.phase
    stakes = state.terms.stakes
    if phase is phases.PLAY:
        cards = state.cards
        # In the first trick every card is played face up.
        choices: tuple[Choice, ...] = (_play(cards.hands[seat], bool(cards.tricks)),)
        if not may_raise(state, seat & 1):
            return choices
    elif phase is phases.ANSWER:
        choices = stakes.answers[state.raises.stands]
    elif phase is phases.ELEVEN:
        return stakes.at_eleven
    elif phase is phases.IRON:
        return _TURN_UP
    else:
        return ()
    return choices if _wins(state, seat & 1) else choices + stakes.raises[state.raises.stands]


def _play(hand: tuple[Card, ...], hides: bool) -> Choice:
    """Return the choice of a card to play, also face down if ``hides``."""
    card = Cards("card", hand)
    return Choice("play", (card, _FACE_DOWN) if hides else (card,))


def may_raise(state: Truco[T, G], team: int) -> bool:
    """Return whether the team to act may raise at some score, below the highest stake."""
    if state.phase is phases.ANSWER:
        return True
    return (
        state.phase is phases.PLAY and state.kind is Kind.ORDINARY and team in state.raises.open_to
    )


def _wins(state: Truco[T, G], team: int) -> bool:
    """Return whether the present stake would win the team the game, so that it may not raise."""
    return state.terms.limited and state.scores[team] + state.raises.stands >= TARGET


def check(state: Truco[T, G], seat: int, action: Action, cited: Cited) -> None:
    """Refuse a card or a raise that the rules forbid.

    Raises:
        IllegalAction: the rules refuse it.
    """
    verb = action.verb
    if verb == "play":
        check_play(state, seat, action, cited)
    elif verb in ("truco", "raise"):
        refused = check_raise(state, seat, verb, cited)
        if refused is not None:
            raise refused


def check_play(state: Truco[T, G], seat: int, action: Action, cited: Cited) -> None:
    """Refuse a card that the seat does not hold, or may not play so.

    Raises:
        IllegalAction: the rules refuse it.
    """
    check_held(state, seat, action, cited)
    if action.face_down and not state.cards.tricks:
        raise forbidden(
            "In the first trick every card is played face up: play one so.", cited.face_up
        )


def check_held(state: Truco[T, G], seat: int, action: Action, cited: Cited) -> None:
    """Refuse a card that the seat does not hold.

    Raises:
        IllegalAction: ``no_such_card``.
    """
    card = action.card
    hand = state.cards.hands[seat]
    if not hand:
        raise IllegalAction(Code.NO_SUCH_CARD, "You have no cards yet: wait for them.", cited.deal)
    if card not in hand:
        raise no_such_card(card, FRENCH, cited.play)


def check_raise(state: Truco[T, G], seat: int, verb: str, cited: Cited) -> IllegalAction | None:
    """Return why the next raise is too high for the seat's side; ``None`` if it is not.

    Raises:
        IllegalAction: that verb is no raise that the side could make at any score.
    """
    raises = state.raises
    ladder = state.terms.stakes.ladder
    mine = ladder.call_above(raises.stands) if may_raise(state, seat & 1) else None
    if mine == verb:
        if not _wins(state, seat & 1):
            return None
        return forbidden(
            "What is at stake would win you the match already: go on without a raise.", cited.limit
        )
    if mine:
        raise forbidden("That is not the next raise: it is “{verb}”.", cited.order, verb=mine)
    if state.phase is phases.ANSWER or raises.stake == ladder.top:
        raise forbidden("Nothing goes above twelve: accept or run, or play on.", cited.top)
    if state.kind is not Kind.ORDINARY:
        raise forbidden("With a side at eleven nobody may raise: play a card.", cited.no_calls)
    if not raises.open_to:
        raise forbidden("The raise has been accepted and the trick decides: play on.", cited.sides)
    raise forbidden(
        "Your side raised last, so only the other side may raise now: go on without a raise.",
        cited.sides,
    )


def forbidden(template: str, clause: str, **args: object) -> IllegalAction:
    """Build the refusal of what the rules forbid now."""
    return IllegalAction(Code.NOT_ALLOWED, template, clause, **args)


def mildest(state: Truco[T, G], seat: int, cut: Action) -> Action:
    """Return the mildest action of a seat that the game waits for.

    Args:
        cut: the game's mildest cut.
    """
    phase = state.phase
    if phase is phases.PLAY:
        strength = state.game.strength
        return Action("play", card=min(state.cards.hands[seat], key=strength.__getitem__))
    if phase is phases.ANSWER or phase is phases.ELEVEN:
        return Action("run")
    if phase is phases.IRON:
        return Action("turn_up")
    if phase is phases.MAO:
        return Action("keep")
    if phase is phases.CUT:
        return cut
    if phase is phases.DEAL or phase is phases.OVER:
        raise ValueError("the game waits for no seat")
    assert_never(phase)
