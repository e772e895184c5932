"""Keys of one's own: where they stand, how they act, and what is said of wrong ones."""

import ast
from pathlib import Path

import pytest

import cardtui_client
from cardtui_client.settings import BadSettings
from cardtui_client.tui.own_keys import SCREENS, check_keymap, usual_keys
from cardtui_client.tui.replay.bar import REPLAY_ACTIONS
from cardtui_client.tui.table.keymap import KEYMAP

DIALOGS = (
    "keys", "game", "settings", "first", "code", "password", "invitation", "line",
    "account", "device", "question", "seat", "change", "new", "quick",
    "briefing", "choice", "told", "weighing",
)  # fmt: skip
"""Whose keys are those of every dialog."""


def bindings() -> dict[str, str]:
    """The usual keys in the sources of all screens but the table, by their names."""
    found: dict[str, str] = {}
    for path in (Path(cardtui_client.__file__).parent / "tui").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Binding":
                name = next((each.value for each in node.keywords if each.arg == "id"), None)
                if isinstance(name, ast.Constant) and isinstance(node.args[0], ast.Constant):
                    found[str(name.value)] = str(node.args[0].value)
    return found


def test_every_key_of_every_screen_can_be_chosen_anew() -> None:
    found = {name: key for name, key in bindings().items() if name.partition(".")[0] not in DIALOGS}
    # What a replay binds is read from its rows, as the names are.
    rows = {each.id for each in REPLAY_ACTIONS}
    others = {name: key for name, key in SCREENS.items() if name not in rows}
    assert {**others, "app.settings": KEYMAP["app.settings"].key} == found


def written(folder: Path, text: str) -> Path:
    (folder / "keys.toml").write_text(text, encoding="utf-8")
    return folder / "config.toml"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('verb.trucoo = "y"', ":1: nothing is called “verb.trucoo”. Did you mean “verb.truco”?"),
        ('# mine\n"zzz" = "y"', ":2: nothing is called “zzz”; see cardtui config keys."),
        ('\n"verb.truco" = "zzz"', ":2: “zzz” is no key."),
        ('[verb]\ntruco = "1"', ":2: “1” is no key."),
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
