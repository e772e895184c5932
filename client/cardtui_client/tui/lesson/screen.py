"""The screen of a lesson: choose it, read the briefing, play prepared hands beside a coach."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import ClassVar, Final, NamedTuple, Protocol

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Button, OptionList
from textual.widgets.option_list import Option

from cardtui.v1 import tables_pb2
from cardtui_client.faces.game_words import game_name
from cardtui_client.faces.offers import Keys
from cardtui_client.i18n import _, mark
from cardtui_client.net.connection import Connection
from cardtui_client.settings import Settings
from cardtui_client.tui.dialogs import ListChoice, Question
from cardtui_client.tui.screens import LocalizedModal
from cardtui_client.tui.table.requests import Feed
from cardtui_client.tui.table.screen import TableScreen
from cardtui_client.tui.widgets.coach_panel import CoachPanel, Teaches
from cardtui_client.tui.widgets.words import WordButton, Words


class Offer(NamedTuple):
    """A lesson that one can take.

    Attributes:
        game: the game's id.
        done: how many hands are done.
        hands: how many it has.
    """

    game: str
    done: int
    hands: int


class Tutor(Teaches, Protocol):
    """A lesson under way: its hands are dealt one after another."""

    @property
    def game(self) -> str:
        """The game's id."""

    @property
    def connection(self) -> Connection:
        """What answers instead of a server: it knows the rules, and nothing else."""

    @property
    def clauses(self) -> Sequence[str]:
        """The clauses that the hand teaches."""

    @property
    def over(self) -> bool:
        """Whether all hands are done."""

    def deal(self) -> Feed:
        """Deal the hand; the feed ends when one leaves the hand."""

    def skip(self) -> None:
        """Leave the hand for good, without having reached its goal."""

    def go_on(self) -> None:
        """Take up the next hand, or the same one again where its goal was missed."""


class Lessons(Protocol):
    """The lessons that there are, and how far one is in each."""

    def offered(self) -> Sequence[Offer]:
        """Return them."""

    def begin(self, game: str, name: str, *, again: bool = False) -> Tutor:
        """Go on with a lesson, or begin it anew if wanted or if it is done."""


BringLessons = Callable[[], Lessons]
"""Brings them when they are wanted: what they are made of takes time to load."""


class Next(Enum):
    """What you want after you have read it."""

    PLAY = auto()
    SKIP = auto()
    LEAVE = auto()


class Briefing(LocalizedModal[Next]):
    """Says what the hand teaches, and its goal; Enter deals it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "go('LEAVE')", mark("Leave"), id="briefing.leave"),
        Binding("f5", "go('SKIP')", mark("Skip this hand"), id="briefing.skip"),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
    ]
    AUTO_FOCUS = "#play"

    DEFAULT_CSS = """
    Briefing {
        align: center middle;
        #box {
            width: 68; max-width: 94%; height: auto; max-height: 100%; padding: 1 2;
            border: tall $primary; background: $surface; overflow-y: auto;
        }
        #title { width: 100%; color: $primary; text-style: bold; margin-bottom: 1; }
        #about { width: 100%; margin-bottom: 1; }
        #goal { width: 100%; text-style: bold; }
        #clauses { width: 100%; color: $text-muted; margin-bottom: 1; }
        #answers { height: 3; }
        #answers WordButton { width: auto; margin-right: 1; }
        #answers #play { width: 1fr; }
        #answers .last { margin-right: 0; }
    }
    """

    def __init__(self, tutor: Tutor) -> None:
        super().__init__()
        self._tutor = tutor

    def compose(self) -> ComposeResult:
        """Lay the words over the buttons."""
        tutor = self._tutor
        with Vertical(id="box"):
            yield Words(lambda: tutor.title, id="title")
            yield Words(lambda: tutor.about, id="about")
            yield Words(lambda: _("Goal: {goal}", goal=tutor.goal), id="goal")
            yield Words(
                lambda: _("The rules: {clauses}.", clauses=", ".join(tutor.clauses)), id="clauses"
            )
            with Horizontal(id="answers"):
                yield WordButton(lambda: _("Deal the cards"), id="play", primary=True)
                yield WordButton(lambda: _("Skip this hand"), id="skip")
                yield WordButton(lambda: _("Leave"), id="leave", classes="last")

    @on(Button.Pressed)
    def _answer(self, event: Button.Pressed) -> None:
        event.stop()
        self.action_go((event.button.id or "leave").upper())

    def action_go(self, answer: str) -> None:
        """Go on so."""
        self.dismiss(Next[answer])


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


class LessonChoice(ListChoice[str]):
    """Asks which lesson to take; it gives back the game's id, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss('')", mark("Cancel"), id="choice.cancel"),
    ]

    def __init__(self, offered: Sequence[Offer]) -> None:
        super().__init__()
        self._offered = offered

    def question(self) -> str:
        """Return what is asked."""
        return _("Which game would you like to learn?")

    def options(self) -> list[Option]:
        """Return the lessons."""
        return [Option(f"{game_name(each.game):<24}{how_far(each)}") for each in self._offered]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take that lesson."""
        event.stop()
        self.dismiss(self._offered[event.option_index].game)


def how_far(offer: Offer) -> str:
    """Return how far one is in a lesson, in words."""
    if offer.done >= offer.hands:
        return _("done")
    return _("{done} of {all} hands done", done=offer.done, all=offer.hands)
