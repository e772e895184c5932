"""``cardtui play GAME DEAL``: the same packs that others are dealt, alone against bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cardtui_client.commands.deals.deals import DealTable, deal_named, deal_words
from cardtui_client.commands.errors import Failed
from cardtui_client.commands.profile import person_name
from cardtui_client.commands.table_options import TableOptions, table_request
from cardtui_client.exit_codes import USAGE
from cardtui_client.faces.terms import TERMS
from cardtui_client.i18n import _

if TYPE_CHECKING:
    from cardtui_client.settings import Settings

_OTHERS = ("partners", "dealer", "buyins", "rated", "private")
"""The terms that are of no use at a table at which a deal is played."""


def play_deal(
    settings: Settings, text: str, game: str, wanted: TableOptions, bots: str, *, in_lines: bool
) -> int:
    """Play the deal that a text names; return the exit code.

    Raises:
        Failed: it names none, or the table is wanted otherwise.
    """
    from cardtui_client.commands.front_end import need_terminal, open_screens
    from cardtui_client.commands.session import run_reaching
    from cardtui_client.tui.launch import AtDeal

    table = table_of(text, game, wanted, bots)
    if not in_lines:
        need_terminal("cardtui play")
    told = _(
        "The deal {deal}: whoever plays it gets the same cards. This match counts nowhere, and is "
        "not kept.",
        deal=deal_words(text),
    )
    if in_lines:
        click.echo(told)
        return run_reaching(_play_lines(settings, table))
    return open_screens(settings, AtDeal(table, told))


def table_of(text: str, game: str, wanted: TableOptions, bots: str) -> DealTable:
    """Return the table of the deal that a text names.

    Raises:
        Failed: it names none, or the table is wanted otherwise.
    """
    from cardtui.v1 import tables_pb2
    from cardtui_engine.library.registry import get_rules
    from cardtui_server.wire.values import read_option

    for term in TERMS:
        if term.flag is not None and term.name in _OTHERS and term.name in wanted.terms:
            refuse_with_deal(f"--{term.flag.name}")
    request = table_request(game, wanted, bots=bots)
    rules = get_rules(game)
    presets = {each.name: each.values for each in rules.presets}
    changed = {name: read_option(value) for name, value in request.options.items()}
    options = rules.options({**presets.get(request.preset, {}), **changed}, request.seats)
    deal = deal_named(text, rules, request.seats, options)
    request.seat = deal.seat
    request.first_dealer = tables_pb2.FIRST_DEALER_LOT  # the deal says who deals
    return DealTable(deal, request)


def refuse_with_deal(option: str) -> None:
    """Refuse an option that asks for others, or for another table.

    Raises:
        Failed: always.
    """
    sentence = _("A deal is played alone, against bots: leave {option} out.", option=option)
    raise Failed(sentence, USAGE)


async def _play_lines(settings: Settings, table: DealTable) -> int:
    from cardtui_client.commands.front_end import play_lines

    connection, name = await table.begin(settings.name or person_name(settings))
    try:
        return await play_lines(connection, name, settings.for_now(), seat=True, until_over=True)
    finally:
        await table.close()
