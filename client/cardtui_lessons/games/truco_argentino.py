"""The first lesson of Argentinean truco, all its hands and words (`_HANDS`): cards, envido, truco,
folding, what comes first, flor.
"""

from __future__ import annotations

from typing import Any, Final

from cardtui_client.i18n import _, mark
from cardtui_engine.actions import Action
from cardtui_engine.library.match import Match
from cardtui_engine.views import Own, View
from cardtui_lessons.games.truco import PLAY_ONLY, about_card, next_card
from cardtui_lessons.lesson import LEARNER, OPPONENT, Decision, Hand, Lesson

_VERBS: Final = {
    "play": mark("You put down a card. The higher one wins the trick, and two tricks win."),
    "truco": mark("You ask for a hand worth 2. If they decline, you win 1 at once."),
    "retruco": mark("You ask for 3. If they decline, you win 2 at once."),
    "vale_cuatro": mark("You ask for 4, the most there is. If they decline, you win 3 at once."),
    "envido": mark("You bet that your number is the higher one: two cards of a suit, plus 20."),
    "real_envido": mark("The same bet, for 3 instead of 2."),
    "falta_envido": mark("The same bet, for all that the leading side still needs."),
    "quiero": mark("You accept what was called, at the price that stands beside it."),
    "no_quiero": mark("You decline: they win the smaller price that stands beside it."),
    "declare": mark("You say your envido number. If it is wrong, you lose the bet."),
    "son_buenas": mark("You admit that you cannot beat the number that was said."),
    "flor": mark(
        "You announce three cards of one suit: 3 points, unless the others have one, too."
    ),
    "contraflor": mark("You bet that your flor is the higher one, for 6. If they decline, 4."),
    "contraflor_al_resto": mark("The same bet, for as much as a falta envido."),
    "resign": mark("You fold, and win no more tricks in this hand."),
}


def _won(view: View[Any, Any]) -> bool:
    return bool(view.game.last.team == LEARNER)


def _won_tricks(view: View[Any, Any]) -> bool:
    return _won(view) and view.game.last.reason == "tricks"


def _won_envido(view: View[Any, Any]) -> bool:
    return view.game.last.envido is not None and view.game.last.envido.team == LEARNER


def _won_flor(view: View[Any, Any]) -> bool:
    return view.game.last.flor is not None and view.game.last.flor.team == LEARNER


def _won_both(view: View[Any, Any]) -> bool:
    return _won_envido(view) and _won(view)


def _won_two(view: View[Any, Any]) -> bool:
    return _won(view) and view.game.last.points >= 2


def _lost_no_more_than_one(view: View[Any, Any]) -> bool:
    return view.game.last.envido is None and (_won(view) or view.game.last.points == 1)


_RESIGNED_REMARK: Final = mark(
    "Once you have folded, you can win nothing more. Play every hand out here."
)

