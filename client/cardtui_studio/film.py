"""What a replay can ask of a match (`Film`), and how long choices are tried: `TRYING_SECONDS`,
`TRYING_HANDS`. While a match goes on, `SeenFilm` shows recent hands with your own eyes alone.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple, Protocol

from cardtui.v1 import table_service_pb2, tables_pb2
from cardtui_client.faces.arguments import verb_of_action
from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel
from cardtui_client.net.call_errors import Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.tui.film import NotShared
from cardtui_client.tui.table.recent_hands import RecentHand

TRYING_SECONDS: Final = 2.0
"""How long the choices at one position are tried at least."""

TRYING_HANDS: Final = 40
"""In how many hands at least: mistakes are weighed in as many, so that both say the same."""


def tried_part(seconds: float, hands: int) -> float:
    """Return which part of that has been done."""
    return min(1.0, seconds / TRYING_SECONDS, hands / TRYING_HANDS)


class FilmHand(NamedTuple):
    """One hand of a film.

    Attributes:
        first: the position after its deal.
        last: the last position before the next deal.
        standing: the points or chips that each side or seat has then.
    """

    first: int
    last: int
    standing: tuple[int, ...]


class PlayOn(NamedTuple):
    """What somebody wants who plays on from a position.

    Attributes:
        at: the position.
        seat: the seat to play in.
        name: the person's name.
        level: of the bots in the other seats.
        same_packs: whether the packs that follow are those of the match, as far as they go.
    """

    at: int
    seat: int
    name: str
    level: tables_pb2.BotLevel.ValueType
    same_packs: bool


class WeighedChoice(NamedTuple):
    """What one choice would have been worth.

    Attributes:
        words: what it is, as records have it.
        done: whether it is what was done.
        mean: of 100 matches, how many are won with it; or what the hand brings on average, of the
            player's side less the others.
        margin: how far the true average may be away from that.
        wins: in how many of 100 hands it brings more than it costs.
        chosen: how often of 100 times the bot chooses it that a hint asks.
        worse: whether it is surely worse than the best.
    """

    words: str
    done: bool
    mean: float
    margin: float
    wins: int
    chosen: int
    worse: bool


class Advised(NamedTuple):
    """What a strong bot does at a moment, and why.

    Attributes:
        written: what it does, as records have it.
        reason: what decided.
        numbers: those that the reason names.
    """

    written: str
    reason: table_service_pb2.AdviceReason.ValueType
    numbers: tuple[float, ...]


class Weighed(NamedTuple):
    """What the choices of a seat would have been worth.

    Attributes:
        name: whose choices they are.
        hands: in how many hands that looked the same they were tried.
        contests: what is compared beside the play, such as envido, and of 100 how often it is won.
        choices: the best first.
        unit: what they bring, in words; ``""`` where the chance to win the match is weighed.
        advised: what a hint advises, in words.
        ruse: by which ruse the best choice is better than that: ``"bluff"``, ``"trap"``, or none.
    """

    name: str
    hands: int
    contests: tuple[tuple[str, int], ...]
    choices: tuple[WeighedChoice, ...]
    unit: str = ""
    advised: str = ""
    ruse: str = ""


class Misplay(NamedTuple):
    """What surely was a mistake of somebody.

    Attributes:
        at: the position at which it was made.
        done: what was done, as records have it.
        best: what a hint advises.
        loss: how much less it was worth: the chance to win the match, or points or chips.
        margin: how far the true loss may be away from that.
        of_match: whether it is that chance.
    """

    at: int
    done: str
    best: str
    loss: float
    margin: float
    of_match: bool = False


class Sought(NamedTuple):
    """How far the search for mistakes is.

    Attributes:
        done: how many of the choices that a hint does not advise have been tried.
        all: how many there are.
        found: the mistake that one of them surely is; ``None`` if it is not.
        at: the position at which that one was made.
    """

    done: int
    all: int
    found: Misplay | None
    at: int | None = None


class Film(Protocol):
    """A match that was played: its positions are numbered from 0."""

    @property
    def connection(self) -> Connection:
        """What answers instead of a server: it knows the rules, and nothing else."""

    @property
    def names(self) -> Sequence[str]:
        """Who played, by seat."""

    @property
    def hands(self) -> Sequence[FilmHand]:
        """Its hands, in order."""

    @property
    def all_eyes(self) -> bool:
        """Whether you may look with any eyes, and play on: not before a match is over."""

    @property
    def last(self) -> int:
        """The number of the last position."""

    def snapshot(self, at: int, seat: int | None) -> table_service_pb2.Frame:
        """Return a position, as a seat or a spectator saw it."""

    def update(self, at: int, seat: int | None) -> table_service_pb2.Frame:
        """Return what led to a position from the one before it, as a viewer was told it."""

    def cards(self, at: int) -> Sequence[Sequence[int]]:
        """Return the cards that each seat holds at a position, hidden ones too."""

    async def play_on(self, wanted: PlayOn) -> tuple[Connection, str]:
        """Begin a table at a position, in this process alone; return the session and its id.

        It ends with the next one, or as the film is closed.

        Raises:
            Refused, Unreachable: there can be no such table.
            OSError: this machine does not let a server start.
        """

    async def close(self) -> None:
        """End what was played on from here: nobody looks at it any more."""

    def scenario(self, at: int) -> str:
        """Return a position as a scenario, all cards open; ``""`` where none leads there."""

    def weighed(self, at: int) -> Iterator[Weighed] | None:
        """Return what the choices at a position would have been worth, the longer the surer.

        ``None`` where nobody who holds cards has a choice. It may be asked from another thread.
        """

    def mistakes(self, seat: int) -> AsyncGenerator[Sought]:
        """Go through the choices of a seat for its mistakes; this takes a while."""

    def shared(self, seat: int) -> str:
        """Return the line by which somebody plays the match's packs, in that seat.

        Raises:
            NotShared: no line leads there.
        """

    def verb(self, at: int) -> str:
        """Return the verb that led to a position, as the protocol names it; ``""`` for none."""


class SeenFilm:
    """The recent hands of a table, as a film.

    Attributes:
        hands: its hands.
        all_eyes: no other eyes are possible than your own.
        own: your seat; ``None`` for a spectator.
    """

    all_eyes = False

    def __init__(self, hands: Sequence[RecentHand], connect: Callable[[], Connection]) -> None:
        """Make it of at least one hand.

        Args:
            connect: returns what knows the rules, once it is asked for them.
        """
        self._connect = connect
        self._connection: Connection | None = None
        self._hands = hands
        self._starts = [0, *accumulate(len(each.updates) for each in hands)]
        first = hands[0].before
        self.own = first.seat
        self.names = [first.name_of(seat.seat) for seat in first.table.seats]
        self.hands = [
            FilmHand(start + 1, after, self._standing(after))
            for start, after in zip(self._starts, self._starts[1:], strict=False)
            if after > start
        ]

    @property
    def connection(self) -> Connection:
        """What knows the rules: the session at the table's server, or what stands for it."""
        if self._connection is None:
            self._connection = self._connect()
        return self._connection

    @property
    def over(self) -> bool:
        """Whether the match was seen to its end."""
        return self._model(self.last).table.state == tables_pb2.TABLE_STATE_OVER

    @property
    def last(self) -> int:
        """The number of the last position."""
        return self._starts[-1]

    def snapshot(self, at: int, seat: int | None) -> table_service_pb2.Frame:  # noqa: ARG002 - your own eyes
        """Return a position as you saw it."""
        model = self._model(at)
        snapshot = table_service_pb2.Snapshot(
            seq=at + 1, position=at + 1, table=model.table, view=model.view, own=model.own
        )
        if model.own is not None:
            snapshot.own.ClearField("choices")  # what may be done is over
        snapshot.presence.connected.extend(range(len(self.names)))
        if model.counts is not None:
            snapshot.counts.CopyFrom(model.counts)
        if model.seat is not None:
            snapshot.seat = model.seat
        return table_service_pb2.Frame(snapshot=snapshot)

    def update(self, at: int, seat: int | None) -> table_service_pb2.Frame:  # noqa: ARG002 - as above
        """Return what led to a position, as one was told it."""
        hand = next(place for place, start in enumerate(self._starts[1:]) if at <= start)
        encoded = self._hands[hand].updates[at - self._starts[hand] - 1]
        update = table_service_pb2.Update.FromString(encoded)
        update.seq = update.position = at + 1
        if update.HasField("own"):
            update.own.ClearField("choices")
        return table_service_pb2.Frame(update=update)

    def cards(self, at: int) -> Sequence[Sequence[int]]:
        """Return your cards; nobody else's are known."""
        model = self._model(at)
        own = () if model.own is None else tuple(model.own.hand)
        return [own if seat == self.own else () for seat in range(len(self.names))]

    def verb(self, at: int) -> str:
        """Return the verb that led to a position; ``""`` for none."""
        events = self.update(at, None).update.events if at else ()
        acts = [event.acted.action for event in events if event.HasField("acted")]
        return verb_of_action(acts[0]) if acts else ""

    def _model(self, at: int) -> TableModel:
        """Return what you knew at a position."""
        hand = max(place for place, start in enumerate(self._starts[:-1]) if start <= at)
        model = self._hands[hand].before.frozen()
        model.seq = self._starts[hand] + 1
        for each in range(self._starts[hand] + 1, at + 1):
            model.fold(self.update(each, None))
        return model

    def _standing(self, at: int) -> tuple[int, ...]:
        view = self._model(at).view
        return () if view is None else tuple(view.scores or view.chips)

    def scenario(self, at: int) -> str:  # noqa: ARG002 - none is known
        """Return nothing: what others hold is not known."""
        return ""

    def weighed(self, at: int) -> None:
        """Return nothing: the match still goes on, and nobody is to be told what to do."""

    async def mistakes(self, seat: int) -> AsyncGenerator[Sought]:  # noqa: ARG002 - as above
        """Yield nothing: the match still goes on."""
        for each in list[Sought]():
            yield each

    def shared(self, seat: int) -> str:  # noqa: ARG002 - in none
        """Refuse: what the packs follow from is nobody's to know yet."""
        raise NotShared(_("What the packs follow from is shown once the match is over."))

    async def play_on(self, wanted: PlayOn) -> tuple[Connection, str]:  # noqa: ARG002
        """Refuse: the cards of others are not known."""
        raise Unreachable(_("That is not possible in a replay."))

    async def close(self) -> None:
        """Do nothing: the session is the table's."""
