"""The screens of lessons (`Lessons`): the choice, the drill, the page before a hand (`Briefing`),
the coach's panel (`CoachPanel`), and the key that skips a hand (`LessonScreen`). How far you are is
kept by `client/cardtui_client/history/lesson_progress.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from random import SystemRandom
from typing import ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, OptionList, Static
from textual.widgets.option_list import Option

from cardtui.v1 import tables_pb2
from cardtui_client.faces.game_words import game_name
from cardtui_client.faces.offers import Keys
from cardtui_client.history.lesson_progress import Progress
from cardtui_client.i18n import _, mark, n_
from cardtui_client.scene.commands import Do, ScrollLog
from cardtui_client.scene.scene import Bar, Offers
from cardtui_client.scene.scene import Button as Offered
from cardtui_client.settings import Settings
from cardtui_client.tui.dialogs import ListChoice, Question
from cardtui_client.tui.launch import AtLesson, Solo
from cardtui_client.tui.paint.key_names import key_name
from cardtui_client.tui.protocols import PaletteCommand
from cardtui_client.tui.screens import KeyFooter, LocalizedModal, bound_keys
from cardtui_client.tui.table.screen import TableScreen
from cardtui_client.tui.widgets.log import CoachView
from cardtui_client.tui.widgets.words import WordButton, Words
from cardtui_lessons.drill import (
    ANSWERS_PER_QUESTION,
    GAME,
    Asked,
    Drill,
    answer_words,
    end_words,
    question_words,
    verdict_words,
)
from cardtui_lessons.games import all_lessons
from cardtui_lessons.lesson import Lesson
from cardtui_lessons.tutor import Tutor


class Lessons:
    """The lessons, and how far you are, which a small file in the data folder keeps."""

    def __init__(self, settings: Settings) -> None:
        self._progress = Progress(settings)

    def choice(self) -> LessonChoice:
        """Return the screen that asks which game to learn."""
        return LessonChoice(self._progress)

    def table(
        self, wanted: AtLesson, settings: Settings, play: Callable[[Solo], object] | None
    ) -> LessonScreen | SignalDrill:
        """Return the table of a lesson; one that is done begins anew; or the drill of signals."""
        if wanted.signals:
            return SignalDrill(Drill(SystemRandom()), letters=settings.card_codes)
        lesson = all_lessons()[wanted.game]
        done = self._progress.of(wanted.game)
        if wanted.again or done >= len(lesson.hands):
            done = 0
        self._progress.keep(wanted.game, done)  # to be found again if it is left
        return LessonScreen(Tutor(lesson, self._progress, settings.name, done), settings, play)


class LessonChoice(ListChoice[AtLesson | None]):
    """Asks which lesson to take, or whether to drill signals; it gives that back, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", mark("Cancel"), id="choice.cancel"),
    ]

    def __init__(self, progress: Progress) -> None:
        super().__init__()
        self._progress = progress
        self._lessons = [*all_lessons().values()]

    def stood(self) -> None:
        games = [each.game for each in self._lessons]
        if (left := self._progress.left()) in games:
            self.query_one(OptionList).highlighted = games.index(left)

    def question(self) -> str:
        return _("Which game would you like to learn?")

    def options(self) -> list[Option]:
        lessons = [
            Option(f"{game_name(each.game):<24}{self._how_far(each)}") for each in self._lessons
        ]
        return [*lessons, Option(_("The signals of {game}", game=game_name(GAME)))]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take that lesson."""
        event.stop()
        if event.option_index < len(self._lessons):
            self.dismiss(AtLesson(self._lessons[event.option_index].game))
        else:
            self.dismiss(AtLesson(GAME, signals=True))

    def _how_far(self, lesson: Lesson) -> str:
        done = self._progress.of(lesson.game)
        hands = len(lesson.hands)
        if done >= hands:
            return _("done")
        if done or lesson.game == self._progress.left():
            return _("go on: hand {hand} of {hands}", hand=done + 1, hands=hands)
        return n_("{n} hand", "{n} hands", hands)


class SignalDrill(ListChoice[None]):
    """Asks what each signal means, and then by which one you show it; a digit answers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", mark("Leave"), id="drill.leave"),
        *(
            Binding(str(digit), f"answer({digit - 1})", show=False)
            for digit in range(1, ANSWERS_PER_QUESTION + 1)
        ),
    ]

    DEFAULT_CSS = """
    SignalDrill {
        #said { width: 100%; height: 2; margin-top: 1; }
        #said.-wrong { color: $text-warning; }
    }
    """

    def __init__(self, drill: Drill, *, letters: bool) -> None:
        super().__init__()
        self._drill = drill
        self._letters = letters
        self._last: tuple[Asked, bool] | None = None

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Words(self.question, id="title")
            yield OptionList(*self.options())
            yield Words(self._said, id="said")
        yield KeyFooter(show_command_palette=False)

    def question(self) -> str:
        asked = self._drill.asked
        if asked is None:
            return end_words()
        question = question_words(asked, letters=self._letters)
        return f"{self._drill.known + 1}/{self._drill.total}  {question}"

    def options(self) -> list[Option]:
        asked = self._drill.asked
        if asked is None:
            return [Option(_("Leave"))]
        words = answer_words(asked, letters=self._letters)
        return [Option(Content(f"{digit}  {each}")) for digit, each in enumerate(words, 1)]

    def _said(self) -> str:
        if self._last is None:
            return ""
        asked, right = self._last
        return verdict_words(asked, right=right, letters=self._letters)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take that answer."""
        event.stop()
        self.action_answer(event.option_index)

    def action_answer(self, number: int) -> None:
        """Take the answer of that number, from 0; once all is known, leave."""
        asked = self._drill.asked
        if asked is None:
            self.dismiss(None)
            return
        right = self._drill.answer(asked.answers[number])
        self._last = (asked, right)
        self.query_one("#said").set_class(not right, "-wrong")
        self.say_anew()
        self.query_one(OptionList).highlighted = 0


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
        #goal { width: 100%; text-style: bold; margin-bottom: 1; }
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
        tutor = self._tutor
        with Vertical(id="box"):
            yield Words(lambda: tutor.title, id="title")
            yield Words(lambda: tutor.about, id="about")
            yield Words(lambda: _("Goal: {goal}", goal=tutor.goal), id="goal")
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


_TITLE_STYLE: Final = "bold $primary"
_MUTED_STYLE: Final = "$foreground 65%"

_Piece = tuple[str, str]


class CoachPanel(CoachView, can_focus=False):
    """Says what there is to reach and to do; it begins at its top whenever that changes.

    Where there is more than fits, its lower edge names the key that shows the rest.
    """

    DEFAULT_CSS = """
    CoachPanel {
        height: 1fr;
        padding: 0 1;
        background: $surface;
        Static { height: auto; }
        &.-longer { border-bottom: solid $panel; border-subtitle-color: $text-warning; }
    }
    """

    def __init__(self, lesson: Tutor, keys: Keys) -> None:
        super().__init__(id="coach")
        self.page = Static()
        self._lesson = lesson
        self._keys = keys
        self._offered: tuple[Offered, ...] = ()
        self._pieces: list[_Piece] = []

    def compose(self) -> ComposeResult:
        yield self.page

    def on_mount(self) -> None:
        """Say what there is to say before the first card."""
        self.watch(self, "virtual_size", self._name_key, init=False)
        self.retell()

    def on_resize(self) -> None:
        """See whether all of it fits now."""
        self.call_after_refresh(self.retell)
        self.call_after_refresh(self._name_key)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Name the key that leads on from here."""
        super().watch_scroll_y(old_value, new_value)
        self._name_key()

    def look(self, bar: Bar) -> None:
        """Explain what is offered now; a question about it leaves what is explained."""
        if isinstance(bar, Offers):
            self._offered = bar.buttons
        self.retell()

    def retell(self) -> None:
        """Say all of it in the language in use now, if it has changed."""
        pieces = self._fitting([*self._standing(), *self._acts()])
        if pieces != self._pieces and self.is_mounted:
            self._pieces = pieces
            self.page.update(Content.assemble(*pieces))
            self.scroll_home(animate=False)
            self.call_after_refresh(self._name_key)

    def _name_key(self) -> None:
        # Compared without the edge itself: it must not come and go by turns.
        longer = self.page.outer_size.height > self.outer_size.height
        self.set_class(longer, "-longer")
        if self.scroll_offset.y < self.max_scroll_y:
            self.border_subtitle = _("{key}: read on", key=key_name(self._keys.of(ScrollLog(-1))))
        else:
            self.border_subtitle = _("{key}: back up", key=key_name(self._keys.of(ScrollLog(1))))

    def _fitting(self, pieces: list[_Piece]) -> list[_Piece]:
        """Return them with what the hand is about, which was read before it, if there is room.

        Beside the table there is: a longer page is read on there.
        """
        longer = [*pieces, (f"\n\n{self._lesson.about}", _MUTED_STYLE)]
        if self.screen.has_class("-wide"):
            return longer
        width = self.page.size.width
        fits = width and Content.assemble(*longer).get_height({}, width) <= self.size.height
        return longer if fits else pieces

    def _standing(self) -> list[_Piece]:
        """Return what has been said last over the goal; first of all, the title over the goal."""
        lesson = self._lesson
        goal = (_("Goal: {goal}", goal=lesson.goal), "bold")
        if told := lesson.told():
            return [*((f"{each.sentence}\n", each.mood.value) for each in told), goal]
        return [(f"{lesson.title}\n", _TITLE_STYLE), goal]

    def _acts(self) -> list[_Piece]:
        pieces: list[_Piece] = []
        explained: set[str] = set()
        for button in self._offered:
            if not isinstance(button.command, Do) or button.command.verb in explained:
                continue
            explained.add(button.command.verb)
            meaning = self._lesson.meaning(button.command.verb)
            if meaning is None:
                continue
            price = f" {button.price}" if button.price else ""
            gap = "\n" if pieces else "\n\n"
            pieces += [
                (f"{gap}{key_name(button.key)} ", _MUTED_STYLE),
                (f"{button.label}{price}", _TITLE_STYLE),
                (f"\n{meaning}", ""),
            ]
        return pieces


