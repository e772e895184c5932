"""``cardtui games``: which games are installed, from where, and whether they keep the laws.
On how many matches that is tried: `_DEFAULT_SEEDS`. What ``games new`` writes around the sample
game: `_PROJECT_FILE`, `_TEST_FILE`.
"""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path
from typing import Final

import click

from cardtui_client.command_line.errors import Failed, unwritable
from cardtui_client.exit_codes import FAILED, USAGE
from cardtui_client.i18n import _, n_

_DEFAULT_SEEDS = 3
_MOST_CELLS = 300


@click.group(
    invoke_without_command=True,
    epilog="""\b
Examples:
  cardtui games
  cardtui games new "Old maid"
  cardtui games check old-maid
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
    default=_DEFAULT_SEEDS,
    show_default=True,
    help="Play this many matches for each number of players.",
)
def check(name: str, *, seeds: int) -> int:
    """Hold the game NAME to the laws that all games keep.

    Matches are played at random. Each law is a line; where one is broken, you read where.
    """
    from cardtui_engine.library.laws import broken_laws
    from cardtui_engine.library.registry import broken_games, game_ids, is_game
    from cardtui_server.match.timed_rules import rules_of

    if why := broken_games().get(name):
        raise Failed(_("{game} cannot be played: {why}", game=name, why=_clean(why)), FAILED)
    if not is_game(name):
        raise Failed(
            _("There is no game “{game}”.", game=name)
            + " "
            + _("Choose from {names}.", names=", ".join(game_ids())),
            USAGE,
        )
    causes: list[str] = []
    for law, where in broken_laws(rules_of(name), range(seeds)):
        causes += filter(None, [where])
        if causes.count(where) > 1:
            continue  # most laws need a match: what keeps it from being played is told once
        told = click.style("FAIL", fg="red") if where else f"{click.style('ok', fg='green')}  "
        click.echo(f"{told}  {law}" + (f"\n      {_clean(where)}" if where else ""))
    if more := len(causes) - len({*causes}):
        click.echo(
            n_(
                "{n} more law is broken for the same reason.",
                "{n} more laws are broken for the same reasons.",
                more,
            ),
            err=True,
        )
    if causes:
        click.echo(n_("{n} law is broken.", "{n} laws are broken.", len(causes)), err=True)
    return FAILED if causes else 0


@command.command(
    epilog="""\b
Examples:
  cardtui games new "Old maid"
  pip install --editable old-maid
  cardtui play old-maid
"""
)
@click.argument("title", metavar="NAME")
def new(title: str) -> None:
    """Write a package with a game called NAME, which plays and keeps the laws.

    The game is high card: change it into yours. The folder is named after the game.
    """
    plain = unicodedata.normalize("NFKD", title.lower()).encode("ascii", "ignore").decode()
    game = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if not re.fullmatch(r"[a-z][a-z0-9-]{1,29}", game) or not title.isprintable():
        raise Failed(_("A game’s name begins with a letter and has 2 to 30 letters."), USAGE)
    from cardtui_engine.library.registry import own_games

    if game in own_games():
        raise Failed(
            _("“{game}” is a game of cardtui’s own: choose another name.", game=game), USAGE
        )
    folder = Path(game)
    if folder.exists():
        raise Failed(_("{path} is there already: nothing was written.", path=folder), USAGE)
    for file, text in _package(game, title).items():
        try:
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text, "utf-8")
        except OSError as error:
            raise unwritable(str(folder / file), error, FAILED) from None
    click.echo(_("Written: {path}. Now, in an environment with cardtui:", path=folder))
    click.echo(
        f"  pip install --editable {folder}\n  cardtui games check {game}\n  cardtui play {game}"
    )


_PROJECT_FILE: Final = """[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "cardtui-{game}"
version = "0.1"
requires-python = ">=3.11"
dependencies = ["cardtui"]

[project.entry-points."cardtui.games"]
{game} = "{module}:GAME"

[tool.hatch.build.targets.wheel]
include = ["{module}.py"]
"""

_TEST_FILE: Final = """\"\"\"The game keeps the laws that all games keep.\"\"\"

import pytest

from cardtui_engine import get_rules
from cardtui_engine.library.laws import LAWS, Trial


@pytest.mark.parametrize("law", LAWS.values(), ids=lambda law: law.__name__)
@pytest.mark.parametrize("seats", get_rules("{game}").seats)
def test_a_law_holds(law, seats):
    law(Trial(get_rules("{game}"), seats, seed=1))
"""


def _package(game: str, title: str) -> dict[str, str]:
    """Return the files of a package by their names."""
    from importlib.resources import files

    source = files("cardtui_client.command_line.skeleton").joinpath("high_card.py")
    module = f"cardtui_{game.replace('-', '_')}"
    name = "".join(word.capitalize() for word in game.split("-"))
    text = source.read_text("utf-8").replace('"high-card"', f'"{game}"')
    text = text.replace("HighCard", name).replace(
        '"High card"', json.dumps(title, ensure_ascii=False)
    )
    text = text.replace("# High card\n", f"# {title}\n", 1)
    given = {"game": game, "module": module}
    return {
        "pyproject.toml": _PROJECT_FILE.format(**given),
        f"{module}.py": text,
        f"test_{module}.py": _TEST_FILE.format(**given),
    }


def _clean(text: str) -> str:
    """Keep what a package says from reaching the terminal as anything but text."""
    from cardtui_client.text import safe_text

    return safe_text(text, _MOST_CELLS)
