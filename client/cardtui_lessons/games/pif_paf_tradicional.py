"""The first lesson of traditional Pif Paf, all its hands and words (`_HANDS`): groups, the ace,
ten cards, staying out, raising.
"""

from __future__ import annotations

from typing import Any, Final

from cardtui_client.i18n import _, mark
from cardtui_engine.actions import Action
from cardtui_engine.library.match import Match
from cardtui_engine.views import SeatView, View
from cardtui_lessons.games.rummy import (
    COULD_GO_OUT,
    advise,
    draws_or_throws,
    left_what_ends_it,
    won,
    won_with_ten,
)
from cardtui_lessons.lesson import (
    LEARNER,
    OPPONENT,
    Decision,
    Hand,
    Lesson,
    could,
)

_VERBS: Final = {
    "cut": mark("You put part of the pack below the rest, before the cards are dealt."),
    "vou": mark("You stay in: you match the highest bet, or raise it."),
    "estou_fora": mark("You leave this hand. What you have put in stays in the pot."),
    "pagar": mark("You pay what is missing to the highest bet, and stay in."),
    "draw": mark("You take a card: the top of the stock, or the last card discarded."),
    "discard": mark("You discard a card. That ends your turn."),
    "bater": mark("You lay down all ten cards in melds, or nine and throw one: the pot is yours."),
}

_NORAS_HAND: Final = ["2S", "4C", "6S", "8H", "TH", "JH", "AC", "3C", "9S"]
"""Nothing in it goes together."""


def _won_much(view: View[Any, Any]) -> bool:
    return won(view) and view.game.last.pot >= 22


def _lost_the_pingo_alone(view: View[Any, Any]) -> bool:
    return bool(view.common.chips[LEARNER] >= 99)


def _raises(before: SeatView[Any, Any], action: Action) -> bool:
    """Tell whether a “vou” asks for more than the highest bet."""
    return action.to is not None and action.to > max(before.game.bets)


_HANDS: Final = (
    Hand(
        title=mark("Trinca, quadra, quina"),
        about=mark(
            "The first player with the cards in melds takes the pot. Three, four or five of a "
            "rank, in three suits at least, are a trinca, a quadra or a quina; three or more of a "
            "suit in a row are a sequence. You have a quadra of queens and four hearts in a row."
        ),
        goal=mark("Go out, and take the pot."),
        clauses=("PT-20", "PT-30", "PT-31", "PT-40"),
        setup={
            "dealer": OPPONENT,
            "begin": "play",
            "hands": [["QS", "QH", "QD", "QC", "4H", "5H", "6H", "7H", "2D"], _NORAS_HAND],
            "stock": ["8H", "KD", "5S", "9C"],
        },
        reached=won,
        hint=mark("Draw the eight of hearts, and go out: discard the two."),
        remarks={"discard": COULD_GO_OUT},
        when={"discard": could("bater")},
    ),
    Hand(
        title=mark("The ace, low or high"),
        about=mark(
            "In a sequence the ace stands below the two or above the king, but not both at once. "
            "Your queen and king of diamonds need the jack or the ace."
        ),
        goal=mark("Go out, and take the pot."),
        clauses=("PT-31",),
        setup={
            "dealer": LEARNER,
            "begin": "play",
            "hands": [
                ["QD", "KD", "5S", "5H", "5C", "7C", "8C", "9C", "2H"],
                ["2S", "AD", "6S", "8H", "TH", "JH", "AC", "3C", "9S"],
            ],
            "stock": ["4D", "KC", "6H", "TS", "3S"],
        },
        reached=won,
        hint=mark("Take the ace of diamonds that {nora} discards, and go out: discard the two."),
        remarks={"draw": mark("Look at the discards first: {nora} threw what you need.")},
        when={"draw": left_what_ends_it},
        throws=("AD",),
    ),
    Hand(
        title=mark("All ten"),
        about=mark(
            "You may go out in two ways: nine cards in melds and one thrown, or all ten in melds "
            "and none thrown. Your nine are in melds. Draw, and see whether the tenth fits."
        ),
        goal=mark("Go out with all ten cards."),
        clauses=("PT-40", "PT-41"),
        setup={
            "dealer": OPPONENT,
            "begin": "play",
            "hands": [["4H", "5H", "6H", "JS", "JD", "JC", "8S", "9S", "TS"], _NORAS_HAND],
            "stock": ["7H", "KD", "5S", "9C"],
        },
        reached=won_with_ten,
        ten=True,
        hint=mark("Draw the seven of hearts, and go out without a card to discard."),
        remarks={"discard": COULD_GO_OUT},
        when={"discard": could("bater")},
    ),
    Hand(
        title=mark("Estou fora"),
        about=mark(
            "After the deal each says once “vou” and bets, or “estou fora” and leaves. There is no "
            "waiting. Nothing in your hand goes together, and {nora} has bet 20. To leave costs no "
            "more than the pingo that everybody has paid."
        ),
        goal=mark("Lose no more than the pingo."),
        clauses=("PT-04", "PT-10", "PT-14"),
        setup={
            "dealer": LEARNER,
            "hands": [
                ["2S", "4C", "6S", "8H", "TH", "JH", "AC", "3C", "9S"],
                ["4H", "5H", "6H", "JS", "JD", "JC", "2D", "3D", "KC"],
            ],
            "stock": ["4D", "7C", "5S", "9H"],
        },
        reached=_lost_the_pingo_alone,
        hint=mark("Say “estou fora”. The next hand may be better."),
        remarks={"vou": mark("That is twenty chips for a hand in which nothing goes together.")},
        opens="20",
        opening=mark("One card, and I am out. I bet the most there is."),
    ),
    Hand(
        title=mark("Vou, and more"),
        about=mark(
            "With “vou” you match the highest bet, or raise it up to 20: that is the repique. "
            "{nora} has bet 5 on a hand that is worth little. Yours is almost done, so let her pay."
        ),
        goal=mark("Win a pot of at least 22 chips."),
        clauses=("PT-10", "PT-11", "PT-12"),
        setup={
            "dealer": LEARNER,
            "hands": [["7C", "8C", "9C", "KS", "KD", "KH", "5D", "6D", "2S"], _NORAS_HAND],
            "stock": ["TC", "4D", "5S", "9H"],
        },
        reached=_won_much,
        hint=mark("Say “vou” with at least 10. Then draw the four of diamonds, and go out."),
        remarks={"vou": mark("{nora} may pay the difference, or leave you the pot.")},
        when={"vou": _raises},
        opens="5",
        opening=mark("I have not much, but I want to play."),
        wants=frozenset({"pagar"}),
    ),
)


def _decide(hand: Hand, match: Match, seat: int) -> Decision:
    """Bet as the hand has it; then draw and throw."""
    verbs = {choice.verb for choice in match.choices(seat)}
    if "vou" in verbs and hand.opens:
        return Decision(Action("vou", to=int(hand.opens)), _(hand.opening))
    if "pagar" in verbs:
        if "pagar" in hand.wants:
            return Decision(Action("pagar"), _("I want to see that. I pay."))
        return Decision(Action("estou_fora"), _("That is too much for my cards. I am out."))
    return draws_or_throws(hand, match, seat, "bater")


LESSON: Final = Lesson("pif-paf-tradicional", _VERBS, _HANDS, _decide, advise)
