"""The first lesson of Pif Paf, all its hands and words (`_HANDS`): melds, three suits, claims out
of turn, folding, and betting.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from cardtui_client.i18n import _, mark
from cardtui_engine.actions import Action
from cardtui_engine.library.match import Match
from cardtui_engine.views import View
from cardtui_lessons.games.rummy import COULD_GO_OUT, advise, draws_or_throws, took_from, won
from cardtui_lessons.lesson import LEARNER, Decision, Hand, Lesson, could

_NORA: Final = 1
_TITO: Final = 2

_VERBS: Final = {
    "check": mark("You stay in, and put in nothing. That works until somebody bets."),
    "bet": mark("You put in chips. To stay in, the others must put in as many."),
    "call": mark("You put in as many chips as the highest bet, and stay in."),
    "raise": mark("You put in more than the highest bet. The others must follow or fold."),
    "fold": mark("You leave this hand. What you have put in stays in the pot."),
    "draw": mark("You take a card: the top of the stock, or the last card discarded."),
    "discard": mark("You discard a card. That ends your turn."),
    "go_out": mark("You discard one card, lay down nine in melds, and take the pot."),
    "claim": mark("You take the card just discarded, out of turn, and go out with it."),
    "waive": mark("You leave that card to the next player who wants it."),
}

_NORAS_HAND: Final = ["2S", "4C", "6S", "8H", "TH", "QH", "AC", "3C", "KS"]
_TITOS_HAND: Final = ["2H", "4S", "6C", "8D", "TS", "QC", "AD", "3S", "KH"]
"""Nothing in either goes together."""


def _won_nine(view: View[Any, Any]) -> bool:
    return won(view) and view.game.last.pot >= 9


def _lost_the_ante_alone(view: View[Any, Any]) -> bool:
    return bool(view.common.chips[LEARNER] >= 99)


_HANDS: Final = (
    Hand(
        title=mark("Sequences and groups"),
        about=mark(
            "Each has paid a chip into the pot, and the first player with nine cards in melds "
            "takes it. A sequence is three or more of a suit in a row, a group three of a rank in "
            "three suits. You have one of each. Two diamonds wait for a third."
        ),
        goal=mark("Go out, and take the pot."),
        clauses=("PP-20", "PP-30", "PP-31", "PP-40"),
        setup={
            "dealer": _TITO,
            "begin": "play",
            "hands": [
                ["4H", "5H", "6H", "JS", "JD", "JC", "2D", "3D", "KC"],
                _NORAS_HAND,
                _TITOS_HAND,
            ],
            "stock": ["4D", "7C", "5S", "9H"],
        },
        reached=won,
        hint=mark("Draw the four of diamonds, and go out: discard the king."),
        remarks={"discard": COULD_GO_OUT},
        when={"discard": could("go_out")},
    ),
    Hand(
        title=mark("Three suits, no more"),
        about=mark(
            "A group shows exactly three suits. Four queens of four suits are none: one must go. "
            "Two nines of hearts and one of diamonds are none either: they show two suits. You "
            "need a black nine."
        ),
        goal=mark("Go out, and take the pot."),
        clauses=("PP-31", "PP-33"),
        setup={
            "dealer": _TITO,
            "begin": "play",
            "hands": [
                ["QS", "QH", "QD", "QC", "5C", "6C", "7C", "9H", "9D"],
                ["2S", "4C", "6S", "8H", "TH", "JH", "AC", "3C", "KS"],
                ["2H", "4S", "TC", "8D", "TS", "9S", "AD", "3S", "KH"],
            ],
            "stock": ["9H", "KD", "5D", "2D", "JC", "AS"],
        },
        reached=won,
        hint=mark(
            "Throw the second nine of hearts, and take the nine of spades that {tito} throws."
        ),
        throws=("KD", "9S"),
    ),
    Hand(
        title=mark("Out of turn"),
        about=mark(
            "You may claim a card that takes you out the moment it is thrown, out of turn. If two "
            "can go out with it, the player nearer after the thrower has it. A four or a seven of "
            "spades takes you out."
        ),
        goal=mark("Go out with a card that {nora} discarded."),
        clauses=("PP-42", "PP-43", "PP-44"),
        setup={
            "dealer": _TITO,
            "begin": "play",
            "hands": [
                ["5S", "6S", "AH", "AD", "AC", "TC", "JC", "QC", "2H"],
                ["2S", "4C", "7S", "8H", "TH", "QH", "3C", "6D", "KS"],
                ["2D", "3S", "6C", "8D", "TS", "QS", "JD", "4D", "KH"],
            ],
            "stock": ["KD", "9H", "5D", "7C", "9C", "JH"],
        },
        reached=won,
        hint=mark("Claim the seven of spades before {tito} draws."),
        way=partial(took_from, _NORA),
        throws=("7S",),
    ),
    Hand(
        title=mark("When to leave a hand"),
        about=mark(
            "Before the cards are played, everybody may bet. What you put in is gone unless you "
            "go out first. Nothing in your hand goes together, and {nora} seems sure of hers."
        ),
        goal=mark("Lose no more than the chip that everybody paid."),
        clauses=("PP-10", "PP-11", "PP-16"),
        setup={
            "dealer": LEARNER,
            "hands": [
                ["2S", "4C", "6S", "8H", "TH", "QH", "AC", "3D", "KS"],
                ["4H", "5H", "6H", "JS", "JD", "JC", "2D", "3D", "KC"],
                _TITOS_HAND,
            ],
            "stock": ["4D", "7C", "5S", "9H"],
        },
        reached=_lost_the_ante_alone,
        hint=mark("Fold when {nora} bets. The next hand may be better."),
        remarks={
            "call": mark("That is three more chips for a hand in which nothing goes together."),
        },
        opens="bet",
        opening=mark("One card, and I am out. I bet as much as I may."),
    ),
    Hand(
        title=mark("A good hand costs them more"),
        about=mark(
            "You bet as at poker, but no more than one chip a player: three here. With a hand that "
            "is almost done, bet before the others know. Each player who stays fills your pot."
        ),
        goal=mark("Win a pot of at least 9 chips."),
        clauses=("PP-10", "PP-11", "PP-15"),
        setup={
            "dealer": _TITO,
            "hands": [
                ["7C", "8C", "9C", "KS", "KD", "KH", "5D", "6D", "2S"],
                ["2C", "4C", "6S", "8H", "TH", "QH", "AC", "3C", "JS"],
                ["2H", "4S", "6C", "8D", "TS", "QC", "AD", "3S", "JH"],
            ],
            "stock": ["4D", "TC", "5S", "9H"],
        },
        reached=_won_nine,
        hint=mark("Bet 3. {nora} stays in. Then draw the four of diamonds, and go out."),
        remarks={"check": mark("Nobody puts in more than you ask for: the pot stays small.")},
        wants=frozenset({"bet"}),
    ),
)


def _decide(hand: Hand, match: Match, seat: int) -> Decision:
    """Bet as the hand has it, with Tito the careful one; then draw and throw."""
    verbs = {choice.verb for choice in match.choices(seat)}
    if hand.opens in verbs and seat == _NORA:
        return Decision(Action("bet", to=match.view(None).game.cap), _(hand.opening))
    if seat == _TITO and "fold" in verbs and LEARNER in match.view(None).game.folded:
        # The two of them alone would draw and throw for ever.
        return Decision(Action("fold"), _("I am out, too."))
    if "check" in verbs:
        return Decision(Action("check"), _("I wait and see."))
    if "call" in verbs:
        if seat == _NORA and hand.wants:
            return Decision(Action("call"), _("I want to see that. I stay in."))
        return Decision(Action("fold"), _("That is too much for my cards. I am out."))
    return draws_or_throws(hand, match, seat, "go_out")


LESSON: Final = Lesson("pif-paf", _VERBS, _HANDS, _decide, advise)
