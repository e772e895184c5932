"""Betting in all games with bets: who must still speak, how much everybody can match (`covered`),
and where the chips go. What may be bet, and what ends a round, each game says.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from functools import partial
from operator import sub
from typing import Final, NamedTuple

from cardtui_engine.events import ChipsBet, ChipsBought, Event
from cardtui_engine.families.chips import seats_after

# Build a value without the call to its class: this is a hot path.
_new: Final = tuple.__new__
_chips_bet: Final[Callable[[tuple[int, int, int, bool]], ChipsBet]] = partial(_new, ChipsBet)


class SpokenBet(NamedTuple):
    """What a seat said last in a betting round, for views.

    ``to`` is what it has put in during the round in all; ``None`` if its last word put in nothing.
    """

    seat: int
    verb: str
    to: int | None = None


class Betting(NamedTuple):
    """Where a betting round stands.

    Attributes:
        stacks: by seat, the chips in front of it when the round began.
        carried: the chips in the pot when the round began.
        bets: by seat, the chips it put in during this round. They stay when the seat leaves the
            hand.
        live: seats still in the hand, in the order in which they speak.
        last_words: by seat, the last verb it used in this round; ``None`` if it has not spoken.
        to_act: the seat that must speak next; ``None`` when the round is complete.
    """

    stacks: tuple[int, ...]
    carried: int
    bets: tuple[int, ...]
    live: tuple[int, ...]
    last_words: tuple[str | None, ...]
    to_act: int | None

    @property
    def chips(self) -> tuple[int, ...]:
        """By seat, the chips in front of it now."""
        return tuple(map(sub, self.stacks, self.bets))

    @property
    def pot(self) -> int:
        """All chips put in during the hand, those of this round included."""
        return self.carried + sum(self.bets)

    @property
    def top(self) -> int:
        """The highest bet of the round."""
        return max(self.bets)

    @property
    def covered(self) -> int:
        """The highest bet that every seat still in could match."""
        stacks = self.stacks
        return min([stacks[seat] for seat in self.live])

    def put(self, verb: str, to: int, events: list[Event], *, raised: bool = False) -> Betting:
        """Put in ``to`` chips in all for the seat whose turn it is: the top bet or a new one.

        Args:
            verb: what the seat says.
            to: all that it will have put in during this round.
            events: the events that follow are appended.
            raised: whether that is more than the highest bet, if there is one.
        """
        stacks, carried, old_bets, live, old_words, seat = self
        assert seat is not None
        # Changing one item through a list takes half as long as slicing the tuple.
        bets = [*old_bets]
        events.append(_chips_bet((seat, to - bets[seat], to, raised)))
        bets[seat] = to
        last_words = [*old_words]
        last_words[seat] = verb
        next_seat = _next_to_speak(bets, live, last_words, seat, to)
        return _new(Betting, (stacks, carried, tuple(bets), live, tuple(last_words), next_seat))

    def stay(self, verb: str) -> Betting:
        """Keep the seat whose turn it is in the hand, putting in nothing."""
        return self._without_chips(verb, self.live)

    def leave(self, verb: str) -> Betting:
        """Take the seat whose turn it is out of the hand."""
        live = self.live
        assert self.to_act is not None
        place = live.index(self.to_act)
        return self._without_chips(verb, live[:place] + live[place + 1 :])

    def _without_chips(self, verb: str, live: tuple[int, ...]) -> Betting:
        stacks, carried, bets, _, old_words, seat = self
        assert seat is not None
        last_words = [*old_words]
        last_words[seat] = verb
        next_seat = _next_to_speak(bets, live, last_words, seat, max(bets))
        return _new(Betting, (stacks, carried, bets, live, tuple(last_words), next_seat))

    def spoken(self, putting: Container[str]) -> tuple[SpokenBet, ...]:
        """Return what each seat said last in this round, by seat.

        Args:
            putting: the verbs that put in chips.
        """
        return tuple(
            [
                SpokenBet(seat, verb, self.bets[seat] if verb in putting else None)
                for seat, verb in enumerate(self.last_words)
                if verb is not None
            ]
        )

    def won_by(self, seat: int) -> tuple[int, ...]:
        """Return the chips by seat after the seat has taken the pot."""
        stacks, carried, bets, _, _, _ = self
        chips = [*map(sub, stacks, bets)]
        chips[seat] += carried + sum(bets)
        return tuple(chips)


def bought(betting: Betting, seat: int, chips: int) -> tuple[Betting, ChipsBought]:
    """Return the time between hands after a seat has bought chips, and the event."""
    stacks = [*betting.stacks]
    stacks[seat] += chips
    return betting._replace(stacks=tuple(stacks)), ChipsBought(seat, chips, stacks[seat])


def begin_round(chips: tuple[int, ...], pot: int, live: tuple[int, ...]) -> Betting:
    """Return a betting round before its first word; without live seats, the time between hands."""
    count = len(chips)
    return _new(
        Betting, (chips, pot, (0,) * count, live, (None,) * count, live[0] if live else None)
    )


def out_of_the_hand(dealt: tuple[int, ...], live: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats that were dealt in and have left the hand, sorted."""
    return tuple(sorted([seat for seat in dealt if seat not in live]))


def _next_to_speak(
    bets: Sequence[int],
    live: tuple[int, ...],
    last_words: Sequence[str | None],
    seat: int,
    top: int,
) -> int | None:
    """Return the next live seat that has not spoken or has not matched the top bet."""
    for other in seats_after(seat, len(bets)):
        if other in live and (last_words[other] is None or bets[other] < top):
            return other
    return None
