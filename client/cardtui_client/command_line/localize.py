"""The command line in the reader's language: our words in help, and click's own (`CLICK_WORDS`).
How the range of a number is told: `_range_words`.

Commands are written in English, as click has it: a docstring, ``help=``, ``epilog=``,
``metavar=``. `spoken` translates a command before click reads it. What click says itself it
looks up with gettext, which `speak` points at our catalogues.
"""

from __future__ import annotations

import gettext
import inspect
import os
import re
from collections.abc import Callable
from copy import copy
from functools import wraps
from typing import Any, Final, TypeVar

import click

from cardtui_client.catalogues import LOCALE_FOLDER, bring_up_to_date
from cardtui_client.i18n import (
    LANGUAGES,
    _,
    detect_language,
    mark,
    mark_n,
    mark_p,
    p_,
    set_language,
)

CLICK_WORDS: Final = (
    mark("Usage:"),
    mark("Options"),
    mark("Positional arguments"),
    mark("Commands"),
    mark("default: {default}"),
    mark("required"),
    mark("(dynamic)"),
    mark("Show this message and exit."),
    mark("Try '{command} {option}' for help."),
    mark("Error: {message}"),
    mark("Missing command."),
    mark("Missing argument"),
    mark("Missing option"),
    mark("Missing parameter"),
    mark("Choose from:\n\t{choices}"),
    mark("No such option {name!r}."),
    mark("No such option: {name}"),  # before click 8.4
    mark("No such command {name!r}."),
    mark("Invalid value: {message}"),
    mark("Invalid value for {param_hint}: {message}"),
    mark("Option {name!r} does not take a value."),
    mark("{value!r} is not a valid {number_type}."),
    mark("{value} is not in the range {range}."),
    mark_n("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    mark_n("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    mark_n("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    mark_n("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
)

_EXAMPLE_LINE: Final = re.compile(r"(\s+\S.*?\s{2,})(\S.*)")
_OPTIONS_METAVAR: Final = mark_p("usage", "[OPTIONS]")
_SUBCOMMAND_METAVAR: Final = mark_p("usage", "COMMAND [ARGS]...")

_own_language: list[str | None] = []
"""What the variable ``LANGUAGE`` was before click's words needed it; empty if it still is."""

C = TypeVar("C", bound=click.Command)


def speak() -> None:
    """Speak the language that a flag, a variable, the settings or the locale asks for."""
    from cardtui_client.settings import BadSettings, read_settings

    give_back()
    try:
        tag = read_settings().language_tag()
    except BadSettings:  # the command says so, if it needs them
        chosen = os.environ.get("CARDTUI_LANGUAGE", "")
        tag = chosen if chosen in LANGUAGES else detect_language(os.environ)
    set_language(tag)
    bring_up_to_date(tag)
    gettext.bindtextdomain("cardtui", LOCALE_FOLDER)
    gettext.textdomain("cardtui")
    # The only way to tell gettext's functions a language; given back before a command runs.
    _own_language.append(os.environ.get("LANGUAGE"))
    os.environ["LANGUAGE"] = tag


def give_back() -> None:
    """Undo what `speak` did to the environment, in which other programs may be started."""
    if not _own_language:
        return
    own = _own_language.pop()
    if own is None:
        os.environ.pop("LANGUAGE", None)
    else:
        os.environ["LANGUAGE"] = own


def spoken(command: C) -> C:
    """Return the command with its help in the language in use."""
    command = copy(command)
    vars(command)["_help_option"] = None  # which click keeps in the language asked for first
    command.help = _reworded_if(command.help)
    command.epilog = _reworded_if(command.epilog)
    command.options_metavar = p_("usage", _OPTIONS_METAVAR)
    command.params = [_spoken_param(param) for param in command.params]
    if isinstance(command, click.Group):
        command.subcommand_metavar = p_("usage", _SUBCOMMAND_METAVAR)
        command.commands = {name: spoken(each) for name, each in command.commands.items()}
        for each in command.commands.values():
            each.short_help = _first_sentence(each.help)  # click would cut it
    elif command.callback is not None:
        command.callback = _in_own_environment(command.callback)
    return command


def _first_sentence(text: str | None) -> str:
    first = " ".join((text or "").partition("\n\n")[0].split())
    return re.split(r"(?<=\.)\s", first, maxsplit=1)[0]


def reworded(text: str, say: Callable[[str], str]) -> str:
    r"""Return a help text with its paragraphs, and what is said of each example, in other words.

    Args:
        text: as click takes it; blocks that begin with ``\b`` keep their lines.
        say: returns other words for a message.
    """
    paragraphs = []
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        first, *lines = paragraph.split("\n")
        if first == "\b":
            paragraphs.append("\n".join([first, *(_example(line, say) for line in lines)]))
        else:
            paragraphs.append(say(" ".join(paragraph.split())))
    return "\n\n".join(paragraphs)


def _example(line: str, say: Callable[[str], str]) -> str:
    if not line.startswith(" "):
        return say(line)
    found = _EXAMPLE_LINE.fullmatch(line)
    return found[1] + say(found[2]) if found else line


def _reworded_if(text: str | None) -> str | None:
    return None if text is None else reworded(text, _)


class _IntRange(click.IntRange):
    """A range of whole numbers, told in words; click has it as ``2<=x<=8``."""

    def _describe_range(self) -> str:
        return _range_words(self.min, self.max)


class _FloatRange(click.FloatRange):
    """A range of numbers, told in words."""

    def _describe_range(self) -> str:
        return _range_words(self.min, self.max)


def _range_words(low: float | None, high: float | None) -> str:
    if high is None:
        return p_("range", "{low} or more", low=low)
    return p_("range", "{low} to {high}", low=low, high=high)


def _spoken_param(param: click.Parameter) -> click.Parameter:
    param = copy(param)
    if isinstance(param.type, click.IntRange):
        param.type = _IntRange(param.type.min, param.type.max)
    if isinstance(param.type, click.FloatRange):
        param.type = _FloatRange(param.type.min, param.type.max)
    if param.metavar is not None:
        param.metavar = p_("usage", param.metavar)
    if isinstance(param, click.Option) and param.help:
        param.help = _(param.help)
    if isinstance(param.type, click.types.IntParamType):
        param.type = copy(param.type)
        param.type.name = p_("of a value", "number")
    return param


def _in_own_environment(callback: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(callback)
    def run(*args: Any, **options: Any) -> Any:
        give_back()
        return callback(*args, **options)

    return run
