"""Plays deals at a table of this program alone: `play_deal` any of them, `play_today` a day's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cardtui_client.commands.daily import Daily, today
from cardtui_client.commands.deals import deal_words, table_of
from cardtui_client.commands.errors import Failed
from cardtui_client.commands.front_end import need_terminal, open_screens, play_lines
from cardtui_client.commands.profile import person_name
from cardtui_client.commands.session import run_reaching
from cardtui_client.commands.table_options import TableOptions
from cardtui_client.exit_codes import USAGE
from cardtui_client.faces.terms import TERMS
from cardtui_client.i18n import _
from cardtui_client.settings.daily import Attempts
from cardtui_client.tui.launch import AtDeal

if TYPE_CHECKING:
    from cardtui_client.settings import Settings


def play_deal(
    settings: Settings, text: str, game: str, wanted: TableOptions, bots: str, *, in_lines: bool
) -> int:
    """Play the deal that a text names; return the exit code.

    Raises:
        Failed: it names none, or the table is wanted otherwise.
    """
    told = _(
        "The deal {deal}: everybody who plays it gets the same cards. This match counts "
        "nowhere, and is not kept.",
        deal=deal_words(text),
    )
    return _play(settings, AtDeal(table_of(text, game, wanted, bots), told), in_lines=in_lines)


def play_today(
    settings: Settings, game: str, wanted: TableOptions, others: dict[str, bool], *, in_lines: bool
) -> int:
    """Play today's deal; return the exit code.

    Args:
        settings: what the person has chosen.
        game: which; ``""`` for the one whose turn it is.
        wanted: what was asked for of the table.
        others: other options, and whether they were given.
        in_lines: whether to play in lines.

    Raises:
        Failed: the table is wanted otherwise.
    """
    flags = {each.name: each.flag.name for each in TERMS if each.flag is not None}
    asked = {**others, "--seats": wanted.seats is not None, "--preset": wanted.preset != ""}
    asked |= {
        "--option": wanted.options != (),
        **{f"--{flags[name]}": True for name in wanted.terms},
    }
    for option, given in asked.items():
        if given:
            sentence = _("The deal of the day says all of that: leave {option} out.", option=option)
            raise Failed(sentence, USAGE)
    daily = Daily.today(game)
    deal = today(settings, daily)
    code = _play(settings, deal, in_lines=in_lines)
    if not in_lines and deal.counts and (line := Attempts(settings).line(*daily)):
        click.echo(line)
    return code


def _play(settings: Settings, deal: AtDeal, *, in_lines: bool) -> int:
    if not in_lines:
        need_terminal("cardtui play")
        return open_screens(settings, deal)
    click.echo(deal.told)
    return run_reaching(_play_lines(settings, deal))


async def _play_lines(settings: Settings, deal: AtDeal) -> int:
    connection, table = await deal.table.begin(settings.name or person_name(settings))
    kept = settings if deal.counts else settings.for_now()
    try:
        return await play_lines(connection, table, kept, seat=True, until_over=True)
    finally:
        await deal.table.close()
