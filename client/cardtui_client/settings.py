"""What a person has chosen: read from a TOML file and the environment, checked, kept.

A flag beats ``CARDTUI_*``, which beats the file, which beats the default. What is wrong is
said with file and line.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, cast

from platformdirs import user_config_path, user_data_path

from cardtui_client.i18n import LANGUAGES, _, detect_language, mark

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "language": ("auto", *LANGUAGES),
    "theme": ("dark", "light", "high-contrast", "colour-blind"),
    "card_style": ("auto", "unicode", "ascii"),
    "card_size": ("auto", "big", "small", "line"),
}
"""The values that a setting of few values takes, the default first."""


_SAID: Final = {
    **dict.fromkeys(("1", "true", "yes", "on"), True),
    **dict.fromkeys(("0", "false", "no", "off"), False),
}


class BadSettings(Exception):
    """A settings file or a variable that cannot be used; the sentence says where and why."""


def _setting(default: Any, meaning: str) -> Any:
    return field(default=default, metadata={"meaning": meaning})


@dataclass
class Settings:
    """What a person has chosen; each field says what it means in its metadata.

    Attributes:
        keys: keys of one's own, by the id of what they do.
        path: the file that these came from and are kept in.
    """

    name: str = _setting("", mark("What others call you; you are asked for it at the first start."))
    language: str = _setting("auto", mark("The language; auto: the system's."))
    theme: str = _setting("dark", mark("The colours."))
    card_style: str = _setting(
        "auto", mark("Cards as pictures, or as codes in plain letters; auto: as the terminal can.")
    )
    card_size: str = _setting(
        "auto", mark("How big your own cards are; auto: as big as there is room for.")
    )
    four_colours: bool = _setting(True, mark("Each suit has a colour of its own."))
    animation: bool = _setting(True, mark("What happens moves for a moment; any key skips it."))
    bell: bool = _setting(True, mark("The terminal rings when it is your turn."))
    confirm: bool = _setting(True, mark("What may cost the match is asked about once."))
    mouse: bool = _setting(True, mark("The mouse is used."))
    spectators: bool = _setting(False, mark("At your table you hear what spectators say, too."))
    data: str = _setting(
        "", mark("The folder of tables, tokens and reports; empty: the system's place.")
    )
    keys: dict[str, str] = field(default_factory=dict[str, str])
    path: Path = field(default_factory=lambda: config_path(os.environ))

    def __post_init__(self) -> None:
        # What the environment said is for this run alone.
        self._lent: dict[str, Any] = {}

    @classmethod
    def load(cls, env: Mapping[str, str] | None = None) -> Settings:
        """Return the settings of the file and the environment.

        Raises:
            BadSettings: the file cannot be read, or a value is not one that is taken.
        """
        env = os.environ if env is None else env
        settings = cls(path=config_path(env))
        settings._take_file()
        for name in _NAMES:
            text = env.get(f"CARDTUI_{name.upper()}")
            if text is not None:
                settings._take(name, _from_text(name, text), f"CARDTUI_{name.upper()}")
                settings._lent[name] = getattr(settings, name)
        return settings

    def language_tag(self, env: Mapping[str, str] | None = None) -> str:
        """Return the language to use: the one chosen, or the locale's."""
        if self.language != "auto":
            return self.language
        return detect_language(os.environ if env is None else env)

    def data_folder(self) -> Path:
        """Return the folder for what the client keeps."""
        return _expanded(self.data) if self.data else user_data_path("cardtui")

    def save(self) -> None:
        """Keep what differs from the defaults or stood in the file; the rest of it stays.

        A file that is not there yet is made with every setting explained. What came from the
        environment is not kept, unless it has been changed since.

        Raises:
            OSError: the file cannot be written.
        """
        from cardtui_client.settings_template import template

        text = self.path.read_text(encoding="utf-8") if self.path.exists() else template()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        written = self._written_into(text)
        try:
            tomllib.loads(written)
        except tomllib.TOMLDecodeError as error:  # a value over several lines, which we cannot edit
            raise OSError(_("{path} has to be edited by hand.", path=self.path)) from error
        replace_file(self.path, written)

    def _written_into(self, text: str) -> str:
        lines = text.removesuffix("\n").split("\n") if text else []
        table = next((i for i, line in enumerate(lines) if line.lstrip().startswith("[")), None)
        head, tail = (lines, []) if table is None else (lines[:table], lines[table:])
        default = Settings(path=self.path)
        for name in _NAMES:
            value = getattr(self, name)
            if name in self._lent and self._lent[name] == value:
                continue
            line = f"{name} = {as_toml(value)}"
            found = next((i for i, old in enumerate(head) if _sets(name, old)), None)
            if found is not None:
                if _value(name, head[found]) != value:
                    head[found] = line
            elif value != (standard := getattr(default, name)):
                offered = f"# {name} = {as_toml(standard)}"
                if offered in head:
                    head[head.index(offered)] = line
                else:
                    head.append(line)
        if tail and head and head[-1].strip():
            head.append("")
        return "\n".join([*head, *tail]) + "\n"

    def _take_file(self) -> None:
        try:
            text = self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return
        except (OSError, UnicodeError) as error:
            why = error.strerror if isinstance(error, OSError) else mark("this is no UTF-8 text")
            raise BadSettings(
                _("{path} cannot be read: {error}.", path=self.path, error=_(why or str(error)))
            ) from error
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            at = re.search(r" \(at (?:line (\d+)|end of document).*\)", str(error))
            line = int(at[1]) if at and at[1] else len(text.splitlines()) or 1
            why = str(error)[: at.start()] if at else str(error)
            raise BadSettings(
                _("{where}: this is no TOML ({why}).", where=f"{self.path}:{line}", why=why)
            ) from error
        for name, value in data.items():
            lines = text.split("\n")  # as TOML counts them
            line = next((i for i, each in enumerate(lines, 1) if _sets(name, each)), 1)
            self._take(name, value, f"{self.path}:{line}")

    def _take(self, name: str, value: Any, where: str) -> None:
        if name == "keys":
            table = cast("dict[str, Any]", value if isinstance(value, dict) else {"": None})
            if not all(isinstance(each, str) for each in table.values()):
                raise BadSettings(_("{where}: keys is a table of texts.", where=where))
            self.keys = table
            return
        if name not in _NAMES:
            near = get_close_matches(name, _NAMES, 1)
            if near:
                raise BadSettings(
                    _(
                        "{where}: there is no setting “{name}”; perhaps “{near}”?",
                        where=where,
                        name=name,
                        near=near[0],
                    )
                )
            raise BadSettings(
                _(
                    "{where}: there is no setting “{name}”; there are {names}.",
                    where=where,
                    name=name,
                    names=", ".join(_NAMES),
                )
            )
        if name in CHOICES and value not in CHOICES[name]:
            raise BadSettings(
                _(
                    "{where}: {name} takes one of {values}.",
                    where=where,
                    name=name,
                    values=", ".join(CHOICES[name]),
                )
            )
        if type(value) is not type(getattr(self, name)):
            wanted = (
                _("{where}: {name} takes true or false.", where=where, name=name)
                if isinstance(getattr(self, name), bool)
                else _("{where}: {name} takes a text in quotes.", where=where, name=name)
            )
            raise BadSettings(wanted)
        setattr(self, name, value)


