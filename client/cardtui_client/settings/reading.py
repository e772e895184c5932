"""Reading settings: a variable ``CARDTUI_*`` beats the file, which beats the default.

A flag of a command beats them all; the commands see to that. What is wrong is said with file
and line.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from cardtui_client.i18n import _, mark
from cardtui_client.settings.place import config_path
from cardtui_client.settings.values import NAMES, BadSettings, Settings

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
    _read_file(settings)
    for name in NAMES:
        variable = f"CARDTUI_{name.upper()}"
        if (text := env.get(variable)) is not None:
            settings.take(name, _from_text(name, text), variable)
            settings.lent[name] = getattr(settings, name)
    return settings


def _read_file(settings: Settings) -> None:
    path = settings.path
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else mark("this is not UTF-8 text")
        raise BadSettings(
            _("{path} cannot be read: {error}.", path=path, error=_(why or str(error)))
        ) from error
    lines = text.split("\n")  # as TOML counts them
    for name, value in _parsed(path, text).items():
        line = next((i for i, each in enumerate(lines, 1) if _sets(name, each)), 1)
        settings.take(name, value, f"{path}:{line}")


def _parsed(path: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r" \(at (?:line (\d+)|end of document).*\)", str(error))
        line = int(at[1]) if at and at[1] else len(text.splitlines()) or 1
        why = str(error)[: at.start()] if at else str(error)
        raise BadSettings(
            _("{where}: this is not TOML ({why}).", where=f"{path}:{line}", why=why)
        ) from error


def _sets(name: str, line: str) -> bool:
    return re.match(rf"\s*(\[\s*)?[\"']?{re.escape(name)}[\"']?\s*[=\]]", line) is not None


def _from_text(name: str, text: str) -> Any:
    if isinstance(getattr(Settings, name), bool):
        return _SWITCHES.get(text.strip().lower(), text)
    return text
