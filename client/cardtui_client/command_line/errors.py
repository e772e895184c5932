"""How commands fail: with a sentence that says what to do, an exit code, and the word you meant.
What the system says goes wrong, in the reader's language: `_SYSTEM_REASONS`. Which words stand for
a command of another name is in `commands/main.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import IO, Any, Final

import click

from cardtui_client.exit_codes import USAGE
from cardtui_client.i18n import _, mark, n_

TYPED_WORDS_KEY: Final = "cardtui_client.typed"
"""Where click's context keeps what was typed after the program's name."""


class Failed(click.ClickException):
    """A command could not do what it was asked; the sentence says what to do about it."""

    def __init__(self, sentence: str, code: int) -> None:
        super().__init__(sentence)
        self.code = code

    def show(self, file: IO[Any] | None = None) -> None:
        """Write the sentence to standard error."""
        click.echo(f"cardtui: {self.message}", file=file or sys.stderr)


class Crashed(click.ClickException):
    """A fault of cardtui's own; the text is the report of it."""

    def show(self, file: IO[Any] | None = None) -> None:
        """Write the report to standard error."""
        click.echo(self.message, file=file or sys.stderr)


def show_json(error: click.ClickException, code: int) -> None:
    """Write what went wrong to standard error, for programs: an object in a line, in ASCII."""
    import json  # who types need not load it

    click.echo(json.dumps({"error": error.format_message(), "code": code}), err=True)


_SYSTEM_REASONS: Final = (
    mark("Permission denied"),
    mark("No such file or directory"),
    mark("Not a directory"),
    mark("Is a directory"),
    mark("File exists"),
    mark("No space left on device"),
    mark("Read-only file system"),
    mark("File name too long"),
    mark("Too many levels of symbolic links"),
    mark("Not a regular file"),
)
"""What the system says most often, for the catalogues: its own words are English."""


def reason(error: OSError) -> str:
    """Return what the system says went wrong, in the reader's language if it is well known."""
    return _(error.strerror or str(error))


def unreadable(path: object, error: OSError, code: int = USAGE) -> Failed:
    """Return the failure of a command that could not read there."""
    return Failed(_("{path} cannot be read: {error}.", path=path, error=reason(error)), code)


def unwritable(path: object, error: OSError, code: int, option: str = "--data") -> Failed:
    """Return the failure of a command that could not write where an option has it."""
    sentence = _(
        "{path} cannot be written ({error}); choose another place with {option}.",
        path=path,
        error=reason(error),
        option=option,
    )
    return Failed(sentence, code)


def with_near(sentence: str, typed: str, words: Iterable[str]) -> str:
    """Return the sentence, and behind it the words that are like the one that was typed."""
    from difflib import get_close_matches  # who types well need not load it

    near = get_close_matches(typed.casefold(), list(words))
    if not near:
        return sentence
    meant = n_(
        "Did you mean {possibility}?",
        "(Did you mean one of: {possibilities}?)",
        len(near),
        possibility=f"“{near[0]}”",
        possibilities=", ".join(f"“{each}”" for each in near),
    )
    return f"{sentence} {meant}"
