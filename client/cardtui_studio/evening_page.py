"""An evening as one HTML file with nothing outside it (`page`), and where it is written."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Final

from cardtui_client.commands.errors import Failed, reason, unreadable
from cardtui_client.exit_codes import FAILED
from cardtui_client.files import read_given, write_atomically
from cardtui_client.i18n import _, language
from cardtui_studio.evening import Evening
from cardtui_studio.evening_words import Section, none_words, sections, title

_OWN: Final = '<meta name="generator" content="cardtui evening">'
"""By this a page of ours is known again."""

_HEAD_BYTES: Final = 500
_STYLE: Final = """
:root { color-scheme: light dark; --ink: #1d2a24; --soft: #5d6b64; --line: #d9ddd6;
  --paper: #fbfaf5; --felt: #1f6b4a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebe4; --soft: #9eaaa3; --line: #34403a;
  --paper: #161c19; --felt: #7ccba3; } }
body { margin: 0 auto; padding: 2rem 1.25rem; max-width: 46rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { margin: 0 0 1.5rem; font-size: clamp(1.3rem, 5vw, 1.7rem);
  line-height: 1.2; }
h2 { margin: 2rem 0 .4rem; font-size: 1rem; color: var(--felt); }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .45rem .75rem .45rem 0; border-top: 1px solid var(--line); text-align: left;
  vertical-align: top; font-weight: normal; }
th { font-weight: 600; }
td:last-child { padding-right: 0; }
@media (min-width: 34.01rem) { th, th + td { white-space: nowrap; } }
footer { margin-top: 2.5rem; color: var(--soft); font-size: .85rem; }
@media (max-width: 34rem) { tr { display: block; padding: .45rem 0;
  border-top: 1px solid var(--line); }
  th, td { display: inline; padding: 0; border: 0; }
  th + td::before { content: ' '; } td + td::before { content: ' · '; color: var(--soft); } }
@media print { :root { --ink: #000; --soft: #444; --line: #bbb; --paper: #fff; --felt: #000; }
  body { padding: 0; } tr { break-inside: avoid; } h2 { break-after: avoid; } }
"""


def page(evening: Evening) -> str:
    """Return the page."""
    told = "".join(map(_section, sections(evening))) or f"<p>{escape(none_words())}</p>\n"
    name = escape(title(evening))
    return (
        f'<!doctype html>\n<html lang="{escape(language().replace("_", "-"))}">\n<head>\n'
        f'<meta charset="utf-8">\n{_OWN}\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{name}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{name}</h1>\n{told}<footer>cardtui</footer>\n</body>\n</html>\n"
    )


def _section(section: Section) -> str:
    rows = "".join(f"<tr>{_cells(row)}</tr>\n" for row in section.rows)
    return f"<section>\n<h2>{escape(section.title)}</h2>\n<table>\n{rows}</table>\n</section>\n"


def _cells(row: tuple[str, ...]) -> str:
    first, *rest = row
    tag = '<th scope="row">{}</th>' if rest else "<td>{}</td>"
    return tag.format(escape(first)) + "".join(f"<td>{escape(cell)}</td>" for cell in rest)


def write(evening: Evening, path: Path, *, force: bool) -> None:
    """Write the page to a file; over another file only if it is such a page, or asked for.

    Raises:
        Failed: another file is there, or it cannot be written.
    """
    if path.exists() and not force and not _is_own(path):
        raise Failed(_("{path} is there already: --force writes over it.", path=path), FAILED)
    try:
        write_atomically(path, page(evening))
    except OSError as error:
        sentence = _("{path} cannot be written: {error}.", path=path, error=reason(error))
        raise Failed(sentence, FAILED) from None


def _is_own(path: Path) -> bool:
    try:
        return _OWN.encode() in read_given(path)[:_HEAD_BYTES]
    except OSError as error:
        raise unreadable(path, error) from None
