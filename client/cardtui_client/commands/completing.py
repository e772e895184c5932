"""What a shell may complete after the options that make a table: from the rules of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class

if TYPE_CHECKING:
    from cardtui_engine.options import OptionSpec
    from cardtui_engine.rules import AnyRules

    # Only for type checkers: older versions of click know no CompletionItem[str].
    Completions = list[CompletionItem[str]]


@add_completion_class
class _Bash(BashComplete):
    """Bash takes ``name=value`` for three words, and completes the last of them alone."""

    # The value goes on right behind the sign.
    source_template = BashComplete.source_template.replace(
        "    return 0\n", "    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n    return 0\n"
    )

    def get_completion_args(self) -> tuple[list[str], str]:
        args, incomplete = super().get_completion_args()
        self._before = ""
        if incomplete == "=":
            incomplete = ""
        elif args[-1:] == ["="]:
            args = args[:-1]
        else:
            return args, incomplete
        if args and not args[-1].startswith("-"):
            self._before = f"{args[-1]}="
            return args[:-1], self._before + incomplete
        return args, incomplete

    def format_completion(self, item: CompletionItem[str]) -> str:
        item.value = item.value.removeprefix(self._before)
        return super().format_completion(item)


def presets(ctx: click.Context, _param: click.Parameter, incomplete: str) -> Completions:
    """Return the presets of the game named before."""
    return _items([preset.name for preset in _rules(ctx).presets], incomplete)


def seats(ctx: click.Context, _param: click.Parameter, incomplete: str) -> Completions:
    """Return by how many that game is played."""
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
            return [str(number) for number in range(spec.low, spec.high + 1)]
        case _:
            return [] if spec.default == "" else [str(spec.default)]


def _items(values: list[str], incomplete: str) -> Completions:
    return [CompletionItem(value) for value in values if value.startswith(incomplete)]
