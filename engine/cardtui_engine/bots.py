"""What a bot is (`Bot`): its levels (`Level`), its manner (`Manner`; `HONEST` for hints), the
reasons it gives (`Reason`), the version of all bots (`BOTS_VERSION`), and the bot of a game that
brings none (`any_bot`).

Apart from its settings a bot has no state: the same view and the same bits give the same action. It
sees exactly what a person in its seat would see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, IntEnum
from itertools import pairwise
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.choices import ChoiceKind
from cardtui_engine.gestures import Gesture, Sign
from cardtui_engine.options import OptionValue
from cardtui_engine.views import SeatView

BOTS_VERSION: Final = 1
"""The version of all bots together: what one of it does, every other of it does in its place.

Raise it with the first change after a release by which any bot of any game does anything else:
records say it, and what bots did is replayed by bots of the same version only.
"""


class Level(IntEnum):
    """How well a bot plays; the protocol uses the same numbers."""

    EASY = 1
    NORMAL = 2
    HARD = 3


class Manner(NamedTuple):
    """How a bot differs from others of its level. It sees and knows no more than they do.

    Where nothing can be bluffed or raised, as at Cacheta, it makes no difference.

    Attributes:
        bluff: the chance, on top of its level's, that it bets or raises as if its cards were good;
            below zero, it does so less often.
        nerve: from -1 to 1, with how much less of a reason than its level it bets or raises on
            cards that are good.
    """

    bluff: float = 0.0
    nerve: float = 0.0

    def bluffs(self, level: float, part: float = 1.0) -> float:
        """Return how often it bluffs.

        Args:
            level: how often its level does.
            part: the part of its own bluffs that counts, where a bluff is dear.
        """
        return min(max(level + self.bluff * part, 0.0), 1.0)


PLAIN: Final = Manner()
"""Playing just as one's level does."""

HONEST: Final = Manner(bluff=-1.0)
"""Never bluffing, and of ways that are worth about the same choosing the quieter one: what a good
player tells a learner."""


class Reason(Enum):
    """Why a bot does something, with the numbers that say how sure it is.

    A chance is a number from 0 to 1; what something brings is in points or chips of the bot's side
    until the hand ends, less those of the others.
    """

    ONLY = "only"
    """Nothing else may be done, or nothing else makes sense. No numbers."""
    SURE = "sure"
    """It cannot lose. No numbers."""
    CHANCE = "chance"
    """The chance to win by going on, and the chance at which that breaks even. To give up there is
    less of it, to go on as much."""
    VALUE = "value"
    """What it brings on average, and what the next best choice brings."""
    MATCH = "match"
    """The chance to win the match with it, and with the next best choice."""
    BLUFF = "bluff"
    """The chance that the others give way, and the chance at which that breaks even."""
    MIX = "mix"
    """The part of such positions in which it does this, so that nobody can read it."""
    OUTS = "outs"
    """How many cards are missing to go out, and how many unseen ones bring that nearer."""


CameTo = tuple[tuple[float, float], ...]
"""By what cards alone had promised, what hands with such a promise came to: pairs that ascend. For
what a hand brings, -1 is the stake lost, and 1 the stake won."""


def came_true(promised: float, came_to: CameTo) -> float:
    """Return what such a promise came to: between two of the pairs in proportion.

    >>> came_true(0.25, ((0.0, 0.0), (0.5, 0.25), (1.0, 1.0)))
    0.125
    """
    for (low, least), (high, most) in pairwise(came_to):
        if promised <= high:
            return least + (promised - low) / (high - low) * (most - least)
    return came_to[-1][1]


class Advice(NamedTuple):
    """What a bot does, and why.

    Attributes:
        action: as `Bot.decide` returns it.
        reason: what decided.
        numbers: those that the reason names, in its order.
    """

    action: Action | None
    reason: Reason
    numbers: tuple[float, ...] = ()


