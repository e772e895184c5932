"""A table that is on no server, as the screens and the lines are told of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardtui.v1 import tables_pb2
from cardtui_engine.options import OptionValue
from cardtui_engine.rules import AnyRules
from cardtui_server.wire.option_values import write_option


def table_message(
    rules: AnyRules, options: Mapping[str, OptionValue], state: Any, names: Sequence[str]
) -> tables_pb2.Table:
    """Return a table at which a match is going on.

    Args:
        rules: of its game.
        options: all of them.
        state: a position of the match.
        names: who sits there, by seat.
    """
    kinds = {spec.name: spec.kind for spec in rules.specs}
    return tables_pb2.Table(
        game=rules.id,
        state=tables_pb2.TABLE_STATE_PLAYING,
        options={name: write_option(value, kinds[name]) for name, value in options.items()},
        pack_size=len(rules.pack_of(state)),
        clockwise=rules.clockwise,
        deck=tables_pb2.Deck.Value(f"DECK_{rules.deck.name.upper()}"),
        seats=[
            tables_pb2.Seat(seat=seat, team=rules.team_of(seat), name=name)
            for seat, name in enumerate(names)
        ],
    )
