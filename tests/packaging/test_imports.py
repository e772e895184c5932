"""The sources keep the rules of the house: imports, docstrings, values, helpers of tests."""

import ast
import doctest
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import NamedTuple

import pytest

import cardtui_client
import cardtui_engine
import cardtui_lessons
import cardtui_server
import cardtui_studio
from cardtui_server.network.certificate import kept_certificate
from tests.support.nights import by_night

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "engine" / "cardtui_engine"
SERVER = ROOT / "server" / "cardtui_server"

IMPORT_ALL = """
import pkgutil, sys
from importlib import import_module
import cardtui_engine
for module in pkgutil.walk_packages(cardtui_engine.__path__, "cardtui_engine."):
    import_module(module.name)
print("\\n".join(sys.modules))
"""


def loaded_by(code: str) -> set[str]:
    """Run the code in a process of its own and return the modules it names line by line."""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    return set(done.stdout.splitlines())


@pytest.mark.slow
def test_importing_all_of_the_engine_loads_neither_chance_nor_network_nor_wire_nor_terminal() -> (
    None
):
    bare = loaded_by("import sys\nprint('\\n'.join(sys.modules))")
    loaded = loaded_by(IMPORT_ALL)
    assert "cardtui_engine.rules" in loaded
    unwanted = {"random", "secrets", "asyncio", "socket", "grpc", "google", "textual"}
    assert (loaded - bare) & unwanted == set()


IMPORT_ROOM = """
import pkgutil, sys
from importlib import import_module
room = import_module("cardtui_server.ROOM")
for module in pkgutil.walk_packages(room.__path__, room.__name__ + "."):
    import_module(module.name)
print("\\n".join(sys.modules))
"""


@pytest.mark.slow
@pytest.mark.parametrize("room", ["lobby", "match", "ports", "table"])
def test_what_knows_no_message_loads_neither_grpc_nor_protobuf(room: str) -> None:
    loaded = loaded_by(IMPORT_ROOM.replace("ROOM", room))
    assert f"cardtui_server.{room}" in loaded
    assert {name for name in loaded if name.startswith(("grpc", "google", "cardtui."))} == set()


def test_encoded_parts_are_joined_where_messages_are_known() -> None:
    """Elsewhere bytes are opaque; a store's rows and pages are no messages."""
    joined = {
        source.relative_to(SERVER).parts[0]
        for source in SERVER.rglob("*.py")
        if 'b"".join' in source.read_text(encoding="utf-8")
    }
    assert joined == {"store", "wire"}


@pytest.mark.parametrize("flag", ["--help", "--version"])
def test_help_and_version_load_neither_textual_nor_grpc(flag: str) -> None:
    loaded = loaded_by(
        "import sys\nfrom cardtui_client.commands.main import run\n"
        f"assert run([{flag!r}]) == 0\nprint('\\n'.join(sys.modules))"
    )
    assert "click" in loaded
    assert loaded & {"textual", "grpc", "google.protobuf", "cardtui_engine", "rich"} == set()


@pytest.mark.nightly
def test_a_lesson_in_lines_loads_no_screen() -> None:
    loaded = loaded_by("import sys\nimport cardtui_lessons.lines\nprint('\\n'.join(sys.modules))")
    assert "cardtui_engine" in loaded
    assert loaded & {"textual", "cardtui_client.tui"} == set()


