"""Shows reactions, announcements, mentions of your name, and what others ask for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cardtui.v1 import events_pb2, tables_pb2
from cardtui_client.faces.characters import mentions
from cardtui_client.faces.seats import pause_asked, swap_asked
from cardtui_client.model.quick_talk import GESTURES, REACTIONS
from cardtui_client.model.table import TableModel
from cardtui_client.net.connection import Connection
from cardtui_client.scene.middle import Mood
from cardtui_client.scene.scene import Entry, Kind
from cardtui_client.tui.paint.paper import talk_line
from cardtui_client.tui.table.attention import Attention
from cardtui_client.tui.table.chronicle import Chronicle
from cardtui_client.tui.table.frames import talk_entry
from cardtui_client.tui.table.interaction import Interaction
from cardtui_client.tui.table.ui_state import Reacted


class Heard:
    """Takes in what the others at a table say, show and ask for."""

    def __init__(
        self,
        connection: Connection,
        model: TableModel,
        interaction: Interaction,
        attention: Attention,
        chronicle: Chronicle,
    ) -> None:
        self._connection = connection
        self._model = model
        self._interaction = interaction
        self._attention = attention
        self._chronicle = chronicle

    def take(self, happened: Sequence[events_pb2.Event]) -> None:
        """Show reactions, tell what the host announces, and notice one's own name."""
        self._show_reactions(happened)
        for event in happened:
            if mentions(event.said, self._connection.name):
                self._attention.mentioned(event.said.name)
                break
        for event in happened:
            if event.said.talk == events_pb2.TALK_HOST:
                line = talk_line(talk_entry(event.said, self._model))
                self._interaction.tell(line, Mood.TURN)
                self._attention.ring()

    def take_asked(self, before: tables_pb2.Presence) -> None:
        """Tell what the others have asked for since then."""
        for entry in self._chronicle.write(partial(_asked, before, self._model.frozen())):
            self._interaction.tell(entry.text, Mood.PLAIN)

    def _show_reactions(self, happened: Sequence[events_pb2.Event]) -> None:
        """Show for a moment, at the seats, what those who sit there have just sent."""
        seq = self._model.seq
        for event in happened:
            said, given = event.said, event.gestured
            if said.reaction in REACTIONS and said.HasField("seat"):
                self._interaction.react(Reacted(said.seat, REACTIONS[said.reaction].form, seq))
            if len(happened) == 1 and given.gesture in GESTURES:  # not those of before one came
                self._interaction.react(Reacted(given.seat, GESTURES[given.gesture].face, seq))


def _asked(before: tables_pb2.Presence, model: TableModel) -> tuple[Entry, ...]:
    lines = (*pause_asked(before, model), *swap_asked(before, model))
    return tuple(Entry(Kind.NOTICE, line) for line in lines)
