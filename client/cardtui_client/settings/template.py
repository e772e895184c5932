"""A settings file to begin with: every setting as a comment, with its meaning and its default."""

from __future__ import annotations

import tomlkit

from cardtui_client.i18n import _
from cardtui_client.settings.values import CHOICES, MEANINGS, Settings


def template() -> str:
    """Return a settings file that sets nothing, in the reader's language."""
    lines = [
        "# " + _("The settings of cardtui, with their defaults:"),
        "# " + _("take away the # before a setting, and change it."),
    ]
    for name, meaning in MEANINGS.items():
        lines += ["", "# " + _(meaning)]
        if values := _values(name):
            lines.append("# " + _("One of: {values}", values=", ".join(values)))
        lines.append(offered_line(name))
    lines += [
        "",
        "# " + _("Limits of your server, where its profile’s will not do: cardtui config limits."),
        "# [limits]",
        "# tables = 50",
        '# joins_rate = "20/min"',
        "",
        "# " + _("Your own keys have a file of their own: cardtui config keys."),
    ]
    return "\n".join(lines) + "\n"


def offered_line(name: str) -> str:
    """Return the comment that offers a setting with its default."""
    return "# " + toml_line(name, getattr(Settings, name))


def toml_line(name: str, value: str | bool) -> str:
    """Return a setting as a line of TOML."""
    return f"{name} = {_toml(value)}"


def _toml(value: str | bool) -> str:
    return tomlkit.item(value).as_string()


def _values(name: str) -> list[str]:
    """Return the values that a setting takes, if they are few."""
    if isinstance(getattr(Settings, name), bool):
        return ["true", "false"]
    return [_toml(value) for value in CHOICES.get(name, ())]
