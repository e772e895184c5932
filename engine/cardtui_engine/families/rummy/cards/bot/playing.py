"""How bots of rummy games draw and discard: a wild card on the discards is always taken; what slips
a level makes (`CardStyle`); when the same cards come round again (`_FEW_CARDS_AROUND`). How often a
level slips, and when it goes out, is in its game's own `bot`; how far it thinks ahead, in
`outlook`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Advice, Reason
from cardtui_engine.cards import Card
from cardtui_engine.choices import Choice
from cardtui_engine.domains import Cards, Words
from cardtui_engine.families.rummy.cards.bot.judging import HandJudge
from cardtui_engine.families.rummy.cards.bot.outlook import Outlook, Race
from cardtui_engine.families.rummy.cards.play import DISCARDS, STOCK, without
from cardtui_engine.families.rummy.cards.view import RummyOwn
from cardtui_engine.families.rummy.melding.masks import (
    hand_mask,
    mask_cards,
    with_card,
    without_card,
)
from cardtui_engine.views import Own

_FEW_CARDS_AROUND: Final = 52
"""With at most this many cards in stock and discard pile, the same cards soon come round again."""


class CardStyle(NamedTuple):
    """How well a bot plays the cards.

    Where few cards go round, all bots must throw a loose card at times. The discard pile is turned
    over unshuffled (PP-22, PT-21, CA-21). Players who wait for cards that others never let go, and
    throw back whatever else they draw, would see the same cards in the same order forever.

    Attributes:
        slips: once in how many decisions it overlooks what is best; 0 means never.
        loosens: where few cards go round, once in how many discards it throws any loose card.
        counts: whether it counts the cards that are left, looks a draw ahead, and considers whom a
            discard may help.
    """

    slips: int
    loosens: int
    counts: bool


class CardPlayer:
    """Plays the cards of one seat in one position; it always keeps melds and near melds.

    Args:
        style: how well it plays.
        sense: the judge of its hand.
        race: how the others play, for those that look ahead.
        around: the number of cards in the stock and the discard pile together.
        bits: the source of every random choice.
    """

    def __init__(
        self,
        style: CardStyle,
        sense: HandJudge,
        race: Race,
        around: int,
        bits: Bits,
    ) -> None:
        self._slips = style.slips
        self._throws_ill = style.loosens if around <= _FEW_CARDS_AROUND else style.slips
        self._sense = sense
        self._outlook = Outlook(sense, race) if style.counts else None
        self._bits = bits

    def draw(self, own: Own[RummyOwn], choice: Choice, top: Card | None) -> Advice:
        """Take the top discard if it brings the hand nearer to going out, else draw a card."""
        sources = choice.domain(Words).words
        if DISCARDS in sources and top is not None and self._wants(own.hand, top):
            return self._advice(Action("draw", source=DISCARDS), own.hand)
        source = STOCK if STOCK in sources else DISCARDS
        return self._advice(Action("draw", source=source), own.hand)

    def throw(self, own: Own[RummyOwn], choice: Choice) -> Advice:
        """Throw the card whose absence leaves the best hand."""
        card = self._ill_throw(own, choice)
        if card is None:
            card = self._best_throw(hand_mask(own.hand))[0]
        return self._advice(Action("discard", card=card), without(own.hand, card))

    def _advice(self, action: Action, hand: tuple[Card, ...]) -> Advice:
        mask = hand_mask(hand)
        lack = self._sense.lack(mask)
        if lack is None:  # what is left cannot bring it out
            return Advice(action, Reason.OUTS, (self._sense.standing(mask).distance, 0))
        return Advice(action, Reason.OUTS, (lack.number, lack.helping.bit_count()))

    def _wants(self, hand: tuple[Card, ...], top: Card) -> bool:
        if top in self._sense.trumps:
            return True
        if self._happens(self._slips):
            return False
        mask = hand_mask(hand)
        if self._outlook is not None and not self._outlook.may_want(mask, top):
            return False
        thrown, worth = self._best_throw(with_card(mask, top))
        if self._outlook is None:
            return thrown != top and worth < self._sense.standing(mask).distance
        return thrown != top and worth > self._outlook.drawing(mask)

    def _ill_throw(self, own: Own[RummyOwn], choice: Choice) -> Card | None:
        """Return any loose card, if it is not to throw the best one."""
        if not self._happens(self._throws_ill):
            return None
        melded = [card for meld in own.game.melds for card in meld.cards]
        loose = [card for card in choice.domain(Cards).cards if card not in melded]
        return loose[self._bits.below(len(loose))] if loose else None

    def _happens(self, once_in: int) -> bool:
        return once_in > 0 and not self._bits.below(once_in)

    def _best_throw(self, hand: int) -> tuple[Card, float]:
        """Return which of ten cards to throw, and how far or what the other nine are then."""
        if self._outlook is not None:
            return self._outlook.best_throw(hand)
        ways = []
        for card in sorted(set(mask_cards(hand))):
            standing = self._sense.standing(without_card(hand, card))
            ways.append(
                (
                    standing.distance,
                    -self._sense.live(standing.wanted),
                    card in self._sense.trumps,
                    card,
                )
            )
        distance, _, _, card = min(ways)
        return card, distance
