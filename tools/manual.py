"""The manual: a page of roff for each command, made from what click knows of it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from copy import copy
from typing import Final

import click

from cardtui_client.commands.main import GROUPS, cli
from cardtui_client.i18n import set_language

_ESCAPES: Final = str.maketrans(
    {"\\": r"\e", "-": r"\-", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti"}
)
"""What roff would take for a sign of its own, or print as another character."""

_PLACEHOLDER: Final = re.compile(r"\b[A-Z]{2,}\b")
"""What stands for something else, in usage: GAME."""

_FLAG: Final = re.compile(r"(?<!\S)-[\w-]+")
_HEADINGS: Final = {next(iter(group)): heading for heading, group in GROUPS.items()}
"""The heading of each group of commands, by the first of them."""

_UNWRAPPED: Final = "\b\n"
_EXAMPLES: Final = f"{_UNWRAPPED}Examples:\n"
_DOCUMENTS: Final = "The documents are in share/doc/cardtui, beside share/man: see cardtui --help."
_EXIT_LINE: Final = re.compile(r"Exit(s| codes:) ")


def pages(version: str) -> dict[str, str]:
    """Return the pages by their file names, for cardtui and each of its commands."""
    set_language("en")
    # A copy: click keeps the words of --help in the language in which they were asked for first.
    contexts = list(_contexts(_context(copy(cli), "cardtui", None)))
    return {f"{_title(ctx)}.1": "\n".join((*_lines(ctx, version), "")) for ctx in contexts}


def _contexts(ctx: click.Context) -> Iterator[click.Context]:
    """Yield the context and those of all commands below it."""
    yield ctx
    for each in _children(ctx):
        yield from _contexts(each)


def _children(ctx: click.Context) -> Iterator[click.Context]:
    if isinstance(ctx.command, click.Group):
        for name in ctx.command.list_commands(ctx):
            command = ctx.command.get_command(ctx, name)
            assert command is not None, name
            yield _context(command, name, ctx)


def _context(command: click.Command, name: str, parent: click.Context | None) -> click.Context:
    return click.Context(command, parent, name, **command.context_settings)


def _lines(ctx: click.Context, version: str) -> Iterator[str]:
    command = ctx.command
    about, *more = _paragraphs(command.help)
    end = _paragraphs(command.epilog)
    examples = [each for each in end if each.startswith(_EXAMPLES)]
    exits = [each for each in end if _EXIT_LINE.match(each)]
    notes = [each for each in end if each not in (*examples, *exits)]

    # No date: the same commands make the same page on any day.
    yield f'.TH {_title(ctx).upper()} 1 "" "cardtui {version}" "cardtui manual"'
    yield ".SH NAME"
    yield rf"{_escaped(_title(ctx))} \- {_escaped(_joined(about).removesuffix('.'))}"
    yield ".SH SYNOPSIS"
    usage = " ".join(command.collect_usage_pieces(ctx))
    yield rf"\fB{_escaped(ctx.command_path)}\fR {_marked(usage)}"
    yield ".SH DESCRIPTION"
    for number, paragraph in enumerate((about, *more, *notes)):
        if number:
            yield ".PP"
        yield from _set(paragraph)
    yield ".SH OPTIONS"
    for param in command.get_params(ctx):
        if isinstance(param, click.Option) and (record := param.get_help_record(ctx)):
            yield from (".TP", _marked(record[0]), _text(record[1]))
    if ctx.parent is not None:
        yield from (".PP", r"\fBcardtui\fR(1) tells the options that go with every command.")
    if children := list(_children(ctx)):
        yield ".SH COMMANDS"
        for child in children:
            if ctx.parent is None and (heading := _HEADINGS.get(str(child.info_name))):
                yield f".SS {heading}"
            said = _paragraphs(child.command.help)[0]
            yield from (".TP", rf"\fB{_escaped(_title(child))}\fR(1)", _text(said))
    if examples:
        yield from (".SH EXAMPLES", ".nf")
        for paragraph in examples:
            lines = inspect.cleandoc(paragraph.removeprefix(_EXAMPLES))
            yield from map(_line, lines.split("\n"))
        yield ".fi"
    if exits:
        yield from (".SH EXIT STATUS", *map(_text, exits))
    if ctx.parent is None:
        yield from (".SH FILES", _line(_DOCUMENTS))
    else:
        yield from (".SH SEE ALSO", rf"\fB{_escaped(_title(ctx.parent))}\fR(1)")


def _title(ctx: click.Context) -> str:
    return ctx.command_path.replace(" ", "-")


def _paragraphs(text: str | None) -> list[str]:
    return inspect.cleandoc(text).split("\n\n") if text else []


def _joined(paragraph: str) -> str:
    return " ".join(paragraph.split())


def _set(paragraph: str) -> Iterator[str]:
    """Yield a paragraph, in its own lines where it keeps them."""
    if paragraph.startswith(_UNWRAPPED):
        lines = inspect.cleandoc(paragraph.removeprefix(_UNWRAPPED)).split("\n")
        yield from (".nf", *map(_line, lines), ".fi")
    else:
        yield _text(paragraph)


def _text(paragraph: str) -> str:
    return _line(_joined(paragraph))


def _line(line: str) -> str:
    """Return a line of text that roff cannot take for a request."""
    return (r"\&" if line.startswith((".", "'")) else "") + _escaped(line)


def _escaped(text: str) -> str:
    return text.translate(_ESCAPES)


def _marked(usage: str) -> str:
    """Return usage with the flags in bold, and in italics what stands for something else."""
    parts = []
    at = 0
    for found in sorted(
        (*_FLAG.finditer(usage), *_PLACEHOLDER.finditer(usage)), key=re.Match.start
    ):
        font = "B" if found[0].startswith("-") else "I"
        parts += [_escaped(usage[at : found.start()]), rf"\f{font}{_escaped(found[0])}\fR"]
        at = found.end()
    return "".join((*parts, _escaped(usage[at:])))