_NAMES: Final = tuple(each.name for each in fields(Settings) if each.name not in ("keys", "path"))


def config_path(env: Mapping[str, str]) -> Path:
    """Return where the settings are kept."""
    if given := env.get("CARDTUI_CONFIG"):
        return _expanded(given)
    return user_config_path("cardtui") / "config.toml"


def _expanded(path: str) -> Path:
    return Path(os.path.expanduser(path))  # noqa: PTH111 - pathlib's fails for nobody's home


def replace_file(path: Path, text: str, mode: int = 0o644) -> None:
    """Write a file so that at any moment it is the old one or the new one.

    Raises:
        OSError: the folder cannot be written to.
    """
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(temporary).chmod(mode)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _value(name: str, line: str) -> Any:
    try:
        return tomllib.loads(line)[name]
    except tomllib.TOMLDecodeError:
        return None


def as_toml(value: str | bool) -> str:
    """Return the value as a settings file has it."""
    # JSON writes texts and switches as TOML does, but for one character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _sets(name: str, line: str) -> bool:
    return re.match(rf"\s*(\[\s*)?[\"']?{re.escape(name)}[\"']?\s*[=\]]", line) is not None


def _from_text(name: str, text: str) -> Any:
    if isinstance(getattr(Settings, name), bool):
        return _SAID.get(text.strip().lower(), text)
    return text
