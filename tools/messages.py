"""Bring the message catalogues of all `LANGUAGES` up to date: extract and update (`make messages`).
Which literals count as sentences (`_SENTENCE`), and what is wrong with a translation (`faults`).

python tools/messages.py            do it, and say what is left to translate
python tools/messages.py --check    only say what is wrong
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir, extract_python
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

from cardtui_client.catalogues import LOCALE_FOLDER
from cardtui_client.command_line.localize import reworded

ROOT: Final = Path(__file__).resolve().parent.parent
LANGUAGES: Final = ("pt_BR", "es_AR")
"""English needs no catalogue: its sentences are the ids."""

KEYWORDS: Final[Mapping[str, Any]] = {
    "_": None,
    "n_": (1, 2),
    "p_": ((1, "c"), 2),
    "mark": None,
    "mark_n": (1, 2),
    "mark_p": ((1, "c"), 2),
}
_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")
_SENTENCE: Final = re.compile(r"(?![A-Z]{3})[A-Z“{][^\n]* [^\n]*[.!?]")
_STRAIGHT_APOSTROPHE: Final = re.compile(r"(?<=[\w}])'(?=[^\W\d_])|(?<=s)'(?= [a-z])")
"""An apostrophe in a word; people are written ’, and ' is for what they type."""
_FIXED_DATE: Final = datetime(2026, 1, 1, tzinfo=UTC)
_HEADER: Final = """\
# The words of cardtui in {language}.
# Brought up to date by `make messages`; translate by hand.
"""


def main() -> int:
    """Update the catalogues, or only check them; return the exit code."""
    template = extract()
    problems: list[str] = []
    for language in LANGUAGES:
        catalogue = read(language)
        if "--check" in sys.argv[1:]:
            problems.extend(f"{language}: {each}" for each in faults(catalogue, template))
            continue
        update(catalogue, template)
        write(language, catalogue)
        left = sum(not _is_translated(message) for message in catalogue if message.id)
        print(f"{language}: {len(catalogue)} messages, {left} to translate")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def extract() -> Catalog:
    """Return every message of the sources."""
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))  # babel.cfg names a function of this file
    with (ROOT / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call] # Babel's
    template = Catalog(project="cardtui", charset="utf-8")
    found = extract_from_dir(str(ROOT), methods, options, KEYWORDS, comment_tags=("Translators:",))
    for path, line, message, comments, context in found:
        template.add(message, locations=[(path, line)], auto_comments=comments, context=context)
    return template


def extract_sentences(
    fileobj: IO[bytes], *_arguments: Any, **_options: Any
) -> Iterator[tuple[int, None, str, list[str]]]:
    """Extract the literals that are whole sentences: templates of refusals, help of options.

    By their form and not by the function that gets them, because rules name their refusals
    through functions of their own, in tables and in constants.
    """
    nodes = list(ast.walk(ast.parse(fileobj.read())))
    skipped = set(_docstrings(nodes))
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            skipped.update(map(id, ast.walk(node)))
    for node in nodes:
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in skipped
            and _SENTENCE.fullmatch(node.value)
        ):
            yield node.lineno, None, node.value, []


def extract_help(
    fileobj: IO[bytes], keywords: Mapping[str, Any], tags: Any, options: Any
) -> Iterator[tuple[Any, ...]]:
    """Extract what functions name, and what commands hand to click: help and metavariables."""
    yield from extract_python(fileobj, keywords, tags, options)
    fileobj.seek(0)
    for node in ast.walk(ast.parse(fileobj.read())):
        if isinstance(node, ast.FunctionDef) and any(map(_is_command, node.decorator_list)):
            yield from _help_messages(node.lineno, ast.get_docstring(node) or "")
        elif isinstance(node, ast.keyword) and isinstance(node.value, ast.Constant):
            text = str(node.value.value)
            if node.arg in ("help", "epilog"):
                yield from _help_messages(node.value.lineno, text)
            elif node.arg == "metavar":
                yield node.value.lineno, "p_", ("usage", text), []


