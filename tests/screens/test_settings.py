"""The settings screen: what is changed acts at once and is kept at once."""

import re
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input, Select

from cardtui_client.settings import Settings, read_settings
from cardtui_client.tui.form_field import Choice, Field, YesNo
from cardtui_client.tui.home import HomeScreen
from cardtui_client.tui.settings import Sample, SettingsScreen
from tests.screens.conftest import LookRight
from tests.screens.opening import LARGE, Client, client, opened, shows, until, words
from tests.screens.server_fake import FakeServer
from tests.support.nights import by_night
from tests.support.screen import SMALL


def kept(app: Client) -> Settings:
    return read_settings({"CARDTUI_CONFIG": str(app.settings.path)})


async def begin(pilot: Pilot[None]) -> SettingsScreen:
    await pilot.press("s")
    await until(pilot, lambda: isinstance(pilot.app.screen, SettingsScreen))
    await shows(pilot, "Language")
    assert isinstance(pilot.app.screen, SettingsScreen)
    return pilot.app.screen


@pytest.mark.parametrize(
    ("theme", "size"), [("dark", SMALL), *by_night(("high-contrast", LARGE), ("light", LARGE))]
)
async def test_all_settings_are_on_one_page(
    looks_right: LookRight,
    theme: str,
    size: tuple[int, int],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)  # the path is drawn, so it must be the same everywhere
    app = client(FakeServer(), theme=theme, path=Path("config.toml"))
    async with opened(app, size) as pilot:
        await begin(pilot)
        looks_right(app)


@pytest.mark.nightly
async def test_settings_stand_in_groups_that_are_said_in_the_language_in_use() -> None:
    app = client(FakeServer())
    async with opened(app, (120, 90)) as pilot:
        await begin(pilot)
        groups = "You Name", "Looks", "Playing Animation", "Sound and alerts Bell", "Talk Words"
        at = [without_frames(pilot).index(each) for each in groups]
        assert at == sorted(at)
        app.change("language", "pt_BR")
        await shows(pilot, "Aparência", "No jogo", "Som e avisos")


def without_frames(pilot: Pilot[None]) -> str:
    """What can be read on the screen, without the edges of fields."""
    return " ".join(re.sub("[▁▔▊▎]", " ", words(pilot)).split())


def drawn(screen: SettingsScreen) -> list[str]:
    """What the sample shows."""
    sample = screen.query_one(Sample)
    return [sample.render_line(y).text for y in range(sample.size.height)]


def inks(screen: SettingsScreen) -> set[object]:
    """The colours of the letters on the sample's cards."""
    sample = screen.query_one(Sample)
    parts = (part for y in range(sample.size.height) for part in sample.render_line(y))
    return {part.style.color for part in parts if part.style and part.text.strip()}


@pytest.mark.nightly
async def test_a_sample_shows_at_once_what_is_chosen() -> None:
    async with opened(client(FakeServer()), LARGE) as pilot:
        screen = await begin(pilot)
        before = drawn(screen)
        at = next(line for line, text in enumerate(before) if "A♠" in text)
        assert "Ana" in " ".join(before)
        dark = inks(screen)
        screen.query_one("#theme Select", Select).value = "high-contrast"
        await until(pilot, lambda: inks(screen) != dark)
        four = inks(screen)
        screen.query_one("#four_colours YesNo", YesNo).focus()
        await pilot.press("space")
        await until(pilot, lambda: len(inks(screen)) < len(four))
        screen.query_one("#card_size Select", Select).value = "line"
        await until(pilot, lambda: "A♠" not in drawn(screen)[at])
        screen.query_one("#card_style Select", Select).value = "ascii"
        await until(pilot, lambda: "".join(drawn(screen)).isascii())
        name = screen.query_one("#name Input", Input)
        name.focus()
        name.value = "Bia"
        await pilot.press("enter")
        await until(pilot, lambda: "Bia" in " ".join(drawn(screen)))
        before = drawn(screen)
        await pilot.click(Sample, offset=(3, 3))  # nothing of it can be pressed
        assert drawn(screen) == before


@pytest.mark.nightly
async def test_where_the_locale_is_not_utf_8_the_sample_has_codes_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    async with opened(client(FakeServer()), LARGE) as pilot:
        screen = await begin(pilot)
        await shows(pilot, "ASCII, because this terminal’s locale is not UTF-8.")
        assert "".join(drawn(screen)).isascii()
        screen.query_one("#card_style Select", Select).value = "unicode"
        await until(pilot, lambda: not "".join(drawn(screen)).isascii())
        await shows(pilot, "Pictures, or codes in plain letters")


