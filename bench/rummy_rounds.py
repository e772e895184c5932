"""Have one bot play rounds of a rummy game against three scripted players, and count what it wins.

A `Beginner` is greedy; a `Careful` player counts the unseen cards and watches the next seat.

Each pack is played four times, once with the bot in each seat, and the bounds of 95 % are those of
packs. A fair share is one quarter. A class for `cardtui arena` is here, too::

    python -m bench.rummy_rounds [--game G ...] [--level L] [--against S] [--packs N] [--seed N]
    cardtui arena cacheta hard bench.rummy_rounds:Careful --seats 4
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple

from cardtui_engine import Action, Bits, Level, get_bot_maker, get_rules
from cardtui_engine.bots import Bot
from cardtui_engine.cards import Card
from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.domains import Words
from cardtui_engine.families.rummy.cards.declaring import melder_for
from cardtui_engine.families.rummy.cards.play import without
from cardtui_engine.families.rummy.cards.shown import shown_by_next, taken_by_others, thrown_lately
from cardtui_engine.families.rummy.melding.masks import (
    BIT_OF_CARD,
    CARDS,
    RANKS,
    both,
    hand_mask,
    mask_cards,
    with_card,
)
from cardtui_engine.families.rummy.melding.melder import Melder
from cardtui_engine.games.cacheta.melds import form_of
from cardtui_engine.games.pif_paf.options import terms_of as pif_paf_terms
from cardtui_engine.games.pif_paf_tradicional.options import terms_of as tradicional_terms
from cardtui_engine.library.simulate import next_act
from cardtui_engine.options import OptionValue
from cardtui_engine.views import SeatView

GAMES: Final = ("cacheta", "pif-paf", "pif-paf-tradicional")
SEATS: Final = 4

_GO_OUT_VERBS: Final = ("knock", "go_out", "bater", "claim")
_STAY_VERBS: Final = ("check", "call", "vou", "pagar", "good_one", "waive")


class Beginner:
    """A scripted beginner: greedy, but it keeps neighbours.

    It goes out and claims as soon as it can, and stays in at every bet, but never raises. It takes
    a discard if more of its cards then lie in melds, or if it is wild. It throws the card outside
    its melds that has the fewest neighbours there: cards of its rank, or of its suit at most two
    ranks away; the highest of these.
    """

    def __init__(self, options: Mapping[str, OptionValue], seats: int) -> None:  # noqa: ARG002 - as the arena makes bots
        self._options = options

    def decide(self, view: SeatView[Any, Any], bits: Bits) -> Action | None:
        """See `cardtui_engine.bots.Bot`."""
        own = view.own
        choices = {choice.verb: choice for choice in own.choices}
        for verb in _GO_OUT_VERBS:
            if verb in choices:
                return choices[verb].first()
        # To cut the pack, or to cut the line, where that goes out.
        if "cut" in choices and choices["cut"].kind is not ChoiceKind.BURNS:
            return choices["cut"].sample(bits)
        for verb in _STAY_VERBS:
            if verb in choices and (own.seat in view.common.to_act or verb == "good_one"):
                return Action(verb)
        if "draw" in choices:
            return self._draw(view, choices["draw"])
        return self._throw(view) if "discard" in choices else None

    def _draw(self, view: SeatView[Any, Any], choice: Choice) -> Action:
        sources, top = choice.domain(Words).words, _top(view)
        hand, melder = view.own.hand, self._melder(view)
        if "discards" in sources and top is not None:
            melded = _melded(melder, (*hand, top)).bit_count()
            if top in melder.trumps or melded > _melded(melder, hand).bit_count():
                return Action("draw", source="discards")
        return Action("draw", source="stock" if "stock" in sources else "discards")

    def _throw(self, view: SeatView[Any, Any]) -> Action:
        hand, melder = view.own.hand, self._melder(view)
        loose = mask_cards(hand_mask(hand) ^ _melded(melder, hand)) or hand

        def kept(card: Card) -> tuple[bool, int, int]:
            neighbours = sum(_beside(card, other) for other in loose)
            return card in melder.trumps, neighbours, -(card % RANKS)

        return Action("discard", card=min(loose, key=kept))

    def _melder(self, view: SeatView[Any, Any]) -> Melder:
        options = self._options
        if "set_suits" in options:
            suits = options["set_suits"]
            assert isinstance(suits, int)
            natural = bool(options["natural_trumps"])
            return melder_for(form_of(suits), view.game.trumps, natural=natural)
        terms = pif_paf_terms if "aces" in options else tradicional_terms
        return melder_for(terms(options).form)


class Careful(Beginner):
    """A decent player: it counts all unseen cards, and watches the next seat.

    Of all throws it makes the one that leaves most cards in melds; then the one after which most
    unseen cards would meld more. Of cards beside the thrown one, each that the next seat took
    weighs as much as two unseen cards, and each that it threw as one less. It takes a discard if
    more of its cards then lie in melds, or if it is wild.
    """

    def _draw(self, view: SeatView[Any, Any], choice: Choice) -> Action:
        sources, top, hand = choice.domain(Words).words, _top(view), view.own.hand
        if "discards" in sources and top is not None:
            melder = self._melder(view)
            now = _count_melded(melder, hand_mask(hand))
            kept = hand_mask(without((*hand, top), self._thrown(view, (*hand, top))))
            if top in melder.trumps or _count_melded(melder, kept) > now:
                return Action("draw", source="discards")
        return Action("draw", source="stock" if "stock" in sources else "discards")

    def _throw(self, view: SeatView[Any, Any]) -> Action:
        return Action("discard", card=self._thrown(view, view.own.hand))

    def _thrown(self, view: SeatView[Any, Any], hand: tuple[Card, ...]) -> Card:
        melder, shown, seat = self._melder(view), view.game.shown, view.own.seat
        rivals = [each for each in view.game.dealt if each not in (seat, *view.game.folded)]
        following = shown_by_next(shown, seat, rivals)
        open_cards = getattr(view.game, "discards", None) or (*thrown_lately(shown), _top(view))
        seen = Counter((*hand, *open_cards, *taken_by_others(shown, seat)))
        unseen = {card: 2 - seen[card] for card in CARDS if seen[card] < 2}

        def leaves(card: Card) -> tuple[bool, int, int]:
            mask = hand_mask(without(hand, card))
            melded = _count_melded(melder, mask)
            outs = [
                copies
                for each, copies in unseen.items()
                if _count_melded(melder, with_card(mask, each)) > melded
            ]
            near = both([other for other in CARDS if other == card or _beside(card, other)])
            taken, thrown = [
                sum(bool(near & BIT_OF_CARD[other]) for other in cards)
                for cards in (following.taken, following.thrown)
            ]
            return card not in melder.trumps, melded, sum(outs) - 2 * taken + thrown

        return max(sorted(set(hand)), key=leaves)


def _top(view: SeatView[Any, Any]) -> Card | None:
    """Return the top discard: at Cacheta nothing else of the pile is visible."""
    if hasattr(view.game, "top"):
        top: Card | None = view.game.top
        return top
    return view.game.discards[-1] if view.game.discards else None


def _melded(melder: Melder, hand: Sequence[Card]) -> int:
    """Return the cards that lie in melds, as a mask of the hand's."""
    mask = 0
    for meld in melder.best(hand_mask(hand)):
        mask |= meld
    return mask


