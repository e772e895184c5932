"""``cardtui replay``: which match is shown again, from which hand on, on the screen or told as
lines.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from cardtui_client.command_line.errors import Failed
from cardtui_client.command_line.options import (
    Access,
    access_options,
    given_access,
    kept_file,
    plain_option,
    wants_lines,
)
from cardtui_client.command_line.profile import load_settings
from cardtui_client.exit_codes import FAILED, USAGE
from cardtui_client.i18n import _, n_

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cardtui_client.scene.commands import Eyes
    from cardtui_client.settings import Settings
    from cardtui_studio.film import Film, SeenFilm
    from cardtui_studio.match_film import MatchFilm


@click.command(
    epilog="""\b
Examples:
  cardtui replay match.txt
  cardtui replay 1
  cardtui replay match.txt --eyes Ana
  cardtui replay match.txt --eyes all --from-hand 3 --to-hand 4 --plain
  cardtui replay match.txt --scenario 3.7 > position.json
  cardtui replay --table Ana
  cardtui replay --table Ana --at 192.168.1.7
"""
)
@click.argument(
    "file",
    metavar="[FILE]",
    type=click.Path(path_type=Path),
    required=False,
    callback=kept_file,
)
@click.option("--table", metavar="NAME", help="The match at this table (its name or its id).")
@click.option("--code", metavar="CODE", help="The match at the private table with this code.")
@click.option(
    "--at", "address", metavar="SERVER", help="The server of that table; by default your own."
)
@click.option("--name", metavar="NAME", help="Ask under this name.")
@click.option(
    "--eyes",
    metavar="WHO",
    help="Look through the eyes of a player (name, or seat from 1) or spectator, or at all cards.",
)
@click.option("--from-hand", type=click.IntRange(1), metavar="HAND", help="Begin with this hand.")
@click.option(
    "--to-hand", type=click.IntRange(1), metavar="HAND", help="End with this hand (lines)."
)
@click.option(
    "--scenario",
    metavar="HAND.STEP",
    help="Print a position as a scenario: after so many steps of a hand.",
)
@access_options
@plain_option(help="As lines of text, for pipes and screen readers.")
def command(
    *,
    file: Path | None,
    table: str | None,
    code: str | None,
    address: str | None,
    name: str | None,
    eyes: str | None,
    from_hand: int | None,
    to_hand: int | None,
    scenario: str | None,
    trust: bool,
    password_file: str | None,
    plain: bool | None,
) -> int:
    """Show the match in FILE again, or the one at a table, step by step.

    FILE is its record, or the number of one of yours in the list of cardtui records. WHO is a
    name, a seat, "spectator" or "all". Without it you look through your own eyes, if you played.
    A match that still goes on is shown through your own eyes only: from its beginning, or from when
    you sat down in it.
    """
    settings = load_settings(name)
    meant = _Meant(file, table, code, address)
    film = _film(settings, meant, given_access(trust=trust, password_file=password_file))
    if scenario is not None:
        click.echo(_scenario(film, scenario), nl=False)
        return 0
    from cardtui_studio.match_film import whose_eyes

    looking = whose_eyes(eyes, film, settings.name)
    first, last = _hands(film, from_hand, to_hand)
    piped = plain is None and not (sys.stdin.isatty() and sys.stdout.isatty())
    if wants_lines(settings, plain) or piped:
        from cardtui_client.lines.typed_lines import write_lines

        write_lines(sys.stdout, _told(film, looking, first, last))
        return 0
    from cardtui_client.commands.front_end import need_terminal, open_screens
    from cardtui_client.tui.launch import AtScreen
    from cardtui_studio.screens import replay_of

    need_terminal()
    return open_screens(settings, AtScreen(replay_of(film, looking, first)))


class _Meant(NamedTuple):
    """Which match is meant, as it was typed."""

    file: Path | None
    table: str | None
    code: str | None
    address: str | None


def _film(settings: Settings, meant: _Meant, access: Access) -> MatchFilm | SeenFilm:
    """Return the match that is meant.

    Raises:
        Failed: none is, or more than one, or it cannot be had.
    """
    file, table, code, address = meant
    given = [each for each in (file, table, code) if each is not None]
    if len(given) > 1 or (file is not None and address is not None):
        raise Failed(_("Choose one of FILE, --table and --code."), USAGE)
    if file is not None:
        from cardtui_studio.match_film import film_of

        return film_of(file)
    if not given and address is None:
        sentence = _("Say which match: a file, a number from cardtui records, or --table NAME.")
        raise Failed(sentence, USAGE)
    from cardtui_client.commands.session import run_reaching
    from cardtui_studio.match_film import film_of_table

    return run_reaching(film_of_table(settings, address, access, table, code))


def _hands(film: MatchFilm | SeenFilm, first: int | None, last: int | None) -> tuple[int, int]:
    """Return the first and the last hand to be shown, from 1.

    Raises:
        Failed: there are no such hands.
    """
    if first is not None and last is not None and first > last:
        sentence = _(
            "--from-hand {first} comes after --to-hand {last}: nothing lies between them.",
            first=first,
            last=last,
        )
        raise Failed(sentence, USAGE)
    count = len(film.hands)
    begin, end = 1 if first is None else first, min(last or count, count)
    if first is not None and not 0 < begin <= end:
        raise Failed(n_("The match has {n} hand.", "The match has {n} hands.", count), USAGE)
    return begin, end


def _scenario(film: MatchFilm | SeenFilm, wanted: str) -> str:
    """Return a position as a scenario.

    Args:
        wanted: the number of a hand, and after a point that of a step in it, from 0.

    Raises:
        Failed: there is no such position, or no scenario leads there.
    """
    hand, _point, step = wanted.partition(".")
    step = step or "0"
    if not (hand.isdecimal() and step.isdecimal()):
        raise Failed(_("{wanted} is not a position: write HAND.STEP.", wanted=wanted), USAGE)
    _hands(film, int(hand), None)
    there = film.hands[int(hand) - 1]
    at = there.first + int(step)
    if at > there.last:
        sentence = _("Hand {hand} has {count} steps.", hand=hand, count=there.last - there.first)
        raise Failed(sentence, USAGE)
    if not film.all_eyes:
        raise Failed(_("The match still goes on: what others hold is not known."), FAILED)
    text = film.scenario(at)
    if not text:
        raise Failed(_("No scenario leads here: chips were just bought."), FAILED)
    return text


def _told(film: Film, eyes: Eyes, first: int, last: int) -> Iterator[str]:
    """Yield the lines of some hands.

    Args:
        eyes: whose eyes it is told from.
        first: the number of the first hand.
        last: of the last one.
    """
    from cardtui_client.faces.game_words import game_title
    from cardtui_client.lines.narrator import Narrator
    from cardtui_client.model.cards import cards_words
    from cardtui_client.model.table import TableModel

    begin, end = 0, film.last
    if film.hands:
        begin, end = film.hands[first - 1].first - 1, film.hands[last - 1].last
    narrator = Narrator(TableModel(), again=False)
    model = narrator.model
    model.fold(film.snapshot(begin, eyes.seat))
    yield f"{game_title(model.table)}."
    if eyes.seat is not None:
        yield _("You see what {name} saw.", name=film.names[eyes.seat])
    yield from narrator.table_lines()
    held: Sequence[int] = [0] * len(film.names)
    for at in range(begin + 1, end + 1):
        yield from narrator.tell(film.update(at, eyes.seat))
        if eyes.all_cards:
            cards = film.cards(at)
            for name, before, hand in zip(film.names, held, cards, strict=True):
                if len(hand) > before:
                    yield _("{name} holds {cards}.", name=name, cards=cards_words(hand))
            held = [len(hand) for hand in cards]
