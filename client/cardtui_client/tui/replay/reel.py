"""Where a replay stands: the model of the table at a position, and what led there in its hand."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import events_pb2
from cardtui_client.games.registry import presenter_of
from cardtui_client.i18n import language
from cardtui_client.model.table import TableModel
from cardtui_client.scene.commands import Way
from cardtui_client.scene.scene import Entry, Telling, nothing
from cardtui_client.tui.film import Film, FilmHand
from cardtui_client.tui.table.frames import telling_of


class Reel:
    """A film, wound to one of its positions.

    What is known there is a function of the position and of the eyes alone, whichever way one
    came: it is folded from the beginning of the hand. What was known on the way is kept until one
    goes to another hand, or takes other eyes.

    Attributes:
        film: the match.
        at: the position.
        seat: whose eyes one looks with; ``None`` for a spectator's.
        model: what is known there.
    """

    def __init__(self, film: Film) -> None:
        self.film = film
        self.at = 0
        self.seat: int | None = None
        self.model = TableModel()
        self._start = 0
        self._known: list[tuple[TableModel, Telling]] = []

    @property
    def hand(self) -> FilmHand | None:
        """The hand that is played at the position; ``None`` before the first."""
        return next((hand for hand in reversed(self.film.hands) if hand.first <= self.at), None)

    def go(self, at: int, seat: int | None) -> Sequence[Telling]:
        """Go to a position; return what tells the log all that happened in its hand so far."""
        self.at = min(max(at, 0), self.film.last)
        start = 0 if self.hand is None else self.hand.first - 1
        if (start, seat) != (self._start, self.seat) or not self._known:
            self._start, self.seat = start, seat
            self.model = TableModel()
            self.model.fold(self.film.snapshot(start, seat))
            self._known = [(self.model.frozen(), nothing)]
        self.model = self._known[-1][0].frozen()
        for each in range(start + len(self._known), self.at + 1):
            self._fold(each)
        known = self._known[: self.at - start + 1]
        self.model = known[-1][0].frozen()
        return [tells for _model, tells in known]

    def step(self) -> Sequence[events_pb2.Event]:
        """Go on to the next position, which there must be; return what happened."""
        self.at += 1
        del self._known[self.at - self._start :]
        return self._fold(self.at)

    def _fold(self, at: int) -> Sequence[events_pb2.Event]:
        happened = self.model.fold(self.film.update(at, self.seat))
        tells = _remembered(telling_of(happened, self.model))
        self._known.append((self.model.frozen(), tells))
        return happened

    def on_the_way(self, way: Way) -> int:
        """Return the position that lies that way: of the last one, there is none beyond."""
        hands, last = self.film.hands, self.film.last
        match way:
            case Way.BACK:
                return max(self.at - 1, 0)
            case Way.ON:
                return min(self.at + 1, last)
            case Way.CALL_BACK:
                return next(filter(self._is_call, range(self.at - 1, 0, -1)), 0)
            case Way.CALL_ON:
                return next(filter(self._is_call, range(self.at + 1, last + 1)), last)
            case Way.HAND_BACK:
                return next((hand.first for hand in reversed(hands) if hand.first < self.at), 0)
            case Way.HAND_ON:
                return next((hand.first for hand in hands if hand.first > self.at), last)
            case Way.START:
                return 0
            case Way.END:
                return last

    def _is_call(self, at: int) -> bool:
        """Tell whether somebody said something there, rather than that a card moved."""
        verb = self.film.verb(at)
        return bool(verb) and not presenter_of(self.model).verb(verb).silent


def _remembered(tells: Telling) -> Telling:
    """Return what tells the same, but finds the words once, until the language is another one."""
    told: dict[str, tuple[Entry, ...]] = {}

    def again() -> tuple[Entry, ...]:
        spoken = language()
        if spoken not in told:
            told.clear()
            told[spoken] = tells()
        return told[spoken]

    return again
