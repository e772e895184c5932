"""What the others of a rummy lesson do, think aloud and advise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from cardtui_client.commands.lessons.lesson import LEARNER, Act, Cast, Decision, Hand, Lesson
from cardtui_client.i18n import _
from cardtui_client.model.cards import card_name, card_of, corner, either_words, face
from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level
from cardtui_engine.cards import Card
from cardtui_engine.library.match import Match
from cardtui_engine.library.registry import get_bot_maker
from cardtui_engine.views import SeatView

_PATIENCE: Final = 3
"""The turns after which the coach says what to keep, and whether a single card is missing."""

_FIRMNESS: Final = 5
"""The turns after which the coach says what to do."""

_MANY: Final = 4
"""The cards that are named one by one; of more, some would do as an example."""


def draws_or_throws(hand: Hand, match: Match, seat: int, out: str) -> Decision:
    """Draw from the stock, go out if possible, and else throw the card that was prepared.

    Args:
        hand: the hand of the lesson.
        match: the match.
        seat: who acts.
        out: the verb that goes out.
    """
    own = match.seat_view(seat).own
    offered = {choice.verb for choice in match.choices(seat)}
    if "draw" in offered:
        return Decision(Action("draw", source="stock"), _("I take a card from the stock."))
    if out in offered:
        throws = own.game.throws
        action = Action(out) if own.game.ten or not throws else Action(out, discard=throws[0])
        return Decision(action, _("All my cards lie in melds."))
    card = _thrown(hand, match, own.hand)
    return Decision(Action("discard", card=card), _("I have no use for this one."))


def _thrown(hand: Hand, match: Match, held: tuple[Card, ...]) -> Card:
    """Return the next prepared card that is still held, or else one that fits nothing."""
    for card in match.rules.deck.cards(hand.throws):
        if card in held:
            return card
    return max(held)


def took_from(thrower: int, acts: Sequence[Act]) -> bool:
    """Tell whether the learner's last card was one that this seat had thrown."""
    taken, last = None, None
    for seat, action in acts:
        if action.verb == "discard":
            last = seat
        elif seat == LEARNER and action.verb in ("claim", "cut"):
            taken = last
        elif seat == LEARNER and action.verb == "draw":
            taken = None if action.source == "stock" else last
    return taken == thrower


def left_what_ends_it(before: SeatView[Any, Any], action: Action) -> bool:
    """Tell whether a card was drawn from the stock though the open one ends the hand."""
    return action.source == "stock" and _top(before) in before.own.game.outs


def leaves_nine_in_melds(before: SeatView[Any, Any], action: Action) -> bool:
    """Tell whether the nine cards kept after a discard all lie in melds."""
    return action.card in before.own.game.throws


def advise(hand: Hand, match: Match, done: Sequence[Action]) -> str:
    """Return what helps in this position, once the learner has discarded a few times."""
    turns = sum(action.verb == "discard" for action in done)
    if turns < _PATIENCE:
        return ""
    view = match.seat_view(LEARNER)
    own, verbs = view.own, {choice.verb for choice in view.own.choices}
    if hand.ten and view.game.way_out.verb in verbs and not own.game.ten:
        return _("You could end the hand with nine cards, but the goal asks for ten.")
    if verbs & {view.game.way_out.verb, "claim"}:
        return _("Your cards lie in melds: you can end the hand now.")
    firm = turns >= _FIRMNESS
    if "discard" in verbs:
        return _throwing(match) if firm else _keeping(match)
    if "draw" not in verbs:
        return ""
    if firm and _top(view) in own.game.outs:
        return _("The open card ends the hand for you: take it.")
    if not own.game.outs:
        return _("You lack more than one card. Draw, and keep what goes together.")
    if len(own.game.outs) > _MANY:
        return _("You lack a single card, and many would do. Draw, and see whether it fits.")
    return _(
        "You lack a single card: the {cards}.", cards=either_words(_names(match, own.game.outs))
    )


def _keeping(match: Match) -> str:
    melded = [card for meld in match.seat_view(LEARNER).own.game.melds for card in meld.cards]
    if not melded:
        return _("Keep cards that stand next to each other, and discard one that stands alone.")
    return _(
        "Keep what lies in melds: {cards}. Of the others, discard one that stands alone.",
        cards=" ".join(corner(face(card)) for card in _shown(match, melded)),
    )