def by_odds(
    action: Action, odds: tuple[float, float], often: float, *, gives_up: bool = False
) -> Advice:
    """Return an action with the odds that speak for it; if they do not, with how often it is done.

    Args:
        odds: the chance to win by going on, and the chance at which that breaks even.
        often: in which part of such positions it is done.
        gives_up: whether it gives up.
    """
    chance, even = (round(each, 2) for each in odds)  # as they are told
    if chance <= even if gives_up else chance >= even:
        return Advice(action, Reason.CHANCE, odds)
    return Advice(action, Reason.MIX, (often,))


class Bot(Protocol):
    """A bot for one game, playing under one table's options."""

    def decide(self, view: SeatView[Any, Any], bits: Bits) -> Action | None:
        """Return what to do now.

        Args:
            view: the view of the bot's own seat; ``view.own.choices`` are the legal actions.
            bits: the source of every random choice.

        Returns:
            A legal action. ``None`` only if the seat is not in ``to_act`` and does not want to
            interrupt.
        """


class Adviser(Bot, Protocol):
    """A bot that also says why: the bots of every game do. A bot that only plays need not."""

    def advise(self, view: SeatView[Any, Any], bits: Bits) -> Advice:
        """Return what `decide` returns for the same view and bits, and why.

        Returns:
            The action, what decided, and the numbers that belong to that reason.
        """


@runtime_checkable
class Signaller(Protocol):
    """A bot that gives its partners signals, and heeds those that it has seen."""

    def signal(
        self, view: SeatView[Any, Any], lookers: Sequence[int], bits: Bits
    ) -> Gesture | None:
        """Return the signal that it gives at the beginning of a hand, if it gives one.

        Args:
            lookers: the seats that look at it.
        """

    def heeding(self, signs: Sequence[Sign]) -> Bot:
        """Return the same bot, which has seen these signals in this hand."""


@runtime_checkable
class Reckoner(Protocol):
    """A bot of a game that is won by points: it reckons what a score is worth.

    By that its hints say how good a choice is, and the lab judges choices; it decides by that, or
    by a rougher chance.
    """

    def match_chance(self, view: SeatView[Any, Any]) -> float:
        """Return how likely the seat's side wins the match, going by the score alone."""


class BotMaker(Protocol):
    """Makes the bots of one game, each of which can explain itself."""

    def __call__(
        self,
        options: Mapping[str, OptionValue],
        seats: int,
        level: Level,
        manner: Manner = PLAIN,
    ) -> Adviser:
        """Return a bot for a table with those options and that many seats."""


def heeding(bot: Bot, signs: Sequence[Sign]) -> Bot:
    """Return the bot as it is once those signals were given, as far as it saw and heeds them."""
    return bot.heeding(signs) if signs and isinstance(bot, Signaller) else bot


def simple_action(view: SeatView[Any, Any]) -> Action | None:
    """Return the first legal action, for a bot that fails to choose one."""
    choice = next(iter(view.own.choices), None)
    return None if choice is None else choice.first()


class _AnyBot:
    """A bot that does anything that is legal, and gives up only where nothing else is."""

    def decide(self, view: SeatView[Any, Any], bits: Bits) -> Action | None:
        return self.advise(view, bits).action

    def advise(self, view: SeatView[Any, Any], bits: Bits) -> Advice:
        if view.own.seat not in view.common.to_act:
            return Advice(None, Reason.ONLY)
        choices = view.own.choices
        kept = [each for each in choices if each.kind is not ChoiceKind.GIVES_UP] or choices
        return Advice(kept[bits.below(len(kept))].sample(bits), Reason.ONLY)


def any_bot(
    options: Mapping[str, OptionValue],  # noqa: ARG001 - part of the contract
    seats: int,  # noqa: ARG001 - the same
    level: Level,  # noqa: ARG001 - the same
    manner: Manner = PLAIN,  # noqa: ARG001 - the same
) -> Adviser:
    """Return the bot of a game that brings none."""
    return _AnyBot()
