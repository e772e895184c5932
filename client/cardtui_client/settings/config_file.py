"""Reads and writes `config.toml` and `keys.toml`; your comments and your order stay as they are.
How a variable says yes and no: `_BOOLEAN_WORDS`. What the settings are is in `settings/values.py`,
which keys you may choose in `tui/own_keys.py`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from cardtui_client.files import read_given, write_atomically
from cardtui_client.i18n import _, mark
from cardtui_client.settings.values import (
    CHOICES,
    HUELESS_THEME,
    MEANINGS,
    SETTING_NAMES,
    BadSettings,
    Settings,
    config_path,
)

# tomlkit takes longer to load than everything else here, so only writing loads it.


def write_settings(settings: Settings) -> None:
    """Write what differs from the defaults or is in the file already; the rest of it stays.

    A file that is not there yet is made with every setting explained. What came from the
    environment is not kept, unless it has been changed since.

    Raises:
        OSError: the file cannot be written, or what stands in it by now is no TOML.
    """
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


def know_words(settings: Settings) -> None:
    """Ask no more before a word in the talk calls something; a kiosk forgets that.

    Raises:
        OSError: the settings cannot be written.
    """
    if not settings.ask_words:
        return
    settings.ask_words = False
    if settings.kept:
        write_settings(settings)


def toggle_cut(settings: Settings) -> bool:
    """Have the pack cut for you from now on, or no longer; return which; a kiosk forgets it.

    A newcomer, for whom it is cut anyway, cuts then.

    Raises:
        OSError: the settings cannot be written.
    """
    wanted = not settings.cuts
    settings.newcomer = False
    if wanted == settings.cut_for_me:
        return wanted
    settings.cut_for_me = wanted
    if settings.kept:
        write_settings(settings)
    return settings.cut_for_me


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

    stood = tomlkit.parse(text)
    kept: dict[str, str | bool] = {}
    for name in SETTING_NAMES:
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


def text_of(path: Path) -> str | None:
    """Return the text of a file, ``None`` without one.

    Raises:
        BadSettings: it cannot be read, or is no text.
    """
    try:
        return read_given(path).decode("utf-8-sig")  # as some editors write
    except FileNotFoundError:
        return None
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else mark("this is not UTF-8 text")
        raise BadSettings(
            _("{path} cannot be read: {error}.", path=path, error=_(why or str(error)))
        ) from error


def parsed(path: Path, text: str) -> dict[str, Any]:
    """Return what the text of a file holds.

    Raises:
        BadSettings: it is no TOML; the sentence says where.
    """
    import tomllib  # most people have no such file

    try:
        return tomllib.loads(text)
    except (
        ValueError,
        RecursionError,
    ) as error:  # a number or a nesting beyond Python's limits, too
        at = re.search(r" \(at (?:line (\d+)|end of document).*\)", str(error))
        line = int(at[1]) if at and at[1] else len(text.splitlines()) or 1
        why = str(error)[: at.start()] if at else str(error)
        raise BadSettings(
            _(
                "{where}: this is not TOML ({why}). Mend that line, or move the file away.",
                where=f"{path}:{line}",
                why=why,
            )
        ) from error


def line_of(name: str, text: str) -> int:
    """Return the number of the line, as TOML counts them, that sets the name; 1 if none does."""
    sets = re.compile(rf"""\s*(\[\s*){{0,2}}["']?([^"'=]*\.["']?)?{re.escape(name)}["']?\s*[=\]]""")
    return next((i for i, line in enumerate(text.split("\n"), 1) if sets.match(line)), 1)


class OwnKey(NamedTuple):
    """A key of your own.

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


_BOOLEAN_WORDS: Final = {
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
        env = {"CARDTUI_THEME": HUELESS_THEME, **env}
    for name in SETTING_NAMES:
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
        if name == "evening":
            settings.evenings = [*_evenings(path, text, value)]
        else:
            settings.take(name, value, f"{path}:{line_of(name, text)}")


def _evenings(path: Path, text: str, value: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the evenings of a file, each with its place there.

    Raises:
        BadSettings: it holds something else by that name.
    """
    lines = text.split("\n")
    heads = [at for at, line in enumerate(lines, 1) if re.match(r"\s*\[\[\s*evening\s*\]\]", line)]
    tables: list[Any] = value if isinstance(value, list) else [value]
    for number, each in enumerate(tables):
        line = heads[number] if len(heads) == len(tables) else line_of("evening", text)
        where = f"{path}:{line}"
        if not isinstance(each, dict) or not isinstance(value, list):
            raise BadSettings(
                _("{where}: each evening begins with a line “[[evening]]”.", where=where)
            )
        yield where, cast("dict[str, Any]", each)


def take_text(settings: Settings, name: str, text: str) -> None:
    """Take a setting as you type it, to be kept from now on.

    Raises:
        BadSettings: there is no such setting, or it does not take that value.
    """
    settings.take(name, _from_text(name, text) if name in SETTING_NAMES else text, "config set")
    settings.lent.pop(name, None)


def _from_text(name: str, text: str) -> Any:
    if isinstance(getattr(Settings, name), bool):
        return _BOOLEAN_WORDS.get(text.strip().lower(), text)
    return text


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
        "# " + _("An evening that your server announces, for each one such a part:"),
        "# [[evening]]",
        '# name = "Truco"',
        '# begins = "Friday 20:00"',
        "# hours = 4",
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
    import tomlkit

    return tomlkit.item(value).as_string()


def _values(name: str) -> list[str]:
    """Return the values that a setting takes, if they are few."""
    if isinstance(getattr(Settings, name), bool):
        return ["true", "false"]
    return [_toml(value) for value in CHOICES.get(name, ())]
