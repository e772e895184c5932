"""Prints the lowest versions that pyproject.toml allows, as constraints for pip."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def floors() -> Iterator[str]:
    """Yield a constraint for each dependency, or fail: one without a floor promises nothing."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    for text in (
        *project["dependencies"],
        *extras["club"],
        *extras["cluster"],
        *extras["lan"],
        *extras["otel"],
        *extras["ssh"],
    ):
        required = Requirement(text)
        [floor] = [each.version for each in required.specifier if each.operator == ">="]
        yield f"{required.name}=={floor}"


if __name__ == "__main__":
    print(*floors(), sep="\n")
