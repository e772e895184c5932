"""The results: what was ever won and lost, a key away from Home."""

import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from cardtui_client.history.daily_attempts import Attempts, Streak, streak
from cardtui_client.history.kept_records import Deeds, Verdict, keep, note
from cardtui_client.history.ledgers import Debt, Ledger, Ledgers
from cardtui_client.history.results import Results
from cardtui_client.settings import Settings
from cardtui_client.tui.app import CardtuiApp
from cardtui_client.tui.home import HomeScreen
from cardtui_client.tui.results import ResultsScreen
from cardtui_engine.library.record_writing import write
from cardtui_engine.library.records import Origin, Sitting
from cardtui_studio.evening_screen import EveningScreen
from cardtui_studio.screens import Replays
from tests.screens.conftest import LookRight
from tests.screens.opening import LARGE, Client, client, opened, shows, until, words
from tests.screens.server_fake import FakeServer
from tests.support.films import record_of
from tests.support.nights import by_night
from tests.support.screen import SMALL, lines

NOON = 1_800_000_000


@pytest.fixture(autouse=True)
def same_clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let days begin at the same moment on every machine."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        patch.setattr("cardtui_client.i18n.now", lambda: NOON + 3 * 86_400)
        yield
    time.tzset()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(name="Ana", data=str(tmp_path))


@pytest.fixture
def played(settings: Settings) -> Results:
    """Some matches of some days; the records of some of them are kept, and say what you did."""
    results = Results(settings)
    cacho, truco, pif_paf = "cacho", "truco-argentino", "pif-paf-tradicional"
    six = ["Beto", "Carla", "Dani", "Eva", "Fede", "Gabi"]
    for place, (game, won, against, partners, deeds) in enumerate(
        [
            (cacho, True, ["Beto", "Carla"], [], Deeds("60–0–20", held=2, called=1)),
            (truco, False, ["Beto"], [], Deeds("9–15", 3, 29, 0, 2)),
            (truco, True, ["Dani", "Somebody of 16 l"], ["Carla"], None),
            (pif_paf, False, six, [], None),
            (truco, True, ["Beto"], [], Deeds("15–12", 4, 33, 3, 1)),
            (truco, True, ["Beto"], [], Deeds("30–28", 6, 31, 1, 0)),
        ]
    ):
        at = NOON + place // 2 * 86_400 + place * 3600
        Results(settings, lambda at=at: at).add(  # type: ignore[misc]
            game, won=won, against=against, partners=partners, place=("k7mnpq", place + 7)
        )
        if deeds is not None:
            origin = Origin("k7mnpq", place + 7, "2027-01-10T20:00:00Z", own=0)
            path = keep(settings, write(replace(record_of("truco-argentino-2"), origin=origin)))
            assert path is not None
            note(path, Verdict(True, (0,), (), deeds))
    return results


def visitor(settings: Settings, **chosen: Any) -> Client:
    return client(FakeServer(), data=settings.data, **chosen)


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize(
    ("language", "size"), [("en", LARGE), ("es_AR", SMALL), *by_night(("pt_BR", SMALL))]
)
async def test_a_page_has_what_was_ever_won_and_lost(
    settings: Settings,
    looks_right: LookRight,
    language: str,
    size: tuple[int, int],
) -> None:
    app = CardtuiApp(replace(settings, language=language), running=list, films=Replays)
    async with opened(app, size) as pilot:
        await pilot.press("e")
        await shows(pilot, "Pif Paf tradicional", "Dani", "33", "30–28")
        looks_right(app)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))


@pytest.mark.usefixtures("played")
async def test_a_page_that_is_open_follows_the_language(settings: Settings) -> None:
    app = visitor(settings)
    async with opened(app) as pilot:
        await pilot.press("e")
        await shows(pilot, "In a row", "Against")
        app.change("language", "es_AR")
        await shows(pilot, "Los últimos", "Contra")


async def test_where_nothing_was_played_there_is_no_key_and_the_palette_says_so(
    settings: Settings,
) -> None:
    app = visitor(settings)
    async with opened(app) as pilot:
        await pilot.press("e")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        await shows(pilot, "No match has ended yet.")  # the key says why it leads nowhere
        assert "e Results" not in words(pilot)
        await pilot.press("ctrl+p", *"results", "enter")
        await shows(pilot, "No match has ended yet.", "Choose a game at home")


def attempted(settings: Settings, *days: int) -> None:
    """Play the deal to its end on those days of November, and begin that of the 27th."""
    for day in days:
        line = f"cardtui 2026-11-{day} Pif Paf {50 + day}–43 K3F9-7QX2"
        Attempts(settings).note(f"2026-11-{day}", "pif-paf", line)
    Attempts(settings).note("2026-11-27", "cacho")