@lru_cache(maxsize=1 << 16)
def _count_melded(melder: Melder, hand: int) -> int:
    return sum(meld.bit_count() for meld in melder.best(hand))


def _beside(card: Card, other: Card) -> bool:
    if card == other:
        return False
    near = card // RANKS == other // RANKS and abs(card - other) <= 2
    return near or card % RANKS == other % RANKS


SCRIPTS: Final = {"beginner": Beginner, "careful": Careful}


class Played(NamedTuple):
    """What the bot made of a pack, on average over the seats.

    Attributes:
        share: the part of the rounds that it won.
        net: its chips beyond those it came with; at Cacheta, the points that the others lost on
            average, less its own.
        tens: how many it won with ten cards.
        times: by decision, the seconds of processor time that it took.
    """

    share: float
    net: float
    tens: int
    times: list[float]


class _Timed:
    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.times: list[float] = []

    def decide(self, view: SeatView[Any, Any], bits: Bits) -> Action | None:
        begun = time.process_time()
        action = self._bot.decide(view, bits)
        if action is not None:
            self.times.append(time.process_time() - begun)
        return action


def pack_played(game: str, level: Level, against: str, seed: int, number: int) -> Played:
    """Play one pack from each seat."""
    rules = get_rules(game)
    options = rules.options({"rounds": 1} if game == "cacheta" else {"hands": 1}, SEATS)
    bits = Bits(seed * 1_000_000 + number)
    hero = _Timed(get_bot_maker(game)(options, SEATS, level))
    others = SCRIPTS[against](options, SEATS)
    pack = list(rules.pack_of(rules.start(options, SEATS, SEATS - 1)))
    bits.shuffle(pack)
    won, net, tens = 0, 0.0, 0
    for seat in range(SEATS):
        bots: list[Bot] = [hero if each == seat else others for each in range(SEATS)]
        state, _ = rules.deal(rules.start(options, SEATS, SEATS - 1), tuple(pack))
        while not (turn := rules.turn(state)).over and not turn.wants_pack:
            act = next_act(rules, state, bots, bits)
            state, _ = rules.apply(state, act.seat, act.action)
        view = rules.view(state, None)
        last = view.game.last
        assert last is not None
        won += seat in last.winners
        tens += seat in last.winners and last.cards == 10
        if game == "cacheta":
            lost = [max(view.common.scores) - each for each in view.common.scores]
            net += (sum(lost) - lost[seat]) / (SEATS - 1) - lost[seat]
        else:
            net += view.common.chips[seat] - statistics.fmean(view.common.chips)
    return Played(won / SEATS, net / SEATS, tens, hero.times)


def _bounds(values: Sequence[float]) -> str:
    half = 1.96 * statistics.stdev(values) / math.sqrt(len(values))
    mean = statistics.fmean(values)
    return f"{mean:+.3f} [{mean - half:+.3f}, {mean + half:+.3f}]"


def main() -> None:
    parser = argparse.ArgumentParser(description="One bot against three scripts, in rounds.")
    parser.add_argument("--game", action="append", choices=GAMES)
    parser.add_argument("--level", choices=[each.name.lower() for each in Level], default="hard")
    parser.add_argument("--against", choices=SCRIPTS, default="beginner")
    parser.add_argument("--packs", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=None)
    args = parser.parse_args()
    for game in args.game or GAMES:
        one = partial(pack_played, game, Level[args.level.upper()], args.against, args.seed)
        with ProcessPoolExecutor(args.workers) as pool:
            played = list(pool.map(one, range(args.packs), chunksize=4))
        times = sorted(1000 * each for pack in played for each in pack.times)
        print(
            f"{game}, {args.level} against three of {args.against}, {SEATS * args.packs} rounds:"
            f" share {_bounds([each.share for each in played])},"
            f" net {_bounds([each.net for each in played])},"
            f" {sum(each.tens for each in played)} with ten;"
            f" ms a decision {statistics.fmean(times):.1f},"
            f" p99 {times[int(0.99 * len(times))]:.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
