"""The first lesson of Brazilian truco, all its hands and words (`_HANDS`): four top cards, a
partner, truco, and the end of a match.
"""

from __future__ import annotations

from typing import Any, Final

from cardtui_client.i18n import mark
from cardtui_engine.actions import Action
from cardtui_engine.cards import FRENCH
from cardtui_engine.views import SeatView, View
from cardtui_lessons.games import truco
from cardtui_lessons.lesson import LEARNER, Hand, Lesson

_LILA: Final = 3

_VERBS: Final = {
    **truco.CALL_MEANINGS,
    "keep": mark("You keep these three cards, and the others get theirs."),
    "pass": mark("You give these three cards to your partner, and get three more."),
    "reject": mark("You turn these three cards up, and get three more. Three times at most."),
    "play": mark("You put down a card. The highest of the four wins the trick for its side."),
    "play_on": mark("At eleven tentos: you play this hand, and it is worth 3."),
}


def _lost_one_at_most(view: View[Any, Any]) -> bool:
    return truco.won(view) or view.game.last.points <= 1


def _without_a_top_card(before: SeatView[Any, Any], action: Action) -> bool:  # noqa: ARG001
    """Tell whether none of the learner's cards is one of the two highest there are."""
    return not {*FRENCH.cards(("4C", "7H"))} & {*before.own.hand}


_HANDS: Final = (
    Hand(
        title=mark("The four top cards"),
        about=mark(
            "Four cards beat all others: the four of clubs, the seven of hearts, the ace of spades "
            "and the seven of diamonds, in that order. Then come threes, twos, the other aces, "
            "kings, jacks, queens, and down to the fours. {tito}, opposite, plays with you."
        ),
        goal=mark("Win two tricks with {tito}."),
        clauses=("TB-02", "TB-20", "TB-21"),
        setup={
            "dealer": _LILA,
            "hands": [
                ["4C", "3S", "5D"],
                ["KH", "QS", "6D"],
                ["JD", "5S", "4H"],
                ["2H", "JC", "6S"],
            ],
        },
        reached=truco.won_tricks,
        hint=mark("Your four of clubs beats everything, and nobody else holds a three."),
        only=truco.PLAY_ONLY,
    ),
    Hand(
        title=mark("Your partner"),
        about=mark(
            "A trick that {tito} wins is yours as well. When his card is the highest already, "
            "throw your worst one, and keep the good one for later. You play last in the first "
            "trick: look what lies there."
        ),
        goal=mark("Win two tricks with {tito}."),
        clauses=("TB-21", "TB-23", "TB-26"),
        setup={
            "dealer": LEARNER,
            "hands": [
                ["3D", "6H", "QC"],
                ["KS", "KC", "AD"],
                ["7H", "5H", "4D"],
                ["5C", "2S", "AC"],
            ],
        },
        reached=truco.won_tricks,
        hint=mark("Throw the six on {tito}’s seven of hearts, and win the second trick yourself."),
        only=truco.PLAY_ONLY,
    ),
    Hand(
        title=mark("The first three cards, and truco"),
        about=mark(
            "If you play first, you get three cards before the others, and keep them, pass them to "
            "your partner, or reject them. Yours are worth nothing: reject them. A hand is worth 1 "
            "tento. With truco you ask for 3, and either of the others may accept, run, or raise "
            "to 6."
        ),
        goal=mark("Win a hand that is worth at least 3 tentos."),
        clauses=("TB-06", "TB-07", "TB-08", "TB-30", "TB-31"),
        setup={"dealer": _LILA},
        pack=(
            *("KS", "5D", "6H", "QC"),  # the first one goes below the rest, by the cut
            *("4C", "7H", "2D"),
            *("3H", "QS", "6D"),
            *("JD", "5S", "4H"),
            *("3C", "JC", "6S"),
        ),
        before=(Action("cut", at=(1,), source="top"),),
        reached=truco.won_three,
        hint=mark(
            "Reject your cards, keep the next ones, call truco, and win two tricks with the two "
            "top cards."
        ),
        remarks={
            "run": truco.RAN_REMARK,
            "keep": mark("With such cards you need luck, or a partner who has better ones."),
            "pass": mark("{tito} has your three cards now, and you have three others."),
        },
        when={"keep": _without_a_top_card},
        wants=frozenset({"3"}),
    ),
    Hand(
        title=mark("Three answers to truco"),
        about=mark(
            "{nora} calls truco. With bad cards you run, which costs 1 tento; with fair ones you "
            "accept. But you hold the four of clubs and the seven of hearts: raise to 6, and they "
            "must answer."
        ),
        goal=mark("Win a hand that is worth at least 6 tentos."),
        clauses=("TB-31", "TB-32", "TB-34"),
        setup={
            "dealer": LEARNER,
            "hands": [
                ["7H", "4C", "2D"],
                ["3H", "QS", "6D"],
                ["JD", "5S", "4H"],
                ["3C", "JC", "6S"],
            ],
        },
        reached=truco.won_six,
        hint=mark("Answer the truco with a raise, and win two tricks with your two top cards."),
        remarks={
            "accept": mark("You accepted 3. With the two top cards you could have asked for 6."),
            "run": truco.RAN_REMARK,
        },
        opens="truco",
        opening=mark("I have a three. I want 3 tentos for it."),
        wants=frozenset({"6"}),
    ),
    Hand(
        title=mark("Eleven tentos"),
        about=mark(
            "Your side has 11 of 12 tentos. So you see {tito}’s cards, and one of you decides: "
            "play on, for 3 tentos, or run, for 1. Nobody may call truco. If you win, the match is "
            "yours; but look at your cards, and at his."
        ),
        goal=mark("Lose no more than 1 tento."),
        clauses=("TB-50", "TB-51", "TB-52"),
        setup={
            "dealer": _LILA,
            "scores": [11, 5],
            "hands": [
                ["4H", "6C", "QD"],
                ["4C", "3S", "AH"],
                ["4S", "5S", "JD"],
                ["7H", "3C", "AC"],
            ],
        },
        reached=_lost_one_at_most,
        hint=mark("Run. They win 1 tento, and you still need just one."),
        remarks={
            "play_on": mark("Brave, but neither of you has a card to win with: this costs 3."),
        },
    ),
    Hand(
        title=mark("The iron hand"),
        about=mark(
            "Both sides have 11 of 12 tentos, so this hand decides the match. Nobody looks at the "
            "cards, not even at their own: each is turned up when its turn comes, in the order "
            "dealt. Nobody may call or run, and the highest card wins the trick, as always."
        ),
        goal=mark("Turn up your cards, and see who wins the match."),
        clauses=("TB-53", "TB-54"),
        setup={
            "dealer": _LILA,
            "scores": [11, 11],
            "hands": [
                ["4H", "QS", "7D"],
                ["3S", "6D", "KC"],
                ["5S", "AS", "JD"],
                ["KH", "2S", "3C"],
            ],
        },
        reached=truco.won,
        hint="",  # nobody has a choice, so your side always wins it
    ),
)


LESSON: Final = Lesson("truco-brasileiro", _VERBS, _HANDS, truco.answer_and_play)
