"""The line by which somebody else plays the deals of a match that is over."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Final

from cardtui_client.commands.deals.deal import Deal, code_of
from cardtui_client.i18n import _
from cardtui_client.tui.film import NotShared
from cardtui_engine.library.records import Pack, Record
from cardtui_engine.library.registry import get_rules
from cardtui_engine.options import OptionValue, usual_preset
from cardtui_engine.rules import AnyRules
from cardtui_server.ports.dealer import SECRET_BYTES, shuffled
from cardtui_server.table.verification import key_of

_COMMAND: Final = ("cardtui", "play")


def shared(record: Record, seat: int) -> str:
    """Return the line that plays the deals of a match.

    Args:
        record: the match, which is over: a record comes no sooner.
        seat: in which seat to play it.

    Raises:
        NotShared: the record does not say what its packs follow from.
    """
    rules, origin = get_rules(record.game), record.origin
    key = b"" if origin is None or not origin.secret else key_of(origin)
    packs = [each.cards for each in record.entries if isinstance(each, Pack)]
    if len(key) != SECRET_BYTES or not packs:
        raise NotShared(_("This record does not say what its packs follow from."))
    start = rules.start(record.options, record.seats, record.dealer)
    if shuffled(key, 1, rules.pack_of(start)) != packs[0]:
        raise NotShared(_("The packs of this record do not follow from its key."))
    return line_of(Deal(record.game, record.seats, record.options, record.dealer, seat, key))


def line_of(deal: Deal) -> str:
    """Return the line that plays a deal, as one types it."""
    rules = get_rules(deal.game)
    return shlex.join([*_COMMAND, deal.game, *_wanted(deal, rules), code_of(deal, rules)])


def _wanted(deal: Deal, rules: AnyRules) -> Iterator[str]:
    """Yield the options of the command line by which its table has these rules."""
    if deal.seats != rules.seats[0]:
        yield f"--seats={deal.seats}"
    usual = usual_preset(rules.presets)
    bases = {usual: {}, **{each.name: each.values for each in rules.presets}}
    differences = {
        name: {
            option: deal.options[option]
            for option, value in rules.options(values, deal.seats).items()
            if deal.options[option] != value
        }
        for name, values in bases.items()
    }
    preset = min(differences, key=lambda name: (len(differences[name]), name != usual))
    if preset != usual:
        yield f"--preset={preset}"
    for option, value in differences[preset].items():
        yield f"--option={option}={_typed(value)}"


def _typed(value: OptionValue) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple():
            return ",".join(map(str, value))
        case _:
            return str(value)
