"""Games as messages (`describe`): seats, options and presets for the form of a new table, and
which clause explains a verb.
"""

from __future__ import annotations

from typing import Final

from cardtui.v1 import hands_pb2, lobby_service_pb2, other_pb2, tables_pb2
from cardtui_engine.actions import Verb
from cardtui_engine.library.registry import get_game, get_rules, package_of
from cardtui_engine.options import OptionKind, OptionSpec
from cardtui_server.wire.action_codec import has_messages, verb_name
from cardtui_server.wire.values import write_option
from cardtui_server.wire.vocabulary import words_of

_KINDS: Final = {
    OptionKind.FLAG: tables_pb2.OPTION_KIND_FLAG,
    OptionKind.NUMBER: tables_pb2.OPTION_KIND_NUMBER,
    OptionKind.CHOICE: tables_pb2.OPTION_KIND_CHOICE,
    OptionKind.TEXT: tables_pb2.OPTION_KIND_TEXT,
    OptionKind.NUMBER_BY_SEAT: tables_pb2.OPTION_KIND_NUMBER_BY_SEAT,
}


def describe(game: str) -> tables_pb2.Game:
    """Return a game, with all that a form needs to make a table."""
    found, brought = get_game(game), package_of(game)
    rules = found.rules
    kinds = {spec.name: spec.kind for spec in rules.specs}
    return tables_pb2.Game(
        id=rules.id,
        seats=rules.seats,
        options=[_describe_option(spec) for spec in rules.specs],
        presets=[
            tables_pb2.Preset(
                name=preset.name,
                options={
                    name: write_option(value, kinds[name]) for name, value in preset.values.items()
                },
                usual=preset.usual,
            )
            for preset in rules.presets
        ],
        teams=rules.teams,
        clockwise=rules.clockwise,
        holds_draws=rules.holds_draws,
        first_dealer=tables_pb2.FirstDealer.ValueType(rules.first_dealer),
        title=found.title,
        package=f"{brought.name} {brought.version}" if brought.version else "",
        verbs=() if has_messages(game) else map(_describe_verb, rules.verbs.values()),
    )


def _describe_verb(verb: Verb) -> other_pb2.OtherVerb:
    return other_pb2.OtherVerb(
        name=verb.name,
        parameters=[
            other_pb2.OtherParameter(
                name=param.field,
                kind=other_pb2.OtherKind.ValueType(
                    other_pb2.OtherKind.Value(f"OTHER_KIND_{param.kind.name}")
                ),
                required=param.required,
                words=param.words,
            )
            for param in verb.params
        ],
    )


def verb_clauses(game: str) -> list[lobby_service_pb2.VerbClause]:
    """Return the clauses that say most about a game's verbs."""
    phases = words_of(hands_pb2.Phase.DESCRIPTOR)
    return [
        lobby_service_pb2.VerbClause(
            verb=verb_name(game, each.verb),
            clause=each.clause,
            phase=hands_pb2.Phase.ValueType(phases[each.phase]),
            argument=each.argument,
            answered=verb_name(game, each.answered) if each.answered else "",
        )
        for each in get_rules(game).clauses
    ]


def _describe_option(spec: OptionSpec) -> tables_pb2.OptionSpec:
    return tables_pb2.OptionSpec(
        name=spec.name,
        kind=_KINDS[spec.kind],
        default=write_option(spec.default, spec.kind),
        help=spec.help,
        clause=spec.clause,
        choices=spec.choices,
        low=spec.low,
        high=spec.high,
        step=spec.step,
    )