def _throwing(match: Match) -> str:
    bot = get_bot_maker(match.rules.id)(match.options, match.seats, Level.HARD)
    wise = bot.decide(match.seat_view(LEARNER), Bits(0))
    if wise is None or wise.card is None:
        return ""
    card = _names(match, [wise.card])[0]
    return _("Discard the {card}, and keep all your other cards.", card=card)


def _top(view: SeatView[Any, Any]) -> Card | None:
    """Return the card that lies open on the discards."""
    game = view.game
    cards: Sequence[Card | None] = [game.top] if hasattr(game, "top") else game.discards
    return cards[-1] if cards else None


def _names(match: Match, cards: Iterable[Card]) -> list[str]:
    """Return those cards in words, each once."""
    return [card_name(card) for card in _shown(match, dict.fromkeys(cards))]


def _shown(match: Match, cards: Iterable[Card]) -> list[int]:
    """Return those cards as the client knows them."""
    deck = match.rules.deck
    found = [card_of(deck.code(card), deck.name) for card in cards]
    return [card for card in found if card is not None]


class Verdict(NamedTuple):
    """How a hand has ended.

    Attributes:
        reached: whether its goal is reached.
        sentence: says so.
        hint: what to do otherwise; empty if the goal is reached.
    """

    reached: bool
    sentence: str
    hint: str


class Counsel:
    """Follows one hand, act by act."""

    def __init__(self, lesson: Lesson, hand: Hand, cast: Cast) -> None:
        self._lesson = lesson
        self._hand = hand
        self._cast = cast
        self._acts: list[Act] = []

    def note(self, seat: int, action: Action) -> None:
        """Remember what somebody has done."""
        self._acts.append(Act(seat, action))

    def remark(self, before: SeatView[Any, Any], action: Action) -> str:
        """Return what to say of an act of the learner, of which nothing is remembered yet.

        Args:
            before: what the learner saw before it.
            action: what the learner has done.
        """
        hand = self._hand
        holds = hand.when.get(action.verb)
        if action.verb not in hand.remarks or (holds is not None and not holds(before, action)):
            return ""
        if any(act.seat == LEARNER and act.action.verb in hand.until for act in self._acts):
            return ""
        return self._cast.say(hand.remarks[action.verb])

    def advice(self, match: Match) -> str:
        """Return what helps a learner who has tried for some turns; empty before that."""
        done = [each.action for each in self._acts if each.seat == LEARNER]
        return self._lesson.advise(self._hand, match, done)

    def verdict(self, match: Match) -> Verdict:
        """Return how the hand has ended."""
        hand, view = self._hand, match.view(None)
        if hand.reached(view) and hand.way(self._acts):
            return Verdict(True, _("Well done: you have reached the goal."), "")
        goal = self._cast.say(hand.goal)
        if view.game.last is not None and LEARNER in view.game.last.winners:
            sentence = _("You won this hand, but not as its goal has it: {goal}", goal=goal)
        else:
            sentence = _("The goal is not reached: {goal}", goal=goal)
        return Verdict(False, sentence, self._cast.say(hand.hint))


def next_card(hand: Hand, match: Match, seat: int) -> Card:
    """Return the next card of one of the others, in the order that was prepared."""
    held = match.seat_view(seat).own.hand
    prepared = hand.setup["hands"][seat] if "hands" in hand.setup else hand.pack
    return next((card for card in match.rules.deck.cards(prepared) if card in held), held[0])


def unseen_card() -> str:
    """Return what one of the others thinks of a card that they have not seen either."""
    return _("I have not seen this card either.")


def about_card(action: Action, match: Match, seat: int) -> str:
    """Return what one of the others thinks of the card that they are about to play."""
    if not match.seat_view(seat).game.trick:
        return _("It is for me to begin this trick.")
    after = match.copy()
    after.act(action, seat)
    if after.turn.wants_pack or after.over:
        return _("This card decides the hand.")
    game, own = after.view(None).game, after.rules.team_of(seat)
    if game.trick:
        if game.winning == seat:
            return _("My card is the highest so far.")
        if game.winning is not None and after.rules.team_of(game.winning) == own:
            return _("My partner's card is the highest so far.")
        return _("I cannot beat what lies there.")
    team = game.tricks[-1].team
    if after.seats > 2:
        if team is None:
            return _("Two cards are equal: nobody wins this trick.")
        return _("This trick is ours.") if team == own else _("This trick is yours.")
    if team == own:
        return _("My card is higher than yours.")
    if team is not None:
        return _("My card is lower than yours, so this trick is yours.")
    return _("My card is equal to yours: nobody wins this trick.")
