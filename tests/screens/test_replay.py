"""A replay on the full screen: wound by keys and by mouse, with every eyes and in every window."""

import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from itertools import product
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from cardtui.v1 import table_service_pb2
from cardtui_client.command_line.table_options import TableOptions
from cardtui_client.deals.table import table_of
from cardtui_client.history.kept_records import (
    Deeds,
    Verdict,
    folder_of,
    keep,
    kept_records,
    note,
)
from cardtui_client.history.results import Results
from cardtui_client.i18n import moment
from cardtui_client.scene.commands import Command, Eyes, Replay, Way, WindTo
from cardtui_client.scene.middle import ButtonZone, SeatZone, Zone
from cardtui_client.scene.scene import HandMark, Standing, TimeLine
from cardtui_client.settings import Settings
from cardtui_client.tui.app import CardtuiApp
from cardtui_client.tui.dialogs import BotLevelChoice
from cardtui_client.tui.home import HomeScreen
from cardtui_client.tui.launch import AtDeal, AtScreen
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.paint.score import paint_time_line
from cardtui_client.tui.results import ResultsScreen, _Latest
from cardtui_client.tui.rules import RulesScreen
from cardtui_client.tui.table.board import TALL_WINDOW
from cardtui_client.tui.table.screen import TableScreen
from cardtui_client.tui.widgets.painted import Painted
from cardtui_client.tui.widgets.table_parts import ActionBar, Felt, StatusLine
from cardtui_engine.library.record_reading import read
from cardtui_engine.library.record_writing import write
from cardtui_studio.film import Misplay, Sought
from cardtui_studio.match_film import MatchFilm, seen_film
from cardtui_studio.replay_bar import TimeLineView
from cardtui_studio.replay_screen import ReplayScreen
from cardtui_studio.replay_weighing import Weighing
from cardtui_studio.screens import RecordChoice, Replays, replay_of
from tests.screens.conftest import LookRight
from tests.screens.opening import HUGE, LARGE, shows, until, words
from tests.support.colours import PALETTE
from tests.support.fair_matches import played
from tests.support.films import film_of, record_of
from tests.support.nights import by_night
from tests.support.playing import House, play
from tests.support.screen import SMALL, UPRIGHT, lines

TRUCO = "truco-argentino-2"
NARROW = (70, 24)


