"""Compiles the `ROOMS` of the engine with mypyc for wheels (``CARDTUI_COMPILE=1``), all but the
files named in `AS_SOURCE`.

Run by hatch_build.py as ``python -m tools.compile_engine FOLDER``. The folder gets the shared
objects, each at its place in a wheel: beside its source, which Python then ignores.
"""

from __future__ import annotations

import ast
import os
import sys
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

from mypyc.build import mypycify
from setuptools import Distribution

ENGINE = Path(__file__).parents[1] / "engine" / "cardtui_engine"
ROOMS = ("families", "games")
"""What is compiled: what a move goes through. The contract takes values of any type from anywhere,
and what signs it may be interpreted; compiled code trusts types, and only compiled code may
inherit from it."""

AS_SOURCE = (
    "__init__",
    "belief",
    "bot",
    "deciding",
    "game",
    "odds",
    "options",
    "outlook",
    "playing",
    "prospect",
    "rules",
    "setup",
    "sizes",
    "solved",
)
"""What stays source in these rooms: what signs a contract, and what no move goes through."""


def compile_engine(folder: Path) -> None:
    """Compile the engine into the folder."""
    folder = folder.resolve()
    with TemporaryDirectory() as made:
        copytree(ENGINE, Path(made) / ENGINE.name)
        os.chdir(made)
        sources = sorted(Path(ENGINE.name).rglob("*.py"))
        modules = [
            path for path in sources if path.parts[1] in ROOMS and path.stem not in AS_SOURCE
        ]
        for path in modules:
            path.write_text(with_types(path.read_text(encoding="utf-8")), encoding="utf-8")
        extensions = mypycify(
            ["--config-file=", *map(str, sources)],
            only_compile_paths=map(str, modules),
            opt_level=os.environ.get("MYPYC_OPT_LEVEL", "3"),  # as mypyc's own command has it
            debug_level="0",
            group_name=ENGINE.name,
        )
        command = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
        command.build_lib = str(folder)
        command.ensure_finalized()
        command.run()


def with_types(source: str) -> str:
    """Return a module in which the types of NamedTuples' fields can be read at run time.

    They are read there, to find cards in a view. mypyc keeps ``tuple`` of ``tuple[Card, ...]``, and
    of a union nothing. So they are set again: as text, which they are in the source, too.
    """
    lines = [source]
    for class_ in ast.parse(source).body:
        if isinstance(class_, ast.ClassDef) and "NamedTuple" in map(ast.unparse, class_.bases):
            fields = [each for each in class_.body if isinstance(each, ast.AnnAssign)]
            types = {ast.unparse(each.target): ast.unparse(each.annotation) for each in fields}
            lines.append(f"{class_.name}.__annotations__.update({types!r})\n")
    return "".join(lines)


if __name__ == "__main__":
    compile_engine(Path(sys.argv[1]))
