"""JSON files that are read, changed and written again (`JsonFile`), never from nothing by mistake.
How long a program waits for another one that changes one: `_LONGEST_WAIT`.

Only a file that is not there is empty. One that cannot be understood is set aside, and the person
is told so, once per run (`tell_once`), on the screen while one stands (`telling`); where one cannot
be read, nothing is written. Several programs of one person may change a file at once: each waits
for the one before, for at most `_LONGEST_WAIT`, by `LOCK_NAME`.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from errno import EAGAIN, ENOTDIR
from itertools import count
from pathlib import Path
from typing import Any, Final, Generic, TypeVar, cast

from cardtui_client.files import AT_ONCE, read_given, write_atomically
from cardtui_client.i18n import _, mark

Say = Callable[[str], object]

T = TypeVar("T")

_MOST_BYTES: Final = 2_000_000
LOCK_NAME: Final = ".lock"
"""The file of a folder that is locked while another one is changed. The folder itself is locked by
a server that has its data there."""

_LONGEST_WAIT: Final = 5.0
"""Seconds for which a program waits for another one that changes a file of the same folder."""

UNUSED: Final = mark("None of it is used.")

OTHER_FORM: Final = "it has another form"
"""What is wrong with a file that holds JSON, but not what is kept there."""

LATEST_TIMESTAMP: Final = 10**10
"""Seconds since 1970; every system knows which day that is."""


def _to_standard_error(sentence: str) -> None:
    with suppress(OSError, ValueError):  # who would read it has gone
        print(f"cardtui: {sentence}", file=sys.stderr, flush=True)


_told: set[str] = set()
_takers: list[Say] = [_to_standard_error]


def tell_once(sentence: str, about: str = "") -> None:
    """Tell a sentence, unless you were told about the same; by default, the same sentence."""
    key = about or sentence
    if key not in _told:
        _told.add(key)
        _takers[-1](sentence)


@contextmanager
def telling(say: Say) -> Generator[None]:
    """Say in that way what is to be told meanwhile."""
    _takers.append(say)
    try:
        yield
    finally:
        _takers.remove(say)


class Unread(OSError):
    """A file that cannot be read, of all that can go wrong while it is changed."""


class JsonFile(Generic[T]):
    """A file of a person's own; others cannot read it."""

    def __init__(
        self,
        path: Path,
        parsed: Callable[[Any], T],
        empty: Callable[[], T],
        price: str = UNUSED,
    ) -> None:
        """Read nothing yet.

        Args:
            path: where it is.
            parsed: makes what it holds of its JSON; ``ValueError`` if that has another form.
            empty: makes what it holds while it is not there.
            price: a message that says what it means if the file is damaged, or cannot be read.
        """
        self._path = path
        self._parsed = parsed
        self._empty = empty
        self._price = price

    def read(self) -> T:
        """Return what it holds; nothing where it cannot be read, and the person is told."""
        try:
            return self.must_read()
        except OSError as error:
            self.tell(error)
            return self._empty()

    def must_read(self) -> T:
        """Return what it holds.

        Raises:
            OSError: it cannot be read; it is `Unread` then, unless it is damaged, too.
        """
        try:
            return self._understood()
        except (ValueError, RecursionError):
            with _alone_in(self._path.parent):
                return self._read()

    def change(self, changed: Callable[[T], T]) -> None:
        """Write what the function makes of what it holds; nobody else changes it meanwhile.

        Args:
            changed: makes it; it changes no other file.

        Raises:
            Unread: it cannot be read.
            OSError: it cannot be written. In both cases nothing has been.
        """
        folder = self._path.parent
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except FileExistsError:
            raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR), str(folder)) from None
        with _alone_in(self._path.parent):
            text = json.dumps(changed(self._read()), indent=1)
            write_atomically(self._path, text, 0o600)

    def keep(self, changed: Callable[[T], T]) -> None:
        """Change it; where it cannot be, tell the person, and go on."""
        try:
            self.change(changed)
        except OSError as error:
            self.tell(error)

    def _read(self) -> T:
        """Return what it holds; set aside what cannot be understood."""
        try:
            return self._understood()
        except (ValueError, RecursionError):
            self._set_aside()
            return self._empty()

    def _understood(self) -> T:
        """Return what it holds.

        Raises:
            Unread: it cannot be read.
            ValueError: it cannot be understood.
            RecursionError: the same.
        """
        try:
            text = read_given(self._path, _MOST_BYTES + 1)
        except FileNotFoundError:
            return self._empty()
        except NotADirectoryError:
            raise  # nothing can be kept in it either
        except OSError as error:
            raise Unread(error.errno, error.strerror, str(self._path)) from error
        if len(text) > _MOST_BYTES:
            raise ValueError("it is too large")
        return self._parsed(json.loads(text))

    def _set_aside(self) -> None:
        """Give it another name, under which nobody writes over it.

        Raises:
            OSError: it cannot be done.
        """
        aside = set_aside(self._path)
        sentence = _(
            "{path} is damaged, and was set aside as {aside}.", path=self._path, aside=aside
        )
        tell_once(f"{sentence} {_(self._price)}")

    def tell(self, error: OSError) -> None:
        """Tell the person what cannot be read; once for a folder that nothing is kept there."""
        why = _(error.strerror or str(error))
        if isinstance(error, Unread):
            sentence = _("{path} cannot be read: {error}.", path=self._path, error=why)
            tell_once(f"{sentence} {_(self._price)}", about=str(self._path))
            return
        sentence = _(
            "Nothing can be kept in {folder} ({error}): neither your seat nor your results. You "
            "can play on; to keep them, choose another folder with --data.",
            folder=self._path.parent,
            error=why,
        )
        tell_once(sentence, about=str(self._path.parent))