class Viewer:
    """Who looks at a replay."""

    def __init__(self, app: CardtuiApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def screen(self) -> ReplayScreen:
        return next(each for each in self.app.screen_stack if isinstance(each, ReplayScreen))

    def at(self) -> int:
        """The position that is shown."""
        return self.screen.controller.reel.at

    async def press(self, *keys: str) -> None:
        """Press keys, and wait until they have been heard."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def click(self, widget: type[Painted], zone: Zone) -> None:
        """Click something that was painted."""
        painted = self.screen.query_one(widget)
        canvas = painted._canvas
        assert canvas is not None
        place = next(
            (x, y)
            for y in range(canvas.height)
            for x in range(canvas.width)
            if canvas.zone_at(x, y) == zone
        )
        await self.pilot.click(painted, offset=place)
        await self.pilot.pause()


@asynccontextmanager
async def looking(
    name: str = TRUCO,
    eyes: Eyes = Eyes(),  # noqa: B008 - a value
    *,
    size: tuple[int, int] = SMALL,
    hand: int = 1,
    **chosen: object,
) -> AsyncGenerator[Viewer]:
    usual: dict[str, object] = {"name": "Ana", "language": "en", "animation": False}
    settings = Settings(**(usual | chosen))  # type: ignore[arg-type] # as the settings have it
    app = CardtuiApp(
        settings, start=AtScreen(replay_of(film_of(name), eyes, hand)), running=list, films=Replays
    )
    async with app.run_test(size=size, notifications=True) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and app.screen.stands)
        await pilot.pause()
        yield Viewer(app, pilot)


async def test_every_key_goes_its_way_and_digits_are_eyes() -> None:
    async with looking() as viewer:
        film = film_of(TRUCO)
        first, second = film.hands[0].first, film.hands[1].first
        assert viewer.at() == first
        for key, at in (
            ("right", first + 1),
            ("left", first),
            ("down", first + 1),
            ("up", 0),
            ("]", first),
            ("shift+right", second),
            ("[", first),
            ("end", film.last),
            ("shift+left", film.hands[-1].first),
            ("home", 0),
        ):
            await viewer.press(key)
            assert viewer.at() == at, key
        for key, eyes in (("2", Eyes(1)), ("0", Eyes(all_cards=True)), ("9", Eyes())):
            await viewer.press(key)
            assert viewer.screen.controller.eyes == eyes
        await viewer.press("3")
        assert viewer.screen.controller.eyes == Eyes(), "nobody sits there"


async def test_keys_copy_a_position_open_rules_and_log_and_refuse_what_cannot_be() -> None:
    async with looking() as viewer:
        await viewer.press("right", "c")
        assert viewer.app.clipboard == film_of(TRUCO).scenario(viewer.at())
        await shows(viewer.pilot, "Copied.")
        await viewer.press("f2")
        await until(viewer.pilot, lambda: isinstance(viewer.app.screen, RulesScreen))
        await viewer.press("escape")
        await until(viewer.pilot, lambda: isinstance(viewer.app.screen, ReplayScreen))
        await viewer.press("l")
        await shows(viewer.pilot, "Hand 1.")
        await viewer.press("l")
        assert "Hand 1." not in words(viewer.pilot)
        await viewer.press("ctrl+p", *"whole time", "enter")
        await until(viewer.pilot, lambda: viewer.screen.controller.whole)
        await viewer.press("d")
        await shows(viewer.pilot, "does not say what its packs follow from")
        await viewer.press("home", "w")
        assert viewer.app.screen is viewer.screen
        await shows(viewer.pilot, "Nobody has a choice here: go on a step.")
        await viewer.press("end", "p")
        await shows(viewer.pilot, "The match is over here")
        assert viewer.app.check_action("replay", ()) is True
        await viewer.press("escape")
        await until(viewer.pilot, lambda: not isinstance(viewer.app.screen, ReplayScreen))


async def test_strangers_play_nothing_on_and_are_offered_no_records() -> None:
    async with looking(kiosk=True) as viewer:
        await viewer.press("p", "r")
        assert isinstance(viewer.app.screen, ReplayScreen)
        assert viewer.app.check_action("replay", ()) is False


async def test_the_mouse_alone_does_as_much() -> None:
    async with looking() as viewer:
        film = film_of(TRUCO)
        first, second = film.hands[0].first, film.hands[1].first
        await viewer.click(ActionBar, ButtonZone(Way.ON))
        assert viewer.at() == first + 1
        await viewer.click(ActionBar, ButtonZone(Way.BACK))
        assert viewer.at() == first
        line = viewer.screen.query_one(TimeLineView)
        await viewer.click(TimeLineView, ButtonZone(WindTo(second)))
        assert viewer.at() == second
        await viewer.pilot.click(line, offset=(3, 0))
        await viewer.pilot.pause()
        assert viewer.at() == first
        await viewer.click(Felt, SeatZone(1))
        assert viewer.screen.controller.eyes == Eyes(1)
        await viewer.click(StatusLine, ButtonZone(Replay.NEXT_EYES))
        assert viewer.screen.controller.eyes == Eyes()
        await viewer.click(ActionBar, ButtonZone(Replay.RUN))
        assert viewer.screen.controller.runs


@pytest.mark.nightly
async def test_it_plays_to_the_end_by_itself() -> None:
    async with looking("cacho-2", hand=3) as viewer:
        await viewer.press("s", "s", "space")
        await until(viewer.pilot, lambda: viewer.at() == film_of("cacho-2").last)
        await until(viewer.pilot, lambda: not viewer.screen.controller.runs)
        await shows(viewer.pilot, "The match is over.")


async def test_it_follows_the_language_and_tells_nothing_of_the_end_before_one_is_there() -> None:
    async with looking(size=LARGE) as viewer:
        await viewer.press("down", "down")
        await shows(viewer.pilot, "Hand 1.")
        viewer.app.change("language", "pt_BR")
        await shows(viewer.pilot, "Mão 1.")
        line = viewer.screen.query_one(TimeLineView)
        assert len(line.line.hands) == len(film_of(TRUCO).hands)
        assert "1:1" not in words(viewer.pilot)
        await viewer.press("t")
        assert "1:1" in words(viewer.pilot)


async def test_the_line_of_the_match_is_copied_where_there_is_one() -> None:
    film = MatchFilm(read(await played("cacho")))
    settings = Settings(name="Ana", language="en", animation=False)
    app = CardtuiApp(
        settings, start=AtScreen(replay_of(film, Eyes(1))), running=list, films=Replays
    )
    async with app.run_test(size=SMALL, notifications=True) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and app.screen.stands)
        await pilot.press("d")
        await shows(pilot, "a friend who runs that line plays the same cards")
        assert app.clipboard == film.shared(1)


async def test_one_plays_on_from_a_position_against_bots_and_comes_back() -> None:
    async with looking("cacho-2", Eyes(1), hand=2) as viewer:
        await viewer.press("right", "p")
        await until(viewer.pilot, lambda: isinstance(viewer.app.screen, BotLevelChoice))
        await viewer.press("down", "enter")
        await until(viewer.pilot, lambda: isinstance(viewer.app.screen, TableScreen))
        table = viewer.app.screen
        assert isinstance(table, TableScreen)
        await until(viewer.pilot, lambda: table.controller.model.view)
        model, shown = table.controller.model, viewer.screen.controller.reel.model
        assert model.view is not None
        assert model.seat == 1
        assert model.own is not None
        assert shown.own is not None
        assert model.own.hand == shown.own.hand
        await shows(viewer.pilot, "This match counts nowhere")
        await viewer.press("escape", "enter")
        await until(viewer.pilot, lambda: isinstance(viewer.app.screen, ReplayScreen))


async def test_one_looks_back_at_a_match_that_goes_on_with_ones_own_eyes() -> None:
    async with looking("cacho-2", Eyes(0)) as viewer:
        await viewer.press("p")
        await until(viewer.pilot, lambda: isinstance(viewer.app.screen, BotLevelChoice))
        await viewer.press("enter")
        await until(viewer.pilot, lambda: isinstance(viewer.app.screen, TableScreen))
        await shows(viewer.pilot, "Your turn")
        await viewer.press("ctrl+p", *"look back", "enter")
        await until(viewer.pilot, lambda: isinstance(viewer.app.screen, ReplayScreen))
        screen = viewer.app.screen
        assert isinstance(screen, ReplayScreen)
        await until(viewer.pilot, lambda: screen.stands)
        await viewer.press("2", "0", "v", "c", "p", "w")
        assert screen.controller.eyes == Eyes(0)
        assert viewer.app.screen is screen
        await viewer.press("escape")
        await until(viewer.pilot, lambda: isinstance(viewer.app.screen, TableScreen))


async def test_the_same_deal_is_played_again() -> None:
    async with looking("cacho-2", Eyes(0), hand=2) as viewer:
        await viewer.press("right", "right", "r")
        await until(viewer.pilot, lambda: isinstance(viewer.app.screen, BotLevelChoice))
        await viewer.press("enter")
        await until(viewer.pilot, lambda: isinstance(viewer.app.screen, TableScreen))
        table = viewer.app.screen
        assert isinstance(table, TableScreen)
        await until(viewer.pilot, lambda: table.controller.model.own)
        film = film_of("cacho-2")
        assert table.controller.model.own is not None
        dealt = film.cards(film.hands[1].first)[0]
        assert list(table.controller.model.own.hand)[: len(dealt)] == list(dealt)


@asynccontextmanager
async def at_home(folder: Path, *names: str) -> AsyncGenerator[tuple[CardtuiApp, Pilot[None]]]:
    """The home screen of somebody whose records of those matches are kept."""
    settings = Settings(name="Ana", language="en", animation=False, data=str(folder))
    for name in names:
        assert keep(settings, write(record_of(name)))
    app = CardtuiApp(settings, running=list, films=Replays)
    async with app.run_test(size=SMALL, notifications=True) as pilot:
        await until(pilot, lambda: isinstance(app.screen, HomeScreen) and app.screen.stands)
        yield app, pilot


async def test_a_match_that_is_kept_is_chosen_on_the_home_screen(tmp_path: Path) -> None:
    async with at_home(tmp_path, "cacho-2", TRUCO) as (app, pilot):
        await pilot.press("w")
        await shows(pilot, "Which replay would you", "Cacho", "Truco argentino")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and app.screen.stands)


@pytest.mark.parametrize("by_mouse", [True, *by_night(False)])
async def test_a_row_of_the_results_opens_its_own_record(tmp_path: Path, by_mouse: bool) -> None:
    async with at_home(tmp_path, "cacho-2") as (app, pilot):
        text = await played("cacho")
        path = keep(app.settings, text)
        assert path is not None
        table = path.stem.split("-")[-2]
        results = Results(app.settings)
        results.add("cacho", won=True, against=["Fito"], place=(table, 1))
        results.add("cacho", won=False, against=["Beto"])
        app.action_open_results()
        await until(pilot, lambda: isinstance(app.screen, ResultsScreen) and app.screen.stands)
        rows = app.screen.query_one(_Latest)
        await until(pilot, lambda: rows.row_count == 2)
        if by_mouse:
            await pilot.click(rows, offset=(8, 1))
        else:
            await pilot.press("enter")
        await shows(pilot, "No record of this match is kept.")
        if by_mouse:
            await pilot.click(rows, offset=(8, 2))
        else:
            await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert screen.controller.reel.film.last == MatchFilm(read(text)).last
        assert screen.controller.eyes == Eyes(0)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, ResultsScreen))


async def _played_by_ana() -> str:
    return (await played("cacho")).replace('"P0"', '"Ana"')


@pytest.mark.nightly
async def test_the_list_says_when_a_match_ended_and_how_as_the_results_do(tmp_path: Path) -> None:
    async with at_home(tmp_path, "cacho-2") as (app, pilot):
        path = keep(app.settings, await _played_by_ana())
        assert path is not None
        note(path, Verdict(holds=True, winners=(0,), deeds=Deeds(score="31–9")))
        table = path.stem.split("-")[-2]
        noted = Results(app.settings, now=lambda: 1_795_000_000.0)
        noted.add("cacho", won=True, against=["Fito"], place=(table, 1))
        await pilot.press("w")
        await shows(pilot, f"{moment(noted.latest()[0].at)} Cacho won 31–9")
        assert "UTC" not in words(pilot)
        await pilot.press("escape")
        app.action_open_results()
        await shows(pilot, "won 31–9", moment(noted.latest()[0].at))


@pytest.mark.parametrize("size", [SMALL, *by_night(HUGE)])
async def test_the_list_has_a_line_and_the_same_columns_for_each_match_the_latest_first(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with at_home(tmp_path, TRUCO) as (app, pilot):
        (longest,) = kept_records(app.settings).records
        note(longest.path, Verdict(holds=True, findings=({"kind": "no_chain", "fault": False},)))
        noted = Results(app.settings, now=lambda: 1_795_000_000.0)
        noted.add(longest.game, won=True, against=["Beto"], place=longest.table)
        keep(app.settings, await _played_by_ana())
        keep(app.settings, await played("pif-paf"))  # by somebody of another name
        await pilot.resize_terminal(*size)
        await pilot.press("w")
        await shows(pilot, "Which replay would you")
        rows = [line for line in lines(app) if "verified" in line or "not sealed" in line]
        assert len(rows) == 2
        assert rows[0].index("Truco argentino") == rows[1].index("Cacho")
        assert rows[0].index("not sealed") == rows[1].index("not verified")


async def test_the_path_of_a_record_can_be_copied(tmp_path: Path) -> None:
    async with at_home(tmp_path, "cacho-2") as (app, pilot):
        (kept,) = kept_records(app.settings).records
        await pilot.press("w")
        await until(pilot, lambda: isinstance(app.screen, RecordChoice) and app.screen.stands)
        await pilot.press("y")
        await shows(pilot, "Copied: ", "not verified")
        assert app.clipboard == str(kept.path)


async def test_who_has_no_record_is_told_so_and_what_is_none_is_set_aside(tmp_path: Path) -> None:
    async with at_home(tmp_path) as (app, pilot):
        assert app.screen.check_action("replay", ()) is False  # there is nothing yet
        app.diary.results.add("cacho", won=True)
        app.home.look()
        await pilot.press("w")
        await shows(pilot, "No record of a match is kept.")
        folder = folder_of(app.settings)
        folder.mkdir(exist_ok=True)
        (folder / "x.txt").write_text("nothing")
        await pilot.press("w")
        said = f"{folder / 'x.txt.damaged-1'} is not a record: it was set aside."
        # A long path is broken anywhere.
        await until(pilot, lambda: said in [each.message for each in app._notifications])
        assert [each.name for each in folder.iterdir()] == ["x.txt.damaged-1"]


async def test_a_folder_of_records_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    async with at_home(tmp_path) as (app, pilot):
        folder_of(app.settings).write_text("no folder")
        await pilot.press("w")
        told = "records cannot be read: Not a directory.".replace(" ", "")
        await until(pilot, lambda: told in words(pilot).replace(" ", ""))


@pytest.mark.nightly
async def test_the_last_match_of_a_table_is_shown_without_a_question(tmp_path: Path) -> None:
    async with at_home(tmp_path, "cacho-2") as (app, pilot):
        app.choose_replay("none")  # what a record without a table has for one
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))


async def test_a_record_that_breaks_the_rules_is_refused_with_the_reason(tmp_path: Path) -> None:
    async with at_home(tmp_path, "cacho-2") as (app, pilot):
        (kept,) = kept_records(app.settings).records
        kept.path.write_text(kept.path.read_text("utf-8") + "0 bet\n", encoding="utf-8")
        await pilot.press("w")
        await until(pilot, lambda: isinstance(app.screen, RecordChoice) and app.screen.stands)
        await pilot.press("enter")
        await shows(pilot, "is not the record of a match")
        assert isinstance(app.screen, HomeScreen)


async def test_help_names_every_key() -> None:
    async with looking(size=HUGE) as viewer:
        await viewer.press("question_mark")
        await shows(viewer.pilot, "Next call", "Look at all cards", "Back a step")


@pytest.mark.parametrize("name", [TRUCO, *by_night("cacheta-8", "cacho-4")])
async def test_beside_it_no_keys_of_a_played_table_are_noted(name: str) -> None:
    async with looking(name, Eyes(0), size=LARGE) as viewer:
        told = words(viewer.pilot)
        assert " Keys" not in told
        assert "Choose another card" not in told
        assert "Play or discard the card" not in told


@pytest.mark.parametrize(
    ("name", "size", "eyes", "steps"),
    [
        (TRUCO, SMALL, Eyes(0), 4),
        ("truco-brasileiro-4", NARROW, Eyes(all_cards=True), 6),
        ("pif-paf-8", SMALL, Eyes(all_cards=True), 25),
        *by_night(("cacheta-8", HUGE, Eyes(all_cards=True), 25)),
        ("cacho-4", LARGE, Eyes(2), 7),
    ],
    ids=["truco", "narrow", "crowd", "huge", "cacho"],
)
async def test_it_looks_right(
    name: str, size: tuple[int, int], eyes: Eyes, steps: int, looks_right: LookRight
) -> None:
    async with looking(name, eyes, size=size) as viewer:
        await viewer.press(*["right"] * steps)
        looks_right(viewer.app)


@pytest.mark.parametrize("size", [NARROW, *by_night(SMALL, LARGE)])
async def test_the_choices_of_a_position_are_weighed(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtui_studio.film.TRYING_SECONDS", 0.2)
    monkeypatch.setattr("cardtui_studio.film.TRYING_HANDS", 2)
    async with looking(size=size, hand=2) as viewer:
        viewer.screen.controller.go(13)
        await viewer.pilot.pause()
        await viewer.press("w")
        dialog = viewer.app.screen
        assert isinstance(dialog, Weighing)
        await until(viewer.pilot, lambda: dialog._part == 1.0)
        rows = str(dialog.query_one("#choices", Static).render()).splitlines()
        assert {len(row) for row in rows} == {len(rows[0])}, "the columns stand below each other"
        assert "wins match" in rows[0], "in which coin it is counted"
        assert sum(row.startswith("→ Truco ") for row in rows) == 1, "what was done is marked"
        how = str(dialog.query_one("#how", Static).render())
        assert "Ana to act" in how
        assert "A strong bot" not in how, "one estimate is enough"
        box = dialog.query_one("#box")
        assert box.region.height <= size[1] - 1
        assert box.region.width <= size[0]
        await viewer.press("escape")
        assert viewer.app.screen is viewer.screen


@pytest.mark.nightly
async def test_who_leaves_early_ends_the_weighing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtui_studio.film.TRYING_SECONDS", 3600.0)
    async with looking(hand=2) as viewer:
        viewer.screen.controller.go(13)
        await viewer.press("w")
        dialog = viewer.app.screen
        assert isinstance(dialog, Weighing)
        await viewer.press("escape")
        await until(viewer.pilot, lambda: all(each.is_finished for each in viewer.app.workers))
        assert viewer.app.screen is viewer.screen


async def test_a_match_at_a_table_is_looked_back_at_with_ones_own_eyes() -> None:
    house, luck = House(seed=5), random.Random(1)
    table = await house.table("cacho", 2)
    await play(table, luck, 12)
    told: list[table_service_pb2.Frame] = []
    async for piece in house.lobby.histories.told(table.id, "p0"):
        told += table_service_pb2.GetHistoryResponse.FromString(piece.frames).frames
    await house.stop()
    film = seen_film(told, "here")
    settings = Settings(name="P0", language="en", animation=False)
    app = CardtuiApp(
        settings, start=AtScreen(replay_of(film, Eyes(film.own))), running=list, films=Replays
    )
    async with app.run_test(size=SMALL, notifications=True) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and app.screen.stands)
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await pilot.press("2", "0", "d", "right")
        await pilot.pause()
        assert screen.controller.eyes == Eyes(0)
        assert screen.controller.reel.at == film.hands[0].first + 1
        assert not app.clipboard
        await pilot.press("end")
        await pilot.pause()
        assert screen.controller.reel.at == film.last
        await pilot.press("f2")
        await until(pilot, lambda: isinstance(app.screen, RulesScreen))


@pytest.mark.nightly
async def test_a_deal_is_played_at_a_table_that_counts_nowhere(tmp_path: Path) -> None:
    settings = Settings(name="Ana", language="en", animation=False, data=str(tmp_path))
    table = table_of("#maria", "cacho", TableOptions(), "easy")
    app = CardtuiApp(settings, start=AtDeal(table, "The deal #maria."), running=list)
    async with app.run_test(size=SMALL, notifications=True) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        screen = app.screen
        assert isinstance(screen, TableScreen)
        await shows(pilot, "The deal #maria.")
        await until(pilot, lambda: screen.controller.model.view)
        assert screen.controller.settings.kept is False
        await pilot.press("ctrl+q")
        await shows(pilot, "it ends with cardtui")
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)
        await pilot.press("escape")
        await shows(pilot, "The match ends here")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
    assert table.played is None, "it ended with the program"


class Studied(MatchFilm):
    """A match whose mistakes are told when the test says so."""

    def __init__(self) -> None:
        super().__init__(record_of(TRUCO))
        self.told: asyncio.Queue[Sought | None] = asyncio.Queue()

    async def mistakes(self, seat: int) -> AsyncGenerator[Sought]:
        assert seat == 0
        while (each := await self.told.get()) is not None:
            yield each


@asynccontextmanager
async def studying(*, worst: bool = False) -> AsyncGenerator[tuple[Viewer, Studied]]:
    film = Studied()
    app = CardtuiApp(
        Settings(name="Ana", language="en", animation=False),
        start=AtScreen(replay_of(film, Eyes(0), worst=worst)),
        running=list,
        films=Replays,
    )
    async with app.run_test(size=SMALL, notifications=True) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and app.screen.stands)
        yield Viewer(app, pilot), film


FIRST = Sought(1, 3, Misplay(3, "no_quiero", "envido", 2.5, 0.5))
SECOND = Sought(2, 3, Misplay(9, "quiero", "falta_envido", 5.0, 0.5))
NO_MISTAKE = Sought(3, 3, None)


async def test_a_key_goes_from_one_mistake_to_the_next_while_they_are_sought() -> None:
    async with studying() as (viewer, film):
        await viewer.press("m")
        film.told.put_nowait(Sought(0, 3, None))
        await shows(viewer.pilot, "Weighing Ana’s choices that a hint does not advise: 0 of 3…")
        film.told.put_nowait(FIRST)
        await until(viewer.pilot, lambda: viewer.at() == 3)
        said = "The costliest mistake so far: No quiero. Better: Envido, by 2.5 ± 0.5 points."
        await shows(viewer.pilot, said, "1 of 3 choices weighed so far.")
        film.told.put_nowait(SECOND)
        await shows(viewer.pilot, "Mistake: No quiero.", "2 of 3 choices weighed so far.")
        await viewer.press("m")
        assert viewer.at() == 9, "the costliest comes after the last one"
        film.told.put_nowait(NO_MISTAKE)
        film.told.put_nowait(None)
        await shows(viewer.pilot, "Mistake 1 of 2, the costliest: Quiero.")
        await viewer.press("m")
        assert viewer.at() == 3
        await shows(viewer.pilot, "Mistake 2 of 2: No quiero.")


async def test_who_goes_elsewhere_is_not_called_back_to_a_mistake() -> None:
    async with studying() as (viewer, film):
        await viewer.press("m", "end")
        film.told.put_nowait(FIRST)
        film.told.put_nowait(None)
        await until(viewer.pilot, lambda: all(each.is_finished for each in viewer.app.workers))
        assert viewer.at() == film.last


async def test_the_costliest_mistake_is_gone_to_once_all_are_known() -> None:
    async with studying(worst=True) as (viewer, film):
        began = viewer.at()
        for each in (FIRST, SECOND):
            film.told.put_nowait(each)
        await shows(viewer.pilot, "Weighing Ana’s choices that a hint does not advise: 2 of 3…")
        assert viewer.at() == began
        film.told.put_nowait(NO_MISTAKE)
        film.told.put_nowait(None)
        await until(viewer.pilot, lambda: viewer.at() == 9)
        await shows(viewer.pilot, "Mistake 1 of 2, the costliest: Quiero. Better: Falta envido")


async def test_who_has_waited_a_while_is_shown_the_costliest_so_far(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with studying(worst=True) as (viewer, film):
        film.told.put_nowait(FIRST)
        await shows(viewer.pilot, "Weighing Ana’s choices that a hint does not advise: 1 of 3…")
        monkeypatch.setattr("cardtui_studio.mistakes.FIRST_REPORT_SECONDS", 0.0)
        film.told.put_nowait(Sought(2, 3, None, 5))
        await until(viewer.pilot, lambda: viewer.at() == 3)
        await shows(viewer.pilot, "The costliest mistake so far: No quiero.")
        film.told.put_nowait(NO_MISTAKE)
        film.told.put_nowait(None)
        await shows(viewer.pilot, "The only clear mistake: No quiero.")


async def test_that_there_was_no_time_for_all_choices_is_said_beside_what_was_found() -> None:
    async with studying(worst=True) as (viewer, film):
        film.told.put_nowait(FIRST)
        film.told.put_nowait(None)
        await shows(viewer.pilot, "The only clear mistake: No quiero.")
        await shows(viewer.pilot, "There was time for 1 of 3 choices.")


async def test_who_has_waited_a_while_in_vain_is_told_so_and_still_taken_to_a_mistake(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardtui_studio.mistakes.FIRST_REPORT_SECONDS", 0.01)
    async with studying() as (viewer, film):
        await viewer.press("m")
        film.told.put_nowait(Sought(1, 3, None, 5))
        await shows(viewer.pilot, "No clear mistake so far: 1 of 3 choices weighed…")
        film.told.put_nowait(SECOND)
        await until(viewer.pilot, lambda: viewer.at() == 9)


@pytest.mark.nightly
async def test_a_match_without_mistakes_says_so_and_one_not_gone_through_how_far() -> None:
    for sought, said in (
        (NO_MISTAKE, "No clear mistake: nothing in this match was surely one."),
        (Sought(2, 3, None), "No clear mistake in 2 choices; there was no time for more."),
    ):
        async with studying() as (viewer, film):
            await viewer.press("m")
            film.told.put_nowait(sought)
            film.told.put_nowait(None)
            await shows(viewer.pilot, said)
            assert viewer.screen.controller.interaction.ui.notice is None, "so it does not go away"
            await viewer.press("right")
            assert said not in words(viewer.pilot)


@pytest.mark.parametrize(
    ("language", "size"),
    [
        ("en", SMALL),
        ("es_AR", UPRIGHT),
        ("pt_BR", NARROW),
        *by_night(*product(("en", "es_AR", "pt_BR"), (SMALL, NARROW, UPRIGHT))),
    ],
)
async def test_what_one_studies_with_stands_below_the_table(
    size: tuple[int, int], language: str
) -> None:
    async with looking(size=size, language=language) as viewer:
        canvas = viewer.screen.query_one(ActionBar)._canvas
        assert canvas is not None
        keys: list[Command] = [Replay.RUN, Way.BACK, Way.ON]
        keys += [Replay.NEXT_MISTAKE, Replay.WEIGH_CHOICES]
        if size[1] < TALL_WINDOW:
            assert canvas.height == 1, "the cards have the lines"
        else:
            keys += [Replay.PLAY_FROM_HERE, Replay.PLAY_AGAIN]
        zones = {canvas.zone_at(x, y) for y in range(canvas.height) for x in range(canvas.width)}
        assert {ButtonZone(each) for each in keys} <= zones
    async with looking(size=size, language=language, kiosk=True) as viewer:
        offered = {each.command for each in viewer.screen.query_one(ActionBar).buttons}
        assert Replay.PLAY_AGAIN not in offered


@pytest.mark.parametrize("scored", [True, False])
def test_two_blanks_tell_the_score_of_a_hand_from_the_number_of_the_next(*, scored: bool) -> None:
    score = (Standing("96", 0), Standing(":"), Standing("104", 1)) if scored else ()
    canvas = Canvas(40, 1, PALETTE)
    hands = tuple(HandMark(number, 10 * number, score) for number in (3, 4))
    paint_time_line(canvas, TimeLine(hands))
    line = "3 96:104  4 96:104" if scored else "3  4"
    assert "".join(canvas.chars[0]).strip() == line
