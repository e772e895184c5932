"""Keys: the help over the table, the footer, and your own keys."""

import ast
from pathlib import Path
from typing import ClassVar

import pytest
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.widgets import Input

import cardtui_client
from cardtui.v1 import views_pb2
from cardtui_client import i18n
from cardtui_client.faces.offers import Keys, hints
from cardtui_client.faces.table_actions import ACTION_OF, TABLE_ACTIONS, words_of
from cardtui_client.model.table import TableModel
from cardtui_client.scene.commands import Bare
from cardtui_client.settings import BadSettings
from cardtui_client.tui.help import KeyHelp, key_groups
from cardtui_client.tui.lobby import LobbyScreen
from cardtui_client.tui.own_keys import SCREEN_KEYS, check_keymap, usual_keys
from cardtui_client.tui.screens import KeyFooter, keys_of
from cardtui_client.tui.table.keymap import KEYMAP
from cardtui_studio.replay_bar import REPLAY_ACTIONS, transport
from tests.screens.brazilian_screen import press, shown
from tests.screens.conftest import LookRight
from tests.screens.opening import LOBBY, client, until
from tests.screens.opening import opened as opened_client
from tests.screens.server_fake import FakeServer
from tests.support.brazilian_tables import cut
from tests.support.nights import by_night
from tests.support.rummy_tables import going_out, throwing
from tests.support.screen import WIDE, lines, small_and_wide
from tests.support.table_driver import ScriptedTable, cacho, played, truco


async def opened(pilot: Pilot[None]) -> None:
    pilot.app.push_screen(KeyHelp(pilot.app.screen))
    await press(pilot)


@small_and_wide
async def test_the_keys_of_a_table(size: tuple[int, int], looks_right: LookRight) -> None:
    async with shown(truco(4), size) as pilot:
        await opened(pilot)
        looks_right(pilot.app)


async def test_keys_of_cards_are_not_among_them_while_something_else_is_asked() -> None:
    table = truco(setup={"dealer": 0})
    async with shown(table) as pilot:
        assert {"Choose another card"} <= words_of_help(pilot)
        played(table, "1 envido", "0 quiero", "1 declare 7")
        await press(pilot)
        now = words_of_help(pilot)
        assert any("Say your envido" in each for each in now)
        assert not now & {"Choose another card", "Play or discard the card"}


def words_of_help(pilot: Pilot[None]) -> set[str]:
    return {line.words for group in key_groups(pilot.app.screen) for line in group.lines}


async def test_what_may_be_done_now_comes_first_and_the_programs_keys_last() -> None:
    async with shown(cut()) as pilot:
        groups = key_groups(pilot.app.screen)
    assert [group.title for group in groups] == [
        "What you may do now",
        "Marks on the table",
        "On this screen",
        "Not available now (press to see why)",
        "Everywhere",
    ]
    now = [line.words for line in groups[0].lines]
    assert now == ["Cut here 20", "Cut here, and once more", "Deal from the bottom"]
    later = [line.words for line in groups[3].lines]
    assert "Truco!" in later, "as Brazilians write it"
    here = {line.words for line in groups[2].lines}
    assert {"Leave", "Talk: say something", "Show or hide the log"} <= here
    assert not here & {"Sort your cards", "Move the card left"}, "those are of other games"


@pytest.mark.parametrize(
    "table", [truco(4), *by_night(truco(2), cut(), cacho(3), throwing(), going_out())]
)
async def test_who_plays_sees_how_to_hear_the_spectators_without_scrolling(
    table: ScriptedTable,
) -> None:
    async with shown(table) as pilot:
        await opened(pilot)
        told = next(line for line in lines(pilot.app) if "hear spectators" in line)
        assert " f3 " in told


async def test_who_watches_hears_them_anyway() -> None:
    async with shown(truco(4, viewer=None)) as pilot:
        groups = key_groups(pilot.app.screen)
    assert not any("spectators" in line.words for group in groups for line in group.lines)


