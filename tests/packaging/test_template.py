"""Every game keeps the template: the same files, each with what its name says."""

import ast
from pathlib import Path

import pytest

from cardtui_engine.library.registry import game_ids

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "engine" / "cardtui_engine" / "games"
REGISTRY = ROOT / "engine" / "cardtui_engine" / "library" / "registry.py"

TEMPLATE = {
    "options",
    "state",
    "legal",
    "hand",
    "moves",
    "view",
    "setup",
    "bot",
    "rules",
}
"""What a game is made of; it has those that it needs. A bot of several files is a folder."""

ALWAYS = {"options", "legal", "moves", "bot", "rules"}

OWN = {
    "cacheta": {"melds", "points"},
    "cacho": {"ranking"},
    "truco-argentino": {
        "bets",
        "calls",
        "cards",
        "flor",
        "habits",
        "refusing",
        "talk",
        "tricks",
        "verbs",
    },
    "truco-brasileiro": {"verbs"},
    "truco-paulista": {"cards"},
}
"""What a game has beyond the template."""


def folder(game: str) -> Path:
    return GAMES / game.replace("-", "_")


def class_name(game: str) -> str:
    return "".join(word.capitalize() for word in game.split("-"))


def said(path: Path) -> set[str]:
    """Return the texts in a file's code; what is said about the code does not count."""
    tree = ast.parse(path.read_text("utf-8"))
    docs = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
    }


def defined(path: Path) -> set[str]:
    """Return the names that a file defines at its top, if there is such a file."""
    if not path.exists():
        return set()
    names = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                names.add(name)
            case ast.AnnAssign(target=ast.Name(name)) | ast.Assign(targets=[ast.Name(name)]):
                names.add(name)
            case _:
                pass
    return names


def test_the_folders_are_the_registry_s_games() -> None:
    found = {path.name for path in GAMES.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert found == {folder(game).name for game in game_ids()}


@pytest.mark.parametrize("game", game_ids())
def test_a_game_has_the_files_of_the_template_and_those_that_are_its_own(game: str) -> None:
    files = [*folder(game).glob("*.py"), *folder(game).glob("*/__init__.py")]
    found = {path.stem if path.stem != "__init__" else path.parent.name for path in files}
    found -= {folder(game).name}
    assert found >= ALWAYS
    assert found - TEMPLATE == OWN.get(game, set())


@pytest.mark.parametrize("game", game_ids())
def test_each_file_of_the_template_has_what_its_name_says(game: str) -> None:
    home, name = folder(game), class_name(game)
    assert name in defined(home / "rules.py")
    assert f"{name}Bot" in defined(home / "bot.py") | defined(home / "bot" / "deciding.py")
    assert {"SPECS", "PRESETS"} <= defined(home / "options.py")
    if (home / "state.py").exists():
        assert "State" in defined(home / "state.py")
    if (home / "view.py").exists():
        assert f"{name}Public" in defined(home / "view.py")
    if (home / "setup.py").exists():
        assert "read_setup" in defined(home / "setup.py")


@pytest.mark.parametrize("game", game_ids())
def test_positions_and_what_is_seen_of_them_stand_nowhere_else(game: str) -> None:
    for path in folder(game).glob("*.py"):
        names = defined(path)
        assert "State" not in names or path.stem == "state", path
        assert path.stem == "view" or not any(each.endswith(("Public", "Own")) for each in names)


@pytest.mark.slow
@pytest.mark.parametrize("room", ["engine/cardtui_engine", "server/cardtui_server"])
def test_outside_its_folder_a_game_is_named_in_the_registry_alone(room: str) -> None:
    folders = {folder(game).name for game in game_ids()}
    named = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in (ROOT / room).rglob("*.py")
        if GAMES not in path.parents and path != REGISTRY
        for name in said(path) & {*game_ids(), *folders}
    ]
    assert not named
