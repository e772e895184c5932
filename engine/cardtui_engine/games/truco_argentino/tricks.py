"""Who leads after a trick (`next_leader`), which team wins the hand and what ties decide
(`taker`), and which cards still count once somebody has folded (`counting`).

Rules and bots use the same functions. Only this file builds `Tricks`, by methods whose names say
what happens; no other file knows the order of its fields.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Final, NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.families.truco.seats import NEXT_SEAT, has, next_from, without
from cardtui_engine.families.truco.tricks import Course
from cardtui_engine.families.truco.view import FinishedTrick, PlayedCard
from cardtui_engine.games.truco_argentino.cards import STRENGTH
from cardtui_engine.games.truco_argentino.options import Terms

Hand = tuple[Card, ...]

# Builds a value without the call to its class: this is a hot path.
_new: Final = tuple.__new__


class Tricks(NamedTuple):
    """The cards of a hand.

    Attributes:
        hands: by seat, its cards in the order in which they were dealt.
        live: the seats that take part and have not resigned, as a mask.
        played: the seats that have played a card in this hand, as a mask.
        leader: the seat that leads, or led, the trick on the table.
        laid: the seats with a card in the trick on the table, as a mask.
        trick: the trick on the table.
        done: the finished tricks.
    """

    hands: tuple[Hand, ...]
    live: int
    played: int
    leader: int
    laid: int
    trick: tuple[PlayedCard, ...]
    done: tuple[FinishedTrick, ...]

    @property
    def complete(self) -> bool:
        """Whether every live seat has played to the trick on the table."""
        return not self.live & ~self.laid

    @property
    def cards_laid(self) -> int:
        """How many cards have been played in this hand."""
        return sum([len(trick.cards) for trick in self.done]) + len(self.trick)

    @property
    def counting(self) -> list[tuple[int, int]]:
        """The seat and strength of each card that counts in the trick on the table (TA-13)."""
        _, live, _, _, laid, trick, _ = self
        if laid & ~live:
            trick = tuple([played for played in trick if has(live, played.seat)])
        return [(seat, STRENGTH[card]) for seat, card in trick]

    @property
    def to_play(self) -> int:
        """The seat whose card the trick on the table waits for; the trick must not be complete."""
        _, live, _, leader, laid, _, _ = self
        return NEXT_SEAT[leader][live & ~laid]

    def with_card(self, card: PlayedCard) -> Tricks:
        """Return the cards after a seat has played one from its hand."""
        hands, live, played, leader, laid, trick, done = self
        seat, face = card
        mine = 1 << seat
        hand = hands[seat]
        at = hand.index(face)
        hands = (*hands[:seat], hand[:at] + hand[at + 1 :], *hands[seat + 1 :])
        return _new(Tricks, (hands, live, played | mine, leader, laid | mine, (*trick, card), done))

    def without_hand(self, seat: int) -> Tricks:
        """Return the cards after a seat has laid its hand down; the lead may pass on (TA-13)."""
        hands, live, played, leader, laid, trick, done = self
        live = without(live, seat)
        if leader == seat and not trick and live:
            leader = next_from(seat, live)
        hands = (*hands[:seat], (), *hands[seat + 1 :])
        return _new(Tricks, (hands, live, played, leader, laid, trick, done))

    def with_finished(self, team: int | None, winner: int | None, leader: int) -> Tricks:
        """Return the cards after the trick on the table was counted.

        Args:
            team: the team that won it; ``None`` for a tie.
            winner: the seat whose card won it; ``None`` for a tie.
            leader: the seat that leads the next trick.
        """
        hands, live, played, _, _, trick, done = self
        finished = _new(FinishedTrick, (team, trick, winner))
        return _new(Tricks, (hands, live, played, leader, 0, (), (*done, finished)))

    def after(self, done: tuple[FinishedTrick, ...], leader: int) -> Tricks:
        """Return the cards as they are after those tricks."""
        return self._replace(played=self.live if done else 0, leader=leader, done=done)


def before_tricks(hands: tuple[Hand, ...], live: int, leader: int) -> Tricks:
    """Return the cards of a hand of those seats before the first trick."""
    return _new(Tricks, (hands, live, 0, leader, 0, (), ()))


def next_leader(live: int, leader: int, first: int, tied: bool) -> int:
    """Return the next leader: the trick's winner, or after a tie the last leader (TA-11, TA-13).

    Args:
        live: the seats still in the hand, as a mask.
        leader: the seat that led.
        first: the first seat that has the highest card.
        tied: whether the sides tie for it.
    """
    return next_from(leader, live) if tied else first


def taker(
    second_to_first: bool, third_to_first: bool, mano: int, teams: Sequence[int | None]
) -> int | None:
    """Return the team that wins the hand; ``None`` while it goes on (TA-12).

    Args:
        second_to_first: whether the winner of the first trick wins when the second is tied.
        third_to_first: whether the winner of the first trick wins when the third is tied.
        mano: the mano's team.
        teams: the teams that won the finished tricks; ``None`` for a tie.
    """
    if len(teams) < 2:
        return None
    first, second = teams[0], teams[1]
    if len(teams) == 2:
        if second is None:
            return first if second_to_first else None
        return second if first is None or first == second else None
    third = teams[2]
    if third is not None:
        return third
    if third_to_first and first is not None:
        return first
    return mano


def course_of(terms: Terms, mano: int, live: int) -> Course:
    """Return how a hand of those seats continues after a trick."""
    return _course(terms.second_to_first, terms.third_to_first, mano & 1, live)


@cache
def _course(second_to_first: bool, third_to_first: bool, mano: int, live: int) -> Course:
    return Course(
        leads=partial(next_leader, live),
        takes=partial(taker, second_to_first, third_to_first, mano),
    )