def _is_command(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Call) and ast.unparse(decorator.func).endswith(
        (".command", ".group")
    )


def _help_messages(line: int, text: str) -> Iterator[tuple[int, str, str, list[str]]]:
    messages: list[str] = []

    def note(message: str) -> str:
        messages.append(message)
        return message

    reworded(text, note)
    for message in messages:
        yield line, "_", message, []


def read(language: str) -> Catalog:
    """Return a language's catalogue, an empty one if there is none."""
    path = po_path(language)
    catalogue = Catalog(locale=language)
    if path.exists():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
    catalogue.project, catalogue.version = "cardtui", "1"
    catalogue.msgid_bugs_address = catalogue.last_translator = catalogue.language_team = ""
    # No clock: the same messages give the same files.
    catalogue.creation_date = catalogue.revision_date = _FIXED_DATE
    catalogue.fuzzy = False
    catalogue.header_comment = _HEADER.format(language=language).rstrip()
    return catalogue


def update(catalogue: Catalog, template: Catalog) -> None:
    """Take in new messages, and throw out those that are not there any more."""
    # A copy, because new messages would be shared between the catalogues.
    catalogue.update(deepcopy(template), no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()


def write(language: str, catalogue: Catalog) -> None:
    """Write the catalogue."""
    po_path(language).parent.mkdir(parents=True, exist_ok=True)
    with po_path(language).open("wb") as file:
        write_po(file, catalogue, width=100, sort_output=True, include_lineno=False)


def po_path(language: str) -> Path:
    """Return where a language's words are written."""
    return LOCALE_FOLDER / language / "LC_MESSAGES" / "cardtui.po"


def faults(catalogue: Catalog, template: Catalog) -> Iterator[str]:
    """Yield what is wrong with a catalogue, as sentences."""
    wanted = {_key(message) for message in template if message.id}
    there = {_key(message) for message in catalogue if message.id}
    yield from (f"missing: {key}" for key in sorted(wanted - there, key=str))
    yield from (f"not in the sources any more: {key}" for key in sorted(there - wanted, key=str))
    yield from (f"obsolete: {message.id}" for message in catalogue.obsolete.values())
    for message in catalogue:
        if not message.id:
            continue
        texts = *_texts(message.id), *_texts(message.string)
        yield from (
            f"' in a word, for ’: {text}" for text in texts if _STRAIGHT_APOSTROPHE.search(text)
        )
        if message.fuzzy:
            yield f"fuzzy: {message.id}"
        if not _is_translated(message):
            yield f"not translated: {message.id}"
        else:
            yield from _broken_places(message)


def _broken_places(message: Message) -> Iterator[str]:
    ids = _texts(message.id)
    wanted = set(_PLACEHOLDER.findall(ids[-1]))
    also = set(_PLACEHOLDER.findall(ids[0]))
    for text in _texts(message.string):
        places = set(_PLACEHOLDER.findall(text))
        # A singular may say "one" in words.
        if places not in (wanted, also) and not (len(ids) > 1 and places | {"n"} == wanted):
            yield f"places {sorted(places)} instead of {sorted(wanted)}: {text}"


def _texts(text: str | Iterable[str] | None) -> list[str]:
    if text is None:
        return []
    return [text] if isinstance(text, str) else list(text)


def _is_translated(message: Message) -> bool:
    return bool(message.string) and all(_texts(message.string))


def _key(message: Message) -> tuple[str, str]:
    return (message.context or "", _texts(message.id)[0])


def _docstrings(nodes: Iterable[ast.AST]) -> Iterator[int]:
    for node in nodes:
        body = getattr(node, "body", None)
        if isinstance(body, list):
            # Also the strings after a constant, which document it.
            for statement in body:
                if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                    yield id(statement.value)


if __name__ == "__main__":
    sys.exit(main())
