"""What melds in the rummy games, under options drawn at random: `draw_rules`."""

from typing import NamedTuple

from cardtui_engine.bits import Bits
from cardtui_engine.cards import JOKER, Card
from cardtui_engine.families.rummy.cards.declaring import melder_for
from cardtui_engine.families.rummy.melding.masks import CARDS
from cardtui_engine.families.rummy.melding.melder import Melder
from cardtui_engine.games.cacheta.melds import form_of, trumps_of
from cardtui_engine.games.pif_paf.options import terms_of as pif_paf_terms
from cardtui_engine.games.pif_paf.rules import PifPaf
from cardtui_engine.games.pif_paf_tradicional.options import terms_of as tradicional_terms
from cardtui_engine.games.pif_paf_tradicional.rules import PifPafTradicional
from tests.engine.rummy.brute_force import Sheet, face
from tests.engine.rummy.hands import near_miss

GAMES = ("pif-paf", "pif-paf-tradicional", "cacheta")


class Rules(NamedTuple):
    """One game's melds twice: for the engine, and as brute force reads the sheet."""

    melder: Melder
    sheet: Sheet
    trumps: tuple[Card, ...]

    def hand(self, bits: Bits, size: int = 10) -> tuple[Card, ...]:
        """Return a hand that nearly goes out; where there are jokers, a few of them in it."""
        hand = [*near_miss(bits, self.trumps, size)]
        for _ in range(min(bits.below(4), self.melder.jokers)):
            hand[bits.below(len(hand))] = JOKER
        return tuple(hand)


def draw_rules(game: str, bits: Bits) -> Rules:
    """Return the melds of a game with options drawn at random."""
    jokers = (0, 0, 2, 4)[bits.below(4)]
    match game:
        case "pif-paf":
            high = bool(bits.below(2))
            options = PifPaf().options({"aces": "both" if high else "low"}, 3)
            # PP-31: exactly three suits.
            melder = melder_for(pif_paf_terms(options).form, jokers=jokers)
            return Rules(melder, Sheet(high, 3, 3, 99), ())
        case "pif-paf-tradicional":
            options = PifPafTradicional().options({}, 2)
            # PT-30: at least three suits, and six of a rank are no single group.
            melder = melder_for(tradicional_terms(options).form, jokers=jokers)
            return Rules(melder, Sheet(True, 3, 4, 5), ())
        case _:
            suits = (3, 3, 2, 4)[bits.below(4)]
            natural = bool(bits.below(2))
            trumps = trumps_of(CARDS[bits.below(52)])
            faces = frozenset(map(face, trumps))
            return Rules(
                melder_for(form_of(suits), trumps, natural=natural, jokers=jokers),
                Sheet(True, suits, 4, 8, faces, natural),
                trumps,
            )