_NO_TABLE: Final = ""
"""The id of the table of a lesson, which is on no server."""


class LessonScreen(TableScreen):
    """The table of a lesson: each hand is told about, then it is dealt and played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5", "skip", mark("Skip this hand"), id="lesson.skip"),
    ]

    DEFAULT_CSS = """
    LessonScreen.-narrow LogView { display: none; }
    LessonScreen.-wide CoachPanel {
        height: auto; max-height: 65%; scrollbar-gutter: stable;
    }
    LessonScreen.-wide CoachPanel.-longer { border-bottom: none; }
    LessonScreen.-wide LogView { border-top: tall $panel; }
    """

    def __init__(
        self, tutor: Tutor, settings: Settings, play: Callable[[Solo], object] | None
    ) -> None:
        """Make the screen.

        Args:
            play: begins a match against bots when it is over; ``None`` if none can be played.
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
        self._play = play
        self.controller.banner = str

    async def on_unmount(self) -> None:
        """Get up: the lesson goes on with this hand."""
        await super().on_unmount()
        await self.connection.close()

    @property
    def table(self) -> tables_pb2.Table | None:
        """The table, whose game's rules you look up here."""
        return tables_pb2.Table(game=self._tutor.game)

    @property
    def clause(self) -> str:
        """The first clause that the hand teaches."""
        return self._tutor.clauses[0]

    @property
    def in_match(self) -> bool:
        """A lesson is no match: you may leave it at any moment."""
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
        if self._play is not None and await self.app.push_screen_wait(done):
            self._play(Solo(game))
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

    def palette_commands(self) -> list[PaletteCommand]:
        """Return what the command palette offers here besides what it offers everywhere."""
        key = bound_keys(self)["lesson.skip"]
        about = _("On to the next one of the lesson")
        skip = PaletteCommand(_("Skip this hand"), about, self.action_skip, key)
        return [*super().palette_commands(), skip]
