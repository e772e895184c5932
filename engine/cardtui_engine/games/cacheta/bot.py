"""A bot for Cacheta: says “na boa” as soon as it may, cuts the line, races to knock, and stays in
a hand where that pays. How well each level plays: `STYLES`; how it values ten cards and those who
are “na boa”: `_TEN_CARDS_WORTH`, `_NA_BOA_CHANCES`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import PLAIN, Advice, Level, Manner, Reason
from cardtui_engine.cards import Card
from cardtui_engine.choices import ChoiceKind
from cardtui_engine.families.rummy.cards.bot.judging import HandJudge
from cardtui_engine.families.rummy.cards.bot.outlook import ROUNDS_AHEAD, Race, others_out
from cardtui_engine.families.rummy.cards.bot.playing import CardPlayer, CardStyle
from cardtui_engine.families.rummy.cards.declaring import melder_for
from cardtui_engine.families.rummy.cards.game import pack_with
from cardtui_engine.families.rummy.cards.shown import shown_by_next, taken_by_others, thrown_lately
from cardtui_engine.families.rummy.melding.masks import hand_mask
from cardtui_engine.games.cacheta.melds import form_of
from cardtui_engine.games.cacheta.view import CachetaView
from cardtui_engine.options import OptionValue

STYLES: Final[Mapping[Level, CardStyle]] = {
    Level.EASY: CardStyle(slips=3, loosens=3, counts=False),
    Level.NORMAL: CardStyle(slips=14, loosens=12, counts=False),
    Level.HARD: CardStyle(slips=0, loosens=12, counts=True),
}

_OFFERED_CARDS: Final = (1.3, 2.2)
"""How many cards a seat is offered in a round, as in `Race`."""

_TEN_CARDS_WORTH: Final = 1.2
"""Two points for ten cards are seldom worth waiting for."""

_FIT_DANGER: Final = 0.006
"""How dangerous a throw is, as in `Race`."""

_NA_BOA_CHANCES: Final = (0.3,) * ROUNDS_AHEAD
"""By round, how likely a seat goes out that is na boa."""

_OTHER_CHANCES: Final = (0.01, 0.045, 0.075, 0.1, 0.12, 0.14, 0.15, 0.16, 0.17, 0.18)
"""The same for one that is not."""


_STAYED, _UNASKED = 0.2, 0.12
"""How likely another seat wins that has stayed, and one that has not been asked, beside a hand that
lacks as many cards as the power of one half: counted in matches of bots."""

_TOLD_UNASKED: Final = (0.0, 0.07, 0.12, 0.07)
"""With four seats, by how many have not been asked: how likely one of them wins, as hints say it of
who stays. They fold more than is reckoned, above all right after the first who stays. Fitted to 100
matches of four hard bots (`bench/calibration.py`, `cacheta-folds`, seed 62). Bots decide by
`_UNASKED`: if all of them stayed on more, it would come to something else again."""


class CachetaBot:
    """Plays one seat; see `cardtui_engine.bots.Bot`."""

    def __init__(
        self,
        options: Mapping[str, OptionValue],
        seats: int,  # noqa: ARG002 - part of the contract; other bots use it
        level: Level,
        manner: Manner = PLAIN,  # noqa: ARG002 - nothing can be bluffed or raised here
    ) -> None:
        suits, jokers = options["set_suits"], options["jokers"]
        assert isinstance(suits, int)
        assert isinstance(jokers, int)
        self._jokers = jokers
        self._form = form_of(suits)
        self._natural = bool(options["natural_trumps"])
        self._style = STYLES[level]

    def decide(self, view: CachetaView, bits: Bits) -> Action | None:
        """See `Bot.decide`."""
        return self.advise(view, bits).action

    def advise(self, view: CachetaView, bits: Bits) -> Advice:
        """See `Bot.advise`."""
        own, public = view.own, view.game
        choices = {choice.verb: choice for choice in own.choices}
        if "knock" in choices:
            return Advice(Action("knock"), Reason.SURE)
        # A cut that cannot knock burns the seat (CA-43).
        if "cut" in choices and choices["cut"].kind is not ChoiceKind.BURNS:
            return Advice(Action("cut"), Reason.SURE)
        if "good_one" in choices:
            return Advice(Action("good_one"), Reason.ONLY)
        if own.seat not in view.common.to_act:
            return Advice(None, Reason.ONLY)
        if "fold" not in choices and "stay" in choices:
            return Advice(Action("stay"), Reason.ONLY)
        melder = melder_for(self._form, public.trumps, natural=self._natural, jokers=self._jokers)
        seen = [*own.hand]
        if self._style.counts:
            seen += _known(view)
        sense = HandJudge(melder, seen)
        rivals = [seat for seat in public.dealt if seat not in (own.seat, *public.folded)]
        others = others_out(
            [_NA_BOA_CHANCES if seat in public.good else _OTHER_CHANCES for seat in rivals]
        )
        race = Race(
            unseen=len(pack_with(self._jokers)) - len(seen),
            others=others,
            offers=_OFFERED_CARDS,
            ten=_TEN_CARDS_WORTH,
            fits=_FIT_DANGER,
            following=shown_by_next(public.shown, own.seat, rivals),
        )
        if "stay" in choices:
            return self._staying(sense, view, rivals, bits)
        around = public.stock + public.pile
        player = CardPlayer(self._style, sense, race, around, bits)
        if "draw" in choices:
            return player.draw(own, choices["draw"], public.top)
        return player.throw(own, choices["discard"])

    def _staying(
        self, sense: HandJudge, view: CachetaView, rivals: list[int], bits: Bits
    ) -> Advice:
        """Stay if the chance to win is worth it, reckoned against the others' points (CA-60).

        To win costs each of the others who stay 2 points; to lose costs 2 here, and 2 each of the
        others but the winner; to fold costs 1.
        """
        seat, game = view.own.seat, view.game
        others = len(game.dealt) - 1
        even = others / (2 * others + 2)
        distance = sense.standing(hand_mask(view.own.hand)).distance
        if not self._style.counts:
            distance += bits.below(3) - 1
        mine = 0.5**distance
        first = (view.common.dealer + 1) % len(view.common.cards)
        before = (seat - first) % len(view.common.cards)
        stayed = sum((each - first) % len(view.common.cards) < before for each in rivals)
        unasked = len(rivals) - stayed
        chance = mine / (mine + _STAYED * stayed + _UNASKED * unasked)
        if chance < even:
            return Advice(Action("fold"), Reason.CHANCE, (chance, even))
        told = chance
        if len(view.common.cards) == len(_TOLD_UNASKED):
            told = mine / (mine + _STAYED * stayed + _TOLD_UNASKED[unasked])
        return Advice(Action("stay"), Reason.CHANCE, (told, even))


def _known(view: CachetaView) -> list[Card]:
    """Return the cards outside its own hand of which it is known where they are."""
    public = view.game
    lie = thrown_lately(public.shown)
    if public.top is not None and public.top not in lie:  # thrown too long ago
        lie.append(public.top)
    if public.flip is not None:
        lie.append(public.flip)
    return [*lie, *taken_by_others(public.shown, view.own.seat)]