class MemoryFile(JsonFile[T]):
    """The same without a file: what it holds ends with the program."""

    def __init__(self, empty: Callable[[], T]) -> None:
        super().__init__(Path(os.devnull), lambda _data: empty(), empty)
        self._held = empty()

    def must_read(self) -> T:
        return self._held

    def change(self, changed: Callable[[T], T]) -> None:
        self._held = changed(self._held)


def file_of(
    folder: Path | None,
    name: str,
    parsed: Callable[[Any], T],
    empty: Callable[[], T],
    price: str = UNUSED,
) -> JsonFile[T]:
    """Return a file of a folder; where nothing is kept (``None``), one in memory."""
    return MemoryFile(empty) if folder is None else JsonFile(folder / name, parsed, empty, price)


def set_aside(path: Path) -> Path:
    """Give a file another name, under which nobody writes over it, and return that.

    Raises:
        OSError: it cannot be done.
    """
    names = (path.with_name(f"{path.name}.damaged-{n}") for n in count(1))
    return path.rename(next(name for name in names if not os.path.lexists(name)))


@contextmanager
def _alone_in(folder: Path) -> Generator[None]:
    """Keep other programs from changing files of a folder.

    Where no lock can be had (some disks of other machines have none), it goes without.

    Raises:
        BlockingIOError: another program keeps it for too long.
    """
    try:
        descriptor = os.open(folder / LOCK_NAME, os.O_RDWR | os.O_CREAT | AT_ONCE, 0o600)
    except OSError:
        yield
        return
    try:
        _lock(descriptor)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int) -> None:
    until = time.monotonic() + _LONGEST_WAIT
    while True:
        try:
            lock_now(descriptor)
        except BlockingIOError:
            if time.monotonic() > until:
                raise
            time.sleep(0.005)
        except OSError:
            return
        else:
            return


def lock_now(descriptor: int) -> None:
    """Lock an open file for this program alone, until it is closed.

    Raises:
        BlockingIOError: another program has locked it.
        OSError: it cannot be locked.
    """
    from portalocker import LOCK_EX, LOCK_NB, AlreadyLocked, LockException, lock

    try:
        lock(descriptor, LOCK_EX | LOCK_NB)
    except AlreadyLocked:
        raise BlockingIOError(EAGAIN, os.strerror(EAGAIN)) from None
    except LockException as error:
        raise OSError(str(error)) from None


def texts(data: Any) -> dict[str, str]:
    """Return texts by name, as JSON has them.

    Raises:
        ValueError: it has another form.
    """
    if not isinstance(data, dict) or not all(isinstance(each, str) for each in data.values()):
        raise ValueError(OTHER_FORM)
    return cast("dict[str, str]", data)
