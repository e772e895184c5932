"""Words that call: what a line of talk would call, asked of the server while it is typed."""

from __future__ import annotations

from typing import Final

from cardtui.v1 import table_service_pb2
from cardtui_client.faces.arguments import verb_of_action
from cardtui_client.faces.registry import presenter_of
from cardtui_client.i18n import _
from cardtui_client.limits import TALK_CELLS
from cardtui_client.model.table import TableModel
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.scene.commands import Say
from cardtui_client.scene.middle import Mood
from cardtui_client.scene.scene import Button
from cardtui_client.settings import Settings
from cardtui_client.settings.config_file import know_words
from cardtui_client.text import safe_text
from cardtui_client.tui.table import effects
from cardtui_client.tui.table.display import Display
from cardtui_client.tui.table.interaction import Interaction
from cardtui_client.tui.table.player import Timer

_TYPING_SECONDS: Final = 0.2
"""How long one pauses in typing before what stands there is looked at."""

_FEWEST_LETTERS: Final = 3


class WordCalls:
    """Tells what the line that is being typed would call; which words do is the server's affair."""

    def __init__(
        self,
        connection: Connection,
        table_id: str,
        model: TableModel,
        interaction: Interaction,
        *,
        display: Display,
        settings: Settings,
    ) -> None:
        self._connection = connection
        self._table_id = table_id
        self._model = model
        self._interaction = interaction
        self._display = display
        self._settings = settings
        self._typed = ""
        self._timer: Timer | None = None
        self._never = False

    def typed(self, text: str) -> None:
        """Take what stands in the line now, and tell what it would call once that is known.

        Args:
            text: the line; ``""`` if nothing is typed any more.
        """
        self._typed = text
        self._tell("")
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self._may_call(text):
            self._timer = self._display.after(
                _TYPING_SECONDS, lambda: self._display.run(self._look(text))
            )

    def again(self) -> None:
        """Look anew at what is typed, because things stand otherwise now."""
        if self._typed:
            self.typed(self._typed)

    async def asks_first(self, line: effects.SayLine) -> bool:
        """Ask before a line calls something, until the person has said yes once.

        Returns:
            Whether something was asked, so that the line is not to be said yet.
        """
        if line.calls:
            try:
                know_words(self._settings)
            except OSError as error:
                sentence = _("Could not save the settings: {error}", error=error)
                self._interaction.tell(sentence, Mood.REFUSED)
            return False
        if line.team or not self._settings.ask_words:
            return False
        told = await self._preview(line.text)
        if told is None:
            return False
        agreed = Button(Say(line.text, told.position), "enter", _("Say it"))
        question = _("Words commit here: this calls “{call}”. Say it?", call=self._words(told))
        self._interaction.ask(question, agreed)
        return True

    async def _preview(self, text: str) -> table_service_pb2.PreviewTalkResponse | None:
        """Return what a line would call; ``None`` if nothing, or if nobody can say."""
        if not self._may_call(text):
            return None
        try:
            told = await self._connection.preview_talk(self._table_id, safe_text(text, TALK_CELLS))
        except (Refused, Unreachable):
            return None
        self._never = not told.commits
        return told if told.HasField("action") else None

    def _words(self, told: table_service_pb2.PreviewTalkResponse) -> str:
        """Return how a call is called out."""
        verb = presenter_of(self._model).verb(verb_of_action(told.action))
        return verb.aloud() or verb.label

    def _may_call(self, text: str) -> bool:
        seated = self._model.seat is not None
        return seated and not self._never and len(text.strip()) >= _FEWEST_LETTERS

    async def _look(self, text: str) -> None:
        told = await self._preview(text)
        if told is not None and text == self._typed:
            self._tell(self._words(told))

    def _tell(self, call: str) -> None:
        """Say what the line that is being typed would call; ``""`` for nothing."""
        panel = self._interaction.ui.panel
        if panel.calls != call and (panel.talking or not call):
            self._interaction.show_panel(panel._replace(calls=call))
