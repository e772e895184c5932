"""Betting: chips, pot and turn in a betting round, a value that all vying games share.

What a game may bet, and what ends its round, is the game's own; here stand who must still
speak, what nobody may be bet beyond, and where the chips go.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class SpokenBet(NamedTuple):
    """What a seat said in a betting round.

    ``to`` is what it had put in during the round then, ``None`` if it put in nothing.
    """

    seat: int
    verb: str
    to: int | None = None


class Betting(NamedTuple):
    """Where a betting round stands.

    Attributes:
        chips: by seat, what lies in front of it.
        pot: all that was put in during the hand, ``bets`` included.
        bets: by seat, what it put in during this round; it stays when the seat leaves.
        live: seats still in the hand, in the order in which they speak.
        spoken: by seat, the last thing it said in this round.
        to_act: the seat that must speak next; ``None`` when the round is complete.
    """

    chips: tuple[int, ...]
    pot: int
    bets: tuple[int, ...]
    live: tuple[int, ...]
    spoken: tuple[SpokenBet | None, ...]
    to_act: int | None

    @property
    def top(self) -> int:
        """The highest bet of the round."""
        return max(self.bets)

    @property
    def covered(self) -> int:
        """The highest bet that every seat still in could match."""
        return min([self.chips[seat] + self.bets[seat] for seat in self.live])

    def put(self, verb: str, to: int) -> Betting:
        """Let the seat whose turn it is have put in ``to`` chips during this round."""
        chips, pot, bets, live, spoken, seat = self
        assert seat is not None
        more = to - bets[seat]
        after = seat + 1
        bets = (*bets[:seat], to, *bets[after:])
        spoken = (*spoken[:seat], SpokenBet(seat, verb, to), *spoken[after:])
        return Betting(
            (*chips[:seat], chips[seat] - more, *chips[after:]),
            pot + more,
            bets,
            live,
            spoken,
            _next_to_speak(bets, live, spoken, seat),
        )

    def stay(self, verb: str) -> Betting:
        """Let the seat whose turn it is stay in without putting in anything."""
        return self._without_chips(verb, self.live)

    def leave(self, verb: str) -> Betting:
        """Let the seat whose turn it is leave the hand."""
        return self._without_chips(verb, tuple([s for s in self.live if s != self.to_act]))

    def _without_chips(self, verb: str, live: tuple[int, ...]) -> Betting:
        chips, pot, bets, _, spoken, seat = self
        assert seat is not None
        spoken = (*spoken[:seat], SpokenBet(seat, verb), *spoken[seat + 1 :])
        return Betting(chips, pot, bets, live, spoken, _next_to_speak(bets, live, spoken, seat))

    def won_by(self, seat: int) -> tuple[int, ...]:
        """Return the chips by seat once the seat has taken the pot."""
        chips = self.chips
        return (*chips[:seat], chips[seat] + self.pot, *chips[seat + 1 :])


def begin_round(chips: tuple[int, ...], pot: int, live: tuple[int, ...]) -> Betting:
    """Return a betting round before its first word; with nobody in, the time between hands."""
    count = len(chips)
    return Betting(chips, pot, (0,) * count, live, (None,) * count, live[0] if live else None)


MAX_SEATS: Final = 8

_OTHERS: Final = tuple(
    tuple(tuple((seat + step) % count for step in range(1, count)) for seat in range(count))
    for count in range(MAX_SEATS + 1)
)
"""By number of seats and seat: the other seats in the order in which they follow."""


def seats_after(seat: int, count: int) -> tuple[int, ...]:
    """Return the other seats in the order in which they follow that seat.

    >>> seats_after(1, 4)
    (2, 3, 0)
    """
    return _OTHERS[count][seat]


def _next_to_speak(
    bets: tuple[int, ...],
    live: tuple[int, ...],
    spoken: tuple[SpokenBet | None, ...],
    seat: int,
) -> int | None:
    """Return the next seat still in that has not spoken, or has not matched the top bet."""
    top = max(bets)
    for other in _OTHERS[len(bets)][seat]:
        if other in live and (spoken[other] is None or bets[other] < top):
            return other
    return None
