"""Where the settings file is kept."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from platformdirs import user_config_path


def config_path(env: Mapping[str, str]) -> Path:
    """Return where the settings are kept."""
    if given := env.get("CARDTUI_CONFIG"):
        return expanded(given)
    return user_config_path("cardtui") / "config.toml"


def expanded(path: str) -> Path:
    """Return the path with ``~`` replaced by the person's home, if there is one."""
    return Path(os.path.expanduser(path))  # noqa: PTH111 - pathlib's fails for nobody's home
