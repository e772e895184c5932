"""The engine compiled: where it is to run, it does, and its values are those of the sources."""

import json
import os
import pkgutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import cardtui_engine
from cardtui_engine.plain import field_types, is_record
from tests.support.must_have import missing

HOT = ("legal", "moves", "state", "hand", "view", "betting", "tricks", "play", "search")
"""Files through which moves go: each must be compiled, in whichever game or family it is."""


def modules() -> list[ModuleType]:
    walk = pkgutil.walk_packages(cardtui_engine.__path__, "cardtui_engine.")
    return [import_module(each.name) for each in walk if not each.ispkg]


def is_compiled(module: ModuleType) -> bool:
    return not str(module.__file__).endswith(".py")


def fields() -> dict[str, dict[str, str]]:
    """Return the types of the fields of every NamedTuple of the engine, as text."""
    return {
        f"{module.__name__}.{name}": {
            field: repr(hint) for field, hint in field_types(value).items()
        }
        for module in modules()
        for name, value in vars(module).items()
        if is_record(value) and value.__module__ == module.__name__
    }


def by_sources(code: str) -> Any:
    """Run the code in a process that takes the sources, and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", f"import json\nfrom tests.engine.test_compiled import *\n{code}"],
        env={**os.environ, "CARDTUI_PURE": "1"},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return json.loads(done.stdout)


@pytest.fixture
def compiled() -> None:
    """Skip where the engine is not compiled, or fail where it is to be."""
    if not any(map(is_compiled, modules())):
        missing("compiled", "the engine is not compiled")


@pytest.mark.usefixtures("compiled")
def test_what_a_move_goes_through_is_compiled() -> None:
    rooms = ("cardtui_engine.families.", "cardtui_engine.games.")
    hot = [
        each
        for each in modules()
        if each.__name__.startswith(rooms) and each.__name__.endswith(tuple(f".{n}" for n in HOT))
    ]
    assert len(hot) > len(HOT)
    assert [each.__name__ for each in hot if not is_compiled(each)] == []


@pytest.mark.usefixtures("compiled")
def test_with_cardtui_pure_the_sources_run() -> None:
    files = [Path(str(each.__file__)) for each in modules()]
    sources = [str(file.with_name(f"{file.name.partition('.')[0]}.py")) for file in files]
    assert by_sources("print(json.dumps([str(each.__file__) for each in modules()]))") == sources


@pytest.mark.usefixtures("compiled")
def test_compiled_values_have_fields_of_the_same_types() -> None:
    assert by_sources("print(json.dumps(fields()))") == fields()


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize(
    ("variable", "engine"), [("", "compiled"), ("1", "interpreted, as CARDTUI_PURE asks")]
)
def test_the_version_says_which_engine_runs(variable: str, engine: str) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from cardtui_client.commands.main import main; main()",
            "--version",
        ],
        env={**os.environ, "CARDTUI_PURE": variable},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert f"engine {engine};" in done.stdout
