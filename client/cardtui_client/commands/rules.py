"""``cardtui rules``: the rule sheets, in the reader's language, in lines of at most
`_MOST_COLUMNS`. Which clause a word means is in `lines/help.py`; the screen of rules is
`tui/rules.py`.
"""

from __future__ import annotations

import sys
from typing import Final

import click

from cardtui_client.command_line.errors import Failed
from cardtui_client.command_line.options import GAME
from cardtui_client.command_line.profile import load_settings
from cardtui_client.exit_codes import USAGE
from cardtui_client.i18n import _, language

_MOST_COLUMNS: Final = 100
"""Lines that are longer are hard to read."""


@click.command(
    epilog="""\b
Examples:
  cardtui rules
  cardtui rules truco-argentino
  cardtui rules truco-argentino TA-82
  cardtui rules cacho check
  cardtui --language es_AR rules cacho > cacho.md
"""
)
@click.argument("game", type=GAME, metavar="[GAME]", required=False)
@click.argument("clause", metavar="[CLAUSE]", required=False)
@click.option("--no-pager", is_flag=True, help="Print it without a pager.")
def command(game: str | None, clause: str | None, *, no_pager: bool) -> None:
    """Read the rules of GAME; without it, list the games.

    CLAUSE is one rule, such as TA-82 or 82, or a word: then you read the first that says it.

    On a terminal the rules open in your pager; a pipe or a file gets Markdown.
    """
    settings = load_settings()
    if game is None:
        _list_games()
        return
    from cardtui_client.model.cards import as_typed, in_corners
    from cardtui_server.lobby.games import sheet as sheet_of

    sheet = sheet_of(game, language())
    if clause is not None:
        _tell_clause(sheet, clause)
        return
    sheet = as_typed(in_corners(sheet)) if settings.card_codes else in_corners(sheet)
    if not sys.stdout.isatty():
        click.echo(sheet, nl=False)
        return
    text = _drawn(sheet)
    if no_pager:
        click.echo(text, nl=False)
        return
    if settings.letters_alone:
        from cardtui_client.lines.typed_lines import writable

        text = writable(text, "ascii")
    try:
        click.echo_via_pager(text)
    except ValueError:  # PAGER has an open quote
        click.echo(text, nl=False)


def _tell_clause(sheet: str, asked: str) -> None:
    from cardtui_client.lines.help import clause_found
    from cardtui_client.lines.typed_lines import write_lines

    found, some = clause_found(sheet, asked.strip().upper())
    if not found:
        sentence = _(
            "There is no such rule; name a clause such as {clause}, or a word.", clause=some
        )
        raise Failed(sentence, USAGE)
    write_lines(sys.stdout, found)


def _list_games() -> None:
    from cardtui_engine.library.registry import game_ids
    from cardtui_server.lobby.games import sheet

    for game in game_ids():
        title = sheet(game, language()).partition("\n")[0].removeprefix("# ")
        click.echo(f"{game:<20}{title}")


def _drawn(sheet: str) -> str:
    """Return the sheet laid out for the terminal."""
    from rich.console import Console
    from rich.markdown import Markdown
    from rich.theme import Theme

    # The stock style of code is a black box, a hole in a light terminal.
    theme = Theme({"markdown.code": "cyan", "markdown.h2": "bold underline"})
    console = Console(width=min(Console().width, _MOST_COLUMNS), theme=theme)
    with console.capture() as capture:
        console.print(Markdown(sheet, hyperlinks=False))
    return capture.get()
