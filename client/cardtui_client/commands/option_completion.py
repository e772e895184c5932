"""What a shell completes after the options that make a table, from the rules of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from cardtui_engine.options import OptionSpec
    from cardtui_engine.rules import AnyRules

    # Only for type checkers: older versions of click know no CompletionItem[str].
    Completions = list[CompletionItem[str]]


def offered(
    values: list[str], _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> Completions:
    """Return those values."""
    return _items(values, incomplete)


def presets(ctx: click.Context, _param: click.Parameter, incomplete: str) -> Completions:
    """Return the presets of the game named before."""
    return _items([preset.name for preset in _rules(ctx).presets], incomplete)


def seats(ctx: click.Context, _param: click.Parameter, incomplete: str) -> Completions:
    """Return the numbers of players of that game."""
    return _items([str(number) for number in _rules(ctx).seats], incomplete)


def options(ctx: click.Context, _param: click.Parameter, incomplete: str) -> Completions:
    """Return the names of that game's options, and after ``name=`` its values."""
    from cardtui_client.i18n import _

    specs = {spec.name: spec for spec in _rules(ctx).specs}
    name, equals, value = incomplete.partition("=")
    if not equals:
        return [
            CompletionItem(f"{each.name}=", help=_(each.help))
            for each in specs.values()
            if each.name.startswith(name)
        ]
    values = _values(specs[name]) if name in specs else []
    return [CompletionItem(f"{name}={each.value}") for each in _items(values, value)]


def _rules(ctx: click.Context) -> AnyRules:
    from cardtui_engine.library.registry import game_ids, get_rules

    # Where the word to complete is an option's value, click has not read the arguments yet.
    named = [*ctx.args, ctx.params.get("new"), ctx.params.get("game")]
    return get_rules(next((game for game in named if game in game_ids()), game_ids()[0]))


def _values(spec: OptionSpec) -> list[str]:
    from cardtui_engine.options import OptionKind

    match spec.kind:
        case OptionKind.FLAG:
            return ["true", "false"]
        case OptionKind.CHOICE:
            return list(spec.choices)
        case OptionKind.NUMBER | OptionKind.NUMBER_BY_SEAT if spec.high - spec.low < 10:
            return [str(number) for number in range(spec.low, spec.high + 1, spec.step)]
        case _:
            return [] if spec.default == "" else [str(spec.default)]


def _items(values: list[str], incomplete: str) -> Completions:
    return [CompletionItem(value) for value in values if value.startswith(incomplete)]