async def test_no_key_is_named_twice() -> None:
    async with shown(truco(4)) as pilot:
        named = [line.keys for group in key_groups(pilot.app.screen) for line in group.lines]
    assert len(named) == len(set(named))


@pytest.mark.nightly
async def test_it_closes_with_every_key_that_one_would_try() -> None:
    table = truco(4)
    async with shown(table) as pilot:
        for key in ("escape", "question_mark", "f1", "q"):
            await opened(pilot)
            await press(pilot, key)
            assert pilot.app.screen is pilot.app.table_screen, key  # type: ignore[attr-defined]
            assert not table.acts
            assert "Leave?" not in "\n".join(lines(pilot.app))


async def test_it_closes_with_a_click_beside_it() -> None:
    async with shown(truco(4)) as pilot:
        await opened(pilot)
        await pilot.click(offset=(40, 10))
        assert isinstance(pilot.app.screen, KeyHelp)
        await pilot.click(offset=(1, 1))
        await press(pilot)
        assert pilot.app.screen is pilot.app.table_screen  # type: ignore[attr-defined]


async def test_it_scrolls_where_there_are_more_keys_than_lines() -> None:
    async with shown(truco(4)) as pilot:
        await opened(pilot)
        assert "Everywhere" not in "\n".join(lines(pilot.app))
        await press(pilot, "end")
        scroll = pilot.app.screen.query_one(VerticalScroll)
        assert scroll.scroll_y == scroll.max_scroll_y > 0
        assert "Everywhere" in "\n".join(lines(pilot.app))


async def test_it_speaks_another_language_at_once() -> None:
    async with shown(truco(4)) as pilot:
        await opened(pilot)
        i18n.set_language("pt_BR")
        pilot.app.screen.retell()  # type: ignore[attr-defined]
        await press(pilot)
        assert "O que você pode fazer agora" in "\n".join(lines(pilot.app))


async def test_keys_that_few_keyboards_have_are_not_listed() -> None:
    async with shown(truco(4)) as pilot:
        bound = pilot.app.screen.active_bindings
        assert any(key.startswith("super+") for key in bound)
        listed = [line.keys for group in key_groups(pilot.app.screen) for line in group.lines]
    assert not [each for each in listed if "super" in each]


async def test_who_may_not_talk_to_the_team_now_is_told_when() -> None:
    async with shown(truco(4)) as pilot:
        await press(pilot, "f8")
        told = "Partners talk apart before a match, and in some games over a"
        assert told in "\n".join(lines(pilot.app))
        groups = {group.title: group for group in key_groups(pilot.app.screen)}
    later = groups["Not available now (press to see why)"]
    assert "Team talk" in {line.words for line in later.lines}


async def test_a_key_that_is_not_available_now_says_why_from_the_help_as_well() -> None:
    async with shown(truco(4)) as pilot:
        await opened(pilot)
        await press(pilot, "f8")
        told = "Partners talk apart before a match, and in some games over a"
        assert told in "\n".join(lines(pilot.app))
        assert not isinstance(pilot.app.screen, KeyHelp)


# --- what an action is -------------------------------------------------------------------


@pytest.mark.clause("TA-20")
async def test_the_key_of_an_action_shows_its_price_its_rule_and_its_clause() -> None:
    table = truco(4)
    async with shown(table, WIDE) as pilot:
        await opened(pilot)
        assert "a key of an action: its rule" in "\n".join(lines(pilot.app))
        await press(pilot, "t")
        told = " ".join(" ".join(lines(pilot.app)).split())
        assert "¡Truco!: for 2 points" in told
        assert "TA-20" in told
        await press(pilot, "escape")
        assert "What you may do now" in "\n".join(lines(pilot.app))
        await press(pilot, "escape")
        assert pilot.app.screen is pilot.app.table_screen  # type: ignore[attr-defined]
        assert not table.acts


async def test_what_is_at_stake_is_shown_with_it() -> None:
    async with shown(truco(2), WIDE) as pilot:
        await opened(pilot)
        await press(pilot, "f")
        told = " ".join(" ".join(lines(pilot.app)).split())
        assert "¡Falta envido!: for 8 points; with 8, Beto wins the" in told


