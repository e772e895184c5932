"""The sources hold to it that a game is named in its folder: no other file knows one."""

import ast
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import cardtui_client
import cardtui_lessons
from cardtui_client.commands.main import cli
from cardtui_client.faces.registry import FACES
from cardtui_engine.library.registry import game_ids

CLIENT = Path(cardtui_client.__file__).parent
LESSONS = Path(cardtui_lessons.__file__).parent
FAMILIES = ("betting", "rummy", "truco")
COMMANDS = frozenset(cli.list_commands(click.Context(cli)))
"""The program's own: `cardtui play` is no verb."""
GAMES = frozenset(name for game in game_ids() for name in (game, game.replace("-", "_")))
PARTS = GAMES | {*FAMILIES}
VERBS = frozenset(face.wire_verb(word) for face in FACES for word in face.verbs) - COMMANDS
WORDS = GAMES | VERBS


def games_named(path: Path) -> Iterator[str]:
    """Yield what a source says of a game by name: its id, its field, its folder, its verbs.

    A verb that is a command of the program, too, and a name in a closed set, are no game's.
    """
    nodes = [*ast.walk(ast.parse(path.read_text("utf-8")))]
    others = {
        id(node.value)
        for node in nodes
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    others |= {
        id(inner)
        for node in nodes
        if isinstance(node, ast.ClassDef) and {"Enum", "StrEnum"} & {*map(ast.unparse, node.bases)}
        for inner in ast.walk(node)
    }
    for node in nodes:
        match node:
            case ast.Constant(value=str(text)) if text in WORDS and id(node) not in others:
                yield f"{node.lineno}: “{text}”"
            case ast.Attribute(attr=name) if name in GAMES:
                yield f"{node.lineno}: .{name}"
            case ast.ImportFrom(module=str(module)) if PARTS & {*module.split(".")}:
                yield f"{node.lineno}: import {module}"
            case ast.ImportFrom(module=str(module), names=names):
                for each in names:
                    if f"{module}.{each.name}".split(".")[-1].removesuffix("_pb2") in PARTS:
                        yield f"{node.lineno}: import {each.name}"
            case _:
                pass


def is_a_games_own(path: Path) -> bool:
    own = {game.replace("-", "_") for game in game_ids()} | {*FAMILIES}
    rooms = (CLIENT / "faces", LESSONS / "games")
    return any(
        path.relative_to(room).parts[0].removesuffix(".py") in own
        for room in rooms
        if path.is_relative_to(room)
    )


@pytest.mark.slow
def test_no_file_beside_its_folder_names_a_game_or_its_verbs() -> None:
    may = {
        CLIENT / "faces" / "registry.py",  # one line for each game
        LESSONS / "games" / "__init__.py",
        CLIENT / "faces" / "tiles.py",  # for Home before a game is loaded
        CLIENT / "faces" / "other.py",  # words that the rules of others have, too
        LESSONS / "drill.py",  # of the one game in which tradition gives signals a meaning
    }
    others = {
        path
        for package in (CLIENT, LESSONS)
        for path in package.rglob("*.py")
        if not is_a_games_own(path)
    }
    assert may < others
    assert {path: found for path in others - may if (found := list(games_named(path)))} == {}


@pytest.mark.parametrize("own", [face.id.replace("-", "_") for face in FACES])
def test_no_game_knows_another_and_no_family_knows_its_games(own: str) -> None:
    games = {face.id.replace("-", "_") for face in FACES}
    for folder, may_know in ((own, {own}), *((family, set[str]()) for family in FAMILIES)):
        found = [
            path
            for path in (CLIENT / "faces").rglob("*.py")
            if {folder, f"{folder}.py"} & {*path.parts}
        ]
        assert found
        for path in found:
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.ImportFrom) and node.module is not None:
                    parts = {*node.module.split(".")} if "cardtui_client" in node.module else set()
                    assert parts & games <= may_know, f"{path}: {node.module}"


def test_one_place_asks_which_game_a_view_is_of() -> None:
    asking = [path for path in CLIENT.rglob("*.py") if 'WhichOneof("game")' in path.read_text()]
    assert asking == [CLIENT / "model" / "cards.py"]
