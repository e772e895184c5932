"""Leads Python to the sources of the engine where its compiled modules are not wanted.

A wheel that was compiled has a shared object beside each source, and Python takes that one. With
``CARDTUI_PURE=1`` in the environment it takes the source: to look into it, to change it for a test,
or to compare the two. Only this file, and `resource.py` for the numbers that bots play by, know of
anything outside.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType


class _Sources:
    """Finds modules of the engine as sources, and nothing else."""

    @staticmethod
    def find_spec(
        name: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,  # noqa: ARG004 - part of the protocol of finders
    ) -> ModuleSpec | None:
        """Return where the source of a module is; ``None`` for modules that are not ours."""
        if path is None or not name.startswith(f"{__package__}."):
            return None
        return FileFinder(path[0], (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)


if os.environ.get("CARDTUI_PURE", "0") not in ("", "0"):
    sys.meta_path.insert(0, _Sources)