async def test_the_deals_of_the_day_and_their_streak_stand_there_even_alone(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, looks_right: LookRight
) -> None:
    monkeypatch.setattr("cardtui_client.history.daily_attempts.today", lambda: date(2026, 11, 27))
    attempted(settings, 18, 20, 21, 22, 25, 26)
    app = visitor(settings)
    async with opened(app) as pilot:
        await pilot.press("e")
        await shows(pilot, "····●·●●●··●●○ 2 days in a row, best 3", "Cacho not finished", "76–43")
        await shows(pilot, "No match has ended yet.", "Choose a game at home")
        looks_right(app)


@pytest.mark.usefixtures("played")
async def test_they_stand_below_the_games_in_line_with_the_latest_matches(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtui_client.history.daily_attempts.today", lambda: date(2026, 11, 27))
    attempted(settings, 20)
    async with opened(visitor(settings)) as pilot:
        await pilot.press("e")
        await shows(pilot, "The deal of the day", "K3F9-7QX2", "The latest", "Against")
        told, words_at = lines(pilot.app), ("Game ", "The deal", "2026-11-20", "The latest", "When")
        assert {next(at.index(each) for at in told if each in at) for each in words_at} == {4}


def test_days_in_a_row_last_until_a_day_is_left_out() -> None:
    days = [date(2026, 11, each) for each in (18, 20, 21, 21, 22, 25, 26)]
    for today, row in ((26, 2), (27, 2), (28, 0)):
        assert streak(days, date(2026, 11, today)) == Streak(row, 3)
    assert streak([], date(2026, 11, 27)) == Streak(0, 0)


async def test_a_file_that_is_damaged_is_told_and_kept(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text("{")
    app = visitor(settings)
    async with opened(app) as pilot:
        await shows(pilot, "damaged")
        (told,) = [each.message for each in app._notifications]
        assert told.endswith("results.json.damaged-1. Earlier results are in there.")
    assert (tmp_path / "results.json.damaged-1").read_text() == "{"


async def test_a_click_on_what_was_won_this_evening_opens_all_of_it(settings: Settings) -> None:
    Results(settings).add("cacho", won=True)
    app = visitor(settings)
    async with opened(app) as pilot:
        await shows(pilot, "Today, won–lost")
        await pilot.click("#evening")
        await until(pilot, lambda: isinstance(app.screen, ResultsScreen))


@pytest.mark.usefixtures("played")
async def test_the_latest_evening_is_a_key_away(settings: Settings, looks_right: LookRight) -> None:
    sat = tuple(Sitting(0, seat, name) for seat, name in enumerate(("Ana", "Beto")))
    origin = Origin("k7mnpq", 1, "2027-01-15T20:00:00Z", own=0, sittings=sat)
    keep(settings, write(replace(record_of("truco-argentino-2"), origin=origin)))
    owed = Ledger((), (Debt("Ana", "Beto", 15, "R$ 3,75"),))
    Ledgers(settings, lambda: NOON + 86_400).keep("here", "k7mnpq", "Ana", "cacho", owed)
    app = CardtuiApp(settings, running=list, films=Replays)
    async with opened(app, SMALL) as pilot:
        await pilot.press("e")
        await shows(pilot, "Watch the replay", "e The latest evening")
        assert words(pilot).count("replay") == 1  # one way, not two that sound alike
        await pilot.press("e")
        await until(pilot, lambda: isinstance(app.screen, EveningScreen))
        await shows(pilot, "Ana pays Beto R$ 3,75.", "Largest envido", "20:00")
        looks_right(app)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, ResultsScreen))


@pytest.mark.nightly
async def test_the_evening_is_told_to_who_has_played_no_match(settings: Settings) -> None:
    app = CardtuiApp(settings, running=list, films=Replays)
    async with opened(app, SMALL) as pilot:
        await pilot.press("ctrl+p", *"results", "enter")
        await shows(pilot, "No match has ended yet.")
        await pilot.press("e")
        await until(pilot, lambda: isinstance(app.screen, EveningScreen))
        await shows(pilot, "No match of that evening has a record here")


async def test_a_match_that_was_left_stands_among_the_latest_with_its_score(
    settings: Settings,
) -> None:
    Results(settings, lambda: NOON).add(
        "truco-argentino", won=None, against=["Alba"], score="12–18"
    )
    async with opened(visitor(settings)) as pilot:
        await pilot.press("e")
        await shows(pilot, "left at 12–18")
        told = words(pilot)
        assert "Alba" in told
        assert "Won" not in told
