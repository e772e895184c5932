"""The first lesson of Truco Paulista, all its hands and words (`_HANDS`): the card turned up,
ties, truco, raising, the iron hand.
"""

from __future__ import annotations

from typing import Final

from cardtui_client.i18n import mark
from cardtui_lessons.games import truco
from cardtui_lessons.lesson import LEARNER, OPPONENT, Hand, Lesson

_VERBS: Final = {
    **truco.CALL_MEANINGS,
    "play": mark("You put down a card. The higher one wins the trick, and two tricks win."),
    "play_on": mark("At eleven points: you play this hand, and it is worth 3."),
}

_ACCEPTS_TRUCO: Final = frozenset({"3"})
_ACCEPTS_SIX: Final = frozenset({"6"})


_HANDS: Final = (
    Hand(
        title=mark("The card turned up"),
        about=mark(
            "The card in the middle is the vira. The next rank above it is the manilha, and beats "
            "everything: the vira is a three, so the fours are highest. After them come threes, "
            "twos, aces, kings, jacks, queens, and down to the fives."
        ),
        goal=mark("Win two of the three tricks."),
        clauses=("TP-02", "TP-03", "TP-08"),
        setup={"dealer": OPPONENT, "hands": [["4C", "3S", "5D"], ["KS", "QS", "6D"]], "flip": "3D"},
        reached=truco.won_tricks,
        hint=mark("Your four is a manilha, and your three is higher than all of their cards."),
        only=truco.PLAY_ONLY,
    ),
    Hand(
        title=mark("Four manilhas"),
        about=mark(
            "Manilhas never tie: clubs is highest, then hearts, spades and diamonds. The vira is a "
            "seven, so the queens are manilhas. You have the queen of hearts, and they have the "
            "queen of spades."
        ),
        goal=mark("Win two of the three tricks."),
        clauses=("TP-04", "TP-21"),
        setup={"dealer": OPPONENT, "hands": [["QH", "2C", "6S"], ["AD", "QS", "KC"]], "flip": "7D"},
        reached=truco.won_tricks,
        hint=mark("Win the first trick with your two, and beat their queen with yours."),
        only=truco.PLAY_ONLY,
    ),
    Hand(
        title=mark("A tie"),
        about=mark(
            "Cards of the same rank tie, unless they are manilhas. When the first trick is tied, "
            "the second one decides the hand. The vira is a king, so the aces are manilhas."
        ),
        goal=mark("Win the hand."),
        clauses=("TP-24", "TP-25"),
        setup={"dealer": LEARNER, "hands": [["AC", "3H", "4S"], ["3C", "2S", "JD"]], "flip": "KD"},
        reached=truco.won,
        hint=mark("Tie the first trick with your three, and win the second with your ace."),
        only=truco.PLAY_ONLY,
    ),
    Hand(
        title=mark("Truco"),
        about=mark(
            "A hand is worth 1 point. With truco you ask for 3; the others accept, run, or raise "
            "to 6, 9 and 12. The vira is a six, so the sevens are manilhas, and you hold the two "
            "highest: call before they see them."
        ),
        goal=mark("Win a hand that is worth at least 3 points."),
        clauses=("TP-30", "TP-31", "TP-33"),
        setup={"dealer": OPPONENT, "hands": [["7C", "7H", "4D"], ["3S", "3D", "AC"]], "flip": "6S"},
        reached=truco.won_three,
        hint=mark("Call truco, and win two tricks with your sevens."),
        wants=_ACCEPTS_TRUCO,
    ),
    Hand(
        title=mark("When to run, and when to raise"),
        about=mark(
            "They will call truco. With bad cards you run: that costs 1 point, and a truco lost "
            "costs 3. But look at yours first. The vira is a two, so the threes are manilhas, and "
            "you hold the one of clubs, the zap. Raise!"
        ),
        goal=mark("Win a hand that is worth at least 6 points."),
        clauses=("TP-31", "TP-32", "TP-34"),
        setup={"dealer": LEARNER, "hands": [["3C", "3S", "KH"], ["3D", "AS", "AH"]], "flip": "2D"},
        reached=truco.won_six,
        hint=mark("Answer the truco with a raise, and win two tricks with your threes."),
        remarks={
            "accept": mark("You accepted 3. With the two best threes you could have asked for 6."),
        },
        opens="truco",
        opening=mark("I have a manilha. I want 3 points for it."),
        wants=_ACCEPTS_SIX,
    ),
    Hand(
        title=mark("The iron hand"),
        about=mark(
            "Both sides have 11 of 12 points, so this hand decides the match. Nobody looks at the "
            "cards, not even at their own: each is turned up when its turn comes, in the order "
            "dealt. Nobody may call or run. The vira is a three, so the fours are manilhas."
        ),
        goal=mark("Turn up your cards, and see who wins the match."),
        clauses=("TP-45", "TP-46"),
        setup={
            "dealer": OPPONENT,
            "scores": [11, 11],
            "hands": [["QS", "2H", "4D"], ["KS", "6D", "3C"]],
            "flip": "3D",
        },
        reached=truco.won,
        hint="",  # nobody has a choice, so you always win it
    ),
)


LESSON: Final = Lesson(
    "truco-paulista",
    _VERBS,
    tuple(
        each if each.only else each._replace(remarks={"run": truco.RAN_REMARK, **each.remarks})
        for each in _HANDS
    ),
    truco.answer_and_play,
)
