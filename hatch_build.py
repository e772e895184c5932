"""Leaves the commit that a package is built from in it, for ``cardtui --version``."""

from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NAME = "cardtui_client/commit.txt"


class CommitHook(BuildHookInterface):
    """Adds the file; an editable install has its checkout, and a source archive the file."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Note the commit, if this is a checkout."""
        if version == "editable" or not (commit := self._commit()):
            return
        self._folder = TemporaryDirectory()
        note = Path(self._folder.name) / "commit.txt"
        note.write_text(f"{commit}\n", encoding="ascii")
        place = f"client/{NAME}" if self.target_name == "sdist" else NAME
        build_data["force_include"][str(note)] = place

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - of the base
        """Clean up."""
        if hasattr(self, "_folder"):
            self._folder.cleanup()

    def _commit(self) -> str:
        if not (Path(self.root) / ".git").exists():
            return ""
        command = ["git", "-C", self.root, "describe", "--always", "--dirty", "--abbrev=12"]
        try:
            found = subprocess.run(  # noqa: S603 - nothing in it comes from outside
                command, capture_output=True, check=True, text=True
            )
        except (OSError, subprocess.SubprocessError):
            return ""
        return found.stdout.strip()
