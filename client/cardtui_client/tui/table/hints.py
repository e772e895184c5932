"""Hints: asked of the server, told in the status line, and kept in the log to be read again."""

from __future__ import annotations

from cardtui_client.games.hint_words import hint_sentence
from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel
from cardtui_client.net.connection import Connection
from cardtui_client.scene.log import Entry, Kind
from cardtui_client.scene.mood import Mood
from cardtui_client.tui.table.chronicle import Chronicle
from cardtui_client.tui.table.interaction import Interaction


class Hints:
    """Tells what a strong bot would do; it never does it."""

    def __init__(
        self,
        connection: Connection,
        table_id: str,
        model: TableModel,
        interaction: Interaction,
        chronicle: Chronicle,
    ) -> None:
        self._connection = connection
        self._table_id = table_id
        self._model = model
        self._interaction = interaction
        self._chronicle = chronicle

    async def ask(self) -> None:
        """Ask for a hint and tell it.

        Raises:
            Refused: there is none now, or none at this table.
            Unreachable: there is no server to ask.
        """
        advice = await self._connection.advise(self._table_id)
        if advice.position != self._model.position:
            self._interaction.tell(_("The table has changed: ask for a hint again."))
            return
        model = self._model.frozen()

        def tells() -> tuple[Entry, ...]:
            return (Entry(Kind.NOTICE, hint_sentence(advice, model)),)

        for entry in self._chronicle.write(tells):
            self._interaction.tell(entry.text, Mood.TURN)
