"""The sentences when a move is refused, as all games say them, such as `ITS_TURN`. Those of one
game or family are in its legal.py, moves.py, refusing.py, cutting.py or declaring.py; which of
several reasons is given, `Code` in refusals.py says.

Each game says what its phases wait for (`Note`).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_engine.cards import UNKNOWN, Card, Deck
from cardtui_engine.refusals import Code, IllegalAction

NO_VERB: Final = "This game has no action “{verb}”."
NO_ARGUMENT: Final = "“{verb}” takes no “{name}”."
NO_SEAT: Final = "There is no seat {seat} at this table: sit down first."
MATCH_OVER: Final = "The match is over: start another one to play on."
NOT_DEALT: Final = "Wait for the next hand to be dealt."
NOT_CUT: Final = "Wait until the pack has been cut."
CUT_LONG_AGO: Final = "The pack is cut before the deal: wait for the next hand."
TAPPED_LONG_AGO: Final = "To tap the pack leaves it uncut, before the deal: wait for the next hand."
NOT_HELD: Final = "You don’t have {card}: choose one of your own cards."
NO_CHIPS: Final = "This game is not played for chips."
NOT_IN_A_HAND: Final = "Chips are bought between two hands: wait until this one is over."
NO_AMOUNT: Final = "Buy a number of chips from 1 to {most}."
ITS_TURN: Final = "It is the turn of seat {seat}: wait."


class Note(NamedTuple):
    """What a player is told whose action a phase refuses.

    Attributes:
        clause: the clause of the sheet.
        wait: why a verb of another phase has no place in this one; empty if every verb has a place.
        first: the same for a seat that the game waits for, where its sentence differs.
        turn: what a seat is told that may not use a verb of this phase now.
        turn_clause: the clause for ``turn``, if it is not ``clause``.
    """

    clause: str
    wait: str = ""
    first: str = ""
    turn: str = ITS_TURN
    turn_clause: str = ""


def no_seat(seat: object) -> IllegalAction:
    """Build the refusal for a player who holds no seat."""
    return IllegalAction(Code.NOT_SEATED, NO_SEAT, None, seat=seat)


def match_over(clause: str | None) -> IllegalAction:
    """Build the refusal of any action after the match has been decided."""
    return IllegalAction(Code.MATCH_OVER, MATCH_OVER, clause)


def may_not_buy(*, chips: bool, over: bool, clause: str | None) -> IllegalAction:
    """Build the refusal of chips where, or while, nobody can buy them."""
    if not chips:
        return IllegalAction(Code.NOT_ALLOWED, NO_CHIPS)
    return match_over(clause) if over else IllegalAction(Code.WRONG_PHASE, NOT_IN_A_HAND)


def no_such_card(card: Card | None, deck: Deck, clause: str) -> IllegalAction:
    """Build the refusal of a card that the seat does not hold, or that is in no pack."""
    known = card is not None and 0 <= card < len(deck.codes)
    code = deck.code(card if known and card is not None else UNKNOWN)
    return IllegalAction(Code.NO_SUCH_CARD, NOT_HELD, clause, card=code)


def out_of_place(note: Note, *, waited_for: bool) -> IllegalAction:
    """Build the refusal of a verb that has no place in a phase, whichever seat asks."""
    template = (waited_for and note.first) or note.wait
    return IllegalAction(Code.WRONG_PHASE, template, note.clause)


def past_the_cut(note: Note, verb: str) -> IllegalAction:
    """Build the refusal of a cut or a tap while the hand is played."""
    template = TAPPED_LONG_AGO if verb == "tap" else CUT_LONG_AGO
    return IllegalAction(Code.WRONG_PHASE, template, note.clause)


def out_of_turn(note: Note, to_act: tuple[int, ...]) -> IllegalAction:
    """Build the refusal for a seat that may not use a verb of this phase now."""
    clause = note.turn_clause or note.clause
    if note.turn != ITS_TURN:
        return IllegalAction(Code.NOT_YOUR_TURN, note.turn, clause)
    return IllegalAction(Code.NOT_YOUR_TURN, note.turn, clause, seat=to_act[0])