_HANDS: Final = (
    Hand(
        title=mark("Which card is higher"),
        about=mark(
            "The ace of swords beats every card, then come the ace of clubs, the seven of "
            "swords and the seven of coins. After these four: threes, twos, the other aces, and "
            "down to the fours."
        ),
        goal=mark("Win two of the three tricks."),
        clauses=("TA-02", "TA-10", "TA-12"),
        setup={"dealer": OPPONENT, "hands": [["1E", "3O", "4C"], ["12B", "2B", "5E"]]},
        reached=_won_tricks,
        hint=mark("Your ace of swords and your three are both higher than all of their cards."),
        only=PLAY_ONLY,
    ),
    Hand(
        title=mark("Envido"),
        about=mark(
            "Before your first card you may bet on your number: two cards of the same suit are "
            "added, plus 20. Tens, elevens and twelves count nothing. Your six and your seven of "
            "swords make 33, the best there is."
        ),
        goal=mark("Win an envido."),
        clauses=("TA-30", "TA-31", "TA-40", "TA-42"),
        setup={"dealer": OPPONENT, "hands": [["6E", "7E", "4B"], ["12O", "5O", "2C"]]},
        reached=_won_envido,
        hint=mark("Call envido before you play a card, and then say 33."),
        only=PLAY_ONLY | {"envido", "declare"},
        remarks={"play": mark("Once you have played a card you can call no envido in this hand.")},
        until=frozenset({"envido"}),
        wants=frozenset({"envido"}),
    ),
    Hand(
        title=mark("Truco"),
        about=mark(
            "A hand is worth 1 point. With truco you ask for 2; the others accept, decline or "
            "raise. You hold the highest card and the third highest: call before they see them."
        ),
        goal=mark("Win a hand that is worth at least 2 points."),
        clauses=("TA-20", "TA-21", "TA-22"),
        setup={"dealer": OPPONENT, "hands": [["1E", "7E", "2C"], ["3C", "3B", "10O"]]},
        reached=_won_two,
        hint=mark("Call truco, and win two tricks with your ace and your seven of swords."),
        only=PLAY_ONLY | {"truco"},
        wants=frozenset({"truco"}),
    ),
    Hand(
        title=mark("When to decline"),
        about=mark(
            "With bad cards no quiero is the good answer: it costs 1 point, and a truco that you "
            "accept and lose costs 2. Your four, five and ten beat almost nothing."
        ),
        goal=mark("Lose no more than 1 point."),
        clauses=("TA-20", "TA-21"),
        setup={"dealer": LEARNER, "hands": [["4C", "5B", "10O"], ["1E", "7E", "3B"]]},
        reached=_lost_no_more_than_one,
        hint=mark("Answer no quiero."),
        remarks={
            "quiero": mark("Brave, but none of your cards beats one of theirs: this costs 2."),
        },
        only=PLAY_ONLY | {"quiero", "no_quiero"},
        opens="truco",
        opening=mark("I have the ace and the seven of swords. I want more than 1 point for them."),
        wants=frozenset({"truco"}),
    ),
    Hand(
        title=mark("Envido comes first"),
        about=mark(
            "When you must answer a truco, you may call envido first, as long as you have played "
            "no card. The truco waits, and is answered after that. Your seven and your six of "
            "coins make 33, and your ace of clubs and that seven are two of the four best cards."
        ),
        goal=mark("Win an envido, and then the hand."),
        clauses=("TA-32", "TA-33", "TA-45"),
        setup={"dealer": LEARNER, "hands": [["7O", "6O", "1B"], ["3C", "12C", "6C"]]},
        reached=_won_both,
        hint=mark("Answer the truco with envido, say 33, and then accept the truco."),
        remarks={
            "quiero": mark("After that the hand is worth more. Your ace and your seven are high."),
            "no_quiero": mark("You gave away a hand that your ace and your seven could win."),
            "resign": _RESIGNED_REMARK,
        },
        opens="truco",
        opening=mark("A three is not bad. Perhaps they are afraid of a truco."),
        wants=frozenset({"envido", "real_envido", "truco"}),
    ),
    Hand(
        title=mark("Flor"),
        about=mark(
            "Some tables play with flor: three cards of one suit. If you have one, you announce it "
            "before you play or call. Your five, six and seven of cups make 38, the best there is: "
            "20 and the three cards. They have a flor, too, so they may decline it or raise."
        ),
        goal=mark("Win a flor."),
        clauses=("TA-80", "TA-81", "TA-84", "TA-85", "TA-86"),
        setup={"dealer": OPPONENT, "hands": [["5C", "6C", "7C"], ["4O", "6O", "12O"]]},
        reached=_won_flor,
        hint=mark("Announce your flor, and accept when they raise."),
        remarks={
            "no_quiero": mark("No flor is higher than yours. You gave the points away."),
            "resign": _RESIGNED_REMARK,
        },
        wants=frozenset({"flor", "contraflor", "contraflor_al_resto"}),
        options={"flor": "obligatory"},
    ),
)


def _decide(hand: Hand, match: Match, seat: int) -> Decision:
    """Answer as the hand has it; play the cards in its order."""
    verbs = {choice.verb for choice in match.choices(seat)}
    view = match.seat_view(seat)
    game = view.game
    if "declare" in verbs:
        number = view.own.game.number
        said = [claim for claim in game.envido.claims if claim.number is not None]
        if "son_buenas" in verbs and any(claim.number >= number for claim in said):
            return Decision(Action("son_buenas"), _("My {n} does not beat that.", n=number))
        return Decision(
            Action("declare", points=number), _("My two best cards make {n}.", n=number)
        )
    if "contraflor" in verbs and "contraflor" in hand.wants:
        return Decision(Action("contraflor"), _("A flor of my own. I bet that mine is higher."))
    if "quiero" in verbs:
        if game.call in hand.wants:
            return Decision(Action("quiero"), _("Let us see. I accept."))
        return Decision(Action("no_quiero"), _("That is too much for my cards. No quiero."))
    if hand.opens in verbs:
        return Decision(Action(hand.opens), _(hand.opening))
    action = Action("play", card=next_card(hand, match, seat))
    return Decision(action, about_card(action, match, seat))


def _shows(hand: Hand, own: Own[Any]) -> Own[Any]:
    """Return what the learner sees of their own: no envido number before envido is taught."""
    return own._replace(game=own.game._replace(pair=())) if hand.only == PLAY_ONLY else own


LESSON: Final = Lesson("truco-argentino", _VERBS, _HANDS, _decide, shows=_shows)
