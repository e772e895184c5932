"""The settings (`Settings`): their meanings and defaults, and which values they take (`CHOICES`).
Where they and what is kept lie: `config_path`, `data_path`. Which logins are nobody's name:
`_SYSTEM_LOGINS`; for whom the pack is cut: `cuts`; whether a terminal shows UTF-8: `shows_utf8`.
"""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, cast

from platformdirs import user_config_path, user_data_path

from cardtui_client.i18n import LANGUAGES, _, detect_language, mark

_LOCALE_VARIABLES: Final = ("LC_ALL", "LC_CTYPE", "LANG")
"""The first of them that says anything counts."""


def shows_utf8(env: Mapping[str, str]) -> bool:
    """Tell whether the terminal shows UTF-8.

    Where no variable says anything, it does: a container or a service has no locale, and the
    terminal that somebody opens it in is their own.

    >>> shows_utf8({"LANG": "pt_BR.UTF-8"}), shows_utf8({"LC_ALL": "C"}), shows_utf8({})
    (True, False, True)
    """
    encoding = env.get("PYTHONIOENCODING", "").partition(":")[0]
    if not encoding:
        said = next((env[name] for name in _LOCALE_VARIABLES if env.get(name)), "UTF-8")
        locale, _dot, encoding = said.partition("@")[0].partition(".")
        encoding = encoding or locale  # macOS says “UTF-8” and no more
    try:
        return codecs.lookup(encoding).name == "utf-8"
    except LookupError:
        return False


_SYSTEM_LOGINS: Final = (
    *("root", "toor", "admin", "administrator", "administrador", "user", "usuario", "guest"),
    *("nobody", "default", "ubuntu", "debian", "fedora", "arch", "alpine", "kali", "pi", "osmc"),
    *("vagrant", "docker", "vscode", "codespace"),
)
"""The logins that systems come with: they are nobody's name."""


def login_name() -> str:
    """Return the name under which the person uses this machine; ``""`` for none of a person."""
    try:
        import getpass  # loads what nothing else at the start needs

        name = getpass.getuser()
    except (ImportError, KeyError, OSError):
        return ""
    return "" if name.casefold() in _SYSTEM_LOGINS else name


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


HUELESS_THEME: Final = "mono"
"""The theme that says nothing by hue."""

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "language": ("auto", *LANGUAGES),
    "theme": ("dark", "light", "high-contrast", "colour-blind", HUELESS_THEME),
    "card_style": ("auto", "unicode", "ascii"),
    "card_size": ("auto", "big", "small", "line"),
    "profile": ("home", "club", "open"),
}
"""The values that a setting of few values takes, the default first."""


class BadSettings(Exception):
    """A settings file or a variable that cannot be used; the sentence says where and why."""


def _setting(default: Any, meaning: str) -> Any:
    return field(default=default, metadata={"meaning": meaning})


