"""A settings file to begin with: every setting as a comment, with its meaning and its default."""

from __future__ import annotations

from dataclasses import fields

from cardtui_client.i18n import _
from cardtui_client.settings import CHOICES, Settings, as_toml


def template() -> str:
    """Return a settings file that sets nothing, in the reader's language."""
    lines = [
        "# " + _("The settings of cardtui. What stands here are the defaults:"),
        "# " + _("take away the # before a setting, and change it."),
    ]
    for each in fields(Settings):
        if "meaning" not in each.metadata:
            continue
        meaning = each.metadata["meaning"]
        lines += ["", "# " + _(meaning)]
        default: str | bool = getattr(Settings, each.name)
        if values := _values(each.name, default):
            lines.append("# " + _("One of: {values}", values=", ".join(values)))
        lines.append(f"# {each.name} = {as_toml(default)}")
    lines += [
        "",
        "# " + _("Keys of your own, by what they do; these come last in the file."),
        "# [keys]",
        '# "table.sort" = "f2"',
    ]
    return "\n".join(lines) + "\n"


def _values(name: str, default: str | bool) -> list[str]:
    """Return the values that a setting takes, if they are few."""
    if isinstance(default, bool):
        return ["true", "false"]
    return [as_toml(value) for value in CHOICES.get(name, ())]
