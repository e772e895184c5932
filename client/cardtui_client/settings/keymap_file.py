"""The keymap file: keys of one's own, by the names of what they do, beside the settings file."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, cast

from cardtui_client.i18n import _
from cardtui_client.settings.toml_text import line_of, parsed, text_of
from cardtui_client.settings.values import BadSettings


class OwnKey(NamedTuple):
    """A key of one's own.

    Attributes:
        key: the key, or several with commas.
        where: the file and the line, for a sentence about it.
    """

    key: str
    where: str


def keymap_path(settings: Path) -> Path:
    """Return where the keys are kept, given where the settings are."""
    return settings.with_name("keys.toml")


def read_keymap(path: Path) -> dict[str, OwnKey]:
    """Return the keys of the file, by the names of what they do; none without a file.

    Raises:
        BadSettings: the file cannot be read, or an entry is no text.
    """
    text = text_of(path)
    if text is None:
        return {}
    found: dict[str, OwnKey] = {}
    for name, key in _flat(parsed(path, text)).items():
        where = f"{path}:{line_of(name.rpartition('.')[2], text)}"
        if not isinstance(key, str):
            raise BadSettings(_("{where}: {name} takes a key in quotes.", where=where, name=name))
        found[name] = OwnKey(key, where)
    return found


def _flat(table: dict[str, object]) -> dict[str, object]:
    """Return the entries of nested tables: ``verb.truco = "y"`` needs no quotes before it."""
    found: dict[str, object] = {}
    waiting = [("", table)]
    for before, inner in waiting:
        for name, value in inner.items():
            if isinstance(value, dict):
                waiting.append((f"{before}{name}.", cast("dict[str, object]", value)))
            else:
                found[f"{before}{name}"] = value
    return found
