"""A public method without a docstring overrides a documented one: ruff's D102 cannot see that."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import FunctionType

import pytest

import cardtui_client
import cardtui_engine
import cardtui_server


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
    "package", [each.__name__ for each in (cardtui_client, cardtui_engine, cardtui_server)]
)
def test_every_public_method_is_documented_where_it_is_declared(package: str) -> None:
    found = list(classes(package))
    assert len(found) > 50
    assert [name for owner in found for name in undocumented(owner)] == []
