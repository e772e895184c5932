"""A lesson on the full screen: played by keys and by mouse, left and taken up again."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from cardtui_client.history.lesson_progress import ALL_HANDS, Progress
from cardtui_client.model.cards import card_of
from cardtui_client.scene.commands import Bare, Do
from cardtui_client.scene.middle import ButtonZone, CardZone, Zone
from cardtui_client.settings import Settings
from cardtui_client.tui.app import CardtuiApp
from cardtui_client.tui.help import KeyHelp
from cardtui_client.tui.home import HomeScreen
from cardtui_client.tui.launch import AtHome, AtLesson, Solo, Start
from cardtui_client.tui.rules import RulesScreen
from cardtui_client.tui.widgets.painted import Painted
from cardtui_client.tui.widgets.table_parts import ActionBar, Hand
from cardtui_lessons.drill import Drill
from cardtui_lessons.games import all_lessons
from cardtui_lessons.screens import (
    Briefing,
    CoachPanel,
    LessonChoice,
    Lessons,
    LessonScreen,
    SignalDrill,
)
from tests.screens.conftest import LookRight
from tests.screens.opening import LARGE, hides, own_server, shows, until, words
from tests.support.nights import by_night
from tests.support.screen import SMALL

GAME = "truco-argentino"

WAY = (
    ("4C", "3O", "1E"),
    ("envido", "declare", "7E", "6E"),
    ("truco", "1E", "7E"),
    ("no_quiero",),
    ("envido", "declare", "quiero", "1B", "7O"),
    ("flor", "quiero", "7C", "6C"),
)
"""For each hand what reaches its goal: cards, and what is called."""


class Learning(CardtuiApp):
    """The client with its lessons; it only tells what it would play."""

    def __init__(self, folder: Path, start: Start, language: str = "en") -> None:
        super().__init__(
            Settings(name="Ana", language=language, animation=False, data=str(folder)),
            start=start,
            running=list,
            start_server=own_server,
            lessons=lambda: Lessons(self.settings),
        )
        self.played: list[Solo] = []

    def play_alone(self, solo: Solo) -> None:  # type: ignore[override]
        self.played.append(solo)


class Learner:
    """Who takes a lesson, with the keyboard or with the mouse."""

    def __init__(self, app: Learning, pilot: Pilot[None], *, mouse: bool = False) -> None:
        self.app = app
        self.pilot = pilot
        self._mouse = mouse

    @property
    def screen(self) -> LessonScreen:
        return next(each for each in self.app.screen_stack if isinstance(each, LessonScreen))

    async def hears(self, *sentences: str) -> None:
        """Wait until the coach has said all of that."""
        for sentence in sentences:
            await until(self.pilot, partial(self._says, sentence))

    def _says(self, sentence: str) -> bool:
        panel = self.screen.query_one(CoachPanel)
        return sentence in "".join(text for text, _style in panel._pieces)

    async def deal(self, number: int) -> None:
        """Read what the hand is about, and have it dealt."""
        await shows(self.pilot, f"Hand {number} of 6", "Goal:", "Deal the cards")
        assert isinstance(self.app.screen, Briefing)
        if number == 1:
            await self.pilot.press("question_mark")
            await until(self.pilot, lambda: isinstance(self.app.screen, KeyHelp))
            await self.pilot.press("escape")
            await until(self.pilot, lambda: isinstance(self.app.screen, Briefing))
        await (self.pilot.click("#play") if self._mouse else self.pilot.press("enter"))
        await until(
            self.pilot, lambda: any(self._offers(Do(verb)) for verb in ("play", "quiero", "flor"))
        )

    async def play(self, *steps: str) -> None:
        """Do one thing after another, each once it can be done."""
        for step in steps:
            before = self.screen.controller.model.position
            await (self._card(step) if step[0].isdigit() else self._call(step))
            await until(self.pilot, partial(self._has_moved, before))

    async def go_on(self) -> None:
        """Leave a hand that has ended."""
        await until(self.pilot, lambda: self._offers(Bare.GO_ON))
        if self._mouse:
            await self._click(ActionBar, ButtonZone(Bare.GO_ON))
        else:
            await self.pilot.press("enter")  # as what dealt the hand
        await until(self.pilot, lambda: not isinstance(self.app.screen, LessonScreen))

    def _has_moved(self, before: int) -> bool:
        return self.screen.controller.model.position > before

    def _offers(self, command: object) -> bool:
        screen = self.app.screen
        offered = screen.controller.now.offered if isinstance(screen, LessonScreen) else ()
        return any(button.command == command for button in offered)

    async def _card(self, code: str) -> None:
        await until(self.pilot, lambda: self._offers(Do("play")))
        index = self.screen.controller.ui.cards.hand.cards.index(card_of(code, "spanish"))
        if self._mouse:
            await self._click(Hand, CardZone(index))
            await self._click(ActionBar, ButtonZone(Do("play")))
        else:
            await self.pilot.press(str(index + 1), "enter")

    async def _call(self, verb: str) -> None:
        await until(self.pilot, lambda: self._offers(Do(verb)))
        offered = self.screen.controller.now.offered
        button = next(each for each in offered if each.command == Do(verb))
        if self._mouse:
            await self._click(ActionBar, ButtonZone(Do(verb)))
        else:
            await self.pilot.press(button.key)

    async def _click(self, kind: type[Painted], zone: Zone) -> None:
        widget = self.screen.query_one(kind)

        def place() -> object:
            canvas = widget._canvas
            areas = [] if canvas is None else canvas.areas
            return next((each.place for each in areas if each.zone == zone), None)

        await until(self.pilot, place)
        assert widget._canvas is not None
        found = next(each.place for each in widget._canvas.areas if each.zone == zone)
        offset = (found.x + found.width // 2, found.y + found.height // 2)
        await self.pilot.click(widget, offset=offset)


@asynccontextmanager
async def learning(
    folder: Path,
    size: tuple[int, int] = SMALL,
    *,
    start: Start = AtLesson(GAME),  # noqa: B008 - a frozen value
    mouse: bool = False,
    language: str = "en",
) -> AsyncGenerator[Learner]:
    app = Learning(folder, start, language)
    async with app.run_test(size=size) as pilot:
        yield Learner(app, pilot, mouse=mouse)


@pytest.mark.once
@pytest.mark.parametrize("mouse", [False, *by_night(True)], ids=["keys", "mouse"])
async def test_a_lesson_is_played_to_its_end_and_leads_to_a_table(
    tmp_path: Path, mouse: bool
) -> None:
    async with learning(tmp_path, mouse=mouse) as learner:
        app, pilot = learner.app, learner.pilot
        for number, steps in enumerate(WAY, 1):
            await learner.deal(number)
            await learner.play(*steps)
            await learner.hears("Well done: you have reached the goal.")
            await learner.go_on()
        await shows(pilot, "That was the lesson.", "Play now")
        await (pilot.click("#yes") if mouse else pilot.press("enter"))
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        assert app.played == [Solo(GAME)]
        assert Progress(Settings(name="Ana", data=str(tmp_path))).of(GAME) == ALL_HANDS


@pytest.mark.nightly
async def test_a_lesson_that_was_left_is_taken_up_where_it_was(tmp_path: Path) -> None:
    async with learning(tmp_path) as learner:
        app, pilot = learner.app, learner.pilot
        await learner.deal(1)
        await learner.play(*WAY[0])
        await learner.go_on()
        await learner.deal(2)
        await learner.play("envido")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await shows(pilot, "Learn: go on with Truco argentino, or another game")
        await pilot.press("l")
        await shows(pilot, "Which game would you like to learn?", "go on: hand 2 of 6")
        await pilot.press("enter")
        await learner.deal(2)
        await learner.play(*WAY[1])
        await learner.hears("Well done: you have reached the goal.")


async def test_a_bad_move_is_made_and_explained_and_the_hand_is_played_again(
    tmp_path: Path,
) -> None:
    async with learning(tmp_path) as learner:
        pilot = learner.pilot
        await learner.deal(1)
        await pilot.press("f5")
        await learner.deal(2)
        await learner.play("4B")
        await learner.hears("Once you have played a card you can call no envido in this hand.")
        await learner.hears("Nora thinks: My card is higher than yours.")
        await learner.play("7E", "6E")
        await learner.hears("The goal is not reached: Win an envido.")
        await learner.go_on()
        await shows(pilot, "Hand 2 of 6", "Call envido before you play a card, and then say 33.")


@pytest.mark.nightly
async def test_hands_can_be_skipped_from_what_they_are_about(tmp_path: Path) -> None:
    async with learning(tmp_path, mouse=True) as learner:
        pilot = learner.pilot
        for number in range(1, 7):
            await shows(pilot, f"Hand {number} of 6")
            await pilot.click("#skip")
        await shows(pilot, "That was the lesson.")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(learner.app.screen, HomeScreen))
        assert learner.app.played == []


async def test_rules_are_those_of_the_game_and_talk_is_not_offered(tmp_path: Path) -> None:
    async with learning(tmp_path) as learner:
        app, pilot = learner.app, learner.pilot
        await learner.deal(1)
        await pilot.press("f2")
        await until(pilot, lambda: isinstance(app.screen, RulesScreen))
        await shows(pilot, "TA-02")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, LessonScreen))
        assert "talk" not in words(pilot)
        await pilot.press("slash", "l")
        await hides(pilot, "Goal:")
        await pilot.press("l")
        await shows(pilot, "Goal:")


@pytest.mark.parametrize("language", ["pt_BR", "es_AR"])
async def test_the_coach_speaks_another_language_at_once(tmp_path: Path, language: str) -> None:
    async with learning(tmp_path) as learner:
        await learner.deal(1)
        learner.app.change("language", language)
        await learner.hears("Objetivo:")
        await hides(learner.pilot, "You put down a card.")


@pytest.mark.parametrize("size", [SMALL, *by_night(LARGE)])
async def test_the_table_lies_beside_the_coach(
    tmp_path: Path, looks_right: LookRight, size: tuple[int, int]
) -> None:
    async with learning(tmp_path, size) as learner:
        await learner.deal(1)
        await learner.pilot.press("f5")
        await learner.deal(2)
        await learner.play("envido")
        await learner.hears("Nora thinks: Let us see. I accept.")
        said = "".join(text for text, _style in learner.screen.query_one(CoachPanel)._pieces)
        assert said.index("Nora thinks") < said.index("Goal:"), "what is new comes first"
        assert "Hand 2 of 6" not in said
        looks_right(learner.app)


@pytest.mark.nightly
async def test_a_long_page_of_the_coach_names_the_key_that_reads_on(tmp_path: Path) -> None:
    Progress(Settings(name="Ana", data=str(tmp_path))).keep("cacho", 3)
    async with learning(tmp_path, start=AtLesson("cacho")) as learner:
        pilot = learner.pilot
        await shows(pilot, "Hand 4 of 5", "Deal the cards")
        await pilot.press("enter")
        await shows(pilot, "pgdn: read on")
        panel = learner.screen.query_one(CoachPanel)
        for _press in range(20):
            if panel.scroll_offset.y >= panel.max_scroll_y:
                break
            await pilot.press("pagedown")
            await pilot.pause()
        await shows(pilot, "pgup: back up")
        await pilot.resize_terminal(120, 80)
        await until(pilot, lambda: panel.max_scroll_y == 0)
        await hides(pilot, "read on")
        await hides(pilot, "back up")


@pytest.mark.parametrize("language", ["es_AR", *by_night("en", "pt_BR")])
@pytest.mark.parametrize("game", all_lessons())
async def test_the_first_page_of_the_coach_is_whole(
    tmp_path: Path, game: str, language: str
) -> None:
    async with learning(tmp_path, start=AtLesson(game), language=language) as learner:
        pilot = learner.pilot
        await until(pilot, lambda: isinstance(learner.app.screen, Briefing))
        await pilot.press("enter")
        await until(pilot, lambda: bool(learner.screen.query_one(CoachPanel)._offered))
        panel = learner.screen.query_one(CoachPanel)
        await until(pilot, lambda: 0 < panel.page.size.height <= panel.size.height)
        await until(pilot, lambda: not panel.has_class("-longer"))


async def test_what_a_hand_is_about_is_told_before_it(tmp_path: Path) -> None:
    async with learning(tmp_path) as learner:
        await shows(
            learner.pilot,
            "Hand 1 of 6: Which card is higher.",
            "The ace of swords beats every card",
            "Goal: Win two of the three tricks.",
            "Deal the cards",
            "Skip this hand",
            "Leave",
        )


@pytest.mark.nightly
async def test_a_hand_shows_no_number_that_a_later_one_teaches(tmp_path: Path) -> None:
    async with learning(tmp_path) as learner:
        await learner.deal(1)
        await shows(learner.pilot, "Play a card")
        assert "envido" not in words(learner.pilot)
        await learner.pilot.press("f5")
        await learner.deal(2)
        await shows(learner.pilot, "envido 33")


async def test_the_palette_leads_to_the_lessons(tmp_path: Path) -> None:
    async with learning(tmp_path, start=AtHome()) as learner:
        app, pilot = learner.app, learner.pilot
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        offered = [each for each in app.offered_commands(app.screen) if "Learn" in each.words]
        assert [each.words for each in offered] == ["Learn a game"]
        offered[0].run()
        await until(pilot, lambda: isinstance(app.screen, LessonChoice))


def knows(drill: Drill, number: int) -> Callable[[], bool]:
    return lambda: drill.known == number


@pytest.mark.parametrize("mouse", [True, *by_night(False)])
async def test_the_drill_of_signals_is_done_by_digits_or_by_the_list(
    tmp_path: Path, mouse: bool
) -> None:
    async with learning(tmp_path, start=AtLesson(GAME, signals=True)) as learner:
        app, pilot = learner.app, learner.pilot
        await until(pilot, lambda: isinstance(app.screen, SignalDrill))
        screen = app.screen
        assert isinstance(screen, SignalDrill)
        drill = screen._drill
        asked = drill.asked
        assert asked is not None
        await shows(pilot, "1/18", "what does it mean?")
        wrong = (asked.answers.index(asked.gesture) + 1) % len(asked.answers)
        await pilot.press(str(wrong + 1))
        await shows(pilot, "1/18", "No. ")
        while (asked := drill.asked) is not None:
            answered = knows(drill, drill.known + 1)
            number = asked.answers.index(asked.gesture)
            if mouse:
                screen.query_one(OptionList).highlighted = number
                await pilot.press("enter")
            else:
                await pilot.press(str(number + 1))
            await until(pilot, answered)
        await shows(pilot, "You know all signals.", "Right.")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))


async def test_the_choice_of_lessons_leads_to_the_drill_and_escape_leaves_it(
    tmp_path: Path,
) -> None:
    async with learning(tmp_path, start=AtHome()) as learner:
        app, pilot = learner.app, learner.pilot
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        app.choose_lesson()
        await until(pilot, lambda: isinstance(app.screen, LessonChoice))
        await pilot.press("end", "enter")
        await until(pilot, lambda: isinstance(app.screen, SignalDrill))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