async def test_theme_and_language_change_at_once_everywhere_and_are_kept() -> None:
    app = client(FakeServer())
    async with opened(app) as pilot:
        screen = await begin(pilot)
        screen.query_one("#theme Select", Select).value = "light"
        await until(pilot, lambda: app.theme == "light")
        assert kept(app).theme == "light"
        screen.query_one("#language Select", Select).value = "pt_BR"
        await shows(pilot, "Ajustes", "Idioma", "automático")
        await pilot.press("escape")
        await shows(pilot, "Quem manda é a vira", "Amigos:")
        assert kept(app).language == "pt_BR"


@pytest.mark.parametrize("way", ["click", *by_night("enter", "space", "left")])
async def test_yes_becomes_no_by_keyboard_and_by_mouse(way: str) -> None:
    app = client(FakeServer())
    async with opened(app, LARGE) as pilot:
        screen = await begin(pilot)
        if way == "click":
            screen.query_one("#bell").scroll_visible(animate=False)
            await pilot.pause()
            await pilot.click("#bell YesNo")
        else:
            screen.query_one("#bell YesNo", YesNo).focus()
            await pilot.press(way)
        await until(pilot, lambda: not app.settings.bell)
        await shows(pilot, "○ yes ● no")
        assert not kept(app).bell


async def test_the_name_is_cleaned_and_an_empty_one_is_not_taken() -> None:
    app = client(FakeServer())
    async with opened(app) as pilot:
        screen = await begin(pilot)
        screen.query_one("#name Input", Input).value = ""
        await shows(pilot, "Type a name; one letter")
        assert app.settings.name == "Ana"
        screen.query_one("#name Input", Input).focus()
        await pilot.press("enter")
        assert app.settings.name == "Ana"
        screen.query_one("#name Input", Input).value = " Zé \x1b da  Silva "
        await pilot.press("enter")
        await until(pilot, lambda: app.settings.name == "Zé da Silva")
        assert kept(app).name == "Zé da Silva"


GAME_KEYS = ("t", "e", "1", "q", "space", "left", "enter", "m")


@pytest.mark.nightly
async def test_keys_that_were_meant_for_a_game_change_nothing_and_escape_leads_back() -> None:
    app = client(FakeServer())
    async with opened(app) as pilot:
        screen = await begin(pilot)
        assert isinstance(screen.focused, Choice)
        before = [field.text for field in screen.query(Field)]
        await pilot.press(*GAME_KEYS)
        await pilot.pause()
        assert app.screen is screen
        assert [field.text for field in screen.query(Field)] == before
        assert app.settings.path is not None
        assert not app.settings.path.exists()
        await pilot.press("f3")  # they are opened once
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))


@pytest.mark.parametrize(
    ("leaving", "name"), [("escape", "Ana"), *by_night(("tab", "Ana Bo"), ("enter", "Ana Bo"))]
)
async def test_a_name_is_kept_once_it_has_been_typed(leaving: str, name: str) -> None:
    app = client(FakeServer())
    async with opened(app) as pilot:
        screen = await begin(pilot)
        await pilot.press("shift+tab", "end", "space", "B", "o")
        await until(pilot, lambda: screen.query_one("#name", Field).text == "Ana Bo")
        assert app.settings.name == "Ana"
        app.post_message(events.AppBlur())  # another window has the keys now
        await until(pilot, lambda: screen.focused is None)
        app.post_message(events.AppFocus())
        await until(pilot, lambda: isinstance(screen.focused, Input))
        assert app.settings.name == "Ana"
        await pilot.press(leaving)
        await until(pilot, lambda: app.settings.name == name)
        await pilot.pause()
        assert app.settings.name == name
        assert app.settings.path is not None
        assert app.settings.path.exists() is (name != "Ana")


async def test_without_animation_textual_does_not_animate_either(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "full")
    app = client(FakeServer())
    async with opened(app) as pilot:
        app.change("animation", value=True)
        await until(pilot, lambda: app.animation_level == "full")
        app.change("animation", value=False)
        await until(pilot, lambda: app.animation_level == "none")


@pytest.mark.nightly
async def test_settings_that_cannot_be_kept_act_all_the_same_and_that_is_said(
    tmp_path: Path,
) -> None:
    (tmp_path / "file").touch()
    app = client(FakeServer(), path=tmp_path / "file" / "config.toml")
    async with opened(app) as pilot:
        screen = await begin(pilot)
        screen.query_one("#theme Select", Select).value = "light"
        await shows(pilot, "Could not save the settings")
        assert app.theme == "light"


@pytest.mark.parametrize(
    ("spoken", "first"), [("es_AR", "mano"), ("pt_BR", "mão"), *by_night(("en", "mano"))]
)
async def test_who_plays_first_is_called_as_at_the_tables_of_the_language(
    spoken: str, first: str
) -> None:
    async with opened(client(FakeServer(), language=spoken)) as pilot:
        await pilot.press("s")
        await until(pilot, lambda: first in words(pilot))
