"""Reading settings: a variable ``CARDTUI_*`` beats the file, which beats the default.

``NO_COLOR`` (https://no-color.org) asks for the theme without a hue, unless ``CARDTUI_THEME``
names another one. A flag of a command beats them all; the commands see to that. What is wrong
is said with file and line.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from cardtui_client.settings.keymap_file import keymap_path, read_keymap
from cardtui_client.settings.place import config_path
from cardtui_client.settings.toml_text import line_of, parsed, text_of
from cardtui_client.settings.values import HUELESS, NAMES, Settings

_SWITCHES: Final = {
    **dict.fromkeys(("1", "true", "yes", "on"), True),
    **dict.fromkeys(("0", "false", "no", "off"), False),
}
"""How a variable says yes and no."""


def read_settings(env: Mapping[str, str] | None = None) -> Settings:
    """Return the settings of the file and the environment.

    Raises:
        BadSettings: the file cannot be read, or a value is not one that is taken.
    """
    env = os.environ if env is None else env
    settings = Settings(path=config_path(env))
    if settings.path is not None:
        _read_file(settings, settings.path)
        own = read_keymap(keymap_path(settings.path))
        settings.keys = {name: each.key for name, each in own.items()}
    if env.get("NO_COLOR"):
        env = {"CARDTUI_THEME": HUELESS, **env}
    for name in NAMES:
        variable = f"CARDTUI_{name.upper()}"
        if (text := env.get(variable)) is not None:
            settings.take(name, _from_text(name, text), variable)
            settings.lent[name] = getattr(settings, name)
    return settings


def _read_file(settings: Settings, path: Path) -> None:
    text = text_of(path)
    if text is None:
        return
    for name, value in parsed(path, text).items():
        settings.take(name, value, f"{path}:{line_of(name, text)}")


def _from_text(name: str, text: str) -> Any:
    if isinstance(getattr(Settings, name), bool):
        return _SWITCHES.get(text.strip().lower(), text)
    return text