@pytest.mark.slow
def test_the_engine_opens_prints_and_reads_nothing() -> None:
    called = [
        (source.name, node.func.id)
        for source in ENGINE.rglob("*.py")
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    outside = {"open", "print", "input", "eval", "exec", "compile", "__import__"}
    assert called
    assert [(source, name) for source, name in called if name in outside] == []


PLAY_ALONE = """
import asyncio, pathlib, sys
import cardtui_client.commands.play, cardtui_client.hosting.own_server
import cardtui_client.tui.app, cardtui_client.tui.table.screen
from cardtui_client.net.connection import Connection
from cardtui_server.app import serve
from cardtui_server.settings import Settings
async def main():
    server = await serve(Settings(port=0, data=pathlib.Path("DATA")))
    connection = await Connection.open(server.address, "Ana")
    await connection.close()
    await server.stop(0)
asyncio.run(main())
print("\\n".join(sys.modules))
"""


@pytest.mark.slow
def test_who_plays_alone_does_not_wait_for_what_the_network_needs(tmp_path: Path) -> None:
    kept_certificate(tmp_path)  # as the first start of a server does
    code = PLAY_ALONE.replace("DATA", str(tmp_path))
    loaded = {name.partition(".")[0] for name in loaded_by(code)}
    assert {"grpc", "textual"} <= loaded
    assert loaded & {"cryptography", "ifaddr", "nats", "segno", "zeroconf"} == set()


FIRST_FRAME = """
import sys
import cardtui_client.commands.connect, cardtui_client.commands.front_end
import cardtui_client.commands.play, cardtui_client.commands.spectate
from cardtui_client.settings import Settings
from cardtui_client.tui.app import CardtuiApp
from cardtui_client.tui.launch import AtHome, AtOwnTable, AtServer
class Drawn(CardtuiApp):
    loaded = ()
    def _display(self, screen, renderable):
        super()._display(screen, renderable)
        self.loaded = self.loaded or [*sys.modules]
        self.exit()
app = Drawn(Settings(name="Ana"), start=START)
app.run(headless=True)
print(*app.loaded, sep="\\n")
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "start", ["AtHome()", "AtOwnTable(None)", *by_night("AtServer('127.0.0.1:1')")]
)
def test_the_first_frame_is_drawn_before_what_only_a_table_needs_is_loaded(start: str) -> None:
    loaded = loaded_by(FIRST_FRAME.replace("START", start))
    assert "cardtui_client.tui.home" in loaded
    for_a_table = {"cardtui_client.scene", "cardtui_client.tui.table"}
    assert loaded & {"grpc", "google.protobuf", "tomlkit", *for_a_table} == set()


SERVE = """
import asyncio, sys
from cardtui.v1 import lobby_service_pb2
from cardtui_client.net.connection import Connection
from cardtui_server.app import serve
from cardtui_server.server_log import printed
from cardtui_server.settings import Settings
async def main():
    server = await serve(Settings(port=0), log=printed())
    connection = await Connection.open(server.address, "Ana")
    wanted = lobby_service_pb2.CreateTableRequest(game="cacho", seats=2, seat=0)
    await connection.start((await connection.create_table(wanted)).table.id)
    await connection.close()
    await server.stop(0)
asyncio.run(main())
print("\\n".join(sys.modules))
"""


@pytest.mark.slow
def test_a_server_loads_its_log_once_there_is_a_line_to_write() -> None:
    loaded = loaded_by(SERVE)
    assert "cardtui_engine.games.cacho.hand" in loaded
    assert loaded & {"structlog", "importlib.metadata"} == set()


def classes(package: str) -> Iterator[type]:
    """Return the classes that the modules of a package define."""
    root = importlib.import_module(package)
    for found in pkgutil.walk_packages(root.__path__, f"{package}."):
        if not found.name.endswith("__main__"):
            module = importlib.import_module(found.name)
            yield from (
                each
                for each in vars(module).values()
                if inspect.isclass(each)
                and each.__module__ == found.name
                and not each.__name__.startswith("_")
            )


def undocumented(owner: type) -> list[str]:
    """Return the public methods of a class that neither it nor a base documents."""
    return [
        f"{owner.__module__}.{owner.__name__}.{name}"
        for name, member in vars(owner).items()
        if not name.startswith("_")
        and isinstance(member, (FunctionType, classmethod, staticmethod, property))
        and getattr(member, "__name__", name) == name  # not the value of a field
        and member.__doc__ is None
        and inspect.getdoc(getattr(owner, name)) is None
    ]


@pytest.mark.parametrize(
    "package",
    [
        each.__name__
        for each in (
            cardtui_client,
            cardtui_engine,
            cardtui_lessons,
            cardtui_server,
            cardtui_studio,
        )
    ],
)
def test_every_public_method_is_documented_where_it_is_declared(package: str) -> None:
    found = list(classes(package))
    assert len(found) > 10
    assert [name for owner in found for name in undocumented(owner)] == []


MOST_BY_POSITION = 4
"""Up to so many values a reader keeps apart without names."""


class Source(NamedTuple):
    """A file of the engine, and the NamedTuples that it defines, with the numbers of fields."""

    path: Path
    tree: ast.Module
    classes: dict[str, int]


def read(path: Path) -> Source:
    tree = ast.parse(path.read_text("utf-8"))
    classes = {
        node.name: sum(isinstance(each, ast.AnnAssign) for each in node.body)
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        and any(isinstance(base, ast.Name) and base.id == "NamedTuple" for base in node.bases)
    }
    return Source(path, tree, classes)


def made(source: Source) -> Iterator[tuple[str, int, int]]:
    """Yield each class that is called in a file, or made without a call: values, line."""
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.Call):
            continue
        match node.func, node.args:
            case ast.Name("_new"), [ast.Name(made), ast.Tuple(values)]:
                yield made, len(values), node.lineno
            case ast.Name(made), values:
                yield made, len(values), node.lineno
            case ast.Attribute(attr=made), values:
                yield made, len(values), node.lineno
            case _:
                pass


@pytest.mark.slow
def test_no_value_of_many_fields_is_made_by_their_order_outside_its_own_file() -> None:
    sources = [read(path) for path in sorted(ENGINE.rglob("*.py"))]
    large = {
        name
        for source in sources
        for name, fields in source.classes.items()
        if fields > MOST_BY_POSITION
    }
    assert {"State", "Deal", "Tricks", "Envido", "PotState", "Betting"} <= large
    wrong = [
        f"{source.path.relative_to(ENGINE)}:{line}: {name}"
        for source in sources
        for name, values, line in made(source)
        if name in large and name not in source.classes and values > MOST_BY_POSITION
    ]
    assert not wrong, "\n".join(wrong)


TESTS = Path(__file__).parents[1]
SUPPORT = "support"


@cache
def imports() -> frozenset[tuple[Path, Path]]:
    """Return which file of the tests imports which, as paths below `tests`."""
    return frozenset(
        (importer.relative_to(TESTS), imported)
        for importer in TESTS.rglob("*.py")
        for imported in imported_by(importer)
    )


IMPORT = re.compile(r"^ *(?:from|import) tests\b([\w.]*)(?: import (\([^)]*\)|.*))?", re.MULTILINE)
"""Found in the text, as all of these files take seconds to parse."""


def imported_by(importer: Path) -> Iterator[Path]:
    for module, names in IMPORT.findall(importer.read_text(encoding="utf-8")):
        inside = Path(*module.split("."))
        for found in (inside, *(inside / each for each in re.findall(r"(?<!as )\b\w+", names))):
            if (TESTS / f"{found}.py").is_file():
                yield Path(f"{found}.py")


@pytest.mark.slow
def test_imports_among_tests_are_found() -> None:
    assert (Path("packaging/test_docs.py"), Path("support/short_verifier.py")) in imports()


def test_no_test_module_is_imported() -> None:
    assert not {pair for pair in imports() if pair[1].name.startswith("test_")}


def test_what_two_folders_import_lies_in_support() -> None:
    strangers = {pair for pair in imports() if pair[0].parts[0] != pair[1].parts[0]}
    assert not {pair for pair in strangers if pair[1].parts[0] != SUPPORT}


def test_support_holds_no_test() -> None:
    assert not list((TESTS / SUPPORT).rglob("test_*.py"))


def modules_with_examples() -> list[str]:
    return sorted(
        ".".join(path.relative_to(ROOT / part).with_suffix("").parts)
        for part in ("engine", "server", "client", "research")
        for path in (ROOT / part).rglob("*.py")
        if ">>> " in path.read_text(encoding="utf-8")
    )


def test_every_part_that_has_examples_is_read() -> None:
    found = {name.split(".")[0] for name in modules_with_examples()}
    assert {"cardtui_engine", "cardtui_client"} <= found


@pytest.mark.parametrize("name", modules_with_examples())
def test_the_examples_of_a_module_are_true(name: str) -> None:
    results = doctest.testmod(import_module(name))
    assert results.attempted
    assert not results.failed
