"""The first lesson of Cacho, all its hands and words (`_HANDS`): three cards, passing for nothing,
cacho, a bluff, and the eldest. Up to how many chips the others call: `_MOST_CHIPS_CALLED`.
"""

from __future__ import annotations

from typing import Any, Final

from cardtui_client.i18n import _, mark
from cardtui_engine.actions import Action
from cardtui_engine.library.match import Match
from cardtui_engine.views import View
from cardtui_lessons.lesson import LEARNER, OPPONENT, Decision, Hand, Lesson

_MOST_CHIPS_CALLED: Final = 5
"""The chips beyond which Nora calls no bet."""

_VERBS: Final = {
    "pass": mark("You leave this hand. What you have put in stays in the pot."),
    "bet": mark(
        "You put in chips: one in the first round, two more in the second, then as many as you "
        "like, up to what everybody has left."
    ),
    "call": mark("You put in as many chips as the highest bet, and stay in."),
    "raise": mark("You put in more than the highest bet. The others must follow or pass."),
}


def _won(view: View[Any, Any]) -> bool:
    last = view.game.last
    return last is not None and LEARNER in last.winners


def _won_shown(view: View[Any, Any]) -> bool:
    return _won(view) and view.game.last.reason != "passes"


def _won_ten(view: View[Any, Any]) -> bool:
    return _won(view) and view.game.last.pot >= 10


def _won_unseen(view: View[Any, Any]) -> bool:
    return _won(view) and view.game.last.reason == "passes"


def _lost_nothing(view: View[Any, Any]) -> bool:
    return bool(view.common.chips[LEARNER] >= 50)


_PASSED_REMARK: Final = mark("With that you left the hand. Stay in here, and see what comes.")

_HANDS: Final = (
    Hand(
        title=mark("One card, two, three"),
        about=mark(
            "Each gets a card and says pass, or bets a chip. Then comes a second card, which costs "
            "two more, and a third, with bets as at poker. At the end two cards of a suit beat any "
            "single card. Sixes are highest, aces lowest. You have a six: a good beginning."
        ),
        goal=mark("Win the pot."),
        clauses=("CC-10", "CC-12", "CC-14", "CC-30"),
        setup={"dealer": OPPONENT, "hands": [["6S"], ["AD"]], "stock": ["4S", "3C", "2H", "5H"]},
        reached=_won,
        hint=mark("Bet in every round. Your six and your four are of one suit."),
        remarks={"pass": _PASSED_REMARK},
    ),
    Hand(
        title=mark("To pass costs nothing"),
        about=mark(
            "In the first round a pass is free. An ace is the lowest card, and every chip that "
            "follows would be hard to win back. Wait for a better hand."
        ),
        goal=mark("Lose no chip."),
        clauses=("CC-01", "CC-10"),
        setup={"dealer": OPPONENT, "hands": [["AD"], ["6S"]], "stock": ["3C", "4S", "2H", "5S"]},
        reached=_lost_nothing,
        hint=mark("Pass at once, before you have put in a chip."),
        remarks={"bet": mark("That chip is in the pot, and your card is the lowest of all.")},
        until=frozenset({"bet"}),
    ),
    Hand(
        title=mark("Cacho"),
        about=mark(
            "Three cards of one suit are a cacho, and only three sixes beat it. Between two cachos "
            "the points of the cards decide. You have the four and the five of diamonds. If the "
            "third card is a diamond, too, make {nora} pay for it."
        ),
        goal=mark("Win a pot of at least 10 chips."),
        clauses=("CC-12", "CC-30", "CC-31"),
        setup={
            "dealer": OPPONENT,
            "hands": [["4D", "5D"], ["6H", "3H"]],
            "stock": ["AD", "2C"],
            "chips": [49, 49],
        },
        reached=_won_ten,
        hint=mark("Bet in the second round, and then bet 3: {nora} calls that."),
        remarks={"pass": _PASSED_REMARK},
    ),
    Hand(
        title=mark("A bluff"),
        about=mark(
            "You have nothing: three suits, and no six. {nora} cannot know that. Nobody may bet "
            "more than the others have left, the resto. She calls a small bet; a large one "
            "frightens her."
        ),
        goal=mark("Win the pot without showing your cards."),
        clauses=("CC-14", "CC-20"),
        setup={
            "dealer": OPPONENT,
            "hands": [["2H", "4C", "5S"], ["AD", "3D", "6C"]],
            "chips": [47, 47],
        },
        reached=_won_unseen,
        hint=mark("Bet 10 or more. {nora} passes, and nobody sees what you had."),
        remarks={"pass": _PASSED_REMARK},
    ),
    Hand(
        title=mark("The eldest wins"),
        about=mark(
            "Between hands of the same rank the points decide, and if they are equal, too, the "
            "player nearest to the dealer’s left, the eldest. {nora} deals, so that is you. A six "
            "alone is enough for you; {nora} needs more."
        ),
        goal=mark("Win the pot, with the cards shown."),
        clauses=("CC-02", "CC-32", "CC-33"),
        setup={
            "dealer": OPPONENT,
            "hands": [["6S", "3D", "2C"], ["6H", "4C", "AD"]],
            "chips": [47, 47],
        },
        reached=_won_shown,
        hint=mark("Bet a few chips. {nora} calls, and your six comes before hers."),
        remarks={"pass": _PASSED_REMARK},
    ),
)


def _decide(hand: Hand, match: Match, seat: int) -> Decision:  # noqa: ARG001 - she plays all alike
    """Stay in while it is cheap."""
    offered = {choice.verb: choice for choice in match.choices(seat)}
    call = offered.get("call")
    if call is None:
        # Only in the first two rounds is she asked where nobody has bet freely.
        return Decision(Action("bet"), _("I want to see one more card."))
    assert call.price is not None
    if call.price <= _MOST_CHIPS_CALLED:
        return Decision(Action("call"), _("I want to see that. I stay in."))
    return Decision(Action("pass"), _("That is too much for my cards. I am out."))


LESSON: Final = Lesson("cacho", _VERBS, _HANDS, _decide)
