"""Where the settings file is kept, and the folder for data, if the account has such places."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from platformdirs import user_config_path, user_data_path


def config_path(env: Mapping[str, str]) -> Path | None:
    """Return where the settings are kept; ``None`` for an account without a home."""
    if given := env.get("CARDTUI_CONFIG"):
        return expanded(given)
    folder = _of_system(user_config_path)
    return None if folder is None else folder / "config.toml"


def data_path() -> Path | None:
    """Return the system's folder for data; ``None`` for an account without a home."""
    return _of_system(user_data_path)


def _of_system(find: Callable[[str], Path]) -> Path | None:
    try:
        return find("cardtui")
    except RuntimeError:  # no home, and no variable that says where
        return None


def expanded(path: str) -> Path:
    """Return the path with ``~`` replaced by the person's home, if there is one."""
    return Path(os.path.expanduser(path))  # noqa: PTH111 - pathlib's fails for nobody's home
