"""JSON files that are read, changed and written again (`JsonFile`), never from nothing by mistake.

Only a file that is not there is empty. One that cannot be understood is set aside, and the person
is told so; where one cannot be read, nothing is written.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, Final, Generic, TypeVar, cast

from cardtui_client.atomic_write import write_atomically
from cardtui_client.i18n import _, mark
from cardtui_client.notices import tell_once

T = TypeVar("T")

_MOST_BYTES: Final = 2_000_000
_BEGUN_ANEW: Final = mark("Another one is begun.")


class JsonFile(Generic[T]):
    """A file of a person's own; others cannot read it."""

    def __init__(
        self,
        path: Path,
        parsed: Callable[[Any], T],
        empty: Callable[[], T],
        price: str = _BEGUN_ANEW,
    ) -> None:
        """Read nothing yet.

        Args:
            path: where it is.
            parsed: makes what it holds of its JSON; ``ValueError`` if that has another form.
            empty: makes what it holds while it is not there.
            price: a message that says what it means if the file is damaged.
        """
        self._path = path
        self._parsed = parsed
        self._empty = empty
        self._price = price

    def read(self) -> T:
        """Return what it holds; nothing where it cannot be read, and the person is told."""
        try:
            return self._read()
        except OSError as error:
            tell_unkept(self._path, error)
            return self._empty()

    def change(self, changed: Callable[[T], T]) -> None:
        """Write what the function makes of what it holds.

        Raises:
            OSError: it cannot be read or written; nothing has been written.
        """
        text = json.dumps(changed(self._read()), indent=1)
        write_atomically(self._path, text, 0o600)

    def keep(self, changed: Callable[[T], T]) -> None:
        """Change it; where it cannot be, tell the person, and go on."""
        try:
            self.change(changed)
        except OSError as error:
            tell_unkept(self._path, error)

    def _read(self) -> T:
        try:
            # A pipe in its place keeps nobody waiting.
            handle = os.open(self._path, os.O_RDONLY | os.O_NONBLOCK)
        except FileNotFoundError:
            return self._empty()
        with os.fdopen(handle, "rb") as file:
            text = file.read(_MOST_BYTES + 1)
        try:
            if len(text) > _MOST_BYTES:
                raise ValueError("it is too large")
            return self._parsed(json.loads(text))
        except (ValueError, RecursionError):
            self._set_aside()
            return self._empty()

    def _set_aside(self) -> None:
        """Give it another name, under which nobody writes over it; no matter who does it first.

        Raises:
            OSError: it cannot be done.
        """
        names = (self._path.with_name(f"{self._path.name}.damaged-{n}") for n in count(1))
        try:
            aside = self._path.rename(next(name for name in names if not os.path.lexists(name)))
        except FileNotFoundError:
            return
        sentence = _(
            "{path} is damaged, and was set aside as {aside}.", path=self._path, aside=aside
        )
        tell_once(f"{sentence} {_(self._price)}")


def tell_unkept(path: Path, error: OSError) -> None:
    """Tell the person, once for a folder, that nothing is kept there."""
    sentence = _(
        "{path} cannot be used ({error}). You can play on, but nothing is kept: once you leave, "
        "your seat is not found again. To keep it, choose another folder with --data.",
        path=path,
        error=_(error.strerror or str(error)),
    )
    tell_once(sentence, about=str(path.parent))


def texts(data: Any) -> dict[str, str]:
    """Return texts by name, as JSON has them.

    Raises:
        ValueError: it has another form.
    """
    if not isinstance(data, dict) or not all(isinstance(each, str) for each in data.values()):
        raise ValueError("it has another form")
    return cast("dict[str, str]", data)
