"""How bots play the cards of rummy games; how well, their game's own `bot` says."""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.cards import Card
from cardtui_engine.choices import Choice
from cardtui_engine.domains import Cards, Words
from cardtui_engine.families.rummy.cards.judging import HandJudge, Progress
from cardtui_engine.families.rummy.cards.play import DISCARDS, STOCK, without
from cardtui_engine.families.rummy.cards.view import RummyOwn
from cardtui_engine.views import Own

_FEW: Final = 52
"""With at most this many cards in stock and discard pile, the same cards soon come round again."""


class CardStyle(NamedTuple):
    """How well a bot plays the cards.

    Where few cards go round, all bots must throw a loose card at times. The discard pile is turned
    over unshuffled (PP-22, PT-21, CA-21). Players who wait for cards that others never let go, and
    throw back whatever else they draw, would see the same cards in the same order forever.

    Attributes:
        slips: once in how many decisions it overlooks what is best; 0 means never.
        loosens: where few cards go round, once in how many discards it throws any loose card.
        counts: whether it counts the cards that are left, gives up a wait for a better one, and
            considers whom a discard may help.
    """

    slips: int
    loosens: int
    counts: bool


class CardPlayer:
    """Plays the cards of one seat in one position; it always keeps melds and near melds.

    Args:
        style: how well it plays.
        sense: the judge of its hand.
        trumps: the wild cards.
        around: the number of cards in the stock and the discard pile together.
        bits: the source of every random choice.
    """

    def __init__(
        self, style: CardStyle, sense: HandJudge, trumps: tuple[Card, ...], around: int, bits: Bits
    ) -> None:
        self._slips = style.slips
        self._throws_ill = style.loosens if around <= _FEW else style.slips
        self._counts = style.counts
        self._sense = sense
        self._trumps = trumps
        self._bits = bits

    def draw(self, own: Own[RummyOwn], choice: Choice, top: Card | None) -> Action:
        """Take the top discard if it brings the hand nearer to going out, else draw a card."""
        sources = choice.domain(Words).words
        if DISCARDS in sources and top is not None and self._wants(own.hand, top):
            return Action("draw", source=DISCARDS)
        return Action("draw", source=STOCK if STOCK in sources else DISCARDS)

    def _wants(self, hand: tuple[Card, ...], top: Card) -> bool:
        if top in self._trumps:
            return True
        if self._happens(self._slips):
            return False
        now = self._sense.standing(hand)
        thrown, then = self._best_throw((*hand, top))
        if thrown == top:
            return False
        if then.distance == now.distance == 1 and self._counts:
            # A better wait is worth a turn, since other players' discards may also bring the last
            # card.
            return self._sense.outs(without((*hand, top), thrown)) > self._sense.outs(hand) + 1
        return then.distance < now.distance

    def throw(self, own: Own[RummyOwn], choice: Choice) -> Action:
        """Throw the card whose absence leaves the best hand."""
        if self._happens(self._throws_ill):
            melded = [card for meld in own.game.melds for card in meld.cards]
            loose = [card for card in choice.domain(Cards).cards if card not in melded]
            if loose:
                return Action("discard", card=loose[self._bits.below(len(loose))])
        card, _ = self._best_throw(own.hand)
        return Action("discard", card=card)

    def _happens(self, once_in: int) -> bool:
        return once_in > 0 and not self._bits.below(once_in)

    def _best_throw(self, hand: tuple[Card, ...]) -> tuple[Card, Progress]:
        """Return which of ten cards to throw, and the progress of the other nine."""
        sense = self._sense
        ways = []
        for card in sorted(set(hand)):
            rest = without(hand, card)
            standing = sense.standing(rest)
            ways.append((standing.distance, -standing.live, card in self._trumps, card, standing))
        nearest = min(ways)[0]
        if self._counts:
            return self._counted_throw(hand, [way for way in ways if way[0] <= nearest])
        _, _, _, card, standing = min(ways)
        return card, standing

    def _counted_throw(
        self, hand: tuple[Card, ...], ways: list[tuple[int, int, bool, Card, Progress]]
    ) -> tuple[Card, Progress]:
        """Choose among the nearest by the cards left in the pack, then by whom the card helps."""
        sense = self._sense
        judged = []
        for distance, less_live, is_trump, card, standing in ways:
            live = sense.outs(without(hand, card)) if distance <= 1 else -less_live
            judged.append((is_trump, -live, sense.use(card), card, standing))
        _, _, _, card, standing = min(judged)
        return card, standing
