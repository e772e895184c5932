"""Writing settings into a person's file, whose comments and order stay as they are."""

from __future__ import annotations

import re
from pathlib import Path

from cardtui_client.atomic_write import write_atomically
from cardtui_client.given_files import read_given
from cardtui_client.i18n import _
from cardtui_client.settings.values import NAMES, Settings

# tomlkit takes longer to load than everything else here, so only writing loads it.


def write_settings(settings: Settings) -> None:
    """Write what differs from the defaults or is in the file already; the rest of it stays.

    A file that is not there yet is made with every setting explained. What came from the
    environment is not kept, unless it has been changed since.

    Raises:
        OSError: the file cannot be written, or what stands in it by now is no TOML.
    """
    from cardtui_client.settings.template import template

    path = settings.path
    if path is None:
        raise OSError(no_config())
    try:
        text = _text(path)
        if text is None:
            text = template()
        written = _written_into(text, settings)
    except ValueError as error:
        raise OSError(_("Edit {path} by hand.", path=path)) from error
    write_atomically(path, written)


def no_config() -> str:
    """Return what to say where settings cannot be kept anywhere."""
    return _("This account has no home: choose a settings file with --config.")


def _text(path: Path) -> str | None:
    """Return what stands in the file; ``None`` only if it is not there."""
    try:
        return read_given(path).decode("utf-8-sig")
    except FileNotFoundError:
        return None


def _written_into(text: str, settings: Settings) -> str:
    """Return the file's text with the settings in it."""
    import tomlkit

    from cardtui_client.settings.template import offered_line, toml_line

    stood = tomlkit.parse(text)
    kept: dict[str, str | bool] = {}
    for name in NAMES:
        value: str | bool = getattr(settings, name)
        if name in settings.lent and settings.lent[name] == value:
            continue
        if name in stood:
            kept[name] = value
        elif value != getattr(Settings, name):
            kept[name] = value
            # Where the file offers the setting in a comment, it takes the comment's place.
            offered = re.compile(rf"^{re.escape(offered_line(name))}(?=\r?$)", re.MULTILINE)
            if found := offered.search(text):
                text = text[: found.start()] + toml_line(name, value) + text[found.end() :]
    document = tomlkit.parse(text)
    for name, value in kept.items():
        if document.get(name) != value:
            document[name] = value
    return document.as_string()
