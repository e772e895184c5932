"""Cards laid in tricks at a truco of Brazil, where they may lie face down: how high they are
(`strengths`), and who may see them (`seen`, `faces`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from cardtui_engine.actions import Action
from cardtui_engine.cards import UNKNOWN, Card
from cardtui_engine.events import Acted, Event, Viewer, hidden_from
from cardtui_engine.families.truco.tricks import FACE_DOWN, Course, settle
from cardtui_engine.families.truco.view import FinishedTrick, PlayedCard

# What a class does with its arguments, without a call in between: the hot path.
_new: Final = tuple.__new__


class Laid(NamedTuple):
    """A card in a trick."""

    seat: int
    card: Card
    face_down: bool


class LaidTrick(NamedTuple):
    """A finished trick; ``team`` and ``winner``, whose card won, are ``None`` for a tie."""

    team: int | None
    cards: tuple[Laid, ...]
    winner: int | None = None


class LaidCards(NamedTuple):
    """The cards of a hand in which every seat plays to every trick.

    Attributes:
        hands: by seat, the cards it still holds.
        leader: the seat that leads, or led, the trick on the table.
        trick: the cards of that trick, in the order played.
        tricks: the finished tricks.
    """

    hands: tuple[tuple[Card, ...], ...]
    leader: int
    trick: tuple[Laid, ...] = ()
    tricks: tuple[LaidTrick, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every seat has played to the trick on the table."""
        return len(self.trick) == len(self.hands)

    @property
    def laid(self) -> int:
        """The number of cards on the table."""
        return len(self.tricks) * len(self.hands) + len(self.trick)

    @property
    def to_play(self) -> int:
        """The seat whose card the trick on the table waits for."""
        return (self.leader + len(self.trick)) % len(self.hands)

    def with_hand(self, seat: int, hand: tuple[Card, ...]) -> LaidCards:
        """Return the cards after a seat got another hand."""
        hands, leader, trick, tricks = self
        return _new(LaidCards, ((*hands[:seat], hand, *hands[seat + 1 :]), leader, trick, tricks))

    def with_card(self, laid: Laid) -> LaidCards:
        """Return the cards after a seat played one of its hand."""
        hands, leader, trick, tricks = self
        seat, card, _ = laid
        hand = hands[seat]
        at = hand.index(card)
        hands = (*hands[:seat], hand[:at] + hand[at + 1 :], *hands[seat + 1 :])
        return _new(LaidCards, (hands, leader, (*trick, laid), tricks))

    def settled(
        self, strength: Sequence[int], course: Course, events: list[Event]
    ) -> tuple[LaidCards, int | None]:
        """Return the cards after the trick on the table was counted.

        Args:
            strength: by card, how high it is.
            course: how the hand continues after a trick.
            events: what happened is appended.

        Returns:
            The cards; the team that wins the hand, as in `Course`.
        """
        hands, leader, trick, tricks = self
        done = [each.team for each in tricks]
        team, winner, leader, takes = settle(
            strengths(trick, strength), leader, done, course, events
        )
        finished = LaidTrick(team, trick, winner)
        return _new(LaidCards, (hands, leader, (), (*tricks, finished))), takes


def strengths(trick: tuple[Laid, ...], strength: Sequence[int]) -> list[tuple[int, int]]:
    """Return seats and strengths, which alone decide a trick.

    Args:
        strength: by card, how high it is.
    """
    return [(laid.seat, FACE_DOWN if laid.face_down else strength[laid.card]) for laid in trick]


def seen_strengths(trick: Iterable[PlayedCard], strength: Sequence[int]) -> list[tuple[int, int]]:
    """Return the seats and strengths of a trick, as everybody sees it.

    Args:
        trick: the cards; those that lie face down are unknown.
        strength: by card, how high it is.
    """
    return [
        (each.seat, FACE_DOWN if each.card == UNKNOWN else strength[each.card]) for each in trick
    ]


def faces(cards: tuple[Laid, ...]) -> tuple[PlayedCard, ...]:
    """Return cards as everybody sees them."""
    return tuple(
        [PlayedCard(each.seat, UNKNOWN if each.face_down else each.card) for each in cards]
    )


def finished_faces(
    tricks: tuple[LaidTrick, ...], *, in_view: bool = True
) -> tuple[FinishedTrick, ...]:
    """Return finished tricks as everybody sees them; without cards if they are not in view."""
    return tuple(
        [
            FinishedTrick(each.team, faces(each.cards) if in_view else (), each.winner)
            for each in tricks
        ]
    )


def laid_face_down(cards: Iterable[Laid], seat: int) -> tuple[Card, ...]:
    """Return those of the laid cards that the seat has laid face down."""
    return tuple([each.card for each in cards if each.face_down and each.seat == seat])


def seen(event: Event, viewer: Viewer) -> Event:
    """Return the event as the viewer may know it, without cards that others laid face down."""
    if isinstance(event, Acted) and event.action.face_down and event.seat != viewer:
        return Acted(event.seat, Action("play", card=UNKNOWN, face_down=True))
    return hidden_from(event, viewer)
