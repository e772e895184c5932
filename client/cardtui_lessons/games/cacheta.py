"""The first lesson of Cacheta, all its hands and words (`_HANDS`): melds, wild cards, discards,
nine or ten, and cutting the line.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from cardtui_client.i18n import mark
from cardtui_engine.library.match import Match
from cardtui_engine.views import View
from cardtui_lessons.games import rummy
from cardtui_lessons.lesson import (
    LEARNER,
    OPPONENT,
    Decision,
    Hand,
    Lesson,
    could,
)

_VERBS: Final = {
    "draw": mark("You take a card: the top of the stock, or the last card discarded."),
    "discard": mark("You discard a card. That ends your turn."),
    "knock": mark("You lay down nine or ten cards in melds, and win the hand."),
    "good_one": mark("You tell the table that you need just one card. Then you may cut the line."),
    "cut": mark("You take the card just discarded, out of turn, and knock with it."),
    "stay": mark("You play this hand."),
    "fold": mark("You leave the hand before play. That costs you 1 point."),
    "waive": mark("You leave that card to the next player who wants it."),
}

_COULD_KNOCK: Final = mark("With nine cards in melds you could have knocked before you discarded.")

_NORAS_HAND: Final = ["2S", "4C", "6S", "8H", "TH", "QH", "AC", "3C", "KS"]
"""Nothing in it goes together."""


def _won_by_cut(view: View[Any, Any]) -> bool:
    return rummy.won(view) and view.game.last.reason == "cut"


_HANDS: Final = (
    Hand(
        title=mark("Sets and straights"),
        about=mark(
            "You hold nine cards. Draw one, throw one, until nine lie in melds: a set is three or "
            "more of a rank in different suits, a straight three or more of a suit in a row. You "
            "have a straight of hearts and a set of jacks. Two diamonds wait for a third."
        ),
        goal=mark("Knock, and win the hand."),
        clauses=("CA-10", "CA-11", "CA-20", "CA-30"),
        setup={
            "dealer": OPPONENT,
            "flip": "8C",
            "hands": [["4H", "5H", "6H", "JS", "JD", "JC", "2D", "3D", "KC"], _NORAS_HAND],
            "stock": ["4D", "7C", "5S"],
        },
        reached=rummy.won,
        hint=mark("Draw from the stock. With the four of diamonds you can knock."),
        remarks={"discard": _COULD_KNOCK},
        when={"discard": could("knock")},
    ),
    Hand(
        title=mark("Wild cards"),
        about=mark(
            "The card turned up names the wild ones: the next rank above it, in its colour. The "
            "eight of clubs makes the black nines wild. One stands for any card you like, but each "
            "meld takes only one. Yours completes any two cards that almost go together."
        ),
        goal=mark("Knock, and win the hand."),
        clauses=("CA-03", "CA-12", "CA-14"),
        setup={
            "dealer": OPPONENT,
            "flip": "8C",
            "hands": [["4H", "5H", "6H", "JS", "JD", "JC", "9S", "QD", "5C"], _NORAS_HAND],
            "stock": ["KD", "7C", "5S"],
        },
        reached=rummy.won,
        hint=mark("Queen and king of diamonds, and the wild nine beside them: that is a straight."),
        remarks={"discard": _COULD_KNOCK},
        when={"discard": could("knock")},
    ),
    Hand(
        title=mark("What others discard"),
        about=mark(
            "On your turn you may take the last card thrown instead of one from the stock. Only "
            "that one lies open. You wait for a four or a seven of spades: look at what {nora} "
            "throws."
        ),
        goal=mark("Knock with a card that {nora} discarded."),
        clauses=("CA-20", "CA-22"),
        setup={
            "dealer": LEARNER,
            "flip": "8C",
            "hands": [
                ["5S", "6S", "AH", "AD", "AC", "TC", "JC", "QC", "2H"],
                ["2S", "7S", "6D", "8H", "TH", "QH", "4S", "3C", "KS"],
            ],
            "stock": ["7C", "KD", "9H", "5D", "2D"],
        },
        reached=rummy.won,
        hint=mark("Take the seven of spades from the discards. With it you can knock."),
        way=partial(rummy.took_from, OPPONENT),
        remarks={"draw": mark("Look at the discards first: {nora} threw what you need.")},
        when={"draw": rummy.left_what_ends_it},
        throws=("7S", "4S"),
    ),
    Hand(
        title=mark("Nine or ten"),
        about=mark(
            "Knock with nine cards, and {nora} loses 1 point; knock with all ten in melds, and she "
            "loses 2. Your nine cards are melds already, so you could knock at once. But {nora} is "
            "slow, and a seven of hearts would be your tenth."
        ),
        goal=mark("Knock with all ten cards."),
        clauses=("CA-30", "CA-31"),
        setup={
            "dealer": OPPONENT,
            "flip": "2S",
            "hands": [
                ["4H", "5H", "6H", "8S", "8D", "8C", "TC", "JC", "QC"],
                ["2D", "4C", "7H", "6S", "TH", "AS", "AC", "6C", "KS"],
            ],
            "stock": ["2H", "5D", "KD", "9S", "4S"],
        },
        reached=rummy.won_with_ten,
        ten=True,
        hint=mark("Discard the two, and take the seven of hearts when {nora} discards it."),
        remarks={"discard": mark("You can wait: with nine cards in melds you may knock any turn.")},
        when={"discard": rummy.leaves_nine_in_melds},
        throws=("7H",),
    ),
    Hand(
        title=mark("Cutting the line"),
        about=mark(
            "When you need just one card, you may say “na boa”. From then on you may cut the line: "
            "take a card that somebody throws, out of turn, and knock with it. But a cut that "
            "cannot knock burns you for the hand. You need the eight or the jack of diamonds."
        ),
        goal=mark("Win the hand with a cut."),
        clauses=("CA-40", "CA-41", "CA-42", "CA-43"),
        setup={
            "dealer": LEARNER,
            "flip": "KH",
            "hands": [
                ["5H", "6H", "7H", "QS", "QD", "QC", "9D", "TD", "2C"],
                ["3S", "JD", "6S", "8H", "TH", "4C", "AC", "3C", "KS"],
            ],
            "stock": ["2H", "4S", "KC", "6C", "8S"],
        },
        reached=_won_by_cut,
        hint=mark(
            "Say “na boa” on your first turn. Cut when {nora} discards the jack of diamonds."
        ),
        remarks={"good_one": mark("Now the whole table knows that you wait for one card.")},
        throws=("3S", "JD"),
    ),
)


def _decide(hand: Hand, match: Match, seat: int) -> Decision:
    """Draw and throw as the hand has it."""
    return rummy.draws_or_throws(hand, match, seat, "knock")


LESSON: Final = Lesson("cacheta", _VERBS, _HANDS, _decide, rummy.advise)
