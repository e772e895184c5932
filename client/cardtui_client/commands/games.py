"""``cardtui games``: which games are installed, from where, and whether they keep the laws.
On how many matches that is tried: `_SEEDS`.
"""

from __future__ import annotations

import click

from cardtui_client.command_line.errors import Failed
from cardtui_client.exit_codes import FAILED, USAGE
from cardtui_client.i18n import _, n_

_SEEDS = 3
_MOST_CELLS = 300


@click.group(
    invoke_without_command=True,
    epilog="""\b
Examples:
  cardtui games
  cardtui games check escoba
""",
)
@click.pass_context
def command(ctx: click.Context) -> None:
    """List the games that are installed, and the packages that bring them.

    A package of your own adds a game.
    """
    if ctx.invoked_subcommand is None:
        _list_games()


def _list_games() -> None:
    from cardtui_engine.library.registry import (
        broken_games,
        game_ids,
        get_game,
        package_of,
    )

    for game in game_ids():
        rules = get_game(game).rules
        seats = "–".join(map(str, sorted({rules.seats[0], rules.seats[-1]})))
        package = " ".join(filter(None, package_of(game)[:2]))
        click.echo(f"{game:<21}{_clean(get_game(game).title):<21}{seats:<5}{_clean(package)}")
    for game, why in broken_games().items():
        sentence = _("{game} cannot be played: {why}", game=_clean(game), why=_clean(why))
        click.echo(sentence, err=True)


@command.command(
    epilog="""\b
Examples:
  cardtui games check cacho
  cardtui games check escoba --seeds 20

Exits 0 only if every law holds.
"""
)
@click.argument("name", metavar="NAME")
@click.option(
    "--seeds",
    type=click.IntRange(1, 1000),
    default=_SEEDS,
    show_default=True,
    help="Play this many matches for each number of players.",
)
def check(name: str, *, seeds: int) -> int:
    """Hold the game NAME to the laws that all games keep.

    Matches are played at random. Each law is a line; where one is broken, you read where.
    """
    from cardtui_engine.library.laws import broken_laws
    from cardtui_engine.library.registry import broken_games, game_ids, get_rules, is_game

    if why := broken_games().get(name):
        raise Failed(_("{game} cannot be played: {why}", game=name, why=_clean(why)), FAILED)
    if not is_game(name):
        raise Failed(
            _("There is no game “{game}”.", game=name)
            + " "
            + _("Choose from {names}.", names=", ".join(game_ids())),
            USAGE,
        )
    broken = 0
    for law, where in broken_laws(get_rules(name), range(seeds)):
        broken += bool(where)
        told = click.style("FAIL", fg="red") if where else f"{click.style('ok', fg='green')}  "
        click.echo(f"{told}  {law}" + (f"\n      {_clean(where)}" if where else ""))
    if broken:
        click.echo(n_("{n} law is broken.", "{n} laws are broken.", broken), err=True)
    return FAILED if broken else 0


def _clean(text: str) -> str:
    """Keep what a package says from reaching the terminal as anything but text."""
    from cardtui_client.text import safe_text

    return safe_text(text, _MOST_CELLS)