class Desk(App[None]):
    """A field, and keys, one of which works only while there is paper."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f6", "do('write')", "Write"),
        Binding("f7", "do('burn')", "Burn"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.done: list[str] = []
        self.paper = True

    def compose(self) -> ComposeResult:
        yield Input()
        yield Input()
        yield KeyFooter()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return None if "burn" in parameters and not self.paper else True

    def action_do(self, what: str) -> None:
        self.done.append(what)


async def test_a_click_on_a_key_of_the_footer_does_what_the_key_does() -> None:
    app = Desk()
    async with app.run_test(size=(60, 10)) as pilot:
        await pilot.pause()
        bottom = lines(app)[-1]
        assert bottom.split() == ["f6", "Write", "f7", "Burn", "▏^p", "palette"]
        await pilot.click(offset=(bottom.index("Burn"), 9))
        await pilot.click(offset=(bottom.index("f6"), 9))
        assert app.done == ["burn", "write"]


async def test_keys_without_room_for_their_words_go_the_last_first_and_the_help_names_them() -> (
    None
):
    app = Desk()
    async with app.run_test(size=(26, 10)) as pilot:
        await pilot.pause()
        assert lines(app)[-1].split() == ["f6", "Write", "▏^p", "palette"]
        await pilot.resize_terminal(60, 10)
        await pilot.pause()
        assert lines(app)[-1].split() == ["f6", "Write", "f7", "Burn", "▏^p", "palette"]


@pytest.mark.parametrize("language", ["en", "pt_BR", "es_AR"])
@pytest.mark.parametrize("width", [60, 46])
async def test_in_a_narrow_window_no_key_of_a_footer_stands_without_its_word(
    language: str, width: int
) -> None:
    app = client(FakeServer(), LOBBY, language=language)
    async with opened_client(app, (width, 30)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and app.screen.stands)
        await pilot.pause()
        footer = app.screen.query_one(KeyFooter)
        assert all(each.does.strip() for each in footer.keys)
        wanted = [e for e in keys_of(app.screen, app.screen.active_bindings) if not e.spare]
        assert len(footer.keys) >= len(wanted) or footer.keys[-1].does.strip() == i18n._("more")
        assert "escape" in [each.key for each in footer.keys]
        assert sum(each.cells for each in footer.keys) <= width


async def test_a_key_that_may_not_be_used_now_is_dim_and_does_nothing() -> None:
    app = Desk()
    async with app.run_test(size=(60, 10)) as pilot:
        await pilot.pause()
        line = app.query_one(KeyFooter)
        assert [shown.enabled for shown in line.keys] == [True, True]
        app.paper = False
        app.screen.refresh_bindings()
        await pilot.pause()
        assert [shown.enabled for shown in line.keys] == [True, False]
        await pilot.click(offset=(lines(app)[-1].index("Burn"), 9))
        assert app.done == []


async def test_the_key_below_the_mouse_is_lit_until_the_mouse_leaves() -> None:
    app = Desk()
    async with app.run_test(size=(60, 10)) as pilot:
        await pilot.pause()
        line = app.query_one(KeyFooter)
        dark = line.render().spans
        await pilot.hover(offset=(lines(app)[-1].index("Burn"), 9))
        assert line.pointed is not None
        assert line.pointed.key == "f7"
        assert line.render().spans != dark
        await pilot.hover(offset=(1, 1))
        assert line.pointed is None


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_the_help_calls_an_action_what_the_footer_and_the_buttons_call_it(language: str) -> None:
    model, lesson, keys = TableModel(), TableModel(), Keys({})
    lesson.view = views_pb2.PublicView()
    assert lesson.is_prepared
    with i18n.speaking(language):
        pairs = [(i18n._(e.brief), words_of(e, model)) for e in TABLE_ACTIONS if e.brief]
        (coach,) = [e for e in hints(lesson, keys, 0) if e.command is Bare.TOGGLE_LOG]
        pairs.append((coach.label, words_of(ACTION_OF[coach.command], lesson)))
        for runs in (False, True):
            shown = transport(
                keys, "", speed=1, runs=runs, at_end=False, plays_on=True, low=False
            ) + transport(keys, " ", speed=1, runs=runs, at_end=False, plays_on=True, low=False)
            called = {each.command: i18n._(each.words) for each in REPLAY_ACTIONS}
            pairs += [(each.label, called[each.command]) for each in shown if each.label.strip()]
    assert not [pair for pair in pairs if pair[0].casefold() not in pair[1].casefold()]


DIALOGS = (
    "keys", "game", "settings", "first", "code", "password", "invitation", "line",
    "account", "device", "question", "seat", "change", "new", "quick",
    "briefing", "choice", "told", "weighing", "welcome",
)  # fmt: skip
"""Whose keys are those of every dialog."""


def bindings() -> dict[str, str]:
    """The usual keys in the sources of all screens but the table, by their names."""
    found: dict[str, str] = {}
    client = Path(cardtui_client.__file__).parents[1]
    for path in client.glob("cardtui_*/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Binding":
                name = next((each.value for each in node.keywords if each.arg == "id"), None)
                if isinstance(name, ast.Constant) and isinstance(node.args[0], ast.Constant):
                    found[str(name.value)] = str(node.args[0].value)
    return found


@pytest.mark.nightly
def test_every_key_of_every_screen_can_be_chosen_anew() -> None:
    found = {name: key for name, key in bindings().items() if name.partition(".")[0] not in DIALOGS}
    # What a replay binds is read from its rows.
    found |= {each.id: each.keys for each in REPLAY_ACTIONS}
    assert {**SCREEN_KEYS, "app.settings": KEYMAP["app.settings"].key} == found


def written(folder: Path, text: str) -> Path:
    (folder / "keys.toml").write_text(text, encoding="utf-8")
    return folder / "config.toml"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('verb.trucoo = "y"', ":1: nothing is called “verb.trucoo”. Did you mean “verb.truco”?"),
        ('# mine\n"zzz" = "y"', ":2: nothing is called “zzz”; see cardtui config keys."),
        ('\n"verb.truco" = "zzz"', ":2: “zzz” is not a key."),
        ('[verb]\ntruco = "1"', ":2: “1” is not a key."),
        ('verb.truco = "l"', ":1: “l” is the key of table.log already."),
        ('verb.truco = "e"', ":1: “e” is the key of verb.envido already."),
        ('verb.truco = "y,e"', ":1: “e” is the key of verb.envido already."),
        ('"lobby.new" = "w"', ":1: “w” is the key of lobby.watch already."),
        ("verb.truco = 3", ":1: verb.truco takes a key in quotes."),
        ("verb.truco", ":1: this is not TOML"),
    ],
)
def test_what_is_wrong_is_said_with_file_line_and_reason(
    tmp_path: Path, text: str, said: str
) -> None:
    with pytest.raises(BadSettings) as error:
        check_keymap(written(tmp_path, text))
    assert str(error.value).startswith(f"{tmp_path / 'keys.toml'}{said}")


@pytest.mark.parametrize(
    "text",
    [
        "",
        'verb.truco = "y"',
        'verb.retruco = "y"',
        '"verb.draw-stock" = "f12,s"\ntable.log = "tab"',
        'verb.truco = "e"\nverb.envido = "t"\nverb.retruco = "w"\nverb.vale_cuatro = "w"',
        'verb.son_buenas = "ñ"',
        'lobby.new = "w"\nlobby.watch = "n"',
    ],
)
def test_what_can_be_used_is_taken(tmp_path: Path, text: str) -> None:
    check_keymap(written(tmp_path, text))


def test_all_usual_keys_are_a_keymap_without_a_fault(tmp_path: Path) -> None:
    lines = [f'"{name}" = "{key}"' for name, key in usual_keys().items()]
    assert len(check_keymap(written(tmp_path, "\n".join(lines)))) == len(lines)
