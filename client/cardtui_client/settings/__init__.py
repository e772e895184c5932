"""What a person has chosen: the settings, the file that keeps them, and how it is written."""

from cardtui_client.settings.place import config_path
from cardtui_client.settings.reading import read_settings
from cardtui_client.settings.values import (
    CHOICES,
    MEANINGS,
    NAMES,
    BadSettings,
    Settings,
)
from cardtui_client.settings.writing import no_config, write_settings

__all__ = [
    "CHOICES",
    "MEANINGS",
    "NAMES",
    "BadSettings",
    "Settings",
    "config_path",
    "no_config",
    "read_settings",
    "write_settings",
]
