"""Adds what is made for a package: words compiled, commit, manual pages, completion, documents.

With ``CARDTUI_COMPILE=1`` a wheel gets the engine compiled beside its sources, too, and is one for
this version of Python and this kind of machine. Without it no compiler is needed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMMIT = "cardtui_client/commit.txt"
WORDS = "cardtui_client/locale"
SHEETS = "engine/cardtui_engine/sheets"
ROOTS = ("engine", "server", "client", "research", "proto")
FROM_SOURCES = """
import os, runpy, sys
_, sources, *sys.argv = sys.argv
sys.path[:0] = sources.split(os.pathsep)
runpy.run_module(sys.argv[0], run_name="__main__")
"""
"""Runs a module. Where this source is installed as editable, pip hides its folders."""

COMPILERS = ("mypy>=2.4,<2.5", "setuptools>=65.5")
"""What compiling needs; with each new mypy, compare the two engines anew."""


class MadeFiles(BuildHookInterface[BuilderConfig]):
    """Adds the files; in the checkout of an editable install, all but words would grow stale."""

    def dependencies(self) -> list[str]:
        """Return what must be installed to build this, beyond what every build needs."""
        return [*COMPILERS] if self._compiles else []

    @property
    def _compiles(self) -> bool:
        return self.target_name == "wheel" and os.environ.get("CARDTUI_COMPILE", "0") not in (
            "",
            "0",
        )

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the files in a folder of their own, and say where they go."""
        if version == "editable":
            # Where they are written later, they are compiled anew (cardtui_client/catalogues.py).
            self._run("tools.compiled_words", str(Path(self.root) / "client" / WORDS))
            return
        self._folder = TemporaryDirectory()
        folder = Path(self._folder.name)
        if commit := self._commit():
            note = folder / "commit.txt"
            note.write_text(f"{commit}\n", encoding="ascii")
            place = f"client/{COMMIT}" if self.target_name == "sdist" else COMMIT
            build_data["force_include"][str(note)] = place
        if self.target_name == "sdist":
            # A copy, because hatchling packs no file twice: the sheets would leave the engine.
            copytree(Path(self.root) / SHEETS, folder / "rules")
            build_data["force_include"][str(folder / "rules")] = "docs/rules"
        else:
            self._run("tools.compiled_words", str(folder / "words"))
            build_data["force_include"][str(folder / "words")] = WORDS
            self._note_commands(folder)
            # cardtui --version and man agree: both tell of this source.
            self._run("tools.shared_data", self.metadata.version, str(folder / "data"))
            build_data["shared_data"] |= {
                str(file): file.relative_to(folder / "data").as_posix()
                for file in sorted((folder / "data").rglob("*"))
                if file.is_file()
            }
            if self._compiles:
                self._run("tools.compile_engine", str(folder / "compiled"))
                build_data["force_include"][str(folder / "compiled")] = "/"
                build_data |= {"pure_python": False, "infer_tag": True}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - of the base
        """Clean up."""
        if hasattr(self, "_folder"):
            self._folder.cleanup()

    def _note_commands(self, folder: Path) -> None:
        """Tell what runs from this source which entry points the package will have."""
        noted = folder / "made" / "cardtui.dist-info" / "entry_points.txt"
        noted.parent.mkdir(parents=True)
        groups = self.metadata.core.entry_points.items()
        noted.write_text(
            "".join(
                f"[{group}]\n" + "".join(f"{name} = {place}\n" for name, place in places.items())
                for group, places in groups
            ),
            encoding="utf-8",
        )

    def _run(self, module: str, *arguments: str) -> None:
        """Run a module of this source, and with this source: not with what may be installed."""
        roots = [Path(self.root) / each for each in ROOTS]
        if hasattr(self, "_folder"):
            roots.append(Path(self._folder.name) / "made")
        sources = os.pathsep.join(map(str, roots))
        path = os.pathsep.join((sources, os.environ.get("PYTHONPATH", "")))
        subprocess.run(  # noqa: S603 - nothing in it comes from outside
            # -B: a build leaves no trace in the source.
            [sys.executable, "-B", "-c", FROM_SOURCES, sources, module, *arguments],
            cwd=self.root,
            env={**os.environ, "PYTHONPATH": path},
            check=True,
        )

    def _commit(self) -> str:
        """Return the commit of this checkout, or the one that a source archive notes."""
        if not (Path(self.root) / ".git").exists():
            noted = Path(self.root) / "client" / COMMIT
            return noted.read_text(encoding="ascii").strip() if noted.exists() else ""
        command = ["git", "-C", self.root, "describe", "--always", "--dirty", "--abbrev=12"]
        try:
            found = subprocess.run(  # noqa: S603 - nothing in it comes from outside
                command, capture_output=True, check=True, text=True
            )
        except (OSError, subprocess.SubprocessError):
            return ""
        return found.stdout.strip()