@dataclass
class Settings:
    """What a person has chosen; the metadata of each field says what it means.

    Attributes:
        keys: keys of your own, by the id of what they do, as the keymap file has them.
        limits: limits of a server that one runs, by name, where they differ from the profile's.
        evenings: the evenings of that server, each with its place in the file.
        path: the file that these came from and are kept in; ``None`` for an account without a
            home, which keeps none.
        lent: what the environment said, which is for this run alone.
        newcomer: whether you have played no match to its end yet: you first see cards, and cut
            the pack later.
    """

    name: str = _setting("", mark("Your name; you are asked for it the first time."))
    language: str = _setting("auto", mark("The language; auto: the system language."))
    theme: str = _setting("dark", mark("The colour theme."))
    card_style: str = _setting(
        "auto",
        mark("Cards as pictures, or as codes in plain letters; auto: what the terminal can show."),
    )
    card_size: str = _setting("auto", mark("The size of your cards; auto: as big as fits."))
    four_colours: bool = _setting(True, mark("A colour for each suit."))
    animation: bool = _setting(True, mark("Animate moves (any key skips)."))
    bell: bool = _setting(True, mark("Ring the bell when it is your turn."))
    sounds: bool = _setting(
        False, mark("Sounds of cards and calls instead of the bell, where this machine plays them.")
    )
    terminal_title: bool = _setting(True, mark("Say in the terminal’s title when it is your turn."))
    notifications: bool = _setting(
        True, mark("Have the terminal notify you of your turn while you look elsewhere (OSC 9).")
    )
    mentions: bool = _setting(True, mark("Alert you when somebody says your name, too."))
    confirm: bool = _setting(True, mark("Confirm risky moves."))
    take_back: bool = _setting(
        False, mark("Send your moves 0.6 seconds later; Esc takes them back until then.")
    )
    cut_for_me: bool = _setting(False, mark("Cut the pack for you, in the middle."))
    ask_words: bool = _setting(
        True, mark("Ask before a word in your talk calls something; asked until you first say yes.")
    )
    mouse: bool = _setting(True, mark("Use the mouse."))
    spectators: bool = _setting(False, mark("Show what spectators say at your table."))
    keep_records: bool = _setting(
        True, mark("Keep a record of each match that you play, and verify it.")
    )
    plain: bool = _setting(
        False, mark("Lines of text instead of screens, as with --plain; for screen readers.")
    )
    kiosk: bool = _setting(
        False, mark("For machines and accounts that strangers use, as with --kiosk.")
    )
    listen: str = _setting(
        "",
        mark(
            "Where “cardtui host” listens for other machines: lan, or an address; empty: nowhere."
        ),
    )
    server_name: str = _setting(
        "", mark("What your server is called; empty: the name of the machine.")
    )
    message: str = _setting(
        "", mark("What your server tells those who come to it; empty: nothing.")
    )
    discovery: bool = _setting(
        True,
        mark("Look for servers in the network, and announce yours there once it is open to it."),
    )
    data: str = _setting(
        "", mark("The folder of tables, tokens and reports; empty: the system default.")
    )
    profile: str = _setting("home", mark("The limits of a server that you run."))
    allow: str = _setting(
        "", mark("The networks that your server takes calls from; empty: all. “10.0.0.0/8, ::1”")
    )
    deny: str = _setting("", mark("The networks that your server takes no calls from."))
    proxies: str = _setting(
        "", mark("The proxies that your server believes when they say where a call comes from.")
    )
    keys: dict[str, str] = field(default_factory=dict[str, str])
    limits: dict[str, str | float] = field(default_factory=dict[str, "str | float"])
    evenings: list[tuple[str, dict[str, Any]]] = field(
        default_factory=list["tuple[str, dict[str, Any]]"]
    )
    path: Path | None = field(default_factory=lambda: config_path(os.environ))
    lent: dict[str, str | bool] = field(
        default_factory=dict[str, "str | bool"], compare=False, repr=False
    )

    newcomer: bool = field(default=False, compare=False, repr=False)
    # Asked of `Results.are_none` as a table opens.

    @property
    def cuts(self) -> bool:
        """Whether the pack is cut for you: as chosen, or since all is new to you."""
        return self.cut_for_me or self.newcomer

    def language_tag(self, env: Mapping[str, str] | None = None) -> str:
        """Return the language to use: the one chosen, or the locale's."""
        if self.language != "auto":
            return self.language
        return detect_language(os.environ if env is None else env)

    @property
    def letters_alone(self) -> bool:
        """Whether the terminal is sent nothing but ASCII: it shows no more, by its locale."""
        return self.card_style != "unicode" and not shows_utf8(os.environ)

    @property
    def card_codes(self) -> bool:
        """Whether cards and the signs of a table are drawn in ASCII: as chosen, or as they must."""
        return self.card_style == "ascii" or self.letters_alone

    @property
    def kept(self) -> bool:
        """Whether they outlast this run: at a kiosk only in a folder that is the person's own."""
        return not self.kiosk or (
            self.data != "" and self.path is not None and self.path.parent == self.data_folder()
        )

    def for_now(self) -> Settings:
        """Return the same settings for what is not to count: nothing of it is kept."""
        return replace(self, kiosk=True, data="")

    @property
    def kept_folder(self) -> Path | None:
        """The folder for what the client keeps; ``None`` where nothing is kept."""
        return self.data_folder() if self.kept else None

    def data_folder(self) -> Path:
        """Return the folder for what the client keeps.

        Raises:
            BadSettings: none was chosen, and the account has no home.
        """
        folder = expanded(self.data) if self.data else data_path()
        if folder is None:
            raise BadSettings(_("This account has no home: choose a folder with --data."))
        return folder

    def take(self, name: str, value: Any, where: str) -> None:
        """Take a value as a file or a variable has it.

        Raises:
            BadSettings: there is no such setting, or it does not take that value; the sentence
                begins with ``where``.
        """
        if name == "limits":
            numbers = cast("dict[str, Any]", value if isinstance(value, dict) else {"": None})
            if not all(type(each) in (str, int, float) for each in numbers.values()):
                raise BadSettings(_("{where}: limits is a table of numbers.", where=where))
            self.limits = numbers
            return
        if name not in SETTING_NAMES:
            near = get_close_matches(name, SETTING_NAMES, 1)
            if near:
                raise BadSettings(
                    _(
                        "{where}: there is no setting “{name}”. Did you mean “{near}”?",
                        where=where,
                        name=name,
                        near=near[0],
                    )
                )
            raise BadSettings(
                _(
                    "{where}: there is no setting “{name}”; choose from {names}.",
                    where=where,
                    name=name,
                    names=", ".join(SETTING_NAMES),
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


MEANINGS: Final[Mapping[str, str]] = {
    each.name: each.metadata["meaning"] for each in fields(Settings) if "meaning" in each.metadata
}
"""What each setting that has one value means: all settings but the keys and the limits."""

SETTING_NAMES: Final = tuple(MEANINGS)
