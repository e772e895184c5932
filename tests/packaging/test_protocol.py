"""The protocol's files: what belongs to a game stands in its own, and no two know each other."""

from importlib import import_module
from pathlib import Path

import pytest
from google.protobuf.descriptor import FileDescriptor

from cardtui.v1 import actions_pb2
from cardtui_engine.library.registry import game_ids, get_rules

PROTO = Path(__file__).parents[2] / "proto" / "cardtui" / "v1"
GAMES = {id_.replace("-", "_") for id_ in game_ids()}
GATHERING = {"actions", "views"}
"""The files that bring the games together."""
FILES = sorted(path.stem for path in PROTO.glob("*.proto"))


def imported(name: str) -> set[str]:
    file: FileDescriptor = import_module(f"cardtui.v1.{name}_pb2").DESCRIPTOR
    return {Path(each.name).stem for each in file.dependencies}


@pytest.mark.parametrize("name", [name for name in FILES if name not in GATHERING])
def test_no_file_but_those_that_gather_the_games_imports_one_of_a_game(name: str) -> None:
    assert not imported(name) & GAMES


def test_a_verb_that_is_a_games_own_is_named_after_a_verb_of_that_game() -> None:
    for field in actions_pb2.Action.DESCRIPTOR.fields:
        for game in game_ids():
            prefix = f"{game.replace('-', '_')}_"
            if field.name.startswith(prefix):
                assert field.name.removeprefix(prefix) in get_rules(game).verbs
