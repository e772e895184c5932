"""Matches at random, as a seat is told of them, step by step (`matches`)."""

from collections.abc import Iterator

from cardtui.v1 import events_pb2, tables_pb2
from cardtui_client.model.table import TableModel
from cardtui_engine.bits import Bits
from cardtui_engine.library.random_play import random_match, random_options
from cardtui_engine.library.registry import get_rules
from tests.support.table_driver import ScriptedTable

TABLES = {"say"}
NAMES = tuple("ABCDEFGHIJKL")
STEPS = 180


def matches(game: str) -> Iterator[tuple[TableModel, list[events_pb2.Event]]]:
    """Play matches at random; yield the table after each step, as a seat is told of it."""
    rules, bits = get_rules(game), Bits(5)
    for seats in (rules.seats[0], rules.seats[-1]):
        options = random_options(rules, seats, bits)
        table = ScriptedTable(game, seats, options=options, names=NAMES)
        model = TableModel()
        for played in random_match(rules, seats, bits, options, limit=STEPS):
            if table.state is None:
                table.state = played.before
                table.change(tables_pb2.TABLE_STATE_PLAYING)
                model.fold(table.snapshot())
                table.queue.get_nowait()
            table.advance(played.state, played.events)
            frame = table.queue.get_nowait()
            assert frame is not None
            yield model, model.fold(frame)  # type: ignore[arg-type]
