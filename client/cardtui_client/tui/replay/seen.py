"""The film of what one has seen at a table: one's own eyes alone, while the match goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate

from cardtui.v1 import table_service_pb2, tables_pb2
from cardtui_client.games.arguments import verb_of_action
from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel
from cardtui_client.net.call_errors import Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.tui.film import FilmHand, NotShared, PlayOn
from cardtui_client.tui.table.tape import TapedHand


class SeenFilm:
    """What a tape holds, as a film.

    Attributes:
        hands: its hands.
        all_eyes: no other eyes are possible than one's own.
        own: one's own seat; ``None`` for a spectator.
    """

    all_eyes = False

    def __init__(self, taped: Sequence[TapedHand], connect: Callable[[], Connection]) -> None:
        """Make it of at least one hand.

        Args:
            taped: the hands.
            connect: returns what knows the rules, once it is asked for them.
        """
        self._connect = connect
        self._connection: Connection | None = None
        self._taped = taped
        self._starts = [0, *accumulate(len(each.updates) for each in taped)]
        first = taped[0].before
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

    def snapshot(self, at: int, seat: int | None) -> table_service_pb2.Frame:  # noqa: ARG002 - one's own eyes
        """Return a position as one saw it."""
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
        taped = self._taped[hand].updates[at - self._starts[hand] - 1]
        update = table_service_pb2.Update.FromString(taped)
        update.seq = update.position = at + 1
        if update.HasField("own"):
            update.own.ClearField("choices")
        return table_service_pb2.Frame(update=update)

    def cards(self, at: int) -> Sequence[Sequence[int]]:
        """Return one's own cards; nobody else's are known."""
        model = self._model(at)
        own = () if model.own is None else tuple(model.own.hand)
        return [own if seat == self.own else () for seat in range(len(self.names))]

    def verb(self, at: int) -> str:
        """Return the verb that led to a position; ``""`` for none."""
        events = self.update(at, None).update.events if at else ()
        acts = [event.acted.action for event in events if event.HasField("acted")]
        return verb_of_action(acts[0]) if acts else ""

    def _model(self, at: int) -> TableModel:
        """Return what one knew at a position."""
        hand = max(place for place, start in enumerate(self._starts[:-1]) if start <= at)
        model = self._taped[hand].before.frozen()
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

    def shared(self, seat: int) -> str:  # noqa: ARG002 - in none
        """Refuse: what the packs follow from is nobody's to know yet."""
        raise NotShared(_("What the packs follow from is shown once the match is over."))

    async def play_on(self, wanted: PlayOn) -> tuple[Connection, str]:  # noqa: ARG002
        """Refuse: the cards of others are not known."""
        raise Unreachable(_("That is not possible in a replay."))

    async def close(self) -> None:
        """Do nothing: the session is the table's."""
