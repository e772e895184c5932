"""Reads the record in a file, and plays it through: what breaks the rules is refused."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from cardtui_client.commands.errors import Failed, unreadable
from cardtui_client.commands.record_argument import why_no_record
from cardtui_client.commands.replays.film import MatchFilm
from cardtui_client.exit_codes import FAILED
from cardtui_client.given_files import read_given
from cardtui_client.i18n import _
from cardtui_client.text import safe_text
from cardtui_engine.library.record_reading import MOST_BYTES, read
from cardtui_engine.library.records import RecordError

_REASON_CELLS: Final = 300


@contextmanager
def _uncollected() -> Generator[None]:
    """Let nothing be collected: all positions are kept, and to look for garbage takes as long.

    It would take a tenth of a second later, too, amid the steps of a long match: so what there is
    by then is never searched through again. A film has no part in any cycle, and goes unsearched.
    """
    collects = gc.isenabled()
    gc.collect(1)  # what is young garbage now would stay
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if collects:
            gc.enable()


def film_of(path: Path) -> MatchFilm:
    """Return the match in a file, ready to be shown.

    Raises:
        Failed: the file cannot be read, or is not the record of a match by the rules.
    """
    try:
        data = read_given(path, MOST_BYTES + 1)
    except OSError as error:
        raise unreadable(path, error) from None
    try:
        with _uncollected():
            return MatchFilm(read(data))
    except RecordError as error:
        reason = safe_text(why_no_record(error), _REASON_CELLS)
    sentence = _("{path} is not the record of a match: {reason}", path=path, reason=reason)
    raise Failed(sentence, FAILED)
