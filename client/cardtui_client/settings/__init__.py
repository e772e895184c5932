"""What a person has chosen: the settings, the file that keeps them, and how it is written."""

from cardtui_client.settings.config_file import no_config, read_settings, write_settings
from cardtui_client.settings.values import (
    CHOICES,
    MEANINGS,
    SETTING_NAMES,
    BadSettings,
    Settings,
    config_path,
    login_name,
)

__all__ = [
    "CHOICES",
    "MEANINGS",
    "SETTING_NAMES",
    "BadSettings",
    "Settings",
    "config_path",
    "login_name",
    "no_config",
    "read_settings",
    "write_settings",
]
