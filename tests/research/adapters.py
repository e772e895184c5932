"""The adapters, where what they need is installed."""

from importlib import import_module
from typing import Any

from tests.support.must_have import missing


def adapter(name: str) -> Any:
    """Return a module of `cardtui_research`; skip the test where what it needs is not installed."""
    try:
        return import_module(f"cardtui_research.{name}")
    except ModuleNotFoundError as error:
        missing("research", f"{error.name} is not installed: pip install 'cardtui[research]'")
