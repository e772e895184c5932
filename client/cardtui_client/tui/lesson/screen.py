"""A lesson: the table screen, fed with prepared hands one after another, and a coach beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

from textual import work
from textual.binding import Binding, BindingType
from textual.message import Message

from cardtui.v1 import tables_pb2
from cardtui_client.games.game_words import game_name
from cardtui_client.games.keys import Keys
from cardtui_client.i18n import _, mark
from cardtui_client.settings import Settings
from cardtui_client.tui.dialogs.question import Question
from cardtui_client.tui.lesson.briefing import Briefing, Next
from cardtui_client.tui.lesson.tutor import Tutor
from cardtui_client.tui.table.screen import TableScreen
from cardtui_client.tui.widgets.coach_panel import CoachPanel

_NO_TABLE: Final = ""
"""The id of the table of a lesson, which is on no server."""


class LessonScreen(TableScreen):
    """The table of a lesson: each hand is told about, then it is dealt and played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5", "skip", mark("Skip this hand"), id="lesson.skip"),
    ]

    DEFAULT_CSS = """
    LessonScreen.-narrow LogView { display: none; }
    LessonScreen.-wide CoachPanel { height: auto; max-height: 65%; }
    LessonScreen.-wide CoachPanel.-longer { border-bottom: none; }
    LessonScreen.-wide LogView { border-top: tall $panel; }
    """

    @dataclass
    class PlayNow(Message):
        """The learner wants to play.

        Attributes:
            game: what was learned.
        """

        game: str

    def __init__(self, tutor: Tutor, settings: Settings, *, solo: bool) -> None:
        """Make the screen.

        Args:
            tutor: the lesson.
            settings: what the person has chosen.
            solo: whether one can play against bots when it is over.
        """
        super().__init__(
            tutor.connection,
            _NO_TABLE,
            True,
            settings,
            feed=tutor.deal(),
            coach=CoachPanel(tutor, Keys(settings.keys)),
        )
        self._tutor = tutor
        self._solo = solo
        self.controller.banner = str

    async def on_unmount(self) -> None:
        """Get up: the lesson goes on with this hand."""
        await super().on_unmount()
        await self.connection.close()

    @property
    def table(self) -> tables_pb2.Table | None:
        """The table, whose game's rules are those that one looks up."""
        return tables_pb2.Table(game=self._tutor.game)

    @property
    def in_match(self) -> bool:
        """A lesson is no match: one may leave it at any moment."""
        return False

    @work(exclusive=True, group="feed")
    async def follow(self) -> None:
        """Play the hands that are left, and then ask whether to play on."""
        while not self._tutor.over:
            match await self.app.push_screen_wait(Briefing(self._tutor)):
                case Next.PLAY:
                    self.begin_anew(self._tutor.deal(), _NO_TABLE)
                    self._show_coach()
                    await self.controller.follow()
                    await self.controller.close()
                case Next.SKIP:
                    self._tutor.skip()
                case _:
                    self.dismiss()
                    return
            self._tutor.go_on()
        await self._end()

    async def _end(self) -> None:
        game = self._tutor.game
        done = Question(
            lambda: _("That was the lesson. Play {game} against bots now?", game=game_name(game)),
            lambda: _("Play now"),
        )
        if self._solo and await self.app.push_screen_wait(done):
            self.post_message(self.PlayNow(game))
        self.dismiss()

    def _show_coach(self) -> None:
        """Have the coach's panel lie over the table where there is no room beside it."""
        self._look()
        interaction = self.controller.interaction
        if not interaction.ui.panel.shown:
            interaction.show_panel(interaction.ui.panel.toggled())

    def action_skip(self) -> None:
        """Go on to the next hand."""
        self._tutor.skip()

    def palette_commands(self) -> list[tuple[str, str, Callable[[], object]]]:
        """Return what the command palette offers here besides what it offers everywhere."""
        skip = (_("Skip this hand"), _("On to the next one of the lesson"), self.action_skip)
        return [*super().palette_commands(), skip]
