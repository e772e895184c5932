"""Compiles the words of a language (cardtui.po) into what gettext reads (cardtui.mo).

A wheel and an editable install get it compiled by hatch_build.py. A checkout has what is written
alone; there it is compiled when it is first needed, and again after it was changed.
"""

from __future__ import annotations

import os
from ast import literal_eval
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from struct import pack
from typing import Final

LOCALE_FOLDER: Final = Path(__file__).parent / "locale"
_MAGIC: Final = 0x950412DE
_HEADER_LENGTH: Final = 28


def bring_up_to_date(language: str) -> None:
    """Compile the words of a language if they were written later than they were compiled."""
    written = LOCALE_FOLDER / language / "LC_MESSAGES" / "cardtui.po"
    made = written.with_suffix(".mo")
    with suppress(OSError):  # of a wheel, where they are not written; or of somebody else
        if not made.exists() or made.stat().st_mtime_ns < written.stat().st_mtime_ns:
            # Others may read it, or make it, at the same time.
            other = made.with_name(f"cardtui-{os.getpid()}.mo")
            other.write_bytes(compiled(written.read_text(encoding="utf-8")))
            other.replace(made)


def compiled(text: str) -> bytes:
    """Return a written catalogue as gettext reads it; what is not translated is left out."""
    messages = sorted((key.encode(), said.encode()) for key, said in _messages(text) if said)
    count = len(messages)
    texts = [key for key, _ in messages] + [said for _, said in messages]
    saids = _HEADER_LENGTH + 8 * count
    place = saids + 8 * count
    parts = [pack("<7I", _MAGIC, 0, count, _HEADER_LENGTH, saids, 0, place)]
    for each in texts:
        parts.append(pack("<II", len(each), place))
        place += len(each) + 1
    return b"".join((*parts, *[each + b"\0" for each in texts]))


def _messages(text: str) -> Iterator[tuple[str, str]]:
    """Yield each message with its translation, as a compiled catalogue has them."""
    for block in text.split("\n\n"):
        said: dict[str, str] = {}
        keyword = ""
        for line in block.splitlines():
            if line.startswith("#"):
                continue
            start, quote, rest = line.partition('"')
            keyword = start.strip() or keyword
            said[keyword] = said.get(keyword, "") + literal_eval(quote + rest)
        if "msgid" in said:
            yield _key(said), "\0".join(said[each] for each in said if each.startswith("msgstr"))


def _key(said: dict[str, str]) -> str:
    context = f"{said['msgctxt']}\4" if "msgctxt" in said else ""
    plural = f"\0{said['msgid_plural']}" if "msgid_plural" in said else ""
    return f"{context}{said['msgid']}{plural}"
